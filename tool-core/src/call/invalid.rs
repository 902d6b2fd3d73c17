use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::CallError;
use crate::tool::{Annotations, Leniency, Returns, Slot, Spec, Tool, ToolArgError, schema_of};

/// A tool for failed calls. Its arguments are the payload of the error, and its result is the
/// instruction.
///
/// Some hosts route failed calls through a tool with the name `invalid`. Add its definition to
/// the set, and answer with [`InvalidCallTool::result`]. It implements [`Tool`], so it may be a
/// variant of a derived set. The model never sees it: an unknown name never matches it, and
/// [`Target::export_all`](crate::provider::Target::export_all) omits it.
///
/// ```
/// use tool_core::call::InvalidCallTool;
/// use tool_core::{Definition, Tool, json};
///
/// let schema = json!({
///     "type": "object",
///     "properties": {"path": {"type": "string"}},
///     "required": ["path"],
/// });
/// let read = Definition::new("read", "Reads a file.", schema)?;
/// let error = read.parse("{}").unwrap_err();
///
/// let call = InvalidCallTool::from(error);
/// assert_eq!(InvalidCallTool::definition().name(), "invalid");
/// assert_eq!(
///     serde_json::to_value(&call)?,
///     json!({
///         "tool": "read",
///         "error": "Please rewrite the input with valid arguments. Errors: path: Required (the arguments are empty)",
///         "receivedArgs": {},
///         "issues": [
///             {"path": "path", "message": "Required", "code": "required", "expected": ["string"]},
///         ],
///     }),
/// );
///
/// let routed = InvalidCallTool::parse(&serde_json::to_string(&call)?)?;
/// assert_eq!(
///     routed.result(),
///     "Please rewrite the input with valid arguments. Errors: path: Required (the arguments are empty)",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(description = "A call that could not be run.")]
#[non_exhaustive]
pub struct InvalidCallTool {
    /// The name of the called tool.
    pub tool: String,
    /// The problem of the call, and the correction.
    pub error: String,
    /// The arguments of the call: the received object, or `{"raw": ..}` around any other input.
    #[serde(default)]
    pub received_args: Map<String, Value>,
    /// All issues, each with its path, message and code.
    #[serde(default)]
    pub issues: Vec<Map<String, Value>>,
}

impl InvalidCallTool {
    /// Returns the result for the model: the instruction.
    #[must_use]
    pub fn result(&self) -> &str {
        &self.error
    }
}

impl<O> Returns<O> for InvalidCallTool {}

impl Tool for InvalidCallTool {
    const __NAME: &'static str = "invalid";

    fn __slot() -> &'static Slot {
        static SLOT: Slot = Slot::for_host(Spec {
            name: InvalidCallTool::__NAME,
            type_name: "InvalidCallTool",
            description: "Reports a call that could not be run. Do not call it yourself.",
            title: None,
            schema: schema_of::<InvalidCallTool>,
            preprocess: None,
            check: None,
            reread: None,
            leniency: Leniency::Standard,
            annotations: Annotations::new(),
            examples: &[],
            output: None,
        });
        &SLOT
    }
}

impl From<CallError> for InvalidCallTool {
    fn from(error: CallError) -> Self {
        Self::of(&error.payload())
    }
}

impl From<ToolArgError> for InvalidCallTool {
    fn from(error: ToolArgError) -> Self {
        Self::of(&error.payload())
    }
}

impl InvalidCallTool {
    /// Converts a payload, which always has this form.
    fn of(payload: &Value) -> Self {
        let text = |key: &str| payload[key].as_str().unwrap_or_default().to_owned();
        let object = |value: &Value| value.as_object().cloned().unwrap_or_default();
        let issues = payload["issues"].as_array().map(Vec::as_slice);
        Self {
            tool: text("tool"),
            error: text("error"),
            received_args: object(&payload["receivedArgs"]),
            issues: issues.unwrap_or_default().iter().map(object).collect(),
        }
    }
}
