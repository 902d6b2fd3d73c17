use serde_json::{Map, Value, json};

use crate::provider::Reason;
use crate::provider::error::Refusal;
use crate::provider::view::{ORIGIN, Outcome, View, mark_of, origin};
use crate::schema::walk::Schema;

/// Declares the properties that are required and not declared, of any type: a name
/// that stands in `required` alone is refused by the provider, or not even seen.
pub(in crate::provider) fn declare_required(view: &mut View<'_>) -> Outcome {
    view.each(|schema, _| {
        let anything = json!({ORIGIN: mark_of(schema)});
        for name in undeclared(schema) {
            let properties = schema.entry("properties").or_insert_with(|| json!({}));
            if let Value::Object(properties) = properties {
                properties.insert(name, anything.clone());
            }
        }
        Ok(())
    })
}

/// Declares what is required of objects that declare nothing: a provider may refuse
/// `required` there. Of a map it is what the map holds.
pub(in crate::provider) fn properties_of_required(view: &mut View<'_>) -> Outcome {
    view.each(|schema, _| {
        let declared = schema.get("properties").and_then(Value::as_object);
        if declared.is_some_and(|declared| !declared.is_empty()) {
            return Ok(());
        }
        let Some(Value::Array(required)) = schema.get("required") else {
            return Ok(());
        };
        let value = match schema.get("additionalProperties") {
            Some(rest @ Value::Object(_)) => rest.clone(),
            _ => json!({ORIGIN: mark_of(schema)}),
        };
        let names = required.iter().filter_map(Value::as_str);
        let properties: Map<_, _> = names.map(|name| (name.to_owned(), value.clone())).collect();
        schema.insert("properties".to_owned(), Value::Object(properties));
        Ok(())
    })
}

/// Refuses properties that are required and not declared, where a value of any type
/// has no form.
pub(in crate::provider) fn refuse_undeclared(view: &mut View<'_>) -> Outcome {
    view.each(|schema, _| match undeclared(schema).as_slice() {
        [] => Ok(()),
        _ => Err(Refusal::new(
            origin(schema),
            Some("required"),
            Reason::AnyValue,
        )),
    })
}

/// The names that are required of an object and not declared; of a map they are keys.
fn undeclared(schema: &Schema) -> Vec<String> {
    let is_object = schema.get("type").is_none_or(|of| of == "object");
    let required = schema.get("required").and_then(Value::as_array);
    let empty = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object);
    let properties = properties.unwrap_or(&empty);
    let is_map = properties.is_empty()
        && ["additionalProperties", "patternProperties"]
            .iter()
            .any(|keyword| schema.get(*keyword).is_some_and(Value::is_object));
    let names = required.into_iter().flatten().filter_map(Value::as_str);
    names
        .filter(|name| is_object && !is_map && !properties.contains_key(*name))
        .map(str::to_owned)
        .collect()
}
