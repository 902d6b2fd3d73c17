use serde_json::Value;

use super::names::NameRule;
use super::openai::{LIMITS, PLAIN, chat_tool};
use super::pass;
use super::spec::Provider;
use super::target::Target;

/// Groq's API, which takes tools in the form of OpenAI's Chat.
///
/// Its server holds arguments against the schema, and refuses the answer of the
/// model where they miss it: what would be read leniently may not get here.
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
/// use tool_core::provider::Groq;
///
/// let schema = json!({"type": "object", "properties": {"seconds": {"type": "integer"}}});
/// let wait = Definition::new("wait", "Wait a while.", schema)?;
/// let export = wait.export(Groq::chat())?;
/// assert_eq!(export.tool()["function"]["name"], "wait");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Groq;

impl Groq {
    /// Chat completions.
    pub const fn chat() -> Target {
        Target::of(&CHAT)
    }
}

static CHAT: Provider = Provider {
    name: "Groq",
    tool_name: NameRule::COMMON,
    description: None,
    plain: &[
        |view| PLAIN.iter().try_for_each(|pass| pass(view)),
        pass::properties_of_required,
    ],
    strict: None,
    tool: chat_tool,
    output: None,
    tools: Value::Array,
    limits: &LIMITS,
};
