use crate::call::Calls;
use crate::call::wire::Fields;
use crate::finish::Finish;

/// `output.message.content[].toolUse`: `{"toolUseId", "name", "input": {..}}`.
pub(super) fn read(body: &Fields<'_>, calls: &mut Calls) {
    let finish = finish(body.text("stopReason").as_deref());
    let message = body.fields("output").fields("message");
    for block in message.items("content") {
        if let Some(call) = block.fields().get("toolUse") {
            let call = call.fields();
            // `type` is there for tools that the provider runs itself.
            if !call.is("type", "server_tool_use") {
                calls.take(call.call(call.some_text("toolUseId"), "input", finish));
            }
        }
    }
}

/// `stopReason`; of a `stop_sequence` see Anthropic's.
pub(in crate::call) fn finish(reason: Option<&str>) -> Finish {
    match reason {
        Some("tool_use" | "end_turn") => Finish::Complete,
        Some(
            "max_tokens"
            | "model_context_window_exceeded"
            | "guardrail_intervened"
            | "content_filtered"
            | "malformed_tool_use"
            | "malformed_model_output",
        ) => Finish::Truncated,
        _ => Finish::Unknown,
    }
}
