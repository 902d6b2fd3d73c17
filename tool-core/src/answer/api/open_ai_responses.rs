use serde_json::{Value, json};

use super::open_ai_pieces::{REASONING, REFUSAL, SUMMARY, TEXT, append_text};
use crate::answer::builtin::BuiltinCall;
use crate::answer::draft::{Draft, append, enter_member, items_of, without_nulls};
use crate::answer::result::Content;
use crate::answer::turn::Answered;
use crate::answer::turn::TurnCalls;
use crate::answer::usage::Pointers;
use crate::call::{Calls, find_incomplete_ending};

const USAGE: Pointers = Pointers {
    input: "/usage/input_tokens",
    output: "/usage/output_tokens",
    cache_read: "/usage/input_tokens_details/cached_tokens",
    cache_write: "/usage/input_tokens_details/cache_write_tokens",
    reasoning: "/usage/output_tokens_details/reasoning_tokens",
    total: "/usage/total_tokens",
    ..Pointers::NONE
};

/// `{"output": [..], "status", "incomplete_details", "error", "usage"}`.
pub(super) fn read_body(body: &Value, draft: &mut Draft) {
    draft.set_error(&body["error"]);
    let is_of_other = body["object"].is_string() && body["object"] != "response";
    draft.is_recognized |= !is_of_other && (body["output"].is_array() || !body["object"].is_null());
    let items = items_of(&body["output"]);
    if !items.is_empty() {
        draft.parts.clear();
    }
    for item in items {
        draft.add(None, item.clone());
    }
    draft.set_usage(body, &USAGE);
    let reason = &body["incomplete_details"]["reason"];
    draft.set_stop_message(reason);
    match reason.as_str() {
        Some(text) => draft.set_ending_as(reason, find_incomplete_ending(text)),
        None => draft.set_ending(&body["status"]),
    }
}

/// `response.output_item.added` contains the start of an item, and `.done` contains the whole item.
/// The last event contains the whole response.
pub(super) fn read_event(event: &Value, draft: &mut Draft) {
    let index = event["output_index"].as_u64();
    let kind = event["type"].as_str();
    draft.is_recognized |= kind.is_some_and(|kind| kind.starts_with("response."));
    match kind {
        Some("response.output_item.added") => {
            draft.add(index, event["item"].clone());
            if let Some(part) = draft.parts.last_mut() {
                part.is_open = true;
            }
        }
        Some("response.output_item.done") if event["item"].is_object() => {
            let is_same = |of: &Value| of["id"] == event["item"]["id"];
            match draft.part(index) {
                Some(part) if part.index == index || is_same(&part.json) => {
                    part.json = event["item"].clone();
                    part.is_open = false;
                }
                _ => draft.add(index, event["item"].clone()),
            }
        }
        Some("response.output_text.delta") => append_text(&TEXT, event, draft),
        Some("response.refusal.delta") => append_text(&REFUSAL, event, draft),
        Some("response.custom_tool_call_input.delta") => {
            if let Some(part) = draft.part(index) {
                append(&mut part.json, "input", &event["delta"]);
            }
        }
        Some("response.reasoning_summary_text.delta") => append_text(&SUMMARY, event, draft),
        Some("response.reasoning_text.delta") => append_text(&REASONING, event, draft),
        Some("response.completed" | "response.incomplete" | "response.failed") => {
            read_body(&event["response"], draft);
        }
        Some("error") => {
            let error = &event["error"];
            draft.set_error(if error.is_object() { error } else { event });
        }
        _ => {}
    }
}

/// Returns the items for the next request. Omits an item that broke off and has no form that the
/// API accepts, and the reasoning before it, which the API accepts only with its item.
pub(super) fn build_turn(
    draft: &Draft,
    calls: &Calls,
    cut: &[BuiltinCall],
    listed: &mut TurnCalls,
) -> Vec<Value> {
    let mut items = Vec::new();
    for part in &draft.parts {
        let mut item = without_optional_nulls(&part.json);
        let cut = cut.iter().find(|call| call.item == part.json);
        match item["type"].as_str() {
            Some("function_call") => list_call(&mut item, calls, listed),
            Some("message") => {}
            Some("custom_tool_call") if cut.is_some() => {}
            _ if part.is_open => {
                drop_reasoning(&mut items);
                continue;
            }
            Some("reasoning") => drop_output_members(&mut item),
            _ => {}
        }
        if let Some(call) = cut {
            listed.push_builtin(call);
        }
        items.push(item);
    }
    items
}

/// Returns an item without optional members that are `null`. In the items of other kinds, such as
/// the `outputs` of a code interpreter, a request must have the `null`.
fn without_optional_nulls(item: &Value) -> Value {
    match item["type"].as_str() {
        Some("message" | "reasoning" | "function_call" | "custom_tool_call") => without_nulls(item),
        _ => item.clone(),
    }
}

/// Adds a call of a function to the calls of the turn. The API accepts only JSON as arguments, and
/// finds a call by its `call_id`.
fn list_call(item: &mut Value, calls: &Calls, listed: &mut TurnCalls) {
    let text = |key: &str| item[key].as_str().map(str::to_owned);
    let some_text = |key: &str| text(key).filter(|text| !text.is_empty());
    let id = some_text("call_id").or_else(|| some_text("id"));
    let is_json = |text: &str| serde_json::from_str::<Value>(text).is_ok();
    let sent = match &item["arguments"] {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let of_call = || {
        let call = calls.calls.iter().find(|call| call.id == id);
        call.map(|call| call.raw.clone()).filter(|raw| is_json(raw))
    };
    let sent = Some(sent).filter(|sent| is_json(sent) && sent != "null");
    let arguments = sent.or_else(of_call).unwrap_or_else(|| "{}".to_owned());
    let name = text("name").unwrap_or_default();
    listed.push(id.as_deref(), &name);
    let caller = item.get("caller").cloned();
    if let Some(last) = listed.0.last_mut() {
        last.extra.extend(caller.map(|caller| ("caller", caller)));
    }
    *enter_member(item, "arguments") = arguments.into();
    if let Some(id) = id {
        *enter_member(item, "call_id") = id.into();
    }
}

fn drop_reasoning(items: &mut Vec<Value>) {
    while items.pop_if(|item| item["type"] == "reasoning").is_some() {}
}

/// Removes the members of a reasoning item that the next request does not need.
fn drop_output_members(item: &mut Value) {
    if let Some(item) = item.as_object_mut() {
        item.remove("status");
        if item
            .get("content")
            .is_some_and(|content| *content == json!([]))
        {
            item.remove("content");
        }
    }
}

/// `message` contains `content[]`, and `reasoning` contains `summary[]` or `content[]`.
pub(super) fn read_texts(item: &Value, text: &mut String, reasoning: &mut String) {
    match item["type"].as_str() {
        Some("message") => {
            text.push_str(item["content"].as_str().unwrap_or_default());
            for block in items_of(&item["content"]) {
                let piece = block["text"].as_str().or_else(|| block["refusal"].as_str());
                text.push_str(piece.unwrap_or_default());
            }
        }
        Some("reasoning") => {
            for key in ["summary", "content"] {
                for block in items_of(&item[key]) {
                    reasoning.push_str(block["text"].as_str().unwrap_or_default());
                }
            }
        }
        _ => {}
    }
}

/// Returns whether the last message or call is a refusal.
pub(super) fn ends_in_refusal(draft: &Draft) -> bool {
    let is_said = |item: &&Value| {
        let kind = item["type"].as_str();
        kind.is_some_and(|kind| kind == "message" || kind.ends_with("_call"))
    };
    let mut items = draft.parts.iter().map(|part| &part.json);
    items.rfind(is_said).is_some_and(is_refusal)
}

pub(super) fn is_refusal(item: &Value) -> bool {
    let mut blocks = items_of(&item["content"]).iter();
    blocks.any(|block| block["type"] == "refusal")
}

/// Returns a `function_call_output`: a text, or blocks if the result contains more than text.
pub(super) fn write_result((call, result): &Answered<'_>) -> Value {
    if let Some(call) = &call.builtin {
        return call.failure(result.to_text());
    }
    let output = if result.is_text() {
        Value::from(result.to_text())
    } else {
        result.content.iter().map(write_block).collect()
    };
    let mut item = json!({"type": "function_call_output", "call_id": call.id, "output": output});
    for (key, value) in &call.extra {
        *enter_member(&mut item, key) = value.clone();
    }
    item
}

fn write_block(content: &Content) -> Value {
    match content {
        Content::Image { media_type, data } => {
            let url = format!("data:{media_type};base64,{data}");
            json!({"type": "input_image", "image_url": url})
        }
        Content::Block(block) => block.clone(),
        other => json!({"type": "input_text", "text": other.to_text()}),
    }
}
