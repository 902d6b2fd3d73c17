use serde_json::{Map, Value};

use super::merge::{ANNOTATIONS, merge};
use super::references::target;
use crate::provider::Reason;
use crate::provider::error::Refusal;
use crate::provider::view::{Outcome, View, is_of_passes, origin};
use crate::schema::walk::Schema;

/// So many schemas are written out in place before they are taken for endless.
const MOST_MERGES: usize = 10_000;

/// Makes one schema of those under `allOf`, and of a reference with what stands
/// beside it and asks something of the value.
pub(in crate::provider) fn merge_all_of(view: &mut View<'_>) -> Outcome {
    let definitions = view.definitions();
    let mut left = MOST_MERGES;
    view.each(|schema, _| merged(schema, &definitions, &mut left))
}

/// Makes one schema of all that hold for the same value.
pub(super) fn merged(
    schema: &mut Schema,
    definitions: &Map<String, Value>,
    left: &mut usize,
) -> Outcome {
    loop {
        let keyword = if schema.contains_key("allOf") {
            "allOf"
        } else if schema.contains_key("$ref") && asks_beside_reference(schema) {
            "$ref"
        } else {
            close_evaluated(schema);
            return Ok(());
        };
        let refused = |reason| Refusal::new(origin(schema), Some(keyword), reason);
        *left = left.checked_sub(1).ok_or(refused(Reason::Recursion))?;
        let failed = refused(Reason::AllOf);
        let parts = if keyword == "allOf" {
            match schema.shift_remove("allOf") {
                Some(Value::Array(parts)) => parts,
                _ => return Err(failed),
            }
        } else {
            let target = target(schema, definitions).cloned();
            schema.shift_remove("$ref");
            vec![Value::Object(target.ok_or(failed.clone())?)]
        };
        for part in parts {
            let Value::Object(mut part) = part else {
                return Err(failed);
            };
            // A reference stands for its definition where it cannot stand beside.
            if part.contains_key("$ref") && !is_bare(schema) {
                written_out(&mut part, definitions, left)?;
            }
            if !merge(schema, &mut part) {
                return Err(failed);
            }
        }
    }
}

/// Puts a definition in the place of the reference to it.
pub(super) fn written_out(
    schema: &mut Schema,
    definitions: &Map<String, Value>,
    left: &mut usize,
) -> Outcome {
    while schema.contains_key("$ref") {
        let refused = |reason| Refusal::new(origin(schema), Some("$ref"), reason);
        *left = left.checked_sub(1).ok_or(refused(Reason::Recursion))?;
        let failed = refused(Reason::AllOf);
        let mut target = target(schema, definitions).cloned().ok_or(failed.clone())?;
        schema.shift_remove("$ref");
        if !merge(schema, &mut target) {
            return Err(failed);
        }
    }
    Ok(())
}

fn asks_beside_reference(schema: &Schema) -> bool {
    let says =
        |keyword: &str| matches!(keyword, "$ref" | "$defs") || ANNOTATIONS.contains(&keyword);
    !schema
        .keys()
        .all(|keyword| says(keyword) || is_of_passes(keyword))
}

fn is_bare(schema: &Schema) -> bool {
    schema.keys().all(|keyword| {
        keyword == "$defs" || is_of_passes(keyword) || ANNOTATIONS.contains(&keyword.as_str())
    })
}

/// Where all that is evaluated stands in one schema, the rest is additional.
fn close_evaluated(schema: &mut Schema) {
    let elsewhere = ["anyOf", "oneOf", "if", "dependentSchemas", "$ref"];
    if !elsewhere
        .iter()
        .any(|keyword| schema.contains_key(*keyword))
        && let Some(rest) = schema.shift_remove("unevaluatedProperties")
    {
        schema.entry("additionalProperties").or_insert(rest);
    }
}
