use crate::call::answer::{Ending, ResponseCalls};
use crate::call::choices::Choices;
use crate::call::wire::{WireFields, WireValue};
use crate::call::{Calls, DropReason, Dropped};

/// `candidates[].content.parts[].functionCall`: `{"id"?, "name", "args"?: {..}}`.
pub(super) fn read(body: &WireFields<'_>, choices: Choices) -> Calls {
    let mut calls = Calls::default();
    for candidate in choices.select(body.items("candidates")) {
        let found = read_candidate(&candidate);
        let has_calls = !found.calls.is_empty() || !found.dropped.is_empty();
        calls.extend(found);
        calls.dropped.extend(read_rejected(&candidate, has_calls));
    }
    calls
}

fn read_candidate(candidate: &WireFields<'_>) -> Calls {
    let ending = read_ending(read_reason(candidate).as_deref());
    let mut answer = ResponseCalls::new(ending);
    for part in candidate.fields("content").items("parts") {
        let part = part.fields();
        if let Some(call) = part.either("functionCall", "function_call") {
            let call = call.fields();
            let written = call.call(call.some_text("id"), "args", ending);
            // The API defines a part with `thought` as one of the model's thoughts. No recorded
            // call has the mark: a real one has only a `thoughtSignature`. A thought never runs.
            if part.is_true("thought") {
                answer.drop(written.call, DropReason::InReasoning);
            } else {
                answer.call(written);
            }
        } else if is_output(&part) {
            answer.output();
        }
    }
    answer.end()
}

/// Returns whether a part contains output of the model. Some parts only contain a signature.
pub(in crate::call) fn is_output(part: &WireFields<'_>) -> bool {
    part.says_more("text")
        || !part.only(&["text", "thought", "thoughtSignature", "thought_signature"])
}

/// Returns a call that the API rejected. It is not a part: the `finishMessage` of the candidate
/// contains it, with a message of the API. `has_calls` tells whether the candidate has calls as
/// parts, one of which may be the rejected one.
pub(in crate::call) fn read_rejected(
    candidate: &WireFields<'_>,
    has_calls: bool,
) -> Option<Dropped> {
    let ending = read_ending(read_reason(candidate).as_deref());
    let is_missing = match ending {
        Ending::Malformed => true,
        Ending::UnknownTool | Ending::TooManyCalls => !has_calls,
        _ => false,
    };
    let message = candidate.either("finishMessage", "finish_message");
    let message = message.and_then(WireValue::text).unwrap_or_default();
    is_missing.then(|| Dropped {
        id: None,
        name: String::new(),
        raw: message,
        reason: ending.drop_reason(),
    })
}

/// Reads `finishReason`. Some clients of the API ask for numbers in place of names.
pub(in crate::call) fn read_reason(candidate: &WireFields<'_>) -> Option<String> {
    let reason = candidate.either("finishReason", "finish_reason");
    reason.map(WireValue::arguments)
}

/// `finishReason`.
pub(in crate::call) fn read_ending(reason: Option<&str>) -> Ending {
    if let Some(number) = reason.and_then(|reason| reason.parse().ok()) {
        return read_number(number);
    }
    match reason {
        Some("STOP") => Ending::Done,
        Some("MAX_TOKENS") => Ending::Truncated,
        Some("CONTINUATION") => Ending::Paused,
        Some(
            "SAFETY"
            | "RECITATION"
            | "LANGUAGE"
            | "BLOCKLIST"
            | "PROHIBITED_CONTENT"
            | "SPII"
            | "IMAGE_SAFETY"
            | "IMAGE_PROHIBITED_CONTENT"
            | "IMAGE_RECITATION"
            | "ESCALATION"
            | "PUP_LIMITED_DISABLED"
            | "MODEL_ARMOR",
        ) => Ending::Filtered,
        Some("MALFORMED_FUNCTION_CALL" | "MALFORMED_RESPONSE") => Ending::Malformed,
        Some("UNEXPECTED_TOOL_CALL") => Ending::UnknownTool,
        Some("TOO_MANY_TOOL_CALLS") => Ending::TooManyCalls,
        Some("OTHER" | "MISSING_THOUGHT_SIGNATURE" | "IMAGE_OTHER" | "NO_IMAGE") => Ending::Failed,
        _ => Ending::Unknown,
    }
}

/// Reads the number of a reason. The APIs of Gemini and of Vertex AI agree on the first ones. The
/// next ones are filters in both, and all others reject the output.
fn read_number(number: u64) -> Ending {
    match number {
        0 => Ending::Unknown,
        1 => Ending::Done,
        2 => Ending::Truncated,
        3 | 4 | 6..=8 => Ending::Filtered,
        _ => Ending::Failed,
    }
}
