use serde_json::{Value, json};

use super::message::{Members, merge};
use super::texts::read_texts;
use crate::answer::draft::{Draft, first_of};
use crate::answer::turn::Answered;
use crate::answer::usage::Pointers;

/// `DeepSeek`, Moonshot and others send `reasoning_content`. `OpenRouter` and Groq send `reasoning`
/// and `reasoning_details`. Other members, such as `annotations`, are only output.
pub(super) const MEMBERS: Members = Members {
    kept: &[
        "content",
        "refusal",
        "reasoning_content",
        "reasoning",
        "reasoning_details",
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
    draft.is_recognized |= body["choices"].is_array();
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
    if choice[message].is_object() {
        note_deltas(&choice[message], draft);
        merge(&choice[message], &mut draft.message);
    }
    draft.set_ending(&choice["finish_reason"]);
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
