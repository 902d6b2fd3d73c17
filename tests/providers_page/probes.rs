//! Tools that show what becomes of a keyword.

use serde_json::{Value, json};
use tool_core::Definition;

/// Returns each keyword with a schema that has it.
pub(super) fn probes() -> Vec<(&'static str, Value)> {
    let integer = json!({"type": "integer"});
    let text = json!({"type": "string"});
    let object = |more: Value| merged(json!({"type": "object"}), more);
    let array = |more: Value| merged(json!({"type": "array", "items": {"type": "string"}}), more);
    let forms = json!([text, integer]);
    vec![
        ("enum", json!({"type": "string", "enum": ["a", "b"]})),
        ("const", json!({"type": "string", "const": "a"})),
        ("minLength", json!({"type": "string", "minLength": 2})),
        ("maxLength", json!({"type": "string", "maxLength": 9})),
        ("pattern", json!({"type": "string", "pattern": "^[a-z]+$"})),
        ("minimum", json!({"type": "integer", "minimum": 2})),
        ("maximum", json!({"type": "integer", "maximum": 9})),
        (
            "exclusiveMinimum",
            json!({"type": "integer", "exclusiveMinimum": 2}),
        ),
        (
            "exclusiveMaximum",
            json!({"type": "integer", "exclusiveMaximum": 9}),
        ),
        ("multipleOf", json!({"type": "integer", "multipleOf": 5})),
        ("minItems", array(json!({"minItems": 2}))),
        ("maxItems", array(json!({"maxItems": 9}))),
        ("uniqueItems", array(json!({"uniqueItems": true}))),
        (
            "prefixItems",
            json!({"type": "array", "prefixItems": forms, "items": false}),
        ),
        ("contains", array(json!({"contains": {"const": "a"}}))),
        (
            "additionalProperties",
            object(json!({"additionalProperties": integer})),
        ),
        (
            "patternProperties",
            object(json!({"patternProperties": {"^x_": integer}, "additionalProperties": false})),
        ),
        (
            "propertyNames",
            object(json!({"additionalProperties": integer, "propertyNames": {"maxLength": 3}})),
        ),
        (
            "minProperties",
            object(json!({"additionalProperties": integer, "minProperties": 2})),
        ),
        (
            "maxProperties",
            object(json!({"additionalProperties": integer, "maxProperties": 9})),
        ),
        ("anyOf", json!({"anyOf": forms})),
        ("oneOf", json!({"oneOf": forms})),
        ("allOf", json!({"allOf": [text, {"maxLength": 9}]})),
        ("not", json!({"type": "string", "not": {"const": "a"}})),
        (
            "if",
            json!({"type": "string", "if": {"minLength": 3}, "then": {"pattern": "^a"}}),
        ),
        ("$ref", json!({"$ref": "#/$defs/shared"})),
        ("title", json!({"type": "string", "title": "A title"})),
        ("default", json!({"type": "string", "default": "a"})),
        ("examples", json!({"type": "string", "examples": ["a"]})),
        ("deprecated", json!({"type": "string", "deprecated": true})),
    ]
}

/// Returns keywords with the bound 1, which an export may keep although it describes larger bounds.
pub(super) fn small_bounds() -> Vec<(&'static str, Value)> {
    let array = json!({"type": "array", "items": {"type": "string"}, "minItems": 1});
    vec![("minItems", array)]
}

pub(super) const FORMATS: &[&str] = &[
    "date-time",
    "time",
    "date",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "uuid",
    "uri",
];

fn merged(mut schema: Value, more: Value) -> Value {
    let (Value::Object(schema_keys), Value::Object(more)) = (&mut schema, more) else {
        unreachable!("both are objects");
    };
    schema_keys.extend(more);
    schema
}

pub(super) fn tool(value: &Value) -> Definition {
    let schema = json!({
        "type": "object",
        // A target may reject a tool that has only one property.
        "properties": {"value": value, "again": value, "other": {"type": "string"}},
        "required": ["value", "again", "other"],
        "additionalProperties": false,
        "$defs": {"shared": {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"], "additionalProperties": false}},
    });
    Definition::unchecked("probe", "A probe.", schema)
}

/// Returns a tool with a recursive schema.
pub(super) fn recursive() -> Definition {
    let node = json!({"type": "object", "properties": {
        "name": {"type": "string"},
        "children": {"type": "array", "items": {"$ref": "#/$defs/node"}},
    }, "required": ["name", "children"], "additionalProperties": false});
    let schema = json!({"type": "object", "properties": {"tree": {"$ref": "#/$defs/node"}},
        "required": ["tree"], "additionalProperties": false, "$defs": {"node": node}});
    Definition::unchecked("probe", "A probe.", schema)
}

/// Returns a tool with an optional property.
pub(super) fn optional() -> Definition {
    let integer = json!({"type": "integer"});
    let schema = json!({
        "type": "object",
        "properties": {"a": integer, "b": integer},
        "required": ["a"],
        "additionalProperties": false,
    });
    Definition::unchecked("probe", "A probe.", schema)
}
