//! Sentences next to a call that rule it out: they deny it, quote it, ask about it or take it back.

use super::about::{self, Side, list_words};
use super::announcement::{find_announcement, has_speaker};
use super::label::is_label;
use super::list::{has, has_form, has_pair, is};
use super::own_label::{is_own_label, is_request_to_wait};
use super::sentence::{SENTENCE_ENDS, last_sentence, words_of};
use super::shown::only_shows;
use super::shown_below::{asks_about, shows};
use super::unreal::{UNREAL, UNREAL_PHRASES, is_never_meant, is_setting};
use super::words::{CONDITIONS, is_fault};

/// Words before a quotation of another speaker, or of an earlier call.
const SPEECH: &str = "answered asked considered contained contains emits emitted executes found had \
    has included includes printed produced produces reads received rejected replied responded returned \
    runs said says saw sends sent showed shows states tried typed writes wrote";

/// Verbs of an earlier call, and words for an earlier time and its messages.
const RAN: &str = "called executed invoked made ran sent tried used";
const EARLIER: &str = "earlier last previous previously yesterday";
const MESSAGES: &str = "answer attempt call message messages reply response turn";

/// Verbs of a text that a reader or another speaker writes, or of running a call.
const WRITES: &str = "call echo emit execute invoke output print repeat run say send type write";

/// Words for a possible action, for one of another person, and words for other persons.
const MODALS: &str = "could might would";
const POSSIBILITIES: &str = "can may must should will";
const OTHERS: &str = "anyone assistant attacker bot model one someone they you";

/// Words of a sentence with a colon that shows a call without a speaker.
const SHOWN: &str = "documentation example examples sample syntax transcript";

/// Words behind such a word. Other words make it their attribute: `sample city`.
const BEHIND_SHOWN: &str = "are below for from in is of shows to was";

/// Documents and speakers whose words are not the model's own, and verbs of an instruction.
const SOURCES: &str = "attacker docs document documentation email mail page webpage website";
const INSTRUCTS: &str = "asked asks instructed instructs says tells told wants";

/// Words for a part of a document that is quoted.
const PARTS: &str =
    "block command entry following line lines message note passage snippet text this";

/// Nouns behind a word for a fault or for a call that is not meant.
const NOUNS: &str = "attempt call calls command commands function invocation request tool way";

/// The last words of a sentence that the call goes on with.
const OPEN_ENDS: &[&str] = &[
    "ad esempio",
    "cf",
    "e.g",
    "for example",
    "for instance",
    "i.e",
    "instead of",
    "look like",
    "looks like",
    "par exemple",
    "per esempio",
    "por ejemplo",
    "rather than",
    "such as",
    "versus",
    "viz",
    "would be",
    "would have been",
    "z.b",
    "zum beispiel",
    "например",
    "예를 들어",
    "예시",
    "例えば",
    "例",
    "例如",
    "例子",
    "比如",
    "示例",
];

/// Signs of a note about the line above.
const NOTES: [char; 5] = ['^', '←', '↑', '⬆', '❌'];

/// Phrases that take a call back at the end of a clause, and those that do so with any end.
const PHRASES: &[&str] = &[
    "a mistake",
    "changed my mind",
    "just kidding",
    "never mind",
    "nevermind",
];
const OPEN_PHRASES: &[&str] = &[
    "i meant",
    "on second thought",
    "take it back",
    "take that back",
];

/// First words of a sentence about a mistake, and words for a mistake.
const INTERJECTIONS: &str = "actually hmm no nope oops sorry wait";
const MISTAKES: &str = "incorrect meant mistake wrong";

/// Words about an earlier mistake or another object.
const OTHER_TIMES: &str = "about before earlier fixed in now other the this";

/// Returns whether a sentence next to arguments denies them, asks about them, or sets a value next
/// to them: `Dry run: true`.
pub(crate) fn denies(sentence: &str) -> bool {
    is_setting(last_sentence(sentence)) || rules_out_call(sentence)
}

/// Returns whether the last sentence of a line rules out the call after it. A colon, or no sign at
/// all, leaves the sentence open: the call is a part of it.
pub(crate) fn rules_out_call(line: &str) -> bool {
    let line = line.trim_end();
    let sentence = last_sentence(line);
    let owned: Vec<String> = words_of(sentence).collect();
    if owned.is_empty() {
        return false;
    }
    let words = list_words(&owned);
    if is_label(line) {
        return true;
    }
    let asks = is(words[0], "may shall should") && has(&words[1..], "i we");
    if asks || line.ends_with(['?', '？']) {
        return about::asks(&words, Side::Below);
    }
    let is_open = !line.ends_with(['.', '!', ';', '。', '！', '；', ')', ']']);
    let side = if is_open { Side::Inside } else { Side::Below };
    let found = find_announcement(sentence);
    // The announcement of a call takes back what precedes it.
    let (own, announces) = match found {
        Some(at) => (&sentence[at..], true),
        None => (sentence, false),
    };
    is_never_meant(&owned)
        || about::rules_out(own, side)
        || !announces
            && (is_unreal(sentence, &owned)
                || is_open && mentions(sentence, &owned, line.ends_with([':', '：'])))
}

/// Returns whether a sentence says that the call next to it is pretended, or ran earlier.
fn is_unreal(sentence: &str, words: &[String]) -> bool {
    let lower = sentence.to_lowercase().replace(['_', '-'], " ");
    has(words, EARLIER) && has(words, RAN)
        || UNREAL_PHRASES.iter().any(|phrase| lower.contains(phrase))
}

/// Returns whether an open sentence only mentions the call that ends it: as the words of somebody
/// else, as an example or as a possibility.
fn mentions(sentence: &str, words: &[String], has_colon: bool) -> bool {
    let first = words.first().map_or("", String::as_str);
    let last = words.last().map_or("", String::as_str);
    let has_speaker = has_speaker(words);
    let lower = sentence.trim().to_lowercase();
    let is_last = |end: &&str| {
        let before = lower.strip_suffix(end);
        before.is_some_and(|before| !before.ends_with(char::is_alphanumeric) || !end.is_ascii())
    };
    let is_text = || has_colon && !has_speaker;
    let is_part = || is(last, PARTS) || last.starts_with("instruction");
    let is_unreal = |word: &str| UNREAL.contains(&word) || is_fault(word);
    let mut pairs = words.windows(2);
    is(last, SPEECH) && !(first == "as" && has(words, OTHERS))
        || is(last, RAN) && !has(words, "be i i've to we")
        || has(words, EARLIER) && (has(words, MESSAGES) && is(last, "was were") || is(last, WRITES))
        || OPEN_ENDS.iter().any(is_last)
        || is_text() && (names_example(words) && !is_own_label(words) || only_shows(words))
        || is_text() && first == "to" && is(last, WRITES)
        || has(words, "quoting citing")
        || is_possible(words)
        || has_pair(words, SOURCES, INSTRUCTS)
        || !has_speaker && is_part() && words.iter().any(|word| is(word, SPEECH))
        || !has_speaker && has_pair(words, "me", "to") && is(last, WRITES)
        || has(words, "verbatim exactly") && words.iter().any(|word| has_form(word, WRITES))
        || !has_speaker && pairs.any(|pair| is_unreal(&pair[0]) && is(&pair[1], NOUNS))
        || is_order_to_user(words, &lower)
}

/// Returns whether a sentence has a word for a call that is shown.
fn names_example(words: &[String]) -> bool {
    let is_head = |at: usize| {
        let next = words.get(at + 1).map_or("is", String::as_str);
        is(&words[at], SHOWN) && is(next, BEHIND_SHOWN)
    };
    (0..words.len()).any(is_head)
}

/// Returns whether the call that ends a sentence is only a possibility, or an act of somebody else:
/// `You can say`, `If it fails, call`.
fn is_possible(words: &[String]) -> bool {
    let first = words.first().map_or("", String::as_str);
    let last = words.last().map_or("", String::as_str);
    let is_of_other = has(words, POSSIBILITIES) && has(words, OTHERS) && !has(words, "let");
    let may = has(words, MODALS) && !has(words, "like love") || is_of_other;
    let acts = is(last, WRITES) || has_form(last, "answer use");
    let runs = || {
        words
            .iter()
            .any(|word| has_form(word, "call execute run send sent"))
    };
    acts && may || CONDITIONS.contains(&first) && (acts || runs())
}

/// Returns whether a sentence asks the user to run the call.
fn is_order_to_user(words: &[String], sentence: &str) -> bool {
    let first = words.first().map_or("", String::as_str);
    is(first, "please paste copy repeat") && !is_request_to_wait(words) && {
        let verb = words.get(1).map_or("", String::as_str);
        first != "please" || is(verb, WRITES) || is(verb, "copy paste use")
    } || ["yourself", "your terminal", "your shell"]
        .iter()
        .any(|phrase| sentence.contains(phrase))
}

/// Returns whether a line below a call takes the call back, denies it, or asks whether to run it:
/// `Scratch that.`, `(not executed)`, `Should I run this?` It may also show the call to a reader.
pub(crate) fn takes_back(line: &str) -> bool {
    let mut sentences = line.split_inclusive(SENTENCE_ENDS);
    line.trim_start().starts_with(NOTES) || sentences.any(withdraws)
}

fn withdraws(sentence: &str) -> bool {
    let owned: Vec<String> = words_of(sentence).collect();
    let words = list_words(&owned);
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        return false;
    };
    if sentence.trim_end().ends_with(['?', '？']) {
        return about::asks(&words, Side::Above) || asks_about(&owned);
    }
    let lower = sentence.to_lowercase().replace('’', "'");
    let lower = lower.trim_matches(|c: char| !c.is_alphanumeric());
    let is_short = words.len() < 8;
    let is_mistake = is(first, INTERJECTIONS)
        && (has(&words[1..], MISTAKES) || words.len() == 2 && is(last, "no not wait"))
        && !has(&words, OTHER_TIMES);
    let refuses = is(last, "refuse decline");
    *words == ["oops"]
        || is_mistake && is_short
        || refuses
        || PHRASES.iter().any(|phrase| lower.ends_with(phrase))
        || OPEN_PHRASES.iter().any(|phrase| lower.contains(phrase))
        || about::rules_out(sentence, Side::Above)
        || about::leaves_decision(&owned)
        || shows(sentence, &owned)
}
