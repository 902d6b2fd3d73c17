use serde_json::{Map, Value, json};

use super::message::{Members, merge_into};
use super::texts::read_texts;
use crate::answer::draft::{Draft, first_of};
use crate::answer::turn::Answered;
use crate::answer::usage::Pointers;

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
    draft.set_error(&choice["error"]);
    // Groq ends a stream early with an error here.
    draft.set_error(&body["x_groq"]["error"]);
    let piece = &choice[message];
    if piece.is_object() {
        // MiniMax ends a stream with the whole message.
        let is_end = message == "message" && !draft.message.is_empty();
        let rest = is_end.then(|| omit_known(piece, &draft.message));
        let new = rest.as_ref().unwrap_or(piece);
        note_deltas(new, draft);
        merge_into(new, draft);
    }
    draft.set_ending(&choice["finish_reason"]);
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
