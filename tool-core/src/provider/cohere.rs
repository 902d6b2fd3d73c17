use serde_json::{Value, json};

use super::Reason;
use super::choice::{ChoiceMode, Chosen, ToolSelection};
use super::error::Unexportable;
use super::fields::RequestFields;
use super::openai::{CHAT_FORMAT, COMPATIBLE, build_chat_tool};
use super::pass::{self, Pass, list_annotations_except, list_limits_except, measure};
use super::spec::{AnswerFormat, Parts, Provider, RequestLimits, StrictRequest};
use super::target::Target;
use super::view::{PassResult, View};
use crate::schema::Lookup;

/// Cohere's API, version 2.
///
/// Strict mode is set on the request: [`Exports::fields`](super::Exports::fields) contains
/// `"strict_tools": true` for strict tools.
///
/// ```
/// use tool_core::{Definition, json};
/// use tool_core::provider::Cohere;
///
/// let schema = json!({"type": "object", "properties": {"seconds": {"type": "integer"}}});
/// let wait = Definition::new("wait", "Wait a while.", schema)?;
/// let exports = Cohere::chat().export_all([&wait]).complete().unwrap();
/// assert_eq!(exports.tools()[0]["function"]["name"], "wait");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Cohere;

impl Cohere {
    /// Returns the target for Chat.
    pub const fn chat() -> Target {
        Target::of(&CHAT)
    }
}

static CHAT: Provider = Provider {
    name: "Cohere",
    answers: "cohere",
    strict: Some(STRICT),
    tool: build_tool,
    choice: write_choice,
    format: Some(AnswerFormat {
        plain: None,
        strict: Some(STRICT),
        // Without a request for JSON in the prompt, the model may never end its answer.
        shows_schema: false,
        write: |parts, fields| {
            let format = json!({"type": "json_object", "json_schema": parts.describe_schema()});
            fields.set(&["response_format"], format);
        },
        ..CHAT_FORMAT
    }),
    strict_request: StrictRequest {
        flag: Some("strict_tools"),
        ..StrictRequest::NONE
    },
    limits: RequestLimits {
        properties: Some(PROPERTIES),
        all_strict: true,
        ..RequestLimits::NONE
    },
    ..COMPATIBLE
};

fn write_choice(chosen: &Chosen<'_>, fields: &mut RequestFields) -> ToolSelection {
    let word = match chosen.mode {
        ChoiceMode::Auto => None,
        ChoiceMode::None => Some("NONE"),
        ChoiceMode::Required => Some("REQUIRED"),
    };
    if let Some(word) = word {
        fields.set(&["tool_choice"], json!(word));
    }
    chosen.lose_parallel(fields);
    chosen.select_tools()
}

/// Maximum number of properties of all strict tools in a request.
const PROPERTIES: usize = 200;

const STRICT: &[Pass] = &[
    pass::join_all_forms,
    pass::normalize_types,
    |view| {
        let limits = list_limits_except(&["pattern"]);
        pass::describe_each(view, &[limits, list_annotations_except(&[])].concat())
    },
    |view| pass::describe_formats(view, &["date-time", "uuid", "date", "time"]),
    |view| pass::describe_patterns(view, &["^", "$", "?=", "?!"]),
    pass::close_objects,
    pass::turn_one_of_into_any_of,
    pass::refuse_recursion,
    pass::wrap_references,
    refuse_nothing_required,
    pass::drop_unused,
    check_limits,
];

/// Rejects an object without a required property.
fn refuse_nothing_required(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, _| {
        if schema.is("type", "object") && schema.list("required").is_empty() {
            return Err(Unexportable::at(
                schema,
                Some("required"),
                Reason::NothingRequired,
            ));
        }
        Ok(())
    })
}

/// A single schema may already exceed the budget of a request.
fn check_limits(view: &mut View<'_>) -> PassResult {
    let size = measure(&view.schema);
    pass::at_most("properties", size.properties, PROPERTIES)
}

/// OpenAI's form, without `strict` in the tool.
fn build_tool(parts: Parts<'_>) -> Value {
    build_chat_tool(Parts {
        strict: false,
        ..parts
    })
}
