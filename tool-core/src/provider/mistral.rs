use serde_json::Value;

use super::names::NameRule;
use super::openai::{PLAIN, chat_tool};
use super::spec::{Provider, RequestLimits};
use super::target::Target;

/// Mistral's API, which takes tools in the form of OpenAI's Chat.
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
/// use tool_core::provider::Mistral;
///
/// let schema = json!({"type": "object", "properties": {"seconds": {"type": "integer"}}});
/// let wait = Definition::new("wait", "Wait a while.", schema)?;
/// let export = wait.export(Mistral::chat())?;
/// assert_eq!(export.tool()["function"]["name"], "wait");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Mistral;

impl Mistral {
    /// Chat completions.
    pub const fn chat() -> Target {
        Target::of(&CHAT)
    }
}

static CHAT: Provider = Provider {
    name: "Mistral",
    tool_name: NameRule::COMMON,
    description: None,
    plain: PLAIN,
    strict: None,
    tool: chat_tool,
    output: None,
    tools: Value::Array,
    limits: &RequestLimits::NONE,
};
