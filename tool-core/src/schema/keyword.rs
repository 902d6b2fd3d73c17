//! The keywords of JSON Schema, each with the form of its value and the type that it constrains.

use std::collections::HashSet;
use std::fmt::Display;

use serde_json::Value;

use crate::issue::{IssueKind, JsonType};

/// A keyword of JSON Schema.
#[derive(Debug)]
pub(crate) struct Keyword {
    pub(crate) name: &'static str,
    pub(crate) role: Role,
    pub(crate) holds: Holds,
    /// The type of the values that it constrains. `Number` includes integers.
    pub(crate) about: Option<JsonType>,
    /// The expectation of a limit, with `{}` for its value: `at least {} items`. Empty for others.
    expectation: &'static str,
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
    Keyword {
        name,
        role,
        holds,
        about: None,
        expectation: "",
    }
}

const fn limit(
    about: JsonType,
    name: &'static str,
    holds: Holds,
    expectation: &'static str,
) -> Keyword {
    let limit = row(name, Role::Limit, holds).of(about);
    Keyword {
        expectation,
        ..limit
    }
}

impl Keyword {
    const fn of(mut self, about: JsonType) -> Self {
        self.about = Some(about);
        self
    }
}

use Holds as H;
use JsonType::{Array, Number, Object, String as Text};
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
    limit(Number, "minimum", H::LeastNumber, "at least {}"),
    limit(Number, "maximum", H::GreatestNumber, "at most {}"),
    limit(Number, "exclusiveMinimum", H::LeastNumber, "more than {}"),
    limit(
        Number,
        "exclusiveMaximum",
        H::GreatestNumber,
        "less than {}",
    ),
    limit(Number, "multipleOf", H::Step, "a multiple of {}"),
    limit(Text, "minLength", H::LeastCount, "at least {} characters"),
    limit(Text, "maxLength", H::GreatestCount, "at most {} characters"),
    limit(Text, "pattern", H::Text, ""),
    row("format", R::Value, H::Text).of(Text),
    row("items", R::Structure, H::Items).of(Array),
    row("prefixItems", R::Structure, H::Schemas).of(Array),
    limit(Array, "minItems", H::LeastCount, "at least {} items"),
    limit(Array, "maxItems", H::GreatestCount, "at most {} items"),
    limit(Array, "uniqueItems", H::Flag, "all different"),
    row("contains", R::Logic, H::Schema).of(Array),
    row("minContains", R::Logic, H::Count).of(Array),
    row("maxContains", R::Logic, H::Count).of(Array),
    row("additionalItems", R::Logic, H::Schema).of(Array),
    row("unevaluatedItems", R::Logic, H::Schema).of(Array),
    row("properties", R::Structure, H::SchemasByName).of(Object),
    row("required", R::Structure, H::Names).of(Object),
    row("additionalProperties", R::Structure, H::Schema).of(Object),
    row("unevaluatedProperties", R::Structure, H::Schema).of(Object),
    row("patternProperties", R::Structure, H::SchemasByName).of(Object),
    row("propertyNames", R::Logic, H::Schema).of(Object),
    limit(
        Object,
        "minProperties",
        H::LeastCount,
        "at least {} properties",
    ),
    limit(
        Object,
        "maxProperties",
        H::GreatestCount,
        "at most {} properties",
    ),
    row("dependentRequired", R::Logic, H::NamesByName).of(Object),
    row("dependentSchemas", R::Logic, H::SchemasByName).of(Object),
    row("dependencies", R::Logic, H::Dependencies).of(Object),
    row("title", R::Annotation, H::Text),
    row("description", R::Annotation, H::Text),
    row("default", R::Annotation, H::Data),
    row("examples", R::Annotation, H::List),
    row("deprecated", R::Annotation, H::Flag),
    row("readOnly", R::Annotation, H::Flag),
    row("writeOnly", R::Annotation, H::Flag),
    row("contentEncoding", R::Content, H::Text).of(Text),
    row("contentMediaType", R::Content, H::Text).of(Text),
    row("contentSchema", R::Content, H::Schema),
];

impl Keyword {
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        KEYWORDS.iter().find(|keyword| keyword.name == name)
    }

    /// Returns the keyword that a value violates, if that alone is its fault.
    pub(crate) fn violated_by(kind: &IssueKind) -> Option<&'static Self> {
        kind.limit().and_then(|(keyword, _)| Self::named(keyword))
    }

    /// Returns the expectation of a limit: `at most 1 item`, `a multiple of 5`. `None` if the keyword
    /// has no words, or its flag is off.
    pub(crate) fn describe(&self, limit: &dyn Display) -> Option<String> {
        let limit = limit.to_string();
        let words = self.expectation.replace("{}", &limit);
        match (&*limit, words.strip_suffix("ies")) {
            ("1", Some(stem)) => Some(format!("{stem}y")),
            ("1", None) => Some(words.trim_end_matches('s').to_owned()),
            _ => Some(words),
        }
        .filter(|words| !words.is_empty() && limit != "false")
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

impl IssueKind {
    /// Returns the type of the values that the violated constraint is about.
    pub(crate) fn constrained_type(&self) -> Option<JsonType> {
        match self {
            Self::Excluded { excluded } if excluded.is_string() => Some(JsonType::String),
            Self::Excluded { .. } | Self::OutOfRange { .. } => Some(JsonType::Number),
            Self::Contains { .. } => Some(JsonType::Array),
            Self::Several { faults } => faults.first()?.constrained_type(),
            kind => Keyword::violated_by(kind)?.about,
        }
    }

    /// Returns whether the text names what one type must satisfy, and not the types.
    pub(crate) fn is_of_one_type(&self) -> bool {
        self.constrained_type().is_some()
    }

    /// Returns the words for the violated limit.
    pub(crate) fn expectation(&self) -> Option<String> {
        let (keyword, limit) = self.limit()?;
        Keyword::named(keyword)?.describe(limit)
    }

    /// Returns whether a number or a string violates a constraint of the schema.
    pub(crate) fn is_of_constraint(&self) -> bool {
        let is_scalar = matches!(
            self.constrained_type(),
            Some(JsonType::Number | JsonType::String)
        );
        is_scalar && !matches!(self, Self::OutOfRange { .. })
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
