//! What a plain export leaves out: nothing that a model writes its arguments by, and
//! the reader holds to it.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::drop_unused;
use super::references::referred;
use crate::provider::ledger::Ledger;
use crate::provider::loss::Kept;
use crate::provider::view::{Outcome, View};
use crate::schema::walk::{Schema, subschemas_mut};

/// Leaves to the reader what a model does not ask for: that keys which are not declared
/// are not taken, and that what is counted is not negative.
pub(in crate::provider) fn leave_to_reader(view: &mut View<'_>) -> Outcome {
    // A definition that nothing refers to any more tells nothing apart.
    drop_unused(view)?;
    let telling = telling_definitions(&mut view.schema);
    let View { schema, ledger } = view;
    let leave = &mut |schema: &mut Schema, tells: bool| {
        if !tells && is_merely_closed(schema) {
            ledger.drop(schema, "additionalProperties", Kept::Reading);
        }
        drop_minimum_of_type(schema, ledger);
    };
    walk(schema, telling.contains(ROOT), leave);
    for (name, definition) in definitions(schema) {
        walk(definition, telling.contains(name), leave);
    }
    Ok(())
}

/// Drops a default that is what nothing said would mean anyway (`false`, zero, nothing in
/// it), for providers that could be told of it in words alone.
pub(in crate::provider) fn drop_empty_defaults(view: &mut View<'_>) -> Outcome {
    view.each(|schema, ledger| {
        if schema.get("default").is_some_and(is_empty) {
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

/// How the root stands among the definitions; a reference to one holds more than this.
const ROOT: &str = "#";

/// The definitions, and the root, that are referred to where it may matter that they
/// are closed.
fn telling_definitions(schema: &mut Schema) -> HashSet<String> {
    let (mut telling, mut open) = (HashSet::new(), Vec::new());
    let mut mark = |schema: &mut Schema, tells: bool, open: &mut Vec<String>| {
        if tells
            && let Some(name) = reference(schema)
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
            let definitions = schema.get_mut("$defs").and_then(Value::as_object_mut);
            definitions.and_then(|definitions| definitions.get_mut(&name)?.as_object_mut())
        };
        if let Some(target) = target {
            walk(target, true, &mut |schema, tells| {
                mark(schema, tells, &mut open);
            });
        }
    }
    telling
}

fn reference(schema: &Schema) -> Option<String> {
    referred(schema).or_else(|| schema.get("$ref")?.as_str().map(str::to_owned))
}

fn definitions(schema: &mut Schema) -> impl Iterator<Item = (&String, &mut Schema)> {
    let definitions = schema.get_mut("$defs").and_then(Value::as_object_mut);
    let definitions = definitions.into_iter().flatten();
    definitions.filter_map(|(name, definition)| Some((name, definition.as_object_mut()?)))
}

/// Visits a schema and those inside of it, but for the definitions, each with whether
/// it may matter that it is closed: forms of a union are told apart by it.
fn walk(schema: &mut Schema, tells: bool, visit: &mut dyn FnMut(&mut Schema, bool)) {
    visit(schema, tells);
    let is_option = is_option(schema);
    for (step, inside) in subschemas_mut(schema) {
        let tells = match step.keyword() {
            "$defs" => continue,
            "properties"
            | "items"
            | "prefixItems"
            | "additionalProperties"
            | "patternProperties" => tells,
            "anyOf" | "oneOf" => tells || !is_option,
            _ => true,
        };
        if let Value::Object(inside) = inside {
            walk(inside, tells, visit);
        }
    }
}

/// Whether a schema is a union of one form with null.
fn is_option(schema: &Schema) -> bool {
    let branches = schema.get("anyOf").or_else(|| schema.get("oneOf"));
    let branches = branches.and_then(Value::as_array).into_iter().flatten();
    let is_form = |branch: &&Value| branch.get("type") != Some(&json!("null"));
    branches.filter(is_form).count() == 1
}

/// Whether a schema declares properties and takes no other, and says no more of which
/// it takes.
fn is_merely_closed(schema: &Schema) -> bool {
    let properties = schema.get("properties").and_then(Value::as_object);
    let says_more = |keyword: &String| {
        matches!(
            keyword.as_str(),
            "$ref"
                | "allOf"
                | "anyOf"
                | "oneOf"
                | "not"
                | "if"
                | "patternProperties"
                | "dependentSchemas"
                | "unevaluatedProperties"
                | "enum"
                | "const"
        )
    };
    schema.get("additionalProperties") == Some(&Value::Bool(false))
        && properties.is_some_and(|properties| !properties.is_empty())
        && !schema.keys().any(says_more)
}

/// Drops the `minimum` of an integer that its unsigned type has brought.
fn drop_minimum_of_type(schema: &mut Schema, ledger: &mut Ledger<'_>) {
    let format = ledger.said(schema, "format").map(|(_, _, format)| format);
    let is_unsigned = format.is_some_and(|format| {
        format
            .as_str()
            .is_some_and(|format| format.starts_with("uint"))
    });
    if is_unsigned && schema.get("minimum") == Some(&json!(0)) {
        ledger.drop(schema, "minimum", Kept::Reading);
    }
}
