//! Schemas that apply together: a value must satisfy both.

use insta::assert_snapshot;
use serde_json::{Value, json};
use tests::{describe_error, parse};
use tool_core::Definition;
use tool_core::provider::OpenAi;

fn both(one: &Value, other: &Value, sent: &str) -> String {
    let x = json!({"allOf": [one, other]});
    let schema = json!({"type": "object", "properties": {"x": x}, "required": ["x"]});
    parse(schema, &format!(r#"{{"x": {sent}}}"#))
}

#[test]
fn narrower_bound_applies() {
    let one = json!({"type": "integer", "minimum": 1, "maximum": 7});
    let other = json!({"type": "integer", "minimum": 3, "maximum": 9});
    for (one, other) in [(&one, &other), (&other, &one)] {
        assert_eq!(both(one, other, r#""3""#), r#"{"x":3}"#);
        assert_eq!(both(one, other, "2"), "x: expected at least 3, got 2");
        assert_eq!(both(one, other, "8"), "x: expected at most 7, got 8");
    }
}

#[test]
fn bounds_are_compared_beyond_float_precision() {
    let (less, more) = (9_007_199_254_740_992_u64, 9_007_199_254_740_993_u64);
    for (one, other) in [(less, more), (more, less)] {
        let at_least = |bound: u64| json!({"type": "integer", "minimum": bound});
        let at_most = |bound: u64| json!({"type": "integer", "maximum": bound});
        assert_eq!(
            both(&at_least(one), &at_least(other), &less.to_string()),
            "x: expected at least 9007199254740993, got 9007199254740992"
        );
        assert_eq!(
            both(&at_most(one), &at_most(other), &more.to_string()),
            "x: expected at most 9007199254740992, got 9007199254740993"
        );
        assert_eq!(
            both(&at_least(one), &at_least(other), &more.to_string()),
            r#"{"x":9007199254740993}"#
        );
        let all = json!({"type": "object", "properties": {"x": {"allOf": [at_least(one), at_least(other)]}}});
        let definition = Definition::new("t", "A tool.", all).expect("a schema");
        let export = definition
            .export(OpenAi::chat().strict())
            .expect("an export");
        let shown = export.schema().to_string();
        assert!(shown.contains("9007199254740993"), "{shown}");
        assert!(!shown.contains("9007199254740992"), "{shown}");
    }
}

#[test]
fn all_required_names_apply() {
    let one = json!({"type": "object", "required": ["a", "b"], "minProperties": 1});
    let other = json!({"type": "object", "required": ["b", "c"], "minProperties": 3});
    assert_snapshot!(both(&one, &other, "{}"), @"x.a: Required; x.b: Required; x.c: Required; x: expected at least 3 properties, got 0");
    assert_eq!(
        both(&one, &other, r#"{"a": 1, "b": 2, "c": 3}"#),
        r#"{"x":{"a":1,"b":2,"c":3}}"#
    );
}

#[test]
fn intersected_unions_both_apply() {
    let one = json!({"anyOf": [{"type": "integer"}, {"type": "boolean"}]});
    let other = json!({"anyOf": [{"type": "boolean"}, {"type": "string"}]});
    assert_eq!(both(&one, &other, "true"), r#"{"x":true}"#);
    assert_snapshot!(both(&one, &other, "5"), @"x: expected boolean, got integer");
    let kinds = json!({"type": ["integer", "string"]});
    assert_eq!(both(&kinds, &one, "5"), r#"{"x":5}"#);
    // `5` matches both branches of the first schema: `oneOf` rejects it.
    let one = json!({"oneOf": [{"type": "integer"}, {"type": "integer", "maximum": 9}]});
    let other = json!({"oneOf": [{"type": "integer"}, {"type": "string"}]});
    assert_eq!(both(&one, &other, "50"), r#"{"x":50}"#);
    assert_snapshot!(both(&one, &other, "5"), @"x: matches integer and integer at most 9, but must match one form");
    assert_snapshot!(both(&other, &one, "5"), @"x: matches integer and integer at most 9, but must match one form");
}

#[test]
fn intersected_references_both_apply() {
    let schema = json!({
        "allOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}],
        "$defs": {
            "A": {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]},
            "B": {"type": "object", "properties": {"b": {"type": "integer"}}, "required": ["b"]},
        },
    });
    assert_snapshot!(parse(schema, r#"{"a": "1"}"#), @"b: Required");
}

#[test]
fn contradicting_schemas_accept_no_value() {
    let (one, other) = (json!({"type": "integer"}), json!({"type": "string"}));
    assert_snapshot!(both(&one, &other, "5"), @"x: no value is allowed here");
    let (one, other) = (json!({"enum": ["a", "b"]}), json!({"const": "b"}));
    assert_snapshot!(both(&one, &other, r#""a""#), @r#"x: expected "b""#);
    assert_eq!(both(&one, &other, r#""B""#), r#"{"x":"b"}"#);
    let differ = json!({"allOf": [{"pattern": "a", "type": "string"}, {"pattern": "b"}]});
    assert_snapshot!(describe_error(differ), @"`pattern` at the root: conflicting values for this keyword in combined schemas");
}
