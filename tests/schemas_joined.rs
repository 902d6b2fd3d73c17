//! Schemas given as JSON with references or with `allOf`.

use insta::assert_snapshot;
use serde_json::json;
use tests::{describe_error, parse};

#[test]
fn resolves_references() {
    assert_snapshot!(describe_error(json!({"$ref": "#/$defs/Missing"})), @"`$ref` at the root: `#/$defs/Missing` has no target in this document");
    assert_snapshot!(describe_error(json!({"$ref": "other.json"})), @"`$ref` at the root: `other.json` has no target in this document");
    assert_snapshot!(describe_error(json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"$ref": "#/$defs/A"}}})), @"`$ref` at `/properties/a`: `#/$defs/A` refers to itself");
    assert_snapshot!(describe_error(json!({"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}}})), @"`$ref` at the root: `#/$defs/A` refers to itself");
    assert_snapshot!(describe_error(json!({"$ref": "#"})), @"`$ref` at the root: `#` refers to itself");
    assert_snapshot!(describe_error(json!({"$ref": "#", "type": "object"})), @"the schema is nested deeper than 128 levels");
    assert_snapshot!(describe_error(json!({"allOf": [{"$ref": "#"}]})), @"the schema is nested deeper than 128 levels");
    assert_snapshot!(describe_error(json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"unevaluatedItems": false}}})), @"`unevaluatedItems` at `/$defs/A`: the reader does not check this keyword");
}

#[test]
fn decodes_uri_escapes_in_references() {
    let schema = |pointer: &str| {
        json!({
            "type": "object", "properties": {"x": {"$ref": pointer}},
            "$defs": {"a/b": {"type": "integer"}, "c%d": {"type": "boolean"}, "e~f": {"type": "null"}, "g h": {"type": "string"}, "ü": {"type": "array"}},
        })
    };
    assert_snapshot!(parse(schema("#/$defs/a~1b"), r#"{"x": "1"}"#), @r#"{"x":1}"#);
    assert_snapshot!(parse(schema("#/$defs/c%25d"), r#"{"x": "yes"}"#), @r#"{"x":true}"#);
    assert_snapshot!(parse(schema("#/$defs/e~0f"), r#"{"x": "null"}"#), @r#"{"x":null}"#);
    assert_snapshot!(parse(schema("#/%24defs/g%20h"), r#"{"x": 1}"#), @r#"{"x":"1"}"#);
    assert_snapshot!(parse(schema("#/$defs/%C3%BC"), r#"{"x": "[1]"}"#), @r#"{"x":[1]}"#);
    assert_snapshot!(describe_error(schema("#/$defs/a/b")), @"`$ref` at `/properties/x`: `#/$defs/a/b` has no target in this document");
}

#[test]
fn reads_recursive_schemas() {
    let list = json!({
        "type": "object", "properties": {"value": {"type": "integer"}, "next": {"$ref": "#", "description": "More."}},
        "required": ["value"], "additionalProperties": false,
    });
    assert_snapshot!(parse(list.clone(), r#"{"value": "1", "next": {"value": 2, "next": "{\"Value\": 3}"}}"#), @r#"{"value":1,"next":{"value":2,"next":{"value":3}}}"#);
    assert_snapshot!(parse(list, r#"{"value": 1, "next": {"next": {"value": "x"}}}"#), @"next.value: Required; next.next.value: expected integer, got string");
}

#[test]
fn joins_schemas_of_all_of() {
    let all = json!({
        "type": "object", "properties": {"a": {"type": "integer", "minimum": 1}},
        "allOf": [{"properties": {"a": {"maximum": 5}, "b": {"type": "string"}}, "required": ["b"]}, {"$ref": "#/$defs/C"}],
        "$defs": {"C": {"properties": {"c": {"type": "boolean"}}, "required": ["c"]}},
        "unevaluatedProperties": false,
    });
    assert_snapshot!(parse(all.clone(), r#"{"a": "5", "b": 1, "C": "yes"}"#), @r#"{"a":5,"b":"1","c":true}"#);
    assert_snapshot!(parse(all, r#"{"a": 6, "b": [], "d": 1}"#), @"a: expected at most 5, got 6; b: expected string, got array; c: Required; d: unknown key");
    let beside = |keyword: &str| {
        json!({
            "type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"],
            keyword: [{"properties": {"b": {"type": "integer"}}, "required": ["b"]}, {"properties": {"c": {"type": "boolean"}}, "required": ["c"]}],
        })
    };
    for keyword in ["anyOf", "oneOf"] {
        assert_eq!(
            parse(beside(keyword), r#"{"a": "1", "c": "yes"}"#),
            r#"{"a":1,"c":true}"#
        );
        assert_eq!(parse(beside(keyword), r#"{"b": 1}"#), "a: Required");
    }
    assert_snapshot!(parse(beside("anyOf"), r#"{"a": 1, "b": 1, "c": true}"#), @r#"{"a":1,"b":1,"c":true}"#);
    assert_snapshot!(parse(beside("oneOf"), r#"{"a": 1, "b": 1, "c": true}"#), @r#"matches {"b": integer, …} and {"c": boolean, …}, but must match one form; leave out "b" or "c""#);
    assert_snapshot!(parse(json!({"type": "object", "properties": {"a": {"allOf": [{"type": "string"}, {"type": "integer"}]}}}), r#"{"a": 1}"#), @"a: no value is allowed here");
}

#[test]
fn rejects_schemas_that_cannot_be_joined() {
    assert_snapshot!(describe_error(json!({"type": "object", "properties": {"a": {}}, "additionalProperties": false, "anyOf": [{"properties": {"b": {}}}]})), @"`additionalProperties` at `/anyOf/0`: it would reject the properties of the adjacent schema; use `unevaluatedProperties`");
    assert_snapshot!(describe_error(json!({"allOf": [{"type": "string", "pattern": "a"}, {"type": "string", "pattern": "b"}]})), @"`pattern` at the root: conflicting values for this keyword in combined schemas");
}
