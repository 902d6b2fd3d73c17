use crate::call::Calls;
use crate::call::answer::{Ending, ResponseCalls};
use crate::call::choices::Choices;
use crate::call::wire::{WireFields, WireValue};

/// `choices[].message.tool_calls[]`: `{"id", "type": "function", "function": {"name",
/// "arguments": "{..}"}}`. Older responses have one `function_call` without an id. The
/// `content` comes before the calls.
pub(super) fn read(body: &WireFields<'_>, choices: Choices) -> Calls {
    let mut calls = Calls::default();
    let all: Vec<_> = body.items("choices").map(WireValue::fields).collect();
    let indexes: Vec<_> = all.iter().map(|choice| choice.index("index")).collect();
    let mut selected = match choices {
        Choices::All => (0..all.len()).collect(),
        Choices::First => list_first(&indexes),
    };
    let has_calls = |at: &usize| {
        let message = all[*at].fields("message");
        message.items("tool_calls").next().is_some() || read_function(&message).is_some()
    };
    let may_go_on = selected.iter().all(|at| {
        let reason = all[*at].text("finish_reason");
        !has_calls(at) && goes_on_elsewhere(reason.as_deref())
    });
    if may_go_on {
        selected.extend((0..all.len()).find(has_calls));
    }
    for at in selected {
        calls.extend(read_choice(&all[at]));
    }
    calls
}

/// Returns the positions of the choices that are the first answer, from the indexes of all choices:
/// the first one with the index 0, and those with the same index. GitHub Copilot sends the text and
/// the calls of one answer in two choices. Some servers send no index.
pub(crate) fn list_first(indexes: &[Option<u64>]) -> Vec<usize> {
    let first = indexes.iter().position(|index| index.unwrap_or(0) == 0);
    let Some(first) = first else {
        return vec![];
    };
    let is_same = |at: &usize| *at == first || indexes[*at] == Some(0) && indexes[first] == Some(0);
    (first..indexes.len()).filter(is_same).collect()
}

/// Returns whether an answer without calls has them in another choice: it waits for results, or has
/// no end of its own.
pub(crate) fn goes_on_elsewhere(reason: Option<&str>) -> bool {
    reason.is_none() || read_ending(reason) == Ending::ToolCalls
}

fn read_choice(choice: &WireFields<'_>) -> Calls {
    let message = choice.fields("message");
    let ending = read_choice_ending(choice);
    let ending = ending.with_refusal(message.some_text("refusal").is_some());
    read_message(&message, ending)
}

/// Reads the end of a choice. `OpenRouter` also sends the value of the provider behind it, which may
/// report a truncation that the first value hides.
pub(in crate::call) fn read_choice_ending(choice: &WireFields<'_>) -> Ending {
    let read = |key: &str| read_ending(choice.text(key).as_deref());
    match read("native_finish_reason") {
        Ending::Truncated => Ending::Truncated,
        _ => read("finish_reason"),
    }
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
        Some(reason) if reason.contains("malformed_function_call") => Ending::Malformed,
        Some(reason) if reason.contains("unexpected_tool_call") => Ending::UnknownTool,
        Some(reason) if reason.contains("too_many_tool_calls") => Ending::TooManyCalls,
        _ => Ending::Unknown,
    }
}
