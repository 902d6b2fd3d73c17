use serde_json::{Value, json};

use crate::call::{DropReason, Dropped};

/// A call that the client answers and that calls no function: a custom tool with text input, a
/// search for tools, a shell command, a patch, an action on a computer, or a request to approve a
/// call of an MCP server.
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
    /// The input of the tool: text, an action, or a list of actions as JSON.
    pub input: Value,
    /// The whole call as the provider sent it, with members such as `pending_safety_checks`.
    pub item: Value,
}

/// Members of an item that hold its input, in the order of their use.
const INPUTS: [&str; 5] = ["input", "action", "actions", "operation", "arguments"];

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
                item: item.clone(),
            });
        }
        let is_run_here = match kind.as_str() {
            "custom_tool_call"
            | "local_shell_call"
            | "apply_patch_call"
            | "computer_call"
            | "mcp_approval_request" => true,
            // The server runs a command in its container.
            "shell_call" => item["environment"]["type"] != "container_reference",
            "tool_search_call" => text("execution").is_some_and(|by| by == "client"),
            _ => false,
        };
        let mut inputs = INPUTS.iter().filter_map(|key| item.get(key));
        is_run_here.then_some(Self {
            id: text("call_id").or_else(|| text("id")).unwrap_or_default(),
            name: text("name"),
            input: inputs.next().cloned().unwrap_or_default(),
            kind,
            item: item.clone(),
        })
    }

    /// Returns the name of a custom tool, or the kind of another call.
    pub(super) fn shown_name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.kind)
    }

    /// Returns the call as a dropped one.
    pub(crate) fn to_dropped(&self, reason: DropReason) -> Dropped {
        let name = self.shown_name().to_owned();
        Dropped::new(Some(self.id.clone()), name, self.input_text(), reason)
    }

    /// Returns the input as text.
    pub(super) fn input_text(&self) -> String {
        let text = self.input.as_str().map(str::to_owned);
        text.unwrap_or_else(|| self.input.to_string())
    }

    /// Returns the item or the message with the result, for the next request. `output` has the form
    /// that the API requires for this kind: a text, the outputs of commands, a screenshot, the
    /// tools found, or `true` for an approval.
    #[must_use]
    pub fn result(&self, output: impl Into<Value>) -> Value {
        let output = output.into();
        let members = match self.kind.as_str() {
            "tool_search_call" => json!({
                "execution": "client", "status": "completed", "tools": output,
            }),
            "apply_patch_call" => json!({"status": "completed", "output": output}),
            "mcp_approval_request" => json!({"approve": output}),
            _ => json!({"output": output}),
        };
        self.make_result(&members)
    }

    /// Returns the item or the message for a call that failed or did not run, with a text for the
    /// model. The API accepts only a screenshot as the result of a `computer_call`.
    ///
    /// ```
    /// use tool_core::answer::Answer;
    /// use tool_core::call::Api;
    /// use tool_core::json;
    ///
    /// let body = r#"{"status": "completed", "output": [
    ///     {"type": "apply_patch_call", "call_id": "call_1", "status": "completed",
    ///         "operation": {"type": "delete_file", "path": "a"}}
    /// ]}"#;
    /// let answer = Answer::from_body(Api::OpenAiResponses, body)?;
    /// assert_eq!(
    ///     answer.builtin_calls[0].failure("a: no such file"),
    ///     json!({"type": "apply_patch_call_output", "call_id": "call_1", "status": "failed",
    ///         "output": "a: no such file"}),
    /// );
    /// # Ok::<(), tool_core::answer::AnswerError>(())
    /// ```
    #[must_use]
    pub fn failure(&self, text: impl Into<String>) -> Value {
        let text = text.into();
        match self.kind.as_str() {
            "apply_patch_call" => self.make_result(&json!({"status": "failed", "output": text})),
            "mcp_approval_request" => self.make_result(&json!({"approve": false, "reason": text})),
            "tool_search_call" => self.result(json!([])),
            "shell_call" => self.result(json!([{
                "stdout": "", "stderr": text, "outcome": {"type": "exit", "exit_code": 1},
            }])),
            _ => self.result(text),
        }
    }

    /// Returns the result with these members. Repeats the member `caller` of the call and the
    /// maximum length of the output, as the API requires.
    fn make_result(&self, members: &Value) -> Value {
        let Self { id, kind, .. } = self;
        let mut result = match kind.as_str() {
            CUSTOM => json!({"role": "tool", "tool_call_id": id, "content": members["output"]}),
            "tool_search_call" => json!({"type": "tool_search_output", "call_id": id}),
            "mcp_approval_request" => {
                json!({"type": "mcp_approval_response", "approval_request_id": id})
            }
            "local_shell_call" => json!({"type": "local_shell_call_output", "id": id}),
            _ => json!({"type": format!("{kind}_output"), "call_id": id}),
        };
        if let Some(result) = result.as_object_mut().filter(|_| kind != CUSTOM) {
            let members = members.as_object().cloned().unwrap_or_default();
            let limit = self.item["action"].get("max_output_length");
            let limit = limit.filter(|limit| !limit.is_null());
            result.extend(limit.map(|limit| ("max_output_length".to_owned(), limit.clone())));
            let caller = self.item.get("caller").filter(|caller| !caller.is_null());
            result.extend(members);
            result.extend(caller.map(|caller| ("caller".to_owned(), caller.clone())));
        }
        result
    }
}
