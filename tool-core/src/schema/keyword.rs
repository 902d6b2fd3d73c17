//! The keywords of JSON Schema, each with the form of its value and the type that it constrains.

use std::collections::HashSet;

use serde_json::Value;

use crate::issue::JsonType;

/// A keyword of JSON Schema.
#[derive(Debug)]
pub(crate) struct Keyword {
    pub(crate) name: &'static str,
    pub(crate) role: Role,
    pub(crate) holds: Holds,
    /// The type of the values that it constrains. `Number` includes integers.
    pub(crate) about: Option<JsonType>,
}

/// The effect of a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Identifies a schema, or explains it to its authors.
    Identifier,
    /// Holds schemas that others refer to.
    Definitions,
    /// Describes a value to the reader of the schema.
    Annotation,
    /// Describes the text of a string.
    Content,
    /// Applies other schemas to the same value.
    Form,
    /// Names types or members.
    Value,
    /// Bounds a number or a count, or restricts text or items.
    Limit,
    /// Describes the parts of an object or an array.
    Structure,
    /// Adds conditions with further schemas. The plan checks a few of these keywords.
    Logic,
}

/// The value of a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    Schema,
    /// One schema, or a list of schemas before draft 2020-12.
    Items,
    Schemas,
    SchemasByName,
    /// Schemas or lists of names, by name.
    Dependencies,
    LeastNumber,
    GreatestNumber,
    /// A number above zero.
    Step,
    LeastCount,
    GreatestCount,
    Count,
    Text,
    Flag,
    Names,
    NamesByName,
    Types,
    List,
    Data,
}

/// Keywords for the properties that an object does not declare.
pub(crate) const CLOSING: [&str; 2] = ["additionalProperties", "unevaluatedProperties"];
/// Keywords that hold the forms of a value.
pub(crate) const FORMS: [&str; 3] = ["allOf", "anyOf", "oneOf"];
/// Keywords that hold the alternatives of a value.
pub(crate) const UNIONS: [&str; 2] = ["anyOf", "oneOf"];

/// Keywords for the items that an array must contain.
pub(crate) const CONTAINS: [&str; 3] = ["contains", "minContains", "maxContains"];

const fn row(name: &'static str, role: Role, holds: Holds) -> Keyword {
    let about = None;
    Keyword {
        name,
        role,
        holds,
        about,
    }
}

const fn of(about: JsonType, mut keyword: Keyword) -> Keyword {
    keyword.about = Some(about);
    keyword
}

use Holds as H;
use JsonType::{Array, Number, Object, String};
use Role as R;

/// All keywords. Descriptions and losses list keywords in this order.
pub(crate) static KEYWORDS: &[Keyword] = &[
    row("$schema", R::Identifier, H::Data),
    row("$id", R::Identifier, H::Data),
    row("id", R::Identifier, H::Data),
    row("$anchor", R::Identifier, H::Data),
    row("$dynamicAnchor", R::Identifier, H::Data),
    row("$recursiveAnchor", R::Identifier, H::Data),
    row("$vocabulary", R::Identifier, H::Data),
    row("$comment", R::Identifier, H::Data),
    row("$defs", R::Definitions, H::SchemasByName),
    row("definitions", R::Definitions, H::SchemasByName),
    row("$ref", R::Form, H::Text),
    row("allOf", R::Form, H::Schemas),
    row("anyOf", R::Form, H::Schemas),
    row("oneOf", R::Form, H::Schemas),
    row("type", R::Value, H::Types),
    row("enum", R::Value, H::List),
    row("const", R::Value, H::Data),
    row("$dynamicRef", R::Logic, H::Data),
    row("$recursiveRef", R::Logic, H::Data),
    row("not", R::Logic, H::Schema),
    row("if", R::Logic, H::Schema),
    row("then", R::Logic, H::Schema),
    row("else", R::Logic, H::Schema),
    of(Number, row("minimum", R::Limit, H::LeastNumber)),
    of(Number, row("maximum", R::Limit, H::GreatestNumber)),
    of(Number, row("exclusiveMinimum", R::Limit, H::LeastNumber)),
    of(Number, row("exclusiveMaximum", R::Limit, H::GreatestNumber)),
    of(Number, row("multipleOf", R::Limit, H::Step)),
    of(String, row("minLength", R::Limit, H::LeastCount)),
    of(String, row("maxLength", R::Limit, H::GreatestCount)),
    of(String, row("pattern", R::Limit, H::Text)),
    of(String, row("format", R::Value, H::Text)),
    of(Array, row("items", R::Structure, H::Items)),
    of(Array, row("prefixItems", R::Structure, H::Schemas)),
    of(Array, row("minItems", R::Limit, H::LeastCount)),
    of(Array, row("maxItems", R::Limit, H::GreatestCount)),
    of(Array, row("uniqueItems", R::Limit, H::Flag)),
    of(Array, row("contains", R::Logic, H::Schema)),
    of(Array, row("minContains", R::Logic, H::Count)),
    of(Array, row("maxContains", R::Logic, H::Count)),
    of(Array, row("additionalItems", R::Logic, H::Schema)),
    of(Array, row("unevaluatedItems", R::Logic, H::Schema)),
    of(Object, row("properties", R::Structure, H::SchemasByName)),
    of(Object, row("required", R::Structure, H::Names)),
    of(Object, row("additionalProperties", R::Structure, H::Schema)),
    of(
        Object,
        row("unevaluatedProperties", R::Structure, H::Schema),
    ),
    of(
        Object,
        row("patternProperties", R::Structure, H::SchemasByName),
    ),
    of(Object, row("propertyNames", R::Logic, H::Schema)),
    of(Object, row("minProperties", R::Limit, H::LeastCount)),
    of(Object, row("maxProperties", R::Limit, H::GreatestCount)),
    of(Object, row("dependentRequired", R::Logic, H::NamesByName)),
    of(Object, row("dependentSchemas", R::Logic, H::SchemasByName)),
    of(Object, row("dependencies", R::Logic, H::Dependencies)),
    row("title", R::Annotation, H::Text),
    row("description", R::Annotation, H::Text),
    row("default", R::Annotation, H::Data),
    row("examples", R::Annotation, H::List),
    row("deprecated", R::Annotation, H::Flag),
    row("readOnly", R::Annotation, H::Flag),
    row("writeOnly", R::Annotation, H::Flag),
    of(String, row("contentEncoding", R::Content, H::Text)),
    of(String, row("contentMediaType", R::Content, H::Text)),
    row("contentSchema", R::Content, H::Schema),
];

impl Keyword {
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        KEYWORDS.iter().find(|keyword| keyword.name == name)
    }

    /// Returns whether the keyword constrains values.
    pub(crate) fn constrains(&self) -> bool {
        !matches!(
            self.role,
            Role::Identifier | Role::Definitions | Role::Annotation | Role::Content
        )
    }

    /// Returns whether the plan checks the keyword.
    pub(crate) fn is_planned(&self) -> bool {
        matches!(
            self.role,
            Role::Form | Role::Value | Role::Limit | Role::Structure
        ) || CONTAINS.contains(&self.name)
    }

    /// Returns whether the schemas of the keyword apply to the same value as the schema itself.
    pub(crate) fn is_in_place(&self) -> bool {
        self.role == Role::Form
            || matches!(self.name, "not" | "if" | "then" | "else")
            || matches!(self.name, "dependentSchemas" | "dependencies")
    }
}

impl Holds {
    /// Returns whether a value has the form of the keyword. Does not examine nested schemas.
    pub(crate) fn accepts(self, value: &Value) -> bool {
        let is_type = |value: &Value| value.as_str().and_then(JsonType::from_name).is_some();
        let entries = || {
            value
                .as_object()
                .into_iter()
                .flatten()
                .map(|(_, entry)| entry)
        };
        match self {
            Self::Types => {
                let list = value.as_array().filter(|list| list.iter().all(is_type));
                is_type(value) || list.is_some_and(|list| !list.is_empty() && is_set(list))
            }
            Self::Text => value.is_string(),
            Self::LeastNumber | Self::GreatestNumber => value.is_number(),
            Self::Step => value.as_f64().is_some_and(|step| step > 0.0),
            // A count may be written as `1.0`.
            Self::LeastCount | Self::GreatestCount | Self::Count => {
                let count = value.as_f64();
                count.is_some_and(|count| count >= 0.0 && count.fract() == 0.0)
            }
            Self::Flag => value.is_boolean(),
            Self::Names => is_list_of_names(value),
            Self::NamesByName => value.is_object() && entries().all(is_list_of_names),
            Self::Dependencies => {
                let mut lists = entries().filter(|entry| entry.is_array());
                value.is_object() && lists.all(is_list_of_names)
            }
            Self::SchemasByName => value.is_object(),
            Self::Schemas => value.as_array().is_some_and(|list| !list.is_empty()),
            Self::List => value.is_array(),
            Self::Schema | Self::Items | Self::Data => true,
        }
    }
}

fn is_list_of_names(value: &Value) -> bool {
    let list = value.as_array();
    list.is_some_and(|list| list.iter().all(Value::is_string) && is_set(list))
}

fn is_set(list: &[Value]) -> bool {
    let mut known = HashSet::new();
    list.iter().all(|one| known.insert(one))
}

/// Returns whether a format names a Rust number type.
#[cfg(feature = "providers")]
pub(crate) fn is_number_format(format: &str) -> bool {
    let rest = format.strip_prefix('u').unwrap_or(format);
    let bits = rest.strip_prefix("int");
    matches!(format, "float" | "double")
        || bits.is_some_and(|bits| matches!(bits, "" | "8" | "16" | "32" | "64" | "128"))
}
