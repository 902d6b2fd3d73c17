use crate::call::Calls;
use crate::call::answer::Ending;
use crate::call::response::open_ai_chat::read_message;
use crate::call::wire::WireFields;

/// `message.tool_calls[]`, in the shape of `OpenAI` Chat; the text is in `tool_plan` or
/// `content` and precedes the calls.
pub(super) fn read(body: &WireFields<'_>) -> Calls {
    // The message of Ollama is next to these members.
    if body.has("done") || body.has("done_reason") {
        return Calls::default();
    }
    let ending = read_ending(body.text("finish_reason").as_deref());
    read_message(&body.fields("message"), ending)
}

/// `finish_reason`.
pub(in crate::call) fn read_ending(reason: Option<&str>) -> Ending {
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
