use serde_json::{Map, Value, json};

use super::message::merge;
use super::texts::read_chunk;
use crate::answer::draft::{Draft, append, enter_member, items_of};
use crate::answer::turn::Answered;
use crate::answer::turn::TurnCalls;
use crate::answer::usage::Pointers;
use crate::call::Ending;

const USAGE: Pointers = Pointers {
    input: "/usage/prompt_tokens",
    output: "/usage/completion_tokens",
    ..Pointers::NONE
};

/// `{"object": "conversation.response", "outputs": [..], "usage"}`. Other objects, such as
/// the conversation itself, have no outputs.
pub(super) fn read_body(body: &Value, draft: &mut Draft) {
    draft.is_recognized |= match body["object"].as_str() {
        Some(object) => object.starts_with("conversation"),
        None => body["status"].is_null() && are_entries(&body["outputs"]),
    };
    if !draft.is_recognized {
        draft.set_error(if body["error"].is_null() {
            &body["detail"]
        } else {
            &body["error"]
        });
        if body["message"].is_string() {
            draft.set_error(body);
        }
    }
    for entry in items_of(&body["outputs"]) {
        draft.add(None, entry.clone());
    }
    draft.set_usage(body, &USAGE);
    draft.ending = Ending::Done;
}

/// Returns whether `outputs` may be entries of Mistral, such as `function.call`. The items of an older
/// answer of Gemini Interactions have types without a dot.
pub(super) fn are_entries(outputs: &Value) -> bool {
    let is_entry = |item: &Value| item["type"].as_str().is_none_or(|kind| kind.contains('.'));
    outputs
        .as_array()
        .is_some_and(|items| items.iter().all(is_entry))
}

/// `message.output.delta` and `function.call.delta` contain a piece of the entry with this `id`.
pub(super) fn read_event(event: &Value, draft: &mut Draft) {
    match event["type"].as_str() {
        Some("conversation.response.started") => draft.is_recognized = true,
        Some("message.output.delta") => {
            let entry = find_or_add_entry(event, "message.output", draft);
            if let Some(entry) = entry.as_object_mut() {
                let content = match &event["content"] {
                    chunk @ Value::Object(_) => json!([chunk]),
                    content => content.clone(),
                };
                merge(&json!({"content": content}), entry);
            }
            let (mut text, mut reasoning) = (String::new(), String::new());
            read_content(&event["content"], &mut text, &mut reasoning);
            draft.push_reasoning(&reasoning);
            draft.push_text(&text);
        }
        Some("function.call.delta") => {
            let entry = find_or_add_entry(event, "function.call", draft);
            for key in ["tool_call_id", "name"] {
                let is_some = event[key].as_str().is_some_and(|text| !text.is_empty());
                if is_some || entry[key].is_null() {
                    *enter_member(entry, key) = event[key].clone();
                }
            }
            match &event["arguments"] {
                whole @ Value::Object(_) => *enter_member(entry, "arguments") = whole.clone(),
                piece => append(entry, "arguments", piece),
            }
        }
        Some("conversation.response.done") => {
            draft.set_usage(event, &USAGE);
            draft.ending = Ending::Done;
        }
        Some("conversation.response.error") => draft.set_error(event),
        _ => {}
    }
}

/// Returns the entry of an event. Creates it if it is new.
fn find_or_add_entry<'d>(event: &Value, kind: &str, draft: &'d mut Draft) -> &'d mut Value {
    draft.is_recognized = true;
    let is_same = |json: &Value| json["id"] == event["id"] && json["type"] == kind;
    let at = draft.parts.iter().position(|part| is_same(&part.json));
    let at = at.unwrap_or_else(|| {
        let role = (kind == "message.output").then_some("assistant");
        let mut json = json!({"object": "entry", "type": kind, "id": event["id"]});
        if let Some(role) = role {
            *enter_member(&mut json, "role") = role.into();
        }
        draft.add(None, json);
        draft.parts.len() - 1
    });
    &mut draft.parts[at].json
}

/// Returns the entries. Arguments that are not JSON become an empty object. A conversation that the
/// server stores needs only the results.
pub(super) fn build_turn(draft: &Draft, listed: &mut TurnCalls) -> Vec<Value> {
    let mut entries = Vec::new();
    for part in &draft.parts {
        let mut entry = part.json.clone();
        if entry["type"] == "function.call" {
            let some_text = |key: &str| entry[key].as_str().filter(|text| !text.is_empty());
            let id = some_text("tool_call_id").or_else(|| some_text("id"));
            listed.push(id, entry["name"].as_str().unwrap_or_default());
            let text = entry["arguments"].as_str();
            if text.is_some_and(|text| serde_json::from_str::<Map<String, Value>>(text).is_err()) {
                *enter_member(&mut entry, "arguments") = "{}".into();
            }
        }
        entries.push(entry);
    }
    entries
}

pub(super) fn read_texts(entry: &Value, text: &mut String, reasoning: &mut String) {
    if entry["type"] == "message.output" {
        read_content(&entry["content"], text, reasoning);
    }
}

fn read_content(content: &Value, text: &mut String, reasoning: &mut String) {
    match content {
        Value::String(piece) => text.push_str(piece),
        Value::Array(chunks) => {
            for chunk in chunks {
                read_chunk(chunk, text, reasoning);
            }
        }
        chunk => read_chunk(chunk, text, reasoning),
    }
}

pub(super) fn write_result((call, result): &Answered<'_>) -> Value {
    json!({"type": "function.result", "tool_call_id": call.id, "result": result.to_text()})
}
