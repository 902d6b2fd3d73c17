use crate::call::Calls;
use crate::call::answer::{Answer, Ending};
use crate::call::wire::Fields;

/// `steps[]`: `{"type": "function_call", "id", "name", "arguments": {..}}`.
pub(super) fn read(body: &Fields<'_>) -> Calls {
    let ending = ending(body.text("status").as_deref());
    let mut answer = Answer::new(ending);
    for step in body.items("steps") {
        let step = step.fields();
        if step.is("type", "function_call") {
            answer.call(step.call(step.some_text("id"), "arguments", ending));
        } else if is_output(&step) {
            answer.output();
        }
    }
    answer.end()
}

/// Returns whether a step that is not a call contains output of the model. A thought may contain
/// only a signature.
pub(in crate::call) fn is_output(step: &Fields<'_>) -> bool {
    step.has("type") && !step.is("type", "thought")
}

/// `status`.
pub(in crate::call) fn ending(status: Option<&str>) -> Ending {
    match status {
        Some("completed") => Ending::Done,
        Some("requires_action") => Ending::ToolCalls,
        Some("incomplete" | "budget_exceeded") => Ending::Truncated,
        Some("failed" | "cancelled") => Ending::Failed,
        Some("in_progress" | "queued") => Ending::Unfinished,
        _ => Ending::Unknown,
    }
}
