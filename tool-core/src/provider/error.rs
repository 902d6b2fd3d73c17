use std::fmt;

use serde::Serialize;

use super::schema::Schema;

/// Why a definition cannot be exported: what the provider's form cannot hold,
/// where, and the way out.
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
/// use tool_core::provider::{OpenAi, Reason};
///
/// let schema = json!({"type": "object", "properties": {"extra": {}}});
/// let log = Definition::new("log", "Write a line.", schema)?;
///
/// let error = log.export(OpenAi::chat().strict()).unwrap_err();
/// assert_eq!((error.path(), error.reason()), ("/properties/extra", &Reason::AnyValue));
/// assert_eq!(
///     error.to_string(),
///     "tool `log` cannot be exported to OpenAI Chat (strict): at `/properties/extra`: \
///      a value of any type has no form there; declare its type, or export without strict",
/// );
/// # Ok::<(), tool_core::SchemaError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExportError(Box<FailedExport>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct FailedExport {
    tool: String,
    target: String,
    strict: bool,
    /// Whether an export without strict takes it.
    #[serde(skip)]
    is_plain_way_out: bool,
    #[serde(flatten)]
    refusal: Unexportable,
}

/// What a pass refuses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Unexportable {
    path: String,
    keyword: Option<String>,
    reason: Reason,
}

/// What a provider's form cannot hold.
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
/// use tool_core::provider::{Groq, Reason};
///
/// let schema = json!({"type": "object", "properties": {"seconds": {"type": "integer"}}});
/// let wait = Definition::new("wait", "Wait a while.", schema)?;
/// let error = wait.export(Groq::chat().strict()).unwrap_err();
/// assert_eq!(error.reason(), &Reason::NoStrictMode);
/// assert_eq!(error.way_out(), "leave strict out");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Reason {
    /// The name of the tool.
    Name {
        /// The names that are taken, as a regular expression.
        allowed: &'static str,
    },
    /// The name of a property.
    PropertyName {
        /// The names that are taken, as a regular expression.
        allowed: &'static str,
    },
    /// Arguments that are no object.
    Root,
    /// What stands in the place of a schema and is none.
    NoSchema,
    /// Arguments of several forms that are not one object.
    RootForms,
    /// Forms of the arguments that null alone tells apart, where each property is required.
    FormsByNull,
    /// A map beside declared properties, in a union with arrays, or of several kinds of
    /// keys.
    Map,
    /// A value of any type.
    AnyValue,
    /// A value that nothing can be: the schema `false`.
    NoValue,
    /// Items that are told apart by their position.
    Tuple,
    /// A schema that refers to itself.
    Recursion,
    /// A reference that leads out of the schema, or nowhere.
    Reference,
    /// Schemas that all have to hold, and are not one.
    AllOf,
    /// Members of an `enum` that are of no type that is taken.
    Members,
    /// A type that is not taken at that place.
    Type,
    /// No required property, where one is needed.
    NothingRequired,
    /// An object without properties, which leaves nothing to constrain.
    NoProperties,
    /// More than the provider takes.
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How much of it there is.
        count: usize,
        /// How much the provider takes.
        most: usize,
    },
    /// A provider without a strict mode.
    NoStrictMode,
    /// Another tool of the request has the same name.
    SameName,
    /// Another tool of the request is not strict, and all have to be or none.
    NotAllStrict,
}

impl Unexportable {
    pub(super) fn new(path: &str, keyword: Option<&str>, reason: Reason) -> Self {
        Self {
            path: path.to_owned(),
            keyword: keyword.map(str::to_owned),
            reason,
        }
    }

    /// Creates the refusal of a schema, with its place in the definition.
    pub(super) fn at(schema: &Schema, keyword: Option<&str>, reason: Reason) -> Self {
        Self::new(schema.origin(), keyword, reason)
    }

    pub(super) fn reason(&self) -> &Reason {
        &self.reason
    }

    pub(super) fn of_tool(
        self,
        tool: &str,
        target: &str,
        strict: bool,
        is_plain_way_out: bool,
    ) -> ExportError {
        ExportError(Box::new(FailedExport {
            tool: tool.to_owned(),
            target: target.to_owned(),
            strict,
            is_plain_way_out,
            refusal: self,
        }))
    }
}

impl ExportError {
    /// The name of the tool.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.0.tool
    }

    /// Where in the definition's schema, as a JSON Pointer; empty for its root.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.0.refusal.path
    }

    /// The keyword that is at fault, if it is one.
    #[must_use]
    pub fn keyword(&self) -> Option<&str> {
        self.0.refusal.keyword.as_deref()
    }

    /// What the provider's form cannot hold.
    #[must_use]
    pub fn reason(&self) -> &Reason {
        &self.0.refusal.reason
    }

    /// Returns whether the tool takes no arguments at all.
    pub(super) fn is_of_no_properties(&self) -> bool {
        *self.reason() == Reason::NoProperties && self.path().is_empty()
    }

    /// What to do about it, in words.
    #[must_use]
    pub fn way_out(&self) -> String {
        let way_out = self.reason().way_out();
        if self.0.is_plain_way_out {
            format!("{way_out}, or export without strict")
        } else {
            way_out.to_owned()
        }
    }

    /// Returns whether it was strict mode that was refused.
    #[must_use]
    pub fn is_strict(&self) -> bool {
        self.0.strict
    }
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FailedExport {
            tool,
            target,
            strict,
            refusal,
            ..
        } = &*self.0;
        write!(f, "tool `{tool}` cannot be exported to {target}")?;
        f.write_str(if *strict { " (strict): " } else { ": " })?;
        match (&refusal.keyword, refusal.path.as_str()) {
            (Some(keyword), "") => write!(f, "`{keyword}` at the root: ")?,
            (Some(keyword), path) => write!(f, "`{keyword}` at `{path}`: ")?,
            (None, "") => {}
            (None, path) => write!(f, "at `{path}`: ")?,
        }
        write!(f, "{}; {}", refusal.reason, self.way_out())
    }
}

impl std::error::Error for ExportError {}

impl Reason {
    /// What to do about it.
    pub(super) fn way_out(&self) -> &'static str {
        match self {
            Self::Name { .. } => "give the tool another name",
            Self::PropertyName { .. } => "rename the property",
            Self::Root => "make the arguments an object",
            Self::NoSchema => "write a JSON Schema there",
            Self::RootForms | Self::FormsByNull => "put the forms into a property of their own",
            Self::Map => "give the map a property of its own",
            Self::AnyValue => "declare its type",
            Self::NoValue => "leave the property out",
            Self::Tuple => "make it an object with named properties",
            Self::Recursion => "write the levels out",
            Self::Reference => {
                "put the schema that is meant into `$defs`, and refer to `#/$defs/` and its name"
            }
            Self::AllOf => "write them as one schema",
            Self::Members => "declare members of one type",
            Self::Type => "declare another type",
            Self::NothingRequired => "require a property",
            Self::NoProperties => "declare a property",
            Self::TooMany { .. } => "split the tools or say less",
            Self::NoStrictMode => "leave strict out",
            Self::SameName => "rename one of them",
            Self::NotAllStrict => "export all of them without strict",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Name { allowed } => {
                return write!(f, "the name of a tool has the form `{allowed}`");
            }
            Self::PropertyName { allowed } => {
                return write!(f, "the name of a property has the form `{allowed}`");
            }
            Self::TooMany { what, count, most } => {
                return write!(f, "{count} {what}, and at most {most} are taken");
            }
            Self::Root => "the arguments of a tool are an object",
            Self::NoSchema => "this is no schema",
            Self::RootForms => "the forms of the arguments are not one object",
            Self::FormsByNull => {
                "each property is required there, and null alone tells two forms of the arguments apart"
            }
            Self::Map => {
                "a map beside properties or arrays, or of several kinds of keys, has no form there"
            }
            Self::AnyValue => "a value of any type has no form there",
            Self::NoValue => "nothing is a value of this schema",
            Self::Tuple => "items told apart by position have no form there",
            Self::Recursion => "a schema that refers to itself has no form there",
            Self::Reference => "the reference leads out of the schema or nowhere",
            Self::AllOf => "schemas that all have to hold have no form there",
            Self::Members => "members of these types have no form there",
            Self::Type => "this type has no form there",
            Self::NothingRequired => "at least one property has to be required",
            Self::NoProperties => "an object without properties leaves nothing to constrain",
            Self::NoStrictMode => "there is no strict mode",
            Self::SameName => "another tool of the request has the same name",
            Self::NotAllStrict => "all tools of a request are strict or none is, and one cannot be",
        })
    }
}
