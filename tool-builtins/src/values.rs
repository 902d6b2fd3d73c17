use std::cmp::Ordering;
use std::fmt::Write as _;
use std::ops::Range;

use serde_json::Value;

use crate::quantity::Quantity;

/// Returns the name of the value's type with its article.
pub(super) fn describe_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// Compares two values of one type, if the type has an order.
pub(super) fn compare(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Bool(a), Value::Bool(b)) => Some(a.cmp(b)),
        (Value::Number(a), Value::Number(b)) => Some(Quantity::of(a).compare(Quantity::of(b))),
        (Value::String(a), Value::String(b)) => Some(a.cmp(b)),
        _ => None,
    }
}

/// Returns a text that is the same for equal values. 1 equals 1.0, and the order of keys does not
/// matter.
pub(super) fn equality_key(value: &Value) -> String {
    let mut key = String::new();
    write_key(value, &mut key);
    key
}

fn write_key(value: &Value, key: &mut String) {
    match value {
        Value::Number(number) => key.push_str(&Quantity::of(number).equality_key()),
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
                // Quoted: a name cannot be confused with the surrounding syntax.
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

/// Resolves a range. Negative ends count from the end of the text or array.
pub(super) fn resolve_range(start: i64, end: Option<i64>, length: usize) -> Range<usize> {
    let position = |at: i64| {
        let distance = usize::try_from(at.unsigned_abs()).unwrap_or(usize::MAX);
        if at < 0 {
            length.saturating_sub(distance)
        } else {
            distance.min(length)
        }
    };
    let start = position(start);
    start..end.map_or(length, position).max(start)
}
