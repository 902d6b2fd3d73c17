use serde_json::{Map, Value, json};

use crate::answer::draft::{
    Draft, append, build_message, enter_member, first_of, items_of, parse_arguments_object,
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
    reasoning: "/usageMetadata/thoughtsTokenCount",
    tools: "/usageMetadata/toolUsePromptTokenCount",
    ..Pointers::NONE
};

/// Members that Python clients write in `snake_case`, and their names in the API.
const SPELLINGS: [(&str, &str); 16] = [
    ("finish_reason", "finishReason"),
    ("finish_message", "finishMessage"),
    ("function_call", "functionCall"),
    ("thought_signature", "thoughtSignature"),
    ("prompt_feedback", "promptFeedback"),
    ("block_reason", "blockReason"),
    ("block_reason_message", "blockReasonMessage"),
    ("usage_metadata", "usageMetadata"),
    ("prompt_token_count", "promptTokenCount"),
    ("candidates_token_count", "candidatesTokenCount"),
    ("thoughts_token_count", "thoughtsTokenCount"),
    ("cached_content_token_count", "cachedContentTokenCount"),
    ("tool_use_prompt_token_count", "toolUsePromptTokenCount"),
    ("inline_data", "inlineData"),
    ("executable_code", "executableCode"),
    ("code_execution_result", "codeExecutionResult"),
];

/// Returns a body with the names of the API. The arguments of calls stay unchanged.
fn to_names_of_api(value: &Value) -> Value {
    match value {
        Value::Object(object) => {
            let entries = object.iter().map(|(key, value)| {
                let spelling = SPELLINGS.iter().find(|(snake, _)| snake == key);
                let name = spelling.map_or(key.as_str(), |(_, name)| name);
                let is_of_model = matches!(name, "args" | "partialArgs");
                let value = if is_of_model {
                    value.clone()
                } else {
                    to_names_of_api(value)
                };
                (name.to_owned(), value)
            });
            entries.collect::<Map<_, _>>().into()
        }
        Value::Array(items) => items.iter().map(to_names_of_api).collect(),
        other => other.clone(),
    }
}

/// Returns whether a body has a name in `snake_case`.
fn is_in_snake_case(body: &Value) -> bool {
    let of_body = ["usage_metadata", "prompt_feedback"];
    let candidate = &body["candidates"][0];
    let mut parts = items_of(&candidate["content"]["parts"]).iter();
    of_body.iter().any(|key| body.get(*key).is_some())
        || candidate.get("finish_reason").is_some()
        || parts.any(|part| part.get("function_call").is_some())
}

/// `candidates[0]`: `{"content": {"parts": [..]}, "finishReason"}`. Only the first candidate has a
/// turn. The response to a blocked prompt contains `promptFeedback` and no candidate.
pub(super) fn read_body(body: &Value, draft: &mut Draft) {
    if is_in_snake_case(body) {
        return read_response(&to_names_of_api(body), draft);
    }
    read_response(body, draft);
}

fn read_response(body: &Value, draft: &mut Draft) {
    draft.set_error(&body["error"]);
    let has_shape = |key: &str| body.get(key).is_some();
    draft.is_recognized |= ["candidates", "promptFeedback", "usageMetadata"]
        .into_iter()
        .any(has_shape);
    draft.set_usage(body, &USAGE);
    let block_reason = match &body["promptFeedback"]["blockReason"] {
        Value::Number(number) => number.to_string().into(),
        reason => reason.clone(),
    };
    draft.set_ending_as(&block_reason, Ending::Filtered);
    let candidate = first_of(&body["candidates"]);
    for part in items_of(&candidate["content"]["parts"]) {
        read_part(part, draft);
    }
    draft.set_ending(&candidate["finishReason"]);
    draft.set_stop_message(&candidate["finishMessage"]);
    draft.set_stop_message(&body["promptFeedback"]["blockReasonMessage"]);
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
            if call.get("id").is_some_and(|id| id == "") {
                call.remove("id");
            }
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
