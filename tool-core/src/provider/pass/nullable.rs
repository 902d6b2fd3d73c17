use serde_json::{Map, Value, json};

use super::merge::{merge, names};
use super::references::target;
use crate::provider::loss::Kept;
use crate::provider::view::{ORIGIN, Outcome, View, mark_of, move_words};
use crate::schema::walk::Schema;

/// Whether a schema takes null.
pub(super) fn takes_null(schema: &Schema, definitions: &Map<String, Value>) -> bool {
    // References that lead in a circle take nothing.
    let mut schema = schema;
    for _ in 0..=definitions.len() {
        match target(schema, definitions) {
            Some(target) => schema = target,
            None => break,
        }
    }
    if let Some(Value::Array(members)) = schema.get("enum") {
        return members.contains(&Value::Null);
    }
    if let Some(member) = schema.get("const") {
        return member.is_null();
    }
    let branches = schema.get("anyOf").or_else(|| schema.get("oneOf"));
    match (branches.and_then(Value::as_array), schema.get("type")) {
        (Some(branches), _) => branches
            .iter()
            .filter_map(Value::as_object)
            .any(|branch| !branch.contains_key("$ref") && takes_null(branch, definitions)),
        (None, Some(types)) => names(types).iter().any(|name| name == "null"),
        (None, None) => !schema.contains_key("$ref"),
    }
}

/// Has a schema take null beside what it takes.
pub(super) fn take_null(schema: &mut Schema) {
    if let Some(Value::Array(branches)) = schema.get_mut("anyOf") {
        branches.push(json!({"type": "null"}));
        return;
    }
    let is_plain = match schema.get("type") {
        Some(Value::String(name)) => !matches!(name.as_str(), "object" | "array"),
        Some(Value::Array(_)) => true,
        _ => false,
    };
    if !is_plain || schema.contains_key("const") {
        let mut value = std::mem::take(schema);
        move_words(&mut value, schema);
        schema.insert(ORIGIN.to_owned(), mark_of(&value));
        let branches = json!([Value::Object(value), {"type": "null"}]);
        schema.insert("anyOf".to_owned(), branches);
        return;
    }
    if let Some(Value::Array(members)) = schema.get_mut("enum") {
        members.push(Value::Null);
    }
    match schema.get_mut("type") {
        // Null may be named as a type, and missing among the members.
        Some(Value::Array(types)) if types.contains(&json!("null")) => {}
        Some(Value::Array(types)) => types.push(json!("null")),
        Some(types) => *types = json!([types, "null"]),
        None => {}
    }
}

/// Leaves null out where a property may be left out instead, which costs a strict
/// schema less; null is still read.
pub(in crate::provider) fn drop_optional_null(view: &mut View<'_>) -> Outcome {
    view.each(|schema, ledger| {
        let required = schema
            .get("required")
            .and_then(Value::as_array)
            .cloned()
            .unwrap_or_default();
        let Some(Value::Object(properties)) = schema.get_mut("properties") else {
            return Ok(());
        };
        for (name, property) in properties {
            let Value::Object(property) = property else {
                continue;
            };
            if required.contains(&json!(name)) {
                continue;
            }
            let before = property.clone();
            if let Some(keyword) = without_null(property) {
                ledger.lose(&before, keyword, Kept::Reading);
            }
        }
        Ok(())
    })
}

/// Takes null out of a schema; the keyword that held it, if one did.
fn without_null(schema: &mut Schema) -> Option<&'static str> {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        let is_null = |name: &Value| name == "null";
        if !types.iter().any(is_null) || types.iter().all(is_null) {
            return None;
        }
        types.retain(|name| !is_null(name));
        if let [one] = types.as_slice() {
            let one = one.clone();
            schema.insert("type".to_owned(), one);
        }
        if let Some(Value::Array(members)) = schema.get_mut("enum") {
            members.retain(|member| !member.is_null());
        }
        return Some("type");
    }
    let Some(Value::Array(branches)) = schema.get_mut("anyOf") else {
        return None;
    };
    let is_null = |branch: &Value| branch.get("type") == Some(&json!("null"));
    if !branches.iter().any(is_null) || branches.iter().all(is_null) {
        return None;
    }
    branches.retain(|branch| !is_null(branch));
    flatten_union_of_one(schema);
    Some("anyOf")
}

/// Puts the one branch of a union in its place, if both are one schema.
pub(in crate::provider) fn flatten_union_of_one(schema: &mut Schema) {
    let Some([Value::Object(one)]) = schema
        .get("anyOf")
        .and_then(Value::as_array)
        .map(Vec::as_slice)
    else {
        return;
    };
    let mut one = one.clone();
    let mut whole = schema.clone();
    whole.shift_remove("anyOf");
    if merge(&mut whole, &mut one) {
        *schema = whole;
    }
}
