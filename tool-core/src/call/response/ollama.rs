use crate::call::Calls;
use crate::call::response::open_ai_chat::function;
use crate::call::wire::Fields;
use crate::finish::Finish;

/// `message.tool_calls[].function`: `{"name", "arguments": {..}}`, an object; newer
/// servers write an `id` beside.
pub(super) fn read(body: &Fields<'_>, calls: &mut Calls) {
    let finish = finish(body.text("done_reason").as_deref());
    for call in body.fields("message").items("tool_calls") {
        let call = call.fields();
        let id = call.some_text("id");
        calls.take(function(call).call(id, "arguments", finish));
    }
}

/// `done_reason`.
pub(in crate::call) fn finish(reason: Option<&str>) -> Finish {
    match reason {
        Some("stop") => Finish::Complete,
        Some("length") => Finish::Truncated,
        _ => Finish::Unknown,
    }
}
