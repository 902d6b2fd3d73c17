//! JSON with lone halves of surrogate pairs, such as `\ud83d`. JSON readers reject them.

use serde_json::Value;

/// Reads a text as JSON. Replaces lone surrogates if the text has some.
pub(crate) fn parse(text: &str) -> serde_json::Result<Value> {
    serde_json::from_str(text).or_else(|error| match replace_halves(text) {
        Some(text) => serde_json::from_str(&text),
        None => Err(error),
    })
}

/// Replaces each escape of a lone surrogate with `\ufffd`. Servers that cut their output between
/// two tokens send such escapes. Returns `None` for a text without one.
///
/// Looking for the escapes costs time, so callers first read the unchanged text.
pub(super) fn replace_halves(text: &str) -> Option<String> {
    let first = find_half(text, 0)?;
    let mut cleaned = String::with_capacity(text.len());
    let (mut start, mut half) = (0, Some(first));
    while let Some(at) = half {
        cleaned.push_str(&text[start..at]);
        cleaned.push_str("\\ufffd");
        start = at + ESCAPE;
        half = find_half(text, start);
    }
    cleaned.push_str(&text[start..]);
    Some(cleaned)
}

/// Length of an escape such as `\ud83d`.
const ESCAPE: usize = 6;

/// Returns the start of the next escape of a lone surrogate.
fn find_half(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = start;
    loop {
        at += bytes.get(at..)?.iter().position(|byte| *byte == b'\\')?;
        at += match (read_unit(bytes, at), read_unit(bytes, at + ESCAPE)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 2 * ESCAPE,
            (Some(0xd800..=0xdfff), _) => return Some(at),
            (Some(_), _) => ESCAPE,
            // A backslash escapes the next byte, which may be a backslash, too.
            (None, _) => 2,
        };
    }
}

/// Reads an escape such as `\ud83d`.
fn read_unit(bytes: &[u8], at: usize) -> Option<u16> {
    let escape = bytes.get(at..at + ESCAPE)?;
    let digits = std::str::from_utf8(escape.strip_prefix(b"\\u")?).ok()?;
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hex.then(|| u16::from_str_radix(digits, 16).ok())?
}
