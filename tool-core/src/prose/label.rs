//! A short line directly above a call: it announces the call, or it is the label of other text.

use super::announcement::{announces_action, has_speaker, is_neutral};
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
    "allow", "approve", "confirm", "continue", "execute", "go", "ok", "okay", "proceed", "ready",
    "run",
];

/// First words of code before a colon.
const CODE: &[&str] = &["class", "def", "elif", "except", "while"];

/// Returns whether a short line above a call is a label of other text (`Output:`), or asks for a
/// permission (`OK to run?`).
///
/// The words of such labels are not a closed set. So a short line with a colon is a label unless it
/// announces an action of the speaker, or has a word of the call: `Weather in Oslo:`.
pub(crate) fn is_label(line: &str, call: &str) -> bool {
    let sentence = last_sentence(line);
    let words: Vec<String> = words_of(sentence).collect();
    let Some(first) = words.first() else {
        return false;
    };
    let is = |list: &[&str]| list.contains(&first.as_str());
    let of_other = words.iter().any(|word| is_label_of_other(word));
    if words.len() > MAX_WORDS || !sentence.is_ascii() && !of_other {
        return false;
    }
    if line.ends_with('?') {
        let asks = words.iter().any(|word| PERMISSIONS.contains(&&**word));
        return asks && !is(INTERROGATIVES);
    }
    if !line.ends_with([':', '：']) || has_speaker(&words) {
        return false;
    }
    if line.ends_with("):") || is(CODE) || !is(&["here", "here's"]) && of_other {
        return true;
    }
    let call = call.to_lowercase();
    let is_of_call =
        |word: &String| word.len() > 2 && !is_neutral(word) && call.contains(word.as_str());
    !announces_action(&words) && !words.iter().any(is_of_call)
}

#[cfg(test)]
mod tests {
    use super::is_label;

    const CALL: &str = r#"{"name": "get_weather", "arguments": {"city": "Oslo"}}"#;

    #[test]
    fn a_short_line_is_a_label_unless_it_announces_the_call() {
        for line in [
            "Output:",
            "Tool:",
            "Translate this:",
            "Training example:",
            "Next time:",
            "OK to run?",
            "Run this?",
            "Log:",
            "Option A:",
            "Usage:",
            "From the docs:",
            "It is done. Ticket 12:",
            "def f():",
        ] {
            assert!(is_label(line, CALL), "{line}");
        }
        for line in [
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
            assert!(!is_label(line, CALL), "{line}");
        }
    }
}
