//! Sentences that announce a call or its arguments.

use super::own_label::is_own_label;
use super::sentence::{last_sentence, words_of};
use super::words::is_fault;

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
    "action", "alright", "answer", "aquí", "aqui", "args", "argument", "aufruf", "below", "call",
    "calls", "chamada", "chiamata", "code", "der", "l'appel", "la", "llamada", "complete",
    "correct", "course", "done", "ecco", "estos", "está", "están", "final", "first", "fixed",
    "function", "good", "great", "here", "here's", "hier", "i", "ist", "json", "kwargs", "my",
    "new", "next", "now", "ok", "okay", "params", "payload", "perfect", "python", "request",
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
    "вот",
    "вызов",
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

/// Words of such a clause that name no action.
const NEUTRAL: &[&str] = &[
    "a", "an", "and", "are", "as", "data", "die", "for", "in", "input", "is", "it", "las", "le",
    "les", "los", "message", "model", "object", "of", "on", "output", "please", "query",
    "result's", "schema", "see", "that", "the", "these", "this", "to", "tool", "tools", "values",
    "with", "xml", "you", "your",
];

/// Returns whether a word tells that the speaker acts: `I`, `let`.
pub(crate) fn has_speaker(words: &[String]) -> bool {
    words.iter().any(|word| SPEAKERS.contains(&word.as_str()))
}

/// Returns whether a word says what the speaker does: `calling`.
pub(super) fn is_participle(word: &str) -> bool {
    const OTHERS: [&str; 8] = [
        "citing",
        "during",
        "following",
        "quoting",
        "reasoning",
        "thinking",
        "training",
        "warning",
    ];
    let is_other = word.ends_with("thing") || OTHERS.contains(&word) || is_fault(word);
    word.ends_with("ing") && !is_other
}

fn is_harmless(word: &str) -> bool {
    HARMLESS.contains(&word)
        || NEUTRAL.contains(&word)
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
    let is_opener = |word: &&String| matches!(&***word, "now" | "ok" | "okay" | "so" | "sure");
    let first = words.iter().find(|word| !is_opener(word));
    let first = first.map_or("", String::as_str);
    let is_wish = |pair: &[String]| {
        pair[0] == "user" && matches!(&*pair[1], "asked" | "asks" | "needs" | "wanted" | "wants")
    };
    has_speaker(&words)
        || words.windows(2).any(is_wish)
        || is_participle(first) && words.len() > 1
        || matches!(first, "here" | "here's")
        || *words == ["no", "problem"]
        || is_own_label(&words)
        || words.iter().all(|word| is_harmless(word))
}

/// Returns the position of the announcement in a sentence: `I'll look`, or a step of the speaker.
pub(super) fn find_announcement(sentence: &str) -> Option<usize> {
    let lower = sentence.to_ascii_lowercase();
    let lower = lower.replace('’', "'");
    // A position in another text would be no position in the sentence.
    let found = ANNOUNCEMENTS
        .iter()
        .filter_map(|phrase| lower.rfind(phrase));
    let found = found.max().filter(|_| lower.len() == sentence.len());
    let is_step = || {
        words_of(sentence)
            .next()
            .is_some_and(|word| is_participle(&word))
    };
    found.or_else(|| is_step().then_some(0))
}
