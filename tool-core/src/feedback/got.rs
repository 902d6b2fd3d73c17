//! The received value, as the end of a message.

use std::fmt::{self, Write};

use crate::issue::{JsonType, Received, TypeSet};
use crate::json::value_of;
use crate::tree::Tree;

/// The amount of detail in a message.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    /// No received value: it is next to the message.
    Beside,
    /// Writes `got string`. Beside a list of all members, writes no plain word and no hint.
    Short,
    /// Writes `got string`.
    Type,
    /// Writes `got string "ten"`.
    Value,
}

/// `, got "ten"`, or nothing.
#[derive(Clone, Copy)]
pub(super) enum Got<'r> {
    Nothing,
    Value(&'r str),
    Type(JsonType),
    Both(JsonType, &'r str),
}

impl Got<'_> {
    pub(super) fn write(self, out: &mut impl Write) -> fmt::Result {
        let (json_type, text) = match self {
            Self::Nothing => return Ok(()),
            Self::Value(text) => (None, Some(text)),
            Self::Type(json_type) => (Some(json_type), None),
            Self::Both(json_type, text) => (Some(json_type), Some(text)),
        };
        out.write_str(", got")?;
        for word in [json_type.map(JsonType::as_str), text]
            .into_iter()
            .flatten()
        {
            out.write_char(' ')?;
            out.write_str(word)?;
        }
        Ok(())
    }
}

impl fmt::Display for Got<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

/// Returns the received value.
pub(super) fn show_value(received: Option<&Received>) -> Got<'_> {
    received.map_or(Got::Nothing, |sent| Got::Value(&sent.text))
}

/// Returns the received type, or the value if its type is right.
pub(super) fn show_wrong_type(
    expected: TypeSet,
    received: Option<&Received>,
    detail: Detail,
) -> Got<'_> {
    let Some(sent) = received.filter(|_| detail != Detail::Beside) else {
        return Got::Nothing;
    };
    let has_fraction = expected.contains(JsonType::Integer)
        && match sent.json_type {
            JsonType::Number => true,
            JsonType::String => holds_fraction(&sent.text),
            _ => false,
        };
    let type_is_right = has_fraction || expected.contains(sent.json_type);
    if type_is_right || sent.json_type == JsonType::Null {
        show_value(received)
    } else if detail == Detail::Value {
        Got::Both(sent.json_type, &sent.text)
    } else {
        Got::Type(sent.json_type)
    }
}

/// Returns whether the JSON text of a string is a number with a fraction. The string is then
/// the smaller fault: the number without quotes is invalid, too.
fn holds_fraction(text: &str) -> bool {
    let number = text.trim_matches('"').trim();
    let number = number
        .parse()
        .ok()
        .filter(|_| !number.ends_with(char::is_alphabetic));
    number.is_some_and(|number: f64| number.fract() != 0.0 && number.is_finite())
}

/// Returns `, got 5`: the number of characters, items or properties of the value.
///
/// The text of a long value is cut. In that case, only the side of the limit is known.
pub(super) fn show_size(received: Option<&Received>, side: &str) -> String {
    let Some(sent) = received else {
        return String::new();
    };
    match value_of(&sent.text) {
        Some(Tree::String(text)) => format!(", got {}", text.chars().count()),
        Some(Tree::Array(items)) => format!(", got {}", items.len()),
        Some(Tree::Object(fields)) => format!(", got {}", fields.len()),
        Some(_) => show_value(received).to_string(),
        None => format!(", got {side}"),
    }
}
