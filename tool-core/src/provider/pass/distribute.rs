use serde_json::Value;

use super::all_of::written_out;
use super::merge::{ANNOTATIONS, merge};
use super::types::drop_beside_types;
use crate::provider::Reason;
use crate::provider::error::Refusal;
use crate::provider::view::{ORIGIN, Outcome, View, is_of_passes, mark_of, origin};
use crate::schema::walk::Schema;

/// So many branches are made before the schema is taken for endless.
const MOST_BRANCHES: usize = 10_000;

/// Puts what stands beside `anyOf` or `oneOf` into each branch, for providers
/// that want each branch to be a schema of its own.
pub(in crate::provider) fn distribute_unions(view: &mut View<'_>) -> Outcome {
    let definitions = view.definitions();
    let mut left = MOST_BRANCHES;
    view.each(|schema, _| {
        let union = ["oneOf", "anyOf"]
            .into_iter()
            .find(|keyword| schema.contains_key(*keyword));
        let Some(union) = union else {
            return Ok(());
        };
        let beside = beside(schema, union);
        if beside.is_empty() {
            return Ok(());
        }
        let failed = Refusal::new(origin(schema), Some(union), Reason::AllOf);
        let mark = mark_of(schema);
        let Some(Value::Array(branches)) = schema.get_mut(union) else {
            return Err(failed);
        };
        for branch in branches {
            left = left.checked_sub(1).ok_or_else(|| failed.clone())?;
            let Value::Object(branch) = branch else {
                return Err(failed);
            };
            written_out(branch, &definitions, &mut left)?;
            let mut whole = beside.clone();
            let closing = whole.shift_remove("unevaluatedProperties");
            // The annotations and the place are the branch's.
            if !merge(&mut whole, branch) {
                return Err(failed);
            }
            if let Some(closing) = closing {
                let of_union = ["anyOf", "oneOf"]
                    .iter()
                    .any(|union| whole.contains_key(*union));
                let keyword = if of_union {
                    "unevaluatedProperties"
                } else {
                    "additionalProperties"
                };
                whole.entry(keyword).or_insert(closing);
            }
            let mut of_union = Schema::from_iter([(ORIGIN.to_owned(), mark.clone())]);
            merge(&mut whole, &mut of_union);
            *branch = whole;
        }
        schema.retain(|keyword, _| !beside.contains_key(keyword));
        Ok(())
    })?;
    drop_beside_types(view)
}

/// What stands beside a union and asks something of the value.
fn beside(schema: &Schema, union: &str) -> Schema {
    let asks = |keyword: &str| {
        keyword != union
            && keyword != "$defs"
            && !ANNOTATIONS.contains(&keyword)
            && !is_of_passes(keyword)
    };
    let beside = schema.iter().filter(|(keyword, _)| asks(keyword));
    let mut beside: Schema = beside
        .map(|(keyword, value)| (keyword.clone(), value.clone()))
        .collect();
    // A type alone is what each branch says of itself.
    if beside.len() == 1 && beside.contains_key("type") && says_type(schema.get(union)) {
        beside.clear();
    }
    beside
}

fn says_type(branches: Option<&Value>) -> bool {
    let branches = branches.and_then(Value::as_array);
    branches.is_some_and(|branches| branches.iter().all(|branch| branch.get("type").is_some()))
}
