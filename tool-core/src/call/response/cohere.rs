use crate::call::Calls;
use crate::call::answer::{Answer, Ending};
use crate::call::response::open_ai_chat::function;
use crate::call::wire::Fields;

/// `message.tool_calls[]`, in the shape of `OpenAI` Chat; the text is in `tool_plan` or
/// `content` and precedes the calls.
pub(super) fn read(body: &Fields<'_>) -> Calls {
    let ending = ending(body.text("finish_reason").as_deref());
    let mut answer = Answer::new(ending);
    for call in body.fields("message").items("tool_calls") {
        let call = call.fields();
        let id = call.some_text("id");
        answer.call(function(call).call(id, "arguments", ending));
    }
    answer.end()
}

/// `finish_reason`.
pub(in crate::call) fn ending(reason: Option<&str>) -> Ending {
    match reason {
        Some("COMPLETE") => Ending::Done,
        Some("TOOL_CALL") => Ending::ToolCalls,
        Some("STOP_SEQUENCE") => Ending::StopSequence,
        Some("MAX_TOKENS") => Ending::Truncated,
        Some("ERROR_TOXIC") => Ending::Filtered,
        Some("ERROR" | "ERROR_LIMIT" | "TIMEOUT") => Ending::Failed,
        _ => Ending::Unknown,
    }
}
