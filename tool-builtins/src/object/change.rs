use serde_json::{Map, Value, map::Entry};

use super::find::find;
use crate::Quoted;
use crate::pointer::{parse_index, parse_path, write_pointer};
use crate::values::describe_type;

/// Maximum number of steps of a path. A reader rejects values that are much deeper.
const MAX_STEPS: usize = 64;

/// Sets a value, and makes missing objects on the way to it.
pub(super) fn set(object: &mut Value, path: &str, value: Value) -> Result<(), String> {
    let steps = parse_bounded(path)?;
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
                    parse_index(step)
                };
                let item = at.and_then(|at| items.get_mut(at));
                item.ok_or_else(|| {
                    let path = write_pointer(&steps[..=depth]);
                    format!(
                        "{} is no item of the {length} there are; \
                         use an index below {length}, or - to append",
                        Quoted(&path)
                    )
                })?
            }
            other => {
                let path = write_pointer(&steps[..depth]);
                return Err(format!(
                    "{0} is {1}, in which nothing can be set; set {0} itself",
                    Quoted(&path),
                    describe_type(other)
                ));
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
pub(super) fn remove(object: &mut Value, path: &str) -> Result<(), String> {
    let steps = parse_bounded(path)?;
    find(object, &steps)?;
    let Some((last, before)) = steps.split_last() else {
        return Ok(());
    };
    let parent = before.iter().try_fold(object, |value, step| match value {
        Value::Object(entries) => entries.get_mut(step),
        Value::Array(items) => items.get_mut(parse_index(step)?),
        _ => None,
    });
    match (parent, parse_index(last)) {
        (Some(Value::Object(entries)), _) => drop(entries.shift_remove(last)),
        (Some(Value::Array(items)), Some(at)) => drop(items.remove(at)),
        // `find` has found it.
        _ => {}
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

fn parse_bounded(path: &str) -> Result<Vec<String>, String> {
    let steps = parse_path(path);
    match steps.len() {
        0 => Err("the path is empty; give a key or a JSON Pointer".to_owned()),
        1..=MAX_STEPS => Ok(steps),
        _ => Err(format!("the path has more than {MAX_STEPS} steps")),
    }
}
