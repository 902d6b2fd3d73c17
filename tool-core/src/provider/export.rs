use serde_json::Value;

use super::pass::Size;
use super::{ExportError, Loss};

/// A definition as one provider's API takes it, and what that does not say of it.
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
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
    pub(super) tool: Value,
    pub(super) schema: Value,
    pub(super) size: Size,
    pub(super) strict: bool,
    pub(super) fallback: Option<ExportError>,
    pub(super) losses: Vec<Loss>,
}

impl Export {
    /// The name of the tool.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The tool object: one item of the provider's list of tools.
    #[must_use]
    pub fn tool(&self) -> &Value {
        &self.tool
    }

    /// The tool object, by value.
    #[must_use]
    pub fn into_tool(self) -> Value {
        self.tool
    }

    /// The schema in the tool object: the view of the definition's schema that
    /// the model is shown.
    #[must_use]
    pub fn schema(&self) -> &Value {
        &self.schema
    }

    /// Returns whether the provider holds the model to the schema.
    #[must_use]
    pub fn is_strict(&self) -> bool {
        self.strict
    }

    /// Why the export is plain although strict was asked for.
    #[must_use]
    pub fn fallback(&self) -> Option<&ExportError> {
        self.fallback.as_ref()
    }

    /// What is not said as the definition's schema says it, in the order in which
    /// it was met.
    #[must_use]
    pub fn losses(&self) -> &[Loss] {
        &self.losses
    }
}
