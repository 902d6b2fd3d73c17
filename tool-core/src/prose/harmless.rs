//! Sentences behind the arguments of a call that leave the call as it is.
//!
//! The forms are closed: a courtesy (`Hope this helps!`), an offer (`Anything else?`), a step of the
//! speaker (`I'll search now.`, `Searching...`), or a description of the call (`This lists the
//! files.`). A form has a known verb, and only its object is free. A word that denies, doubts or
//! delays the call is in no form. Any other sentence may take the call back.

use super::list::{has, has_form, has_only, is};
use super::sentence::{SENTENCE_ENDS, words_of};
use super::unreal::{GIVERS, UNREAL, waits};
use super::words::{is_fault, is_negation};

/// All words of a sentence that offers help, and of one that closes the message.
const HELP: &str = "a any anything ask assistance details else feel for free further glad happy have help here \
    hesitate i'm if information is just know let me more need other please questions something tell there there's to want with \
    you";
const CLOSING: &str = "a above all and are arguments as call cheers complete completed course day \
    done end enjoy final finished for function good great have here here's in is json just luck \
    minute moment nice of ok okay one patience perfect please requested second set sure thank thanks \
    that's the there tool very wait waiting you your";

/// Words of a hope for success, and its last words.
const HOPE: &str = "hope i is it that the this will you your";
const SUCCESS: &str = "help helpful helps useful work works";

/// Words of a question that offers help. One of them is `else` or `next`.
const OFFER: &str = "anything can do else for help i is like me need next the there to want we \
    what with would you";

/// Speakers of a step, and words before its verb.
const SPEAKERS: &str = "i i'll i'm i've let let's we we'll we're we've";
const ADVERBS: &str = "also currently just now quickly simply then";

/// Verbs of a step, of running the call, and of a later step.
const ACTS: &str = "analyze calculate check compute continue convert count download extract fetch \
    filter find gather generate get inspect list load locate look monitor open prepare process \
    pull query read report retrieve scan search see sort start summarize track translate view wait";
const RUNS: &str = "call execute invoke perform proceed run send submit";
const STEPS: &str = "add answer book build compare create edit explain fix make order plan review save \
    schedule set show store tell test update use verify write";

/// Verbs of what the speaker did to the arguments, and of what a call does.
const SETS: &str = "choose chose fill include keep kept limit pick restrict select set specify use";
const DESCRIBES: &str = "answer ask contain cover determine give help include limit produce provide \
    return set tell use work";

/// First words of a sentence about a later step.
const LATER: &str = "after afterwards finally meanwhile next once then when";

/// Words for the call and its parts, for its result, and before them.
const CALLS: &str = "action arguments call command function json object parameters payload query \
    request search tool";
const RESULTS: &str = "answer output response result results";
const POINTERS: &str = "above it that the these this";
const MODALS: &str = "can should will";

/// Words that doubt, contrast, correct, cancel or delay a call, and words that begin a condition.
const DOUBTS: &str = "accident actually again alternatively although another approve approved aside \
    better but cancel correct corrected could decide different differently discard doubt down drop \
    dry either elsewhere error eventually except fail failed failing fails forget go-ahead hmm \
    hold how however instead issue kidding later low manually maybe might mistake nevermind off ok \
    okay only oops or other otherwise over perhaps problem rather revert right scratch sorry stop \
    strike though tomorrow tonight typo undo whether without would yet yourself";
const CONDITIONS: &str = "after before if once unless until when while";

/// Signs of code, of a value or of a fault in a sentence, and all signs outside of sentences.
const SIGNS: &str = "{}[]<|=$^~\\←↑⬆❌✗✘✖⛔🚫⚠";
const QUIET: &str =
    " \t\r.,;:!)]}>*_-–—#`'\"\\…。，；：！、”’»›」』）】｝］＂＇｜◁▁\u{feff}✅👍😊🙂🎉🚀";

/// Returns whether each sentence of a line behind the arguments leaves the call as it is.
pub(crate) fn is_harmless_behind(line: &str) -> bool {
    let mut rest = line;
    while !rest.is_empty() {
        let mut signs = rest.char_indices();
        let end = signs.find_map(|(at, c)| {
            let end = at + c.len_utf8();
            // A period in a word ends no sentence: `a.txt`, `1.5`.
            let is_of_word = |c: char| c.is_lowercase() || c.is_ascii_digit();
            let is_end = c != '.' || !rest[end..].starts_with(is_of_word);
            (SENTENCE_ENDS.contains(&c) && is_end).then_some(end)
        });
        let (sentence, behind) = rest.split_at(end.unwrap_or(rest.len()));
        if !is_harmless(sentence) {
            return false;
        }
        rest = behind;
    }
    true
}

fn is_harmless(sentence: &str) -> bool {
    let owned: Vec<String> = words_of(sentence).collect();
    let words: Vec<&str> = owned.iter().map(String::as_str).collect();
    if words.is_empty() {
        return sentence.chars().all(|c| QUIET.contains(c));
    }
    let first = sentence.chars().find(|c| c.is_alphabetic());
    // Words of other letters may say anything: the forms are English.
    let is_other = |c: char| SIGNS.contains(c) || c.is_alphabetic() && c > '\u{24f}';
    let sentence = sentence.trim_end_matches([' ', '\r', ')', '"', '*', '_', '`']);
    if sentence.contains(is_other) || first.is_some_and(char::is_lowercase) {
        false
    } else if sentence.ends_with(['?', '？']) {
        is_offer(&words)
    } else if sentence.ends_with([':', '：']) {
        *words == ["observation"]
    } else {
        is_courtesy(&words) || !is_doubtful(&owned) && (acts(&words) || describes(&words))
    }
}

/// `Let me know if you need anything else.`, `I hope this helps!`, `Done.`
fn is_courtesy(words: &[&str]) -> bool {
    let (last, others) = words.split_last().unwrap_or((&"", &[]));
    others.contains(&"hope") && is(last, SUCCESS) && has_only(others, HOPE)
        || has_only(words, HELP)
            && (!words.contains(&"ask") || has(words, "free hesitate questions"))
        || has_only(words, CLOSING)
            && (!has(words, "wait waiting") || has(words, "please thank thanks"))
}

/// `Is there anything else?`, `What would you like to do next?`
fn is_offer(words: &[&str]) -> bool {
    has(words, "else next") && has_only(words, OFFER)
}

/// Returns whether a word denies, doubts or delays the call, or if another person decides about it.
fn is_doubtful(owned: &[String]) -> bool {
    let words: Vec<&str> = owned.iter().map(String::as_str).collect();
    let mut doubts = owned.iter().filter(|word| {
        is(word, DOUBTS) || UNREAL.contains(&&***word) || is_negation(word) || is_fault(word)
    });
    let is_of_other = has(&words, GIVERS);
    let waits_for_other =
        has(&words, "wait waiting") && (has(&words, "your") || !has(&words, RESULTS));
    // `I'll ask first.` is not `It lists the first files.`
    let is_first = |at: usize| at == 0 || words[at - 1] != "the";
    let mut firsts = (0..words.len()).filter(|at| words[*at] == "first");
    doubts.next().is_some()
        || firsts.any(is_first)
        || waits(owned)
        || waits_for_other
        || has(&words, CONDITIONS) && (has(&words, RUNS) || is_of_other)
}

/// `I'll search now.`, `Let me see what it returns.`, `I've set the limit.`, `Searching...`
fn acts(words: &[&str]) -> bool {
    let is_later = has(&words[..1], LATER);
    let start = match words.iter().rposition(|word| is(word, SPEAKERS)) {
        Some(at) if is_later => at,
        _ => words
            .iter()
            .take_while(|word| is(word, "and now so"))
            .count(),
    };
    let words = &words[start..];
    let first = words.first().copied().unwrap_or_default();
    let is_doing =
        |verb: &str| verb.ends_with("ing") && (has_form(verb, ACTS) || has_form(verb, RUNS));
    let (aux, rest) = match words {
        ["let", "me" | "us", rest @ ..]
        | ["i" | "we", "will", rest @ ..]
        | ["i", "am", "going", "to", rest @ ..]
        | ["i'm", "going", "to", rest @ ..]
        | ["i'll" | "we'll" | "let's", rest @ ..] => ("will", rest),
        ["i'm" | "we're", rest @ ..] | ["i", "am", rest @ ..] => ("am", rest),
        ["i've" | "we've", rest @ ..] | ["i" | "we", "have", rest @ ..] => ("have", rest),
        ["i" | "we", rest @ ..] => ("", rest),
        // `Running it is your job.` describes a step of the reader.
        _ if is_doing(first) => {
            let is_of_other = |word: &&str| is(word, GIVERS) || is(word, "are is");
            return words.ends_with(&["for", "you"]) || !words.iter().any(is_of_other);
        }
        _ => return false,
    };
    let mut verbs = rest.iter().skip_while(|word| is(word, ADVERBS));
    let verb = verbs.next().copied().unwrap_or_default();
    let next = verbs.next().copied().unwrap_or_default();
    let is_set = has_form(verb, SETS) && !is(next, "it that them these this");
    let is_act = is(verb, ACTS) && next != "with";
    match aux {
        "will" => {
            let is_run = is(verb, RUNS) && !has(rest, "a an new");
            let tells =
                rest.starts_with(&["let", "you", "know"]) || rest == ["keep", "you", "posted"];
            is_act || is_run || tells || is_later && is(verb, STEPS)
        }
        "am" => is_doing(verb),
        "have" => is_set,
        _ => is_set || is_act && !is(verb, "find see"),
    }
}

/// `This will list the files.`, `The call returns a list.`, `The result should be a number.`
fn describes(words: &[&str]) -> bool {
    let is_subject = |word: &&&str| is(word, POINTERS) || is(word, CALLS) || is(word, RESULTS);
    let subject = words.iter().take_while(is_subject).count();
    let (subject, rest) = words.split_at(subject);
    let has_modal = has(&rest[..rest.len().min(1)], MODALS);
    let mut verbs = rest
        .iter()
        .filter(|word| !is(word, ADVERBS) && !is(word, MODALS));
    let verb = verbs.next().copied().unwrap_or_default();
    // A call in the past has run, and one that looks like something is shown.
    let is_over = verb.ends_with("ed") || has_form(verb, "look");
    let mut lists = [ACTS, RUNS, DESCRIBES].into_iter();
    let is_known = !is_over && lists.any(|list| has_form(verb, list));
    has(&subject[..subject.len().min(1)], POINTERS)
        && (is_known
            || has_modal && has(subject, RESULTS)
            || has_modal && verb == "do" && words.ends_with(&["do", "it"]))
}
