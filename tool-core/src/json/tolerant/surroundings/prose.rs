//! Recognizes prose.

use crate::json::tolerant::structure::trim_end;
#[cfg(feature = "answers")]
use crate::json::tolerant::structure::trim_end_while;

/// Returns the text directly before an object, without trailing space, opening fence and emphasis.
#[cfg(feature = "answers")]
#[inline(never)]
pub(super) fn find_directly_before(before: &str) -> &str {
    let text = trim_end(before);
    let word = |c: char| c.is_ascii_alphanumeric();
    let text = match trim_end_while(text, word).strip_suffix("```") {
        Some(text) => text,
        None => trim_end_while(text, |c| c == '`'),
    };
    trim_end(trim_end_while(trim_end(text), |c| c == '*'))
}

/// Removes JSON white space at both ends.
#[inline(never)]
pub(super) fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\n', '\r', '\t'])
}

/// Removes JSON white space at the start only. The cost does not depend on the end of the text.
#[inline(never)]
pub(super) fn trim_start(text: &str) -> &str {
    text.trim_start_matches([' ', '\n', '\r', '\t'])
}

/// Returns whether a text ends in a quoted key and a colon. The text after it is the value of the
/// key, not the arguments. A sentence may also end in a colon.
pub(super) fn is_value_of_key(before: &str) -> bool {
    let key = trim_end(before).strip_suffix([':', '=']);
    key.is_some_and(|key| trim_end(key).ends_with(['"', '\'', '`', '”', '’']))
}

pub(super) fn has_property_above(before: &str) -> bool {
    let last_line = trim_end(before).lines().next_back().unwrap_or_default();
    last_line.ends_with(',') && is_property(last_line)
}

fn is_property(text: &str) -> bool {
    // The quotes may still be escaped.
    let text = trim_start(text).trim_start_matches('\\');
    let Some(quote) = text.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
        return false;
    };
    let Some((_, behind_key)) = text[1..].split_once(quote) else {
        return false;
    };
    let Some(value) = trim_start(behind_key).strip_prefix(':') else {
        return false;
    };
    begins_with_value(trim_start(value).trim_start_matches('\\'))
}

/// Returns whether a text begins with a value of JSON.
pub(super) fn begins_with_value(text: &str) -> bool {
    let is_word = ["true", "false", "null"]
        .iter()
        .any(|word| text.starts_with(word));
    let begins = |c: char| matches!(c, '"' | '\'' | '[' | '{' | '-') || c.is_ascii_digit();
    is_word || text.starts_with(begins)
}

/// Returns the end of the group whose opening bracket is at `start`. Ignores brackets in strings.
/// An apostrophe begins a string only at the start of a value.
pub(super) fn find_group_end(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let open = *bytes.get(start)?;
    let close = if open == b'{' { b'}' } else { b']' };
    let (mut depth, mut at, mut before) = (0_usize, start, open);
    while let Some(&byte) = bytes.get(at) {
        let begins_value = matches!(before, b':' | b'=' | b',' | b'[' | b'{' | b'(');
        match byte {
            b'"' => at = find_string_end(bytes, at)?,
            b'\'' | b'`' if begins_value => at = find_string_end(bytes, at)?,
            _ if byte == open => depth += 1,
            _ if byte == close => depth -= 1,
            _ => {}
        }
        at += 1;
        if depth == 0 {
            return Some(at);
        }
        if !byte.is_ascii_whitespace() {
            before = byte;
        }
    }
    None
}

pub(super) fn find_string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let quote = bytes.get(start)?;
    let mut at = start + 1;
    loop {
        match bytes.get(at)? {
            b'\\' => at += 2,
            byte if byte == quote => return Some(at),
            _ => at += 1,
        }
    }
}
