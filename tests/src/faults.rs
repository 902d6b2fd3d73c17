use serde_json::{Value, json};

use crate::Entropy;

/// A fault that was put into a value: the path at which it has to be reported.
pub type Fault = String;

/// Puts independent faults into a valid value, each of a kind that no rule
/// mends: another type, or a required property that is absent.
///
/// Unions are left alone, since a fault in one may make another branch right.
pub fn inject(
    schema: &Value,
    root: &Value,
    value: &mut Value,
    entropy: &mut Entropy<'_>,
) -> Vec<Fault> {
    let mut faults = Vec::new();
    walk(schema, root, value, String::new(), entropy, &mut faults);
    faults
}

fn walk(
    schema: &Value,
    root: &Value,
    value: &mut Value,
    path: String,
    entropy: &mut Entropy<'_>,
    faults: &mut Vec<Fault>,
) {
    if let Some(pointer) = schema.get("$ref").and_then(Value::as_str) {
        if let Some(target) = root.pointer(pointer.trim_start_matches('#')) {
            walk(target, root, value, path, entropy, faults);
        }
        return;
    }
    let scalar = matches!(
        schema["type"].as_str(),
        Some("string" | "integer" | "number" | "boolean")
    );
    match value {
        Value::Object(entries) if schema["type"] == "object" => {
            let required = schema["required"].as_array().cloned().unwrap_or_default();
            for (name, property) in schema["properties"].as_object().into_iter().flatten() {
                let path = if path.is_empty() {
                    name.clone()
                } else {
                    format!("{path}.{name}")
                };
                if required.contains(&json!(name)) && entropy.once_in(4) {
                    entries.shift_remove(name);
                    faults.push(path);
                } else if let Some(value) = entries.get_mut(name) {
                    walk(property, root, value, path, entropy, faults);
                }
            }
        }
        Value::Array(items) => {
            let first = schema["prefixItems"].as_array();
            for (index, item) in items.iter_mut().enumerate() {
                let of_index = first.and_then(|first| first.get(index));
                walk(
                    of_index.unwrap_or(&schema["items"]),
                    root,
                    item,
                    format!("{path}[{index}]"),
                    entropy,
                    faults,
                );
            }
        }
        value if scalar && entropy.once_in(2) => {
            *value = json!({"no rule": ["mends", "this"]});
            faults.push(path);
        }
        _ => {}
    }
}
