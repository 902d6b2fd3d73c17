//! The rules of Google's own form of a schema (`parameters`) for its fields.

use serde_json::{Map, Value};

/// Lists the refusals of one schema. With lone unions, `anyOf` allows no other field.
pub(super) fn refusals(map: &Map<String, Value>, lone_unions: bool) -> Vec<String> {
    let mut found = Vec::new();
    if map.get("type").is_some_and(Value::is_array) {
        found.push("a list of types".to_owned());
    }
    if lone_unions && map.contains_key("anyOf") && map.len() > 1 {
        found.push("a keyword beside `anyOf`".to_owned());
    }
    fields_of_types(map, &mut found);
    members(map, &mut found);
    formats(map, &mut found);
    required(map, &mut found);
    found
}

fn is(map: &Map<String, Value>, name: &str) -> bool {
    let said = map.get("type").and_then(Value::as_str);
    said.is_some_and(|said| said.eq_ignore_ascii_case(name))
}

fn fields_of_types(map: &Map<String, Value>, found: &mut Vec<String>) {
    if is(map, "array") && !map.contains_key("items") {
        found.push("an array without items".to_owned());
    }
    for (keyword, of) in [("items", "array"), ("properties", "object")] {
        if map.contains_key(keyword) && !is(map, of) {
            found.push(format!("`{keyword}` of what is no {of}"));
        }
    }
}

fn members(map: &Map<String, Value>, found: &mut Vec<String>) {
    let Some(members) = map.get("enum").and_then(Value::as_array) else {
        return;
    };
    if !is(map, "string") {
        found.push("members of another type than string".to_owned());
    }
    if !members.iter().all(Value::is_string) {
        found.push("members that are no strings".to_owned());
    }
    if members.iter().any(|member| *member == "") {
        found.push("an empty member".to_owned());
    }
}

fn formats(map: &Map<String, Value>, found: &mut Vec<String>) {
    let Some(format) = map.get("format").and_then(Value::as_str) else {
        return;
    };
    let taken: &[&str] = if is(map, "string") {
        &["enum", "date-time"]
    } else if is(map, "integer") {
        &["int32", "int64"]
    } else {
        &["float", "double"]
    };
    if !taken.contains(&format) {
        found.push(format!("format {format}"));
    }
}

fn required(map: &Map<String, Value>, found: &mut Vec<String>) {
    let properties = map.get("properties").and_then(Value::as_object);
    let required = map.get("required").and_then(Value::as_array);
    let mut required = required.into_iter().flatten().filter_map(Value::as_str);
    if required.any(|name| properties.is_none_or(|properties| !properties.contains_key(name))) {
        found.push("a required property that is not declared".to_owned());
    }
}
