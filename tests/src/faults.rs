use serde_json::{Value, json};

use crate::Entropy;
use crate::schemas::target_of;

/// A fault that was put into a value.
#[derive(Debug)]
pub struct Fault {
    /// The expected path of the issue.
    pub path: String,
    /// True if the value has the expected type after a rule has read it. The type is not the fault
    /// then.
    pub is_of_type: bool,
}

/// Placeholder for an integer that is too long for a JSON value. The text has the digits.
const WIDE: &str = "WIDE";

/// Adds independent faults to a valid value. No rule repairs them: another type, a missing required
/// property, a number in quotes that exceeds its bound, an integer that is too long for its place.
/// Some of the arrays and objects become their JSON text, and some of the maps their entries.
///
/// A union of tagged objects gets faults in the form whose tag is present. A union of scalars gets
/// a value of another type. Other unions stay valid, since a fault for one form may make another
/// form right.
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

/// The text of a value with its faults.
#[must_use]
pub fn text_with_faults(value: &Value) -> String {
    let text = value.to_string();
    let mut parts = text.split(WIDE);
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        // Removes the quotes around it. They are escaped in nested text.
        written.truncate(written.trim_end_matches(['"', '\\']).len());
        written.push_str("12345678901234567890123");
        written.push_str(part.trim_start_matches('\\').trim_start_matches('"'));
    }
    written
}

/// Returns true if an object has only constraints on its properties: a further key is allowed.
fn is_plainly_open(schema: &Value) -> bool {
    let keywords = ["type", "properties", "required", "minProperties", "$defs"];
    let mut asked = schema.as_object().into_iter().flatten();
    asked.all(|(keyword, _)| keywords.contains(&keyword.as_str()))
}

fn has_bound_below(schema: &Value, number: f64) -> bool {
    let maximum = schema["maximum"].as_f64();
    maximum.is_some_and(|maximum| maximum < number)
}

fn is_scalar(schema: &Value) -> bool {
    let name = schema["type"].as_str();
    matches!(name, Some("string" | "integer" | "number" | "boolean"))
}

fn in_union(
    branches: &[Value],
    root: &Value,
    value: &mut Value,
    path: String,
    entropy: &mut Entropy<'_>,
    faults: &mut Vec<Fault>,
) {
    if let Some((form, tag)) = tagged_form(branches, value) {
        // The tag identifies the form and stays unchanged.
        let mut form = form.clone();
        form["properties"][tag] = json!({});
        if let Value::Array(required) = &mut form["required"] {
            required.retain(|name| name != tag);
        }
        walk(&form, root, value, path, entropy, faults);
    } else if branches.iter().all(is_scalar) && entropy.once_in(2) {
        let takes_text = branches.iter().any(|branch| branch["type"] == "string");
        *value = if takes_text || entropy.once_in(2) {
            json!({"no rule": ["mends", "this"]})
        } else {
            json!("no rule mends this")
        };
        faults.push(Fault {
            path,
            is_of_type: false,
        });
    }
}

/// The form of a union of objects whose tag the value has, and the name of the tag.
fn tagged_form<'s>(branches: &'s [Value], value: &Value) -> Option<(&'s Value, &'s str)> {
    let constant = |branch: &'s Value, name: &str| {
        let property = branch["properties"][name].as_object()?;
        let mut asked = property.keys();
        let is_alone = asked.all(|keyword| matches!(keyword.as_str(), "type" | "const"));
        property.get("const").filter(|_| is_alone)
    };
    let of_first = branches.first()?["properties"].as_object()?;
    let mut names = of_first.keys().map(String::as_str);
    let tag = names.find(|name| branches.iter().all(|of| constant(of, name).is_some()))?;
    let sent = value.get(tag)?;
    let mut forms = branches
        .iter()
        .filter(|branch| constant(branch, tag) == Some(sent));
    match (forms.next(), forms.next()) {
        (Some(form), None) => Some((form, tag)),
        _ => None,
    }
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
        if let Some(target) = target_of(pointer, root) {
            walk(target, root, value, path, entropy, faults);
        }
        return;
    }
    let branches = schema.get("anyOf").or_else(|| schema.get("oneOf"));
    if let (Some(Value::Array(branches)), None) = (branches, schema.get("type")) {
        return in_union(branches, root, value, path, entropy, faults);
    }
    let scalar = is_scalar(schema);
    let is_root = path.is_empty();
    let fault = |path: String| Fault {
        path,
        is_of_type: false,
    };
    match &mut *value {
        Value::Object(entries) if schema["type"] == "object" => {
            let key_of = |name: &str| match path.as_str() {
                "" => name.to_owned(),
                path => format!("{path}.{name}"),
            };
            let required = schema["required"].as_array().cloned().unwrap_or_default();
            let properties = schema["properties"].as_object();
            for (name, property) in properties.into_iter().flatten() {
                let path = key_of(name);
                if required.contains(&json!(name)) && entropy.once_in(4) {
                    entries.shift_remove(name);
                    faults.push(fault(path));
                } else if let Some(value) = entries.get_mut(name) {
                    walk(property, root, value, path, entropy, faults);
                }
            }
            let is_declared =
                |name: &str| properties.is_some_and(|properties| properties.contains_key(name));
            match &schema["additionalProperties"] {
                further @ Value::Object(_) => {
                    for (name, value) in entries.iter_mut() {
                        if !is_declared(name) {
                            walk(further, root, value, key_of(name), entropy, faults);
                        }
                    }
                }
                Value::Null if is_plainly_open(schema) && entropy.once_in(4) => {
                    entries.insert("wide".to_owned(), json!([WIDE]));
                    faults.push(Fault {
                        path: format!("{}[0]", key_of("wide")),
                        is_of_type: true,
                    });
                }
                _ => {}
            }
            let is_map = properties.is_none_or(serde_json::Map::is_empty);
            if is_map && !is_root && entropy.once_in(2) {
                let entries = entries.iter();
                let entries = entries.map(|(key, value)| json!({"key": key, "value": value}));
                *value = entries.collect();
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
        scalar if has_bound_below(schema, 1e6) && entropy.once_in(4) => {
            *scalar = json!("1000000");
            faults.push(Fault {
                path,
                is_of_type: true,
            });
        }
        other if scalar && entropy.once_in(2) => {
            *other = json!({"no rule": ["mends", "this"]});
            faults.push(fault(path));
        }
        _ => {}
    }
    let is_container = matches!(schema["type"].as_str(), Some("array" | "object"));
    if is_container && !is_root && entropy.once_in(4) {
        *value = Value::String(value.to_string());
    }
}
