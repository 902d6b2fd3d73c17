use super::streamed::Streamed;
use crate::call::answer::Ending;
use crate::call::response::cohere::read_ending;
use crate::call::response::open_ai_chat::select_function;
use crate::call::wire::{WireFields, WireValue};

/// `tool-call-start` has `delta.message.tool_calls` with the id and the name, then come
/// `tool-call-delta` with pieces of the arguments and `tool-call-end`; `message-end` has the
/// `finish_reason`.
pub(super) fn push(event: &WireFields<'_>, streamed: &mut Streamed) {
    let index = event.index("index");
    let message = event.fields("delta").fields("message");
    match event.text("type").as_deref() {
        Some("tool-call-start") => {
            let call = message.fields("tool_calls");
            let begun = streamed.begin_once(index, call.some_text("id"));
            let function = select_function(call);
            begun.name = function.text("name").unwrap_or_default();
            if begun.is_empty() {
                begun.push(&read_piece(&function));
            }
        }
        Some("tool-call-delta") => {
            let function = select_function(message.fields("tool_calls"));
            streamed.push_indexed(index, &read_piece(&function));
        }
        Some("tool-call-end") => {
            if let Some(call) = streamed.find_indexed(index) {
                call.end();
            }
        }
        Some("content-delta" | "tool-plan-delta") => streamed.output(0),
        Some("message-end") => {
            let delta = event.fields("delta");
            let reason = delta.text("finish_reason");
            if delta.has("error") {
                streamed.set_ending(0, Ending::Failed);
            }
            streamed.set_reason(0, reason.as_deref(), read_ending);
            streamed.is_ended = true;
        }
        _ => {}
    }
}

fn read_piece(function: &WireFields<'_>) -> String {
    let piece = function.get("arguments").map(WireValue::arguments);
    piece.unwrap_or_default()
}
