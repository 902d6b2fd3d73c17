use serde_json::{Map, Value, json};

use crate::answer::draft::{
    Draft, append, build_message, enter_member, first_of, parse_arguments_object,
};
use crate::answer::result::Content;
use crate::answer::turn::Answered;
use crate::answer::turn::TurnCalls;
use crate::answer::usage::Pointers;
use crate::call::{Calls, Ending};

const USAGE: Pointers = Pointers {
    input: "/usageMetadata/promptTokenCount",
    output: "/usageMetadata/candidatesTokenCount",
    cache_read: "/usageMetadata/cachedContentTokenCount",
    cache_write: "/-",
    reasoning: "/usageMetadata/thoughtsTokenCount",
};

/// `candidates[0]`: `{"content": {"parts": [..]}, "finishReason"}`. Only the first candidate has a
/// turn. The response to a blocked prompt contains `promptFeedback` and no candidate.
pub(super) fn read_body(body: &Value, draft: &mut Draft) {
    draft.set_error(&body["error"]);
    let has_shape = |key: &str| body.get(key).is_some();
    draft.is_recognized |= ["candidates", "promptFeedback", "usageMetadata"]
        .into_iter()
        .any(has_shape);
    draft.set_usage(body, &USAGE);
    draft.set_ending_as(&body["promptFeedback"]["blockReason"], Ending::Filtered);
    let candidate = first_of(&body["candidates"]);
    for part in candidate["content"]["parts"]
        .as_array()
        .into_iter()
        .flatten()
    {
        read_part(part, draft);
    }
    draft.set_ending(&candidate["finishReason"]);
}

/// Each event is a response with a piece of the answer. Code Assist has it in the member
/// `response`.
pub(super) fn read_event(event: &Value, draft: &mut Draft) {
    let inner = &event["response"];
    read_body(if inner.is_object() { inner } else { event }, draft);
}

fn read_part(part: &Value, draft: &mut Draft) {
    if let Some(text) = part["text"].as_str() {
        if part["thought"] == true {
            draft.push_reasoning(text);
        } else {
            draft.push_text(text);
        }
    }
    let last = draft.parts.last_mut().map(|last| &mut last.json);
    match last {
        Some(last) if is_text(last) && is_text(part) && last["thought"] == part["thought"] => {
            append(last, "text", &part["text"]);
        }
        // The part continues the arguments of a call.
        Some(last) if goes_on(last) && part["functionCall"].is_object() => {
            let more = &part["functionCall"]["willContinue"];
            *enter_member(enter_member(last, "functionCall"), "willContinue") = more.clone();
        }
        _ => draft.add(None, part.clone()),
    }
}

/// Returns whether a part contains only text. A part with a signature must not be joined with other
/// parts.
fn is_text(part: &Value) -> bool {
    part["text"].is_string() && part.get("thoughtSignature").is_none()
}

fn goes_on(part: &Value) -> bool {
    part["functionCall"]["willContinue"] == true
}

/// Returns one message with the unchanged parts. Arguments that arrived in pieces come from the
/// parsed calls.
pub(super) fn build_turn(draft: &Draft, calls: &Calls, listed: &mut TurnCalls) -> Vec<Value> {
    let mut read = calls.calls.iter().peekable();
    let mut parts = Vec::new();
    for part in &draft.parts {
        let mut json = part.json.clone();
        if let Some(Value::Object(call)) = json.get_mut("functionCall") {
            let name = call.get("name").and_then(Value::as_str).unwrap_or_default();
            let id = call.get("id").and_then(Value::as_str);
            let same = read.next_if(|read| read.name == name && read.id.as_deref() == id);
            listed.push(id, name);
            let is_streamed = ["partialArgs", "willContinue"].map(|key| call.remove(key).is_some());
            if is_streamed.contains(&true) {
                let raw = same.map_or("{}", |call| &call.raw);
                call.insert("args".to_owned(), parse_arguments_object(raw));
            }
        }
        let is_empty_text = json["text"] == "" && json.get("thoughtSignature").is_none();
        if !is_empty_text {
            parts.push(json);
        }
    }
    build_message("model", "parts", parts)
}

pub(super) fn read_texts(part: &Value, text: &mut String, reasoning: &mut String) {
    let piece = part["text"].as_str().unwrap_or_default();
    if part["thought"] == true {
        reasoning.push_str(piece);
    } else {
        text.push_str(piece);
    }
}

/// Returns a `functionResponse`. The response is an object: any other value goes under `result`,
/// and the text of a failed call goes under `error`.
pub(super) fn write_result((call, result): &Answered<'_>) -> Value {
    let response = match result.as_json() {
        Some(value) if value.is_object() && !result.is_error => value.clone(),
        Some(value) if !result.is_error => json!({"result": value}),
        _ => {
            let texts = result.content.iter();
            let texts = texts.filter(|part| write_block(part).is_none());
            let text: Vec<_> = texts.map(Content::to_text).collect();
            let key = if result.is_error { "error" } else { "result" };
            json!({key: text.join("\n")})
        }
    };
    let mut function = Map::new();
    if let Some(id) = &call.id {
        function.insert("id".to_owned(), id.clone().into());
    }
    function.insert("name".to_owned(), call.name.clone().into());
    function.insert("response".to_owned(), response);
    let blocks: Vec<_> = result.content.iter().filter_map(write_block).collect();
    if !blocks.is_empty() {
        function.insert("parts".to_owned(), blocks.into());
    }
    json!({"functionResponse": function})
}

/// Returns the part for content that is not text or JSON.
fn write_block(content: &Content) -> Option<Value> {
    match content {
        Content::Block(block) => Some(block.clone()),
        Content::Image { media_type, data } => {
            Some(json!({"inlineData": {"mimeType": media_type, "data": data}}))
        }
        _ => None,
    }
}
