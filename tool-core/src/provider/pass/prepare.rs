use std::collections::HashSet;

use serde_json::{Value, json};

use super::{draft7, noise, references, well_formed};
use crate::provider::Reason;
use crate::provider::error::Refusal;
use crate::provider::loss::Kept;
use crate::provider::view::{ORIGIN, Outcome, View};
use crate::schema::walk::{Schema, escape, subschemas_mut};
use crate::tool::Definition;

/// How deep schemas may nest: a schema beyond that is made to exhaust the machine.
const DEEPEST: usize = 200;
/// How many schemas there may be: what is beyond no model reads.
const MOST_SCHEMAS: usize = 10_000;

/// The view of a definition that every export starts from: a schema of draft
/// 2020-12 for an object, in which each schema is an object that knows where it
/// stood, and each reference leads to the root or to a definition.
pub(in crate::provider) fn prepare(definition: &Definition) -> Result<View<'_>, Refusal> {
    let source = definition.schema();
    let mut schema = source.clone();
    let mut left_out = Vec::new();
    leave_out_impossible(&mut schema, "", 0, &mut left_out);
    mark(&mut schema, "", 0, &mut 0)?;
    let Value::Object(schema) = schema else {
        return Err(Refusal::new("", None, Reason::Root));
    };
    let mut view = View::new(schema, source);
    for (path, keyword) in left_out {
        view.ledger.lose_at(&path, keyword);
    }
    for path in definition.required_by_types() {
        view.ledger.lose_at(path, "required");
    }
    draft7::translate(&mut view)?;
    references::normalize(&mut view)?;
    super::drop_unused(&mut view)?;
    noise::drop_noise(&mut view)?;
    root(&mut view)?;
    super::drop_beside_types(&mut view)?;
    view.ledger.definitions = view.definitions();
    Ok(view)
}

/// Writes into each schema where it stands; `true` and `false` become objects,
/// but for `false` where it closes an object or ends an array.
fn mark(schema: &mut Value, path: &str, depth: usize, schemas: &mut usize) -> Outcome {
    *schemas += 1;
    at_most("levels of schemas", depth, DEEPEST, path, None)?;
    at_most("schemas", *schemas, MOST_SCHEMAS, path, None)?;
    match schema {
        Value::Bool(false) => *schema = json!({"not": {}}),
        Value::Bool(true) => *schema = json!({}),
        _ => {}
    }
    let Value::Object(schema) = schema else {
        let reason = if path.is_empty() {
            Reason::Root
        } else {
            Reason::NoSchema
        };
        return Err(Refusal::new(path, None, reason));
    };
    for keyword in ["required", "enum"] {
        let count = schema
            .get(keyword)
            .and_then(Value::as_array)
            .map_or(0, Vec::len);
        at_most(
            "entries of a list",
            count,
            MOST_SCHEMAS,
            path,
            Some(keyword),
        )?;
    }
    schema.insert(ORIGIN.to_owned(), json!([path]));
    // Nothing is one of none.
    let empty = EMPTY
        .into_iter()
        .find(|keyword| schema.get(*keyword).is_some_and(|list| *list == json!([])));
    if empty.is_some() {
        return Err(Refusal::new(path, empty, Reason::NoValue));
    }
    well_formed::refuse_malformed(schema, path)?;
    for (step, inside) in subschemas_mut(schema) {
        if *inside != false || !closes(&step.to_string()) {
            mark(inside, &format!("{path}{step}"), depth + 1, schemas)?;
        }
    }
    Ok(())
}

/// Keywords that take nothing where they list nothing.
const EMPTY: [&str; 3] = ["anyOf", "oneOf", "enum"];

/// Leaves out the optional properties that no value passes: nobody can send one.
fn leave_out_impossible(
    schema: &mut Value,
    path: &str,
    depth: usize,
    left_out: &mut Vec<(String, &'static str)>,
) {
    let Value::Object(schema) = schema else {
        return;
    };
    // What is beyond is refused.
    if depth > DEEPEST {
        return;
    }
    let required: HashSet<String> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|name| name.as_str().map(str::to_owned))
        .collect();
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.retain(|name, property| {
            let is_empty = |keyword: &&str| property.get(*keyword) == Some(&json!([]));
            let empty = EMPTY.into_iter().find(is_empty);
            match empty.filter(|_| !required.contains(name)) {
                Some(keyword) => {
                    left_out.push((format!("{path}/properties/{}", escape(name)), keyword));
                    false
                }
                None => true,
            }
        });
    }
    for (step, inside) in subschemas_mut(schema) {
        leave_out_impossible(inside, &format!("{path}{step}"), depth + 1, left_out);
    }
}

/// Refuses what is made to exhaust the machine.
fn at_most(
    what: &'static str,
    count: usize,
    most: usize,
    path: &str,
    keyword: Option<&str>,
) -> Outcome {
    if count <= most {
        return Ok(());
    }
    let reason = Reason::TooMany { what, count, most };
    Err(Refusal::new(path, keyword, reason))
}

/// Whether `false`, right inside of a schema, closes an object or ends an array.
fn closes(pointer: &str) -> bool {
    matches!(
        pointer,
        "/additionalProperties"
            | "/unevaluatedProperties"
            | "/items"
            | "/additionalItems"
            | "/unevaluatedItems"
    )
}

/// Makes the root an object by its own word.
fn root(view: &mut View<'_>) -> Outcome {
    let definitions = view.definitions();
    // A type that is only a name for another.
    for _ in 0..=definitions.len() {
        let Some(target) = references::target(&view.schema, &definitions) else {
            break;
        };
        let mut target = target.clone();
        view.schema.shift_remove("$ref");
        if !super::merge::merge(&mut view.schema, &mut target) {
            return Err(Refusal::new("", Some("$ref"), Reason::AllOf));
        }
    }
    if view.schema.contains_key("$ref") {
        return Err(Refusal::new("", Some("$ref"), Reason::Reference));
    }
    match view.schema.get("type") {
        None => {}
        Some(Value::String(name)) if name == "object" => return Ok(()),
        Some(Value::Array(types)) if *types == [json!("object")] => {}
        Some(Value::Array(types)) if types.contains(&json!("object")) => {
            view.ledger.lose(&view.schema, "type", Kept::Nowhere);
        }
        Some(_) => return Err(Refusal::new("", Some("type"), Reason::Root)),
    }
    set_type_first(&mut view.schema);
    Ok(())
}

fn set_type_first(schema: &mut Schema) {
    schema.shift_remove("type");
    schema.shift_insert(0, "type".to_owned(), "object".into());
}
