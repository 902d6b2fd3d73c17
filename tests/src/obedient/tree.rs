//! Places in a JSON value, as a model finds them: a key in another style is the same key, and
//! JSON text is the value in it.

use serde_json::{Map, Value};
use tool_core::issue::Segment;

/// Returns true if two values are equal in JSON, where `0.0` is `0`.
#[must_use]
pub fn are_equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            one == other || one.as_f64() == other.as_f64()
        }
        (Value::Array(one), Value::Array(other)) => {
            let mut pairs = one.iter().zip(other);
            one.len() == other.len() && pairs.all(|(one, other)| are_equal(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let is_in = |(key, value): (&String, &Value)| {
                other.get(key).is_some_and(|other| are_equal(value, other))
            };
            one.len() == other.len() && one.iter().all(is_in)
        }
        _ => one == other,
    }
}

/// Returns the value at a path.
pub(super) fn get<'v>(value: &'v Value, path: &[Segment]) -> Option<&'v Value> {
    path.iter().try_fold(value, |value, step| match step {
        Segment::Key(key) => value.get(key),
        Segment::Index(index) => value.get(*index),
    })
}

/// Returns the place at a path, to change it. Creates objects on the way.
pub(super) fn enter<'v>(value: &'v mut Value, path: &[Segment]) -> Option<&'v mut Value> {
    let Some((step, rest)) = path.split_first() else {
        return Some(value);
    };
    open_text(value);
    let inside = match (step, value) {
        (Segment::Key(key), Value::Object(entries)) => {
            let key = spelling(entries, key).unwrap_or_else(|| key.clone());
            entries.entry(key).or_insert(Value::Null)
        }
        (Segment::Key(key), place @ Value::Null) => {
            *place = Value::Object(Map::new());
            place.as_object_mut()?.entry(key).or_insert(Value::Null)
        }
        (Segment::Index(index), Value::Array(items)) => items.get_mut(*index)?,
        // One value that was sent in place of an array.
        (Segment::Index(0), place @ Value::Object(_)) => place,
        _ => return None,
    };
    enter(inside, rest)
}

/// Returns the object that contains the last key of a path.
pub(super) fn enter_parent<'v>(
    value: &'v mut Value,
    path: &[Segment],
) -> Option<(&'v mut Map<String, Value>, String)> {
    let (Segment::Key(key), parent) = path.split_last()? else {
        return None;
    };
    let place = enter(value, parent)?;
    open_text(place);
    if place.is_null() {
        *place = Value::Object(Map::new());
    }
    let entries = place.as_object_mut()?;
    let key = spelling(entries, key).unwrap_or_else(|| key.clone());
    Some((entries, key))
}

/// Removes a key.
pub(super) fn remove(value: &mut Value, path: &[Segment]) {
    let Some((Segment::Key(key), parent)) = path.split_last() else {
        return;
    };
    let place = parent.iter().try_fold(value, |value, step| match step {
        Segment::Key(key) => value.get_mut(key),
        Segment::Index(index) => value.get_mut(*index),
    });
    if let Some(Value::Object(entries)) = place {
        entries.shift_remove(key);
    }
}

/// Removes keys without a value.
pub(super) fn drop_nulls(value: &mut Value) {
    match value {
        Value::Object(entries) => {
            entries.retain(|_, value| !value.is_null());
            entries.values_mut().for_each(drop_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_nulls),
        _ => {}
    }
}

/// Replaces JSON text by its value.
pub(super) fn open_text(place: &mut Value) {
    if let Value::String(text) = place
        && let Ok(inside @ (Value::Object(_) | Value::Array(_))) = serde_json::from_str(text)
    {
        *place = inside;
    }
}

/// Returns the key of an object that is this key, also in another style.
fn spelling(entries: &Map<String, Value>, key: &str) -> Option<String> {
    if entries.contains_key(key) {
        return Some(key.to_owned());
    }
    let mut same = entries.keys().filter(|sent| folded(sent) == folded(key));
    same.next().cloned()
}

/// Returns the letters and digits of a key, without case.
pub(super) fn folded(key: &str) -> String {
    let letters = key.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Replaces a key and keeps its position.
pub(super) fn rename(entries: &mut Map<String, Value>, from: &str, to: &str) {
    let Some(value) = entries.get(from).cloned() else {
        return;
    };
    entries.insert(to.to_owned(), value);
    entries.shift_remove(from);
}
