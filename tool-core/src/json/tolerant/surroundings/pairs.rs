//! Finds values next to the arguments: lines and clauses that begin with a key and a value.

use super::foreign::{is_part_of_answer, is_recipient};
use super::prose::begins_with_value;
use crate::issue::fold;
use crate::json::tolerant::structure::{is_blank, trim_start_while};
use crate::marks::{ReasoningMark, find_in_any_case, parse_reasoning_mark};
use crate::tree::{Entry, Tree};

/// Maximum number of pairs to search for.
const MAX_PAIRS: usize = 64;

/// Finds the keys of pairs in a text whose values are not in the arguments: `path: /tmp`,
/// `path = 1`, `{dry_run true}`. The text may repeat a value of the arguments.
pub(super) fn find_other_values<'t>(text: &'t str, arguments: &Tree<'_>) -> Vec<&'t str> {
    let entries: &[Entry<'_>] = match arguments {
        Tree::Object(entries) => entries,
        _ => &[],
    };
    let is_there = |(key, value): &(&str, &str)| {
        let mut own = entries.iter().filter(|entry| fold(&entry.key) == fold(key));
        own.any(|entry| begins_with(value, &entry.value))
    };
    let texts = split_at_reasoning(text).into_iter();
    let clauses = texts.flat_map(find_clauses);
    let pairs = clauses.filter_map(parse_pair).take(MAX_PAIRS);
    let others = pairs.filter(|pair| !is_there(pair));
    others.map(|(key, _)| key).collect()
}

/// Returns the parts of a text outside of reasoning.
fn split_at_reasoning(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut rest, mut at) = (text, 0);
    while let Some(found) = rest[at..].find(['<', '[', '◁']) {
        at += found;
        let Some((mark, length)) = parse_reasoning_mark(&rest[at..]) else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
            continue;
        };
        parts.push(&rest[..at]);
        rest = &rest[at + length..];
        if let ReasoningMark::Open(close) = mark {
            let end = find_in_any_case(rest, &[close]).map(|(at, mark)| at + mark.len());
            rest = &rest[end.unwrap_or(rest.len())..];
        }
        at = 0;
    }
    parts.push(rest);
    parts
}

/// Returns the text from the start of each clause on, and the sign before it.
fn find_clauses(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let starts = text.match_indices(['\n', ',', ';', '{', '(']);
    let starts = starts.map(|(at, sign)| (sign, &text[at + sign.len()..]));
    std::iter::once(("", text)).chain(starts)
}

/// Returns the key and the value at the start of a clause, if they are in one line.
fn parse_pair<'t>((sign, clause): (&str, &'t str)) -> Option<(&'t str, &'t str)> {
    const MARKS: &str = " \t-*#>•`\"'\\";
    let text = trim_start_while(clause, |c| MARKS.contains(c));
    let is_of_key = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let end = text.find(|c| !is_of_key(c)).unwrap_or(text.len());
    let (key, behind) = text.split_at(end);
    let value = trim_start_while(behind, |c| " \t*`\"'\\".contains(c));
    let value = match value.strip_prefix([':', '=']) {
        // The reader of objects has seen each object.
        Some(_) if sign == "{" => return None,
        Some(value) if !value.starts_with([':', '=']) && !value.starts_with("//") => {
            trim_start_while(value.strip_prefix('>').unwrap_or(value), is_blank)
        }
        None if behind.starts_with(is_blank) => {
            let value = trim_start_while(behind, is_blank);
            begins_with_value(value).then_some(value)?
        }
        _ => return None,
    };
    let is_pair = !key.is_empty()
        && !value.is_empty()
        && !value.starts_with(['\n', '\r'])
        && !is_part_of_answer(key)
        && !is_recipient(key, behind);
    is_pair.then_some((key, value))
}

/// Returns whether a text begins with a scalar and then ends, or goes on with another clause.
fn begins_with(text: &str, value: &Tree<'_>) -> bool {
    const QUOTES: &[char] = &['"', '\'', '`', '*', '\\'];
    let text = text.trim_start_matches(QUOTES);
    let rest = match value {
        Tree::String(own) | Tree::Number(own) => text.strip_prefix(&**own),
        Tree::Bool(own) => {
            let own = own.to_string();
            let head = text.get(..own.len());
            let is_same = head.is_some_and(|head| head.eq_ignore_ascii_case(&own));
            is_same.then(|| &text[own.len()..])
        }
        _ => None,
    };
    rest.is_some_and(|rest| {
        let rest = trim_start_while(rest, |c| is_blank(c) || "\"'`*\\.".contains(c));
        rest.is_empty() || rest.starts_with(['\n', '\r', ',', ';', '(', ')', '}'])
    })
}
