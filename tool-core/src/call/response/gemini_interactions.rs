use crate::call::Calls;
use crate::call::answer::{Ending, ResponseCalls};
use crate::call::wire::{WireFields, WireValue};

/// `steps[]`: `{"type": "function_call", "id", "name", "arguments": {..}}`. Before June 2026, the
/// API sent these calls in `outputs[]`, which repeat the calls of any `steps[]`.
pub(in crate::call) fn read(body: &WireFields<'_>) -> Calls {
    let ending = read_ending(body.text("status").as_deref());
    let mut answer = ResponseCalls::new(ending);
    let has_steps = body.items("steps").next().is_some();
    let steps = || body.items(if has_steps { "steps" } else { "outputs" });
    let results: Vec<_> = steps().filter_map(answered_id).collect();
    for step in steps() {
        let step = step.fields();
        let id = step.some_text("id");
        let is_answered = id.is_some_and(|id| results.contains(&id));
        if step.is("type", "function_call") && !is_answered {
            answer.call(step.call(step.some_text("id"), "arguments", ending));
        } else if is_output(&step) {
            answer.output();
        }
    }
    answer.end()
}

/// Returns the ID of the call that a step answers. A stored interaction contains the results of
/// earlier requests.
fn answered_id(step: WireValue<'_>) -> Option<String> {
    let step = step.fields();
    step.is("type", "function_result")
        .then(|| step.some_text("call_id"))?
}

/// Returns whether a step that is not a call contains output of the model. A thought may contain
/// only a signature.
pub(in crate::call) fn is_output(step: &WireFields<'_>) -> bool {
    step.has("type") && !step.is("type", "thought")
}

/// `status`.
pub(in crate::call) fn read_ending(status: Option<&str>) -> Ending {
    match status {
        Some("completed") => Ending::Done,
        Some("requires_action") => Ending::ToolCalls,
        Some("requires_continuation") => Ending::Paused,
        Some("incomplete" | "budget_exceeded") => Ending::Truncated,
        Some("failed" | "cancelled") => Ending::Failed,
        Some("in_progress" | "queued") => Ending::Unfinished,
        _ => Ending::Unknown,
    }
}
