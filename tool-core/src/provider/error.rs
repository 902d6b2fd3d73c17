use std::borrow::Cow;
use std::fmt;

use serde::Serialize;

use super::schema::Schema;

/// The error of an export: the part of the definition that the provider does not support, its
/// place, and a fix.
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
///      a value of any type is not supported; declare its type, or export without strict",
/// );
/// # Ok::<(), tool_core::SchemaError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExportError(Box<FailedExport>);

/// All errors of [`Target::export_all`](super::Target::export_all). `Display` writes one per
/// line.
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
/// use tool_core::provider::OpenAi;
///
/// let schema = json!({"type": "object", "properties": {"extra": {}}});
/// let log = Definition::new("log", "Write a line.", schema)?;
/// let errors = OpenAi::chat().strict().export_all([&log]).unwrap_err();
/// assert_eq!(errors.errors()[0].path(), "/properties/extra");
/// # Ok::<(), tool_core::SchemaError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExportErrors(pub(super) Vec<ExportError>);

impl ExportErrors {
    /// Returns the errors, in the order of the tools. There is at least one.
    #[must_use]
    pub fn errors(&self) -> &[ExportError] {
        &self.0
    }
}

impl fmt::Display for ExportErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, error) in self.0.iter().enumerate() {
            let separator = if number == 0 { "" } else { "\n" };
            write!(f, "{separator}{error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for ExportErrors {}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct FailedExport {
    tool: String,
    target: String,
    strict: bool,
    /// `true` if an export without strict succeeds.
    #[serde(skip)]
    is_plain_way_out: bool,
    #[serde(flatten)]
    refusal: Unexportable,
}

/// The reason why a pass fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Unexportable {
    path: String,
    keyword: Option<String>,
    reason: Reason,
}

/// The reason why a provider does not support a definition.
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
/// assert_eq!(error.way_out(), "export without strict");
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
    /// A value in the place of a schema is not a schema.
    NoSchema,
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
    /// Another tool of the request is not strict. Either all tools are strict or none.
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

    /// Creates the reason for a schema, with its place in the definition.
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

    /// Returns the place in the definition's schema, as a JSON Pointer. Empty for the root.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.0.refusal.path
    }

    /// Returns the unsupported keyword, if the reason concerns one.
    #[must_use]
    pub fn keyword(&self) -> Option<&str> {
        self.0.refusal.keyword.as_deref()
    }

    /// Returns the reason.
    #[must_use]
    pub fn reason(&self) -> &Reason {
        &self.0.refusal.reason
    }

    /// Returns whether the tool has no arguments.
    pub(super) fn is_of_no_properties(&self) -> bool {
        *self.reason() == Reason::NoProperties && self.path().is_empty()
    }

    /// Returns a text about how to fix the definition.
    #[must_use]
    pub fn way_out(&self) -> String {
        let way_out = self.reason().words().1;
        if self.0.is_plain_way_out {
            format!("{way_out}, or export without strict")
        } else {
            way_out.to_owned()
        }
    }

    /// Returns whether the export was strict.
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
    /// Returns the problem and the fix.
    fn words(&self) -> (Cow<'static, str>, &'static str) {
        let (wrong, way_out) = match self {
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
            Self::NoSchema => ("expected a JSON Schema", "replace it with a JSON Schema"),
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
            Self::NotAllStrict => (
                "either all tools of a request are strict or none, and one cannot be",
                "export all of them without strict",
            ),
        };
        (wrong.into(), way_out)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words().0)
    }
}
