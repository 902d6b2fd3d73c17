//! The hint of an enum's variant, moved to where the plan reads it: to the
//! property or the member that carries the variant's name.

use serde_json::{Map, Value};

use crate::schema::ALIASES;

/// The names in a hint of the list form.
pub(super) fn listed(schema: &Map<String, Value>) -> Vec<String> {
    match schema.get(ALIASES) {
        Some(Value::Array(names)) => texts(names),
        _ => Vec::new(),
    }
}

/// The further names of an enum's member: a map from members to lists.
pub(super) fn of_member(schema: &Map<String, Value>, member: &Value) -> Vec<String> {
    match (schema.get(ALIASES), member) {
        (Some(Value::Object(lists)), Value::String(name)) => match lists.get(name) {
            Some(Value::Array(names)) => texts(names),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn texts(names: &[Value]) -> Vec<String> {
    let names = names.iter().filter_map(Value::as_str);
    names.map(str::to_owned).collect()
}

/// A branch whose aliases stand beside the name that they are further names of.
pub(super) fn settle(branch: &Map<String, Value>) -> Map<String, Value> {
    let mut settled = branch.clone();
    let Some(names @ Value::Array(_)) = branch.get(ALIASES).cloned() else {
        return settled;
    };
    settled.shift_remove(ALIASES);
    if let Some(name) = constant(branch) {
        settled.insert(ALIASES.to_owned(), map_of(name, names));
    } else if let Some(Value::Object(properties)) = settled.get_mut("properties") {
        let tag = properties.values_mut().find_map(|property| {
            let property = property.as_object_mut()?;
            let name = constant(property)?.to_owned();
            Some((property, name))
        });
        if let Some((property, name)) = tag {
            property.insert(ALIASES.to_owned(), map_of(&name, names));
        } else if let Some(Value::Object(property)) = properties.values_mut().next() {
            property.insert(ALIASES.to_owned(), names);
        }
    }
    settled
}

fn constant(schema: &Map<String, Value>) -> Option<&str> {
    schema.get("const")?.as_str()
}

fn map_of(name: &str, names: Value) -> Value {
    Value::Object(Map::from_iter([(name.to_owned(), names)]))
}
