//! Finds the end of JSON and Python values without reading them.

use crate::json::{count_spaces, find_end_of_plain};

/// The end of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum ValueEnd {
    /// The position after the value.
    At(usize),
    /// The value is broken: an end marker at this position precedes its end.
    Stopped(usize),
    /// The text ends inside the value, in a string or outside.
    Open { in_string: bool },
}

/// Finds the end of the array, object or call at `at`. Brackets and markers in strings have no
/// meaning. `stops` are the markers that end a broken value.
pub(in crate::syntax) fn find_container_end(text: &str, at: usize, stops: &[&str]) -> ValueEnd {
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
pub(in crate::syntax) fn find_string_end(text: &str, at: usize) -> Option<usize> {
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
pub(in crate::syntax) fn find_json_end(text: &str, at: usize) -> Option<usize> {
    find_end_within(text, at, usize::MAX)
}

/// Returns the position after the array or object at `at` if it is valid JSON, and not so deep
/// that readers of JSON reject it.
pub(super) fn find_shallow_json_end(text: &str, at: usize) -> Option<usize> {
    find_end_within(text, at, 100)
}

fn find_end_within(text: &str, at: usize, max_depth: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    if !matches!(bytes.get(at), Some(b'{' | b'[')) {
        return None;
    }
    let mut at = at;
    let mut outer = OpenBrackets::default();
    // The innermost open bracket.
    let mut inner = 0;
    loop {
        // A value, or the end of an empty container.
        match *bytes.get(at)? {
            bracket @ (b'{' | b'[') => {
                if outer.count == max_depth {
                    return None;
                }
                outer.push(inner);
                inner = bracket;
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
            match *bytes.get(at)? {
                b',' => {
                    at = skip_space(bytes, at + 1);
                    if inner == b'{' {
                        at = find_key_end(bytes, at)?;
                    }
                    break;
                }
                // In ASCII, a closing bracket is two after the opening one.
                close if close == inner + 2 => {
                    at += 1;
                    inner = outer.pop();
                    if inner == 0 {
                        return Some(at);
                    }
                }
                _ => return None,
            }
        }
    }
}

/// A stack of brackets. The first ones need no allocation.
#[derive(Default)]
struct OpenBrackets {
    first: [u8; 16],
    more: Vec<u8>,
    count: usize,
}

impl OpenBrackets {
    fn push(&mut self, bracket: u8) {
        match self.first.get_mut(self.count) {
            Some(free) => *free = bracket,
            None => self.more.push(bracket),
        }
        self.count += 1;
    }

    /// Removes the last bracket. Returns 0 if the stack is empty.
    fn pop(&mut self) -> u8 {
        self.count = self.count.saturating_sub(1);
        let last = self.more.pop();
        last.unwrap_or_else(|| self.first.get(self.count).copied().unwrap_or(0))
    }
}

/// Returns the position of the first byte at or after `at` that is not white space of JSON.
#[inline]
pub(in crate::syntax) fn skip_space(bytes: &[u8], at: usize) -> usize {
    let mut at = at;
    while let Some(byte @ (b' ' | b'\n' | b'\t' | b'\r')) = bytes.get(at) {
        at += 1;
        // Printed JSON has an indentation in each line.
        if *byte == b'\n' {
            at += count_spaces(&bytes[at..]);
        }
    }
    at
}

/// Returns the position of the value after a key and its colon.
fn find_key_end(bytes: &[u8], at: usize) -> Option<usize> {
    let end = (bytes.get(at) == Some(&b'"')).then(|| find_json_string_end(bytes, at))??;
    skip_colon(bytes, end)
}

/// Returns the position of the value after the colon at or after `at`.
pub(super) fn skip_colon(bytes: &[u8], at: usize) -> Option<usize> {
    let colon = skip_space(bytes, at);
    (bytes.get(colon) == Some(&b':')).then(|| skip_space(bytes, colon + 1))
}

pub(super) fn find_json_string_end(bytes: &[u8], at: usize) -> Option<usize> {
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

/// Returns whether a text is an integer of few digits, as JSON writes it.
pub(super) fn is_short_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text).as_bytes();
    let is_short = matches!(digits, [b'0'] | [b'1'..=b'9', ..]) && digits.len() < 16;
    is_short && digits.iter().all(u8::is_ascii_digit)
}

fn find_scalar_end(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let end = rest.bytes().position(|byte| !is_part(byte))?;
    let scalar = &rest[..end];
    let is_known = is_short_integer(scalar) || matches!(scalar, "true" | "false" | "null");
    let is_scalar = is_known || serde_json::from_str::<serde_json::Number>(scalar).is_ok();
    is_scalar.then_some(at + end)
}
