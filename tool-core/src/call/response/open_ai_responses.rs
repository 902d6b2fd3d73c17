use crate::call::Calls;
use crate::call::wire::Fields;
use crate::finish::Finish;

/// `output[]`: `{"type": "function_call", "id", "call_id", "name", "arguments": "{..}",
/// "status"}`. A result is sent back by `call_id`.
pub(super) fn read(body: &Fields<'_>, calls: &mut Calls) {
    let response = finish(body.text("status").as_deref());
    for item in body.items("output") {
        let item = item.fields();
        if item.is("type", "function_call") {
            let own = finish(item.text("status").as_deref());
            let finish = if own == Finish::Unknown {
                response
            } else {
                own
            };
            calls.take(item.call(id(&item), "arguments", finish));
        }
    }
}

pub(in crate::call) fn id(item: &Fields<'_>) -> Option<String> {
    item.some_text("call_id").or_else(|| item.some_text("id"))
}

/// `status`, of a response or of an item in it.
pub(in crate::call) fn finish(status: Option<&str>) -> Finish {
    match status {
        Some("completed") => Finish::Complete,
        Some("incomplete" | "failed" | "cancelled") => Finish::Truncated,
        _ => Finish::Unknown,
    }
}
