use serde_json::Value;

use super::names::NameRule;
use super::openai::chat_tool;
use super::pass::{self, Pass};
use super::spec::{Provider, RequestLimits};
use super::target::Target;
use super::view::{Outcome, View};

/// Ollama's API, which takes tools in the form of OpenAI's Chat.
///
/// It passes a few keywords on and drops all others in silence; those are told in
/// the descriptions instead.
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
/// use tool_core::provider::Ollama;
///
/// let schema = json!({"type": "object", "properties": {"seconds": {"type": "integer", "maximum": 60}}});
/// let wait = Definition::new("wait", "Wait a while.", schema)?;
/// let export = wait.export(Ollama::chat())?;
/// assert_eq!(export.schema()["properties"]["seconds"]["description"], "(maximum: 60)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ollama;

impl Ollama {
    /// Chat.
    pub const fn chat() -> Target {
        Target::of(&CHAT)
    }
}

static CHAT: Provider = Provider {
    name: "Ollama",
    tool_name: NameRule::COMMON,
    description: None,
    plain: PLAIN,
    strict: None,
    tool: chat_tool,
    output: None,
    tools: Value::Array,
    limits: &RequestLimits::NONE,
};

const PLAIN: &[Pass] = &[
    pass::drop_empty_defaults,
    pass::describe_logic,
    pass::merge_all_of,
    pass::inline_references,
    pass::join_root_forms,
    pass::list_tuples,
    pass::const_to_enum,
    pass::one_of_to_any_of,
    pass::describe_maps,
    pass::properties_of_objects,
    pass::leave_to_reader,
    describe_others,
    pass::join_members,
];

/// What gets to the model.
const TAKEN: &[&str] = &[
    "type",
    "enum",
    "description",
    "properties",
    "required",
    "items",
    "anyOf",
];

fn describe_others(view: &mut View<'_>) -> Outcome {
    view.each(|schema, ledger| {
        let others = |keyword: &&String| {
            !TAKEN.contains(&keyword.as_str()) && !super::view::is_of_passes(keyword)
        };
        let others: Vec<String> = schema.keys().filter(others).cloned().collect();
        for keyword in others {
            ledger.describe(schema, &keyword);
        }
        Ok(())
    })
}
