//! Labels and requests that announce a call, although they have a word of other labels.

/// Words for the form of a call that was corrected, and for the call that is meant.
const CORRECTIONS: &[&str] = &["correct", "corrected", "fixed", "right"];
const FORMS: &[&str] = &["format", "syntax"];
const CALLS: &[&str] = &[
    "action",
    "call",
    "calls",
    "command",
    "invocation",
    "request",
];

/// Words for what the user wants, which the call answers.
const WISHES: &[&str] = &["goal", "intent", "query", "request", "task"];

/// Words behind `please` that ask for patience, and words for a short time.
const WAITS: &[&str] = &["bear", "hold", "stand", "wait"];
const MOMENTS: &[&str] = &["minute", "moment", "second"];

/// Returns whether the words of a label announce a call, although one of them also labels other
/// text: `Correct format:`, `Actual call:`, `User request:`, `Please wait:`.
pub(super) fn is_own_label(words: &[String]) -> bool {
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        return false;
    };
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let ends_in = |list: &[&str]| list.contains(&last.as_str());
    words.len() < 4
        && (has(CORRECTIONS) && ends_in(FORMS)
            || first == "actual" && ends_in(CALLS)
            || matches!(first.as_str(), "user" | "user's") && ends_in(WISHES) && words.len() == 2)
        || words.len() < 6 && is_request_to_wait(words)
}

/// Returns whether a sentence asks for patience: `Please wait`, `Please give me a moment`.
pub(super) fn is_request_to_wait(words: &[String]) -> bool {
    let second = words.get(1).map_or("", String::as_str);
    let has_moment = || words.iter().any(|word| MOMENTS.contains(&word.as_str()));
    words.first().is_some_and(|first| first == "please")
        && (WAITS.contains(&second) || matches!(second, "allow" | "give") && has_moment())
}
