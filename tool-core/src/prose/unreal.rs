//! Sentences about a call that is shown, waits for a permission, or ran earlier.

use super::announcement::announces;
use super::own_label::is_request_to_wait;
use super::shown::dismisses_below;
use super::words::is_fault;

/// Words for a call that is shown, or that was stopped. A short sentence with one announces nothing.
pub(super) const UNREAL: &[&str] = &[
    "abort",
    "aborted",
    "canceled",
    "cancelled",
    "declined",
    "denied",
    "disregard",
    "draft",
    "example",
    "fake",
    "hypothetical",
    "ignore",
    "illustration",
    "mock",
    "rejected",
    "sample",
    "simulated",
    "simulation",
    "skip",
    "skipped",
    "template",
    "withdrawn",
];

/// Phrases of a sentence about a call that is shown, or does not run yet.
const UNREAL_PHRASES: &[&str] = &[
    "ask first",
    "ask the user",
    "ask you",
    "attacker",
    "decided against",
    "do nothing",
    "dry run",
    "just an example",
    "only an example",
    "previous call",
    "test only",
];

/// Subjects and verbs of a sentence about the call next to it.
const POINTERS: &[&str] = &["above", "below", "following", "it", "that", "these", "this"];

const COPULAS: &[&str] = &["are", "is", "was", "were"];

/// Words for a permission that the call waits for, and verbs of the person who gives it.
const PERMISSIONS: &[&str] = &["approval", "confirmation", "consent", "permission"];

pub(super) const GIVERS: &[&str] = &[
    "he", "human", "owner", "please", "she", "they", "user", "you",
];

const GRANTS: &[&str] = &[
    "agree", "agrees", "allow", "allows", "approve", "approves", "confirm", "confirms",
];

const GRANTED: &[&str] = &["agreed", "allowed", "approved", "confirmed", "ready"];

const RECEIVED: &[&str] = &["given", "got", "granted", "have", "received", "thanks"];

/// First words of a clause about a later time.
const LATER: &[&str] = &["after", "as", "before", "once", "until", "when"];

/// Words for an earlier time, and verbs of an earlier call.
const EARLIER: &[&str] = &["already", "earlier", "last", "previously", "yesterday"];

pub(super) const RAN: &[&str] = &[
    "called", "executed", "invoked", "made", "ran", "sent", "tried", "used",
];

/// Returns whether a sentence says that the call next to it is shown, waits, or ran earlier.
pub(super) fn is_unreal(sentence: &str, words: &[String]) -> bool {
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let points = words
        .windows(2)
        .any(|pair| POINTERS.contains(&pair[0].as_str()) && COPULAS.contains(&pair[1].as_str()));
    let has_phrase = || {
        let lower = sentence.to_lowercase().replace(['_', '-'], " ");
        UNREAL_PHRASES.iter().any(|phrase| lower.contains(phrase))
    };
    let is_shown = || words.len() < 7 && has(UNREAL) || has(EARLIER) && has(RAN) || has_phrase();
    points && words.iter().any(|word| is_fault(word))
        || is_never_meant(words)
        || is_shown() && !announces(sentence)
}

/// Returns whether the words of a sentence say that the call next to it waits for a permission.
pub(crate) fn waits(words: &[String]) -> bool {
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let gives = |word: &str| GIVERS.contains(&word) || matches!(word, "must" | "should");
    let grants = words
        .windows(2)
        .any(|pair| GRANTS.contains(&pair[1].as_str()) && gives(&pair[0]));
    let grants = grants && !is_request_to_wait(words);
    grants || has(PERMISSIONS) && !has(RECEIVED)
}

/// Returns whether a sentence sets a value: `Dry run: true`, `dry_run=true`.
pub(crate) fn is_setting(sentence: &str) -> bool {
    let value = sentence.split_once([':', '=']);
    let value = value.map(|(_, value)| value.trim().to_lowercase());
    value.is_some_and(|value| ["true", "false", "yes", "no", "on", "off"].contains(&&*value))
}

/// Returns whether no announcement helps a sentence about a call: the call waits for a permission or
/// for a later time, or is pretended or dismissed.
pub(super) fn is_never_meant(words: &[String]) -> bool {
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let first = words.first().map_or("", String::as_str);
    let second = words.get(1).map_or("", String::as_str);
    waits(words)
        || matches!(first, "tomorrow" | "later")
        || first == "next" && second == "time"
        || LATER.contains(&first) && has(GRANTED)
        || first == "only" && second == "if"
        || has(&["pretend"])
        || dismisses_below(words)
}
