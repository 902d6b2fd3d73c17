//! How the text is mended where it leaves JSON, as far as what stands there tells.

use super::parser::{DIGIT, END, ESCAPE, KEY, LEADING_ZEROS, NO_HEX, VALUE};

const NOT_FINITE: [&str; 3] = ["nan", "inf", "infinity"];

/// Words for a value, in lower case, which other languages write otherwise.
const LITERALS: [&str; 5] = ["true", "false", "null", "none", "undefined"];

/// What is said of digits that JSON has no number for.
const ZEROS: &str = "no leading zeros (text needs double quotes)";

/// The hint for a number with thousands separators.
const THOUSANDS: &str = "no thousands separators (1000, not 1,000)";

/// What is said in the place of what was expected.
pub(super) enum Hint {
    None,
    /// This, and perhaps at another place. A line for the model has little room.
    Other(&'static str, usize),
}

/// The hint at a place in a text where something was expected.
pub(super) fn hint(text: &str, expected: &str, at: usize) -> Hint {
    let rest = text.get(at..).unwrap_or_default();
    if matches!(expected, KEY | LEADING_ZEROS)
        && let Some(start) = number_before_group(text, at)
    {
        return Hint::Other(THOUSANDS, start);
    }
    match expected {
        LEADING_ZEROS => Hint::Other(ZEROS, at),
        ESCAPE | NO_HEX => Hint::Other(r"a backslash written as \\", at),
        END if begins_with_entry(text) => Hint::Other("'{' around all of the arguments", 0),
        VALUE | DIGIT => of_value(text, at),
        _ if expected.starts_with("','") => of_separator(text, expected, rest, at),
        _ => Hint::None,
    }
}

/// What stands in the place of a value, or in a number.
fn of_value(text: &str, at: usize) -> Hint {
    let start = token_start(text, at);
    let token = token(text, start);
    let word = token.trim_start_matches(['-', '+']).to_lowercase();
    if NOT_FINITE.contains(&&*word) {
        let expected = if word == "nan" {
            "a number, or text in double quotes (JSON has no NaN)"
        } else {
            "a number, or text in double quotes (JSON has no Infinity)"
        };
        return Hint::Other(expected, start);
    }
    if LITERALS.iter().any(|literal| literal.starts_with(&*word)) {
        return Hint::None;
    }
    let begins = |c: char| c.is_alphanumeric() || matches!(c, '_' | '/' | '~' | '@' | '$' | '*');
    let is_text = token.starts_with(begins) || token.len() > 1 && token.starts_with(['-', '.']);
    if is_text && word.contains(|c: char| c.is_alphabetic() || c == '/') {
        return Hint::Other(text_or_number(token), start);
    }
    Hint::None
}

/// What a word without quotes should be: what begins with a digit may be meant as a number.
fn text_or_number(token: &str) -> &'static str {
    let token = token.trim_start_matches(['-', '+']);
    if token.starts_with(|c: char| c.is_ascii_digit()) {
        "a number in digits alone, or text in double quotes"
    } else {
        "a string in double quotes"
    }
}

/// What stands where a value should have ended.
fn of_separator(text: &str, expected: &str, rest: &str, at: usize) -> Hint {
    let before = text.get(..at).unwrap_or_default();
    let trimmed = before.trim_end();
    let begins_entry = rest.starts_with(|c: char| c.is_ascii_digit() || "\"'{}[]".contains(c));
    let is_key = rest[token(rest, 0).len()..].trim_start().starts_with(':');
    if trimmed.ends_with('"') && !begins_entry && !is_key && !rest.is_empty() {
        return Hint::Other(
            if expected.contains('}') {
                "',' or '}', or \\\" for a quote"
            } else {
                "',' or ']', or \\\" for a quote"
            },
            at,
        );
    }
    let start = token_start(text, at);
    let number = token(text, start).trim_start_matches('-');
    if number.starts_with('0') && number[1..].starts_with(|c: char| c.is_ascii_digit()) {
        return Hint::Other(ZEROS, start);
    }
    let goes_on = rest.starts_with(|c: char| c.is_alphanumeric() || "-_/:.@".contains(c));
    if goes_on && start < at && trimmed.len() == before.len() {
        return Hint::Other(text_or_number(token(text, start)), start);
    }
    Hint::None
}

/// Where the number starts whose group of three digits is at that place: `1` in `1,000`.
fn number_before_group(text: &str, at: usize) -> Option<usize> {
    let digits =
        |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number = text.get(..at)?.strip_suffix(',')?;
    let start = token_start(number, number.len());
    let first = number.get(start..)?.trim_start_matches('-');
    let is_first = (1..=3).contains(&first.len()) && digits(first) == first.len();
    (is_first && digits(text.get(at..)?) == 3).then_some(start)
}

/// Whether a text is an entry of an object without its opening brace.
fn begins_with_entry(text: &str) -> bool {
    let inside = text.trim_start().strip_prefix('"');
    let rest = inside.and_then(|inside| inside.split_once('"'));
    rest.is_some_and(|(key, rest)| !key.contains('\\') && rest.trim_start().starts_with(':'))
}

/// Where the word or number starts that a place is in.
fn token_start(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or(text);
    before.trim_end_matches(is_of_token).len()
}

fn token(text: &str, start: usize) -> &str {
    let rest = text.get(start..).unwrap_or_default();
    &rest[..rest.find(|c| !is_of_token(c)).unwrap_or(rest.len())]
}

fn is_of_token(c: char) -> bool {
    c.is_alphanumeric() || "+-._/~@$*".contains(c)
}
