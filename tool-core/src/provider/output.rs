use std::ptr;

use serde_json::{Value, json};

use super::loss::{Kept, Loss};
use crate::schema::NumberFormat;
use crate::schema::OrderedMapExt as _;
use crate::schema::keyword::UNIONS;
use crate::schema::walk::{SchemaMap, for_each_schema, subschemas_mut};
use crate::schema::{Lookup, find_target, path_of_output, remove_malformed};

/// Maximum number of references and forms to follow for the type of a root. It protects the stack.
const MAX_SCHEMAS: usize = 64;

/// Returns the output schema without malformed keywords, because a client rejects the whole list
/// of tools for one. `None` if it is not a schema.
pub(super) fn well_formed_output(schema: &Value, losses: &mut Vec<Loss>) -> Option<Value> {
    if !schema.is_object() && !schema.is_boolean() {
        losses.push(Loss::of_output(schema));
        return None;
    }
    let mut output = schema.clone();
    losses.extend(
        remove_malformed(&mut output)
            .into_iter()
            .map(|removed| Loss {
                path: path_of_output(&removed.path),
                keyword: removed.keyword,
                value: removed.before,
                kept: Kept::Nowhere,
            }),
    );
    Some(output)
}

/// Returns the output schema in the form that clients accept: the root has the type object, and
/// no schema inside it is `true`. `None` if the schema may allow other values than objects.
pub(super) fn make_output_object(schema: &Value) -> Option<Value> {
    if !is_object(schema, schema, &mut Vec::new()) {
        return None;
    }
    let mut output = without_noise(schema);
    let root = output.as_object_mut()?;
    if !root.contains_key("type") {
        insert_first(root, "type", json!("object"));
    }
    write_true_out(root);
    Some(output)
}

#[cfg(feature = "preserve_order")]
fn insert_first(map: &mut SchemaMap, key: &str, value: Value) {
    map.shift_insert(0, key.to_owned(), value);
}

#[cfg(not(feature = "preserve_order"))]
fn insert_first(map: &mut SchemaMap, key: &str, value: Value) {
    map.insert(key.to_owned(), value);
}

/// Returns a schema without parts that clients do not need: the default draft of the protocol,
/// number formats, which validators of clients report, and keywords outside JSON Schema.
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
                "format" => value.as_str().and_then(NumberFormat::named).is_none(),
                _ => !keyword.starts_with("x-"),
            });
        });
    }
    schema
}

/// Returns whether a schema only allows objects. `seen` has the answer for each schema that was asked
/// before, since several references to one schema would double the work at each level. A schema that
/// refers to itself says nothing further there.
fn is_object<'s>(schema: &'s Value, root: &'s Value, seen: &mut Vec<(&'s Value, bool)>) -> bool {
    if let Some(named) = schema.get("type") {
        return named == "object";
    }
    if let Some((_, known)) = seen.iter().find(|(before, _)| ptr::eq(*before, schema)) {
        return *known;
    }
    let place = seen.len();
    seen.push((schema, false));
    if seen.len() > MAX_SCHEMAS {
        return false;
    }
    let target = schema.text("$ref").and_then(|to| find_target(root, to));
    let mut of_object = |form: &'s Value| is_object(form, root, seen);
    let is_of_object = target.is_some_and(&mut of_object)
        || UNIONS.iter().any(|union| {
            let forms = schema.list(union);
            !forms.is_empty() && forms.iter().all(&mut of_object)
        })
        || schema.list("allOf").iter().any(of_object);
    seen[place].1 = is_of_object;
    is_of_object
}

/// Replaces `true` with the equivalent `{}`, except where it makes an object open.
fn write_true_out(schema: &mut SchemaMap) {
    for (step, inside) in subschemas_mut(schema) {
        match inside {
            Value::Bool(true) if step.keyword() != "additionalProperties" => *inside = json!({}),
            Value::Object(inside) => write_true_out(inside),
            _ => {}
        }
    }
}
