//! Schemas that name their draft, and embedded addresses.

#[cfg(not(feature = "full-schema"))]
use insta::assert_snapshot;
use serde_json::{Value, json};
#[cfg(not(feature = "full-schema"))]
use tests::describe_error;
use tool_core::{Definition, Leniency};

const DRAFT_7: &str = "http://json-schema.org/draft-07/schema#";

fn draft_7(mut schema: Value) -> Value {
    schema["$schema"] = DRAFT_7.into();
    schema
}

/// Returns true if strict reading accepts a value.
#[track_caller]
fn accepts(schema: &Value, value: &Value) -> bool {
    let definition = Definition::new("t", "A tool.", schema.clone()).expect("a schema");
    let reader = definition.reader().leniency(Leniency::Strict);
    reader.read::<Value>(&value.to_string()).is_ok()
}

#[test]
fn draft_7_reads_items_as_a_list() {
    let pair = json!({"items": [{"type": "string"}, {"type": "integer"}], "additionalItems": {"type": "boolean"}});
    for uri in [
        DRAFT_7,
        "https://json-schema.org/draft-07/schema",
        "http://json-schema.org/draft-07/schema",
    ] {
        let mut schema = json!({"type": "object", "properties": {"pair": pair}});
        schema["$schema"] = uri.into();
        assert!(accepts(&schema, &json!({"pair": ["a", 1, true]})), "{uri}");
        assert!(!accepts(&schema, &json!({"pair": ["a", "b"]})), "{uri}");
        assert!(!accepts(&schema, &json!({"pair": ["a", 1, 2]})), "{uri}");
        let definition = Definition::new("t", "A tool.", schema).expect("a schema");
        let read = definition
            .parse(r#"{"pair": ["a", "1"]}"#)
            .expect("it is read");
        assert_eq!(read, json!({"pair": ["a", 1]}));
    }
    // If one schema applies to all items, `additionalItems` has no effect.
    let all = draft_7(json!({"items": {}, "additionalItems": false}));
    assert!(accepts(&all, &json!([1, 2])));
}

#[test]
fn draft_7_ignores_keywords_next_to_a_reference() {
    let schema = draft_7(json!({
        "properties": {"a": {"$ref": "#/definitions/short", "minLength": 5, "$id": "http://x/y"}},
        "definitions": {"short": {"type": "string", "maxLength": 3}},
    }));
    assert!(accepts(&schema, &json!({"a": "abc"})));
    assert!(!accepts(&schema, &json!({"a": "abcde"})));
}

#[test]
fn a_format_constrains_unless_the_schema_names_its_draft() {
    let schema =
        json!({"type": "object", "properties": {"at": {"type": "string", "format": "date"}}});
    let call = json!({"at": "tomorrow"});
    assert!(!accepts(&schema, &call));
    assert!(accepts(&draft_7(schema.clone()), &call));
    for constrain in [true, false] {
        let definition = Definition::builder("t", "A tool.", draft_7(schema.clone()))
            .check_formats(constrain)
            .build()
            .expect("a schema");
        assert_eq!(definition.parse(&call.to_string()).is_err(), constrain);
    }
}

#[test]
fn resolves_references_by_the_id_of_the_schema() {
    let schema = json!({
        "$id": "https://example.com/t.json",
        "properties": {"a": {"$ref": "https://example.com/t.json#/$defs/n"}},
        "$defs": {"n": {"type": "integer"}},
    });
    assert!(accepts(&schema, &json!({"a": 1})));
    assert!(!accepts(&schema, &json!({"a": "x"})));
    // An unused address has no effect.
    let nested =
        json!({"properties": {"a": {"$id": "https://example.com/a.json", "type": "integer"}}});
    assert!(!accepts(&nested, &json!({"a": "x"})));
}

#[cfg(not(feature = "full-schema"))]
#[test]
fn refuses_unsupported_drafts_and_addresses() {
    assert_snapshot!(describe_error(draft_7(json!({"items": [{}, {"not": {"pattern": "a"}}]}))), @"`not` at `/items/1`: the reader does not check this keyword");
    assert_snapshot!(describe_error(draft_7(json!({"items": [{}], "additionalItems": {"not": {"pattern": "a"}}}))), @"`not` at `/additionalItems`: the reader does not check this keyword");
    assert_snapshot!(describe_error(draft_7(json!({"properties": {"a": {"prefixItems": [{}]}}}))), @"`prefixItems` at `/properties/a`: draft 7 has no such keyword");
    assert_snapshot!(describe_error(draft_7(json!({"not": {"required": ["b"]}, "type": ["object", "null"]}))), @"`not` at the root: the reader does not check this keyword");
    assert_snapshot!(describe_error(json!({"$schema": "https://example.com/mine", "type": "object"})), @"`$schema` at the root: unknown draft `https://example.com/mine` of JSON Schema");
    assert_snapshot!(describe_error(json!({"properties": {"a": {"$id": "https://example.com/a", "items": {"$ref": "#/x"}}}})), @"`$id` at `/properties/a`: references inside a schema with its own `$id` are not supported");
    assert_snapshot!(describe_error(json!({"$ref": "https://example.com/a"})), @"`$ref` at the root: `https://example.com/a` has no target in this document");
    assert_snapshot!(describe_error(json!({"allOf": [{"prefixItems": [{}]}, {"items": false}]})), @"`items` at the root: it would apply to the first items of the adjacent schema");
    assert_snapshot!(describe_error(json!({"allOf": [{"anyOf": [{"properties": {"a": {}}}], "unevaluatedProperties": false}, {"properties": {"b": {}}}]})), @"`unevaluatedProperties` at `/allOf/0`: it does not see the properties of the schema next to it");
    let open = json!({"properties": {"a": {}}, "required": ["a"]});
    let other = json!({"properties": {"b": {}}, "required": ["b"]});
    assert_snapshot!(describe_error(json!({"anyOf": [open, other], "unevaluatedProperties": false})), @"`unevaluatedProperties` at the root: it depends on the properties of several forms, and a value may match more than one");
}
