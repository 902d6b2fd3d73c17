//! Detects an object that a sentence mentions, quotes or rules out. The arguments have a position of
//! their own.

use super::marks::{is_nothing_but_marks, skip_marks_at_end};
use super::prose::find_directly_before;
use crate::issue::contains_word;
use crate::json::tolerant::structure::{is_blank, trim_end, trim_end_while, trim_start_while};
use crate::prose::{
    CONDITIONS, announces_arguments, denies, has_speaker, is_comment, is_fault, is_in_log,
    is_negation, is_setting, rules_out, rules_out_below, shows_above, waits, words_of,
};

/// Interjections that take back what stands before them, if a sign follows them.
const INTERJECTIONS: [&str; 6] = ["actually", "hmm", "no", "oops", "sorry", "wait"];

/// Words that begin a sentence which takes back what stands before it.
const WITHDRAWALS: [&str; 5] = ["cancel", "correction", "ignore", "nevermind", "scratch"];

/// Phrases of a sentence that takes a call back, or does not run it yet.
const PHRASES_AFTER: [&str; 15] = [
    "a mistake",
    "ask first",
    "ask the user",
    "changed my mind",
    "dry run",
    "i mean ",
    "i meant",
    "i was wrong",
    "i'd rather",
    "instead",
    "just an example",
    "on second thought",
    "only an example",
    "take that back",
    "take it back",
];

/// Words that begin an order to change the call before it, and harmless orders.
const ORDERS: [&str; 25] = [
    "abort",
    "add",
    "also",
    "append",
    "better",
    "change",
    "discard",
    "disregard",
    "drop",
    "forget",
    "hold",
    "include",
    "make",
    "rather",
    "remove",
    "replace",
    "set",
    "stop",
    "strike",
    "swap",
    "undo",
    "update",
    "use",
    "with",
    "without",
];
const HARMLESS_ORDERS: [&str; 4] = ["make sure", "use it to", "use this to", "hold tight"];

/// Words before the order in its sentence.
const BEFORE_ORDERS: [&str; 6] = ["#", "and", "but", "please", "then", "now"];

/// Words about a call that is as intended. A negation next to one rules the call out.
const INTENTIONS: [&str; 11] = [
    "correct", "final", "good", "intended", "it", "meant", "needed", "ok", "right", "want",
    "wanted",
];

/// Words that say of a call that it is none, behind a word such as `is`.
const FAULTS: [&str; 5] = ["cancelled", "hypothetical", "incorrect", "invalid", "wrong"];
const COPULAS: [&str; 7] = ["is", "it's", "looks", "seems", "that's", "was", "were"];

/// Words of a short sentence about a call that did not run, or must not.
const FAILURES: [&str; 10] = [
    "cancelled",
    "denied",
    "draft",
    "error",
    "example",
    "failed",
    "kidding",
    "pending",
    "refused",
    "rejected",
];

/// Words for the running of a call. A negation next to one rules the call out.
const RUNS: [&str; 13] = [
    "call", "called", "calling", "do", "execute", "executed", "mind", "proceed", "run", "running",
    "send", "sent", "use",
];

/// Words that begin a question about the call before it.
const QUESTIONS: [&str; 5] = ["can", "is", "may", "shall", "should"];

/// The part of the text behind an object that is searched for a withdrawal, in bytes.
const SEARCHED: usize = 400;

/// Returns whether an object belongs to the sentence around it.
pub(super) fn is_mentioned(before: &str, after: &str) -> bool {
    let before = skip_action(before);
    let is_in_sentence = is_in_clause(before) && goes_on_in_clause(after);
    is_in_sentence
        || is_ruled_out(before)
        || is_in_quotation(before)
        || is_behind_sign(before)
        || is_in_comment(before)
        || is_withdrawn(after)
        || is_denied_above(before)
        || is_below_heading(before)
        || !is_announced(before)
        || goes_on_in_line(after)
        || is_marked_as_wrong(after)
}

/// Returns a text without the heading of a prompt above an action: `Action:`.
fn skip_action(before: &str) -> &str {
    let above = find_directly_before(before).strip_suffix("Action:");
    let above = above.filter(|above| above.is_empty() || above.ends_with('\n'));
    above.unwrap_or(before)
}

/// Returns whether an object is directly below the heading of other text, or below the header of an
/// e-mail.
fn is_below_heading(before: &str) -> bool {
    let has_own_line = is_nothing_but_marks(last_line(before));
    has_own_line && rules_out_below(find_directly_before(before)) == Some(true)
}

/// Returns whether the text directly before an object announces it. A text in the same line, or one
/// that ends in a colon, must do so. Signs and marks are not such a text.
fn is_announced(before: &str) -> bool {
    let line = last_line(before);
    let has_own_line = is_nothing_but_marks(line);
    let text = find_directly_before(if has_own_line { before } else { line });
    let clause = last_line(text);
    if has_own_line && !clause.ends_with([':', '：']) {
        return true;
    }
    let open = trim_end_while(clause, |c| matches!(c, '.' | '!' | '。' | '！'));
    let is_complete = open.len() < clause.len() || clause.ends_with(['>', ']']);
    is_complete || announces_arguments(clause)
}

/// Returns whether the sentence directly before an object denies it. Skips a clause that ends in a
/// colon. In the line of the object, the sentence must be complete.
fn is_denied_above(before: &str) -> bool {
    let line = last_line(find_directly_before(skip_marks_at_end(before)));
    let has_own_line = is_nothing_but_marks(last_line(before));
    let is_complete = line.ends_with(['.', '!', ';', '。', '！', '；', ']', ')']);
    (has_own_line || is_complete || is_setting(line))
        && !line.ends_with([':', '：'])
        && denies(line)
}

/// Returns whether the line of an object goes on behind it: with a small letter, a parenthesis or a
/// sign that ends nothing.
fn goes_on_in_line(after: &str) -> bool {
    let line = after.split('\n').next().unwrap_or(after);
    let line = trim_start_while(line, |c| {
        is_blank(c) || matches!(c, '`' | '*' | '"' | '\'' | '_' | '}' | ']')
    });
    let mut signs = line.chars();
    match signs.next() {
        Some('?') => true,
        Some('(') => line.contains(char::is_alphabetic),
        Some('<') => matches!(signs.next(), Some('-' | '=' | ' ')),
        Some(c) if c.is_alphabetic() => c.is_lowercase(),
        Some(c) => !c.is_ascii() && !c.is_alphanumeric() && !CLOSING.contains(c),
        None => false,
    }
}

/// Signs other than ASCII that may end a quotation or a sentence.
const CLOSING: &str = "。，；：！？、”’»›」』）】｝］…＂＇｜◁▁﻿";

/// Signs that say of a call that it is wrong.
const CROSSES: [char; 11] = ['❌', '✗', '✘', '✖', '⛔', '🚫', '⚠', '←', '↑', '⬆', '^'];

fn is_marked_as_wrong(after: &str) -> bool {
    trim_start_while(after, |c| is_blank(c) || c == '\n' || c == '`').starts_with(CROSSES)
}

fn find_searched_end(after: &str) -> usize {
    let mut end = after.len().min(SEARCHED);
    while !after.is_char_boundary(end) {
        end -= 1;
    }
    end
}

/// Returns whether a sentence behind an object takes it back, or asks whether to run it.
fn is_withdrawn(after: &str) -> bool {
    after[..find_searched_end(after)]
        .split_inclusive(['.', '!', '?', ';', '\n'])
        .any(takes_back)
}

/// Finds the words of sentences behind an object that correct a value: `The path should be b.`,
/// `The path is b, not a.`
pub(super) fn find_corrected(after: &str) -> Vec<String> {
    let after = &after[..find_searched_end(after)];
    let sentences = after.split(['\n', '!', '?', ';']);
    let sentences = sentences.flat_map(|sentence| sentence.split(". "));
    sentences.flat_map(find_corrected_in).collect()
}

fn find_corrected_in(sentence: &str) -> Vec<String> {
    let words: Vec<String> = words_of(sentence).collect();
    let names_other = [", not ", ", and not ", " instead of ", " rather than "]
        .iter()
        .any(|other| sentence.contains(other));
    let corrects = |words: &[String]| {
        matches!(&*words[1], "should" | "must") && words[2] == "be"
            || matches!(&*words[1], "needs" | "has" | "ought") && words[2] == "to"
            || matches!(&*words[1], "is" | "was") && names_other
    };
    let found = words.windows(3).filter(|words| corrects(words));
    found.map(|words| words[0].clone()).collect()
}

pub(super) fn takes_back(sentence: &str) -> bool {
    let words: Vec<String> = words_of(sentence).collect();
    let Some(first) = words.first() else {
        return false;
    };
    let lower = sentence.to_lowercase();
    let ends_in_sign = lower
        .split_whitespace()
        .find(|part| part.contains(first.as_str()))
        .is_some_and(|part| !part.ends_with(char::is_alphanumeric));
    let is_interjection =
        contains_word(&INTERJECTIONS, first) && (ends_in_sign || words.len() == 1);
    let asks = lower.trim_end().ends_with('?') && contains_word(&QUESTIONS, first);
    let is_conditional = words.iter().any(|word| contains_word(CONDITIONS, word));
    let mut pairs = words.iter().zip(words.iter().skip(1));
    let names_fault =
        pairs.any(|(is, fault)| contains_word(&COPULAS, is) && contains_word(&FAULTS, fault));
    let mut negations = words
        .iter()
        .filter(|word| is_negation(word) || is_fault(word));
    let is_run = |word: &String| contains_word(&RUNS, word);
    let is_short = words.len() < 6 && !is_conditional;
    let names_failure = words.iter().any(|word| contains_word(&FAILURES, word));
    let is_denied = is_negation(first) || words.last().is_some_and(|word| is_negation(word));
    let asks_to_run = lower.trim_end().ends_with('?')
        && matches!(&**first, "approve" | "confirm" | "ok" | "okay" | "proceed");
    let is_harmless = HARMLESS_ORDERS.iter().any(|order| lower.contains(order));
    let order = words
        .iter()
        .find(|word| !contains_word(&BEFORE_ORDERS, word));
    let is_order = order.is_some_and(|word| contains_word(&ORDERS, word))
        // A sentence without a speaker may be an order.
        && !has_speaker(&words[..words.len().min(3)]);
    let is_about_call = matches!(&**first, "that" | "that's" | "this" | "it" | "it's");
    let is_not_meant = is_about_call
        && words.len() < 8
        && words.iter().any(|word| is_negation(word))
        && words
            .iter()
            .skip(1)
            .any(|word| contains_word(&INTENTIONS, word));
    is_interjection
        || shows_above(sentence)
        || is_short && (names_failure || is_denied)
        || asks
        || asks_to_run
        || is_order && !is_harmless
        || is_not_meant && !is_conditional
        || waits(&words) && !is_conditional
        || contains_word(&WITHDRAWALS, first)
        || PHRASES_AFTER.iter().any(|phrase| lower.contains(phrase)) && !is_conditional
        || names_fault && !is_conditional
        || negations.next().is_some() && words.iter().any(is_run) && !is_conditional
}

/// Returns whether a clause is open at the end of a text, on the same line.
fn is_in_clause(before: &str) -> bool {
    let line = last_line(before);
    let line = trim_end_while(line, |c| is_blank(c) || matches!(c, '`' | '*' | '"' | '\''));
    let is_open = |c: char| c.is_alphanumeric() || matches!(c, ',' | '(' | '’');
    line.ends_with(is_open) && !is_list_number(line) && !is_nothing_but_marks(last_line(before))
}

/// Returns whether the clause of an object goes on behind it, on the same line.
fn goes_on_in_clause(after: &str) -> bool {
    let line = trim_start_while(after, |c| {
        is_blank(c) || matches!(c, '`' | '*' | '"' | '\'' | ')')
    });
    let rest = trim_start_while(line.strip_prefix(',').unwrap_or(line), is_blank);
    rest.starts_with(|c: char| c.is_alphabetic() && (!c.is_uppercase() || rest.len() < line.len()))
}

/// Returns whether the clause directly before an object denies it, or says that somebody else
/// wrote it. The clause is on the same line, or ends in a colon above the object.
fn is_ruled_out(before: &str) -> bool {
    let line = last_line(before);
    let has_own_line = is_nothing_but_marks(line);
    let text = skip_marks_at_end(if has_own_line { before } else { line });
    let clause = last_line(find_directly_before(text));
    let is_before = !has_own_line || clause.ends_with([':', '：']);
    is_before && rules_out(clause)
}

/// Returns whether the sign of a comment, a log or a fault is before an object on its line.
fn is_behind_sign(before: &str) -> bool {
    let line = last_line(find_directly_before(last_line(before))).trim();
    is_comment(line) || is_in_log(line)
}

/// Returns whether an object is in a Markdown quotation.
fn is_in_quotation(before: &str) -> bool {
    let line = trim_start_while(last_line(before), is_blank);
    line.starts_with('>') && !line.starts_with(">>>")
}

fn is_in_comment(before: &str) -> bool {
    let comment = before.rsplit_once("<!--");
    comment.is_some_and(|(_, inside)| !inside.contains("-->"))
}

fn last_line(text: &str) -> &str {
    text.rsplit('\n').next().unwrap_or(text)
}

/// Returns whether a line is the number of a list item: `1`, before its point.
fn is_list_number(line: &str) -> bool {
    trim_end(line).bytes().all(|byte| byte.is_ascii_digit())
}
