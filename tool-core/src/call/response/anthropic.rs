use crate::call::Calls;
use crate::call::answer::{Answer, Ending};
use crate::call::wire::Fields;

/// `content[]`: `{"type": "tool_use", "id", "name", "input": {..}}`.
pub(super) fn read(body: &Fields<'_>) -> Calls {
    let ending = ending(body.text("stop_reason").as_deref());
    let mut answer = Answer::new(ending);
    for block in body.items("content") {
        let block = block.fields();
        if block.is("type", "tool_use") {
            answer.call(block.call(block.some_text("id"), "input", ending));
        } else if is_output(&block) {
            answer.output();
        }
    }
    answer.end()
}

/// Whether a block that is no call holds anything that the model wrote.
pub(in crate::call) fn is_output(block: &Fields<'_>) -> bool {
    block.says_more("text") || block.has("type") && !block.is("type", "text")
}

/// `stop_reason`. A `stop_sequence` ends the output wherever it is met, which may be
/// inside of arguments; a `refusal` breaks off.
pub(in crate::call) fn ending(reason: Option<&str>) -> Ending {
    match reason {
        Some("tool_use" | "end_turn") => Ending::Complete,
        Some("max_tokens" | "model_context_window_exceeded" | "refusal") => Ending::Truncated,
        Some("stop_sequence") => Ending::Stopped,
        _ => Ending::Unknown,
    }
}
