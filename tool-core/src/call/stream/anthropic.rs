use super::growing::Growing;
use super::streamed::Streamed;
use crate::call::answer::Ending;
use crate::call::response::anthropic::{is_output, namespace, read_ending};
use crate::call::wire::{WireFields, WireValue};

/// `content_block_start` has a block `{"type": "tool_use", "id", "name", "input": {}}`. Then
/// come `content_block_delta` with `{"type": "input_json_delta", "partial_json"}` (the first
/// one is empty) and `content_block_stop`, even for truncated output. `message_delta` has the
/// `stop_reason`. After results of calls that a program made, `message_start` has whole blocks and
/// the `stop_reason`.
pub(super) fn push(event: &WireFields<'_>, streamed: &mut Streamed) {
    let index = event.index("index");
    match event.text("type").as_deref() {
        Some("message_start") => {
            let message = event.fields("message");
            for block in message.items("content") {
                begin(None, &block.fields(), streamed).map(Growing::end_whole);
            }
            let reason = message.text("stop_reason");
            streamed.set_reason(0, reason.as_deref(), read_ending);
        }
        Some("content_block_start") => {
            begin(index, &event.fields("content_block"), streamed);
        }
        Some("content_block_delta") => {
            let delta = event.fields("delta");
            if let Some(piece) = delta.get("partial_json") {
                streamed.push_indexed(index, &piece.arguments());
            } else if delta.says_more("text") {
                // In the block of a call, the text may be its arguments.
                let call = index.and_then(|index| streamed.find_indexed(Some(index)));
                match call.filter(|call| !call.has_ended() && call.is_empty()) {
                    Some(call) => call.doubt(),
                    None => streamed.output(0),
                }
            }
        }
        Some("content_block_stop") => {
            if let Some(call) = streamed.find_indexed(index) {
                call.end();
            }
        }
        Some("message_delta") => {
            let reason = event.fields("delta").text("stop_reason");
            streamed.set_reason(0, reason.as_deref(), read_ending);
        }
        Some("message_stop") => streamed.is_ended = true,
        Some("error") => streamed.set_ending(0, Ending::Failed),
        _ => {}
    }
}

/// Begins the call of a block, or records other output.
fn begin<'s>(
    index: Option<u64>,
    block: &WireFields<'_>,
    streamed: &'s mut Streamed,
) -> Option<&'s mut Growing> {
    if block.is("type", "tool_use") {
        let call = streamed.begin_once(index, block.some_text("id"));
        call.name = block.text("name").unwrap_or_default();
        call.namespace = namespace(block);
        call.caller = block.json("caller");
        if call.is_empty() {
            let input = block.get("input").map(WireValue::arguments);
            call.start(input.unwrap_or_default());
        }
        return Some(call);
    }
    if ["text", "thinking"]
        .iter()
        .any(|kind| block.is("type", kind))
    {
        if is_output(block) {
            streamed.output(0);
        }
    } else if is_output(block) {
        streamed.begin_other(index);
    }
    None
}
