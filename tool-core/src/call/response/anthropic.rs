use crate::call::Calls;
use crate::call::wire::Fields;
use crate::finish::Finish;

/// `content[]`: `{"type": "tool_use", "id", "name", "input": {..}}`.
pub(super) fn read(body: &Fields<'_>, calls: &mut Calls) {
    let finish = finish(body.text("stop_reason").as_deref());
    for block in body.items("content") {
        let block = block.fields();
        if block.is("type", "tool_use") {
            calls.take(block.call(block.some_text("id"), "input", finish));
        }
    }
}

/// `stop_reason`. A `stop_sequence` ends the output wherever it is met, which may be
/// inside of arguments; a `refusal` breaks off.
pub(in crate::call) fn finish(reason: Option<&str>) -> Finish {
    match reason {
        Some("tool_use" | "end_turn") => Finish::Complete,
        Some("max_tokens" | "model_context_window_exceeded" | "refusal") => Finish::Truncated,
        _ => Finish::Unknown,
    }
}
