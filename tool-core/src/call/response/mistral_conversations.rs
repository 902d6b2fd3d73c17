use crate::call::Calls;
use crate::call::answer::{Answer, Ending};
use crate::call::wire::Fields;

/// `outputs[]`: `{"type": "function.call", "tool_call_id", "name", "arguments"}`, where the
/// arguments are text or an object. The API reports no reason for the end.
pub(super) fn read(body: &Fields<'_>) -> Calls {
    let mut answer = Answer::new(Ending::Unknown);
    for entry in body.items("outputs") {
        let entry = entry.fields();
        if entry.is("type", "function.call") {
            answer.call(entry.call(id(&entry), "arguments", Ending::Unknown));
        } else if entry.has("type") {
            answer.output();
        }
    }
    answer.end()
}

/// A result refers to the `tool_call_id`.
pub(in crate::call) fn id(entry: &Fields<'_>) -> Option<String> {
    let id = entry.some_text("tool_call_id");
    id.or_else(|| entry.some_text("id"))
}
