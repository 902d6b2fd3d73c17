use serde_json::{Value, json};

use super::mistral_conversations::are_entries;
use crate::answer::draft::{
    Draft, append, enter_member, items_of, parse_arguments_object, to_object,
};
use crate::answer::result::Content;
use crate::answer::turn::Answered;
use crate::answer::turn::TurnCalls;
use crate::answer::usage::Pointers;

const USAGE: Pointers = Pointers {
    input: "/total_input_tokens",
    output: "/total_output_tokens",
    cache_read: "/total_cached_tokens",
    reasoning: "/total_thought_tokens",
    tools: "/total_tool_use_tokens",
    ..Pointers::NONE
};

/// `{"steps": [..], "status", "usage"}`. Before June 2026, the API sent `outputs`.
pub(super) fn read_body(body: &Value, draft: &mut Draft) {
    let has_outputs = body["outputs"].is_array() && !are_entries(&body["outputs"]);
    let has_status = body["status"].is_string() && body["output"].is_null();
    draft.is_recognized |= match body["object"].as_str() {
        Some(object) => object == "interaction",
        None => body["steps"].is_array() || has_outputs || has_status,
    };
    read_steps(body, draft);
    read_status(body, draft);
}

/// Reads the steps. Without any, reads the `outputs`.
fn read_steps(holder: &Value, draft: &mut Draft) {
    let list = |key: &str| items_of(&holder[key]);
    let steps = list("steps");
    for step in steps {
        draft.add(None, step.clone());
    }
    if steps.is_empty() {
        for output in list("outputs") {
            draft.add(None, to_step(output));
        }
    }
}

/// Returns an item of `outputs` as a step, which the API requires in a request.
fn to_step(output: &Value) -> Value {
    let mut step = output.clone();
    match output["type"].as_str() {
        Some("text") if output["text"].is_string() => {
            step = json!({"type": "model_output", "content": [output]});
        }
        Some("text") => step = json!({"type": "model_output"}),
        Some("thought_signature" | "thought_summary") => step = json!({"type": "thought"}),
        _ => {}
    }
    step
}

/// Reads the status, the usage and an error of an interaction. A failed one may have the error in a
/// step or in a list. Ignores a status that does not end the interaction.
fn read_status(holder: &Value, draft: &mut Draft) {
    draft.set_error(&holder["error"]);
    draft.set_usage(&holder["usage"], &USAGE);
    let status = &holder["status"];
    let goes_on = *status == "in_progress" || *status == "queued";
    if !(draft.is_streamed && goes_on) {
        draft.set_ending(status);
    }
    if *status == "failed" {
        let steps = draft.parts.iter().rev();
        let error = steps
            .map(|step| step.json["error"].clone())
            .find(|error| !error.is_null());
        draft.set_error(&error.unwrap_or_default());
        draft.set_error(&holder["errors"][0]);
    }
}

/// Adds a step whose pieces follow.
fn begin(index: Option<u64>, step: Value, draft: &mut Draft) {
    draft.is_recognized = true;
    draft.add(index, step);
    if let Some(part) = draft.parts.last_mut() {
        part.is_open = true;
    }
}

/// `step.start` contains a step, and `step.delta` contains a piece of it. Before June 2026, the
/// names began with `content`.
pub(super) fn read_event(event: &Value, draft: &mut Draft) {
    let index = event["index"].as_u64();
    match event["event_type"].as_str() {
        Some("interaction.created" | "interaction.start") => draft.is_recognized = true,
        Some("interaction.status_update") => {
            draft.is_recognized = true;
            read_status(event, draft);
        }
        Some("step.start") => begin(index, event["step"].clone(), draft),
        Some("content.start") => begin(index, to_step(&event["content"]), draft),
        Some("step.stop" | "content.stop") => {
            if let Some(part) = draft.part(index) {
                part.is_open = false;
            }
        }
        Some("step.delta") => read_delta(index, &event["delta"], draft),
        Some("content.delta") => {
            draft.is_recognized = true;
            let kind = &event["delta"]["type"];
            if draft.part(index).is_none() && kind.is_string() {
                draft.add(index, to_step(&json!({"type": kind})));
            }
            read_delta(index, &event["delta"], draft);
        }
        Some("interaction.completed" | "interaction.complete") => {
            let interaction = &event["interaction"];
            if draft.parts.is_empty() {
                read_steps(interaction, draft);
            }
            read_status(interaction, draft);
        }
        _ => draft.set_error(&event["error"]),
    }
}

fn read_delta(index: Option<u64>, delta: &Value, draft: &mut Draft) {
    let Some(part) = draft.part(index) else {
        return;
    };
    match delta["type"].as_str() {
        Some("arguments_delta") => {
            let piece = delta["arguments"].as_str();
            part.arguments.push_str(piece.unwrap_or_default());
        }
        Some("text") => {
            push_content("content", delta, &mut part.json);
            draft.push_text(delta["text"].as_str().unwrap_or_default());
        }
        Some("thought_signature") => append(&mut part.json, "signature", &delta["signature"]),
        Some("thought_summary") => {
            push_content("summary", &delta["content"], &mut part.json);
            let summary = &delta["content"]["text"];
            draft.push_reasoning(summary.as_str().unwrap_or_default());
        }
        Some("text_annotation_delta") => {
            if let Some(Value::Array(content)) = part.json.get_mut("content")
                && let Some(last) = content.last_mut()
            {
                *enter_member(last, "annotations") = delta["annotations"].clone();
            }
        }
        // An image of an answer, or a piece of a step that the server runs.
        Some("image" | "audio" | "document" | "video") => {
            push_content("content", delta, &mut part.json);
        }
        _ => {
            for (key, value) in delta.as_object().into_iter().flatten() {
                if key != "type" && !value.is_null() {
                    *enter_member(&mut part.json, key) = value.clone();
                }
            }
        }
    }
}

/// Adds a block of content. Joins text with the previous text.
fn push_content(key: &str, block: &Value, step: &mut Value) {
    match enter_member(step, key) {
        Value::Array(blocks) => match blocks.last_mut() {
            Some(last) if last["text"].is_string() && block["text"].is_string() => {
                append(last, "text", &block["text"]);
            }
            _ => blocks.push(block.clone()),
        },
        blocks => *blocks = json!([block]),
    }
}

/// Returns the unchanged steps. With `previous_interaction_id`, the server knows them, and the
/// request contains only the results. Omits a step of the server that broke off.
pub(super) fn build_turn(draft: &Draft, listed: &mut TurnCalls) -> Vec<Value> {
    let mut steps = Vec::new();
    for part in &draft.parts {
        let mut step = part.json.clone();
        let is_of_model = ["function_call", "model_output", "thought"];
        let is_of_model = is_of_model.iter().any(|kind| step["type"] == *kind);
        if part.is_open && !is_of_model {
            continue;
        }
        if step["type"] == "function_call" {
            if !part.arguments.is_empty() {
                *enter_member(&mut step, "arguments") = parse_arguments_object(&part.arguments);
            }
            *enter_member(&mut step, "arguments") = to_object(&step["arguments"]);
            let name = step["name"].as_str().unwrap_or_default();
            if !is_answered(&step, draft) {
                listed.push(step["id"].as_str(), name);
            }
        }
        steps.push(step);
    }
    steps
}

/// Returns whether a step contains the result of a call: a stored interaction has all steps.
pub(super) fn is_answered(call: &Value, draft: &Draft) -> bool {
    let mut steps = draft.parts.iter();
    steps.any(|step| step.json["type"] == "function_result" && step.json["call_id"] == call["id"])
}

pub(super) fn read_texts(step: &Value, text: &mut String, reasoning: &mut String) {
    let (key, texts) = match step["type"].as_str() {
        Some("model_output") => ("content", text),
        Some("thought") => ("summary", reasoning),
        _ => return,
    };
    for block in items_of(&step[key]) {
        texts.push_str(block["text"].as_str().unwrap_or_default());
    }
}

/// Returns a `function_result`: an object, a text, or blocks if the result contains more than text.
pub(super) fn write_result((call, result): &Answered<'_>) -> Value {
    let content = match result.as_json() {
        Some(value) if value.is_object() => value.clone(),
        _ if result.is_text() => result.to_text().into(),
        _ => result.content.iter().map(write_block).collect(),
    };
    let mut step = json!({
        "type": "function_result", "call_id": call.id, "name": call.name, "result": content,
    });
    if result.is_error {
        *enter_member(&mut step, "is_error") = true.into();
    }
    step
}

fn write_block(content: &Content) -> Value {
    match content {
        Content::Image { media_type, data } => {
            json!({"type": "image", "mime_type": media_type, "data": data})
        }
        Content::Block(block) => block.clone(),
        other => json!({"type": "text", "text": other.to_text()}),
    }
}
