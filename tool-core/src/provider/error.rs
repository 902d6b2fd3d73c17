use std::fmt;

use serde::Serialize;

use super::reason::Reason;
use super::schema::Schema;

/// The error of an export: the part of the definition that the provider does not support, its
/// place, and a fix.
///
/// ```
/// use tool_core::{Definition, json};
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

/// All errors of [`ExportedSet::complete`](super::ExportedSet::complete). `Display` writes one per
/// line.
///
/// ```
/// use tool_core::{Definition, json};
/// use tool_core::provider::OpenAi;
///
/// let schema = json!({"type": "object", "properties": {"extra": {}}});
/// let log = Definition::new("log", "Write a line.", schema)?;
/// let errors = OpenAi::chat().strict().export_all([&log]).complete().unwrap_err();
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
    helps_without_strict: bool,
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
        helps_without_strict: bool,
    ) -> ExportError {
        ExportError(Box::new(FailedExport {
            tool: tool.to_owned(),
            target: target.to_owned(),
            strict,
            helps_without_strict,
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

    /// Returns a text about how to fix the definition.
    #[must_use]
    pub fn suggestion(&self) -> String {
        let suggestion = self.reason().words().1;
        if self.0.helps_without_strict {
            format!("{suggestion}, or export without strict")
        } else {
            suggestion.to_owned()
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
        write!(f, "{}; {}", refusal.reason, self.suggestion())
    }
}

impl std::error::Error for ExportError {}
