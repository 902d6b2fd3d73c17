use std::borrow::Cow;
use std::fmt;

use serde::Serialize;

/// The reason why a provider does not support a definition.
///
/// ```
/// use tool_core::{Definition, json};
/// use tool_core::provider::{Groq, Reason};
///
/// let schema = json!({"type": "object", "properties": {"seconds": {"type": "integer"}}});
/// let wait = Definition::new("wait", "Wait a while.", schema)?;
/// let error = wait.export(Groq::chat().strict()).unwrap_err();
/// assert_eq!(error.reason(), &Reason::NoStrictMode);
/// assert_eq!(error.suggestion(), "export without strict");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Reason {
    /// The name of the tool contains no letter or digit, so it has no alias.
    Name {
        /// The allowed names, as a regular expression.
        allowed: &'static str,
    },
    /// The name of a property.
    PropertyName {
        /// The allowed names, as a regular expression.
        allowed: &'static str,
    },
    /// The arguments are not an object.
    Root,
    /// The arguments have several forms that cannot be one object.
    RootForms,
    /// Two forms of the arguments differ only by null, and each property is required.
    FormsByNull,
    /// A map with declared properties, a map in a union with arrays, or a map with several
    /// kinds of keys.
    Map,
    /// The schema allows a value of any type.
    AnyValue,
    /// The schema allows no value: it is `false`.
    NoValue,
    /// The items of an array differ by position.
    Tuple,
    /// The schema refers to itself.
    Recursion,
    /// The reference leads outside the schema, or has no target.
    Reference,
    /// Several schemas apply at once and cannot be merged.
    AllOf,
    /// The members of an `enum` have unsupported types.
    Members,
    /// The type is not supported at this place.
    Type,
    /// At least one property must be required.
    NothingRequired,
    /// The object has no properties, so strict mode has nothing to enforce.
    NoProperties,
    /// A number exceeds a limit of the provider.
    TooMany {
        /// The counted things.
        what: &'static str,
        /// Their number.
        count: usize,
        /// The limit of the provider.
        most: usize,
    },
    /// The provider has no strict mode.
    NoStrictMode,
    /// The target is for lists of tools, not for answers of a model.
    NoAnswers,
    /// The provider does not enforce the schema of an answer, only the schemas of tools.
    NoStrictAnswers,
    /// Another tool of the request has the same name.
    SameName,
    /// Another tool of the request has another name with the same alias.
    SameAlias,
    /// The caller chose other tools to be strict.
    NotChosen,
    /// The request has no tool of this name.
    UnknownTool,
    /// Another tool of the request is not strict. Either all tools are strict or none.
    NotAllStrict,
}

impl Reason {
    /// Returns the problem and the fix.
    pub(super) fn words(&self) -> (Cow<'static, str>, &'static str) {
        let (wrong, suggestion) = match self {
            Self::Name { allowed } => {
                let wrong = format!("expected a tool name of the form `{allowed}`");
                return (wrong.into(), "give the tool a name with a letter or digit");
            }
            Self::PropertyName { allowed } => {
                let wrong = format!("expected a property name of the form `{allowed}`");
                return (wrong.into(), "rename the property");
            }
            Self::TooMany { what, count, most } => {
                let wrong = format!("{count} {what}, but at most {most} are supported");
                return (wrong.into(), "split or shorten the tools");
            }
            Self::Root => (
                "the arguments are not an object",
                "make the arguments an object",
            ),
            Self::RootForms => (
                "the forms of the arguments cannot be merged into one object",
                "put the forms into a separate property",
            ),
            Self::FormsByNull => (
                "the provider requires each property, and two forms of the arguments differ only \
                 by null",
                "put the forms into a separate property",
            ),
            Self::Map => (
                "a map with properties, with arrays or with several kinds of keys is not supported",
                "put the map into a separate property",
            ),
            Self::AnyValue => ("a value of any type is not supported", "declare its type"),
            Self::NoValue => ("no value can satisfy this schema", "remove the property"),
            Self::Tuple => (
                "items with a schema for each position are not supported",
                "make it an object with named properties",
            ),
            Self::Recursion => (
                "a recursive schema is not supported",
                "write out the levels",
            ),
            Self::Reference => (
                "the reference has no target in this schema",
                "move the target into `$defs`, and refer to it by `#/$defs/` and its name",
            ),
            Self::AllOf => (
                "several schemas for one value are not supported",
                "merge them into one schema",
            ),
            Self::Members => (
                "members of these types are not supported",
                "declare members of one type",
            ),
            Self::Type => ("this type is not supported here", "declare another type"),
            Self::NothingRequired => (
                "at least one property must be required",
                "require a property",
            ),
            Self::NoProperties => (
                "an object without properties has nothing to constrain",
                "declare a property",
            ),
            Self::NoStrictMode => ("the provider has no strict mode", "export without strict"),
            Self::NoAnswers => (
                "the target has no answers of a model",
                "use the target of a model's API",
            ),
            Self::NoStrictAnswers => (
                "the provider does not enforce the schema of an answer",
                "export without strict",
            ),
            Self::SameName => (
                "another tool of the request has the same name",
                "rename one of them",
            ),
            Self::SameAlias => (
                "another tool of the request has another name with the same alias",
                "rename one of them",
            ),
            Self::NotChosen => (
                "the request has other strict tools",
                "add it to the strict tools",
            ),
            Self::UnknownTool => ("the request has no tool of this name", "correct the name"),
            Self::NotAllStrict => (
                "either all tools of a request are strict or none, and one cannot be",
                "export all of them without strict",
            ),
        };
        (wrong.into(), suggestion)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words().0)
    }
}
