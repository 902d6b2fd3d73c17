//! The keywords that a grammar does not enforce.

use serde_json::Value;

use super::possible::find_reachable;
use super::rules::MAX_REPETITIONS;
use crate::plan::{Node, Plan, is_checked_format};
use crate::provider::Loss;
use crate::schema::Lookup;
use crate::schema::keyword::{Keyword, Role};
use crate::schema::walk::{SchemaMap, escape, subschemas};
use crate::tool::Definition;

/// Returns the keywords of a tool that its grammar does not enforce. `max_length` is the maximum
/// length of a string that it can count.
pub(super) fn of(definition: &Definition, max_length: u64) -> Vec<Loss> {
    let mut losses = Vec::new();
    let overlaps = has_overlapping_forms(definition.plan());
    let mut open = vec![(
        format!("/{}", escape(definition.name())),
        definition.schema(),
    )];
    while let Some((path, schema)) = open.pop() {
        let Some(schema) = schema.as_object() else {
            continue;
        };
        let lost = schema
            .iter()
            .filter(|(keyword, value)| match keyword.as_str() {
                // A value of two forms is invalid.
                "oneOf" => overlaps,
                "minLength" | "maxLength" => is_above(value, max_length),
                keyword => is_lost(schema, keyword, value),
            });
        losses.extend(lost.map(|(keyword, value)| Loss::of_reading(&path, keyword, value)));
        let inside = subschemas(schema).into_iter().rev();
        let role = |keyword| Keyword::named(keyword).map(|keyword| keyword.role);
        let inside = inside.filter(|(step, _)| role(step.keyword()) != Some(Role::Logic));
        open.extend(inside.map(|(step, inside)| (format!("{path}{step}"), inside)));
    }
    losses
}

/// Returns whether a value may have two forms of a `oneOf`.
fn has_overlapping_forms(plan: &Plan) -> bool {
    let nodes = find_reachable(plan, plan.root().node).into_iter();
    let mut unions = nodes.filter_map(|node| match plan.node(node) {
        Node::Union(union) => Some(union),
        _ => None,
    });
    unions.any(|union| union.exactly_one && !union.is_distinguishable())
}

fn is_lost(schema: &SchemaMap, keyword: &str, value: &Value) -> bool {
    match keyword {
        "patternProperties" => *value != Value::Bool(false),
        "minLength" | "maxLength" => false,
        "format" => value.as_str().is_some_and(is_checked_format),
        // The sign of a number is the only part of its range that the grammar knows.
        "minimum" => is_fractional(schema) && value.as_f64() != Some(0.0),
        "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => is_fractional(schema),
        "minItems" | "maxItems" => is_above(value, MAX_REPETITIONS),
        // The type of a string is the only assertion of `propertyNames` that each key satisfies.
        "propertyNames" => *value != serde_json::json!({"type": "string"}),
        keyword => match Keyword::named(keyword).map(|keyword| keyword.role) {
            Some(Role::Limit) => *value != Value::Bool(false),
            role => role == Some(Role::Logic),
        },
    }
}

fn is_above(count: &Value, most: u64) -> bool {
    count.as_u64().is_some_and(|count| count > most)
}

fn is_fractional(schema: &SchemaMap) -> bool {
    let types = schema.types();
    types.contains(&"number") || !types.contains(&"integer")
}
