//! Suggests a fix for invalid JSON, by the characters at the position of the error.

mod separator;
mod value;

use super::parser::{COLON, CONTROL, DIGIT, END, ESCAPE, KEY, LEADING_ZEROS, NO_HEX, VALUE};
use separator::{number_before_group, of_separator};
use value::of_value;

/// The fix for a number with leading zeros.
const ZEROS: &str = "no leading zeros (text needs double quotes)";

/// The fix for a number with thousands separators.
const THOUSANDS: &str = "no thousands separators (1000, not 1,000)";

const NO_COMMENT: &str = "no comments";

/// Returns the fix and its position in the text. Returns `None` if the expectation already states
/// the fix. The text is short, because an issue is limited to 100 characters.
pub(super) fn hint(text: &str, expected: &str, at: usize) -> Option<(&'static str, usize)> {
    let (before, rest) = text.split_at_checked(at)?;
    let ends_entry = matches!(expected, KEY | LEADING_ZEROS | "',' or '}'");
    if ends_entry && let Some(start) = number_before_group(text, at) {
        return Some((THOUSANDS, start));
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

/// Returns the fix if a key or a value is expected.
fn hint_at_entry(before: &str, rest: &str) -> Option<&'static str> {
    let begins = |marks: &[&str]| marks.iter().any(|mark| rest.starts_with(mark));
    match () {
        () if begins(&["}", "]"]) && before.trim_end().ends_with(',') => {
            Some("no comma before the closing bracket")
        }
        () if begins(&["\\\""]) => Some("quotes without a backslash"),
        () if begins(&["//", "/*"]) => Some(NO_COMMENT),
        () if begins(&["...", "…"]) => Some("the whole content, not '...'"),
        () => None,
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

/// Returns the fix for a string in quotes other than double quotes that ends at an inner quote.
fn hint_at_quote(quote: char) -> Option<&'static str> {
    match quote {
        '\'' => Some("double quotes (a ' ends the string)"),
        '`' => Some("double quotes (a ` ends the string)"),
        '‘' | '’' | '“' | '”' => {
            Some("straight double quotes (a curly one ends the string)")
        }
        _ => None,
    }
}

/// Returns whether the text is an entry of an object without its opening brace.
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

fn find_token_start(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or(text);
    before.trim_end_matches(is_of_token).len()
}

fn read_token(text: &str, start: usize) -> &str {
    let rest = text.get(start..).unwrap_or_default();
    &rest[..rest.find(|c| !is_of_token(c)).unwrap_or(rest.len())]
}

fn is_of_token(c: char) -> bool {
    c.is_alphanumeric() || "+-._/~@$*".contains(c)
}
