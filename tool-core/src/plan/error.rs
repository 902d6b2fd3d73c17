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
/// assert_eq!(
///     error.to_string(),
///     "the schema of tool `t` cannot be used: `minimum` at `/properties/a`: expected a number; \
///      correct the schema, or pass the arguments unchecked with `Definition::unchecked`",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
// Boxed: schemas are compiled by recursion, and a wide error is room on the stack
// at each step.
pub struct SchemaError(Box<Details>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Details {
    tool: String,
    /// The Rust type that a derive made the schema of.
    #[serde(skip)]
    of_type: Option<&'static str>,
    path: String,
    keyword: Option<String>,
    reason: String,
    way_out: &'static str,
    /// Whether the schema is right, and only says what the plan does not check.
    #[serde(skip)]
    gap: bool,
    /// Whether a closed object has properties beside it.
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
            way_out: "",
            gap: false,
            properties_beside: false,
        }))
    }

    /// That the plan does not check what the schema says there.
    pub(crate) fn gap(path: &str, keyword: Option<&str>, reason: impl Into<String>) -> Self {
        let mut error = Self::new(path, keyword, reason);
        error.0.gap = true;
        error
    }

    /// That a closed object has properties beside it.
    pub(super) fn of_properties_beside(mut self) -> Self {
        self.0.properties_beside = true;
        self
    }

    pub(super) fn is_gap(&self) -> bool {
        self.0.gap
    }

    /// The error of a schema that was given.
    pub(crate) fn of_tool(self, name: &str) -> Self {
        let way_out = if self.is_checked_in_full() {
            "switch on the feature `full-schema` of `tool-core`, which checks every keyword, or \
             pass the arguments unchecked with `Definition::unchecked`"
        } else {
            "correct the schema, or pass the arguments unchecked with `Definition::unchecked`"
        };
        self.resolve(name, way_out)
    }

    /// The error of a schema that a derive made of a type.
    pub(crate) fn of_derived(mut self, name: &str, of_type: &'static str) -> Self {
        self.0.of_type = Some(of_type);
        if self.0.properties_beside {
            // The user wrote a type, and no keyword of JSON Schema.
            "it allows no properties beside its own, and a tag or a flattened field adds some"
                .clone_into(&mut self.0.reason);
        }
        let way_out = if self.is_checked_in_full() && self.0.properties_beside {
            "put the type into a field that is not flattened, or make a variant that holds it a \
             struct variant, or switch on the feature `full-schema` of `tool-core`, which checks \
             every keyword"
        } else if self.is_checked_in_full() {
            "change the attribute or type that made it, or switch on the feature `full-schema` \
             of `tool-core`, which checks every keyword"
        } else {
            "change the attribute or type that made it"
        };
        self.resolve(name, way_out)
    }

    /// Returns whether the feature `full-schema`, which is off, checks it.
    fn is_checked_in_full(&self) -> bool {
        self.0.gap && !cfg!(feature = "full-schema")
    }

    /// The error of that tool. The way out is the general one unless the error has its own.
    fn resolve(mut self, tool: &str, way_out: &'static str) -> Self {
        tool.clone_into(&mut self.0.tool);
        if self.0.way_out.is_empty() {
            self.0.way_out = way_out;
        }
        self
    }

    pub(crate) fn with_way_out(mut self, way_out: &'static str) -> Self {
        self.0.way_out = way_out;
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

    /// What to do about it, in words.
    #[must_use]
    pub fn way_out(&self) -> &str {
        self.0.way_out
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
            way_out,
            gap: _,
            properties_beside: _,
        } = &*self.0;
        write!(f, "the schema of tool `{tool}`")?;
        // A path within a definition names the type that is at fault.
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
        match *way_out {
            "" => Ok(()),
            way_out => write!(f, "; {way_out}"),
        }
    }
}

impl std::error::Error for SchemaError {}
