//! Random values of types: as JSON, and as `Debug` shows them.

use std::fmt::Write as _;

use super::model::{Body, Content, Field, Item, Tagging, Type};
use super::random::Random;

/// A value, as serde writes it.
#[derive(Clone, Debug)]
pub(crate) enum Json {
    Scalar(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// A value of a type.
struct Made {
    json: Json,
    debug: String,
}

/// A value of the last of the types, as JSON text with its keys in any order, and as
/// `Debug` shows it.
pub(crate) fn value(random: &mut Random, items: &[Item]) -> (String, String) {
    let has_map = items.iter().any(Item::flattens_a_map);
    let mut maker = Values {
        random,
        items,
        has_map,
    };
    let made = maker.named(items.len() - 1);
    let mut text = String::new();
    maker.write(made.json, &mut text);
    (text, made.debug)
}

struct Values<'v> {
    random: &'v mut Random,
    items: &'v [Item],
    has_map: bool,
}

fn scalar(text: impl Into<String>) -> Made {
    let text = text.into();
    Made {
        json: Json::Scalar(text.clone()),
        debug: text,
    }
}

const TEXTS: &[&str] = &[
    "a",
    "",
    "5",
    "true",
    "null",
    "some text",
    "[1]",
    "{}",
    "x, y",
    "-1.5",
    "ü",
];

impl Values<'_> {
    fn write(&mut self, json: Json, text: &mut String) {
        match json {
            Json::Scalar(scalar) => text.push_str(&scalar),
            Json::List(items) => {
                text.push('[');
                for (number, item) in items.into_iter().enumerate() {
                    if number > 0 {
                        text.push(',');
                    }
                    self.write(item, text);
                }
                text.push(']');
            }
            Json::Object(mut entries) => {
                self.random.shuffle(&mut entries);
                text.push('{');
                for (number, (key, value)) in entries.into_iter().enumerate() {
                    if number > 0 {
                        text.push(',');
                    }
                    let _ = write!(text, "{key:?}:");
                    self.write(value, text);
                }
                text.push('}');
            }
        }
    }

    fn of(&mut self, ty: &Type) -> Made {
        match ty {
            Type::Bool => scalar(if self.random.one_in(2) {
                "true"
            } else {
                "false"
            }),
            Type::Integer(name) => {
                let greatest: usize = match *name {
                    "u8" => 255,
                    "i8" => 127,
                    "u16" => 65_535,
                    _ => 2_000_000_000,
                };
                let value = self.random.below(greatest + 1) >> self.random.below(31);
                let is_negative = name.starts_with('i') && value > 0 && self.random.one_in(3);
                scalar(if is_negative {
                    format!("-{value}")
                } else {
                    value.to_string()
                })
            }
            Type::Float => {
                let whole = self.random.below(100);
                let fraction = *self.random.pick(&["0", "5", "25"]);
                scalar(format!("{whole}.{fraction}"))
            }
            Type::Text => scalar(format!("{:?}", self.random.pick(TEXTS))),
            Type::Any => self.any(),
            Type::Option(inner) => {
                if self.random.one_in(3) {
                    return Made {
                        json: Json::Scalar("null".to_owned()),
                        debug: "None".to_owned(),
                    };
                }
                let made = self.of(inner);
                Made {
                    json: made.json,
                    debug: format!("Some({})", made.debug),
                }
            }
            Type::Boxed(inner) => self.of(inner),
            Type::List(inner) => {
                let count = self.random.below(3);
                let made: Vec<_> = (0..count).map(|_| self.of(inner)).collect();
                list(made, "[", "]")
            }
            Type::Map(inner) => {
                let mut entries = Vec::new();
                let mut shown = Vec::new();
                for number in 0..self.random.below(3) {
                    let made = self.of(inner);
                    let key = format!("key {number}");
                    shown.push(format!("{key:?}: {}", made.debug));
                    entries.push((key, made.json));
                }
                Made {
                    json: Json::Object(entries),
                    debug: format!("{{{}}}", shown.join(", ")),
                }
            }
            Type::Tuple(types) => {
                let made = types.iter().map(|ty| self.of(ty)).collect();
                list(made, "(", ")")
            }
            Type::Named(number) => self.named(*number),
        }
    }

    fn any(&mut self) -> Made {
        match self.random.below(4) {
            0 => Made {
                json: Json::Scalar("null".to_owned()),
                debug: "Null".to_owned(),
            },
            1 => Made {
                json: Json::Scalar("7".to_owned()),
                debug: "Number(7)".to_owned(),
            },
            2 => Made {
                json: Json::Scalar("\"x\"".to_owned()),
                debug: "String(\"x\")".to_owned(),
            },
            _ => Made {
                json: Json::List(vec![Json::Scalar("true".to_owned())]),
                debug: "Array [Bool(true)]".to_owned(),
            },
        }
    }

    fn named(&mut self, number: usize) -> Made {
        let items = self.items;
        let item = &items[number];
        let name = &item.name;
        match &item.body {
            Body::Struct {
                fields,
                tag,
                is_renamed,
            } => {
                let (mut entries, shown) = self.fields(fields, *is_renamed);
                // A flattened map would hold the tag.
                if let Some(tag) = tag
                    && !self.has_map
                    && self.random.one_in(2)
                {
                    entries.push((tag.clone(), Json::Scalar(format!("{name:?}"))));
                }
                Made {
                    json: Json::Object(entries),
                    debug: format!("{name}{shown}"),
                }
            }
            Body::Newtype(ty) => {
                let made = self.of(ty);
                Made {
                    json: made.json,
                    debug: format!("{name}({})", made.debug),
                }
            }
            Body::TupleStruct(types) => {
                let made = types.iter().map(|ty| self.of(ty)).collect();
                list(made, &format!("{name}("), ")")
            }
            Body::Enum {
                tagging,
                variants,
                is_renamed,
            } => {
                let variant = self.random.pick(variants);
                let (content, shown) = self.content(&variant.content);
                let debug = format!("{}{shown}", variant.name);
                let tagging = if variant.is_untagged {
                    &Tagging::Untagged
                } else {
                    tagging
                };
                let key = variant.key(*is_renamed);
                let name = Json::Scalar(format!("{key:?}"));
                let json = match (tagging, content) {
                    (Tagging::External, None) => name,
                    (Tagging::External, Some(content)) => Json::Object(vec![(key, content)]),
                    (Tagging::Internal(tag), content) => {
                        let mut entries = match content {
                            Some(Json::Object(entries)) => entries,
                            _ => Vec::new(),
                        };
                        entries.insert(0, (tag.clone(), name));
                        Json::Object(entries)
                    }
                    (Tagging::Adjacent(tag, at), content) => {
                        let mut entries = vec![(tag.clone(), name)];
                        entries.extend(content.map(|content| (at.clone(), content)));
                        Json::Object(entries)
                    }
                    (Tagging::Untagged, content) => {
                        content.unwrap_or(Json::Scalar("null".to_owned()))
                    }
                };
                Made { json, debug }
            }
        }
    }

    /// Returns the content of a variant as JSON without a tag, and its `Debug` text.
    fn content(&mut self, content: &Content) -> (Option<Json>, String) {
        match content {
            Content::Unit => (None, String::new()),
            Content::Newtype(ty) => {
                let made = self.of(ty);
                (Some(made.json), format!("({})", made.debug))
            }
            Content::Tuple(types) => {
                let made = types.iter().map(|ty| self.of(ty)).collect();
                let made = list(made, "(", ")");
                (Some(made.json), made.debug)
            }
            Content::Struct(fields) => {
                let (entries, shown) = self.fields(fields, false);
                (Some(Json::Object(entries)), shown)
            }
        }
    }

    fn fields(&mut self, fields: &[Field], is_renamed: bool) -> (Vec<(String, Json)>, String) {
        let mut entries = Vec::new();
        let mut shown = Vec::new();
        for field in fields {
            let debug = self.field(field, is_renamed, &mut entries);
            shown.push(format!("{}: {debug}", field.name));
        }
        (entries, format!(" {{ {} }}", shown.join(", ")))
    }

    /// Adds the properties of a field. Returns the `Debug` text of its value.
    fn field(&mut self, field: &Field, is_renamed: bool, to: &mut Vec<(String, Json)>) -> String {
        if field.is_skipped || field.has_default && self.random.one_in(2) {
            return default(&field.ty);
        }
        if let Some(value) = field.shared_value() {
            add(field.key(is_renamed), scalar(value).json, to);
            return value.to_owned();
        }
        let made = self.of(&field.ty);
        if field.is_flattened {
            if let Json::Object(entries) = made.json {
                for (key, value) in entries {
                    add(key, value, to);
                }
            }
            return made.debug;
        }
        let is_none = made.debug == "None";
        if is_none && self.random.one_in(2) {
            return made.debug;
        }
        let key = match &field.alias {
            // A flattened map would contain the alias or the declared key.
            Some(alias) if !self.has_map && self.random.one_in(4) => alias.clone(),
            _ => field.key(is_renamed),
        };
        to.push((key, made.json));
        made.debug
    }
}

/// Adds a property, unless another type has added it: shared keys have one value.
fn add(key: String, value: Json, to: &mut Vec<(String, Json)>) {
    if to.iter().all(|(known, _)| *known != key) {
        to.push((key, value));
    }
}

fn list(made: Vec<Made>, open: &str, close: &str) -> Made {
    let mut items = Vec::new();
    let mut shown = Vec::new();
    for made in made {
        items.push(made.json);
        shown.push(made.debug);
    }
    Made {
        json: Json::List(items),
        debug: format!("{open}{}{close}", shown.join(", ")),
    }
}

fn default(ty: &Type) -> String {
    match ty {
        Type::Bool => "false",
        Type::Integer(_) => "0",
        Type::Float => "0.0",
        Type::Text => "\"\"",
        Type::List(_) => "[]",
        Type::Map(_) => "{}",
        Type::Boxed(inner) => return default(inner),
        _ => "None",
    }
    .to_owned()
}
