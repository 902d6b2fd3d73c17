use crate::call::Calls;
use crate::call::answer::{Ending, ResponseCalls};
use crate::call::wire::WireFields;

/// `content[]`: `{"type": "tool_use", "id", "name", "input": {..}}`.
pub(super) fn read(body: &WireFields<'_>) -> Calls {
    let ending = read_ending(body.text("stop_reason").as_deref());
    let mut answer = ResponseCalls::new(ending);
    for block in body.items("content") {
        let block = block.fields();
        if block.is("type", "tool_use") {
            let mut written = block.call(block.some_text("id"), "input", ending);
            written.call.namespace = namespace(&block);
            written.call.caller = block.json("caller");
            answer.call(written);
        } else if is_output(&block) {
            answer.output();
        }
    }
    answer.end()
}

/// Returns the set of tools that a call belongs to, such as `browser`. Tools of two sets have the
/// same name.
pub(in crate::call) fn namespace(block: &WireFields<'_>) -> Option<String> {
    block.some_text("toolset_name")
}

/// Returns whether a block that is not a call contains output of the model.
pub(in crate::call) fn is_output(block: &WireFields<'_>) -> bool {
    block.says_more("text") || block.has("type") && !block.is("type", "text")
}

/// `stop_reason`.
pub(in crate::call) fn read_ending(reason: Option<&str>) -> Ending {
    match reason {
        Some("end_turn") => Ending::Done,
        Some("tool_use") => Ending::ToolCalls,
        Some("stop_sequence") => Ending::StopSequence,
        Some("max_tokens" | "model_context_window_exceeded") => Ending::Truncated,
        Some("refusal") => Ending::Refused,
        // After a compaction on request, the conversation goes on with the turn.
        Some("pause_turn" | "compaction") => Ending::Paused,
        _ => Ending::Unknown,
    }
}
