//! What may stand in a path: values of arguments, and what a path's author wrote.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// All but what RFC 3986 calls unreserved.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// How often a value may be percent-encoded beyond once: servers and proxies in a row may
/// decode it that often.
pub(super) const MAX_DECODED: usize = 3;

/// A value as it stands in a path.
pub(super) fn encode(value: &str) -> String {
    utf8_percent_encode(value, ENCODED).to_string()
}

/// Why a value cannot stand in a path, in words for the model, if it cannot.
///
/// It is looked at as a server sees it that decodes once more than it should, takes `\`
/// for `/`, or cuts a segment off at its `;`.
pub(super) fn find_fault(value: &str, slash_allowed: bool) -> Option<&'static str> {
    if value.is_empty() {
        return Some("must not be empty, since it is part of a path");
    }
    let mut seen = Cow::Borrowed(value);
    for _ in 0..=MAX_DECODED {
        if let Some(fault) = find_fault_as_seen(&seen, slash_allowed) {
            return Some(fault);
        }
        match percent_decode_str(&seen).decode_utf8() {
            Ok(decoded) if decoded == seen => return None,
            Ok(decoded) => seen = Cow::Owned(decoded.into_owned()),
            Err(_) => return Some("must not be percent-encoded: give the plain text"),
        }
    }
    Some("must not be percent-encoded: give the plain text")
}

fn find_fault_as_seen(value: &str, slash_allowed: bool) -> Option<&'static str> {
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

/// Whether a segment is, for some server, no name but a way.
pub(super) fn is_dots(segment: &str) -> bool {
    let name = segment.split(';').next().unwrap_or_default();
    name.chars().all(|c| c == '.' || c.is_whitespace())
}

/// Why a text of the author cannot stand in a path.
pub(super) fn find_literal_fault(text: &str) -> Option<&'static str> {
    if text.contains(['?', '#']) {
        return Some("a query or a fragment is no part of it; see `Endpoint::query`");
    }
    if text.contains('\\') || text.chars().any(|c| c.is_control() || c.is_whitespace()) {
        return Some("it holds a character that has to be percent-encoded");
    }
    let mut escapes = text.split('%').skip(1);
    if !escapes.all(|escape| escape.bytes().take(2).filter(u8::is_ascii_hexdigit).count() == 2) {
        return Some("a `%` in it is followed by no two hexadecimal digits");
    }
    None
}
