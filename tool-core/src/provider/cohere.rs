use serde_json::{Value, json};

use super::Reason;
use super::error::Refusal;
use super::names::NameRule;
use super::openai::{PLAIN, chat_tool};
use super::pass::{self, Pass, measure};
use super::spec::{Parts, Provider, RequestLimits};
use super::target::Target;
use super::view::{Outcome, View, origin};

/// Cohere's API, version 2.
///
/// Strict is a word of the request there: send `"strict_tools": true` beside tools
/// that were exported with it.
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
/// use tool_core::provider::Cohere;
///
/// let schema = json!({"type": "object", "properties": {"seconds": {"type": "integer"}}});
/// let wait = Definition::new("wait", "Wait a while.", schema)?;
/// let exports = Cohere::chat().export_all([&wait]).unwrap();
/// assert_eq!(exports.tools()[0]["function"]["name"], "wait");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Cohere;

impl Cohere {
    /// Chat.
    pub const fn chat() -> Target {
        Target::of(&CHAT)
    }
}

static CHAT: Provider = Provider {
    name: "Cohere",
    tool_name: NameRule::COMMON,
    description: None,
    plain: PLAIN,
    strict: Some(STRICT),
    tool,
    output: None,
    tools: Value::Array,
    limits: &RequestLimits {
        properties: Some(PROPERTIES),
        all_strict: true,
        ..RequestLimits::NONE
    },
};

/// So many properties all strict tools of a request may have.
const PROPERTIES: usize = 200;

const TOLD: &[&str] = &[
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
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
    pass::join_all_forms,
    pass::one_form_for_each_value,
    |view| pass::describe(view, TOLD),
    |view| pass::describe_formats(view, &["date-time", "uuid", "date", "time"]),
    |view| pass::describe_patterns(view, &["^", "$", "?=", "?!"]),
    pass::close_objects,
    pass::one_of_to_any_of,
    pass::refuse_recursion,
    pass::wrap_references,
    something_required,
    pass::drop_unused,
    within_limits,
];

/// Each object requires a property.
fn something_required(view: &mut View<'_>) -> Outcome {
    view.each(|schema, _| match schema.get("required") {
        Some(Value::Array(required)) if !required.is_empty() => Ok(()),
        _ if schema.get("type") != Some(&json!("object")) => Ok(()),
        _ => Err(Refusal::new(
            origin(schema),
            Some("required"),
            Reason::NothingRequired,
        )),
    })
}

/// One schema alone may not exceed the budget of a request.
fn within_limits(view: &mut View<'_>) -> Outcome {
    let size = measure(&view.schema);
    pass::at_most("properties", size.properties, PROPERTIES)
}

/// OpenAI's form, where strict is no word of the tool.
fn tool(parts: Parts<'_>) -> Value {
    chat_tool(Parts {
        strict: false,
        ..parts
    })
}
