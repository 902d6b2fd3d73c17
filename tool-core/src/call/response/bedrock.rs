use crate::call::Calls;
use crate::call::answer::{Ending, ResponseCalls};
use crate::call::wire::WireFields;

/// `output.message.content[].toolUse`: `{"toolUseId", "name", "input": {..}}`.
pub(super) fn read(body: &WireFields<'_>) -> Calls {
    let ending = read_ending(body.text("stopReason").as_deref());
    let mut answer = ResponseCalls::new(ending);
    let message = body.fields("output").fields("message");
    for block in message.items("content") {
        let block = block.fields();
        let call = block.fields("toolUse");
        // Tools that the provider runs have a `type`.
        if block.has("toolUse") && !call.is("type", "server_tool_use") {
            answer.call(call.call(call.some_text("toolUseId"), "input", ending));
        } else if is_output(&block) {
            answer.output();
        }
    }
    answer.end()
}

/// Returns whether a block, or a piece of one, that is not a call contains output of the model.
pub(in crate::call) fn is_output(block: &WireFields<'_>) -> bool {
    block.says_more("text") || !block.only(&["text"])
}

/// `stopReason`.
pub(in crate::call) fn read_ending(reason: Option<&str>) -> Ending {
    match reason {
        Some("end_turn") => Ending::Done,
        Some("tool_use") => Ending::ToolCalls,
        Some("stop_sequence") => Ending::StopSequence,
        Some("max_tokens" | "model_context_window_exceeded") => Ending::Truncated,
        Some("guardrail_intervened" | "content_filtered") => Ending::Filtered,
        Some("malformed_tool_use" | "malformed_model_output") => Ending::Malformed,
        _ => Ending::Unknown,
    }
}
