//! Constraints of an object that depend on its content: `dependentRequired`, `dependentSchemas`,
//! `dependencies`, `propertyNames`, `not` and `if`; and what `not` excludes elsewhere.

use insta::assert_snapshot;
use serde_json::{Value, json};
use tests::{parse, refused};

fn check(schema: &Value, valid: &[&str], invalid: &[&str]) {
    for raw in valid {
        assert_eq!(parse(schema.clone(), raw), *raw, "{schema}");
    }
    for raw in invalid {
        assert!(
            !parse(schema.clone(), raw).starts_with('{'),
            "{schema} rejects {raw}"
        );
    }
}

#[test]
fn a_property_may_require_another_one() {
    let properties = json!({"a": {"type": "integer"}, "b": {"type": "integer"}});
    for keyword in ["dependentRequired", "dependencies"] {
        let schema = json!({"type": "object", "properties": properties, keyword: {"a": ["b"]}});
        check(
            &schema,
            &[r#"{"a":1,"b":2}"#, r#"{"b":2}"#, "{}"],
            &[r#"{"a":1}"#],
        );
        assert_eq!(parse(schema.clone(), r#"{"a": 1}"#), "b: Required");
        // A repaired object has the property under its name.
        assert_eq!(
            parse(schema.clone(), r#"{"a": "1", "B": "2"}"#),
            r#"{"a":1,"b":2}"#
        );
        assert!(!parse(schema, r#"{"A": "1"}"#).starts_with('{'));
    }
}

#[test]
fn a_property_may_bring_a_schema() {
    let schema = json!({
        "type": "object",
        "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
        "dependentSchemas": {"a": {"properties": {"b": {"minimum": 5}}, "required": ["b"]}},
    });
    check(
        &schema,
        &[r#"{"a":1,"b":5}"#, r#"{"b":2}"#],
        &[r#"{"a":1}"#, r#"{"a":1,"b":2}"#],
    );
    assert_snapshot!(parse(schema, r#"{"a": 1, "b": 2}"#), @"b: expected at least 5, got 2");
}

#[test]
fn an_object_may_lack_one_of_several_properties() {
    let properties = json!({"queue": {"type": "string"}, "exchange": {"type": "string"}});
    let not = |required: Value| json!({"type": "object", "properties": properties, "not": {"required": required}});
    let schema = not(json!(["queue", "exchange"]));
    check(
        &schema,
        &[r#"{"queue":"a"}"#, r#"{"exchange":"a"}"#, "{}"],
        &[r#"{"queue":"a","exchange":"b"}"#],
    );
    assert_snapshot!(parse(schema, r#"{"queue": "a", "exchange": "b"}"#), @r#"must not have "queue" and "exchange" together; leave one of them out"#);
    let schema = not(json!(["queue"]));
    check(&schema, &[r#"{"exchange":"a"}"#], &[r#"{"queue":"a"}"#]);
    assert_snapshot!(parse(schema, r#"{"queue": "a"}"#), @"queue: no value is allowed here");
    let schema = json!({"type": "object", "allOf": [{"not": {"required": ["a"]}}, {"not": {"required": ["b"]}}]});
    check(
        &schema,
        &[r#"{"c":1}"#],
        &[r#"{"a":1}"#, r#"{"b":1}"#, r#"{"a":1,"b":1}"#],
    );
}

#[test]
fn an_object_may_decide_which_schema_applies() {
    let schema = json!({
        "type": "object",
        "properties": {"kind": {"type": "string"}, "size": {"type": "integer"}},
        "if": {"properties": {"kind": {"const": "box"}}, "required": ["kind"]},
        "then": {"required": ["size"]},
        "else": {"properties": {"size": {"maximum": 3}}},
    });
    check(
        &schema,
        &[
            r#"{"kind":"box","size":9}"#,
            r#"{"kind":"bag","size":3}"#,
            r#"{"size":3}"#,
        ],
        &[
            r#"{"kind":"box"}"#,
            r#"{"kind":"bag","size":9}"#,
            r#"{"size":9}"#,
        ],
    );
    assert_snapshot!(parse(schema.clone(), r#"{"kind": "box"}"#), @"size: Required");
    assert_snapshot!(parse(schema.clone(), r#"{"kind": "bag", "size": "9"}"#), @"size: expected at most 3, got 9");
    // The condition holds for the object as it is read.
    assert_eq!(
        parse(schema, r#"{"kind": "bag", "size": "3"}"#),
        r#"{"kind":"bag","size":3}"#
    );
}

#[test]
fn names_of_properties_may_have_a_schema() {
    let schema =
        json!({"type": "object", "propertyNames": {"pattern": "^[a-z]+$", "maxLength": 3}});
    check(
        &schema,
        &[r#"{"ab":1}"#, "{}"],
        &[r#"{"A":1}"#, r#"{"abcd":1}"#],
    );
    assert_snapshot!(parse(schema, r#"{"Ab": 1}"#), @r#"Ab: invalid key: expected text that matches ^[a-z]+$, got "Ab""#);
}

#[test]
fn an_excluded_form_is_rejected() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "integer"}}, "not": {"properties": {"a": {"minimum": 5}}, "required": ["a"]}});
    check(&schema, &[r#"{"a":4}"#, "{}"], &[r#"{"a":5}"#]);
    assert_snapshot!(parse(schema, r#"{"a": 5}"#), @"this form of the value is not allowed here");
}

#[test]
fn excludes_types_and_constants() {
    let of = |schema: Value| json!({"type": "object", "properties": {"a": schema}});
    check(
        &of(json!({"type": ["number", "array"], "not": {"type": "number"}})),
        &[r#"{"a":[1]}"#],
        &[r#"{"a":{}}"#],
    );
    check(
        &of(json!({"type": ["string", "boolean"], "not": {"type": ["string", "object"]}})),
        &[r#"{"a":true}"#],
        &[r#"{"a":"x"}"#],
    );
    let schema = of(json!({"type": "string", "not": {"enum": ["logs", "tmp"]}}));
    check(
        &schema,
        &[r#"{"a":"log"}"#],
        &[r#"{"a":"logs"}"#, r#"{"a":"tmp"}"#],
    );
    assert_snapshot!(parse(schema, r#"{"a": "logs"}"#), @r#"a: expected another string, got "logs""#);
    let schema = of(json!({"type": "integer", "not": {"enum": [80, 443]}}));
    check(&schema, &[r#"{"a":81}"#], &[r#"{"a":80}"#, r#"{"a":443}"#]);
    assert_snapshot!(parse(schema, r#"{"a": "443"}"#), @r#"a: expected a number other than 443, got "443""#);
    // A member of a type that `not` leaves out stays allowed.
    check(
        &of(json!({"not": {"type": "string", "enum": ["x", 1]}})),
        &[r#"{"a":1}"#, r#"{"a":"y"}"#],
        &[r#"{"a":"x"}"#],
    );
    check(
        &of(json!({"enum": ["x", "y"], "not": {"const": "x"}})),
        &[r#"{"a":"y"}"#],
        &[r#"{"a":"x"}"#],
    );
}

/// Without a memo, each level would double the work.
#[test]
fn nested_conditions_take_linear_work() {
    let node = json!({"$ref": "#/$defs/node"});
    let schema = json!({"$ref": "#/$defs/node", "$defs": {"node": {
        "type": "object",
        "properties": {"n": node, "v": {"type": "integer"}},
        "if": {"properties": {"n": node}},
        "then": {"properties": {"n": node}},
        "not": {"required": ["v"], "properties": {"n": {"not": {"type": "object"}}}},
        "dependentSchemas": {"n": {"properties": {"n": node}}},
    }}});
    let nested = |leaf: &str| format!("{}{leaf}{}", "{\"n\":".repeat(90), "}".repeat(90));
    check(&schema, &[&nested("{}")], &[&nested("{\"v\":1}")]);
    let listed = json!({"$ref": "#/$defs/list", "$defs": {"list": {
        "type": "object",
        "properties": {"n": {"type": "array", "contains": {"$ref": "#/$defs/list"}, "items": {"$ref": "#/$defs/list"}}},
    }}});
    let raw = format!("{}{}", "{\"n\":[".repeat(40), "]}".repeat(40));
    assert!(!parse(listed, &raw).starts_with('{'));
}

#[test]
fn a_condition_may_refer_to_its_own_object() {
    let schema = json!({"type": "object", "if": {"$ref": "#"}, "then": {"$ref": "#"}});
    check(&schema, &["{}", r#"{"a":1}"#], &[]);
    // It contradicts itself, so no value is valid.
    let schema = json!({"type": "object", "not": {"$ref": "#"}});
    check(&schema, &[], &["{}", r#"{"a":1}"#]);
    let schema =
        json!({"type": "object", "dependentSchemas": {"a": {"$ref": "#"}}, "required": ["a"]});
    check(&schema, &[r#"{"a":1}"#], &["{}"]);
}

#[test]
fn conditions_that_the_plan_cannot_see_are_refused() {
    for schema in [
        // Other values than objects may have them.
        json!({"not": {"required": ["a"]}}),
        json!({"type": ["object", "string"], "not": {"minLength": 3}}),
        json!({"if": {"type": "string"}, "then": {"minLength": 3}}),
        json!({"type": "string", "not": {"pattern": "a"}}),
        json!({"not": {"type": "integer"}}),
        // They would count as declared.
        json!({"type": "object", "unevaluatedProperties": false, "if": {"properties": {"a": {}}}, "then": {}}),
        json!({"type": "object", "unevaluatedProperties": false, "dependentSchemas": {"a": {"properties": {"b": {}}}}}),
        json!({"type": "object", "allOf": [{"properties": {"a": {}}, "if": {"properties": {"b": {}}}, "unevaluatedProperties": false}]}),
        // `then` belongs to the `if` of its own schema.
        json!({"type": "object", "allOf": [{"if": {"required": ["a"]}, "then": {"required": ["b"]}}, {"if": {"required": ["c"]}, "then": {"required": ["d"]}}]}),
        json!({"type": "object", "if": {"required": ["a"]}, "allOf": [{"then": {"required": ["b"]}}]}),
        json!({"enum": [{"a": 1}], "type": "object", "not": {"required": ["b"]}}),
        json!({"type": "object", "allOf": (0..9).map(|n| json!({"not": {"required": [format!("a{n}")]}})).collect::<Vec<_>>()}),
    ] {
        let error = refused(json!({"type": "object", "properties": {"x": schema}}));
        assert!(error.path().starts_with("/properties/x"), "{error}");
    }
}
