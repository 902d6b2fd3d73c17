use serde_json::{Value, json};

use crate::answer::draft::{
    Draft, DraftPart, append, build_message, enter_member, items_of, parse_arguments_object,
    to_object, without_nulls,
};
use crate::answer::result::Content;
use crate::answer::turn::Answered;
use crate::answer::turn::TurnCalls;
use crate::answer::usage::Pointers;

const USAGE: Pointers = Pointers {
    input: "/input_tokens",
    output: "/output_tokens",
    cache_read: "/cache_read_input_tokens",
    cache_write: "/cache_creation_input_tokens",
    reasoning: "/output_tokens_details/thinking_tokens",
    ..Pointers::NONE
};

/// `{"content": [..], "stop_reason", "usage"}`. An error is `{"type": "error", "error"}`.
pub(super) fn read_body(body: &Value, draft: &mut Draft) {
    draft.set_error(&body["error"]);
    let is_message = body["type"] == "message" && body["role"] == "assistant";
    draft.is_recognized |= is_message || body["content"].is_array();
    for block in items_of(&body["content"]) {
        draft.add(None, block.clone());
    }
    // Some servers send a text in place of blocks.
    if is_message && let Some(text) = body["content"].as_str() {
        draft.add(None, json!({"type": "text", "text": text}));
    }
    draft.set_usage(&body["usage"], &USAGE);
    draft.set_ending(&body["stop_reason"]);
    draft.set_stop_message(&body["stop_details"]["explanation"]);
}

/// `content_block_start` contains a block, and `content_block_delta` contains a piece of it.
pub(super) fn read_event(event: &Value, draft: &mut Draft) {
    let index = event["index"].as_u64();
    match event["type"].as_str() {
        Some("message_start") => {
            draft.is_recognized = true;
            let message = &event["message"];
            draft.set_usage(&message["usage"], &USAGE);
            for block in items_of(&message["content"]) {
                begin(None, block, draft);
            }
            draft.set_ending(&message["stop_reason"]);
        }
        Some("content_block_start") => begin(index, &event["content_block"], draft),
        Some("content_block_delta") => read_delta(index, &event["delta"], draft),
        Some("message_delta") => {
            draft.is_recognized = true;
            draft.set_usage(&event["usage"], &USAGE);
            draft.set_ending(&event["delta"]["stop_reason"]);
            draft.set_stop_message(&event["delta"]["stop_details"]["explanation"]);
        }
        Some("error") => draft.set_error(&event["error"]),
        _ => {}
    }
}

fn begin(index: Option<u64>, block: &Value, draft: &mut Draft) {
    draft.is_recognized = true;
    draft.push_text(block["text"].as_str().unwrap_or_default());
    draft.add(index, block.clone());
}

/// Reads a piece. A text or a thought begins a block if the block with this index is of another type:
/// gateways send both within one block, or without a block.
fn read_delta(index: Option<u64>, delta: &Value, draft: &mut Draft) {
    let kind = ["text", "thinking"]
        .into_iter()
        .find(|key| delta[*key].is_string());
    let has_type = |kind: &str, part: &mut DraftPart| part.json["type"] == kind;
    if let Some(kind) = kind
        && !draft.part(index).is_some_and(|part| has_type(kind, part))
    {
        draft.is_recognized = true;
        draft.add(index, json!({"type": kind, kind: ""}));
    }
    let Some(part) = draft.part(index) else {
        return;
    };
    match delta["type"].as_str() {
        // A piece with the index of another block belongs to a call that the reader of the calls finds.
        Some("input_json_delta") if !is_call(&part.json) => {}
        Some("input_json_delta") => {
            let piece = delta["partial_json"].as_str();
            part.arguments.push_str(piece.unwrap_or_default());
        }
        Some("citations_delta") => match enter_member(&mut part.json, "citations") {
            Value::Array(citations) => citations.push(delta["citation"].clone()),
            citations => *citations = json!([delta["citation"]]),
        },
        _ => {
            // A compaction has a summary in `content`, or an encrypted one.
            for key in [
                "text",
                "thinking",
                "signature",
                "content",
                "encrypted_content",
            ] {
                append(&mut part.json, key, &delta[key]);
            }
            draft.push_reasoning(delta["thinking"].as_str().unwrap_or_default());
            draft.push_text(delta["text"].as_str().unwrap_or_default());
        }
    }
}

/// Returns one message with the unchanged blocks. Omits blocks that the API rejects: blank text,
/// thinking that was cut off before its signature, and a call of the server without its result.
pub(super) fn build_turn(draft: &Draft, listed: &mut TurnCalls) -> Vec<Value> {
    let mut blocks = Vec::new();
    for (at, part) in draft.parts.iter().enumerate() {
        let mut block = without_nulls(&part.json);
        if !part.arguments.is_empty() {
            *enter_member(&mut block, "input") = parse_arguments_object(&part.arguments);
        }
        if block["type"] == "tool_use" {
            let name = block["name"].as_str().unwrap_or_default();
            listed.push(block["id"].as_str(), name);
            *enter_member(&mut block, "input") = to_object(&block["input"]);
        }
        if !is_rejected(&block, draft.is_cut_at(at)) {
            blocks.push(block);
        }
    }
    build_message("assistant", "content", blocks)
}

/// Returns whether a block is a call, of the host or of the server.
fn is_call(block: &Value) -> bool {
    let kind = block["type"].as_str();
    kind.is_some_and(|kind| kind.ends_with("tool_use"))
}

fn is_rejected(block: &Value, is_cut: bool) -> bool {
    let is_blank = |key: &str| block[key].as_str().unwrap_or_default().trim().is_empty();
    match block["type"].as_str() {
        Some("text") => is_blank("text"),
        Some("thinking") => is_blank("signature") && (is_cut || is_blank("thinking")),
        // The result of the server is missing.
        Some("server_tool_use" | "mcp_tool_use") => is_cut,
        _ => false,
    }
}

pub(super) fn read_texts(block: &Value, text: &mut String, reasoning: &mut String) {
    match block["type"].as_str() {
        Some("text") => text.push_str(block["text"].as_str().unwrap_or_default()),
        Some("thinking") => reasoning.push_str(block["thinking"].as_str().unwrap_or_default()),
        _ => {}
    }
}

/// Returns a `tool_result`. Its content is a text, or blocks if the result contains more than text.
pub(super) fn write_result((call, result): &Answered<'_>) -> Value {
    let content = if result.is_text() {
        Value::from(result.to_text())
    } else {
        result.content.iter().map(write_block).collect()
    };
    let mut block = json!({"type": "tool_result", "tool_use_id": call.id, "content": content});
    if result.is_error {
        *enter_member(&mut block, "is_error") = true.into();
    }
    block
}

fn write_block(content: &Content) -> Value {
    match content {
        Content::Image { media_type, data } => json!({
            "type": "image",
            "source": {"type": "base64", "media_type": media_type, "data": data},
        }),
        Content::Block(block) => block.clone(),
        other => json!({"type": "text", "text": other.to_text()}),
    }
}
