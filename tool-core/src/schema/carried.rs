//! Moves the hints of a derived schema to an edited copy of the schema.

use serde_json::Value;

use super::hints::{HINTS, strip_hints};
use super::reference::find_target;
use super::walk::{SchemaMap, SchemaStep, iter_objects, subschemas};

/// Adds the hints of a derived schema to a copy that was edited without them.
///
/// # Errors
///
/// Returns the path of a schema whose hints have no place in the copy. A property or form that the
/// copy lacks loses its hints with it.
pub(crate) fn carry_hints(hinted: &Value, edited: &mut Value) -> Result<(), String> {
    match (hinted.as_object(), edited.as_object_mut()) {
        (Some(from), Some(to)) => carry(from, to, hinted, ""),
        _ => Ok(()),
    }
}

/// Returns whether a schema contains hints.
pub(crate) fn has_hints(schema: &Value) -> bool {
    fn is_hinted(schema: &SchemaMap) -> bool {
        HINTS.iter().any(|hint| schema.contains_key(*hint)) || iter_objects(schema).any(is_hinted)
    }
    schema.as_object().is_some_and(is_hinted)
}

fn carry(from: &SchemaMap, to: &mut SchemaMap, root: &Value, path: &str) -> Result<(), String> {
    if from.get("$ref") != to.get("$ref") && refers_to_hints(from, root, &mut Vec::new()) {
        return Err(path.to_owned());
    }
    for (step, inside) in subschemas(from) {
        let Some(inside) = inside.as_object() else {
            continue;
        };
        let path = format!("{path}{step}");
        match find_same(from, to, step) {
            Same::At(same) => carry(inside, same, root, &path)?,
            Same::Unclear if reaches_hints(inside, root, &mut Vec::new()) => return Err(path),
            Same::Unclear | Same::Removed => {}
        }
    }
    for hint in HINTS {
        if let Some(value) = from.get(hint) {
            to.insert(hint.to_owned(), value.clone());
        }
    }
    Ok(())
}

/// The place of a nested schema in the edited copy.
enum Same<'s> {
    At(&'s mut SchemaMap),
    Removed,
    Unclear,
}

fn find_same<'s>(from: &SchemaMap, to: &'s mut SchemaMap, step: SchemaStep<'_>) -> Same<'s> {
    let same = match step {
        SchemaStep::Keyword(keyword) => to.get_mut(keyword),
        SchemaStep::Name(keyword, name) => match to.get_mut(keyword) {
            Some(named) if named.get(name).is_some() => named.get_mut(name),
            _ => return Same::Removed,
        },
        SchemaStep::Item(keyword, index) => {
            let list = |schema: &SchemaMap| match schema.get(keyword) {
                Some(Value::Array(items)) => items.iter().cloned().map(strip_hints).collect(),
                _ => Vec::new(),
            };
            let (before, after) = (list(from), list(to));
            let is_new = |item: &Value| !before.contains(item);
            let number = match after.iter().position(|item| *item == before[index]) {
                Some(number) => number,
                None if !after.iter().any(is_new) && !after.is_empty() => return Same::Removed,
                None if after.len() == before.len() && is_new(&after[index]) => index,
                None => return Same::Unclear,
            };
            to.get_mut(keyword).and_then(|items| items.get_mut(number))
        }
    };
    match same.and_then(Value::as_object_mut) {
        Some(same) => Same::At(same),
        None => Same::Unclear,
    }
}

/// Returns whether a schema has hints, inside or behind a reference. `met` are the references on the
/// way.
fn reaches_hints<'s>(schema: &'s SchemaMap, root: &'s Value, met: &mut Vec<&'s str>) -> bool {
    HINTS.iter().any(|hint| schema.contains_key(*hint))
        || refers_to_hints(schema, root, met)
        || iter_objects(schema).any(|inside| reaches_hints(inside, root, met))
}

fn refers_to_hints<'s>(schema: &'s SchemaMap, root: &'s Value, met: &mut Vec<&'s str>) -> bool {
    let Some(reference) = schema.get("$ref").and_then(Value::as_str) else {
        return false;
    };
    if met.contains(&reference) {
        return false;
    }
    met.push(reference);
    let target = find_target(root, reference).and_then(Value::as_object);
    target.is_some_and(|target| reaches_hints(target, root, met))
}
