//! Keywords that depend only on the schema that contains them. Merging that schema with another one
//! would change their meaning.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::SchemaError;
use super::condition::WITH_SCHEMAS;
use super::keywords::REFERENCES;
use crate::schema::Lookup;
use crate::schema::OrderedMapExt as _;

/// Rejects a merge that would change the meaning of `additionalProperties` or `items`. The first
/// depends on the properties of its schema, the second on the preceding items. The merged schema
/// would accept values that one of the two rejects.
pub(super) fn refuse_narrow(
    narrow: &Map<String, Value>,
    other: &Map<String, Value>,
    path: &str,
) -> Result<(), SchemaError> {
    let is_narrow = |keyword: &str| {
        let value = narrow.get(keyword);
        value.is_some_and(|value| *value != Value::Bool(true))
    };
    let unseen = |keyword: &str| has_unseen(other, keyword, narrow);
    if is_narrow(ADDITIONAL) && (unseen("properties") || unseen("patternProperties")) {
        return Err(SchemaError::gap(
            path,
            Some(ADDITIONAL),
            "it would reject the properties of the adjacent schema; use `unevaluatedProperties`",
        )
        .of_sibling_properties());
    }
    let first = |schema: &Map<String, Value>| schema.list("prefixItems").len();
    if is_narrow("items") && first(other) > first(narrow) {
        return Err(SchemaError::gap(
            path,
            Some("items"),
            "it would apply to the first items of the adjacent schema",
        ));
    }
    Ok(())
}

/// Returns whether a keyword of `schema` contains a name that the same keyword of `other` lacks.
fn has_unseen(schema: &Map<String, Value>, keyword: &str, other: &Map<String, Value>) -> bool {
    let known = other.object(keyword);
    let mut names = schema.entries(keyword);
    names.any(|(name, _)| !known.is_some_and(|known| known.contains_key(name)))
}

const UNEVALUATED: &str = "unevaluatedProperties";
const ADDITIONAL: &str = "additionalProperties";

/// Prepares the inner schema of two for a merge. Its `unevaluatedProperties` does not depend on the
/// outer schema. Without a reference, it is equivalent to `additionalProperties`.
///
/// With a reference, the inner schema must declare all properties of the outer one. The
/// `unevaluatedProperties: false` of the outer schema is then redundant, and this function removes
/// it.
pub(super) fn isolate<'m>(
    inner: &'m Map<String, Value>,
    outer: &mut Map<String, Value>,
    path: &str,
) -> Result<Cow<'m, Map<String, Value>>, SchemaError> {
    let Some(value) = inner.get(UNEVALUATED) else {
        return Ok(Cow::Borrowed(inner));
    };
    if is_blind(inner) {
        let mut of_objects = ["patternProperties", ADDITIONAL].iter().chain(REFERENCES);
        let is_unseen = has_unseen(outer, "properties", inner)
            || of_objects.any(|keyword| outer.contains_key(*keyword))
            || outer
                .get(UNEVALUATED)
                .is_some_and(|of| *of != Value::Bool(false));
        if is_unseen {
            return Err(blind_error(path));
        }
        outer.remove_key(UNEVALUATED);
        return Ok(Cow::Borrowed(inner));
    }
    let mut alone = inner.clone();
    alone.remove_key(UNEVALUATED);
    alone.entry(ADDITIONAL).or_insert_with(|| value.clone());
    Ok(Cow::Owned(alone))
}

/// Rejects a schema whose `unevaluatedProperties` would depend on the other schemas after a merge.
pub(super) fn refuse_blind(schema: &Value, path: &str) -> Result<(), SchemaError> {
    match schema {
        Value::Object(map) if is_blind(map) => Err(blind_error(path)),
        _ => Ok(()),
    }
}

/// Returns whether the schema contains a reference or a condition with a schema, and rejects all
/// properties that neither declares.
fn is_blind(schema: &Map<String, Value>) -> bool {
    let value = schema.get(UNEVALUATED);
    value.is_some_and(|value| *value != Value::Bool(true))
        && (schema.has_any(REFERENCES) || schema.has_any(&WITH_SCHEMAS))
}

fn blind_error(path: &str) -> SchemaError {
    let reason = "it does not see the properties of the schema next to it";
    SchemaError::gap(path, Some(UNEVALUATED), reason).of_sibling_properties()
}
