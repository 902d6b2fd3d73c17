//! Which parts of a schema are schemas.
//!
//! Names under `properties` are no keywords, and what stands under `enum`,
//! `const`, `default` and `examples` is data: neither is ever walked as a schema.

use serde_json::{Map, Value};

/// A schema that is an object, by its keywords.
pub(crate) type Schema = Map<String, Value>;

/// Keywords that hold schemas by name.
const BY_NAME: &[&str] = &[
    "properties",
    "patternProperties",
    "dependentSchemas",
    "dependencies",
    "$defs",
    "definitions",
];
/// Keywords that hold a list of schemas.
const LISTS: &[&str] = &["prefixItems", "allOf", "anyOf", "oneOf"];
/// Keywords that hold one schema; of drafts before 2020-12 `items` may hold a list.
const SINGLE: &[&str] = &[
    "items",
    "additionalItems",
    "unevaluatedItems",
    "contains",
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "not",
    "if",
    "then",
    "else",
    "contentSchema",
];

/// Calls `visit` for each schema right inside of a schema, with the JSON Pointer
/// that leads there from it.
pub(crate) fn for_each_inside(schema: &mut Schema, visit: &mut dyn FnMut(&str, &mut Value)) {
    for (keyword, value) in schema {
        let is = |keywords: &[&str]| keywords.contains(&keyword.as_str());
        match value {
            Value::Object(named) if is(BY_NAME) => {
                let schemas = named.iter_mut().filter(|(_, inside)| {
                    // Until draft 7 names of properties may stand there.
                    keyword != "dependencies" || !inside.is_array()
                });
                for (name, inside) in schemas {
                    visit(&format!("/{keyword}/{}", escape(name)), inside);
                }
            }
            Value::Array(list) if is(LISTS) || is(SINGLE) => {
                for (index, inside) in list.iter_mut().enumerate() {
                    visit(&format!("/{keyword}/{index}"), inside);
                }
            }
            inside if is(SINGLE) => visit(&format!("/{keyword}"), inside),
            _ => {}
        }
    }
}

/// The schemas right inside of a schema.
pub(crate) fn inside(schema: &Schema) -> Vec<&Value> {
    let mut found = Vec::new();
    for (keyword, value) in schema {
        let is = |keywords: &[&str]| keywords.contains(&keyword.as_str());
        match value {
            Value::Object(named) if is(BY_NAME) => found.extend(named.values()),
            Value::Array(list) if is(LISTS) || is(SINGLE) => found.extend(list),
            inside if is(SINGLE) => found.push(inside),
            _ => {}
        }
    }
    found
}

/// The same, each with the JSON Pointer that leads there from the schema.
pub(crate) fn inside_with_pointers(schema: &Schema) -> Vec<(String, &Value)> {
    let mut found = Vec::new();
    for (keyword, value) in schema {
        let is = |keywords: &[&str]| keywords.contains(&keyword.as_str());
        match value {
            Value::Object(named) if is(BY_NAME) => found.extend(
                named
                    .iter()
                    .map(|(name, inside)| (format!("/{keyword}/{}", escape(name)), inside)),
            ),
            Value::Array(list) if is(LISTS) || is(SINGLE) => found.extend(
                list.iter()
                    .enumerate()
                    .map(|(index, inside)| (format!("/{keyword}/{index}"), inside)),
            ),
            inside if is(SINGLE) => found.push((format!("/{keyword}"), inside)),
            _ => {}
        }
    }
    found
}

/// A name as a segment of a JSON Pointer.
pub(crate) fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{for_each_inside, inside};

    #[test]
    fn names_and_data_are_no_schemas() {
        let schema = json!({
            "type": "object",
            "properties": {"type": {"const": {"not": {}}}, "$ref": {}, "a/b": true},
            "default": {"properties": {"x": {}}},
            "enum": [{"items": {}}],
            "examples": [{"anyOf": [{}]}],
            "anyOf": [{}],
            "additionalProperties": false,
            "required": ["type"],
        });
        let Value::Object(mut schema) = schema else {
            unreachable!("it is an object")
        };
        let mut pointers = Vec::new();
        for_each_inside(&mut schema, &mut |pointer, _| {
            pointers.push(pointer.to_owned());
        });
        assert_eq!(
            pointers,
            [
                "/properties/type",
                "/properties/$ref",
                "/properties/a~1b",
                "/anyOf/0",
                "/additionalProperties"
            ]
        );
        assert_eq!(inside(&schema).len(), pointers.len());
    }
}
