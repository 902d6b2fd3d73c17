//! Sentences below a call of a text that take it back.

use super::sentence::{SENTENCE_ENDS, words_of};
use super::unreal::{UNREAL, waits};
use super::words::{is_fault, is_negation};

/// First words of a sentence that may take a call back, with [`ORDERS`].
const STARTS: &[&str] = &[
    "above", "actually", "but", "do", "don't", "hmm", "i", "it", "just", "may", "never", "no",
    "on", "oops", "shall", "should", "sorry", "stop", "that", "that's", "this", "wait",
];

/// Orders about the call above, and their objects.
const ORDERS: &[&str] = &[
    "cancel",
    "disregard",
    "forget",
    "ignore",
    "scratch",
    "strike",
    "undo",
];
const OBJECTS: &[&str] = &["it", "that", "these", "this"];

/// Nouns for the call above. `Ignore the warnings.` is about something else.
const NOUNS: &[&str] = &[
    "above", "action", "call", "calls", "command", "commands", "request", "tool",
];

/// First words of a sentence about a mistake, if it names one.
const INTERJECTIONS: &[&str] = &["actually", "hmm", "no", "oops", "sorry", "wait"];
const MISTAKES: &[&str] = &[
    "cancel",
    "forget",
    "ignore",
    "incorrect",
    "meant",
    "mistake",
    "scratch",
    "wrong",
];

/// Phrases that take a call back at the end of a clause or before a word for the call.
const PHRASES: &[&str] = &[
    "a mistake",
    "but i refuse",
    "changed my mind",
    "do not execute",
    "do not run",
    "don't execute",
    "don't run",
    "i ignore it",
    "just an example",
    "just kidding",
    "must not be executed",
    "must not be run",
    "never mind",
    "only an example",
    "that is wrong",
    "that was wrong",
    "that's wrong",
];

/// Phrases that take a call back, whatever follows them.
const OPEN_PHRASES: &[&str] = &[
    "i meant",
    "on second thought",
    "take it back",
    "take that back",
];

/// Words of a sentence about an earlier mistake or a later action. It is not about the call above.
const OTHER_TIMES: &[&str] = &[
    "after",
    "afterwards",
    "again",
    "before",
    "earlier",
    "fixed",
    "next",
    "now",
    "other",
    "previously",
];

/// Signs of a note about the line above.
const POINTERS: [char; 5] = ['^', '←', '↑', '⬆', '❌'];

/// First words of a question about the call above, and its verbs.
const QUESTIONS: &[&str] = &["may", "shall", "should"];

/// Returns whether a line below a call takes the call back, denies it, or asks whether to run it:
/// `Scratch that.`, `(not executed)`, `Should I run this?`
pub(crate) fn withdraws(line: &str) -> bool {
    if let Some(note) = line.strip_prefix('(') {
        let words: Vec<String> = words_of(note).collect();
        let denies = |word: &String| is_negation(word) || UNREAL.contains(&&**word);
        return words.len() < 6 && words.iter().any(denies);
    }
    line.starts_with(POINTERS)
        || may_withdraw(line) && line.split_inclusive(SENTENCE_ENDS).any(takes_back)
}

/// Returns whether such a line is only about the call above it. `Do not run this.` may be about
/// either call.
pub(crate) fn is_about_call_above(line: &str) -> bool {
    let mut words = words_of(line);
    !words.any(|word| {
        matches!(
            &*word,
            "below" | "execute" | "following" | "next" | "run" | "these" | "this"
        )
    })
}

/// Returns whether the beginning of a line may go on so.
pub(crate) fn may_withdraw(start: &str) -> bool {
    if start.starts_with('(') || start.starts_with(POINTERS) {
        return true;
    }
    let start = start.trim_start_matches(|c: char| !c.is_alphanumeric());
    let end = start.find(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’'));
    let word = start[..end.unwrap_or(start.len())]
        .to_lowercase()
        .replace('’', "'");
    if word == "the" {
        let behind = start.get(3..).unwrap_or_default();
        let next = words_of(behind).next().unwrap_or_default();
        return "above".starts_with(&*next) || "call".starts_with(&*next);
    }
    let mut known = STARTS.iter().chain(ORDERS).chain(&["nevermind"]);
    match end {
        Some(_) => known.any(|known| *known == word),
        None => known.any(|known| known.starts_with(&word)),
    }
}

fn takes_back(sentence: &str) -> bool {
    let words: Vec<String> = words_of(sentence).collect();
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let lower = sentence.to_lowercase().replace('’', "'");
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let is_other_time = has(OTHER_TIMES);
    let is_order = |at: usize| {
        let object = word(at + 1);
        ORDERS.contains(&word(at))
            && (words.len() == at + 1
                || OBJECTS.contains(&object) && (words.len() == at + 2 || has(NOUNS))
                || object == "the" && has(NOUNS))
    };
    let has_mistake = || {
        let is_no = words.len() == 2 && matches!(word(1), "no" | "not");
        is_no || words.iter().skip(1).any(|word| MISTAKES.contains(&&**word))
    };
    let is_short = words.len() < 8;
    let is_denial = words.len() == 1 && matches!(word(0), "no" | "nevermind" | "oops");
    let is_about_it = matches!(word(0), "it" | "that" | "that's" | "this")
        && is_short
        && words.iter().any(|word| is_negation(word))
        && words
            .iter()
            .any(|word| matches!(&**word, "correct" | "intended" | "meant" | "right" | "run"));
    let asks = sentence.trim_end().ends_with('?')
        && (QUESTIONS.contains(&word(0)) && matches!(word(1), "i" | "we")
            || word(0) == "do" && lower.contains("want me to"))
        && (has(OBJECTS) || has(NOUNS) || has(&["execute", "proceed"]));
    let is_above = words.iter().take(3).any(|word| word == "above");
    let names_fault = has(UNREAL) || words.iter().any(|word| is_fault(word));
    let has_not_run = word(0) == "i"
        && words.iter().take(4).any(|word| is_negation(word))
        && has(&["called", "executed", "ran", "run", "sent"])
        && (has(&["it", "that", "this"]) || has(NOUNS));
    let refuses = word(0) == "but"
        && word(1).starts_with('i')
        && words.iter().skip(1).take(3).any(|word| is_negation(word))
        && words.last().is_some_and(|last| OBJECTS.contains(&&**last));
    is_denial
        || is_above && has(&["are", "is", "was", "were"]) && names_fault && is_short
        || has_not_run && is_short
        || refuses
        || is_order(0)
        || INTERJECTIONS.contains(&word(0)) && (is_order(1) || waits(&words))
        || is_about_it
        || OPEN_PHRASES.iter().any(|phrase| lower.contains(phrase))
        || !is_other_time
            && (asks
                || INTERJECTIONS.contains(&word(0)) && is_short && has_mistake()
                || PHRASES.iter().any(|phrase| ends_clause(&lower, phrase)))
}

/// Returns whether a phrase in a sentence is at the end of a clause or before a word for the call.
fn ends_clause(sentence: &str, phrase: &str) -> bool {
    sentence.split_once(phrase).is_some_and(|(_, behind)| {
        let next = behind.trim_start();
        let ends = next.is_empty() || next.starts_with(|c: char| !c.is_alphanumeric());
        let word = words_of(next).next().unwrap_or_default();
        ends || OBJECTS.contains(&word.as_str())
            || NOUNS.contains(&word.as_str())
            || word == "the" && words_of(next).any(|word| NOUNS.contains(&word.as_str()))
    })
}

#[cfg(test)]
mod tests {
    use super::{is_about_call_above, may_withdraw, withdraws};

    #[test]
    fn withdraws_a_call_above() {
        for line in [
            "Actually no, ignore that.",
            "No wait, that is wrong. Instead:",
            "Scratch that.",
            "I changed my mind.",
            "Do not run this.",
            "Don’t run it!",
            "Oops, wrong path.",
            "Wait, I meant b.",
            "Never mind",
            "No.",
            "On second thought, I ask first.",
            "That is not right.",
            "Sorry, ignore the call above.",
            "(not executed)",
            "^ this is dangerous",
            "← never",
            "Just kidding, do not run that.",
            "Wait, I need your approval first.",
            "The above is an example and must not be executed.",
            "but I refuse.",
            "But I won't do that.",
            "I have not executed this.",
            "The call above is wrong.",
            "Should I run this?",
            "Do you want me to run it?",
        ] {
            assert!(withdraws(line), "{line}");
            for (end, _) in line.char_indices() {
                assert!(may_withdraw(&line[..end]), "{line}");
            }
        }
        for line in [
            "Actually, I also look at b.",
            "Now I wait for the result.",
            "Wait for the result.",
            "I do not know it yet.",
            "It is not there if the list is empty.",
            "No further calls are needed.",
            "That should do it.",
            "Just a moment.",
            "But first I look at b.",
            "But I won't find it in b.",
            "I have not run the tests yet.",
            "The call above finds the wrong path.",
            "The above gives the list.",
            "The call above lists it.",
            "Ignore case is on.",
            "Then I update the file.",
            "(This may take a while.)",
            "Is that right?",
            "Should it fail, I try again.",
            "Ignore the noise.",
            "Cancel the timer afterwards.",
            "Disregard the previous error message.",
            "Never mind the warnings.",
            "Do not run the tests yet.",
            "Don't run it again.",
            "Sorry for the earlier mistake.",
            "Oops, I used the wrong path before; this one is right.",
            "That's wrong in the docs.",
            "I changed my mind about the unit.",
            "Actually no unit is needed.",
            "Hmm, not sure it exists.",
            "No, this is not destructive.",
            "This is just an example query.",
            "Shall I continue?",
            "Do you want me to run the tests next?",
            "May I proceed with the fix afterwards?",
        ] {
            assert!(!withdraws(line), "{line}");
        }
        assert!(is_about_call_above("Scratch that."));
        assert!(!is_about_call_above("Do not run this."));
    }
}
