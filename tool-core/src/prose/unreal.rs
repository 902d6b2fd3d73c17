//! Sentences about a call that waits for a permission, or that is only pretended.

use super::list::{has, is};
use super::own_label::is_request_to_wait;

/// Words for a call that is shown, or that was stopped.
pub(super) const UNREAL: &[&str] = &[
    "aborted",
    "blocked",
    "cached",
    "canceled",
    "cancelled",
    "declined",
    "denied",
    "draft",
    "example",
    "fake",
    "hypothetical",
    "illustration",
    "illustrative",
    "injected",
    "mock",
    "rejected",
    "sample",
    "simulated",
    "simulation",
    "skipped",
    "template",
    "withdrawn",
];

/// Phrases of a sentence about a call that is shown, or does not run yet.
pub(super) const UNREAL_PHRASES: &[&str] = &["dry run", "test only"];

/// Words for a permission that the call waits for, and verbs of the person who gives it.
const PERMISSIONS: &str = "approval confirmation consent permission";
pub(super) const GIVERS: &str = "he human owner please she they user you";
const GRANTS: &str = "agree agrees allow allows approve approves confirm confirms";
const GRANTED: &str = "agreed allowed approved confirmed ready";
const RECEIVED: &str = "given got granted have received thanks";

/// First words of a clause about a later time.
const LATER: &str = "after as before once until when";

/// Returns whether the words of a sentence say that the call next to it waits for a permission.
pub(crate) fn waits(words: &[String]) -> bool {
    let gives = |word: &str| is(word, GIVERS) || matches!(word, "must" | "should");
    let mut pairs = words.windows(2);
    let grants = pairs.any(|pair| is(&pair[1], GRANTS) && gives(&pair[0]));
    grants && !is_request_to_wait(words) || has(words, PERMISSIONS) && !has(words, RECEIVED)
}

/// Returns whether a sentence sets a value: `Dry run: true`, `dry_run=true`.
pub(crate) fn is_setting(sentence: &str) -> bool {
    let value = sentence.split_once([':', '=']);
    let value = value.map(|(_, value)| value.trim().to_lowercase());
    value.is_some_and(|value| ["true", "false", "yes", "no", "on", "off"].contains(&&*value))
}

/// Returns whether no announcement helps a sentence about a call: the call waits for a permission or
/// for a later time, is pretended, or another act replaces it.
pub(super) fn is_never_meant(words: &[String]) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let replaces = |at: usize| {
        let behind = words.get(at + 2..).unwrap_or_default();
        matches!(
            (word(at), word(at + 1)),
            ("instead", "of") | ("rather", "than")
        ) && has(&behind[..behind.len().min(3)], "following below")
    };
    waits(words)
        || matches!(word(0), "tomorrow" | "later")
        || word(0) == "next" && word(1) == "time"
        || word(0) == "only" && word(1) == "if"
        || is(word(0), LATER) && has(words, GRANTED)
        || has(words, "pretend")
        || (0..words.len()).any(replaces)
}
