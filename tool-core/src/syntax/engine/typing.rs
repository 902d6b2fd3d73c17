//! Gives text values the type that the schema of the tool expects.

use std::borrow::Cow;

use super::item::read_tolerantly;
use super::literal::{self, Literal};
use super::trim;
use super::value_end::{find_shallow_json_end, is_short_integer};
use crate::issue::{JsonType, TypeSet};
use crate::json::write_string;
use crate::tree::Tree;

/// The mark of a value that a format writes with its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum Marked {
    /// The format writes no types.
    No,
    /// The value is marked as a string.
    String,
    /// The value is marked as JSON.
    Json,
}

/// Appends the JSON text of a text value. A text that fits none of the types stays a string.
pub(super) fn write_value(text: &str, types: TypeSet, marked: Marked, json: &mut String) {
    let found = match marked {
        Marked::String if types.may_be_text() => None,
        Marked::No | Marked::String if types.is_only_text() => None,
        Marked::No | Marked::String => read_typed(text, types),
        Marked::Json => read_marked_json(text, types).or_else(|| read_typed(text, types)),
    };
    match found {
        Some(found) => json.push_str(&found),
        None => write_string(text, json),
    }
}

/// Returns whether a text without a mark of its type is read as this text.
#[cfg(feature = "text")]
pub(crate) fn is_read_as_text(text: &str, types: TypeSet) -> bool {
    read_typed(text, types).is_none()
}

/// Reads a value that the format marks as JSON, unless the schema contradicts.
fn read_marked_json(text: &str, types: TypeSet) -> Option<Cow<'_, str>> {
    let text = trim(text);
    let own = match find_plain_type(text) {
        Some(own) => own,
        None => TypeSet::of_value(&serde_json::from_str(text).ok()?),
    };
    let number = TypeSet::NUMBER;
    let is_number = types.meets(number) && number.meets(own);
    let fits = types == TypeSet::EMPTY || types.meets(own) || is_number;
    fits.then_some(Cow::Borrowed(text))
}

/// Returns the type of JSON without escapes that is not deep. Other text has to be read.
fn find_plain_type(text: &str) -> Option<TypeSet> {
    let is_container =
        || !text.contains('\\') && find_shallow_json_end(text, 0) == Some(text.len());
    match text.as_bytes() {
        b"null" => Some(TypeSet::NULL),
        b"true" | b"false" => Some(TypeSet::BOOLEAN),
        [b'{', ..] if is_container() => Some(TypeSet::OBJECT),
        [b'[', ..] if is_container() => Some(TypeSet::ARRAY),
        _ => is_short_integer(text).then_some(TypeSet::of(JsonType::Integer)),
    }
}

/// Reads the value as the first type that fits, in a fixed order.
fn read_typed(text: &str, types: TypeSet) -> Option<Cow<'_, str>> {
    if types.is_only_text() {
        return None;
    }
    let value = trim(text);
    if types.meets(TypeSet::NULL) {
        let is_none = value == "None" && !types.meets(TypeSet::STRING);
        if value == "null" || is_none {
            return Some("null".into());
        }
    }
    if types.meets(TypeSet::NUMBER) {
        let is_decimal = || value.contains(['.', 'e', 'E']);
        let accepts =
            || types.meets(TypeSet::of(JsonType::Number)) || !types.meets(TypeSet::STRING);
        if is_short_integer(value) || is_number(value) && (accepts() || !is_decimal()) {
            return Some(value.into());
        }
    }
    if types.meets(TypeSet::BOOLEAN) {
        for word in ["true", "false"] {
            if value.eq_ignore_ascii_case(word) {
                return Some(word.into());
            }
        }
    }
    let container = |types: TypeSet, bracket: char| {
        types.meets(TypeSet::OBJECT) && bracket == '{'
            || types.meets(TypeSet::ARRAY) && bracket == '['
    };
    match value.chars().next() {
        Some(bracket @ ('{' | '[')) if container(types, bracket) => read_container_json(value),
        // A tuple is a list.
        Some('(') if types.meets(TypeSet::ARRAY) => read_container_json(value),
        _ => None,
    }
}

/// Returns the text of an array or object as JSON. Reads Python literals and JSON with faults.
pub(super) fn read_container_json(value: &str) -> Option<Cow<'_, str>> {
    if serde_json::from_str::<serde::de::IgnoredAny>(value).is_ok() {
        return Some(value.into());
    }
    if let Some(tree @ (Tree::Object(_) | Tree::Array(_))) = read_tolerantly(value) {
        return Some(tree.to_json().into());
    }
    let mut json = String::new();
    match literal::read(value, true, 0, &mut json) {
        Literal::At(end) if end == value.len() => Some(json.into()),
        _ => None,
    }
}

/// Returns whether a text is a JSON number that is finite.
fn is_number(text: &str) -> bool {
    serde_json::from_str::<serde_json::Number>(text)
        .is_ok_and(|_| text.parse::<f64>().is_ok_and(f64::is_finite))
}
