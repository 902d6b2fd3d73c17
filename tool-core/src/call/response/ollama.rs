use crate::call::Calls;
use crate::call::answer::Ending;
use crate::call::response::open_ai_chat::read_message;
use crate::call::wire::WireFields;

/// `message.tool_calls[].function`: `{"name", "arguments": {..}}`, with an object. Newer
/// servers add an `id`. It is unknown whether the `content` came before or after the calls.
pub(super) fn read(body: &WireFields<'_>) -> Calls {
    // The message of Cohere is next to this member.
    if body.has("finish_reason") {
        return Calls::default();
    }
    let ending = read_ending(body.text("done_reason").as_deref());
    read_message(&body.fields("message"), ending)
}

/// Reads `done_reason`.
pub(in crate::call) fn read_ending(reason: Option<&str>) -> Ending {
    match reason {
        Some("stop") => Ending::Done,
        Some("length") => Ending::Truncated,
        _ => Ending::Unknown,
    }
}
