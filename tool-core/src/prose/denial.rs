//! Sentences before a call that deny it, quote it or ask about it.

use super::announcement::{announces, has_speaker};
use super::label::is_label;
use super::own_label::{is_own_label, is_request_to_wait};
use super::sentence::{CLAUSE_ENDS, last_sentence, open_sentence, words_of};
use super::shown::only_shows;
use super::unreal::{RAN, is_never_meant, is_setting, is_unreal};
use super::words::{CONDITIONS, is_fault, is_negation};

/// Words that deny a call only at the start of its clause.
const FIRST_NEGATIONS: &[&str] = &["no", "nope", "stop"];

/// Such words in languages without spaces.
const FIRST_NEGATION_PARTS: &[&str] = &["别", "勿"];

/// Words before a quotation of another speaker, or of an earlier call.
const SPEECH: &[&str] = &[
    "answered",
    "asked",
    "contained",
    "contains",
    "had",
    "has",
    "included",
    "includes",
    "printed",
    "reads",
    "received",
    "rejected",
    "replied",
    "responded",
    "returned",
    "said",
    "says",
    "sent",
    "showed",
    "shows",
    "states",
    "tried",
    "typed",
    "writes",
    "wrote",
];

/// Phrases that rule out a call.
const PHRASES: &[&str] = &[
    "failed with",
    "i considered",
    "last call was",
    "previously",
    "for example",
    "for instance",
    "such as",
    "e.g",
    "looks like",
    "look like",
    "zum beispiel",
    "z.b",
    "par exemple",
    "por ejemplo",
    "ad esempio",
    "per esempio",
    "например",
    "예를 들어",
    "예시",
    "例如",
    "例子",
    "比如",
    "示例",
    "例えば",
];

/// Words for a possible action.
const MODALS: &[&str] = &["could", "might", "would"];

/// Words for a possible action of another person.
const POSSIBILITIES: &[&str] = &["can", "may", "must", "should"];

const OTHERS: &[&str] = &[
    "anyone",
    "assistant",
    "attacker",
    "model",
    "one",
    "someone",
    "they",
    "you",
];

/// Words of a sentence with a colon that shows a call without a speaker.
const SHOWN: &[&str] = &[
    "documentation",
    "example",
    "examples",
    "sample",
    "syntax",
    "transcript",
];

/// Words for an earlier message.
const EARLIER: &[&str] = &["earlier", "last", "previous"];
const MESSAGES: &[&str] = &["answer", "message", "messages", "reply", "response", "turn"];

/// First words of a question.
const QUESTIONS: &[&str] = &[
    "are", "can", "could", "did", "do", "does", "is", "may", "must", "shall", "should", "will",
    "would",
];

/// Returns whether a sentence above arguments denies them, asks about them, or sets a value next to
/// them: `Dry run: true`.
pub(crate) fn denies(sentence: &str) -> bool {
    let sentence = sentence.trim();
    let asks = sentence.ends_with(['?', '？']);
    let part = last_sentence(sentence);
    let words: Vec<String> = words_of(part).collect();
    if asks {
        return rules_out(sentence);
    }
    is_setting(part)
        || is_unreal(part, &words)
        || has_negation(part, &words) && !announces(part)
        || announces_refusal(&words)
}

/// Returns whether a complete sentence in front of a call refuses it. Such a sentence may also deny
/// something else: `The file does not exist.`
pub(crate) fn refuses(sentence: &str) -> bool {
    let part = last_sentence(sentence);
    let words: Vec<String> = words_of(part).collect();
    let first = words.first().map_or("", String::as_str);
    let ends = [
        "instead of",
        "rather than",
        "versus",
        "i.e",
        "viz",
        "cf",
        "e.g",
    ];
    let lower = part.trim().to_lowercase();
    if ends.iter().any(|end| lower.ends_with(end)) {
        return true;
    }
    let is_open = sentence.trim_end().ends_with(char::is_alphanumeric);
    let is_first = FIRST_NEGATIONS.contains(&first) && words.len() == 1;
    let is_short = words.len() < 6 && is_negation(first);
    let is_order =
        words.len() < 8 && first == "do" && words.get(1).is_some_and(|word| is_negation(word));
    let is_condition = is_open && CONDITIONS.contains(&first);
    is_first
        || is_short
        || is_order
        || is_condition
        || is_unreal(part, &words)
        || announces_refusal(&words)
}

/// Returns whether a sentence is of a speaker who will not call: `I won't`, `I am not going to`,
/// `I cannot do that`.
fn announces_refusal(words: &[String]) -> bool {
    let has_speaker = words
        .iter()
        .any(|word| matches!(&**word, "i" | "we" | "i'm" | "we're" | "i'll" | "we'll"));
    let pair = |pair: &[String]| {
        let (word, next) = (pair[0].as_str(), pair[1].as_str());
        let is_will = matches!(word, "will" | "shall" | "must" | "should" | "may" | "i'll");
        is_will && matches!(next, "not" | "never") || word == "not" && next == "going"
    };
    let is_refusal = |word: &String| {
        matches!(
            &**word,
            "won't" | "wont" | "shan't" | "mustn't" | "shouldn't" | "refuse" | "decline"
        )
    };
    let is_stop = |(at, word): (usize, &String)| {
        let next = words.get(at + 1).map_or("", String::as_str);
        matches!(&**word, "cannot" | "can't")
            && matches!(
                next,
                "" | "call" | "do" | "execute" | "make" | "proceed" | "run" | "use"
            )
    };
    has_speaker
        && (words.windows(2).any(pair)
            || words.iter().any(is_refusal)
            || words.iter().enumerate().any(is_stop))
}

/// Returns whether the clause at the end of a line denies the call after it, asks about it, or
/// says that it is an example or of somebody else. A colon may end the clause.
pub(crate) fn rules_out(line: &str) -> bool {
    let line = line.trim_end();
    let asks = line.ends_with(['?', '？']);
    let has_colon = line.ends_with([':', '：']);
    let sentence = open_sentence(line);
    let clause = sentence.rsplit(CLAUSE_ENDS).next().unwrap_or(sentence);
    let words: Vec<String> = words_of(clause).collect();
    let all: Vec<String> = words_of(sentence).collect();
    let first = all.first().map_or("", String::as_str);
    let last = words.last().map_or("", String::as_str);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let lower = last_sentence(line).to_lowercase();
    let is_phrase = |phrase: &&str| lower.contains(*phrase);
    let is_possible = has(POSSIBILITIES) && has(OTHERS) && !has(&["let"]);
    let is_wish = lower.contains("would like") || lower.contains("would love");
    if asks {
        return QUESTIONS.contains(&first) || lower.contains("want me to");
    }
    CONDITIONS.contains(&first)
        || has_negation(clause, &words)
        || words.iter().any(|word| is_fault(word))
        || SPEECH.contains(&last)
        || RAN.contains(&last) && !has(&["be", "i", "i've", "to", "we"])
        || is_wish_of_document(&words)
        || is_order_to_user(&all, &lower)
        || lower.contains("instead of") && !has_speaker(&words)
        || has_colon
            && !has_speaker(&words)
            && (has(SHOWN) && !is_own_label(&words) || only_shows(&words))
        || has_colon && first == "to" && !has_speaker(&words) && WRITES.contains(&last)
        || has_colon && has(EARLIER) && has(MESSAGES) && (RAN.contains(&last) || last == "was")
        || PHRASES.iter().any(is_phrase)
        || has(MODALS) && !is_wish
        || is_possible
        || is_unreal(sentence, &all)
}

/// Returns whether the clause at the end of a line rules out the call after it, and does not announce
/// it. No announcement helps if the call waits for a permission.
pub(crate) fn rules_out_call(line: &str) -> bool {
    let words = || -> Vec<String> { words_of(last_sentence(line)).collect() };
    is_label(line) || rules_out(line) && (!announces(line) || is_never_meant(&words()))
}

/// Documents and speakers whose words are not the model's own, and verbs of an instruction.
const SOURCES: &[&str] = &[
    "attacker", "document", "email", "mail", "page", "webpage", "website",
];
const INSTRUCTS: &[&str] = &[
    "asked",
    "asks",
    "instructed",
    "instructs",
    "tells",
    "told",
    "wants",
];

/// Words for a part of a document that is quoted.
const PARTS: &[&str] = &[
    "block", "command", "entry", "line", "lines", "message", "note", "passage", "snippet", "text",
    "this",
];

/// Verbs of a text that another speaker asks for.
const WRITES: &[&str] = &[
    "echo", "output", "print", "repeat", "say", "send", "type", "write",
];

/// Returns whether a clause says that a document asks for the call or contains it, or that another
/// speaker asked to write it.
fn is_wish_of_document(words: &[String]) -> bool {
    let has_pair = |first: &[&str], second: &[&str]| {
        let mut pairs = words.windows(2);
        pairs.any(|pair| {
            (first.is_empty() || first.contains(&&*pair[0])) && second.contains(&&*pair[1])
        })
    };
    let last = words.last().map_or("", String::as_str);
    let is_part = PARTS.contains(&last) || last == "following" || last.starts_with("instruction");
    has_pair(SOURCES, INSTRUCTS)
        || !has_speaker(words)
            && (is_part && has_pair(&[], SPEECH)
                || WRITES.contains(&last) && has_pair(&["me"], &["to"]))
}

/// Returns whether a sentence asks the user to run the call.
fn is_order_to_user(words: &[String], sentence: &str) -> bool {
    let first = words.first().map_or("", String::as_str);
    matches!(first, "please" | "paste" | "copy") && !is_request_to_wait(words)
        || ["yourself", "your terminal", "your shell"]
            .iter()
            .any(|phrase| sentence.contains(phrase))
}

fn has_negation(clause: &str, words: &[String]) -> bool {
    let first = words.first().map_or("", String::as_str);
    let is_phrase = words
        .get(1)
        .is_some_and(|word| matches!(&**word, "problem" | "worries"));
    let starts = |part: &&str| clause.trim_start().starts_with(*part);
    let is_pair = |pair: &[String]| pair[0] == "under" && pair[1] == "no";
    FIRST_NEGATIONS.contains(&first) && !is_phrase
        || words.windows(2).any(is_pair)
        || FIRST_NEGATION_PARTS.iter().any(starts)
        || words.iter().any(|word| is_negation(word))
}

#[cfg(test)]
mod tests {
    use super::rules_out_call;
    use crate::prose::announcement::announces;

    #[test]
    fn rules_out_what_a_clause_denies_asks_or_quotes() {
        for line in [
            "Never send",
            "Under no circumstances run",
            "1. never:",
            "I won’t do this:",
            "I will not run",
            "An attacker wrote:",
            "Observation:",
            "[12:01] user:",
            "For example:",
            "You can say",
            "I could call",
            "Should I run this?",
            "Ich sende niemals",
            "Je n'enverrai pas",
            "Nunca envíes",
            "No:",
            "不要执行",
            "别发送：",
            "If it fails, call",
            "The page contains:",
            "Here is an example of a tool call:",
            "The syntax for the call is as follows:",
            "In my previous turn I called:",
            "The previous assistant message was:",
            "The documentation says to write:",
            "To call the tool, write:",
            "The assistant should respond with:",
            "The following is a transcript:",
        ] {
            assert!(rules_out_call(line), "{line}");
        }
        for line in [
            "I run it:",
            "Sure!",
            "Here is the call:",
            "Here are the results:",
            "The file is not there. So:",
            "It is not cached, so I look:",
            "I would like to look:",
            "No problem:",
            "To do so:",
            "To answer this, I send:",
            "I'll look for an example in the tests:",
            "Reading the documentation:",
            "The last answer had no date, so I call the tool:",
            "特别是：",
        ] {
            assert!(!rules_out_call(line), "{line}");
        }
    }

    #[test]
    fn an_announcement_counts_unless_a_negation_follows_it() {
        for line in [
            "It is not there so I'll look:",
            "Let me fix the wrong path:",
            "Checking why not:",
        ] {
            assert!(announces(line), "{line}");
        }
        for line in [
            "I will not run",
            "Let me never send",
            "You can say",
            "Never call",
        ] {
            assert!(!announces(line), "{line}");
        }
    }
}
