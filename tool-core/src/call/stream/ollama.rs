use super::streamed::Streamed;
use crate::call::response::ollama::read_ending;
use crate::call::response::open_ai_chat::select_function;
use crate::call::wire::{WireFields, WireValue};

/// One object per line, with whole calls in `message.tool_calls[]`. The last one has `"done":
/// true` and the `done_reason`.
pub(super) fn push(event: &WireFields<'_>, streamed: &mut Streamed) {
    let message = event.fields("message");
    if message.says_more("content") {
        streamed.output(0);
    }
    for call in message.items("tool_calls") {
        let call = call.fields();
        let begun = streamed.begin(0, None, call.some_text("id"));
        let function = select_function(call);
        begun.name = function.text("name").unwrap_or_default();
        let arguments = function.get("arguments").map(WireValue::arguments);
        begun.push(&arguments.unwrap_or_default());
        begun.end_whole();
    }
    let reason = event.text("done_reason");
    streamed.set_reason(0, reason.as_deref(), read_ending);
    streamed.is_ended |= event.is_true("done");
}
