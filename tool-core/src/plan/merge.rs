//! Merges two schemas that apply to the same value into one. A flattened field or a tag can put
//! keywords next to `oneOf`, `anyOf`, `allOf` or `$ref`.

use std::cell::Cell;
use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::SchemaError;
use super::condition;
use super::keywords::{Keywords, is_annotation};
use super::narrow::{isolate, refuse_narrow};
use crate::schema::keyword::CONTAINS;
use crate::schema::{Lookup as _, OrderedMapExt as _};
use crate::schema::{MergedValue, merge_values};

/// Maximum number of values that merging may copy for one schema. Without this limit, combined
/// unions grow exponentially.
const MAX_COPIED: usize = 500_000;

/// Maximum number of pairs of union forms to combine for one schema. `allOf` with ten unions of two
/// forms combines 4,052.
const MAX_PAIRS: usize = 5_000;

/// The remaining budget for merging in the current schema.
#[derive(Debug)]
pub(super) struct Budget {
    values: Cell<usize>,
    pairs: Cell<usize>,
}

impl Budget {
    pub(super) const fn new() -> Self {
        Self {
            values: Cell::new(MAX_COPIED),
            pairs: Cell::new(MAX_PAIRS),
        }
    }

    /// Charges the budget for `times` copies of a schema, before they are made.
    pub(super) fn count_copies(
        &self,
        schema: &Map<String, Value>,
        times: usize,
        path: &str,
    ) -> Result<(), SchemaError> {
        let values: usize = schema.values().map(weigh).sum();
        spend(&self.values, values.saturating_mul(times), || {
            let reason = format!(
                "the schema is too large: merging the keywords next to `$ref`, `allOf`, `anyOf` \
                 and `oneOf` copies more than {MAX_COPIED} values"
            );
            SchemaError::new(path, None, reason)
        })
    }

    /// Charges the budget for combining `forms` union forms with `others` forms of another union.
    pub(super) fn count_pairs(
        &self,
        forms: usize,
        others: usize,
        keyword: &str,
        path: &str,
    ) -> Result<(), SchemaError> {
        spend(&self.pairs, forms.saturating_mul(others), || {
            let reason = format!(
                "the unions of the schema combine to more than {MAX_PAIRS} forms; write the \
                 intended forms in one `anyOf`"
            );
            SchemaError::gap(path, Some(keyword), reason)
        })
    }
}

fn spend(
    left: &Cell<usize>,
    amount: usize,
    error: impl FnOnce() -> SchemaError,
) -> Result<(), SchemaError> {
    left.set(left.get().checked_sub(amount).ok_or_else(error)?);
    Ok(())
}

/// Returns the number of values that a copy creates. A long string counts as several.
fn weigh(value: &Value) -> usize {
    const TEXT: usize = 64;
    match value {
        Value::String(text) => 1 + text.len() / TEXT,
        Value::Array(items) => 1 + items.iter().map(weigh).sum::<usize>(),
        Value::Object(map) => {
            let of_entry = |(key, value): (&String, &Value)| key.len() / TEXT + weigh(value);
            1 + map.iter().map(of_entry).sum::<usize>()
        }
        _ => 1,
    }
}

/// Adds the constraints of `other` to `merged`. `other` is nested in `merged` or adjacent to it.
/// Returns `false` if no value can satisfy both. Call [`dedup_required`] after the last merge.
pub(super) fn merge(
    merged: &mut Map<String, Value>,
    other: &Map<String, Value>,
    budget: &Budget,
    path: &str,
) -> Result<bool, SchemaError> {
    budget.count_copies(other, 1, path)?;
    let other = isolate(other, merged, path)?;
    refuse_narrow(merged, &other, path)?;
    refuse_narrow(&other, merged, path)?;
    refuse_two_contains(merged, &other, path)?;
    condition::refuse_two(merged, &other, path)?;
    for (keyword, theirs) in other.iter() {
        let Some(ours) = merged.get_mut(keyword) else {
            merged.insert(keyword.clone(), theirs.clone());
            continue;
        };
        if ours == theirs || is_annotation(keyword) {
            continue;
        }
        match merge_keyword(keyword, ours, theirs, budget, path)? {
            KeywordOutcome::InPlace => {}
            KeywordOutcome::AllOf(schemas) => {
                merged.remove_key(keyword);
                push_all_of(merged, schemas);
            }
            KeywordOutcome::Never => return Ok(false),
        }
    }
    Ok(true)
}

/// Rejects two schemas that both say which items an array must contain. Each pair of the keywords
/// counts separately.
fn refuse_two_contains(
    ours: &Map<String, Value>,
    theirs: &Map<String, Value>,
    path: &str,
) -> Result<(), SchemaError> {
    if !CONTAINS
        .iter()
        .all(|keyword| ours.get(*keyword) == theirs.get(*keyword))
        && ours.has_any(&CONTAINS)
        && theirs.has_any(&CONTAINS)
    {
        let reason = "conflicting values for this keyword in combined schemas";
        return Err(SchemaError::gap(path, Some("contains"), reason));
    }
    Ok(())
}

/// Removes duplicates from `required`.
pub(super) fn dedup_required(merged: &mut Map<String, Value>) {
    if let Some(Value::Array(required)) = merged.get_mut("required") {
        let mut known = HashSet::new();
        required.retain(|name| {
            name.as_str()
                .is_none_or(|name| known.insert(name.to_owned()))
        });
    }
}

/// The result of merging a keyword that both schemas have.
enum KeywordOutcome {
    /// Our value of the keyword now expresses both constraints.
    InPlace,
    /// Each value needs a separate schema in `allOf`.
    AllOf([Value; 2]),
    Never,
}

fn merge_keyword(
    keyword: &str,
    ours: &mut Value,
    theirs: &Value,
    budget: &Budget,
    path: &str,
) -> Result<KeywordOutcome, SchemaError> {
    match (keyword, &mut *ours, theirs) {
        ("properties" | "patternProperties", Value::Object(ours), Value::Object(theirs)) => {
            for (name, theirs) in theirs {
                match ours.get_mut(name) {
                    None => {
                        ours.insert(name.clone(), theirs.clone());
                    }
                    Some(ours) if ours == theirs => {}
                    Some(ours) => meet_in_all_of(ours, theirs),
                }
            }
        }
        ("required" | "allOf", Value::Array(ours), Value::Array(theirs)) => {
            ours.extend(theirs.iter().cloned());
        }
        // Combines each of our forms with the other union.
        ("anyOf" | "oneOf", Value::Array(ours), theirs) => {
            let others = theirs.as_array().map_or(1, Vec::len);
            budget.count_pairs(ours.len(), others, keyword, path)?;
            let theirs = Map::from_iter([(keyword.to_owned(), theirs.clone())]);
            budget.count_copies(&theirs, ours.len(), path)?;
            let theirs = Value::Object(theirs);
            for form in ours {
                meet_in_all_of(form, &theirs);
            }
        }
        ("not", ours, theirs) => return exclude_both(ours, theirs, path),
        ("$ref", ..) => {
            return Ok(KeywordOutcome::AllOf([
                json!({keyword: ours}),
                json!({keyword: theirs}),
            ]));
        }
        (_, ours, theirs) => {
            if keyword == "type" {
                refuse_malformed_types(ours, path)?;
                refuse_malformed_types(theirs, path)?;
            }
            match merge_values(keyword, ours, theirs) {
                MergedValue::One(both) => *ours = both,
                MergedValue::Never => return Ok(KeywordOutcome::Never),
                MergedValue::Unmergeable => {
                    let reason = "conflicting values for this keyword in combined schemas";
                    return Err(SchemaError::gap(path, Some(keyword), reason));
                }
            }
        }
    }
    Ok(KeywordOutcome::InPlace)
}

/// Excludes the values of two schemas. Few are combined, because each form of a union gets a copy.
fn exclude_both(
    ours: &mut Value,
    theirs: &Value,
    path: &str,
) -> Result<KeywordOutcome, SchemaError> {
    const MOST: usize = 8;
    let known = ours.as_object().filter(|map| map.len() == 1);
    let known = known.and_then(|map| map.get("anyOf")?.as_array());
    let mut excluded = known.cloned().unwrap_or_else(|| vec![ours.clone()]);
    if excluded.len() >= MOST {
        let reason = format!("more than {MOST} schemas are excluded together");
        return Err(SchemaError::gap(path, Some("not"), reason));
    }
    excluded.push(theirs.clone());
    *ours = json!({"anyOf": excluded});
    Ok(KeywordOutcome::InPlace)
}

/// Combines two schemas with `allOf`. Extends an existing `allOf` instead of nesting a new one.
fn meet_in_all_of(ours: &mut Value, theirs: &Value) {
    if let Value::Object(map) = ours
        && map.len() == 1
        && let Some(Value::Array(all)) = map.get_mut("allOf")
    {
        all.push(theirs.clone());
    } else {
        *ours = json!({"allOf": [ours.take(), theirs]});
    }
}

fn push_all_of(merged: &mut Map<String, Value>, values: [Value; 2]) {
    let all = merged.entry("allOf").or_insert_with(|| json!([]));
    if let Value::Array(all) = all {
        all.extend(values);
    }
}

fn refuse_malformed_types(types: &Value, path: &str) -> Result<(), SchemaError> {
    let map = Map::from_iter([("type".to_owned(), types.clone())]);
    Keywords { map: &map, path }.types().map(|_| ())
}
