//! Sentences that announce a call or its arguments.

use super::sentence::{last_sentence, open_sentence, words_of};
use super::words::{is_fault, is_label_of_other, is_negation};

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
    "so i ",
    "we need to ",
    "we will ",
    "we'll ",
];

/// Words of a clause that only announces arguments, with [`NEUTRAL`] ones.
const HARMLESS: &[&str] = &[
    "action", "alright", "answer", "aquí", "args", "argument", "below", "call", "calls", "code",
    "complete", "correct", "course", "done", "ecco", "estos", "está", "están", "final", "first",
    "fixed", "function", "good", "great", "here", "here's", "hier", "i", "ist", "json", "kwargs",
    "my", "new", "next", "now", "ok", "okay", "params", "payload", "perfect", "python", "request",
    "response", "right", "sind", "so", "son", "step", "sure", "then", "updated", "use", "using",
    "valid", "voici", "well", "yes",
];

/// Subjects of an announcement.
const SPEAKERS: &[&str] = &[
    "i", "i'd", "i'll", "i'm", "i've", "let", "let's", "we", "we'll", "we're", "eu", "ich", "ik",
    "io", "jag", "je", "jeg", "yo",
];

/// Parts of longer words of such a clause, and of words in languages without spaces.
const HARMLESS_PARTS: &[&str] = &[
    "absolutely",
    "argument",
    "assistant",
    "certainly",
    "commentary",
    "corrected",
    "everything",
    "following",
    "function",
    "functools",
    "generated",
    "parameter",
    "requested",
    "structured",
    "understood",
    "参数",
    "调用",
    "如下",
    "好的",
    "以下",
    "引数",
    "结果",
    "我",
    "工具",
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
    "actions", "again", "also", "appel", "aufruf", "chamada", "chiamata", "command", "finally",
    "go", "invoke", "llamada", "moment", "needed", "needs", "no", "one", "outil", "problem",
    "second", "third", "werkzeug", "worries",
];

/// Returns whether a word tells that the speaker acts: `I`, `let`.
pub(crate) fn has_speaker(words: &[String]) -> bool {
    words.iter().any(|word| SPEAKERS.contains(&word.as_str()))
}

/// Returns whether a word says what the speaker does: `calling`.
fn is_participle(word: &str) -> bool {
    const OTHERS: [&str; 7] = [
        "citing",
        "during",
        "following",
        "quoting",
        "reasoning",
        "thinking",
        "warning",
    ];
    let is_other = word.ends_with("thing") || OTHERS.contains(&word) || is_fault(word);
    word.ends_with("ing") && !is_other
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
    first.starts_with("here")
        || words.iter().any(|word| is_participle(word))
        || words.iter().all(is_known) && words.iter().any(names_action)
}

fn is_harmless(word: &str) -> bool {
    HARMLESS.contains(&word)
        || is_neutral(word)
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
        || is_participle(first)
            && words.len() > 1
            && !words.iter().any(|word| is_label_of_other(word))
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
        return first.is_some_and(|word| is_participle(&word));
    };
    let mut next = words_of(&lower[behind..]).take(2);
    !next.any(|word| is_negation(&word))
}
