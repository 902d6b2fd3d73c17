//! Suggests a fix if a value is expected, and for numbers with invalid syntax.

use super::shared::{find_token_start, hint_at_entry, read_token};

const NOT_FINITE: [&str; 3] = ["nan", "inf", "infinity"];

/// Literals of JSON.
const LITERALS: [&str; 3] = ["true", "false", "null"];
/// Literals for null in other languages, in lower case.
const OTHER_NULLS: [&str; 2] = ["none", "undefined"];

/// Prefixes of strings in Python, in lower case.
const PREFIXES: [&str; 7] = ["b", "br", "f", "fr", "r", "rb", "u"];

const STRING: &str = "a string in double quotes";
const NUMBER: &str = "a number in digits alone, or text in double quotes";

pub(super) fn of_value(text: &str, at: usize) -> Option<(&'static str, usize)> {
    let (before, rest) = text.split_at_checked(at)?;
    let start = find_token_start(text, at);
    if at == start
        && let Some(words) = hint_at_entry(before, rest)
    {
        return Some((words, at));
    }
    let token = read_token(text, start);
    let words = of_word(token, text.get(start + token.len()..).unwrap_or_default());
    if let Some(words) = words {
        return Some((words, start));
    }
    if at > start {
        return None;
    }
    Some((of_symbol(before, rest)?, at))
}

fn of_word(token: &str, behind: &str) -> Option<&'static str> {
    let word = token.trim_start_matches(['-', '+']).to_lowercase();
    if NOT_FINITE.contains(&&*word) {
        return Some(if word == "nan" {
            "a number, or text in double quotes (JSON has no NaN)"
        } else {
            "a number, or text in double quotes (JSON has no Infinity)"
        });
    }
    let is_cut = |literal: &str| word.len() > 2 && literal.starts_with(&*word);
    if OTHER_NULLS.contains(&&*word) || LITERALS.iter().any(|literal| is_cut(literal)) {
        return Some("true, false or null");
    }
    if word == "nil" {
        return Some("null, or text in double quotes");
    }
    let begins = |c: char| c.is_alphanumeric() || matches!(c, '_' | '/' | '~' | '@' | '$' | '*');
    let is_text = token.starts_with(begins) || token.len() > 1 && token.starts_with(['-', '.']);
    if !is_text || !word.contains(|c: char| c.is_alphabetic() || c == '/') {
        return None;
    }
    Some(match behind.chars().next() {
        Some('"' | '\'') if PREFIXES.contains(&&*word) => "no prefix before the string",
        Some('(') => "a plain value, or text in double quotes",
        _ => text_or_number(token),
    })
}

/// Returns the expected form of an unquoted word. If it begins with a digit, it may be a number.
pub(super) fn text_or_number(token: &str) -> &'static str {
    let token = token.trim_start_matches(['-', '+']);
    if token.starts_with(|c: char| c.is_ascii_digit()) {
        NUMBER
    } else {
        STRING
    }
}

fn of_symbol(before: &str, rest: &str) -> Option<&'static str> {
    let mut characters = rest.chars();
    let first = characters.next()?;
    let second = characters.next();
    let is_number = second.is_some_and(|c| c.is_ascii_digit());
    match first {
        '>' if before.ends_with('=') => Some("':' instead of '=>'"),
        '(' => Some("a value, with arrays in [ ]"),
        '+' if is_number => Some("a number without '+'"),
        '.' if is_number => Some("a digit before the point"),
        '\'' | '`' | '“' | '”' | '„' | '‘' | '’' | '‚' => Some(STRING),
        ',' if before.trim_end().ends_with(',') => Some("one comma"),
        '"' | ',' | ':' | ';' | ')' | '=' | '+' | '-' | '.' | '\\' | '{' | '}' | '[' | ']' => None,
        first if first.is_control() || first.is_whitespace() => None,
        _ if is_number => Some(NUMBER),
        _ => second.filter(|c| c.is_alphanumeric()).map(|_| STRING),
    }
}
