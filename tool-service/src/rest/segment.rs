//! Validates and encodes the parts of a path: arguments and literal text.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// All characters except the unreserved ones of RFC 3986.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// Maximum number of additional levels of percent-encoding to check. Chains of servers and proxies
/// may decode a value several times.
pub(super) const MAX_DECODED: usize = 3;

/// Encodes a value for a path.
pub(super) fn encode(value: &str) -> String {
    utf8_percent_encode(value, ENCODED).to_string()
}

/// Returns why a value is invalid in a path, in words for the model. Returns `None` if it is valid.
///
/// The check covers servers that decode too often, treat `\` as `/`, or cut a segment at `;`.
pub(super) fn find_fault(value: &str, slash_allowed: bool) -> Option<&'static str> {
    if value.is_empty() {
        return Some("must not be empty, since it is part of a path");
    }
    let mut decoded_text = Cow::Borrowed(value);
    for _ in 0..=MAX_DECODED {
        if let Some(fault) = find_fault_in_decoded(&decoded_text, slash_allowed) {
            return Some(fault);
        }
        match percent_decode_str(&decoded_text).decode_utf8() {
            Ok(decoded) if decoded == decoded_text => return None,
            Ok(decoded) => decoded_text = Cow::Owned(decoded.into_owned()),
            Err(_) => return Some("must not be percent-encoded: give the plain text"),
        }
    }
    Some("must not be percent-encoded: give the plain text")
}

fn find_fault_in_decoded(value: &str, slash_allowed: bool) -> Option<&'static str> {
    if value.chars().any(char::is_control) {
        return Some("must not hold a control character, since it is part of a path");
    }
    if value.contains('\\') || (value.contains('/') && !slash_allowed) {
        return Some("must not hold `/` or `\\`, since it is one part of a path");
    }
    if value.split('/').any(is_dots) {
        return Some("must not be blank, `.` or `..`, nor be so between two `/`");
    }
    None
}

/// Returns whether some server may treat the segment as `.` or `..`.
pub(super) fn is_dots(segment: &str) -> bool {
    let name = segment.split(';').next().unwrap_or_default();
    name.chars().all(|c| c == '.' || c.is_whitespace())
}

/// Returns why literal text is invalid in a path.
pub(super) fn find_literal_fault(text: &str) -> Option<&'static str> {
    if text.contains(['?', '#']) {
        return Some("it contains a query or a fragment; use `Endpoint::query`");
    }
    if text.contains('\\') || text.chars().any(|c| c.is_control() || c.is_whitespace()) {
        return Some("it contains a character that must be percent-encoded");
    }
    let mut escapes = text.split('%').skip(1);
    if !escapes.all(|escape| escape.bytes().take(2).filter(u8::is_ascii_hexdigit).count() == 2) {
        return Some("a `%` in it is not followed by two hexadecimal digits");
    }
    None
}
