//! Finds the end of JSON and Python values without reading them.

use crate::json::find_end_of_plain;

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
pub(in crate::text) fn find_container_end(text: &str, at: usize, stops: &[&str]) -> ValueEnd {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0_usize, at);
    // The last byte that is not white space decides whether an apostrophe opens a string.
    let mut before = b':';
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => match find_string_end(text, at) {
                Some(end) => at = end - 1,
                None => return ValueEnd::Open { in_string: true },
            },
            b'\'' if matches!(before, b'{' | b'[' | b',' | b':' | b'(' | b'=') => {
                match find_string_end(text, at) {
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
pub(in crate::text) fn find_string_end(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let quote = *bytes.get(at)?;
    let mut at = at + 1;
    loop {
        if quote == b'"' {
            at = find_end_of_plain(bytes, at);
        }
        match *bytes.get(at)? {
            b'\\' => at += 2,
            byte if byte == quote => return Some(at + 1),
            _ => at += 1,
        }
    }
}

/// Returns the position after the array or object at `at` if it is valid JSON.
pub(in crate::text) fn find_json_end(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    if !matches!(bytes.get(at), Some(b'{' | b'[')) {
        return None;
    }
    let mut at = at;
    // The open brackets.
    let mut open = Vec::new();
    loop {
        // A value, or the end of an empty container.
        match *bytes.get(at)? {
            bracket @ (b'{' | b'[') => {
                open.push(bracket);
                at = skip_space(bytes, at + 1);
                if bytes.get(at) != Some(&(bracket + 2)) {
                    if bracket == b'{' {
                        at = find_key_end(bytes, at)?;
                    }
                    continue;
                }
            }
            b'"' => at = find_json_string_end(bytes, at)?,
            _ => at = find_scalar_end(text, at)?,
        }
        // The text after a value, or the closing bracket of an empty container.
        loop {
            at = skip_space(bytes, at);
            let bracket = *open.last()?;
            match *bytes.get(at)? {
                b',' => {
                    at = skip_space(bytes, at + 1);
                    if bracket == b'{' {
                        at = find_key_end(bytes, at)?;
                    }
                    break;
                }
                // In ASCII, a closing bracket is two after the opening one.
                close if close == bracket + 2 => {
                    open.pop();
                    at += 1;
                    if open.is_empty() {
                        return Some(at);
                    }
                }
                _ => return None,
            }
        }
    }
}

fn skip_space(bytes: &[u8], at: usize) -> usize {
    let mut at = at;
    while let Some(b' ' | b'\n' | b'\r' | b'\t') = bytes.get(at) {
        at += 1;
    }
    at
}

/// Returns the position of the value after a key and its colon.
fn find_key_end(bytes: &[u8], at: usize) -> Option<usize> {
    let end = (bytes.get(at) == Some(&b'"')).then(|| find_json_string_end(bytes, at))??;
    let colon = skip_space(bytes, end);
    (bytes.get(colon) == Some(&b':')).then(|| skip_space(bytes, colon + 1))
}

fn find_json_string_end(bytes: &[u8], at: usize) -> Option<usize> {
    let mut at = at + 1;
    loop {
        at = find_end_of_plain(bytes, at);
        match *bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => match *bytes.get(at + 1)? {
                b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => at += 2,
                b'u' => {
                    let digits = bytes.get(at + 2..at + 6)?;
                    digits.iter().all(u8::is_ascii_hexdigit).then_some(())?;
                    at += 6;
                }
                _ => return None,
            },
            // A control character.
            _ => return None,
        }
    }
}

fn find_scalar_end(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let end = rest.bytes().position(|byte| !is_part(byte))?;
    let scalar = &rest[..end];
    let is_word = matches!(scalar, "true" | "false" | "null");
    let is_scalar = is_word || serde_json::from_str::<serde_json::Number>(scalar).is_ok();
    is_scalar.then_some(at + end)
}
