use crate::call::Calls;
use crate::call::answer::{Ending, ResponseCalls};
use crate::call::wire::WireFields;

/// `outputs[]`: `{"type": "function.call", "tool_call_id", "name", "arguments"}`, where the
/// arguments are text or an object. The API reports no reason for the end.
pub(super) fn read(body: &WireFields<'_>) -> Calls {
    let mut answer = ResponseCalls::new(Ending::Unknown);
    for entry in body.items("outputs") {
        let entry = entry.fields();
        if entry.is("type", "function.call") {
            answer.call(entry.call(read_id(&entry), "arguments", Ending::Unknown));
        } else if entry.has("type") {
            answer.output();
        }
    }
    answer.end()
}

/// A result refers to the `tool_call_id`.
pub(in crate::call) fn read_id(entry: &WireFields<'_>) -> Option<String> {
    let id = entry.some_text("tool_call_id");
    id.or_else(|| entry.some_text("id"))
}
