use super::growing::Growing;
use super::streamed::Streamed;
use crate::call::answer::Ending;
use crate::call::response::anthropic::{ending, is_output};
use crate::call::wire::{Fields, Part};

/// `content_block_start` has a block `{"type": "tool_use", "id", "name", "input": {}}`. Then
/// come `content_block_delta` with `{"type": "input_json_delta", "partial_json"}` (the first
/// one is empty) and `content_block_stop`, even for truncated output. `message_delta` has the
/// `stop_reason`.
pub(super) fn push(event: &Fields<'_>, streamed: &mut Streamed) {
    let index = event.index("index");
    match event.text("type").as_deref() {
        Some("content_block_start") => {
            let block = event.fields("content_block");
            if block.is("type", "tool_use") {
                let id = block.some_text("id");
                let call = streamed.begin(0, index, id);
                call.name = block.text("name").unwrap_or_default();
                call.caller = block.json("caller");
                start(block.get("input"), call);
            } else if is_output(&block) {
                streamed.output(0);
            }
        }
        Some("content_block_delta") => {
            let delta = event.fields("delta");
            let piece = delta.get("partial_json");
            if let (Some(call), Some(piece)) = (streamed.find_indexed(index), piece) {
                call.push(&piece.arguments());
            } else if delta.says_more("text") {
                streamed.output(0);
            }
        }
        Some("content_block_stop") => {
            if let Some(call) = streamed.find_indexed(index) {
                call.end();
            }
        }
        Some("message_delta") => {
            let reason = event.fields("delta").text("stop_reason");
            streamed.set_ending(0, ending(reason.as_deref()));
        }
        Some("error") => streamed.set_ending(0, Ending::Failed),
        _ => {}
    }
}

/// The input of a starting block is empty. It stays empty for a tool without arguments. Some
/// servers send the whole input there.
fn start(input: Option<Part<'_>>, call: &mut Growing) {
    let input = input.map(Part::arguments).unwrap_or_default();
    if matches!(&*input.split_whitespace().collect::<String>(), "" | "{}") {
        call.without_pieces = Some(input);
    } else {
        call.push(&input);
    }
}
