//! Random types.

use super::model::{Body, Content, Field, Item, SHARED, Tagging, Type, Variant};
use super::random::Random;

/// Returns a tool: its types, starting with the arguments.
pub(crate) fn tool(random: &mut Random) -> Vec<Item> {
    let mut maker = Maker {
        random,
        items: Vec::new(),
        names: 0,
    };
    // Used types come first: recursion always has a box.
    for _ in 0..3 + maker.random.below(5) {
        let item = maker.item();
        maker.items.push(item);
    }
    let mut fields = maker.fields(None);
    if !fields
        .iter()
        .any(|field| matches!(field.ty, Type::Named(_)))
    {
        let last = maker.items.len() - 1;
        let name = maker.name("f");
        fields.push(plain(name, Type::Named(last)));
    }
    let is_renamed = maker.random.one_in(5);
    let mut items = maker.items;
    items.push(Item {
        name: "Arguments".to_owned(),
        body: Body::Struct {
            fields,
            tag: None,
            is_renamed,
        },
    });
    items
}

struct Maker<'r> {
    random: &'r mut Random,
    items: Vec<Item>,
    names: usize,
}

fn plain(name: String, ty: Type) -> Field {
    Field {
        name,
        ty,
        is_flattened: false,
        has_default: false,
        is_skipped: false,
        rename: None,
        alias: None,
    }
}

const WORDS: &[&str] = &[
    "name", "size", "id", "path", "limit", "note", "kind_of", "by_day", "from_id", "tags",
];

impl Maker<'_> {
    /// A unique name in the tool.
    fn name(&mut self, start: &str) -> String {
        self.names += 1;
        format!("{start}{}", self.names)
    }

    fn item(&mut self) -> Item {
        let name = self.name("Type");
        let body = match self.random.below(10) {
            0..=2 => Body::Struct {
                fields: self.fields(None),
                tag: self.random.one_in(6).then(|| self.name("tag")),
                is_renamed: self.random.one_in(5),
            },
            3 => Body::Newtype(self.ty(2)),
            4 if self.random.one_in(3) => {
                let count = 2 + self.random.below(2);
                Body::TupleStruct((0..count).map(|_| self.ty(1)).collect())
            }
            _ => self.enumeration(),
        };
        Item { name, body }
    }

    fn enumeration(&mut self) -> Body {
        let tagging = match self.random.below(8) {
            0 | 1 => Tagging::External,
            2 | 3 => Tagging::Internal(self.name("tag")),
            4 => Tagging::Adjacent(self.name("tag"), self.name("content")),
            _ => Tagging::Untagged,
        };
        // The forms of an enum share their names.
        let shared: Vec<_> = (0..4).map(|_| self.word()).collect();
        let objects = matches!(tagging, Tagging::Internal(_)) || self.random.one_in(2);
        let mut variants = Vec::new();
        for _ in 0..2 + self.random.below(3) {
            let content = self.content(&tagging, objects, &shared);
            variants.push(Variant {
                name: self.name("Form"),
                content,
                is_untagged: false,
            });
        }
        if matches!(tagging, Tagging::Untagged) && objects && self.random.one_in(3) {
            let ty = Type::Map(Box::new(Type::Any));
            let map = Field {
                is_flattened: true,
                ..plain(self.name("flat"), ty)
            };
            variants.push(Variant {
                name: self.name("Form"),
                content: Content::Struct(vec![map]),
                is_untagged: false,
            });
        }
        if !matches!(tagging, Tagging::Untagged) && self.random.one_in(6) {
            let content = self.content(&Tagging::Untagged, objects, &shared);
            variants.push(Variant {
                name: self.name("Form"),
                content,
                is_untagged: true,
            });
        }
        Body::Enum {
            tagging,
            variants,
            is_renamed: self.random.one_in(3),
        }
    }

    fn content(&mut self, tagging: &Tagging, objects: bool, shared: &[String]) -> Content {
        let is_internal = matches!(tagging, Tagging::Internal(_));
        let is_untagged = matches!(tagging, Tagging::Untagged);
        match self.random.below(8) {
            0 if !(is_untagged && objects) => Content::Unit,
            1 | 2 => match self.object(3) {
                Some(ty) => Content::Newtype(ty),
                None => Content::Struct(self.fields(Some(shared))),
            },
            3 | 4 if !is_internal && !objects => Content::Newtype(self.ty(2)),
            5 if !is_internal && !objects => Content::Tuple(vec![self.ty(1), self.ty(1)]),
            _ => Content::Struct(self.fields(Some(shared))),
        }
    }

    fn word(&mut self) -> String {
        let word = *self.random.pick(WORDS);
        self.name(word)
    }

    /// The fields of a struct, with names out of a few, if these are given.
    fn fields(&mut self, shared: Option<&[String]>) -> Vec<Field> {
        let mut fields = Vec::new();
        let mut shared = shared.map(<[String]>::to_vec);
        if let Some(shared) = &mut shared {
            self.random.shuffle(shared);
        }
        for _ in 0..=self.random.below(3) {
            let name = match &mut shared {
                Some(names) => match names.pop() {
                    Some(name) => name,
                    None => break,
                },
                None => self.word(),
            };
            fields.push(self.field(name));
        }
        if self.random.one_in(3) {
            let (name, ty, _) = self.random.pick(SHARED);
            fields.push(plain((*name).to_owned(), ty.clone()));
        }
        let mut flattened = Vec::new();
        let most = self.random.below(4);
        for _ in 0..most.saturating_sub(usize::from(shared.is_some())) {
            self.flatten(&mut fields, &mut flattened);
        }
        self.random.shuffle(&mut fields);
        // Serde hides a key that such a type reads from the fields after it.
        fields.sort_by_key(|field| field.is_flattened && self.removes_keys(&field.ty));
        fields
    }

    /// Returns whether the keys of a flattened type and the fields before it are a tool that serde
    /// can read: no field needs a key that an earlier one removes.
    fn may_stand_beside(&self, ty: &Type, fields: &[Field]) -> bool {
        let own = self.shared_keys(ty);
        fields.iter().all(|field| {
            let keys = if field.is_flattened {
                self.shared_keys(&field.ty)
            } else {
                vec![field.name.clone()]
            };
            let shares = keys.iter().any(|key| own.contains(key));
            let removes = !field.is_flattened || self.removes_keys(&field.ty);
            !shares || !removes || field.is_flattened && !self.removes_keys(ty)
        })
    }

    /// The shared keys in the objects of a type.
    fn shared_keys(&self, ty: &Type) -> Vec<String> {
        let mut parts = Vec::new();
        self.parts(ty, &mut parts);
        let items = parts.iter().filter_map(|part| self.items.get(*part));
        let fields = items.flat_map(|item| match &item.body {
            Body::Struct { fields, .. } => fields.iter().collect::<Vec<_>>(),
            Body::Enum { variants, .. } => {
                let contents = variants.iter().map(|variant| &variant.content);
                let fields = contents.filter_map(|content| match content {
                    Content::Struct(fields) => Some(fields),
                    _ => None,
                });
                fields.flatten().collect()
            }
            _ => Vec::new(),
        });
        let shared = fields.filter(|field| field.shared_value().is_some());
        shared.map(|field| field.name.clone()).collect()
    }

    /// Returns whether serde removes the keys of a flattened type from the object.
    fn removes_keys(&self, ty: &Type) -> bool {
        match ty {
            Type::Option(ty) | Type::Boxed(ty) => self.removes_keys(ty),
            Type::Named(number) => match &self.items[*number].body {
                Body::Struct { fields, .. } => !fields.iter().any(|field| field.is_flattened),
                Body::Newtype(ty) => self.removes_keys(ty),
                Body::Enum { tagging, .. } => {
                    matches!(tagging, Tagging::External | Tagging::Adjacent(..))
                }
                Body::TupleStruct(_) => false,
            },
            _ => false,
        }
    }

    fn field(&mut self, name: String) -> Field {
        let mut field = plain(name, self.ty(3));
        field.has_default = has_default(&field.ty) && self.random.one_in(4);
        match self.random.below(16) {
            0 => field.rename = Some(self.name("renamed")),
            1 => field.alias = Some(self.name("alias")),
            2 if has_default(&field.ty) => field.is_skipped = true,
            _ => {}
        }
        field
    }

    /// Adds a flattened field. Its type is unique in the object.
    fn flatten(&mut self, fields: &mut Vec<Field>, flattened: &mut Vec<usize>) {
        let name = self.name("flat");
        let ty = if self.random.one_in(6) && !flattened.contains(&usize::MAX) {
            let is_any = self.random.one_in(2);
            Type::Map(Box::new(if is_any { Type::Any } else { self.ty(0) }))
        } else {
            match self.flattening().or_else(|| self.object(5)) {
                Some(ty) => ty,
                None => return,
            }
        };
        let mut inside = Vec::new();
        self.parts(&ty, &mut inside);
        if inside.iter().any(|part| flattened.contains(part)) || !self.may_stand_beside(&ty, fields)
        {
            return;
        }
        flattened.extend(inside);
        let ty = match self.random.below(6) {
            0 | 1 => Type::Option(Box::new(ty)),
            2 => Type::Boxed(Box::new(ty)),
            _ => ty,
        };
        fields.push(Field {
            is_flattened: true,
            ..plain(name, ty)
        });
    }

    /// Half of the times a type that has flattened fields itself, if one is found.
    fn flattening(&mut self) -> Option<Type> {
        if self.random.one_in(2) {
            return None;
        }
        (0..5).find_map(|_| {
            self.object(1).filter(|ty| {
                let mut inside = Vec::new();
                self.parts(ty, &mut inside);
                inside.len() > 1
            })
        })
    }

    /// Collects the types whose properties are in the objects of a type. A map is the greatest
    /// number.
    fn parts(&self, ty: &Type, parts: &mut Vec<usize>) {
        match ty {
            Type::Map(_) => parts.push(usize::MAX),
            Type::Option(ty) | Type::Boxed(ty) => self.parts(ty, parts),
            Type::Named(number) => {
                parts.push(*number);
                let mut of_fields = |fields: &[Field]| {
                    for field in fields.iter().filter(|field| field.is_flattened) {
                        self.parts(&field.ty, parts);
                    }
                };
                match &self.items[*number].body {
                    Body::Struct { fields, .. } => of_fields(fields),
                    Body::Newtype(ty) => self.parts(ty, parts),
                    Body::Enum { variants, .. } => {
                        for variant in variants {
                            match &variant.content {
                                Content::Struct(fields) => {
                                    let mut of_fields = |fields: &[Field]| {
                                        for field in fields.iter().filter(|f| f.is_flattened) {
                                            self.parts(&field.ty, parts);
                                        }
                                    };
                                    of_fields(fields);
                                }
                                Content::Newtype(ty) => self.parts(ty, parts),
                                _ => {}
                            }
                        }
                    }
                    Body::TupleStruct(_) => {}
                }
            }
            _ => {}
        }
    }

    /// A type that is an object in JSON, in all its forms, found in so many attempts.
    fn object(&mut self, attempts: usize) -> Option<Type> {
        for _ in 0..attempts {
            if self.items.is_empty() {
                return None;
            }
            let number = self.random.below(self.items.len());
            if self.is_object(&Type::Named(number)) {
                return Some(Type::Named(number));
            }
        }
        None
    }

    fn is_object(&self, ty: &Type) -> bool {
        match ty {
            Type::Map(_) => true,
            Type::Boxed(ty) => self.is_object(ty),
            Type::Named(number) => match &self.items[*number].body {
                Body::Struct { .. } => true,
                Body::Newtype(ty) => self.is_object(ty),
                Body::TupleStruct(_) => false,
                Body::Enum {
                    tagging, variants, ..
                } => variants.iter().all(|variant| {
                    let is_untagged = variant.is_untagged || matches!(tagging, Tagging::Untagged);
                    match (&variant.content, tagging) {
                        (Content::Struct(_), _) => true,
                        (Content::Newtype(ty), _) if is_untagged => self.is_object(ty),
                        (_, _) if is_untagged => false,
                        (Content::Unit, Tagging::External) => false,
                        _ => true,
                    }
                }),
            },
            _ => false,
        }
    }

    fn ty(&mut self, depth: usize) -> Type {
        let inner = |maker: &mut Self| Box::new(maker.ty(depth.saturating_sub(1)));
        match self.random.below(if depth == 0 { 8 } else { 16 }) {
            0 => Type::Bool,
            1 | 2 => Type::Integer(
                self.random
                    .pick::<&str>(&["u8", "u16", "u32", "i8", "i32", "i64"]),
            ),
            3 => Type::Float,
            4 | 5 => Type::Text,
            6 if self.random.one_in(3) => Type::Any,
            8 | 9 => match inner(self) {
                // Null is one value of a nested option.
                ty if matches!(*ty, Type::Option(_) | Type::Any) => *ty,
                ty => Type::Option(ty),
            },
            10 => Type::Boxed(inner(self)),
            11 => Type::List(inner(self)),
            12 => Type::Map(inner(self)),
            13 => Type::Tuple(vec![*inner(self), *inner(self)]),
            _ if self.items.is_empty() => Type::Text,
            _ => Type::Named(self.random.below(self.items.len())),
        }
    }
}

fn has_default(ty: &Type) -> bool {
    match ty {
        Type::Boxed(ty) => has_default(ty),
        Type::Tuple(_) | Type::Named(_) | Type::Any => false,
        _ => true,
    }
}
