use serde_json::{Value, json};

use crate::answer::draft::{Draft, member, without_nulls};
use crate::answer::result::Content;
use crate::answer::turn::Answered;
use crate::answer::turn::{TurnCall, TurnCalls};
use crate::answer::usage::Pointers;
use crate::call::Ending;

const USAGE: Pointers = Pointers {
    input: "/usage/input_tokens",
    output: "/usage/output_tokens",
    cache_read: "/usage/input_tokens_details/cached_tokens",
    cache_write: "/usage/input_tokens_details/cache_write_tokens",
    reasoning: "/usage/output_tokens_details/reasoning_tokens",
};

/// `{"output": [..], "status", "incomplete_details", "error", "usage"}`.
pub(super) fn read_body(body: &Value, draft: &mut Draft) {
    draft.set_error(&body["error"]);
    draft.is_recognized |= body["output"].is_array() || body["object"] == "response";
    let items = body["output"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    if !items.is_empty() {
        draft.parts.clear();
    }
    for item in items {
        draft.add(None, item.clone());
    }
    draft.set_usage(body, &USAGE);
    draft.set_ending(&body["status"]);
    let reason = &body["incomplete_details"]["reason"];
    let is_filter = reason == "content_filter";
    let ending = if is_filter {
        Ending::Filtered
    } else {
        Ending::Truncated
    };
    draft.set_ending_as(reason, ending);
}

/// `response.output_item.added` contains the start of an item, and `.done` contains the whole item.
/// The last event contains the whole response.
pub(super) fn read_event(event: &Value, draft: &mut Draft) {
    let index = event["output_index"].as_u64();
    let delta = event["delta"].as_str().unwrap_or_default();
    match event["type"].as_str() {
        Some("response.created" | "response.in_progress" | "response.queued") => {
            draft.is_recognized = true;
        }
        Some("response.output_item.added") => draft.add(index, event["item"].clone()),
        Some("response.output_item.done") => {
            let is_same = |of: &Value| of["id"] == event["item"]["id"];
            match draft.part(index) {
                Some(part) if part.index == index || is_same(&part.json) => {
                    part.json = event["item"].clone();
                }
                _ => draft.add(index, event["item"].clone()),
            }
        }
        Some("response.output_text.delta" | "response.refusal.delta") => draft.push_text(delta),
        Some("response.reasoning_summary_text.delta" | "response.reasoning_text.delta") => {
            draft.push_reasoning(delta);
        }
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

/// Returns the items for the next request.
pub(super) fn turn(draft: &Draft, listed: &mut TurnCalls) -> Vec<Value> {
    let mut items = Vec::new();
    for part in &draft.parts {
        let mut item = without_nulls(&part.json);
        if item["type"] == "function_call" {
            let arguments = item["arguments"].as_str().unwrap_or_default();
            if serde_json::from_str::<Value>(arguments).is_err() {
                *member(&mut item, "arguments") = "{}".into();
            }
            let text = |key: &str| item[key].as_str().map(str::to_owned);
            let caller = item.get("caller").cloned();
            listed.0.push(TurnCall {
                id: text("call_id").or_else(|| text("id")),
                name: text("name").unwrap_or_default(),
                extra: caller
                    .map(|caller| ("caller", caller))
                    .into_iter()
                    .collect(),
            });
        }
        if item["type"] == "reasoning" {
            drop_output_members(&mut item);
        }
        items.push(item);
    }
    items
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
            for block in item["content"].as_array().into_iter().flatten() {
                let piece = block["text"].as_str().or_else(|| block["refusal"].as_str());
                text.push_str(piece.unwrap_or_default());
            }
        }
        Some("reasoning") => {
            for key in ["summary", "content"] {
                for block in item[key].as_array().into_iter().flatten() {
                    reasoning.push_str(block["text"].as_str().unwrap_or_default());
                }
            }
        }
        _ => {}
    }
}

pub(super) fn is_refusal(item: &Value) -> bool {
    let mut blocks = item["content"].as_array().into_iter().flatten();
    blocks.any(|block| block["type"] == "refusal")
}

/// Returns a `function_call_output`: a text, or blocks if the result contains more than text.
pub(super) fn result((call, result): &Answered<'_>) -> Value {
    let output = if result.is_text() {
        Value::from(result.to_text())
    } else {
        result.content.iter().map(block).collect()
    };
    let mut item = json!({"type": "function_call_output", "call_id": call.id, "output": output});
    for (key, value) in &call.extra {
        *member(&mut item, key) = value.clone();
    }
    item
}

fn block(content: &Content) -> Value {
    match content {
        Content::Image { media_type, data } => {
            let url = format!("data:{media_type};base64,{data}");
            json!({"type": "input_image", "image_url": url})
        }
        Content::Block(block) => block.clone(),
        other => json!({"type": "input_text", "text": other.to_text()}),
    }
}
