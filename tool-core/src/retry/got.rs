//! What came, as the end of a message.

use serde_json::Value;

use crate::issue::{JsonType, Received, TypeSet};

/// How much a message says.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    /// Nothing of what came, which stands beside the words.
    Beside,
    /// `got string`; no hint beside a list that holds all members.
    Short,
    /// `got string`
    Type,
    /// `got string "ten"`
    Value,
}

/// `, got "ten"`
pub(super) fn value(received: Option<&Received>) -> String {
    received.map_or_else(String::new, |sent| format!(", got {}", sent.text))
}

/// `, got string`, or the value where its type is not what is wrong with it.
pub(super) fn wrong_type(expected: TypeSet, received: Option<&Received>, detail: Detail) -> String {
    let Some(sent) = received.filter(|_| detail != Detail::Beside) else {
        return String::new();
    };
    let has_fraction = sent.json_type == JsonType::Number && expected.contains(JsonType::Integer);
    let type_is_right = has_fraction || expected.contains(sent.json_type);
    if type_is_right || sent.json_type == JsonType::Null {
        value(received)
    } else if detail == Detail::Value {
        format!(", got {} {}", sent.json_type, sent.text)
    } else {
        format!(", got {}", sent.json_type)
    }
}

/// `, got 5`: how many characters, items or properties the value has.
///
/// The text of a long value is cut, so that all that is known of its size is
/// on which side of the limit it lies.
pub(super) fn size(received: Option<&Received>, side: &str) -> String {
    let Some(sent) = received else {
        return String::new();
    };
    match serde_json::from_str(&sent.text) {
        Ok(Value::String(text)) => format!(", got {}", text.chars().count()),
        Ok(Value::Array(items)) => format!(", got {}", items.len()),
        Ok(Value::Object(fields)) => format!(", got {}", fields.len()),
        Ok(_) => value(received),
        Err(_) => format!(", got {side}"),
    }
}
