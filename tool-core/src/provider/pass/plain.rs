//! Plain exports omit keywords that the reader enforces and a model does not need.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::drop_unused;
use crate::provider::ledger::Ledger;
use crate::provider::loss::Kept;
use crate::provider::ordered_map::OrderedMap;
use crate::provider::schema::Schema;
use crate::provider::view::{PassResult, View};
use crate::schema::{Lookup, find_referred};

/// Drops closed objects and non-negative counts. The reader enforces both.
pub(in crate::provider) fn drop_reader_enforced(view: &mut View<'_>) -> PassResult {
    // Unused definitions do not distinguish forms.
    drop_unused(view)?;
    let telling = find_telling_definitions(&mut view.schema);
    let View { schema, ledger } = view;
    let drop = &mut |schema: &mut Schema, tells: bool| {
        if !tells && is_merely_closed(schema) {
            ledger.drop(schema, "additionalProperties", Kept::Reading);
        }
        drop_minimum_of_type(schema, ledger);
    };
    walk(schema, telling.contains(ROOT), drop);
    for (name, definition) in definitions(schema) {
        walk(definition, telling.contains(name), drop);
    }
    Ok(())
}

/// Drops an empty default (`false`, zero, an empty text or list), for providers that would need
/// a description.
pub(in crate::provider) fn drop_empty_defaults(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, ledger| {
        if schema.value("default").is_some_and(is_empty) {
            ledger.drop(schema, "default", Kept::Nowhere);
        }
        Ok(())
    })
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Bool(true) => false,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(entries) => entries.is_empty(),
    }
}

/// The name of the root among the names of definitions.
const ROOT: &str = "#";

/// Finds the definitions that distinguish the forms of a union because they are closed. The
/// root may be one of them.
fn find_telling_definitions(schema: &mut Schema) -> HashSet<String> {
    let (mut telling, mut open) = (HashSet::new(), Vec::new());
    let mut mark = |schema: &mut Schema, tells: bool, open: &mut Vec<String>| {
        let name = find_referred(schema).or_else(|| schema.text("$ref").map(str::to_owned));
        if tells
            && let Some(name) = name
            && telling.insert(name.clone())
        {
            open.push(name);
        }
    };
    walk(schema, false, &mut |schema, tells| {
        mark(schema, tells, &mut open);
    });
    for (_, definition) in definitions(schema) {
        walk(definition, false, &mut |schema, tells| {
            mark(schema, tells, &mut open);
        });
    }
    while let Some(name) = open.pop() {
        let target = if name == ROOT {
            Some(&mut *schema)
        } else {
            schema
                .named_mut("$defs")
                .and_then(|definitions| definitions.get_mut(&name))
        };
        if let Some(target) = target {
            walk(target, true, &mut |schema, tells| {
                mark(schema, tells, &mut open);
            });
        }
    }
    telling
}

fn definitions(schema: &mut Schema) -> impl Iterator<Item = (&str, &mut Schema)> {
    schema
        .named_mut("$defs")
        .into_iter()
        .flat_map(OrderedMap::iter_mut)
}

/// Visits a schema and the schemas inside it, except the definitions. The visitor learns
/// whether a closed object may distinguish the forms of a union.
fn walk(schema: &mut Schema, tells: bool, visit: &mut dyn FnMut(&mut Schema, bool)) {
    visit(schema, tells);
    let is_option = is_option(schema);
    for (keyword, inside) in schema.children_mut() {
        let tells = match keyword {
            "$defs" => continue,
            "properties"
            | "items"
            | "prefixItems"
            | "additionalProperties"
            | "patternProperties" => tells,
            "anyOf" | "oneOf" => tells || !is_option,
            _ => true,
        };
        walk(inside, tells, visit);
    }
}

/// Returns whether a schema is a union of one form with null.
fn is_option(schema: &Schema) -> bool {
    let union = if schema.has("anyOf") {
        "anyOf"
    } else {
        "oneOf"
    };
    let branches = schema.schemas(union).iter();
    branches.filter(|branch| !branch.is("type", "null")).count() == 1
}

/// Returns whether a schema declares properties, is closed, and has no further constraints.
fn is_merely_closed(schema: &Schema) -> bool {
    let further = [
        "$ref",
        "allOf",
        "anyOf",
        "oneOf",
        "not",
        "if",
        "patternProperties",
        "dependentSchemas",
        "unevaluatedProperties",
        "enum",
        "const",
    ];
    schema.is_false("additionalProperties")
        && !schema.properties().is_empty()
        && !schema.has_any(&further)
}

/// Drops the `minimum` of an integer that comes from its unsigned type.
fn drop_minimum_of_type(schema: &mut Schema, ledger: &mut Ledger<'_>) {
    let format = ledger.find(schema, "format");
    let format = format.and_then(|(_, format)| format.as_str());
    if format.is_some_and(|format| format.starts_with("uint"))
        && schema.value("minimum") == Some(&json!(0))
    {
        ledger.drop(schema, "minimum", Kept::Reading);
    }
}
