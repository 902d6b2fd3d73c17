//! Suggests a fix if a comma or a closing bracket is expected after a value.

use super::shared::{NO_COMMENT, ZEROS, find_token_start, hint_at_quote, read_token};
use super::value::text_or_number;

pub(super) fn of_separator(text: &str, expected: &str, at: usize) -> Option<(&'static str, usize)> {
    let (before, rest) = text.split_at_checked(at)?;
    let trimmed = before.trim_end();
    let is_apart = trimmed.len() < before.len();
    let next = rest.chars().next()?;
    let last = trimmed.chars().next_back()?;
    if last == '"' || hint_at_quote(last).is_some() {
        let words = of_string(trimmed, rest, is_apart, expected)?;
        return Some((words, at));
    }
    let start = find_token_start(text, at);
    let number = read_token(text, start).trim_start_matches('-');
    if number.starts_with('0') && number[1..].starts_with(|c: char| c.is_ascii_digit()) {
        return Some((ZEROS, start));
    }
    if !is_apart && start < at && (next.is_alphanumeric() || "-_/:.@%€£°".contains(next)) {
        return Some((text_or_number(read_token(text, start)), start));
    }
    let is_operator = "+-*/%".contains(next) && last.is_ascii_digit();
    Some(match is_operator {
        true if !is_comment(rest) => ("the result, not a calculation", at),
        _ if is_comment(rest) => (NO_COMMENT, at),
        _ => return None,
    })
}

fn of_string(before: &str, rest: &str, is_apart: bool, expected: &str) -> Option<&'static str> {
    let quote = before.chars().next_back()?;
    let is_twice = before.strip_suffix(quote)?.ends_with(quote);
    if is_twice && !is_apart && rest.starts_with(quote) {
        return Some("one quote, not three");
    }
    if quote != '"' {
        return hint_at_quote(quote).filter(|_| !is_apart || !begins_entry(rest));
    }
    let behind = rest.strip_prefix('+').map(str::trim_start);
    if is_apart && behind.is_some_and(|rest| rest.starts_with(['"', '\''])) {
        return Some("one string, without '+'");
    }
    let line = rest.lines().next().unwrap_or_default();
    if is_apart && is_comment(rest) && !line.contains('"') {
        return Some(NO_COMMENT);
    }
    let key = read_token(rest, 0).len();
    let is_key = rest[key..].trim_start().starts_with(':');
    (!begins_entry(rest) && !is_key).then_some(match expected {
        "',' or '}'" => "',' or '}', or \\\" for a quote",
        "',' or ']'" => "',' or ']', or \\\" for a quote",
        _ => "',' or a closing bracket, or \\\" for a quote",
    })
}

fn begins_entry(rest: &str) -> bool {
    rest.starts_with(|c: char| c.is_ascii_digit() || "\"'{}[];)".contains(c))
}

/// Returns whether a comment begins here, rather than a division: `10 // 3`.
fn is_comment(rest: &str) -> bool {
    let behind = rest.trim_start_matches('/').trim_start();
    rest.starts_with(['#'])
        || rest.starts_with("/*")
        || rest.starts_with("//") && !behind.starts_with(|c: char| c.is_ascii_digit() || c == '(')
}

/// Returns the start of the number that has a group of three digits at this position: `1` in
/// `1,000`.
pub(super) fn find_number_before_group(text: &str, at: usize) -> Option<usize> {
    let digits =
        |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number = text.get(..at)?.strip_suffix([',', ' '])?;
    let start = find_token_start(number, number.len());
    let first = number.get(start..)?.trim_start_matches('-');
    let is_first = (1..=3).contains(&first.len()) && digits(first) == first.len();
    (is_first && digits(text.get(at..)?) == 3).then_some(start)
}

/// Returns the start of the number that has its decimals at this position, after a comma: `1` in
/// `1,50`.
pub(super) fn find_number_before_decimals(text: &str, at: usize) -> Option<usize> {
    let number = text.get(..at)?.strip_suffix(',')?;
    let start = find_token_start(number, number.len());
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let decimals = read_token(text, at);
    let behind = text.get(at + decimals.len()..)?.trim_start();
    let is_number = is_digits(number.get(start..)?.trim_start_matches('-')) && is_digits(decimals);
    (is_number && behind.starts_with([',', '}'])).then_some(start)
}
