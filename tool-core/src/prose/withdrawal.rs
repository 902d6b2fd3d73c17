//! Sentences below a call of a text that take it back.

use super::sentence::{SENTENCE_ENDS, words_of};
use super::unreal::UNREAL;
use super::words::is_negation;

/// First words of a sentence that may take a call back.
const STARTS: &[&str] = &[
    "actually",
    "cancel",
    "disregard",
    "do",
    "don't",
    "forget",
    "hmm",
    "i",
    "ignore",
    "it",
    "may",
    "never",
    "nevermind",
    "no",
    "on",
    "oops",
    "scratch",
    "shall",
    "should",
    "sorry",
    "stop",
    "strike",
    "that",
    "that's",
    "this",
    "undo",
    "wait",
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
const OBJECTS: &[&str] = &["it", "that", "the", "this"];

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

/// Phrases that take a call back.
const PHRASES: &[&str] = &[
    "a mistake",
    "changed my mind",
    "do not execute",
    "do not run",
    "don't execute",
    "don't run",
    "i meant",
    "just an example",
    "never mind",
    "on second thought",
    "only an example",
    "take it back",
    "take that back",
    "that is wrong",
    "that was wrong",
    "that's wrong",
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
    match end {
        Some(_) => STARTS.contains(&&*word),
        None => STARTS.iter().any(|known| known.starts_with(&word)),
    }
}

fn takes_back(sentence: &str) -> bool {
    let words: Vec<String> = words_of(sentence).collect();
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let lower = sentence.to_lowercase().replace('’', "'");
    let is_order = |at: usize| {
        ORDERS.contains(&word(at)) && (OBJECTS.contains(&word(at + 1)) || words.len() == at + 1)
    };
    let has_mistake = || {
        let mut others = words.iter().skip(1);
        others.any(|word| MISTAKES.contains(&&**word) || matches!(&**word, "no" | "not"))
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
            || word(0) == "do" && lower.contains("want me to"));
    is_denial
        || asks
        || is_order(0)
        || INTERJECTIONS.contains(&word(0)) && (is_short && has_mistake() || is_order(1))
        || is_about_it
        || PHRASES.iter().any(|phrase| lower.contains(phrase))
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
            "Ignore case is on.",
            "Then I update the file.",
            "(This may take a while.)",
            "Is that right?",
            "Should it fail, I try again.",
        ] {
            assert!(!withdraws(line), "{line}");
        }
        assert!(is_about_call_above("Scratch that."));
        assert!(!is_about_call_above("Do not run this."));
    }
}
