use crate::call::Calls;
use crate::call::answer::{Answer, Ending};
use crate::call::wire::Fields;

/// `choices[].message.tool_calls[]`: `{"id", "type": "function", "function": {"name",
/// "arguments": "{..}"}}`. Older responses have one `function_call` without an id. The
/// `content` comes before the calls.
pub(super) fn read(body: &Fields<'_>) -> Calls {
    let mut calls = Calls::default();
    for choice in body.items("choices") {
        calls.extend(read_choice(&choice.fields()));
    }
    calls
}

fn read_choice(choice: &Fields<'_>) -> Calls {
    let ending = ending(choice.text("finish_reason").as_deref());
    read_message(&choice.fields("message"), ending)
}

/// Reads the calls of a message in this shape.
pub(super) fn read_message(message: &Fields<'_>, ending: Ending) -> Calls {
    let mut answer = Answer::new(ending);
    for call in message.items("tool_calls") {
        let call = call.fields();
        if is_custom(&call) {
            answer.output();
        } else {
            let id = call.some_text("id");
            answer.call(function(call).call(id, "arguments", ending));
        }
    }
    if let Some(function) = message.get("function_call") {
        answer.call(function.fields().call(None, "arguments", ending));
    }
    answer.end()
}

/// Returns whether this is a call of a custom tool. In a stream, only the first piece has the
/// `type`.
pub(in crate::call) fn is_custom(call: &Fields<'_>) -> bool {
    call.is("type", "custom") || call.has("custom") && !call.has("type")
}

/// Some servers omit the inner object.
pub(in crate::call) fn function(call: Fields<'_>) -> Fields<'_> {
    if call.has("function") {
        call.fields("function")
    } else {
        call
    }
}

/// Reads `finish_reason`. Mistral uses `model_length`. `content_filter` removes output. After a
/// failure in the output, servers send `error`, `abort` or, in `DeepSeek`,
/// `insufficient_system_resource`.
pub(in crate::call) fn ending(reason: Option<&str>) -> Ending {
    match reason {
        Some("stop") => Ending::Done,
        Some("tool_calls" | "function_call") => Ending::ToolCalls,
        Some("length" | "model_length" | "max_tokens") => Ending::Truncated,
        Some("content_filter") => Ending::Filtered,
        Some("error" | "abort" | "insufficient_system_resource") => Ending::Failed,
        _ => Ending::Unknown,
    }
}
