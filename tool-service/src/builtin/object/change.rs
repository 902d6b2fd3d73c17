use serde_json::{Map, Value, map::Entry};

use super::{ObjectError, not_found};
use crate::builtin::pointer::{index, pointer, steps};
use crate::builtin::values::type_of;

/// How many steps a path has at most: a reader takes no value much deeper.
const DEEPEST: usize = 64;

/// Sets a value, and makes the objects on the way to it.
pub(super) fn set(object: &mut Value, path: &str, value: Value) -> Result<(), ObjectError> {
    let steps = bounded(path)?;
    let mut place = object;
    for (depth, step) in steps.iter().enumerate() {
        place = match place {
            Value::Object(entries) => entries.entry(step.as_str()).or_insert(Value::Null),
            Value::Array(items) => {
                let length = items.len();
                if step == "-" {
                    items.push(Value::Null);
                }
                let at = if step == "-" {
                    Some(length)
                } else {
                    index(step)
                };
                let item = at.and_then(|at| items.get_mut(at));
                let path = || pointer(&steps[..=depth]);
                item.ok_or_else(|| ObjectError::BadIndex {
                    path: path(),
                    length,
                })?
            }
            other => {
                let path = pointer(&steps[..depth]);
                let found = type_of(other);
                return Err(ObjectError::NotAContainer { path, found });
            }
        };
        if place.is_null() && depth + 1 < steps.len() {
            *place = Value::Object(Map::new());
        }
    }
    *place = value;
    Ok(())
}

/// Removes the value at a path; later items of an array move up.
pub(super) fn remove(object: &mut Value, path: &str) -> Result<(), ObjectError> {
    let steps = bounded(path)?;
    let mut place = object;
    for (depth, step) in steps.iter().enumerate() {
        let last = depth + 1 == steps.len();
        let error = not_found(&steps[..=depth], place);
        let next = match place {
            Value::Object(entries) if last => return found(entries.shift_remove(step), error),
            Value::Object(entries) => entries.get_mut(step),
            Value::Array(items) => {
                let at = index(step).filter(|at| *at < items.len());
                if last {
                    return found(at.map(|at| items.remove(at)), error);
                }
                at.and_then(|at| items.get_mut(at))
            }
            _ => None,
        };
        place = next.ok_or(error)?;
    }
    Ok(())
}

/// Merges another value in: objects key by key, anything else as a whole.
pub(super) fn merge(into: &mut Value, other: Value) {
    match (into, other) {
        (Value::Object(entries), Value::Object(others)) => {
            for (key, other) in others {
                match entries.entry(key) {
                    Entry::Occupied(mut entry) => merge(entry.get_mut(), other),
                    Entry::Vacant(entry) => {
                        entry.insert(other);
                    }
                }
            }
        }
        (into, other) => *into = other,
    }
}

fn found(removed: Option<Value>, error: ObjectError) -> Result<(), ObjectError> {
    removed.map(|_| ()).ok_or(error)
}

fn bounded(path: &str) -> Result<Vec<String>, ObjectError> {
    let steps = steps(path);
    match steps.len() {
        0 => Err(ObjectError::WholeObject),
        1..=DEEPEST => Ok(steps),
        _ => Err(ObjectError::TooDeep { deepest: DEEPEST }),
    }
}
