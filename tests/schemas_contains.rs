//! The keywords `contains`, `minContains` and `maxContains`.

use insta::assert_snapshot;
use serde_json::{Value, json};
use tool_core::Definition;

/// Reads a text with the schema of an array. Returns the value, or the words for the model.
fn read(array: &Value, text: &str) -> String {
    let schema = json!({"type": "object", "properties": {"a": array}});
    let definition = Definition::new("t", "A tool.", schema).expect("the schema is usable");
    match definition.parse(text) {
        Ok(value) => value.to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn counts_the_items_of_a_form() {
    let two = json!({"contains": {"const": 1}, "minContains": 2, "maxContains": 3});
    for (text, is_valid) in [
        (r#"{"a": [1]}"#, false),
        (r#"{"a": ["x"]}"#, false),
        (r#"{"a": []}"#, false),
        (r#"{"a": [1, 1]}"#, true),
        (r#"{"a": [1, "x", 1.0, 1]}"#, true),
        (r#"{"a": [1, 1, 1, 1]}"#, false),
        // The keywords say nothing about other types.
        (r#"{"a": "x"}"#, true),
    ] {
        assert_eq!(!read(&two, text).contains("Errors"), is_valid, "{text}");
    }
}

#[test]
fn counts_repaired_items() {
    let array = json!({"type": "array", "items": {"type": "integer"}, "contains": {"type": "integer", "minimum": 5}});
    assert_snapshot!(read(&array, r#"{"a": ["7"]}"#), @r#"{"a":[7]}"#);
    assert_snapshot!(read(&array, r#"{"a": ["3"]}"#), @"Please rewrite the input with valid arguments. Errors: a: expected at least 1 item of the form integer, got 0");
}

#[test]
fn names_the_form_and_the_number_of_items() {
    let one = json!({"contains": {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]}});
    assert_snapshot!(read(&one, r#"{"a": [1]}"#), @r#"Please rewrite the input with valid arguments. Errors: a: expected at least 1 item of the form {"id": integer}, got 0"#);
    let few = json!({"contains": {"type": "string"}, "minContains": 0, "maxContains": 1});
    assert_snapshot!(read(&few, r#"{"a": ["x", "y"]}"#), @"Please rewrite the input with valid arguments. Errors: a: expected at most 1 item of the form string, got 2");
    let any = json!({"contains": {}, "minContains": 2});
    assert_snapshot!(read(&any, r#"{"a": ["x"]}"#), @"Please rewrite the input with valid arguments. Errors: a: expected at least 2 items, got 1");
}

#[test]
fn picks_the_form_of_a_union_by_its_items() {
    let union = json!({"anyOf": [
        {"type": "array", "contains": {"type": "string"}},
        {"type": "array", "items": {"type": "integer"}, "maxItems": 1},
    ]});
    for (text, is_valid) in [
        (r#"{"a": [1, "x"]}"#, true),
        (r#"{"a": [1]}"#, true),
        (r#"{"a": [1, 2]}"#, false),
    ] {
        assert_eq!(!read(&union, text).contains("Errors"), is_valid, "{text}");
    }
}

#[cfg(not(feature = "full-schema"))]
#[test]
fn rejects_combined_schemas_that_both_count_items() {
    let both = json!({"type": "object", "properties": {"a": {"allOf": [
        {"contains": {"type": "string"}}, {"contains": {"type": "integer"}},
    ]}}});
    assert_snapshot!(tests::describe_error(both), @"`contains` at `/properties/a`: conflicting values for this keyword in combined schemas");
}
