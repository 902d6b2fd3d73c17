//! Values of a definition in the form of an export.

use serde_json::{Map, Value, json};

use tool_core::Definition;

use crate::{Entropy, target_of};

/// Returns a value as the export represents it: null for absent values, entries for a map.
pub(super) fn form(value: &Value, shown: &Value, root: &Value, depth: usize) -> Option<Value> {
    if depth > 40 {
        return None;
    }
    if let Some(reference) = shown.get("$ref").and_then(Value::as_str) {
        return form(value, target_of(reference, root)?, root, depth + 1);
    }
    for keyword in ["anyOf", "oneOf", "allOf"] {
        if let Some(Value::Array(branches)) = shown.get(keyword) {
            // Members that take the value unchanged come first: `{}` must not become an object
            // with null in it.
            let (as_is, others): (Vec<_>, Vec<_>) = branches
                .iter()
                .partition(|branch| takes(branch, root, value));
            let mut forms = as_is.into_iter().chain(others).filter_map(|branch| {
                let form = form(value, branch, root, depth + 1)?;
                takes(branch, root, &form).then_some(form)
            });
            return forms.next();
        }
    }
    let formed = match value {
        Value::Object(entries) if shown["items"]["properties"].get("key").is_some() => entries
            .iter()
            .map(|(key, value)| {
                let value = form(
                    value,
                    &shown["items"]["properties"]["value"],
                    root,
                    depth + 1,
                )?;
                Some(json!({"key": key, "value": value}))
            })
            .collect::<Option<Value>>()?,
        Value::Object(entries) => object(entries, shown, root, depth)?,
        Value::Array(items) => {
            let first = shown.get("prefixItems").and_then(Value::as_array);
            let item = |(index, item): (usize, &Value)| {
                let of = first.and_then(|first| first.get(index));
                form(
                    item,
                    of.or_else(|| shown.get("items"))
                        .unwrap_or(&Value::Bool(true)),
                    root,
                    depth + 1,
                )
            };
            items
                .iter()
                .enumerate()
                .map(item)
                .collect::<Option<Value>>()?
        }
        scalar => scalar.clone(),
    };
    Some(formed)
}

/// Returns true if a branch accepts a value.
fn takes(branch: &Value, root: &Value, value: &Value) -> bool {
    let mut alone = branch.clone();
    if let (Value::Object(alone), Some(definitions)) = (&mut alone, root.get("$defs")) {
        alone.insert("$defs".to_owned(), definitions.clone());
    }
    let options = jsonschema::options().should_validate_formats(true);
    options.build(&alone).is_ok_and(|view| view.is_valid(value))
}

fn object(
    entries: &Map<String, Value>,
    shown: &Value,
    root: &Value,
    depth: usize,
) -> Option<Value> {
    let mut formed = Map::new();
    let properties = shown.get("properties").and_then(Value::as_object);
    let required = shown.get("required").and_then(Value::as_array);
    for (name, property) in properties.into_iter().flatten() {
        let is_required = required.is_some_and(|names| names.contains(&json!(name)));
        match entries.get(name) {
            Some(value) => {
                formed.insert(name.clone(), form(value, property, root, depth + 1)?);
            }
            None if is_required => {
                formed.insert(name.clone(), form(&Value::Null, property, root, depth + 1)?);
            }
            None => {}
        }
    }
    let rest = shown
        .get("additionalProperties")
        .unwrap_or(&Value::Bool(true));
    for (name, value) in entries {
        if !formed.contains_key(name) && properties.is_none_or(|all| !all.contains_key(name)) {
            formed.insert(name.clone(), form(value, rest, root, depth + 1)?);
        }
    }
    Some(Value::Object(formed))
}

/// Returns the form of a value with fillers instead of null, for keys of other variants of a union
/// at the root. A strict schema forces a model to send them.
pub(super) fn filled(
    form: Value,
    value: &Value,
    shown: &Value,
    own: &Value,
    entropy: &mut Entropy<'_>,
) -> Value {
    let fillers = fillers();
    let Value::Object(mut entries) = form else {
        return form;
    };
    for (name, entry) in entries.iter_mut().filter(|(_, entry)| entry.is_null()) {
        let property = &shown["properties"][name];
        let filler = entropy.pick(&fillers);
        if !is_declared(name, own, own, value) && takes(property, shown, filler) {
            entry.clone_from(filler);
        }
    }
    Value::Object(entries)
}

fn fillers() -> [Value; 5] {
    [json!(null), json!([]), json!(""), json!(false), json!(0)]
}

pub(super) fn is_nothing_but_fillers(value: &Value) -> bool {
    let entries = value.as_object();
    entries.is_some_and(|entries| entries.values().all(|value| fillers().contains(value)))
}

/// Returns true if a schema, or a matching form of it, declares a property.
fn is_declared(name: &str, schema: &Value, root: &Value, value: &Value) -> bool {
    let schema = match schema.get("$ref").and_then(Value::as_str) {
        Some(reference) => target_of(reference, root).unwrap_or(schema),
        None => schema,
    };
    let mut forms = ["anyOf", "oneOf", "allOf"]
        .into_iter()
        .filter_map(|keyword| schema.get(keyword)?.as_array())
        .flatten();
    schema["properties"].get(name).is_some()
        || forms.any(|form| takes(form, root, value) && is_declared(name, form, root, value))
}

/// Returns how many forms of a union at the root read a value. The reader drops fillers only if one
/// form reads the value without them, and no form reads it with them.
pub(super) fn count_forms(root: &Value, value: &Value) -> usize {
    let reads = |form: &&Value| {
        let mut alone = (*form).clone();
        if let (Value::Object(alone), Some(definitions)) = (&mut alone, root.get("$defs")) {
            alone.insert("$defs".to_owned(), definitions.clone());
        }
        let definition = Definition::new("form", "A form.", alone);
        definition.is_ok_and(|definition| definition.parse(value).is_ok())
    };
    let forms = ["anyOf", "oneOf"].into_iter();
    let forms = forms.filter_map(|keyword| root.get(keyword)?.as_array());
    forms.flatten().filter(reads).count()
}

/// Returns true if a form of a union at the root is open by default: it keeps the properties of
/// another form.
pub(super) fn has_open_form(schema: &Value) -> bool {
    let forms = schema.get("anyOf").and_then(Value::as_array);
    let mut forms = forms.into_iter().flatten();
    forms.any(|form| form.get("properties").is_some() && form.get("additionalProperties").is_none())
}

/// If null is a value of an optional property, a strict export has one form for null and for an
/// absent property.
pub(super) fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(entries) => entries
            .into_iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(key, value)| (key, without_nulls(value)))
            .collect(),
        Value::Array(items) => items.into_iter().map(without_nulls).collect(),
        scalar => scalar,
    }
}
