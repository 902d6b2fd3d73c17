use super::streamed::Streamed;
use crate::call::answer::Ending;
use crate::call::response::gemini_interactions::{is_output, read, read_ending};
use crate::call::wire::{WireFields, WireValue};

/// `step.start` has a step `{"type": "function_call", "id", "name", "arguments": {}}`, then
/// come `step.delta` with `{"type": "arguments_delta", "arguments": "piece"}` and `step.stop`;
/// `interaction.completed` has the `status`, in some versions with all steps. An
/// `interaction.status_update` may have the status, too. Before June 2026, a `content.delta` had
/// the whole call after a `content.start`, and the last event was `interaction.complete`.
pub(super) fn push(event: &WireFields<'_>, streamed: &mut Streamed) {
    let index = event.index("index");
    match event.text("event_type").as_deref() {
        Some("step.start") => begin(index, &event.fields("step"), streamed),
        Some("content.start") => begin(index, &event.fields("content"), streamed),
        Some("step.delta") => {
            if let Some(piece) = event.fields("delta").get("arguments") {
                streamed.push_indexed(index, &piece.arguments());
            }
        }
        Some("step.stop" | "content.stop") => {
            if let Some(call) = streamed.find_indexed(index) {
                call.end();
            }
        }
        Some("interaction.status_update") => set_status(event, streamed),
        Some("content.delta") => {
            let delta = event.fields("delta");
            if delta.is("type", "function_call") {
                take_whole(index, &delta, streamed);
            } else if delta.is("type", "text") {
                streamed.output(0);
            }
        }
        Some("interaction.completed" | "interaction.complete") => {
            let interaction = event.fields("interaction");
            set_status(&interaction, streamed);
            streamed.is_ended = true;
            if streamed.count() == 0 {
                let calls = read(&interaction);
                streamed.whole.extend(calls);
            }
        }
        Some("error") => streamed.set_ending(0, Ending::Failed),
        _ => {}
    }
}

/// Begins the call of a step, or records other output.
fn begin(index: Option<u64>, step: &WireFields<'_>, streamed: &mut Streamed) {
    if step.is("type", "function_call") {
        let call = streamed.begin_once(index, step.some_text("id"));
        call.name = step.text("name").unwrap_or_default();
        if call.is_empty() {
            let arguments = step.get("arguments").map(WireValue::arguments);
            call.start(arguments.unwrap_or_default());
        }
    } else if is_output(step) {
        let has_text = step.is("type", "model_output") || step.is("type", "text");
        streamed.begin_other(index.filter(|_| !has_text));
    }
}

/// Reads a delta with a whole call. The call may have begun before, usually without its name.
fn take_whole(index: Option<u64>, delta: &WireFields<'_>, streamed: &mut Streamed) {
    let id = delta.some_text("id");
    let has_begun = streamed
        .find_indexed(index)
        .is_some_and(|call| !call.has_ended());
    if !has_begun {
        streamed.begin(0, index, id.clone());
    }
    let Some(call) = streamed.find_indexed(index) else {
        return;
    };
    call.id = id.or(call.id.take());
    if let Some(name) = delta.some_text("name") {
        call.name = name;
    }
    let arguments = delta.get("arguments").map(WireValue::arguments);
    call.replace(&arguments.unwrap_or_default());
    call.end_whole();
}

/// Records a status that ends the interaction.
fn set_status(holder: &WireFields<'_>, streamed: &mut Streamed) {
    let status = holder.text("status");
    if read_ending(status.as_deref()) != Ending::Unfinished {
        streamed.set_reason(0, status.as_deref(), read_ending);
    }
}
