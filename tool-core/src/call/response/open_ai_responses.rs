use crate::call::Calls;
use crate::call::answer::{Ending, ResponseCalls};
use crate::call::wire::{WireFields, WireValue};

/// `output[]`: `{"type": "function_call", "id", "call_id", "name", "arguments": "{..}",
/// "status"}`. A result must contain the `call_id`.
pub(super) fn read(body: &WireFields<'_>) -> Calls {
    let response = read_response_ending(body).with_refusal(ends_in_refusal(body));
    let mut answer = ResponseCalls::new(response);
    for item in body.items("output") {
        let item = item.fields();
        if !item.is("type", "function_call") {
            if item.has("type") {
                answer.output();
            }
            continue;
        }
        let own = read_ending(item.text("status").as_deref());
        let known = Some(own).filter(|own| own.ends_call());
        let mut written = item.call(read_id(&item), "arguments", known.unwrap_or(response));
        written.call.namespace = item.some_text("namespace");
        written.call.caller = item.json("caller");
        written.call.is_async = item.is_true("async");
        answer.call_with_status(written, known);
    }
    answer.end()
}

/// Returns whether the last message or call of a response is a refusal. A call behind a refusal is
/// meant: the model went on.
pub(in crate::call) fn ends_in_refusal(response: &WireFields<'_>) -> bool {
    let items = response.items("output").map(WireValue::fields);
    let is_said = |item: &WireFields<'_>| {
        let kind = item.text("type");
        kind.is_some_and(|kind| kind == "message" || kind.ends_with("_call"))
    };
    items
        .filter(is_said)
        .last()
        .is_some_and(|item| is_refusal(&item))
}

/// Returns whether an item is a message that contains a refusal.
pub(in crate::call) fn is_refusal(item: &WireFields<'_>) -> bool {
    let mut blocks = item.items("content").map(WireValue::fields);
    blocks.any(|block| block.is("type", "refusal"))
}

pub(in crate::call) fn read_id(item: &WireFields<'_>) -> Option<String> {
    item.some_text("call_id").or_else(|| item.some_text("id"))
}

/// Reads the end of a response from its `status` and its `incomplete_details`.
pub(in crate::call) fn read_response_ending(response: &WireFields<'_>) -> Ending {
    let details = response.fields("incomplete_details");
    if response.has("incomplete_details") {
        read_incomplete(details.text("reason").as_deref())
    } else {
        read_ending(response.text("status").as_deref())
    }
}

/// Reads the reason of a response that is incomplete. The input of the user may steer a response:
/// it then ends after a whole item, and another response continues it.
fn read_incomplete(reason: Option<&str>) -> Ending {
    match reason {
        Some("content_filter") => Ending::Filtered,
        Some("steered") => Ending::Paused,
        // Shorter arguments would not help.
        Some("max_messages") => Ending::TooManyMessages,
        _ => Ending::Truncated,
    }
}

/// Returns the end of an incomplete response from its reason.
pub(crate) fn find_incomplete_ending(reason: &str) -> Ending {
    read_incomplete(Some(reason))
}

/// Reads the `status` of a response or of one of its items.
pub(in crate::call) fn read_ending(status: Option<&str>) -> Ending {
    match status {
        Some("completed") => Ending::Done,
        Some("incomplete") => Ending::Truncated,
        Some("failed" | "cancelled") => Ending::Failed,
        Some("in_progress" | "queued") => Ending::Unfinished,
        _ => Ending::Unknown,
    }
}
