//! A short line directly above a call: it announces the call, or it is the label of other text.

use super::announcement::{has_speaker, is_participle};
use super::own_label::is_own_label;
use super::sentence::{last_sentence, words_of};
use super::words::is_label_of_other;

/// Maximum number of words of a label. A longer line is a sentence.
const MAX_WORDS: usize = 4;

/// First words of a question that repeats what the user wants to know.
const INTERROGATIVES: &[&str] = &[
    "how", "what", "when", "where", "which", "who", "whose", "why",
];

/// Words of a question that asks for a permission.
const PERMISSIONS: &[&str] = &[
    "allow", "approve", "confirm", "execute", "ok", "okay", "proceed", "run",
];

/// First words of code before a colon.
const CODE: &[&str] = &["class", "def", "elif", "except", "while"];

/// First words of a line about the next step of the speaker.
const STEPS: &[&str] = &[
    "and", "finally", "first", "next", "now", "so", "step", "then",
];

/// First words of an order about the text below.
const ORDERS: &[&str] = &[
    "choose",
    "explain",
    "paraphrase",
    "quote",
    "repeat",
    "rewrite",
    "summarize",
    "translate",
];

/// Returns whether a short line above a call is a label of other text (`Example 2:`), or asks for a
/// permission (`OK to run?`). Only known words make a label: models also write `Plan:` or `Query:`
/// above their own calls.
pub(crate) fn is_label(line: &str) -> bool {
    let sentence = last_sentence(line);
    let words: Vec<String> = words_of(sentence).collect();
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        return false;
    };
    let is = |list: &[&str]| list.contains(&first.as_str());
    if words.len() > MAX_WORDS {
        return false;
    }
    if line.ends_with('?') {
        let asks = words.iter().any(|word| PERMISSIONS.contains(&&**word));
        return asks && !is(INTERROGATIVES);
    }
    let is_own = has_speaker(&words)
        || is_participle(first)
        || first.contains("here")
        || is_own_label(&words);
    if !line.ends_with([':', '：']) || is_own {
        return false;
    }
    let is_of_other = words.len() < MAX_WORDS && words.iter().any(|word| is_label_of_other(word));
    is(CODE)
        || is(ORDERS)
        || first == "next" && last == "time"
        || is_of_other && !is(STEPS)
        || is_file(last)
}

/// Returns whether a word is the name of a file.
fn is_file(word: &str) -> bool {
    let extension = word.rsplit_once('.').map_or("", |(_, extension)| extension);
    matches!(extension.len(), 2..=4) && extension.bytes().all(|byte| byte.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::is_label;

    #[test]
    fn a_short_line_with_a_known_word_is_a_label() {
        for line in [
            "Expected output:",
            "call.txt:",
            "Translate this:",
            "Training example:",
            "OK to run?",
            "Run this?",
            "Log:",
            "Option A:",
            "Usage:",
            "From the docs:",
            "It is done. Ticket 12:",
            "def f():",
            "Format:",
            "Wrong format:",
            "Expected format:",
            "Actual:",
            "Actual output:",
            "User:",
            "User message:",
            "User log request:",
        ] {
            assert!(is_label(line), "{line}");
        }
        for line in [
            "Correct format:",
            "Corrected syntax:",
            "Actual call:",
            "Actual tool call:",
            "User request:",
            "User's query:",
            "Please wait:",
            "Output:",
            "Tool:",
            "Plan:",
            "Query:",
            "Like this:",
            "Try again:",
            "Task 1:",
            "Chosen tool:",
            "Checking the log:",
            "Retrying (2/3):",
            "<|begin_of_text|>Here is the result:",
            "Ready?",
            "Continue?",
            "Calling:",
            "Tool call:",
            "Action:",
            "I will call:",
            "Let me search:",
            "Here is the output:",
            "Step 1:",
            "Next:",
            "Weather in Oslo:",
            "For Oslo:",
            "Searching the forecast:",
            "Using get_weather:",
            "What is the weather?",
            "Which city should I run?",
            "The page of the city has no forecast:",
            "Oslo",
            "",
        ] {
            assert!(!is_label(line), "{line}");
        }
    }
}
