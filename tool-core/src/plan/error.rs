use std::fmt;

use serde::Serialize;

/// The error of a JSON Schema that cannot be the schema of a tool.
///
/// ```
/// use tool_core::{Definition, json};
///
/// let schema = json!({"type": "object", "properties": {"a": {"minimum": "one"}}});
/// let error = Definition::new("t", "A tool.", schema).unwrap_err();
/// assert_eq!(error.path(), "/properties/a");
/// assert_eq!(error.keyword(), Some("minimum"));
/// assert_eq!(
///     error.to_string(),
///     "the schema of tool `t` cannot be used: `minimum` at `/properties/a`: expected a number; \
///      correct the schema, or pass the arguments unchecked with `Definition::unchecked`",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
// Boxed: schemas are compiled by recursion, and a large error would cost stack space at each level.
pub struct SchemaError(Box<Details>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Details {
    tool: String,
    /// The Rust type of a derived schema.
    #[serde(skip)]
    of_type: Option<&'static str>,
    path: String,
    keyword: Option<String>,
    reason: String,
    suggestion: &'static str,
    /// `true` if the schema is correct but the plan does not support it.
    #[serde(skip)]
    gap: bool,
    /// `true` if an adjacent schema adds properties to a closed object.
    #[serde(skip)]
    properties_beside: bool,
}

impl SchemaError {
    pub(crate) fn new(path: &str, keyword: Option<&str>, reason: impl Into<String>) -> Self {
        Self(Box::new(Details {
            tool: String::new(),
            of_type: None,
            path: path.to_owned(),
            keyword: keyword.map(str::to_owned),
            reason: reason.into(),
            suggestion: "",
            gap: false,
            properties_beside: false,
        }))
    }

    /// Creates the error of a correct keyword that the plan does not check.
    pub(crate) fn gap(path: &str, keyword: Option<&str>, reason: impl Into<String>) -> Self {
        let mut error = Self::new(path, keyword, reason);
        error.0.gap = true;
        error
    }

    pub(super) fn too_deep(path: &str, levels: usize) -> Self {
        let reason = format!("the schema is nested deeper than {levels} levels");
        Self::new(path, None, reason)
    }

    /// Marks the error of a closed object with properties of an adjacent schema.
    pub(super) fn of_sibling_properties(mut self) -> Self {
        self.0.properties_beside = true;
        self
    }

    pub(super) fn is_gap(&self) -> bool {
        self.0.gap
    }

    /// Completes the error of a schema from the caller.
    pub(crate) fn of_tool(self, name: &str) -> Self {
        let suggestion = if self.is_checked_in_full() {
            "switch on the feature `full-schema` of `tool-core`, which checks every keyword, or \
             pass the arguments unchecked with `Definition::unchecked`"
        } else {
            "correct the schema, or pass the arguments unchecked with `Definition::unchecked`"
        };
        self.resolve(name, suggestion)
    }

    /// Completes the error of a derived schema.
    pub(crate) fn of_derived(mut self, name: &str, of_type: &'static str) -> Self {
        self.0.of_type = Some(of_type);
        if self.0.properties_beside {
            // The user wrote a Rust type and does not know the JSON Schema keyword.
            "it allows only its own properties, but a tag or a flattened field adds others"
                .clone_into(&mut self.0.reason);
        }
        let suggestion = if self.is_checked_in_full() && self.0.properties_beside {
            "put the type into a field that is not flattened, or turn the variant that contains \
             it into a struct variant, or switch on the feature `full-schema` of `tool-core`, \
             which checks every keyword"
        } else if self.is_checked_in_full() {
            "change the attribute or the type that causes it, or switch on the feature \
             `full-schema` of `tool-core`, which checks every keyword"
        } else {
            "change the attribute or the type that causes it"
        };
        self.resolve(name, suggestion)
    }

    /// Returns whether the feature `full-schema` is off and would check the keyword.
    fn is_checked_in_full(&self) -> bool {
        self.0.gap && !cfg!(feature = "full-schema")
    }

    /// Sets the tool name. Sets the fix too if the error does not have one yet.
    fn resolve(mut self, tool: &str, suggestion: &'static str) -> Self {
        tool.clone_into(&mut self.0.tool);
        if self.0.suggestion.is_empty() {
            self.0.suggestion = suggestion;
        }
        self
    }

    pub(crate) fn with_suggestion(mut self, suggestion: &'static str) -> Self {
        self.0.suggestion = suggestion;
        self
    }

    /// Returns the name of the tool.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.0.tool
    }

    /// Returns the place in the schema, as a JSON Pointer. Empty for the root.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// Returns the faulty keyword, if the error concerns one.
    #[must_use]
    pub fn keyword(&self) -> Option<&str> {
        self.0.keyword.as_deref()
    }

    /// Returns a description of the problem.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.0.reason
    }

    /// Returns a text about how to fix the schema.
    #[must_use]
    pub fn suggestion(&self) -> &str {
        self.0.suggestion
    }
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Details {
            tool,
            of_type,
            path,
            keyword,
            reason,
            suggestion,
            gap: _,
            properties_beside: _,
        } = &*self.0;
        match tool.as_str() {
            "" => f.write_str("a tool without a name")?,
            tool => write!(f, "the schema of tool `{tool}`")?,
        }
        // A path into a definition already names the type at fault.
        if let Some(of_type) = of_type.filter(|_| !path.starts_with("/$defs/")) {
            write!(f, ", of the type `{of_type}`,")?;
        }
        f.write_str(" cannot be used: ")?;
        match (keyword, path.as_str()) {
            (Some(keyword), "") => write!(f, "`{keyword}` at the root: {reason}"),
            (Some(keyword), path) => write!(f, "`{keyword}` at `{path}`: {reason}"),
            (None, "") => f.write_str(reason),
            (None, path) => write!(f, "at `{path}`: {reason}"),
        }?;
        match *suggestion {
            "" => Ok(()),
            suggestion => write!(f, "; {suggestion}"),
        }
    }
}

impl std::error::Error for SchemaError {}
