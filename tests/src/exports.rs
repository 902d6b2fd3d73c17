use std::fmt::Write as _;

use serde_json::{Value, json};
use tool_core::Definition;
use tool_core::provider::{Export, Loss, Target};

/// The tool object of an export, and its losses, one a line.
///
/// # Panics
///
/// If the definition cannot be exported.
#[must_use]
#[track_caller]
pub fn exported(definition: &Definition, target: Target) -> String {
    let export = definition.export(target).expect("it can be exported");
    with_losses(format!("{:#}", export.tool()), &export)
}

/// The same, with the tool object on one line.
///
/// # Panics
///
/// If the definition cannot be exported.
#[must_use]
#[track_caller]
pub fn exported_in_short(definition: &Definition, target: Target) -> String {
    let export = definition.export(target).expect("it can be exported");
    with_losses(export.tool().to_string(), &export)
}

/// A tool object as text, and the losses of its export, one a line.
#[must_use]
pub fn with_losses(mut text: String, export: &Export) -> String {
    if let Some(why) = export.fallback() {
        let _ = write!(text, "\nplain: {why}");
    }
    for loss in export.losses() {
        let _ = write!(text, "\n{}", line(loss));
    }
    text
}

fn line(loss: &Loss) -> String {
    let Loss {
        path,
        keyword,
        value,
        kept,
        ..
    } = loss;
    let mut value = value.to_string();
    if value.len() > 60 {
        "..".clone_into(&mut value);
    }
    format!("lost: {path} {keyword} {value} ({kept:?})")
}

/// Returns the error of an export, without the name of the tool before it.
///
/// # Panics
///
/// If it can be exported, or cannot be the schema of a tool.
#[must_use]
#[track_caller]
pub fn not_exported(schema: Value, target: Target) -> String {
    let definition = Definition::unchecked("t", "A tool.", schema);
    let error = definition
        .export(target)
        .expect_err("it cannot be exported");
    let text = error.to_string();
    let words = text.strip_prefix("tool `t` cannot be exported to ");
    words.unwrap_or_else(|| panic!("{text}")).to_owned()
}

/// Returns the object of a tool that has its name, and the schema of its arguments if there is one,
/// for any provider.
#[must_use]
pub fn named_with_schema(tool: &Value) -> (&Value, Option<&Value>) {
    let mut within = ["function", "toolSpec"].iter();
    let named = within.find_map(|key| tool.get(key)).unwrap_or(tool);
    let places = [
        "/parameters",
        "/input_schema",
        "/inputSchema/json",
        "/inputSchema",
        "/parametersJsonSchema",
        "/parameters_json_schema",
    ];
    let schema = places.iter().find_map(|place| named.pointer(place));
    (named, schema)
}

/// Google's form of a schema, in the words of JSON Schema.
pub fn lower_case_types(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            if let Some(Value::String(name)) = map.get_mut("type") {
                name.make_ascii_lowercase();
            }
            map.shift_remove("nullable");
            map.values_mut().for_each(lower_case_types);
        }
        Value::Array(items) => items.iter_mut().for_each(lower_case_types),
        _ => {}
    }
}

/// Returns the name of the target whose form an export has. An export to a strict target that fell
/// back has the form of the plain target.
#[must_use]
pub fn as_sent<'n>(name: &'n str, export: &Export) -> &'n str {
    match export.fallback() {
        Some(_) => name.trim_end_matches(" strict"),
        None => name,
    }
}

/// Returns true if the export of a target is JSON Schema, not Google's form of it.
#[must_use]
pub fn is_json_schema(target: &str) -> bool {
    !target.ends_with("parameters")
}

/// Returns the export as JSON Schema.
#[must_use]
pub fn as_json_schema(target: &str, shown: &Value) -> Value {
    let mut schema = shown.clone();
    if !is_json_schema(target) {
        translate(&mut schema);
    }
    schema
}

/// Google's form of a schema has types in capitals, and `nullable`.
fn translate(schema: &mut Value) {
    let Value::Object(map) = schema else {
        return;
    };
    if let Some(Value::String(name)) = map.get_mut("type") {
        name.make_ascii_lowercase();
    }
    for (keyword, value) in map.iter_mut() {
        match (keyword.as_str(), value) {
            ("properties", Value::Object(named)) => named.values_mut().for_each(translate),
            ("anyOf", Value::Array(list)) => list.iter_mut().for_each(translate),
            ("items", items) => translate(items),
            _ => {}
        }
    }
    if map.shift_remove("nullable").is_some() {
        *schema = json!({"anyOf": [schema.clone(), {"type": "null"}]});
    }
}

/// Closes the objects that are open by silence.
pub fn close_open(schema: &mut Value) {
    match schema {
        Value::Array(list) => list.iter_mut().for_each(close_open),
        Value::Object(map) => {
            map.values_mut().for_each(close_open);
            if map.contains_key("properties") && !map.contains_key("additionalProperties") {
                map.insert("additionalProperties".to_owned(), json!(false));
            }
        }
        _ => {}
    }
}
