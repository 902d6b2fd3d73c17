use super::streamed::Streamed;
use crate::call::response::bedrock::{is_output, read_ending};
use crate::call::wire::{WireFields, WireValue};

/// `contentBlockStart` has `{"start": {"toolUse": {"toolUseId", "name"}}}`. Then come
/// `contentBlockDelta` with `{"delta": {"toolUse": {"input": "piece"}}}` and
/// `contentBlockStop`. `messageStop` has the `stopReason`.
///
/// On the wire, the name of the event is a header, and the payload has no wrapper. The SDKs
/// print the name around the payload. Both forms are read.
pub(super) fn push(event: &WireFields<'_>, streamed: &mut Streamed) {
    let names = [
        "contentBlockStart",
        "contentBlockDelta",
        "contentBlockStop",
        "messageStop",
    ];
    match names.into_iter().find(|name| event.has(name)) {
        Some(name) => read_payload(&event.fields(name), streamed),
        None => read_payload(event, streamed),
    }
}

fn read_payload(payload: &WireFields<'_>, streamed: &mut Streamed) {
    let index = payload.index("contentBlockIndex");
    if let Some(reason) = payload.text("stopReason") {
        streamed.set_reason(0, Some(&reason), read_ending);
    } else if let Some(start) = payload.fields("start").get("toolUse") {
        let start = start.fields();
        if start.is("type", "server_tool_use") {
            streamed.begin_other(index);
        } else {
            let call = streamed.begin_once(index, start.some_text("toolUseId"));
            call.name = start.text("name").unwrap_or_default();
            call.without_pieces = Some("{}".to_owned());
        }
    } else if let Some(delta) = payload.fields("delta").get("toolUse") {
        let input = delta.fields().get("input").map(WireValue::arguments);
        streamed.push_indexed(index, &input.unwrap_or_default());
    } else if is_output(&payload.fields("delta")) {
        streamed.output(0);
    } else if index.is_some()
        && !payload.has("delta")
        && !payload.has("start")
        && let Some(call) = streamed.find_indexed(index)
    {
        call.end();
    }
}
