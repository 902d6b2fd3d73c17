use serde_json::{Map, Value, json};

use super::message::{Members, merge_into, with_listed_content};
use super::open_ai_chat::note_deltas;
use crate::answer::draft::Draft;
use crate::answer::turn::Answered;
use crate::answer::usage::Pointers;

pub(super) const MEMBERS: Members = Members {
    kept: &["content", "thinking"],
    arguments_are_text: false,
    needs_id: false,
};

const USAGE: Pointers = Pointers {
    input: "/prompt_eval_count",
    output: "/eval_count",
    ..Pointers::NONE
};

/// `{"message": {"content", "thinking", "tool_calls"}, "done_reason"}`. Each line of a stream
/// contains a piece of the message.
pub(super) fn read_body(body: &Value, draft: &mut Draft) {
    draft.set_error(&body["error"]);
    if !is_answer(body) {
        return;
    }
    draft.is_recognized = true;
    draft.set_usage(body, &USAGE);
    let message = with_listed_content(&body["message"]);
    note_deltas(&message, draft);
    merge_into(&message, draft);
    draft.set_ending(&body["done_reason"]);
}

/// Returns whether a body has a message. The message of Cohere is next to a `finish_reason`, and the
/// message in an event of Anthropic is next to a `type`.
fn is_answer(body: &Value) -> bool {
    let of_others = ["finish_reason", "type"];
    body["message"].is_object() && of_others.iter().all(|key| body[*key].is_null())
}

/// Newer servers send an ID for each call. Older servers match a result by the name of the tool.
pub(super) fn write_result((call, result): &Answered<'_>) -> Value {
    let mut message = Map::new();
    message.insert("role".to_owned(), "tool".into());
    message.insert("tool_name".to_owned(), call.name.clone().into());
    if let Some(id) = &call.id {
        message.insert("tool_call_id".to_owned(), json!(id));
    }
    message.insert("content".to_owned(), result.to_text().into());
    message.into()
}
