use std::fmt;

use serde::Serialize;

/// Why a JSON Schema cannot be the schema of a tool.
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
///
/// let schema = json!({"type": "object", "properties": {"a": {"minimum": "1"}}});
/// let error = Definition::new("t", "A tool.", schema).unwrap_err();
/// assert_eq!(error.path(), "/properties/a");
/// assert_eq!(error.keyword(), Some("minimum"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
// Boxed: schemas are compiled by recursion, and a wide error is room on the stack
// at each step.
pub struct SchemaError(Box<Fault>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Fault {
    tool: String,
    path: String,
    keyword: Option<String>,
    reason: String,
    /// Whether the schema is right, and only says what the plan does not check.
    #[serde(skip)]
    gap: bool,
}

impl SchemaError {
    pub(crate) fn new(path: &str, keyword: Option<&str>, reason: impl Into<String>) -> Self {
        Self(Box::new(Fault {
            tool: String::new(),
            path: path.to_owned(),
            keyword: keyword.map(str::to_owned),
            reason: reason.into(),
            gap: false,
        }))
    }

    /// That the plan does not check what the schema says there.
    pub(crate) fn gap(path: &str, keyword: Option<&str>, reason: impl Into<String>) -> Self {
        let mut error = Self::new(path, keyword, reason);
        error.0.gap = true;
        error
    }

    pub(super) fn is_gap(&self) -> bool {
        self.0.gap
    }

    pub(crate) fn of_tool(mut self, name: &str) -> Self {
        name.clone_into(&mut self.0.tool);
        self
    }

    /// The name of the tool.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.0.tool
    }

    /// Where in the schema, as a JSON Pointer; empty for its root.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// The keyword that is at fault, if it is one.
    #[must_use]
    pub fn keyword(&self) -> Option<&str> {
        self.0.keyword.as_deref()
    }

    /// What is wrong, in words.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.0.reason
    }
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault {
            tool,
            path,
            keyword,
            reason,
            gap: _,
        } = &*self.0;
        write!(f, "the schema of tool `{tool}` cannot be used: ")?;
        match (keyword, path.as_str()) {
            (Some(keyword), "") => write!(f, "`{keyword}` at the root: {reason}"),
            (Some(keyword), path) => write!(f, "`{keyword}` at `{path}`: {reason}"),
            (None, "") => f.write_str(reason),
            (None, path) => write!(f, "at `{path}`: {reason}"),
        }
    }
}

impl std::error::Error for SchemaError {}
