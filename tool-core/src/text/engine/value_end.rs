//! Finds the end of JSON and Python values without reading them.

use crate::json::end_of_plain;

/// The end of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) enum ValueEnd {
    /// The position after the value.
    At(usize),
    /// The value is broken: an end marker at this position precedes its end.
    Stopped(usize),
    /// The text ends inside the value, in a string or outside.
    Open { in_string: bool },
}

/// Finds the end of the array, object or call at `at`. Brackets and markers in strings have no
/// meaning. `stops` are the markers that end a broken value.
pub(in crate::text) fn container_end(text: &str, at: usize, stops: &[&str]) -> ValueEnd {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0_usize, at);
    // The last byte that is not white space decides whether an apostrophe opens a string.
    let mut before = b':';
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => match string_end(text, at) {
                Some(end) => at = end - 1,
                None => return ValueEnd::Open { in_string: true },
            },
            b'\'' if matches!(before, b'{' | b'[' | b',' | b':' | b'(' | b'=') => {
                match string_end(text, at) {
                    Some(end) => at = end - 1,
                    None => return ValueEnd::Open { in_string: true },
                }
            }
            b'{' | b'[' | b'(' if byte != b'[' || !is_stop(text, at, stops) => depth += 1,
            b'}' | b']' | b')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return ValueEnd::At(at + 1);
                }
            }
            b'<' | b'[' | b'`' | b'>' if is_stop(text, at, stops) => return ValueEnd::Stopped(at),
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            before = byte;
        }
        at += 1;
    }
    ValueEnd::Open { in_string: false }
}

fn is_stop(text: &str, at: usize, stops: &[&str]) -> bool {
    stops
        .iter()
        .any(|stop| text.as_bytes()[at..].starts_with(stop.as_bytes()))
}

/// Returns the position after the string at `at`, in either kind of quote.
pub(in crate::text) fn string_end(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let quote = *bytes.get(at)?;
    let mut at = at + 1;
    loop {
        if quote == b'"' {
            at = end_of_plain(bytes, at);
        }
        match *bytes.get(at)? {
            b'\\' => at += 2,
            byte if byte == quote => return Some(at + 1),
            _ => at += 1,
        }
    }
}
