//! Schemas given as JSON: the accepted keywords, and the errors of unusable schemas.

use insta::assert_snapshot;
use serde_json::{Value, json};
use tests::{describe_error, parse, refused};
use tool_core::Definition;

#[test]
fn unchecked_keyword_is_an_error_with_its_place() {
    for (keyword, constrains) in [
        (
            "then",
            json!({"if": {"type": "string"}, "then": {"minLength": 2}}),
        ),
        (
            "else",
            json!({"if": {"type": "string"}, "else": {"minimum": 2}}),
        ),
        ("not", json!({"not": {"pattern": "a"}})),
        (
            "unevaluatedItems",
            json!({"unevaluatedItems": {"type": "string"}}),
        ),
        ("unevaluatedItems", json!({"unevaluatedItems": false})),
        ("$dynamicRef", json!({"$dynamicRef": "#a"})),
        ("$recursiveRef", json!({"$recursiveRef": "#"})),
    ] {
        let place = json!({"type": "object", "properties": {"a/b~c": {"type": "array", "items": constrains}}});
        let error = refused(place);
        let first = constrains.as_object().and_then(|map| map.keys().next());
        assert!(
            [Some(keyword), first.map(String::as_str)].contains(&error.keyword()),
            "{error}"
        );
        assert_eq!(error.path(), "/properties/a~1b~0c/items", "{keyword}");
        assert_eq!(error.tool(), "t");
        assert_eq!(error.reason(), "the reader does not check this keyword");
    }
    assert_snapshot!(describe_error(json!({"type": "object", "properties": {"a": {"anyOf": [{}, {"not": {"pattern": "a"}}]}}})), @"`not` at `/properties/a/anyOf/1`: the reader does not check this keyword");
}

#[test]
fn ignores_keywords_that_constrain_nothing() {
    for vacuous in [
        json!({"propertyNames": {"type": "string"}}),
        json!({"propertyNames": {"type": ["string", "null"], "description": "A name."}}),
        json!({"propertyNames": {}}),
        json!({"propertyNames": true}),
        json!({"not": false}),
        json!({"then": {"type": "string"}, "else": false}),
        json!({"minContains": 2, "maxContains": 1}),
        json!({"unevaluatedItems": true}),
        json!({"unevaluatedItems": {"title": "T"}}),
        json!({"additionalItems": false}),
        json!({"dependentRequired": {"a": []}}),
        json!({"dependentSchemas": {"a": true, "b": {}}}),
        json!({"dependencies": {}}),
        // Keywords that no draft defines.
        json!({"nullable": true, "discriminator": {"propertyName": "a"}}),
        json!({"$anchor": "a", "$vocabulary": {}, "divisibleBy": 2, "minLenght": 5}),
    ] {
        let schema = json!({"type": "object", "properties": {"a": vacuous}});
        assert_eq!(parse(schema, r#"{"a": {"b": [1]}}"#), r#"{"a":{"b":[1]}}"#);
        // They do not prevent the merge of schemas that apply together.
        let mut referred = json!({"$ref": "#/$defs/A"});
        referred
            .as_object_mut()
            .expect("an object")
            .extend(vacuous.as_object().expect("one").clone());
        let schema = json!({
            "type": "object",
            "properties": {"a": referred},
            "$defs": {"A": {"type": "integer", "nullable": false}},
        });
        assert_eq!(parse(schema, r#"{"a": "5"}"#), r#"{"a":5}"#);
    }
}

#[test]
fn rejects_schemas_that_do_not_describe_an_object() {
    let refused = |name: &str, schema: Value| {
        let error = Definition::new(name, "A tool.", schema).expect_err("it is rejected");
        error.to_string()
    };
    assert_snapshot!(refused("t", json!(true)), @r#"the schema of tool `t` cannot be used: the schema is not a JSON object; write `{"type": "object"}` for a tool with any arguments"#);
    assert_snapshot!(refused("t", json!([{}])), @r#"the schema of tool `t` cannot be used: the schema is not a JSON object; write `{"type": "object"}` for a tool with any arguments"#);
    assert_snapshot!(refused("t", json!({"type": "string"})), @"the schema of tool `t` cannot be used: `type` at the root: the arguments of a tool are a JSON object, but the schema allows no object; put the value into a property of an object");
    assert_snapshot!(refused("t", json!({"type": ["array", "null"]})), @"the schema of tool `t` cannot be used: `type` at the root: the arguments of a tool are a JSON object, but the schema allows no object; put the value into a property of an object");
    assert_snapshot!(refused("t", json!({"anyOf": [{"type": "string"}, {"const": 5}]})), @"the schema of tool `t` cannot be used: `type` at the root: the arguments of a tool are a JSON object, but the schema allows no object; put the value into a property of an object");
    assert_snapshot!(refused("t", json!({"$ref": "#/$defs/A", "$defs": {"A": {"type": "integer"}}})), @"the schema of tool `t` cannot be used: `type` at the root: the arguments of a tool are a JSON object, but the schema allows no object; put the value into a property of an object");
    assert_snapshot!(refused("  ", json!({"type": "object"})), @"the schema of tool `  ` cannot be used: the name is empty; give the tool a name");
    for object in [
        json!({}),
        json!({"properties": {"a": {}}}),
        json!({"type": ["object", "null"]}),
        json!({"anyOf": [{"type": "string"}, {"type": "object"}]}),
        json!({"$ref": "#/$defs/A", "$defs": {"A": {"type": "object"}}}),
    ] {
        assert!(Definition::new("t", "A tool.", object).is_ok());
    }
    // `unchecked` passes every value.
    assert!(
        Definition::unchecked("t", "A tool.", json!(true))
            .parse("5")
            .is_ok()
    );
}

#[cfg(not(feature = "full-schema"))]
#[test]
fn schema_errors_suggest_a_fix() {
    let keyword =
        json!({"type": "object", "properties": {"a": {"unevaluatedItems": {"minLength": 1}}}});
    assert_snapshot!(refused(keyword), @"the schema of tool `t` cannot be used: `unevaluatedItems` at `/properties/a`: the reader does not check this keyword; switch on the feature `full-schema` of `tool-core`, which checks every keyword, or pass the arguments unchecked with `Definition::unchecked`");
    let form = json!({"type": "object", "properties": {"a": {"minimum": "five"}}});
    assert_snapshot!(refused(form), @"the schema of tool `t` cannot be used: `minimum` at `/properties/a`: expected a number; correct the schema, or pass the arguments unchecked with `Definition::unchecked`");
    let example = Definition::builder("t", "A tool.", json!({"type": "object"})).example(&json!(5));
    assert_snapshot!(example.build().expect_err("no object"), @"the schema of tool `t` cannot be used: example 1 is invalid: Please rewrite the input with valid arguments. Errors: expected object, got integer; correct the example");
}

#[test]
fn an_unchecked_tool_takes_any_schema_and_any_json() {
    let schema = json!({"type": "object", "not": {"required": ["a"]}, "x-tool-json-string": true});
    let definition = Definition::unchecked("t", "A tool.", schema.clone());
    assert_eq!(definition.schema(), &schema);
    assert_eq!(
        definition.parse(r#"{"a": "1"}"#).expect("JSON"),
        json!({"a": "1"})
    );
    assert!(definition.parse(r#"{"a": "#).is_err());
}

#[test]
fn annotations_and_unknown_extensions_pass() {
    let annotated = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://example.com/t", "$comment": "c",
        "title": "T", "description": "D", "default": {}, "examples": [{}], "deprecated": false, "readOnly": false,
        "writeOnly": true, "contentEncoding": "base64", "contentMediaType": "text/plain", "contentSchema": {},
        "$defs": {"Unused": {"not": {}}}, "definitions": {}, "x-order": ["a"], "x-anything": {"not": 1},
        "type": "object", "properties": {"a": {"type": "string", "format": "no-such-format", "example": 5}},
    });
    assert_snapshot!(parse(annotated, r#"{"a": "b"}"#), @r#"{"a":"b"}"#);
}

#[test]
fn rejects_malformed_keywords() {
    assert_snapshot!(describe_error(json!(5)), @"the schema is not a JSON object");
    assert_snapshot!(describe_error(json!({"type": "objekt"})), @"`type` at the root: expected the name of a type, or several");
    assert_snapshot!(describe_error(json!({"type": ["string", 5]})), @"`type` at the root: expected the name of a type, or several");
    assert_snapshot!(describe_error(json!({"type": "object", "properties": 5})), @"`properties` at the root: expected an object");
    assert_snapshot!(describe_error(json!({"type": "object", "properties": {"a": "a text"}})), @"at `/properties/a`: expected a schema: an object, true or false");
    assert_snapshot!(describe_error(json!({"type": "object", "required": "a"})), @"`required` at the root: expected an array of strings");
    assert_snapshot!(describe_error(json!({"type": "object", "required": [1]})), @"`required` at the root: expected an array of strings");
    assert_snapshot!(describe_error(json!({"type": "object", "additionalProperties": "no"})), @"at `/additionalProperties`: expected a schema: an object, true or false");
    assert_snapshot!(describe_error(json!({"type": "object", "minProperties": -1})), @"`minProperties` at the root: expected a whole number of at least 0");
    assert_snapshot!(describe_error(json!({"type": "array", "prefixItems": {}})), @"`prefixItems` at the root: expected an array");
    assert_snapshot!(describe_error(json!({"type": "array", "uniqueItems": 1})), @"`uniqueItems` at the root: expected true or false");
    assert_snapshot!(describe_error(json!({"type": "array", "minItems": 1.5})), @"`minItems` at the root: expected a whole number of at least 0");
    assert_snapshot!(describe_error(json!({"type": "integer", "minimum": "one"})), @"`minimum` at the root: expected a number");
    assert_snapshot!(describe_error(json!({"type": "number", "multipleOf": 0})), @"`multipleOf` at the root: expected a number above 0");
    assert_snapshot!(describe_error(json!({"type": "string", "maxLength": "five"})), @"`maxLength` at the root: expected a whole number of at least 0");
    assert_snapshot!(describe_error(json!({"type": "string", "pattern": 5})), @"`pattern` at the root: expected a string");
    assert_snapshot!(describe_error(json!({"type": "string", "format": 5})), @"`format` at the root: expected a string");
    assert_snapshot!(describe_error(json!({"enum": "a"})), @"`enum` at the root: expected an array");
    assert_snapshot!(describe_error(json!({"anyOf": {}})), @"`anyOf` at the root: expected an array");
    assert_snapshot!(describe_error(json!({"allOf": [5]})), @"at `/allOf/0`: expected a schema: an object, true or false");
    assert_snapshot!(describe_error(json!({"allOf": [{}, {"unevaluatedItems": false}]})), @"`unevaluatedItems` at `/allOf/1`: the reader does not check this keyword");
    assert_snapshot!(describe_error(json!({"type": "object", "$ref": "#/$defs/A", "$defs": {"A": {"unevaluatedItems": false}}})), @"`unevaluatedItems` at `/$defs/A`: the reader does not check this keyword");
    assert_snapshot!(describe_error(json!({"$ref": 5})), @"`$ref` at the root: expected a string");
}

#[test]
fn rejects_invalid_patterns() {
    assert_snapshot!(describe_error(json!({"type": "string", "pattern": "("})), @"`pattern` at the root: `(` cannot be compiled: found open group without closing ')'; correct it, or leave it out");
    assert_snapshot!(describe_error(json!({"type": "string", "pattern": "^(?=a)"})), @"`pattern` at the root: `^(?=a)` cannot be compiled: look-around is not supported; remove it, or switch on the feature `full-schema`");
    assert_snapshot!(describe_error(json!({"type": "object", "patternProperties": {"[": {}}})), @"`patternProperties` at the root: `[` cannot be compiled: found unclosed character class; correct it, or leave it out");
}

#[test]
fn ignores_keywords_of_other_types() {
    assert_snapshot!(parse(json!({"type": "object", "minLength": 5, "properties": {"a": {"type": "string", "minimum": 5}}}), r#"{"a": "b"}"#), @r#"{"a":"b"}"#);
}

#[test]
fn not_can_exclude_a_number_or_every_value() {
    let schema = json!({"type": "object", "properties": {"a": {"type": ["integer", "null"], "not": {"const": 0}}, "b": {"not": {}, "description": "Nothing."}}});
    assert_snapshot!(parse(schema.clone(), r#"{"a": "5", "b": null}"#), @r#"{"a":5}"#);
    assert_snapshot!(parse(schema, r#"{"a": 0, "b": 1}"#), @"a: expected a number other than 0, or null, got 0; b: no value is allowed here");
    assert_snapshot!(describe_error(json!({"type": "object", "properties": {"a": {"type": "array", "not": {"const": []}}}})), @"`not` at `/properties/a`: the reader does not check this keyword");
    assert_snapshot!(describe_error(json!({"type": "object", "properties": {"a": {"type": "integer", "not": {"const": 0, "minimum": 0}}}})), @"`not` at `/properties/a`: the reader does not check this keyword");
}

#[test]
fn keywords_next_to_an_enum_apply() {
    let ranked = json!({"type": "object", "properties": {"a": {"enum": [1, 5, 300, "x", null], "minimum": 2, "maximum": 255}}});
    assert_snapshot!(parse(ranked.clone(), r#"{"a": 5}"#), @r#"{"a":5}"#);
    assert_snapshot!(parse(ranked, r#"{"a": 300}"#), @r#"a: expected 5, "x" or null, got 300"#);
    assert_snapshot!(describe_error(json!({"enum": [{"a": 1}], "required": ["a"]})), @"`required` at the root: it is not supported next to an `enum` of arrays or objects");
    assert_snapshot!(describe_error(json!({"enum": [1], "minimum": "a"})), @"`minimum` at the root: expected a number");
}

#[test]
fn rejects_json_string_where_strings_are_allowed() {
    let hinted = |schema: Value| {
        let mut schema = schema;
        schema["x-tool-json-string"] = json!(true);
        json!({"type": "object", "properties": {"a": schema}, "$defs": {"S": {"type": "string"}}})
    };
    for schema in [
        json!({"type": "string"}),
        json!({"type": ["array", "string"]}),
        json!({"enum": ["a"]}),
        json!({"$ref": "#/$defs/S"}),
        json!({"anyOf": [{"type": "object"}, {"$ref": "#/$defs/S"}]}),
        json!({}),
    ] {
        assert_eq!(
            refused(hinted(schema.clone())).keyword(),
            Some("x-tool-json-string"),
            "{schema}"
        );
    }
    assert_snapshot!(refused(hinted(json!({"type": "string"}))), @"the schema of tool `t` cannot be used: `x-tool-json-string` at `/properties/a`: the schema allows any string, so JSON in a string cannot be distinguished from text; correct the schema, or pass the arguments unchecked with `Definition::unchecked`");
    let definition =
        Definition::new("t", "A tool.", hinted(json!({"type": "array"}))).expect("a schema");
    assert_eq!(
        definition.schema()["properties"]["a"],
        json!({"type": "array"}),
        "nobody else sees the hint"
    );
}

#[test]
fn rejects_too_deeply_nested_schemas() {
    let mut deep = json!({"type": "integer"});
    for _ in 0..300 {
        deep = json!({"type": "array", "items": deep});
    }
    let error = refused(deep);
    assert_eq!(
        (error.reason(), error.keyword()),
        ("the schema is nested deeper than 128 levels", None)
    );
}

/// The threads of an async runtime have 2 MiB, and unoptimized code takes several
/// times the room of this build's.
#[test]
fn deep_schema_uses_little_stack() {
    let wrap: [fn(&Value) -> Value; 4] = [
        |inner| json!({"type": "object", "properties": {"a": inner}}),
        |inner| json!({"type": ["array", "null"], "items": inner}),
        |inner| json!({"anyOf": [inner, {"type": "null"}]}),
        |inner| json!({"allOf": [inner, {"minProperties": 1}]}),
    ];
    let compile = move || {
        for wrap in wrap {
            let deep = (0..120).fold(json!({}), |inner, _| wrap(&inner));
            Definition::new(
                "t",
                "A tool.",
                json!({"type": "object", "properties": {"x": deep}}),
            )
            .expect("a schema");
        }
    };
    let thread = std::thread::Builder::new().stack_size(512 << 10);
    thread
        .spawn(compile)
        .expect("a thread")
        .join()
        .expect("room enough");
}

#[test]
fn doubling_references_compile_in_limited_time() {
    let doubled = |n: usize| json!({"anyOf": [{"$ref": format!("#/$defs/{n}")}, {"$ref": format!("#/$defs/{n}")}], "minLength": n});
    let defs: serde_json::Map<_, _> = (0..40)
        .map(|n| (n.to_string(), doubled(n + 1)))
        .chain([("40".to_owned(), json!({"type": "string"}))])
        .collect();
    let schema = json!({"$ref": "#/$defs/0", "maxLength": 5, "$defs": defs});
    assert!(
        refused(schema)
            .reason()
            .starts_with("the schema is too large")
    );
}
