use std::mem;

use serde_json::{Map, Value, json};

use super::message::{Members, merge, merge_into, with_listed_content};
use super::texts::read_texts;
use crate::answer::draft::{Draft, first_of};
use crate::answer::turn::Answered;
use crate::answer::usage::Pointers;
use crate::call::{Api, Calls, Ending, find_ending, goes_on_elsewhere, list_first};

/// `DeepSeek`, Moonshot and others send `reasoning_content`. `OpenRouter` and Groq send `reasoning`
/// and `reasoning_details`, GitHub Copilot `reasoning_text` and `reasoning_opaque`, and `LiteLLM`
/// `thinking_blocks`. Other members, such as `annotations`, are only output.
pub(super) const MEMBERS: Members = Members {
    kept: &[
        "content",
        "refusal",
        "reasoning_content",
        "reasoning",
        "reasoning_details",
        "reasoning_text",
        "reasoning_opaque",
        "thinking_blocks",
        "audio",
    ],
    arguments_are_text: true,
    needs_id: true,
};

const USAGE: Pointers = Pointers {
    input: "/prompt_tokens",
    output: "/completion_tokens",
    cache_read: "/prompt_tokens_details/cached_tokens",
    cache_write: "/prompt_tokens_details/cache_write_tokens",
    reasoning: "/completion_tokens_details/reasoning_tokens",
    total: "/total_tokens",
    ..Pointers::NONE
};

/// The members of `DeepSeek` and Moonshot for the tokens read from a cache.
const CACHED: [&str; 2] = ["/prompt_cache_hit_tokens", "/cached_tokens"];

/// `choices[0]`: `{"finish_reason", "message": {..}}`. Only the first choice has a turn.
pub(super) fn read_body(body: &Value, draft: &mut Draft) {
    read(body, "message", draft);
}

/// `choices[0].delta`: a piece of the message. The last event contains the usage and no choice.
pub(super) fn read_event(event: &Value, draft: &mut Draft) {
    // Pieces of a call may have no ID. The turn then contains the parsed calls. A server that does
    // not stream sends a whole message.
    let is_piece = first_of(&event["choices"])["delta"].is_object();
    read(event, if is_piece { "delta" } else { "message" }, draft);
}

fn read(body: &Value, message: &str, draft: &mut Draft) {
    draft.set_error(&body["error"]);
    draft.is_recognized |= are_messages(&body["choices"]);
    let choices = body["choices"].as_array().map_or(&[][..], Vec::as_slice);
    let indexes: Vec<_> = choices
        .iter()
        .map(|choice| choice["index"].as_u64())
        .collect();
    let first = list_first(&indexes);
    let choice = first_of(&body["choices"]);
    // Moonshot reports the usage in the choice, and Groq in `x_groq`.
    for holder in [&body["x_groq"], choice, body] {
        let usage = &holder["usage"];
        for cache_read in CACHED {
            draft.set_usage(
                usage,
                &Pointers {
                    cache_read,
                    ..USAGE
                },
            );
        }
        draft.set_usage(usage, &USAGE);
    }
    // Groq ends a stream early with an error here.
    draft.set_error(&body["x_groq"]["error"]);
    for at in &first {
        read_choice(&choices[*at], message, draft);
    }
    let others = (0..choices.len()).filter(|at| !first.contains(at));
    for at in others {
        keep_other_choice(&choices[at], message, draft);
    }
}

/// Keeps the first of the other choices that has calls.
fn keep_other_choice(choice: &Value, message: &str, draft: &mut Draft) {
    let (index, piece) = (&choice["index"], &choice[message]);
    let is_known = draft
        .other_index
        .as_ref()
        .is_some_and(|known| known == index);
    let begins = draft.other_index.is_none() && piece["tool_calls"].is_array();
    if begins {
        draft.other_index = Some(index.clone());
    }
    if begins || is_known && message == "delta" {
        merge(piece, &mut draft.other);
        if choice["finish_reason"].is_string() {
            draft.other_reason = choice["finish_reason"].clone();
        }
    }
}

/// Reads a choice of the answer.
fn read_choice(choice: &Value, message: &str, draft: &mut Draft) {
    draft.set_error(&choice["error"]);
    let piece = &*with_listed_content(&choice[message]);
    if piece.is_object() {
        // MiniMax ends a stream with the whole message.
        let is_end = message == "message" && !draft.message.is_empty();
        let rest = is_end.then(|| omit_known(piece, &draft.message));
        let new = rest.as_ref().unwrap_or(piece);
        note_deltas(new, draft);
        merge_into(new, draft);
    }
    draft.set_ending(&choice["finish_reason"]);
    // The value of the provider behind OpenRouter.
    let native = &choice["native_finish_reason"];
    let ending = native
        .as_str()
        .map(|reason| find_ending(Api::OpenAiChat, reason));
    if ending == Some(Ending::Truncated) {
        draft.set_ending(native);
    }
}

/// Adds the calls of another choice, if the first one waits for the results of calls and has none.
pub(super) fn add_other_choice(draft: &mut Draft, calls: &Calls) {
    let has_calls = ["tool_calls", "function_call"].iter().any(|key| {
        draft
            .message
            .get(*key)
            .is_some_and(|calls| !calls.is_null() && *calls != json!([]))
    });
    let is_read = !calls.calls.is_empty() || !calls.dropped.is_empty();
    let is_of_other = draft.other.contains_key("tool_calls");
    if is_read && is_of_other && !has_calls && goes_on_elsewhere(draft.reason.as_deref()) {
        let other = mem::take(&mut draft.other);
        note_deltas(&Value::Object(other.clone()), draft);
        merge_into(&Value::Object(other), draft);
        let reason = draft.other_reason.take();
        draft.set_ending(&reason);
    }
}

/// Returns a whole message without the text and the calls that have arrived in pieces.
fn omit_known(message: &Value, known: &Map<String, Value>) -> Value {
    let mut new = message.clone();
    let Some(members) = new.as_object_mut() else {
        return new;
    };
    members.retain(|key, value| match (value, known.get(key)) {
        (Value::String(text), Some(Value::String(known))) => {
            let rest = text.strip_prefix(known.as_str()).map(str::to_owned);
            *text = rest.unwrap_or_else(|| text.clone());
            !text.is_empty()
        }
        (Value::Array(_), Some(Value::Array(known))) => known.is_empty(),
        _ => true,
    });
    new
}

/// Returns whether a body has the choices of a chat. The older API for completions has choices with
/// a `text`.
fn are_messages(choices: &Value) -> bool {
    let is_completion = |choice: &Value| {
        choice["text"].is_string() && choice["message"].is_null() && choice["delta"].is_null()
    };
    let choices = choices.as_array();
    choices.is_some_and(|choices| !choices.iter().any(is_completion))
}

/// Records new text and reasoning.
pub(super) fn note_deltas(piece: &Value, draft: &mut Draft) {
    let (mut text, mut reasoning) = (String::new(), String::new());
    if let Some(piece) = piece.as_object() {
        read_texts(piece, &mut text, &mut reasoning);
    }
    draft.push_reasoning(&reasoning);
    draft.push_text(&text);
}

/// The result of a call without an ID is a message of the older `function_call`.
pub(super) fn write_result((call, result): &Answered<'_>) -> Value {
    let content = result.to_text();
    match &call.id {
        Some(id) => json!({"role": "tool", "tool_call_id": id, "content": content}),
        None => json!({"role": "function", "name": call.name, "content": content}),
    }
}
