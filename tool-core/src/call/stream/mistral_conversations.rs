use super::streamed::{CallKey, Streamed};
use crate::call::answer::Ending;
use crate::call::response::mistral_conversations::read_id;
use crate::call::wire::{WireFields, WireValue};

/// `function.call.delta` has the id and the name in each event, and pieces of the arguments;
/// `conversation.response.done` ends the stream.
pub(super) fn push(event: &WireFields<'_>, streamed: &mut Streamed) {
    match event.text("type").as_deref() {
        Some("function.call.delta") => {
            let piece = event.get("arguments").map(WireValue::arguments);
            let piece = piece.unwrap_or_default();
            let keys = ["tool_call_id", "id"].map(|key| event.some_text(key).map(CallKey::Id));
            let name = event.some_text("name");
            let known = keys.iter().flatten().find_map(|key| {
                let at = streamed.position(0, key)?;
                let of_call = &streamed.at(at).name;
                let is_same = name.as_ref().is_none_or(|name| name == of_call);
                (of_call.is_empty() || is_same).then_some(at)
            });
            let begins = piece.trim().is_empty() || piece.trim_start().starts_with('{');
            let at = match known {
                Some(at) => at,
                None if begins => {
                    streamed.begin(0, None, read_id(event));
                    streamed.count() - 1
                }
                None => return streamed.doubt_open(0),
            };
            for key in keys.into_iter().flatten() {
                streamed.know(0, key, at);
            }
            let call = streamed.at(at);
            if call.name.is_empty() {
                call.name = event.text("name").unwrap_or_default();
            }
            streamed.push_at(at, &piece);
        }
        Some("message.output.delta") => streamed.output(0),
        Some("conversation.response.done") => streamed.set_ending(0, Ending::Done),
        Some("conversation.response.error") => streamed.set_ending(0, Ending::Failed),
        _ => {}
    }
}
