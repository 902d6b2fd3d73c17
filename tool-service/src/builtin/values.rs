use std::cmp::Ordering;
use std::fmt::Write as _;

use serde_json::Value;

use super::quantity::Quantity;

/// The type of a value, with its article.
pub(super) fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// The order of two values of one type that has an order.
pub(super) fn compare(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Bool(a), Value::Bool(b)) => Some(a.cmp(b)),
        (Value::Number(a), Value::Number(b)) => Some(Quantity::of(a).compare(Quantity::of(b))),
        (Value::String(a), Value::String(b)) => Some(a.cmp(b)),
        _ => None,
    }
}

/// A text that equal values have in common: 1 and 1.0 are equal, and the order of keys is
/// of no account.
pub(super) fn key(value: &Value) -> String {
    let mut key = String::new();
    write_key(value, &mut key);
    key
}

fn write_key(value: &Value, key: &mut String) {
    match value {
        Value::Number(number) => key.push_str(&Quantity::of(number).key()),
        Value::Array(items) => {
            key.push('[');
            for item in items {
                write_key(item, key);
                key.push(',');
            }
            key.push(']');
        }
        Value::Object(entries) => {
            let mut entries: Vec<_> = entries.iter().collect();
            entries.sort_unstable_by_key(|(name, _)| *name);
            key.push('{');
            for (name, value) in entries {
                // Quoted, so that no name looks like what is around it.
                let _ = write!(key, "{name:?}:");
                write_key(value, key);
                key.push(',');
            }
            key.push('}');
        }
        Value::String(text) => {
            let _ = write!(key, "{text:?}");
        }
        Value::Null | Value::Bool(_) => key.push_str(&value.to_string()),
    }
}
