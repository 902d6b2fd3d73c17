use serde_json::{Value, json};

use super::merge::flatten_union_of_one;
use super::references::find_target;
use crate::provider::loss::Kept;
use crate::provider::ordered_map::OrderedMap;
use crate::provider::schema::Schema;
use crate::provider::view::{PassResult, View};
use crate::schema::Lookup;
use crate::schema::keyword::UNIONS;

/// Returns whether a schema allows null.
pub(super) fn takes_null<'s>(mut schema: &'s Schema, definitions: &'s OrderedMap<Schema>) -> bool {
    // Circular references allow nothing.
    for _ in 0..=definitions.len() {
        match find_target(schema, definitions) {
            Some(target) => schema = target,
            None => break,
        }
    }
    if let Some(Value::Array(members)) = schema.value("enum") {
        return members.contains(&Value::Null);
    }
    if let Some(member) = schema.value("const") {
        return member.is_null();
    }
    if let Some(union) = UNIONS.iter().find(|union| schema.has(union)) {
        let mut branches = schema.schemas(union).iter();
        return branches.any(|branch| !branch.has("$ref") && takes_null(branch, definitions));
    }
    if schema.has("type") {
        schema.names_type("null")
    } else {
        !schema.has("$ref")
    }
}

/// Makes a schema allow null, too.
fn take_null(schema: &mut Schema) {
    let null = Schema::default().with("type", json!("null"));
    if let Some(branches) = schema.schemas_mut("anyOf") {
        branches.push(null);
        return;
    }
    let is_plain = match schema.value("type") {
        Some(Value::String(name)) => !matches!(name.as_str(), "object" | "array"),
        Some(Value::Array(_)) => true,
        _ => false,
    };
    if !is_plain || schema.has("const") {
        let mut value = std::mem::take(schema);
        value.move_words(schema);
        schema.origins.clone_from(&value.origins);
        schema.insert("anyOf", vec![value, null]);
        return;
    }
    if let Some(members) = schema.list_mut("enum") {
        members.push(Value::Null);
    }
    let mut types: Vec<String> = schema.types().into_iter().map(str::to_owned).collect();
    // The types may already include null, without a member.
    if !types.iter().any(|name| name == "null") {
        types.push("null".to_owned());
        schema.insert("type", json!(types));
    }
}

/// Requires each property. An optional property allows null, which the reader drops.
pub(in crate::provider) fn require_all(view: &mut View<'_>) -> PassResult {
    let definitions = view.definitions();
    view.for_each(|schema, ledger| {
        let required = schema.list("required").to_vec();
        let Some(properties) = schema.named_mut("properties") else {
            return Ok(());
        };
        let mut all = Vec::new();
        for (name, property) in properties.iter_mut() {
            let name = json!(name);
            if !required.contains(&name) && !takes_null(property, &definitions) {
                take_null(property);
            }
            all.push(name);
        }
        if all.len() != required.len() {
            ledger.lose(schema, "required", Kept::Reading);
        }
        schema.remove("required");
        schema.insert("required", Value::Array(all));
        Ok(())
    })
}

/// Drops null if a property is optional: strict schemas have a budget of unions. The reader
/// accepts null.
pub(in crate::provider) fn drop_optional_null(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, ledger| {
        let required = schema.list("required").to_vec();
        let properties = schema.named_mut("properties").into_iter();
        for (name, property) in properties.flat_map(OrderedMap::iter_mut) {
            let before = Schema::in_place_of(property);
            if !required.contains(&json!(name))
                && let Some(keyword) = drop_null(property)
            {
                ledger.lose(&before, keyword, Kept::Reading);
            }
        }
        Ok(())
    })
}

/// Removes null from a schema. Returns its keyword.
fn drop_null(schema: &mut Schema) -> Option<&'static str> {
    if let Some(types) = schema.list_mut("type") {
        let is_null = |name: &Value| name == "null";
        if !types.iter().any(is_null) || types.iter().all(is_null) {
            return None;
        }
        types.retain(|name| !is_null(name));
        if let [one] = types.as_slice() {
            let one = one.clone();
            schema.insert("type", one);
        }
        if let Some(members) = schema.list_mut("enum") {
            members.retain(|member| !member.is_null());
        }
        return Some("type");
    }
    let branches = schema.schemas_mut("anyOf")?;
    let is_null = |branch: &Schema| branch.is("type", "null");
    if !branches.iter().any(is_null) || branches.iter().all(is_null) {
        return None;
    }
    branches.retain(|branch| !is_null(branch));
    flatten_union_of_one(schema);
    Some("anyOf")
}
