//! Sentences that announce a call or its arguments.

use super::sentence::{last_sentence, open_sentence, words_of};
use super::words::{LABELS_OF_OTHERS, is_fault, is_negation};

/// Beginnings of the announcement of a call.
const ANNOUNCEMENTS: &[&str] = &[
    "i am going to ",
    "i have to ",
    "i need to ",
    "i should ",
    "i will ",
    "i would like to ",
    "i'd like to ",
    "i'll ",
    "i'm going to ",
    "let me ",
    "let us ",
    "let's ",
    "we need to ",
    "we will ",
    "we'll ",
];

/// Words of a clause that only announces arguments.
const HARMLESS: &[&str] = &[
    "a",
    "action",
    "an",
    "and",
    "answer",
    "are",
    "args",
    "argument",
    "arguments",
    "argumente",
    "argumentos",
    "as",
    "assistant",
    "below",
    "call",
    "calls",
    "certainly",
    "code",
    "commentary",
    "complete",
    "correct",
    "corrected",
    "course",
    "everything",
    "final",
    "first",
    "fixed",
    "following",
    "for",
    "function",
    "functions",
    "good",
    "great",
    "here",
    "here's",
    "hier",
    "i",
    "input",
    "is",
    "it",
    "json",
    "kwargs",
    "les",
    "die",
    "los",
    "las",
    "le",
    "message",
    "model",
    "my",
    "new",
    "next",
    "now",
    "object",
    "of",
    "ok",
    "okay",
    "on",
    "output",
    "parameters",
    "params",
    "payload",
    "perfect",
    "please",
    "python",
    "query",
    "request",
    "requested",
    "response",
    "right",
    "sind",
    "ist",
    "so",
    "son",
    "step",
    "sure",
    "that",
    "the",
    "then",
    "these",
    "this",
    "to",
    "tool",
    "tools",
    "updated",
    "use",
    "using",
    "valid",
    "values",
    "voici",
    "with",
    "xml",
    "yes",
    "you",
    "your",
    "aquí",
    "ecco",
    "está",
    "están",
    "estos",
    "schema",
    "see",
    "data",
    "in",
    "structured",
    "functools",
    "generated",
    "result's",
    "tool_call",
    "tool_calls",
    "well",
    "alright",
    "understood",
    "absolutely",
    "done",
];

/// Subjects of an announcement.
const SPEAKERS: &[&str] = &[
    "i", "i'd", "i'll", "i'm", "i've", "let", "let's", "we", "we'll", "we're", "eu", "ich", "ik",
    "io", "jag", "je", "jeg", "yo",
];

/// Parts of words that announce, in languages without spaces.
const HARMLESS_PARTS: &[&str] = &[
    "参数", "调用", "如下", "好的", "以下", "引数", "结果", "我", "工具",
];

/// Words of such a clause that name no action: a label may consist of them.
const NEUTRAL: &[&str] = &[
    "a", "an", "and", "are", "as", "data", "die", "for", "in", "input", "is", "it", "las", "le",
    "les", "los", "message", "model", "object", "of", "on", "output", "please", "query",
    "result's", "schema", "see", "that", "the", "these", "this", "to", "tool", "tools", "values",
    "with", "xml", "you", "your",
];

/// Words that announce a call, but no arguments.
const ACTIONS: &[&str] = &[
    "actions",
    "additionally",
    "again",
    "also",
    "appel",
    "aufruf",
    "chamada",
    "chiamata",
    "command",
    "finally",
    "go",
    "invocation",
    "invoke",
    "llamada",
    "moment",
    "needed",
    "needs",
    "one",
    "outil",
    "second",
    "third",
    "werkzeug",
];

/// Returns whether a word tells that the speaker acts: `I`, `let`.
pub(super) fn has_speaker(words: &[String]) -> bool {
    words.iter().any(|word| SPEAKERS.contains(&word.as_str()))
}

/// Returns whether a word has no meaning of its own next to a call.
pub(super) fn is_neutral(word: &str) -> bool {
    NEUTRAL.contains(&word)
}

/// Returns whether a few words announce an action: they begin with `here` or a participle, or all
/// of them belong to a closed list.
pub(super) fn announces_action(words: &[String]) -> bool {
    let first = words.first().map_or("", String::as_str);
    let is_known = |word: &String| is_harmless(word) || ACTIONS.contains(&word.as_str());
    let names_action = |word: &String| !is_neutral(word) && word.parse::<u64>().is_err();
    let is_participle = |word: &String| {
        word.ends_with("ing") && word != "following" && word != "during" && !word.ends_with("thing")
    };
    first.starts_with("here")
        || words.iter().any(is_participle)
        || words.iter().all(is_known) && words.iter().any(names_action)
}

fn is_harmless(word: &str) -> bool {
    HARMLESS.contains(&word)
        || word.contains('_')
        || word.contains("://")
        || word.starts_with("to=")
        || word.bytes().all(|byte| byte.is_ascii_digit())
        || HARMLESS_PARTS.iter().any(|part| word.contains(part))
}

/// Returns whether the clause at the end of a line only announces arguments: it has a speaker, or
/// all its words belong to a closed list.
pub(crate) fn announces_arguments(line: &str) -> bool {
    let sentence = last_sentence(line);
    let words: Vec<String> = words_of(sentence).collect();
    let first = words.first().map_or("", String::as_str);
    has_speaker(&words)
        || first.ends_with("ing") && words.len() > 1
        || first == "here"
        || words.iter().all(|word| is_harmless(word))
            && !(words.len() == 1 && matches!(first, "output" | "tool"))
}

/// Returns whether the last sentence of a line announces a call: `I'll look`. A negation directly
/// after it takes the announcement back.
pub(super) fn announces(line: &str) -> bool {
    let sentence = open_sentence(line);
    let lower = sentence.to_lowercase().replace('’', "'");
    let found = ANNOUNCEMENTS.iter().filter_map(|phrase| {
        let at = lower.rfind(phrase)?;
        Some(at + phrase.len())
    });
    let Some(behind) = found.max() else {
        let first = words_of(sentence).next();
        return first.is_some_and(|word| {
            word.ends_with("ing") && !is_fault(&word) && !LABELS_OF_OTHERS.contains(&&*word)
        });
    };
    let mut next = words_of(&lower[behind..]).take(2);
    !next.any(|word| is_negation(&word))
}
