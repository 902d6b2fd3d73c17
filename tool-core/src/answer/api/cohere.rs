use serde_json::{Value, json};

use super::message::{Members, merge_into, with_listed_content};
use super::open_ai_chat::note_deltas;
use crate::answer::draft::{Draft, enter_member};
use crate::answer::result::Content;
use crate::answer::turn::Answered;
use crate::answer::usage::Pointers;

pub(super) const MEMBERS: Members = Members {
    kept: &["tool_plan", "content", "citations"],
    arguments_are_text: true,
    needs_id: true,
};

const USAGE: Pointers = Pointers {
    input: "/usage/tokens/input_tokens",
    output: "/usage/tokens/output_tokens",
    cache_read: "/usage/cached_tokens",
    ..Pointers::NONE
};

/// `{"message": {"content": [..], "tool_plan", "tool_calls"}, "finish_reason"}`. In an error,
/// `message` is a text.
pub(super) fn read_body(body: &Value, draft: &mut Draft) {
    if body["message"].is_string() {
        draft.set_error(body);
    }
    // The message of Ollama is next to `done` and `done_reason`.
    let of_ollama = ["done", "done_reason"];
    let is_answer = of_ollama.iter().all(|key| body[*key].is_null());
    if !is_answer || !body["message"].is_object() {
        return;
    }
    draft.is_recognized = true;
    let message = with_listed_content(&body["message"]);
    note_deltas(&message, draft);
    merge_into(&message, draft);
    draft.set_usage(body, &USAGE);
    draft.set_ending(&body["finish_reason"]);
}

/// `content-start`, `content-delta`, `tool-plan-delta`, `citation-start` and `message-end` contain
/// a piece in `delta`. The pieces of calls arrive in separate events.
pub(super) fn read_event(event: &Value, draft: &mut Draft) {
    let delta = &event["delta"];
    let piece = &delta["message"];
    match event["type"].as_str() {
        Some("message-start") => draft.is_recognized = true,
        Some("content-start" | "content-delta") => read_content(event, draft),
        Some("tool-plan-delta") => {
            merge_into(piece, draft);
        }
        Some("tool-call-start" | "tool-call-delta") => {
            let mut call = piece["tool_calls"].clone();
            *enter_member(&mut call, "index") = event["index"].clone();
            merge_into(&json!({"tool_calls": [call]}), draft);
        }
        Some("citation-start") => {
            merge_into(&json!({"citations": [piece["citations"]]}), draft);
        }
        Some("message-end") => {
            draft.set_usage(delta, &USAGE);
            draft.set_ending(&delta["finish_reason"]);
            draft.set_error(&delta["error"]);
        }
        _ => {
            if event["message"].is_string() {
                draft.set_error(event);
            }
        }
    }
}

/// Reads a piece of the content block with this `index`.
fn read_content(event: &Value, draft: &mut Draft) {
    let mut block = event["delta"]["message"]["content"].clone();
    note_deltas(&json!({"content": [block]}), draft);
    let content = draft.message.get("content").and_then(Value::as_array);
    let kind = content.and_then(|blocks| {
        let mut blocks = blocks.iter();
        let block = blocks.rfind(|block| block["index"] == event["index"])?;
        block.get("type").cloned()
    });
    if let (Some(block), Some(kind)) = (block.as_object_mut(), kind) {
        block.insert("type".to_owned(), kind);
    }
    if let Some(block) = block.as_object_mut() {
        block.insert("index".to_owned(), event["index"].clone());
    }
    merge_into(&json!({"content": [block]}), draft);
}

pub(super) fn write_result((call, result): &Answered<'_>) -> Value {
    let content: Vec<_> = result.content.iter().map(write_block).collect();
    json!({"role": "tool", "tool_call_id": call.id, "content": content})
}

fn write_block(content: &Content) -> Value {
    match content {
        Content::Block(block) => block.clone(),
        other => json!({"type": "text", "text": other.to_text()}),
    }
}
