//! Writes a value on one line.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use crate::feedback::cut::keep_start;

/// Maximum number of characters of a key.
const KEY: usize = 60;

/// Returns the value in about this many characters. Cuts a long string inside its quotes, and
/// replaces a long array or object with its size.
pub(super) fn shorten_value(value: &Value, characters: usize) -> String {
    let mut text = String::new();
    if write(value, &mut text, characters) {
        return text;
    }
    match value {
        Value::String(text) => quote(text, characters),
        Value::Array(items) => format!("[… {}]", write_count(items.len(), "item", "items")),
        Value::Object(entries) => {
            format!(
                "{{… {}}}",
                write_count(entries.len(), "property", "properties")
            )
        }
        scalar => keep_start(scalar.to_string(), characters),
    }
}

/// Returns whether [`shorten_value`] shows the content of the value, not only its size.
pub(super) fn shows_content(value: &Value, characters: usize) -> bool {
    let is_scalar = !matches!(value, Value::Array(_) | Value::Object(_));
    is_scalar || write(value, &mut String::new(), characters)
}

/// `3 items`
pub(super) fn write_count(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

pub(super) fn quote_key(name: &str) -> String {
    quote(name, KEY)
}

/// Returns the text as a JSON string on one line, cut after this many characters.
fn quote(text: &str, characters: usize) -> String {
    // Does not read beyond the cut: the text may have any length.
    let start = text.chars().take(characters.saturating_add(1)).collect();
    let json = Value::String(keep_start(start, characters)).to_string();
    let mut line = String::with_capacity(json.len());
    for c in json.chars() {
        // JSON does not escape these characters, and they may break a line.
        if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') {
            // Writing to a string cannot fail.
            let _ = write!(line, "\\u{:04x}", u32::from(c));
        } else {
            line.push(c);
        }
    }
    line
}

/// Writes the whole value. Returns `false` early if it has more characters than allowed.
fn write(value: &Value, text: &mut String, characters: usize) -> bool {
    match value {
        Value::String(string) => {
            // A JSON string is never shorter than its content.
            if string.len() > characters.saturating_mul(4) {
                return false;
            }
            text.push_str(&quote(string, usize::MAX));
        }
        Value::Array(items) => {
            text.push('[');
            if !write_all(items.iter().map(|item| (None, item)), text, characters) {
                return false;
            }
            text.push(']');
        }
        Value::Object(entries) => return write_object(entries, text, characters),
        scalar => text.push_str(&scalar.to_string()),
    }
    text.chars().count() <= characters
}

fn write_object(entries: &Map<String, Value>, text: &mut String, characters: usize) -> bool {
    text.push('{');
    let entries = entries.iter().map(|(name, value)| (Some(name), value));
    if !write_all(entries, text, characters) {
        return false;
    }
    text.push('}');
    text.chars().count() <= characters
}

fn write_all<'v>(
    entries: impl Iterator<Item = (Option<&'v String>, &'v Value)>,
    text: &mut String,
    characters: usize,
) -> bool {
    for (index, (name, value)) in entries.enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        if let Some(name) = name {
            text.push_str(&quote_key(name));
            text.push_str(": ");
        }
        // Each level takes a character, so the limit bounds the depth, too.
        if text.len() > characters.saturating_mul(4) || !write(value, text, characters) {
            return false;
        }
    }
    true
}
