use serde_json::{Map, Value, json};

use crate::Entropy;
use crate::constrained::{BEYOND_FLOAT, FORMATTED};
use crate::schemas::target_of;

/// A value that the schema means to take. Most are valid. An independent validator decides.
pub fn valid(schema: &Value, root: &Value, entropy: &mut Entropy<'_>) -> Value {
    of(schema, root, entropy, 12)
}

fn of(schema: &Value, root: &Value, entropy: &mut Entropy<'_>, depth: usize) -> Value {
    if let Some(pointer) = schema.get("$ref").and_then(Value::as_str) {
        return match target_of(pointer, root) {
            Some(target) if depth > 0 => of(target, root, entropy, depth - 1),
            _ => json!(1),
        };
    }
    for keyword in ["anyOf", "oneOf"] {
        if let Some(Value::Array(branches)) = schema.get(keyword) {
            let branch = if depth == 0 {
                &branches[0]
            } else {
                entropy.pick(branches)
            };
            return of(branch, root, entropy, depth.saturating_sub(1));
        }
    }
    if let Some(Value::Array(members)) = schema.get("enum") {
        return entropy.pick(members).clone();
    }
    if let Some(constant) = schema.get("const") {
        return constant.clone();
    }
    let json_type = match &schema["type"] {
        Value::Array(types) => entropy.pick(types).clone(),
        json_type => json_type.clone(),
    };
    match json_type.as_str() {
        Some("string") => string(schema, entropy),
        Some("integer") => integer(schema, entropy),
        Some("number") => json!(entropy.number() % 1000)
            .as_f64()
            .map_or(json!(0), |n| json!(n / 4.0)),
        Some("boolean") => json!(entropy.once_in(2)),
        Some("array") => array(schema, root, entropy, depth),
        Some("object") => object(schema, root, entropy, depth),
        _ => Value::Null,
    }
}

fn string(schema: &Value, entropy: &mut Entropy<'_>) -> Value {
    match schema.get("format").and_then(Value::as_str) {
        Some("date") => return json!("2024-05-17"),
        Some("uuid") => return json!("67e55044-10b1-426f-9247-bb680e5fe0c8"),
        Some(_) => return json!(*entropy.pick(FORMATTED)),
        None => {}
    }
    if schema.get("pattern").is_some() && entropy.once_in(2) {
        return json!(*entropy.pick(FORMATTED));
    }
    json!(*entropy.pick(&[
        "abc",
        "a",
        "xyz",
        "",
        "42",
        "true",
        "null",
        "two words",
        "[1]",
        "ä"
    ]))
}

fn integer(schema: &Value, entropy: &mut Entropy<'_>) -> Value {
    let number = entropy.number();
    if schema.get("allOf").is_some() && entropy.once_in(2) {
        return json!(BEYOND_FLOAT + number.rem_euclid(4) - 2);
    }
    match schema.get("multipleOf") {
        Some(_) => json!(number / 5 * 5),
        None if schema.get("maximum").is_some() => json!(number.rem_euclid(3)),
        None => json!(number),
    }
}

fn array(schema: &Value, root: &Value, entropy: &mut Entropy<'_>, depth: usize) -> Value {
    if let Some(Value::Array(prefix)) = schema.get("prefixItems") {
        return prefix
            .iter()
            .map(|item| of(item, root, entropy, depth.saturating_sub(1)))
            .collect();
    }
    let count = if depth == 0 { 0 } else { entropy.below(3) };
    let items = (0..count).map(|_| of(&schema["items"], root, entropy, depth - 1));
    items.collect()
}

fn object(schema: &Value, root: &Value, entropy: &mut Entropy<'_>, depth: usize) -> Value {
    let mut object = Map::new();
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        if required.contains(&json!(name)) || entropy.once_in(2) {
            object.insert(
                name.clone(),
                of(property, root, entropy, depth.saturating_sub(1)),
            );
        }
    }
    match schema.get("additionalProperties") {
        Some(additional @ Value::Object(_)) if entropy.once_in(3) => {
            object.insert("further".to_owned(), of(additional, root, entropy, 0));
        }
        None if entropy.once_in(3) => {
            object.insert("extra".to_owned(), json!("kept"));
        }
        _ => {}
    }
    Value::Object(object)
}

/// Any JSON value.
pub fn anything(entropy: &mut Entropy<'_>, depth: usize) -> Value {
    match entropy.below(if depth == 0 { 6 } else { 9 }) {
        0 => Value::Null,
        1 => json!(entropy.once_in(2)),
        2 => json!(entropy.number()),
        3 => json!(*entropy.pick(&[0.5, 42.0, -1.5e-30, 1e-7])),
        4 | 5 => json!(*entropy.pick(&[
            "",
            "42",
            "yes",
            "null",
            "None",
            "read",
            "Read",
            "[1, 2]",
            "{\"n\": 1}",
            "['a']",
            "a,b",
            "4.0",
            " ",
        ])),
        6 => (0..entropy.below(3))
            .map(|_| anything(entropy, depth - 1))
            .collect(),
        _ => {
            let count = entropy.below(3);
            let entries = (0..count).map(|_| {
                let name = *entropy.pick(&["n", "left", "filePath", "path", "kind", "Limit"]);
                (name.to_owned(), anything(entropy, depth - 1))
            });
            Value::Object(entries.collect())
        }
    }
}

/// Returns a similar value: some parts have typical mistakes of models, or are replaced.
pub fn near(value: &Value, entropy: &mut Entropy<'_>) -> Value {
    if entropy.once_in(6) {
        return bent(value, entropy);
    }
    match value {
        Value::Array(items) => items.iter().map(|item| near(item, entropy)).collect(),
        Value::Object(entries) => {
            let mut object = Map::new();
            for (name, value) in entries {
                if entropy.once_in(12) {
                    continue;
                }
                let name = if entropy.once_in(8) {
                    restyled(name)
                } else {
                    name.clone()
                };
                object.insert(name, near(value, entropy));
            }
            if entropy.once_in(10) {
                object.insert("surplus".to_owned(), anything(entropy, 1));
            }
            Value::Object(object)
        }
        scalar => scalar.clone(),
    }
}

fn bent(value: &Value, entropy: &mut Entropy<'_>) -> Value {
    match (value, entropy.below(5)) {
        (Value::String(text), 1) => json!(text.to_uppercase()),
        (Value::Number(number), 1) => number
            .as_i64()
            .map_or_else(|| value.clone(), |n| json!(format!("{n}.0"))),
        (_, 1 | 2) => match value {
            Value::String(text) => json!(format!(" {text} ")),
            other => json!(other.to_string()),
        },
        (_, 3) => json!([value]),
        (Value::Array(items), 0) if items.len() == 1 => items[0].clone(),
        _ => anything(entropy, 2),
    }
}

pub(crate) fn restyled(name: &str) -> String {
    let mut restyled = String::new();
    let mut upper = false;
    for c in name.chars() {
        if c == '_' || c == '-' {
            upper = true;
        } else if upper {
            restyled.extend(c.to_uppercase());
            upper = false;
        } else {
            restyled.push(c);
        }
    }
    if restyled == name {
        name.to_uppercase()
    } else {
        restyled
    }
}
