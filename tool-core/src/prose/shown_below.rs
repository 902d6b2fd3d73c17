//! Sentences below a call that only shows it: they tell the reader to replace its values or to copy
//! it, ask what it does, or say that it is how a call looks.

use super::announcement::has_speaker;
use super::shown::{describes_form, has, has_pair};

/// Words before the verb of an order to the reader.
const BEFORE_ORDERS: &[&str] = &[
    "and", "be", "can", "just", "make", "please", "remember", "simply", "sure", "then", "to", "you",
];

/// Verbs of an order to put other values into a call. The last ones are about its parts only.
const REPLACES: &[&str] = &["fill", "insert", "replace", "substitute", "swap"];
const CHANGES: &[&str] = &[
    "adapt",
    "adjust",
    "change",
    "customise",
    "customize",
    "edit",
    "modify",
    "use",
];

/// Verbs of an order to copy a call.
const COPIES: &[&str] = &["copy", "paste", "put"];

/// Parts of a call that the reader replaces.
const PARTS: &[&str] = &[
    "argument",
    "arguments",
    "id",
    "ids",
    "key",
    "keys",
    "name",
    "names",
    "parameter",
    "parameters",
    "path",
    "paths",
    "placeholder",
    "placeholders",
    "url",
    "value",
    "values",
];

const PREPOSITIONS: &[&str] = &["by", "for", "in", "into", "to", "with"];

/// Words for the call above, and verbs of a question about it.
const POINTERS: &[&str] = &["it", "that", "these", "this"];
const DOES: &[&str] = &["do", "mean", "output", "print", "return"];

/// Words of a sentence about the form of a call.
const CALLS: &[&str] = &["call", "calls", "invocation", "invocations"];
const FORMS: &[&str] = &["form", "format", "notation", "syntax"];

/// Returns whether a sentence tells the reader to replace the values of the call above or to copy
/// it, or describes its form.
pub(super) fn shows(sentence: &str, words: &[String]) -> bool {
    let asks = sentence.trim_end().ends_with('?');
    !asks && !has_speaker(words) && (orders(words) || is_form(words))
}

/// Returns whether a sentence orders the reader to replace the values of the call, or to copy it:
/// `Replace the values with your own.`
fn orders(words: &[String]) -> bool {
    let verb = words
        .iter()
        .position(|word| !BEFORE_ORDERS.contains(&word.as_str()));
    let Some((verb, rest)) = verb.and_then(|at| words[at..].split_first()) else {
        return false;
    };
    let is = |list: &[&str]| list.contains(&verb.as_str());
    let has_own = has_pair(rest, &["your"], &["own"]) || has(rest, &["yours"]);
    let has_yours = has_own || has_pair(rest, PREPOSITIONS, &["your"]);
    let is_needed = has_pair(rest, &["as"], &["needed"]) || has(rest, &["accordingly"]);
    let is_call = rest.first().is_some_and(|word| {
        POINTERS.contains(&word.as_str()) || rest.iter().take(3).any(|word| word == "call")
    });
    let has_placeholders = || has_pair(rest, &["all", "the"], &["placeholder", "placeholders"]);
    is(REPLACES) && (has_yours || has_placeholders())
        || is(CHANGES) && has(rest, PARTS) && (has_own || verb != "use" && (has_yours || is_needed))
        || is(COPIES) && is_call && has_pair(rest, PREPOSITIONS, &["your"])
}

/// Returns whether a question is about the call: `What does it do?`
pub(super) fn asks_about(words: &[String]) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let is_call = |at: usize| {
        let is_named =
            || matches!(word(at), "this" | "that" | "the") && CALLS.contains(&word(at + 1));
        POINTERS.contains(&word(at)) || is_named()
    };
    let does = word(0) == "what"
        && matches!(word(1), "did" | "does" | "will" | "would")
        && is_call(2)
        && words
            .last()
            .is_some_and(|last| DOES.contains(&last.as_str()));
    let copula = usize::from(word(0) == "what" && word(1) == "is");
    let is_wrong = (copula == 1 || word(0) == "what's")
        && word(copula + 1) == "wrong"
        && matches!(word(copula + 2), "in" | "with")
        && is_call(copula + 3)
        && words.len() < copula + 6;
    does || is_wrong
}

/// Returns whether a sentence says that the call is how a call looks: `This is the format of a call.`
fn is_form(words: &[String]) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let behind = match (word(0), word(1)) {
        ("it" | "that" | "this", "is" | "was") => 2,
        ("that's", _) => 1,
        _ => return false,
    };
    let rest = &words[behind..];
    let is_how = word(behind) == "how" && has(rest, CALLS) && !rest.iter().any(|word| word == "it");
    let is_what = word(behind) == "what" && has_pair(rest, &["look", "looks"], &["like"]);
    let is_format = words[..words.len().min(behind + 3)]
        .iter()
        .skip(behind)
        .any(|word| FORMS.contains(&word.as_str()))
        && has_pair(rest, &["a", "all", "for", "of", "tool"], CALLS);
    is_how || is_what || is_format || describes_form(words) && has(rest, CALLS)
}
