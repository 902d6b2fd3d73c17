use serde_json::{Value, json};

use crate::schema::OrderedMap as _;
use crate::schema::keyword::{UNIONS, is_number_format};
use crate::schema::walk::{SchemaMap, for_each_schema, subschemas_mut};
use crate::schema::{Lookup, target};

/// How deep references and forms are followed to see what a root is.
const MAX_DEPTH: usize = 64;

/// The schema of what a tool gives back, as clients take it: the root is an object by its
/// own word, and no schema inside of it is `true`. Nothing, if it is not surely an object.
pub(super) fn output_object(schema: &Value) -> Option<Value> {
    if !is_object(schema, schema, MAX_DEPTH) {
        return None;
    }
    let mut output = without_noise(schema);
    let root = output.as_object_mut()?;
    if !root.contains_key("type") {
        root.insert_first("type", json!("object"));
    }
    write_true_out(root);
    Some(output)
}

/// A schema without the draft that the protocol means of itself, and without what is for
/// programs that know it: the formats of numbers, which validators of clients complain of,
/// and keywords that JSON Schema leaves to others.
pub(super) fn without_noise(schema: &Value) -> Value {
    let mut schema = schema.clone();
    let draft = schema["$schema"].as_str().unwrap_or_default();
    if draft.trim_end_matches('#') == "https://json-schema.org/draft/2020-12/schema"
        && let Some(keywords) = schema.as_object_mut()
    {
        keywords.remove_key("$schema");
    }
    if let Some(root) = schema.as_object_mut() {
        for_each_schema(root, &mut |schema| {
            schema.retain(|keyword, value| match keyword.as_str() {
                "format" => !value.as_str().is_some_and(is_number_format),
                _ => !keyword.starts_with("x-"),
            });
        });
    }
    schema
}

/// Returns whether each value of a schema is an object.
fn is_object(schema: &Value, root: &Value, deepest: usize) -> bool {
    let Some(deeper) = deepest.checked_sub(1) else {
        return false;
    };
    if let Some(named) = schema.get("type") {
        return named == "object";
    }
    let of_object = |form: &Value| is_object(form, root, deeper);
    let target = schema.text("$ref").and_then(|to| target(root, to));
    let mut unions = UNIONS.iter().map(|union| schema.list(union));
    target.is_some_and(of_object)
        || unions.any(|forms| !forms.is_empty() && forms.iter().all(of_object))
        || schema.list("allOf").iter().any(of_object)
}

/// Writes `{}` for `true`, which says the same, but where it opens an object.
fn write_true_out(schema: &mut SchemaMap) {
    for (step, inside) in subschemas_mut(schema) {
        match inside {
            Value::Bool(true) if step.keyword() != "additionalProperties" => *inside = json!({}),
            Value::Object(inside) => write_true_out(inside),
            _ => {}
        }
    }
}
