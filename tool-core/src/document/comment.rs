use serde_json::{Map, Value};

/// Constraints that a type does not show.
const TOLD: &[&str] = &[
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
];

/// The formats of strings; those of numbers are for programs.
const OF_NUMBERS: &[&str] = &["int", "uint", "float", "double"];

/// The description of a schema on one line.
pub(super) fn description(schema: &Value) -> String {
    let text = schema.get("description").and_then(Value::as_str);
    one_line(text.unwrap_or_default())
}

/// Text on one line.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What the schema says beside its type: `default: 0`, if anything.
pub(super) fn default(schema: &Value) -> Option<String> {
    let default = schema.get("default").filter(|default| !default.is_null())?;
    Some(format!("default: {default}"))
}

/// The description of a schema and its constraints, on one line.
pub(super) fn comment(schema: &Value) -> String {
    let empty = Map::new();
    let keywords = schema.as_object().unwrap_or(&empty);
    let mut told: Vec<String> = TOLD
        .iter()
        // How long a tuple is, its type shows.
        .filter(|keyword| !(keyword.ends_with("Items") && keywords.contains_key("prefixItems")))
        .filter_map(|keyword| Some(format!("{keyword}: {}", keywords.get(*keyword)?)))
        .collect();
    let format = keywords.get("format").and_then(Value::as_str);
    let of_number = |format: &&str| OF_NUMBERS.iter().any(|name| format.starts_with(name));
    if let Some(format) = format.filter(|format| !of_number(format)) {
        told.push(format!("format: {format}"));
    }
    told.extend(default(schema));
    let description = description(schema);
    if told.is_empty() {
        return description;
    }
    format!("{description} ({})", told.join(", "))
        .trim_start()
        .to_owned()
}
