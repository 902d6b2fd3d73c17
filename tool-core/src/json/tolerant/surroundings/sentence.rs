//! Detects an object that a sentence mentions, quotes or rules out. The arguments have a position of
//! their own.

use super::marks::is_nothing_but_marks;
use super::prose::find_directly_before;
use crate::issue::contains_word;
use crate::json::tolerant::structure::{is_blank, trim_end, trim_end_while, trim_start_while};

/// Words that rule out what follows in their clause. Words that end in `n't` are among them.
const NEGATIONS: [&str; 7] = [
    "avoid",
    "cannot",
    "incorrect",
    "invalid",
    "never",
    "not",
    "wrong",
];

/// Words before a quotation of another speaker.
const SPEECH: [&str; 8] = [
    "asked", "replied", "returned", "said", "says", "typed", "writes", "wrote",
];

/// Returns whether an object belongs to the sentence around it.
pub(super) fn is_mentioned(before: &str, after: &str) -> bool {
    let is_in_sentence = is_in_clause(before) && goes_on_in_clause(after);
    is_in_sentence || is_ruled_out(before) || is_in_quotation(before) || is_in_comment(before)
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
    let text = find_directly_before(if has_own_line { before } else { line });
    let clause = last_line(text);
    let sentence = match clause.strip_suffix([':', '：']) {
        Some(sentence) => sentence,
        None if has_own_line => return false,
        None => clause,
    };
    let clause = sentence.rsplit(['.', '!', '?', ';', ',', ':']).next();
    let mut words = clause.unwrap_or(sentence).split_whitespace().peekable();
    while let Some(word) = words.next() {
        let word = word
            .trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase();
        let is_negation =
            contains_word(&NEGATIONS, &word) || word.ends_with("n't") || word.ends_with("n’t");
        let is_speech = words.peek().is_none() && contains_word(&SPEECH, &word);
        if is_negation || is_speech {
            return true;
        }
    }
    false
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
