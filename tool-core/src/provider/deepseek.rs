use serde_json::{Value, json};

use super::Reason;
use super::error::Refusal;
use super::names::NameRule;
use super::openai::{PLAIN, chat_tool};
use super::pass::{self, Pass};
use super::spec::{Provider, RequestLimits};
use super::target::Target;
use super::view::{Outcome, View, origin};

/// DeepSeek's API, which takes tools in the form of OpenAI's Chat.
///
/// Strict tools are taken at the address of its beta alone, and there all tools of
/// a request are strict or none is: [`Target::export_all`] sees to that.
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
/// use tool_core::provider::DeepSeek;
///
/// let schema = json!({"type": "object", "properties": {"seconds": {"type": "integer"}}});
/// let wait = Definition::new("wait", "Wait a while.", schema)?;
/// let export = wait.export(DeepSeek::chat())?;
/// assert_eq!(export.tool()["function"]["name"], "wait");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DeepSeek;

impl DeepSeek {
    /// Chat completions.
    pub const fn chat() -> Target {
        Target::of(&CHAT)
    }
}

static CHAT: Provider = Provider {
    name: "DeepSeek",
    tool_name: NameRule::COMMON,
    description: None,
    plain: PLAIN,
    strict: Some(STRICT),
    tool: chat_tool,
    output: None,
    tools: Value::Array,
    limits: &RequestLimits {
        all_strict: true,
        ..RequestLimits::NONE
    },
};

const TOLD: &[&str] = &[
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "propertyNames",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "contentEncoding",
    "contentMediaType",
];

const STRICT: &[Pass] = &[
    pass::join_all_required_forms,
    pass::one_form_for_each_value,
    // Of the constants only numbers are taken.
    pass::const_to_enum,
    |view| pass::describe(view, TOLD),
    |view| pass::describe_formats(view, &["email", "hostname", "ipv4", "ipv6", "uuid"]),
    |view| pass::describe_patterns(view, &["(?=", "(?!", "(?<"]),
    pass::close_objects,
    pass::one_of_to_any_of,
    pass::require_all,
    pass::inline_in_unions,
    pass::join_nested_unions,
    refuse_empty_objects,
];

/// Below the root an object declares something.
fn refuse_empty_objects(view: &mut View<'_>) -> Outcome {
    view.each(|schema, _| {
        if schema.get("properties") == Some(&json!({})) && !origin(schema).is_empty() {
            return Err(Refusal::new(origin(schema), None, Reason::NoProperties));
        }
        Ok(())
    })
}
