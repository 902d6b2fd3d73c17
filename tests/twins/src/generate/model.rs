//! The parts of a type.

/// The type of a field.
#[derive(Clone, Debug)]
pub(crate) enum Type {
    Bool,
    /// The name of an integer type, and how many values of it are used.
    Integer(&'static str),
    Float,
    Text,
    /// Any JSON value.
    Any,
    Option(Box<Type>),
    Boxed(Box<Type>),
    List(Box<Type>),
    Map(Box<Type>),
    Tuple(Vec<Type>),
    /// A type of the tool, by its number.
    Named(usize),
}

/// A type with a name.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) name: String,
    pub(crate) body: Body,
}

#[derive(Debug)]
pub(crate) enum Body {
    Struct {
        fields: Vec<Field>,
        /// `#[serde(tag = "..")]`
        tag: Option<String>,
        is_renamed: bool,
    },
    Newtype(Type),
    TupleStruct(Vec<Type>),
    Enum {
        tagging: Tagging,
        variants: Vec<Variant>,
        is_renamed: bool,
    },
}

#[derive(Clone, Debug)]
pub(crate) enum Tagging {
    External,
    Internal(String),
    Adjacent(String, String),
    Untagged,
}

#[derive(Debug)]
pub(crate) struct Variant {
    pub(crate) name: String,
    pub(crate) content: Content,
    /// `#[serde(untagged)]` on the variant.
    pub(crate) is_untagged: bool,
}

#[derive(Debug)]
pub(crate) enum Content {
    Unit,
    Newtype(Type),
    Tuple(Vec<Type>),
    Struct(Vec<Field>),
}

#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) is_flattened: bool,
    pub(crate) has_default: bool,
    pub(crate) is_skipped: bool,
    pub(crate) rename: Option<String>,
    pub(crate) alias: Option<String>,
}

impl Item {
    pub(crate) fn flattens_a_map(&self) -> bool {
        let is_map = |field: &Field| field.is_flattened && field.ty.is_map();
        match &self.body {
            Body::Struct { fields, .. } => fields.iter().any(is_map),
            Body::Enum { variants, .. } => variants.iter().any(|variant| match &variant.content {
                Content::Struct(fields) => fields.iter().any(is_map),
                Content::Newtype(ty) => ty.is_map(),
                _ => false,
            }),
            Body::Newtype(ty) => ty.is_map(),
            Body::TupleStruct(_) => false,
        }
    }
}

impl Type {
    fn is_map(&self) -> bool {
        match self {
            Self::Map(_) => true,
            Self::Option(ty) | Self::Boxed(ty) => ty.is_map(),
            _ => false,
        }
    }
}

/// The fields that several types of a tool share: name, type and the only value, as JSON and as
/// `Debug` shows it. Types that are flattened into one object then agree about the value.
pub(crate) const SHARED: &[(&str, Type, &str)] = &[
    ("limit", Type::Integer("u32"), "7"),
    ("exact", Type::Bool, "true"),
    ("origin", Type::Text, "\"here\""),
];

impl Field {
    /// The value of a shared field.
    pub(crate) fn shared_value(&self) -> Option<&'static str> {
        let mut shared = SHARED.iter().filter(|(name, ..)| *name == self.name);
        shared.next().map(|(.., value)| *value)
    }

    /// The key of the field in JSON.
    pub(crate) fn key(&self, is_renamed: bool) -> String {
        match &self.rename {
            Some(name) => name.clone(),
            None if is_renamed => camel(&self.name),
            None => self.name.clone(),
        }
    }
}

impl Variant {
    /// The name of the variant in JSON.
    pub(crate) fn key(&self, is_renamed: bool) -> String {
        if is_renamed {
            self.name.to_lowercase()
        } else {
            self.name.clone()
        }
    }
}

fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let mut camel = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        camel.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        camel.push_str(letters.as_str());
    }
    camel
}
