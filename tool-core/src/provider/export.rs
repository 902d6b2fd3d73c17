use serde_json::Value;

use super::pass::Size;
use super::spec::Provider;
use super::{ExportError, Loss};

/// A definition in the form of one provider's API, and the parts of the schema that it lacks.
///
/// ```
/// use tool_core::{Definition, json};
/// use tool_core::provider::Anthropic;
///
/// let schema = json!({"type": "object", "properties": {"seconds": {"type": "integer"}}});
/// let wait = Definition::new("wait", "Wait a while.", schema)?;
/// let export = wait.export(Anthropic::messages().strict())?;
/// assert_eq!((export.name(), export.is_strict()), ("wait", true));
/// assert_eq!(export.schema()["additionalProperties"], false);
/// // The item of `tools` in the request.
/// let tool = export.into_tool();
/// assert_eq!(tool["input_schema"]["type"], "object");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Export {
    pub(super) name: String,
    pub(super) alias: Option<String>,
    pub(super) description: String,
    pub(super) tool: Value,
    pub(super) schema: Value,
    pub(super) size: Size,
    pub(super) strict: bool,
    pub(super) fallback: Option<ExportError>,
    pub(super) losses: Vec<Loss>,
    pub(super) provider: &'static Provider,
    /// The item of the list of tools after this tool.
    pub(super) after: Option<Value>,
    /// The namespace of the tool: an object with a name and a description.
    pub(super) namespace: Option<Value>,
}

impl Export {
    /// Returns the name of the tool.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the name in the tool object, if the provider rejects the name of the tool.
    ///
    /// The alias depends only on the name of the tool, so it is the same in every request.
    /// [`Definitions`](crate::Definitions) and [`ToolSet`](crate::ToolSet) find the tool of a
    /// call by its alias, too.
    ///
    /// ```
    /// use tool_core::provider::{Gemini, OpenAi};
    /// use tool_core::{Definition, Definitions, json};
    ///
    /// let read = Definition::new("files.read", "Read a file.", json!({"type": "object"}))?;
    /// let export = read.export(OpenAi::chat())?;
    /// assert_eq!(export.alias(), Some("files_read_feef3122"));
    /// assert_eq!(export.tool()["function"]["name"], "files_read_feef3122");
    /// // Gemini accepts a name with a dot.
    /// assert_eq!(read.export(Gemini::json_schema())?.alias(), None);
    ///
    /// let tools = Definitions::new([read])?;
    /// let call = tools.parse("files_read_feef3122", "{}")?;
    /// assert_eq!(call.definition.name(), "files.read");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn alias(&self) -> Option<&str> {
        self.alias.as_deref()
    }

    /// Returns the name in the tool object: the alias, or the name of the tool.
    #[must_use]
    pub fn shown_name(&self) -> &str {
        self.alias().unwrap_or(&self.name)
    }

    /// Returns the description that the model sees: that of the tool, and what the export moved to
    /// it from the schema. It is empty if the tool has no description.
    ///
    /// An adapter to another library sends this text with [`schema`](Self::schema). The
    /// definition's own description lacks the moved part:
    ///
    /// ```
    /// use tool_core::provider::Anthropic;
    /// use tool_core::{Tool, ToolArg};
    ///
    /// /// Control a timer.
    /// #[derive(Tool)]
    /// struct Timer {
    ///     #[serde(flatten)]
    ///     action: Action,
    /// }
    ///
    /// #[derive(ToolArg)]
    /// #[serde(tag = "action", rename_all = "snake_case")]
    /// enum Action {
    ///     Start { seconds: u32 },
    ///     Stop,
    /// }
    ///
    /// let export = Timer::definition().export(Anthropic::messages())?;
    /// assert_eq!(
    ///     export.description(),
    ///     "Control a timer. (one of {action: \"start\", seconds} | {action: \"stop\"})",
    /// );
    /// # Ok::<(), tool_core::provider::ExportError>(())
    /// ```
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Returns the tool object: one item of the provider's list of tools.
    #[must_use]
    pub fn tool(&self) -> &Value {
        &self.tool
    }

    /// Returns the tool object by value.
    #[must_use]
    pub fn into_tool(self) -> Value {
        self.tool
    }

    /// Returns the schema in the tool object. This is the view of the definition's schema that
    /// the model sees.
    #[must_use]
    pub fn schema(&self) -> &Value {
        &self.schema
    }

    /// Returns whether the provider enforces the schema.
    #[must_use]
    pub fn is_strict(&self) -> bool {
        self.strict
    }

    /// Returns the reason why the export is plain, although strict mode was requested.
    #[must_use]
    pub fn fallback(&self) -> Option<&ExportError> {
        self.fallback.as_ref()
    }

    /// Returns the differences to the definition's schema, in the order in which the export made
    /// them.
    #[must_use]
    pub fn losses(&self) -> &[Loss] {
        &self.losses
    }
}
