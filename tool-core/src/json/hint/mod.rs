//! Suggests a fix for invalid JSON, by the characters at the position of the error.

mod separator;
mod shared;
mod value;

use super::expected::{COLON, CONTROL, DIGIT, END, ESCAPE, KEY, LEADING_ZEROS, NO_HEX, VALUE};
use separator::{find_number_before_decimals, find_number_before_group, of_separator};
use shared::{NO_COMMENT, ZEROS, hint_at_entry, hint_at_quote, read_token};
use value::of_value;

/// The fix for a number with a decimal comma.
const POINT: &str = "a point in a decimal number (1.5, not 1,5)";

/// The fix for a number with thousands separators.
const THOUSANDS: &str = "no thousands separators (1000, not 1,000)";

/// Returns the fix, and the position in the text that it concerns. Returns `None` if the
/// expectation already contains the fix. The words are short, because an issue has at most 100
/// characters.
pub(super) fn find_hint(text: &str, expected: &str, at: usize) -> Option<(&'static str, usize)> {
    let (before, rest) = text.split_at_checked(at)?;
    let ends_entry = matches!(expected, KEY | LEADING_ZEROS) || expected.starts_with("',' or");
    if ends_entry && let Some(start) = find_number_before_group(text, at) {
        return Some((THOUSANDS, start));
    }
    if expected == KEY
        && let Some(start) = find_number_before_decimals(text, at)
    {
        return Some((POINT, start));
    }
    let words = match expected {
        LEADING_ZEROS => ZEROS,
        ESCAPE | NO_HEX => r"a backslash written as \\",
        CONTROL => hint_at_control(rest),
        END if begins_with_entry(text) => return Some(("'{' around all of the arguments", 0)),
        END if goes_on_with_entry(rest) => "'}' behind the last of the arguments",
        KEY => hint_at_key(before, rest)?,
        COLON => hint_at_colon(before, rest)?,
        VALUE | DIGIT => return of_value(text, at),
        _ if expected.starts_with("','") => return of_separator(text, expected, at),
        _ => return None,
    };
    Some((words, at))
}

fn hint_at_control(rest: &str) -> &'static str {
    match rest.chars().next() {
        Some('\n' | '\r') => r"a line break written as \n",
        Some('\t') => r"a tab written as \t",
        _ => r"a control character written as \u00..",
    }
}

fn hint_at_key(before: &str, rest: &str) -> Option<&'static str> {
    match rest.chars().next()? {
        '{' if before.trim_end().ends_with('{') => Some("one '{'"),
        ',' if before.trim_end().ends_with(',') => Some("one comma"),
        '#' => Some(NO_COMMENT),
        _ => hint_at_entry(before, rest),
    }
}

fn hint_at_colon(before: &str, rest: &str) -> Option<&'static str> {
    let trimmed = before.trim_end();
    let last = trimmed.chars().next_back()?;
    let key = trimmed
        .strip_suffix('"')
        .and_then(|key| key.rsplit_once('"'));
    if key.is_some_and(|(before, _)| before.trim_end().ends_with('"')) {
        return Some("',' and a key, or \\\" for a quote");
    }
    match rest.chars().next()? {
        '}' | ',' => Some("':' and a value"),
        c if trimmed.len() == before.len() && c.is_alphanumeric() => match last {
            '"' => Some("':', or \\\" for a quote"),
            _ => hint_at_quote(last),
        },
        _ => None,
    }
}

/// Returns whether a text is an entry of an object without its opening brace.
fn begins_with_entry(text: &str) -> bool {
    let inside = text.trim_start().strip_prefix('"');
    let rest = inside.and_then(|inside| inside.split_once('"'));
    rest.is_some_and(|(key, rest)| !key.contains('\\') && rest.trim_start().starts_with(':'))
}

/// Returns whether the text continues with an entry after an object that was closed too early.
fn goes_on_with_entry(rest: &str) -> bool {
    let Some(entry) = rest.trim_start().strip_prefix(',').map(str::trim_start) else {
        return false;
    };
    let key = read_token(entry, 0);
    let behind = entry[key.len()..].trim_start();
    begins_with_entry(entry) || !key.is_empty() && behind.starts_with(':')
}
