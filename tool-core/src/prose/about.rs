//! Statements of a sentence about the call next to it.
//!
//! A sentence rules a call out if the call is the object of a negation (`do not run this`), or the
//! subject of a statement (`this was only an example`). A negation of anything else leaves the call:
//! `Don't worry.`

use super::list::{has, has_form, has_only, is};
use super::sentence::{CLAUSE_ENDS, words_of};
use super::unreal::{UNREAL, waits};
use super::words::{CONDITIONS, is_fault, is_negation};

/// The place of the call, and whether the sentence ends before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The call follows a complete sentence.
    Below,
    /// The call follows an open sentence, which ends in a colon or without a sign.
    Inside,
    /// The call is above the sentence.
    Above,
}

/// Verbs that run a call, and verbs that do so only with the call as their object.
const RUNS: &str = "call emit execute executing invoke perform proceed ran run send sent submit";
const USES: &str = "do doing generate issue issuing made make output print try use using write";

/// Such verbs in other languages: the beginnings of words, and parts of a sentence.
const FOREIGN_RUNS: &str = "aufruf aufzuruf ausführ ausgeführ auszuführ envia enviar envie envíe \
    envío envoi envoy enverr ejecut executar execut exécut esegu invi llam appel rufe ruf sende \
    senden schick skick kör voer uitvoer stuur çalıştır gönder выполн отправ запус вызыв wykon \
    wywoł gọi jalankan kirim spust";
const FOREIGN_RUN_PARTS: &str = "执行 发送 运行 调用 実行 送信 呼び 실행 호출 أنفذ تنفيذ";

/// Words between a negation and its verb.
const FILLERS: &str = "able actually allowed also be been being circumstance circumstances condition \
    directly even ever going had has have just let me permitted please really simply supposed to \
    us want you";

/// Verbs that dismiss a call.
const DISMISSALS: &str = "abandon abort against avoid cancel discard disregard drop forget ignore \
    omit retract revert revoke scratch skip stop strike undo withdraw";

/// Words for the call itself, nouns for it, and words before these nouns.
const POINTERS: &str = "below following these this";
const BACK_POINTERS: &str = "above it last previous that them those";
const CALLS: &str = "action actions call calls command commands function functions invocation request \
    requests tool tools";
const DETERMINERS: &str = "a actual an any exact my such the your";

/// Words that go on behind an object.
const CONNECTIVES: &str = "and as because but call for here if of since so unless until when yet";

/// Words before the subject of a statement, and behind its verb.
const OPENERS: &str = "actually and but hmm no note oh ok okay oops so sorry wait well";
const COPULAS: &str = "are been be is isn't was wasn't were";
const ADVERBS: &str = "a actually all also an be been being clearly for just merely only purely really \
    simply the";
const APPROVALS: &str = "actual correct executed intended meant real right run what";

/// Words of a note about the call, next to one of [`UNREAL`].
const NOTES: &str = "a actual an and call executed for illustrative just kidding not only purely \
    purposes real run the";

/// Words of a question for a permission.
const PERMISSIONS: &str =
    "agree ahead allow allowed approve approved confirm execute ok okay proceed run";
const INTERROGATIVES: &str = "how what when where which who whose why";

/// The words of a sentence.
pub(super) fn list_words(owned: &[String]) -> Vec<&str> {
    owned.iter().map(String::as_str).collect()
}

/// Returns whether a clause of the sentence denies, dismisses or describes the call.
pub(super) fn rules_out(sentence: &str, side: Side) -> bool {
    let rules_out = |clause: &str| {
        let owned: Vec<String> = words_of(clause).collect();
        let words = list_words(&owned);
        !words.is_empty()
            && (negates(&words, side) || negates_elsewhere(clause, &words) || states(&words, side))
    };
    let owned: Vec<String> = words_of(sentence).collect();
    // The name of a tool may be such a word.
    let first = sentence.split_whitespace().next().unwrap_or_default();
    let is_code = owned.is_empty() || first.find('(').is_some_and(|at| at > 0);
    !is_code && (is_note(&list_words(&owned)) || sentence.split(CLAUSE_ENDS).any(rules_out))
}

/// Returns whether the words behind a verb are the call. Without any, the call is the object.
fn is_object(words: &[&str], side: Side, may_point_back: bool) -> bool {
    let points = |word: &str| is(word, POINTERS) || may_point_back && is(word, BACK_POINTERS);
    let is_before = |word: &&&str| points(word) || is(word, DETERMINERS);
    let count = words.iter().take_while(is_before).count();
    let has_pointer = words[..count].iter().any(|word| points(word));
    match words.get(count) {
        None => has_pointer || count == 0 && side != Side::Above,
        Some(next) => {
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            let is_name = next.contains('_') && next.chars().all(is_part);
            let is_call = is(next, CALLS) || is_name;
            is_call || has_pointer && is(next, CONNECTIVES)
        }
    }
}

/// Returns whether a negation or a dismissal has the call as its object: `never run this`, `I skip
/// the following call`.
fn negates(words: &[&str], side: Side) -> bool {
    let is_no = |word: &str| is_negation(word) || is(word, "no without");
    let found = |at: usize| {
        let (before, word) = (&words[..at], words[at]);
        let behind = &words[at + 1..];
        let is_dismissal = has_form(word, DISMISSALS);
        let is_denied = || before.iter().any(|word| is_no(word));
        if !is_dismissal && !is_no(word) || (is_dismissal || word == "without") && is_denied() {
            return false;
        }
        let count = behind.iter().take_while(|word| is(word, FILLERS)).count();
        let has_speaker = || at == 0 || has(before, "i we i'd we'd should must better user");
        match behind[count..].split_first() {
            // `Never!`, `I won't.`, `The call that you should avoid:`
            None => !is(word, "no without") && (has_speaker() || is_dismissal),
            Some((verb, object)) => {
                let is_run = has_form(verb, RUNS) || has_form(verb, USES);
                let ends = side != Side::Below || word == "against";
                let is_mind = *verb == "mind" && !object.is_empty();
                (is_run || is_mind) && is_object(object, side, true)
                    || is_dismissal && count == 0 && is_object(behind, side, ends)
            }
        }
    };
    (0..words.len()).any(found)
}

/// Returns whether a clause of another language denies running the call.
fn negates_elsewhere(clause: &str, words: &[&str]) -> bool {
    let is_no = |word: &&str| is_negation(word) || *word == "no" || word.starts_with("n'");
    let is_run = |word: &&str| {
        let word = word.strip_prefix("n'").unwrap_or(word);
        let mut stems = FOREIGN_RUNS.split_whitespace();
        stems.any(|stem| word.starts_with(stem)) && !has_form(word, RUNS)
    };
    let mut parts = FOREIGN_RUN_PARTS.split_whitespace();
    let has_part = parts.any(|part| clause.contains(part));
    let is_denied = words.iter().any(is_no) || words[0].starts_with(['别', '勿']);
    is_denied && (has_part || words.iter().any(is_run))
}

/// Returns whether the call is the subject of a statement that dismisses or describes it: `This was
/// just an example`, `The following call was rejected`.
fn states(words: &[&str], side: Side) -> bool {
    let start = words.iter().take_while(|word| is(word, OPENERS)).count();
    let words = &words[start..];
    let points = |word: &str| is(word, POINTERS) || side == Side::Above && is(word, BACK_POINTERS);
    let is_part = |word: &&&str| points(word) || is(word, CALLS) || is(word, DETERMINERS);
    let mut count = words.iter().take_while(is_part).count();
    let is_short = |word: &str| side == Side::Above && is(word, "that's it's this's");
    let is_contracted = count == 0 && words.first().is_some_and(|word| is_short(word));
    count += usize::from(is_contracted);
    let (subject, rest) = words.split_at(count);
    let names_call = has(subject, CALLS) && side != Side::Below;
    let is_call = is_contracted || names_call || subject.iter().any(|word| points(word));
    let verb = rest.first().copied().unwrap_or_default();
    let is_copula = is_contracted || is(verb, COPULAS);
    if !is_call {
        return false;
    }
    if !is_copula {
        // `It failed`, `This call would delete it`.
        return side == Side::Above && is(verb, "failed crashed")
            || names_call && is(verb, "would could might");
    }
    let denies = !is_contracted && is_negation(verb);
    let rest = &rest[usize::from(!is_contracted)..];
    let first = rest.first().copied().unwrap_or_default();
    if denies || is_negation(first) {
        return has(&rest[..rest.len().min(4)], APPROVALS);
    }
    if first == "what" {
        // `That is what the model should send.`
        let last = rest.last().copied().unwrap_or_default();
        let writes = has_form(last, RUNS) || has_form(last, USES) || is(last, "did sent wrote");
        return writes && (has(rest, "should would could must") || is(last, "did sent wrote"));
    }
    let skipped = rest.iter().take_while(|word| is(word, ADVERBS)).count();
    let next = rest.get(skipped + 1).copied().unwrap_or_default();
    let is_bad = rest.get(skipped).is_some_and(|word| is_unreal_word(word));
    is_bad && (next.is_empty() || is(next, CALLS) || is(next, CONNECTIVES) || is(next, "by"))
}

/// Returns whether a word says that a call is not meant, or that it is at fault.
pub(super) fn is_unreal_word(word: &str) -> bool {
    UNREAL.contains(&word) || is_fault(word) || has_form(word, DISMISSALS)
}

/// Returns whether a sentence is only a note about the call: `example only`, `just kidding`.
fn is_note(words: &[&str]) -> bool {
    let is_refusal = |word: &str| is(word, "cancel never no nope not stop");
    if is_refusal(words[0]) && has_only(&words[1..], "no now thanks yet") {
        return true;
    }
    let is_unreal = |word: &&str| UNREAL.contains(word) || matches!(*word, "executed" | "kidding");
    let mut others = words.iter().filter(|word| !is_unreal(word));
    let is_alone = words.len() == 1 && UNREAL.contains(&words[0]);
    (is_alone || words.len() > 1)
        && others.all(|word| is(word, NOTES))
        && words.iter().any(is_unreal)
        && !has_only(words, "actual call just for only real the")
}

/// Returns whether a question asks for a permission to run the call: `Should I run this?`, `OK?`
pub(super) fn asks(words: &[&str], side: Side) -> bool {
    let first = words.first().copied().unwrap_or_default();
    if is(first, INTERROGATIVES) {
        return false;
    }
    let runs = |at: usize| {
        let verb = words[at];
        is(verb, PERMISSIONS) && is_object(&words[at + 1..], Side::Inside, true)
            || (has_form(verb, RUNS) || has_form(verb, USES))
                && at > 0
                && is_object(&words[at + 1..], side, true)
    };
    (0..words.len()).any(runs)
}

/// Returns whether a sentence lets another person decide whether to run the call: `I run it once you
/// agree`, `Reply yes to run it`, `Let me know whether to run this`.
pub(super) fn leaves_decision(owned: &[String]) -> bool {
    let words = list_words(owned);
    let runs = |words: &[&str]| {
        let verb = words.iter().position(|word| has_form(word, RUNS));
        verb.is_some_and(|at| is_object(&words[at + 1..], Side::Inside, true))
    };
    let condition = words
        .iter()
        .position(|word| is(word, "if whether once after"));
    let asks = condition.is_some_and(|at| {
        has(&words[..at], "know tell me say confirm") && runs(&words[at + 1..])
            || runs(&words[..at])
                && has(&words[at + 1..], "agree approve approved agreed confirmed")
    });
    let first = words.first().copied().unwrap_or_default();
    let orders = is(first, "answer confirm reply respond say type") && words.contains(&"to");
    asks || orders && runs(&words) || waits(owned) && !CONDITIONS.contains(&first)
}
