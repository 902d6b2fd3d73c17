use serde_json::{Map, Value, json};

use crate::Entropy;

/// Adds random constraints to a schema. The plan covers them exactly. With the feature
/// `full-schema`, this also adds constraints that only the `jsonschema` crate checks.
pub fn constrained(schema: &mut Value, entropy: &mut Entropy<'_>) {
    let Value::Object(map) = schema else {
        return;
    };
    for (keyword, value) in map.iter_mut() {
        match (keyword.as_str(), value) {
            ("properties" | "$defs", Value::Object(named)) => {
                for inside in named.values_mut() {
                    constrained(inside, entropy);
                }
            }
            ("anyOf" | "oneOf" | "prefixItems", Value::Array(list)) => {
                for inside in list {
                    constrained(inside, entropy);
                }
            }
            ("items" | "additionalProperties", inside) => constrained(inside, entropy),
            _ => {}
        }
    }
    let more = match map.get("type").and_then(Value::as_str) {
        Some("string") => of_string(entropy),
        Some("integer" | "number") => of_number(entropy),
        Some("array") => of_array(map, entropy),
        Some("object") => of_object(map, entropy),
        _ if map.contains_key("$ref") => of_reference(entropy),
        _ => Value::Null,
    };
    for (keyword, value) in more.as_object().into_iter().flatten() {
        map.entry(keyword.clone()).or_insert_with(|| value.clone());
    }
}

fn of_string(entropy: &mut Entropy<'_>) -> Value {
    match entropy.below(24) {
        12 => json!({"pattern": *entropy.pick(PATTERNS)}),
        13 | 14 => json!({"format": *entropy.pick(FORMATS)}),
        15 => json!({"minLength": 2, "maxLength": 4}),
        16 => {
            json!({"minLength": 1, "pattern": *entropy.pick(PATTERNS), "format": *entropy.pick(FORMATS)})
        }
        17 => json!({"allOf": [{"minLength": 1}, {"pattern": *entropy.pick(PATTERNS)}]}),
        18 => json!({"enum": ["a", "A b", "a_b", "42", ""]}),
        19 => json!({"anyOf": [{"maxLength": 1}, {"pattern": *entropy.pick(PATTERNS)}]}),
        20 if is_whole() => json!({"not": {"const": "a"}}),
        _ => Value::Null,
    }
}

fn of_number(entropy: &mut Entropy<'_>) -> Value {
    match entropy.below(22) {
        10 => json!({"not": {"const": 0}}),
        11 => json!({"multipleOf": *entropy.pick(&[0.5, 2.0, 0.01, 1e-3])}),
        12 => json!({"exclusiveMinimum": 0, "exclusiveMaximum": 1.5}),
        13 => json!({"minimum": -BEYOND_FLOAT}),
        14 => json!({"maximum": u64::MAX}),
        15 => json!({"enum": [1, 2.5, -3]}),
        16 => json!({"allOf": [{"minimum": 1}, {"maximum": 40}]}),
        // Two bounds that are the same float.
        17 => json!({"allOf": [{"minimum": BEYOND_FLOAT - 1}, {"minimum": BEYOND_FLOAT}]}),
        18 => {
            json!({"allOf": [{"exclusiveMinimum": BEYOND_FLOAT - 1}, {"maximum": BEYOND_FLOAT + 1}]})
        }
        _ => Value::Null,
    }
}

fn of_array(map: &Map<String, Value>, entropy: &mut Entropy<'_>) -> Value {
    match entropy.below(16) {
        8 => json!({"minItems": 1, "maxItems": 3, "uniqueItems": true}),
        9 if !map.contains_key("prefixItems") => json!({"prefixItems": [{"type": "integer"}]}),
        10 if map.contains_key("prefixItems") => json!({"items": {"type": "string"}}),
        11 if map.contains_key("prefixItems") => json!({"items": false}),
        12 => json!({"contains": {"type": "integer"}, "minContains": 1}),
        13 => json!({"contains": {"type": "string"}, "minContains": 0, "maxContains": 2}),
        _ => Value::Null,
    }
}

fn of_object(map: &Map<String, Value>, entropy: &mut Entropy<'_>) -> Value {
    let properties = map.get("properties").and_then(Value::as_object);
    let Some(name) = properties.and_then(|properties| properties.keys().next()) else {
        return Value::Null;
    };
    match entropy.below(24) {
        12 => json!({"maxProperties": 2}),
        13 => json!({"patternProperties": {"^x-": {"type": "integer"}}}),
        14 => json!({"patternProperties": {"a": {"type": "string"}, "^.$": {"minLength": 1}}}),
        15 => json!({"allOf": [{"required": [name]}]}),
        16 => json!({"allOf": [{"properties": {name: {"not": {"const": 1}}}}]}),
        17 => {
            json!({"allOf": [{"properties": {"extra": {"type": "boolean"}}, "required": ["extra"]}]})
        }
        18 => json!({"unevaluatedProperties": false}),
        19 if is_whole() => json!({"dependentRequired": {name: ["note"]}}),
        20 if is_whole() => json!({"propertyNames": {"maxLength": 6}}),
        21 if is_whole() => {
            json!({"if": {"required": [name]}, "then": {"minProperties": 2}, "else": {"maxProperties": 3}})
        }
        _ => Value::Null,
    }
}

fn of_reference(entropy: &mut Entropy<'_>) -> Value {
    match entropy.below(8) {
        4 => json!({"description": "Further."}),
        5 => json!({"minProperties": 1}),
        6 => json!({"type": ["object", "integer"]}),
        _ => Value::Null,
    }
}

/// The least integer that no float holds.
pub(crate) const BEYOND_FLOAT: i64 = 9_007_199_254_740_993;

fn is_whole() -> bool {
    cfg!(feature = "full-schema")
}

const PATTERNS: &[&str] = &[
    "^[a-z]+$",
    "a|b",
    "^\\d{2,3}$",
    "^$",
    "\\s",
    "^[^@]*$",
    "(?:ab)+",
    "^ä",
];

const FORMATS: &[&str] = &[
    "date-time",
    "date",
    "time",
    "uuid",
    "email",
    "uri",
    "ipv4",
    "ipv6",
];

/// Strings of these formats, and some that nearly are.
pub(crate) const FORMATTED: &[&str] = &[
    "2024-05-17T09:30:00Z",
    "2024-02-29",
    "2023-02-29",
    "23:59:60Z",
    "09:30:00.5+02:00",
    "09:30:00",
    "67e55044-10b1-426f-9247-bb680e5fe0c8",
    "67E55044-10B1-426F-9247-BB680E5FE0C8 ",
    "a@b.example",
    "a@b@c",
    "\"a b\"@b.example",
    "https://example.org/a?b#c",
    "mailto:a@b",
    "//example.org",
    "127.0.0.1",
    "127.0.0.01",
    "::1",
    "1::2::3",
    "12",
    "abab",
    " ",
    "ä",
];
