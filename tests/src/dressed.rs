use serde_json::{Map, Value, json};

use crate::Entropy;

/// Adds keywords that real schemas have: annotations, keywords of programs, conditions, and
/// `allOf`.
pub fn dressed(schema: &mut Value, entropy: &mut Entropy<'_>) {
    let Value::Object(map) = schema else {
        return;
    };
    for (keyword, value) in map.iter_mut() {
        match (keyword.as_str(), value) {
            ("properties" | "$defs", Value::Object(named)) => {
                for inside in named.values_mut() {
                    dressed(inside, entropy);
                }
            }
            ("anyOf" | "oneOf" | "prefixItems", Value::Array(list)) => {
                for inside in list {
                    dressed(inside, entropy);
                }
            }
            ("items" | "additionalProperties", inside) => dressed(inside, entropy),
            _ => {}
        }
    }
    if entropy.once_in(6) {
        renamed(map, entropy);
    }
    if let (Some(keyword), Some(value)) = further(entropy) {
        map.entry(keyword).or_insert(value);
    }
    if entropy.once_in(12) && !map.contains_key("$defs") {
        let whole = Value::Object(std::mem::take(map));
        map.insert("allOf".to_owned(), json!([whole, {"description": "Both."}]));
    }
}

/// Renames a property to a keyword.
fn renamed(map: &mut Map<String, Value>, entropy: &mut Entropy<'_>) {
    let name = *entropy.pick(KEYWORDS);
    let Some(Value::Object(properties)) = map.get_mut("properties") else {
        return;
    };
    let Some(first) = properties.keys().next().cloned() else {
        return;
    };
    if properties.contains_key(name) {
        return;
    }
    if let Some(property) = properties.shift_remove(&first) {
        properties.insert(name.to_owned(), property);
    }
    if let Some(Value::Array(required)) = map.get_mut("required") {
        for one in required.iter_mut().filter(|one| **one == first) {
            *one = json!(name);
        }
    }
}

/// Names that are keywords and properties.
const KEYWORDS: &[&str] = &[
    "type",
    "$ref",
    "properties",
    "enum",
    "default",
    "required",
    "items",
    "anyOf",
    "not",
    "$defs",
    "x-tool-origin",
    "x-tool-words",
];

fn further(entropy: &mut Entropy<'_>) -> (Option<String>, Option<Value>) {
    let mut entry = Map::new();
    match entropy.below(24) {
        12 => entry.insert("description".to_owned(), json!("A word on it.")),
        13 => entry.insert("title".to_owned(), json!("Title")),
        14 => entry.insert("x-order".to_owned(), json!(3)),
        15 => entry.insert("default".to_owned(), json!({"type": "string"})),
        16 => entry.insert(
            "not".to_owned(),
            json!({"const": "never", "type": "string"}),
        ),
        17 => entry.insert("$comment".to_owned(), json!("Why.")),
        18 => entry.insert("examples".to_owned(), json!([{"$ref": "#/$defs/None"}])),
        19 => entry.insert("if".to_owned(), json!({"required": ["x"]})),
        20 => entry.insert("deprecated".to_owned(), json!(true)),
        21 => entry.insert("format".to_owned(), json!("uri")),
        22 => entry.insert(
            "patternProperties".to_owned(),
            json!({"^a": {"type": "integer"}}),
        ),
        23 => entry.insert("unevaluatedProperties".to_owned(), json!(false)),
        _ => None,
    };
    match entry.into_iter().next() {
        Some((keyword, value)) => (Some(keyword), Some(value)),
        None => (None, None),
    }
}
