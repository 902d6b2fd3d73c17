use crate::call::wire::Fields;
use crate::call::{Calls, DropReason, Dropped};
use crate::finish::Finish;

/// `candidates[].content.parts[].functionCall`: `{"id"?, "name", "args"?: {..}}`.
pub(super) fn read(body: &Fields<'_>, calls: &mut Calls) {
    for candidate in body.items("candidates") {
        let candidate = candidate.fields();
        let finish = finish(candidate.text("finishReason").as_deref());
        for part in candidate.fields("content").items("parts") {
            if let Some(call) = part.fields().get("functionCall") {
                let call = call.fields();
                calls.take(call.call(call.some_text("id"), "args", finish));
            }
        }
        calls.dropped.extend(malformed(&candidate));
    }
}

/// A call that the API itself could not read, which it sends as no part: its words,
/// with the model's, are the candidate's `finishMessage`.
pub(in crate::call) fn malformed(candidate: &Fields<'_>) -> Option<Dropped> {
    let is_malformed = candidate.is("finishReason", "MALFORMED_FUNCTION_CALL");
    is_malformed.then(|| Dropped {
        id: None,
        name: String::new(),
        raw: candidate.text("finishMessage").unwrap_or_default(),
        reason: DropReason::NotJson,
    })
}

/// `finishReason`: the names of the filters all break the output off.
pub(in crate::call) fn finish(reason: Option<&str>) -> Finish {
    match reason {
        Some("STOP") => Finish::Complete,
        Some(
            "MAX_TOKENS"
            | "SAFETY"
            | "RECITATION"
            | "LANGUAGE"
            | "BLOCKLIST"
            | "PROHIBITED_CONTENT"
            | "SPII"
            | "MALFORMED_FUNCTION_CALL",
        ) => Finish::Truncated,
        _ => Finish::Unknown,
    }
}
