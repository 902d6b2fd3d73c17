use serde_json::{Map, Value, json};

use crate::answer::draft::{
    Draft, append, build_message, enter_member, items_of, parse_arguments_object, to_object,
    without_nulls,
};
use crate::answer::result::Content;
use crate::answer::turn::Answered;
use crate::answer::turn::TurnCalls;
use crate::answer::usage::Pointers;

const USAGE: Pointers = Pointers {
    input: "/inputTokens",
    output: "/outputTokens",
    cache_read: "/cacheReadInputTokens",
    cache_write: "/cacheWriteInputTokens",
    ..Pointers::NONE
};

/// Names of the events. Each event contains its payload under its name.
const EVENTS: [&str; 6] = [
    "messageStart",
    "contentBlockStart",
    "contentBlockDelta",
    "contentBlockStop",
    "messageStop",
    "metadata",
];

/// `{"output": {"message": {"content": [..]}}, "stopReason", "usage"}`. In an error, `message` is a
/// text.
pub(super) fn read_body(body: &Value, draft: &mut Draft) {
    let content = &body["output"]["message"]["content"];
    draft.is_recognized |= content.is_array() || body["stopReason"].is_string();
    if !draft.is_recognized && (body["message"].is_string() || body["Message"].is_string()) {
        draft.set_error(body);
    }
    for block in items_of(content) {
        draft.add(None, block.clone());
    }
    draft.set_usage(&body["usage"], &USAGE);
    draft.set_ending(&body["stopReason"]);
}

/// `{"contentBlockDelta": {..}}`, or only the payload.
pub(super) fn read_event(event: &Value, draft: &mut Draft) {
    let named = EVENTS.iter().find_map(|name| event.get(*name));
    read_payload(named.unwrap_or(event), draft);
}

fn read_payload(payload: &Value, draft: &mut Draft) {
    let index = payload["contentBlockIndex"].as_u64();
    // Events of other APIs have a `type`.
    let begins = payload["role"] == "assistant" && payload["type"].is_null();
    draft.is_recognized |= begins || index.is_some() || payload["stopReason"].is_string();
    draft.set_ending(&payload["stopReason"]);
    draft.set_usage(&payload["usage"], &USAGE);
    if let Some((key, start)) = payload["start"]
        .as_object()
        .and_then(|start| start.iter().next())
    {
        let mut block = json!({key: start});
        if block["toolResult"].is_object() {
            *enter_member(&mut block["toolResult"], "content") = json!([]);
        }
        draft.add(index, block);
    }
    let delta = &payload["delta"];
    if delta.is_object() {
        read_delta(index, delta, draft);
    }
}

fn read_delta(index: Option<u64>, delta: &Value, draft: &mut Draft) {
    // Blocks of text or reasoning have no start event.
    if draft
        .part(index)
        .is_none_or(|part| index.is_some() && part.index != index)
    {
        draft.add(index, json!({}));
    }
    let Some(part) = draft.part(index) else {
        return;
    };
    append(&mut part.json, "text", &delta["text"]);
    // A piece with the index of another block belongs to a call that the reader of the calls finds.
    if let Some(piece) = delta["toolUse"]["input"].as_str()
        && part.json["toolUse"].is_object()
    {
        part.arguments.push_str(piece);
    }
    if let Some(pieces) = delta["toolResult"].as_array() {
        let content = enter_member(enter_member(&mut part.json, "toolResult"), "content");
        push_all(pieces.iter().cloned(), content);
    }
    if delta["image"]["source"].is_object() {
        *enter_member(enter_member(&mut part.json, "image"), "source") =
            delta["image"]["source"].clone();
    }
    if delta["citation"].is_object() {
        push_all(
            [delta["citation"].clone()],
            enter_member(&mut part.json, CITATIONS),
        );
    }
    let reasoning = &delta["reasoningContent"];
    append_reasoning(reasoning, &mut part.json);
    draft.push_reasoning(reasoning["text"].as_str().unwrap_or_default());
    draft.push_text(delta["text"].as_str().unwrap_or_default());
}

/// Appends a piece of reasoning: text with a signature, or encrypted content.
fn append_reasoning(reasoning: &Value, block: &mut Value) {
    if reasoning["redactedContent"].is_string() {
        let whole = enter_member(block, "reasoningContent");
        append(whole, "redactedContent", &reasoning["redactedContent"]);
    } else if reasoning.is_object() {
        let text = enter_member(enter_member(block, "reasoningContent"), "reasoningText");
        append(text, "text", &reasoning["text"]);
        append(text, "signature", &reasoning["signature"]);
    }
}

/// Adds items to a list. Creates the list if it is absent.
fn push_all(items: impl IntoIterator<Item = Value>, list: &mut Value) {
    match list {
        Value::Array(list) => list.extend(items),
        list => *list = items.into_iter().collect(),
    }
}

/// The member with the citations of a text while it arrives.
const CITATIONS: &str = "citations";

/// Returns a text with citations as the API accepts it: `{"citationsContent": {"content",
/// "citations"}}`. A stream sends the citations next to the text.
fn wrap_citations(block: Value) -> Value {
    if block[CITATIONS].is_array() && block["text"].is_string() {
        let content = json!([{"text": block["text"]}]);
        return json!({"citationsContent": {"content": content, "citations": block[CITATIONS]}});
    }
    block
}

/// Returns one message with the unchanged blocks. Omits blocks that the API rejects: blank text,
/// reasoning that was cut off before its signature, and a call of the server without its result.
pub(super) fn build_turn(draft: &Draft, listed: &mut TurnCalls) -> Vec<Value> {
    let mut blocks = Vec::new();
    for (at, part) in draft.parts.iter().enumerate() {
        let mut block = wrap_citations(without_nulls(&part.json));
        if block["toolUse"].is_object() {
            let call = enter_member(&mut block, "toolUse");
            if !part.arguments.is_empty() {
                *enter_member(call, "input") = parse_arguments_object(&part.arguments);
            }
            *enter_member(call, "input") = to_object(&call["input"]);
            if call["type"] != "server_tool_use" {
                let name = call["name"].as_str().unwrap_or_default();
                listed.push(call["toolUseId"].as_str(), name);
            }
        }
        if !is_rejected(&block, draft.is_cut_at(at)) {
            blocks.push(block);
        }
    }
    build_message("assistant", "content", blocks)
}

fn is_rejected(block: &Value, is_cut: bool) -> bool {
    let is_blank = |text: &Value| text.as_str().is_some_and(|text| text.trim().is_empty());
    let thought = &block["reasoningContent"]["reasoningText"];
    block.as_object().is_none_or(Map::is_empty)
        || is_blank(&block["text"])
        || is_cut && thought.is_object() && thought["signature"].is_null()
        || is_cut && block["toolUse"]["type"] == "server_tool_use"
}

pub(super) fn read_texts(block: &Value, text: &mut String, reasoning: &mut String) {
    text.push_str(block["text"].as_str().unwrap_or_default());
    let cited = block["citationsContent"]["content"].as_array();
    for piece in cited.into_iter().flatten() {
        text.push_str(piece["text"].as_str().unwrap_or_default());
    }
    let thought = &block["reasoningContent"]["reasoningText"]["text"];
    reasoning.push_str(thought.as_str().unwrap_or_default());
}

/// Returns a `toolResult` with its status.
pub(super) fn write_result((call, result): &Answered<'_>) -> Value {
    let status = if result.is_error { "error" } else { "success" };
    let content: Vec<_> = result.content.iter().map(write_block).collect();
    json!({"toolResult": {"toolUseId": call.id, "content": content, "status": status}})
}

/// Text in place of a blank result, which the API rejects.
const NO_TEXT: &str = "The result is empty.";

fn write_block(content: &Content) -> Value {
    match content {
        Content::Text(text) if text.trim().is_empty() => json!({"text": NO_TEXT}),
        Content::Text(text) => json!({"text": text}),
        // The API accepts only objects.
        Content::Json(value) if value.is_object() => json!({"json": value}),
        Content::Json(value) => json!({"text": value.to_string()}),
        Content::Block(block) => block.clone(),
        Content::Image { media_type, data } => {
            let format = media_type.strip_prefix("image/").unwrap_or(media_type);
            json!({"image": {"format": format, "source": {"bytes": data}}})
        }
    }
}
