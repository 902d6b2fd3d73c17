use crate::call::Calls;
use crate::call::answer::{Ending, ResponseCalls};
use crate::call::choices::Choices;
use crate::call::wire::WireFields;

/// `choices[].message.tool_calls[]`: `{"id", "type": "function", "function": {"name",
/// "arguments": "{..}"}}`. Older responses have one `function_call` without an id. The
/// `content` comes before the calls.
pub(super) fn read(body: &WireFields<'_>, choices: Choices) -> Calls {
    let mut calls = Calls::default();
    for choice in choices.select(body.items("choices")) {
        calls.extend(read_choice(&choice));
    }
    calls
}

fn read_choice(choice: &WireFields<'_>) -> Calls {
    let ending = read_ending(choice.text("finish_reason").as_deref());
    read_message(&choice.fields("message"), ending)
}

/// Reads the calls of a message in this shape.
pub(super) fn read_message(message: &WireFields<'_>, ending: Ending) -> Calls {
    let mut answer = ResponseCalls::new(ending);
    let mut has_calls = false;
    for call in message.items("tool_calls") {
        has_calls = true;
        let call = call.fields();
        if is_custom(&call) {
            answer.output();
        } else {
            let id = call.some_text("id");
            answer.call(select_function(call).call(id, "arguments", ending));
        }
    }
    // Some servers send the first call in both forms.
    if let Some(function) = read_function(message).filter(|_| !has_calls) {
        answer.call(function.call(None, "arguments", ending));
    }
    answer.end()
}

/// Returns the function of an older message, or of a piece of one. Some servers add an empty function
/// to each message.
pub(in crate::call) fn read_function<'a>(message: &WireFields<'a>) -> Option<WireFields<'a>> {
    let function = message.get("function_call")?.fields();
    let is_empty = |key: &str| function.text(key).is_some_and(|text| text.is_empty());
    let is_unused = is_empty("name") && is_empty("arguments");
    (!is_unused).then_some(function)
}

/// Returns whether this is a call of a custom tool. In a stream, only the first piece has the
/// `type`.
pub(in crate::call) fn is_custom(call: &WireFields<'_>) -> bool {
    call.is("type", "custom") || call.has("custom") && !call.has("type")
}

/// Some servers omit the inner object.
pub(in crate::call) fn select_function(call: WireFields<'_>) -> WireFields<'_> {
    if call.has("function") {
        call.fields("function")
    } else {
        call
    }
}

/// Reads `finish_reason`. Compatible servers use more values: Mistral `model_length`, Z.ai
/// `sensitive`, `network_error` and `model_context_window_exceeded`, Text Generation Inference
/// `eos_token`, Together `eos`, `DeepSeek` `insufficient_system_resource`. Gateways pass on the
/// values of Anthropic and Gemini.
pub(in crate::call) fn read_ending(reason: Option<&str>) -> Ending {
    let reason = reason.map(str::to_lowercase);
    match reason.as_deref() {
        Some("stop" | "eos" | "eos_token" | "end_turn") => Ending::Done,
        Some("tool_calls" | "function_call" | "tool_call" | "tool_use") => Ending::ToolCalls,
        Some("stop_sequence") => Ending::StopSequence,
        Some(
            "length"
            | "model_length"
            | "max_tokens"
            | "max_output_tokens"
            | "model_context_window_exceeded",
        ) => Ending::Truncated,
        Some("content_filter" | "sensitive" | "safety" | "recitation") => Ending::Filtered,
        Some("refusal") => Ending::Refused,
        Some("error" | "abort" | "network_error" | "insufficient_system_resource") => {
            Ending::Failed
        }
        // Gemini's compatible API: `function_call_filter: MALFORMED_FUNCTION_CALL`.
        Some(reason) if reason.contains("malformed_function_call") => Ending::Failed,
        _ => Ending::Unknown,
    }
}
