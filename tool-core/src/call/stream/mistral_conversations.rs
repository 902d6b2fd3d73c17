use super::streamed::{CallKey, Streamed};
use crate::call::answer::Ending;
use crate::call::response::mistral_conversations::read_id;
use crate::call::wire::{WireFields, WireValue};

/// `function.call.delta` has the id and the name in each event, and pieces of the arguments;
/// `conversation.response.done` ends the stream.
pub(super) fn push(event: &WireFields<'_>, streamed: &mut Streamed) {
    match event.text("type").as_deref() {
        Some("function.call.delta") => {
            let id = read_id(event);
            let key = id.clone().map(CallKey::Id);
            let there = key.and_then(|key| streamed.position(0, &key));
            let call = match there {
                Some(at) => streamed.at(at),
                None => streamed.begin(0, None, id),
            };
            if call.name.is_empty() {
                call.name = event.text("name").unwrap_or_default();
            }
            let piece = event.get("arguments").map(WireValue::arguments);
            call.push(&piece.unwrap_or_default());
        }
        Some("message.output.delta") => streamed.output(0),
        Some("conversation.response.done") => streamed.set_ending(0, Ending::Done),
        Some("conversation.response.error") => streamed.set_ending(0, Ending::Failed),
        _ => {}
    }
}
