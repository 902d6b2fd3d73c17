use serde_json::json;

use super::Reason;
use super::error::Unexportable;
use super::openai::{CHAT_FORMAT, COMPATIBLE};
use super::openai_choice::{build_chat_name, write_choice};
use super::pass::{self, Pass, list_annotations_except, list_limits_except};
use super::spec::{AnswerFormat, Provider, RequestLimits, StrictRequest};
use super::target::Target;
use super::view::{PassResult, View};
use crate::issue::JsonType;
use crate::schema::keyword::Keyword;

/// DeepSeek's API, which accepts tools in the format of OpenAI's Chat Completions.
///
/// Only the beta endpoint supports strict tools:
/// [`Exports::base_url`](super::Exports::base_url) returns it. There, either all tools of a request
/// are strict or none. [`Target::export_all`] ensures this.
///
/// ```
/// use tool_core::{Definition, json};
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
    /// Returns the target for chat completions.
    pub const fn chat() -> Target {
        Target::of(&CHAT)
    }
}

static CHAT: Provider = Provider {
    name: "DeepSeek",
    strict: Some(STRICT),
    choice: |chosen, fields| {
        // The API has no `parallel_tool_calls`.
        chosen.lose_parallel(fields);
        write_choice(chosen, fields, build_chat_name)
    },
    format: Some(AnswerFormat {
        strict: None,
        shows_schema: false,
        has_no_schema: true,
        write: |_, fields| fields.set(&["response_format"], json!({"type": "json_object"})),
        ..CHAT_FORMAT
    }),
    strict_request: StrictRequest {
        base_url: Some("https://api.deepseek.com/beta"),
        ..StrictRequest::NONE
    },
    limits: RequestLimits {
        all_strict: true,
        ..RequestLimits::NONE
    },
    ..COMPATIBLE
};

const STRICT: &[Pass] = &[
    pass::join_all_required_forms,
    pass::normalize_types,
    // Only numbers may be constants.
    pass::turn_const_into_enum,
    describe_not_taken,
    |view| pass::describe_formats(view, &["email", "hostname", "ipv4", "ipv6", "uuid"]),
    |view| pass::describe_patterns(view, &["(?=", "(?!", "(?<"]),
    pass::close_objects,
    pass::turn_one_of_into_any_of,
    pass::require_all,
    pass::inline_in_unions,
    pass::join_nested_unions,
    refuse_empty_objects,
];

fn describe_not_taken(view: &mut View<'_>) -> PassResult {
    let taken: Vec<_> = Keyword::about(JsonType::Number)
        .chain(["pattern"])
        .collect();
    pass::describe_each(
        view,
        &[list_limits_except(&taken), list_annotations_except(&[])].concat(),
    )
}

/// Rejects an object below the root that declares no property.
fn refuse_empty_objects(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, _| {
        let is_empty = schema.has("properties") && schema.properties().is_empty();
        if is_empty && !schema.origin().is_empty() {
            return Err(Unexportable::at(schema, None, Reason::NoProperties));
        }
        Ok(())
    })
}
