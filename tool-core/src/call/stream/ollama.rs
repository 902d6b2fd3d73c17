use super::streamed::Streamed;
use crate::call::response::ollama::ending;
use crate::call::response::open_ai_chat::function;
use crate::call::wire::{Fields, Part};

/// One object per line, with whole calls in `message.tool_calls[]`. The last one has `"done":
/// true` and the `done_reason`.
pub(super) fn push(event: &Fields<'_>, streamed: &mut Streamed) {
    let message = event.fields("message");
    if message.says_more("content") {
        streamed.output(0);
    }
    for call in message.items("tool_calls") {
        let call = call.fields();
        let begun = streamed.begin(0, None, call.some_text("id"));
        let function = function(call);
        begun.name = function.text("name").unwrap_or_default();
        let arguments = function.get("arguments").map(Part::arguments);
        begun.push(&arguments.unwrap_or_default());
        begun.end_whole();
    }
    streamed.set_ending(0, ending(event.text("done_reason").as_deref()));
}
