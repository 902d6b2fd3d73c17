//! The fixes and the tokens that several hints share.

use crate::json::elision::{WHOLE_CONTENT, begins_with_ellipsis, stands_for_content};

/// The fix for a number with leading zeros.
pub(super) const ZEROS: &str = "no leading zeros (text needs double quotes)";

pub(super) const NO_COMMENT: &str = "no comments";

/// Returns the fix for a comment. Without the comment, its content would be lost.
fn hint_at_comment(rest: &str) -> &'static str {
    let end = match rest.strip_prefix("/*") {
        Some(inside) => inside.find("*/").map(|end| end + 4),
        None => rest.find('\n'),
    };
    if stands_for_content(&rest[..end.unwrap_or(rest.len())]) {
        WHOLE_CONTENT
    } else {
        NO_COMMENT
    }
}

/// Returns the fix if the text at the position is neither a key nor a value.
pub(super) fn hint_at_entry(before: &str, rest: &str) -> Option<&'static str> {
    let begins = |marks: &[&str]| marks.iter().any(|mark| rest.starts_with(mark));
    match () {
        () if begins(&["}", "]"]) && before.trim_end().ends_with(',') => {
            Some("no comma before the closing bracket")
        }
        () if begins(&["\\\""]) => Some("quotes without a backslash"),
        () if begins(&["//", "/*"]) => Some(hint_at_comment(rest)),
        () if begins_with_ellipsis(rest) => Some(WHOLE_CONTENT),
        () => None,
    }
}

/// Returns the fix for a string that uses other quotes than double quotes and ends at a quote
/// inside it.
pub(super) fn hint_at_quote(quote: char) -> Option<&'static str> {
    match quote {
        '\'' => Some("double quotes (a ' ends the string)"),
        '`' => Some("double quotes (a ` ends the string)"),
        '‘' | '’' | '“' | '”' => {
            Some("straight double quotes (a curly one ends the string)")
        }
        _ => None,
    }
}

pub(super) fn find_token_start(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or(text);
    before.trim_end_matches(is_of_token).len()
}

pub(super) fn read_token(text: &str, start: usize) -> &str {
    let rest = text.get(start..).unwrap_or_default();
    &rest[..rest.find(|c| !is_of_token(c)).unwrap_or(rest.len())]
}

fn is_of_token(c: char) -> bool {
    c.is_alphanumeric() || "+-._/~@$*".contains(c)
}
