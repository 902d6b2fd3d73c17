use serde_json::{Value, json};

use super::message::{Members, merge};
use crate::answer::draft::Draft;
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
    input: "/usage/prompt_tokens",
    output: "/usage/completion_tokens",
    cache_read: "/usage/prompt_tokens_details/cached_tokens",
    cache_write: "/usage/prompt_tokens_details/cache_write_tokens",
    reasoning: "/usage/completion_tokens_details/reasoning_tokens",
};

/// `choices[0]`: `{"finish_reason", "message": {..}}`. Only the first choice has a turn.
pub(super) fn read_body(body: &Value, draft: &mut Draft) {
    read(body, "/choices/0/message", draft);
}

/// `choices[0].delta`: a piece of the message. The last event contains the usage and no choice.
pub(super) fn read_event(event: &Value, draft: &mut Draft) {
    // Pieces of a call may have no ID. The turn then contains the parsed calls. A server that does
    // not stream sends a whole message.
    let is_piece = event["choices"][0]["delta"].is_object();
    let message = if is_piece {
        "/choices/0/delta"
    } else {
        "/choices/0/message"
    };
    read(event, message, draft);
}

fn read(body: &Value, message: &str, draft: &mut Draft) {
    draft.set_error(&body["error"]);
    draft.is_recognized |= body["choices"].is_array();
    draft.set_usage(body, &USAGE);
    let is_first = body["choices"][0]["index"].as_u64().unwrap_or(0) == 0;
    if !is_first {
        return;
    }
    if let Some(piece) = body.pointer(message) {
        note_deltas(piece, draft);
        merge(piece, &mut draft.message);
    }
    draft.set_ending(&body["choices"][0]["finish_reason"]);
}

/// Records new text and reasoning.
pub(super) fn note_deltas(piece: &Value, draft: &mut Draft) {
    let (mut text, mut reasoning) = (String::new(), String::new());
    if let Some(piece) = piece.as_object() {
        super::message::read_texts(piece, &mut text, &mut reasoning);
    }
    draft.push_reasoning(&reasoning);
    draft.push_text(&text);
}

pub(super) fn result((call, result): &Answered<'_>) -> Value {
    json!({"role": "tool", "tool_call_id": call.id, "content": result.to_text()})
}
