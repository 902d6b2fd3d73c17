use crate::call::answer::{Ending, ResponseCalls};
use crate::call::choices::Choices;
use crate::call::wire::WireFields;
use crate::call::{Calls, DropReason, Dropped};

/// `candidates[].content.parts[].functionCall`: `{"id"?, "name", "args"?: {..}}`.
pub(super) fn read(body: &WireFields<'_>, choices: Choices) -> Calls {
    let mut calls = Calls::default();
    for candidate in choices.select(body.items("candidates")) {
        calls.extend(read_candidate(&candidate));
        calls.dropped.extend(read_malformed(&candidate));
    }
    calls
}

fn read_candidate(candidate: &WireFields<'_>) -> Calls {
    let ending = read_ending(candidate.text("finishReason").as_deref());
    let mut answer = ResponseCalls::new(ending);
    for part in candidate.fields("content").items("parts") {
        let part = part.fields();
        if let Some(call) = part.get("functionCall") {
            let call = call.fields();
            answer.call(call.call(call.some_text("id"), "args", ending));
        } else if is_output(&part) {
            answer.output();
        }
    }
    answer.end()
}

/// Returns whether a part contains output of the model. Some parts only contain a signature.
pub(in crate::call) fn is_output(part: &WireFields<'_>) -> bool {
    part.says_more("text") || !part.only(&["text", "thought", "thoughtSignature"])
}

/// Returns a call that the API could not parse. It is not a part: the `finishMessage` of the
/// candidate contains it, with a message of the API.
pub(in crate::call) fn read_malformed(candidate: &WireFields<'_>) -> Option<Dropped> {
    let is_malformed = candidate.is("finishReason", "MALFORMED_FUNCTION_CALL");
    is_malformed.then(|| Dropped {
        id: None,
        name: String::new(),
        raw: candidate.text("finishMessage").unwrap_or_default(),
        reason: DropReason::NotJson,
    })
}

/// `finishReason`.
pub(in crate::call) fn read_ending(reason: Option<&str>) -> Ending {
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
        Some(
            "OTHER"
            | "MALFORMED_FUNCTION_CALL"
            | "MALFORMED_RESPONSE"
            | "UNEXPECTED_TOOL_CALL"
            | "TOO_MANY_TOOL_CALLS"
            | "MISSING_THOUGHT_SIGNATURE"
            | "IMAGE_OTHER"
            | "NO_IMAGE",
        ) => Ending::Failed,
        _ => Ending::Unknown,
    }
}
