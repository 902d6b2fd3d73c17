use serde_json::{Value, json};

/// A call of a tool that the provider defines and the client runs: a custom tool with text input, a
/// search for tools, a shell command, a patch, or an action on a computer.
///
/// ```
/// use tool_core::answer::Answer;
/// use tool_core::call::Api;
/// use tool_core::json;
///
/// let body = r#"{"status": "completed", "output": [
///     {"type": "custom_tool_call", "call_id": "call_1", "name": "sql", "input": "SELECT 1"}
/// ]}"#;
/// let answer = Answer::from_body(Api::OpenAiResponses, body)?;
/// let call = &answer.builtin_calls[0];
/// assert_eq!((call.kind.as_str(), call.input.as_str()), ("custom_tool_call", Some("SELECT 1")));
/// assert_eq!(
///     call.result("1"),
///     json!({"type": "custom_tool_call_output", "call_id": "call_1", "output": "1"}),
/// );
/// # Ok::<(), tool_core::answer::AnswerError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BuiltinCall {
    /// Type of the item, as the provider names it, such as `local_shell_call`.
    pub kind: String,
    /// ID that the result must contain.
    pub id: String,
    /// Name of a custom tool.
    pub name: Option<String>,
    /// The input of the tool: text, or an action as JSON.
    pub input: Value,
}

/// Members of an item that hold its input, in the order of their use.
const INPUTS: [&str; 4] = ["input", "action", "operation", "arguments"];

/// Type of the call of a custom tool in `OpenAI` Chat: `{"type": "custom", "id", "custom": {"name",
/// "input"}}`.
pub(super) const CUSTOM: &str = "custom";

impl BuiltinCall {
    /// Reads an item of `OpenAI` Responses, or a call of `OpenAI` Chat. Returns `None` for an item
    /// that the client does not run, and for a call of a function.
    pub(super) fn from_item(item: &Value) -> Option<Self> {
        let text = |key: &str| item.get(key).and_then(Value::as_str).map(str::to_owned);
        let kind = text("type")?;
        if kind == CUSTOM {
            let inside = |key: &str| item.get(CUSTOM)?.get(key).cloned();
            return Some(Self {
                id: text("id").unwrap_or_default(),
                name: inside("name")?.as_str().map(str::to_owned),
                input: inside("input").unwrap_or_default(),
                kind,
            });
        }
        let is_run_here = match kind.as_str() {
            "custom_tool_call" | "local_shell_call" | "shell_call" | "apply_patch_call"
            | "computer_call" => true,
            "tool_search_call" => text("execution").is_some_and(|by| by == "client"),
            _ => false,
        };
        let mut inputs = INPUTS.iter().filter_map(|key| item.get(key));
        is_run_here.then_some(Self {
            id: text("call_id").or_else(|| text("id")).unwrap_or_default(),
            name: text("name"),
            input: inputs.next().cloned().unwrap_or_default(),
            kind,
        })
    }

    /// Returns the item or the message with the result, for the next request. `output` has the form that the API
    /// requires for this kind: a text, the outputs of commands, a screenshot, or the tools found.
    #[must_use]
    pub fn result(&self, output: impl Into<Value>) -> Value {
        let output = output.into();
        let Self { id, kind, .. } = self;
        match kind.as_str() {
            CUSTOM => json!({"role": "tool", "tool_call_id": id, "content": output}),
            "tool_search_call" => json!({
                "type": "tool_search_output", "call_id": id, "execution": "client",
                "status": "completed", "tools": output,
            }),
            "local_shell_call" => {
                json!({"type": "local_shell_call_output", "id": id, "output": output})
            }
            "apply_patch_call" => json!({
                "type": "apply_patch_call_output", "call_id": id, "status": "completed",
                "output": output,
            }),
            _ => json!({"type": format!("{kind}_output"), "call_id": id, "output": output}),
        }
    }
}
