//! Schemas with keywords that only the feature `full-schema` checks: accepted values and messages.

use insta::assert_snapshot;
use serde_json::{Value, json};
use tool_core::feedback::Style;
use tool_core::{Definition, Leniency, Reading};

fn definition(schema: Value) -> Definition {
    Definition::new("t", "A tool.", schema).expect("a schema")
}

fn read(schema: Value, raw: &str) -> Reading<Value> {
    definition(schema).reader().read(raw).expect("it is read")
}

/// The issues of a call, each on a line.
#[track_caller]
fn describe_error(schema: Value, raw: &str) -> String {
    let error = definition(schema).parse(raw).expect_err("it is refused");
    let text = error.render(Style::Numbered);
    text.lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()))
        .collect::<Vec<_>>()
        .join("\n")
}

#[track_caller]
fn refused(schema: Value) -> String {
    let error = Definition::new("t", "A tool.", schema).expect_err("the schema is refused");
    let text = error.to_string();
    text.replace("the schema of tool `t` cannot be used: ", "")
}

fn conditional() -> Value {
    json!({
        "type": "object",
        "properties": {
            "mode": {"enum": ["fast", "slow"]},
            "count": {"type": "integer"},
            "tags": {"type": "array", "items": {"type": "string"}, "contains": {"const": "main"}},
        },
        "required": ["mode"],
        "if": {"properties": {"mode": {"const": "slow"}}, "required": ["mode"]},
        "then": {"required": ["count"]},
        "else": {"properties": {"count": {"maximum": 5}}},
        // Says nothing about objects, and the reader does not check it.
        "unevaluatedItems": false,
    })
}

#[test]
fn valid_values_stay_unchanged() {
    let raw = r#"{"mode": "slow", "count": 7, "tags": ["main"]}"#;
    for leniency in [Leniency::Strict, Leniency::Standard, Leniency::Generous] {
        let definition = definition(conditional());
        let reading = definition.reader().leniency(leniency).read::<Value>(raw);
        let reading = reading.expect("it is read");
        assert!(reading.is_exact());
        assert_eq!(
            reading.value.to_string(),
            raw.replace(": ", ":").replace(", ", ",")
        );
    }
}

#[test]
fn planned_keywords_are_lenient_and_the_whole_schema_validates() {
    let reading = read(
        conditional(),
        r#"{"Mode": "SLOW", "count": "7", "tags": "main"}"#,
    );
    assert_eq!(
        reading.value,
        json!({"mode": "slow", "count": 7, "tags": ["main"]})
    );
    assert_eq!(reading.repairs.len(), 4);
    // The results of rules must also satisfy the keywords that the rules do not know.
    assert_snapshot!(describe_error(conditional(), r#"{"mode": "FAST", "count": "7"}"#), @"1. Field 'count' expected at most 5, got 7");
    let strict = definition(conditional());
    let strict = strict.reader().leniency(Leniency::Strict);
    assert!(
        strict
            .read::<Value>(r#"{"mode": "fast", "count": "5"}"#)
            .is_err()
    );
}

#[test]
fn reports_every_fault_exactly_once() {
    assert_snapshot!(describe_error(conditional(), r#"{"mode": "slow", "count": "many", "tags": [1]}"#), @r#"
    1. Field 'count' expected integer, got string
    2. Field 'tags' expected at least 1 item of the form "main", got 0
    "#);
    assert_snapshot!(describe_error(conditional(), r#"{"mode": "slow", "tags": []}"#), @r#"
    1. Field 'tags' expected at least 1 item of the form "main", got 0
    2. Field 'count' is required but missing
    "#);
    assert_snapshot!(describe_error(conditional(), "{}"), @"1. Field 'mode' is required but missing (the arguments are empty)");
}

#[test]
fn integral_floats_and_long_integers_behave_as_without_the_feature() {
    let reading = read(conditional(), r#"{"mode": "slow", "count": 7.0}"#);
    assert_eq!(reading.value["count"], json!(7));
    assert_eq!(reading.repairs.len(), 1);
    assert_snapshot!(describe_error(conditional(), r#"{"mode": "slow", "count": 18446744073709551616}"#), @"1. Field 'count' expected an integer from 0 to 2^64-1, got 18446744073709551616");
    assert_snapshot!(describe_error(conditional(), r#"{"mode": "slow", "other": [1e999]}"#), @"1. Field 'other[0]' expected a number from -1.8e308 to 1.8e308, got 1e999");
}

/// The validator of the whole schema rounds these integers to `f64`, so it accepts them.
#[test]
fn constraints_compare_all_digits_of_long_integers() {
    let schema = |count: Value| json!({"properties": {"count": count}, "unevaluatedItems": false});
    let multiple = schema(json!({"type": "integer", "multipleOf": 5}));
    assert_snapshot!(describe_error(multiple, r#"{"count": 12345678901234567890123}"#), @"1. Field 'count' expected a multiple of 5, got 12345678901234567890123");
    let most = schema(json!({"type": "number", "maximum": 1e22}));
    assert_snapshot!(describe_error(most, r#"{"count": 10000000000000000000001}"#), @"1. Field 'count' expected at most 1e+22, got 10000000000000000000001");
}

#[test]
fn each_keyword_has_a_message() {
    let object = |more: Value| {
        let mut schema = json!({"type": "object"});
        for (keyword, value) in more.as_object().expect("an object") {
            schema[keyword] = value.clone();
        }
        schema
    };
    let lines = [
        (json!({"not": {"required": ["a"]}}), r#"{"a": 1}"#),
        (
            json!({"properties": {"a": {"contains": {"type": "null"}}}}),
            r#"{"a": [1]}"#,
        ),
        (
            json!({"properties": {"a": {"contains": {"const": 1}, "minContains": 2}}}),
            r#"{"a": [1]}"#,
        ),
        (
            json!({"properties": {"a": {"contains": {"const": 1}, "maxContains": 1}}}),
            r#"{"a": [1, 1]}"#,
        ),
        (json!({"dependentRequired": {"a": ["b"]}}), r#"{"a": 1}"#),
        (
            json!({"dependentSchemas": {"a": {"minProperties": 2}}}),
            r#"{"a": 1}"#,
        ),
        (
            json!({"propertyNames": {"pattern": "^[a-z]+$"}}),
            r#"{"A": 1}"#,
        ),
        (
            json!({"allOf": [{"properties": {"a": {}}, "if": {}}], "unevaluatedProperties": false}),
            r#"{"a": 1, "b": 1}"#,
        ),
        (
            json!({"properties": {"a": {"prefixItems": [{}], "unevaluatedItems": false}}}),
            r#"{"a": [1, 2]}"#,
        ),
        (
            json!({"if": {"required": ["a"]}, "then": false}),
            r#"{"a": 1}"#,
        ),
        (
            json!({"if": {}, "then": {"properties": {"a": {"minimum": 5, "multipleOf": 2}}}}),
            r#"{"a": 1}"#,
        ),
        (
            json!({"if": {}, "then": {"properties": {"a": {"type": ["string", "null"]}}}}),
            r#"{"a": 1}"#,
        ),
        (
            json!({"if": {}, "then": {"properties": {"a": {"enum": ["x", "y"]}}}}),
            r#"{"a": "z"}"#,
        ),
        (
            json!({"if": {}, "then": {"anyOf": [{"required": ["a"]}, {"required": ["b", "c"]}]}}),
            "{}",
        ),
        (
            json!({"if": {}, "then": {"properties": {"a": {"anyOf": [{"type": "string"}, {"type": "null"}]}}}}),
            r#"{"a": 1}"#,
        ),
        (
            json!({"if": {}, "oneOf": [{"required": ["a"]}, {"required": ["b"]}]}),
            r#"{"a": 1, "b": 1}"#,
        ),
        (
            json!({"properties": {"a": {"pattern": "^(?=a)"}}}),
            r#"{"a": "b"}"#,
        ),
    ];
    let lines = lines.map(|(schema, raw)| describe_error(object(schema), raw));
    assert_snapshot!(lines.join("\n"), @r#"
    1. Field 'a': no value is allowed here
    1. Field 'a' expected at least 1 item of the form null, got 0
    1. Field 'a' expected at least 2 items of the form 1, got 1
    1. Field 'a' expected at most 1 item of the form 1, got 2
    1. Field 'b' is required but missing
    1. Root object expected at least 2 properties, got 1
    1. Field 'A': invalid key: expected text that matches ^[a-z]+$, got "A"
    1. Field 'b' is an unknown key
    1. Field 'a': too many items
    1. Root object: no value is allowed here
    1. Field 'a' expected string, number at least 5 that is a multiple of 2, boolean, array, object or null, got 1
    1. Field 'a' expected string or null, got integer
    1. Field 'a' expected "x" or "y", got "z"
    1. Root object expected {"a": any} or {"b": any, "c": any}
    1. Field 'a' expected string or null, got integer
    1. Root object matches {"a": any} and {"b": any}, but must match one form; leave out "a" or "b"
    1. Field 'a' expected text that matches ^(?=a), got "b"
    "#);
}

#[test]
fn messages_do_not_quote_the_jsonschema_crate() {
    let error = definition(
        json!({"type": "object", "not": {"required": ["a"]}, "unevaluatedItems": false}),
    )
    .parse(r#"{"a": 1}"#)
    .expect_err("it is refused");
    assert_snapshot!(error, @"Please rewrite the input with valid arguments. Errors: this form of the value is not allowed here");
    assert_snapshot!(error.render(Style::List), @"
    Nothing was run. Send the whole call again with these fixed:
    - this form of the value is not allowed here
    ");
    assert_snapshot!(json!(error.issues()), @r#"[{"path":"","code":"schema","keyword":"not","received":{"type":"object","text":"{\"a\":1}"}}]"#);
    assert!(error.salvage().value.is_object());
}

#[test]
fn reads_schemas_with_external_references() {
    let schema = json!({
        "type": "object",
        "properties": {"unit": {"$ref": "https://example.com/unit.json"}, "days": {"type": "integer"}},
    });
    assert_snapshot!(refused(schema.clone()), @"`$ref` at the root: `https://example.com/unit.json` is unknown, and schemas are never fetched; add it with `DefinitionBuilder::resource`; correct the schema, or pass the arguments unchecked with `Definition::unchecked`");
    let weather = Definition::builder("weather", "The weather.", schema)
        .resource(
            "https://example.com/unit.json",
            json!({"enum": ["metric", "imperial"]}),
        )
        .build()
        .expect("a schema");
    let arguments = weather.parse(r#"{"unit": "metric", "days": "3"}"#);
    assert_eq!(
        arguments.expect("it is read"),
        json!({"unit": "metric", "days": 3})
    );
    assert_snapshot!(weather.parse(r#"{"unit": "meters"}"#).expect_err("it is refused"), @r#"Please rewrite the input with valid arguments. Errors: unit: expected "metric" or "imperial""#);
}

#[test]
fn refuses_schemas_that_violate_their_draft() {
    assert_snapshot!(refused(json!({"unevaluatedItems": 5})), @"`unevaluatedItems` at the root: the value does not have the form that the draft requires; correct the schema, or pass the arguments unchecked with `Definition::unchecked`");
    assert_snapshot!(refused(json!({"properties": {"a": {"not": {"type": "objekt"}}}})), @"`type` at `/properties/a/not`: the value does not have the form that the draft requires; correct the schema, or pass the arguments unchecked with `Definition::unchecked`");
    assert_snapshot!(refused(json!({"$ref": "#/$defs/missing"})), @"`$ref` at the root: `/$defs/missing` has no target; correct the schema, or pass the arguments unchecked with `Definition::unchecked`");
    assert_snapshot!(refused(json!({"$ref": "#missing"})), @"`$ref` at the root: unknown anchor `missing`; correct the schema, or pass the arguments unchecked with `Definition::unchecked`");
    assert_snapshot!(refused(json!({"$schema": "https://example.com/schema", "type": "object"})), @"`$ref` at the root: `https://example.com/schema` is unknown, and schemas are never fetched; add it with `DefinitionBuilder::resource`; correct the schema, or pass the arguments unchecked with `Definition::unchecked`");
    assert_snapshot!(refused(json!({"type": "string", "pattern": "("})), @"`pattern` at the root: the pattern cannot be compiled, or is too large; write it with smaller repetitions, or raise `Limits::pattern_size`; correct the schema, or pass the arguments unchecked with `Definition::unchecked`");
    let resource = Definition::builder("t", "A tool.", json!({"$ref": "http://[/a"}))
        .resource("http://[", json!({}))
        .build();
    assert_snapshot!(resource.expect_err("no URI"), @"the schema of tool `t` cannot be used: `$ref` at the root: invalid URI; correct the schema, or pass the arguments unchecked with `Definition::unchecked`");
}

#[test]
fn cyclic_reference_without_progress_terminates() {
    let circles = [
        json!({"$ref": "#", "not": {"type": "null"}}),
        json!({"anyOf": [{"$ref": "#"}, {"type": "null"}], "not": {"type": "string"}}),
        json!({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b", "unevaluatedItems": false}, "b": {"allOf": [{"$ref": "#/$defs/a"}]}}}),
        json!({"not": {"$ref": "#"}}),
    ];
    for schema in circles {
        if let Ok(definition) = Definition::new("t", "A tool.", schema) {
            for raw in ["{}", "null", r#"{"a": [1, "x"]}"#] {
                let _ = definition.parse(raw);
            }
        }
    }
}

#[test]
fn doubling_references_take_limited_time() {
    let doubled = |n: usize| {
        let next = json!({"$ref": format!("#/$defs/{n}")});
        json!({"anyOf": [next, next], "not": {"const": n}})
    };
    let doubling = |steps: usize| {
        let last = (steps.to_string(), json!({"type": "string"}));
        let defs = (0..steps).map(|n| (n.to_string(), doubled(n + 1)));
        let defs: serde_json::Map<_, _> = defs.chain([last]).collect();
        json!({"$ref": "#/$defs/0", "$defs": defs})
    };
    assert_snapshot!(refused(doubling(40)), @"the schema is too large: more than 1000000 schemas may apply to one value; correct the schema, or pass the arguments unchecked with `Definition::unchecked`");
    assert_snapshot!(describe_error(doubling(15), "5.5"), @"1. Root object: is not what the schema asks for");
    let either = json!({"type": "object", "properties": {"inner": {"$ref": "#/$defs/node"}}, "required": ["inner"]});
    let recursive = json!({
        "$ref": "#/$defs/node",
        "$defs": {"node": {"anyOf": [{"type": "integer"}, either, either], "not": {"type": "integer", "minimum": 5}}},
    });
    let nested = |leaf: &str| format!("{}{leaf}{}", "{\"inner\":".repeat(100), "}".repeat(100));
    assert_eq!(read(recursive.clone(), &nested("2")).repairs.len(), 0);
    assert_snapshot!(describe_error(recursive.clone(), &nested("7")), @"1. Root object: is not what the schema asks for");
    assert_snapshot!(describe_error(recursive, r#"{"inner": 7}"#), @"1. Field 'inner': this form of the value is not allowed here");
}

#[test]
fn a_recursive_schema_is_read_at_depth_100() {
    let schema = json!({
        "$ref": "#/$defs/node",
        "$defs": {"node": {
            "type": "object",
            "properties": {"inner": {"$ref": "#/$defs/node"}, "n": {"type": "integer"}},
            "dependentRequired": {"inner": ["n"]},
        }},
    });
    let raw = format!(
        "{}{{}}{}",
        "{\"n\":\"1\",\"inner\":".repeat(100),
        "}".repeat(100)
    );
    assert_eq!(read(schema, &raw).repairs.len(), 100);
}

/// Twenty unions of two forms combine to a million forms, which the plan leaves to the full schema.
#[test]
fn checks_unions_that_combine_to_too_many_forms() {
    let either = |i: usize| json!({"anyOf": [{"required": [format!("l{i}")]}, {"required": [format!("r{i}")]}]});
    let all: Vec<Value> = (0..20).map(either).collect();
    let schema = json!({"type": "object", "properties": {"l0": {"type": "integer"}}, "allOf": all});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let sides = (0..20).map(|i| {
        (
            format!("{}{i}", if i % 3 == 0 { "l" } else { "r" }),
            json!(1),
        )
    });
    let mut call: serde_json::Map<_, _> = sides.collect();
    assert!(
        definition
            .parse(&Value::from(call.clone()).to_string())
            .is_ok()
    );
    call.shift_remove("l3");
    assert!(definition.parse(&Value::from(call).to_string()).is_err());
}

#[test]
fn tag_alone_selects_the_form() {
    // The other form is open, and has fewer faults.
    let schema = json!({
        "type": "object",
        "properties": {"step": {"oneOf": [
            {"type": "object", "properties": {"kind": {"const": "wait"}}, "required": ["kind"]},
            {
                "type": "object",
                "properties": {
                    "kind": {"const": "move"},
                    "x": {"type": "number"},
                    "y": {"type": "number"},
                },
                "required": ["kind", "x", "y"],
                "additionalProperties": false,
            },
        ]}},
        "required": ["step"],
        "unevaluatedItems": false,
    });
    assert_snapshot!(
        describe_error(schema.clone(), r#"{"step": {"kind": "move", "x": [], "y": {}}}"#),
        @r#"
    1. Field 'step.x' expected number, got array (kind "move")
    2. Field 'step.y' expected number, got object (kind "move")
    "#
    );
    assert_snapshot!(describe_error(schema.clone(), r#"{"step": {"kind": "mov", "x": [], "y": 1}}"#), @r#"1. Field 'step.kind' expected "wait" or "move", got "mov"; did you mean "move"?"#);
    assert_snapshot!(describe_error(schema, r#"{"step": {"x": 1, "y": 1}}"#), @r#"1. Field 'step.kind' is required but missing, "wait" or "move""#);
}

/// Keys are folded as without the feature, in an object that says nothing about other keys.
#[test]
fn folds_keys_of_open_objects() {
    let schema = |more: Value| {
        let mut schema = json!({
            "type": "object",
            "properties": {
                "filePath": {"type": "string"},
                "dryRun": {"type": "boolean"},
                "options": {"type": "object", "properties": {"maxCount": {"type": "integer"}}},
            },
            "not": {"required": ["forbidden"]},
            "dependentRequired": {"dryRun": ["filePath"]},
            "unevaluatedItems": false,
        });
        if let (Value::Object(schema), Value::Object(more)) = (&mut schema, more) {
            schema.extend(more);
        }
        schema
    };
    for (raw, want) in [
        (r#"{"file_path": "a"}"#, json!({"filePath": "a"})),
        (
            r#"{"file-path": "a", "DRY_RUN": "true"}"#,
            json!({"filePath": "a", "dryRun": true}),
        ),
        (
            r#"{"options": {"max_count": "5"}}"#,
            json!({"options": {"maxCount": 5}}),
        ),
        (
            r#"{"arguments": {"filePath": "a"}}"#,
            json!({"filePath": "a"}),
        ),
        (
            r#"{"name": "t", "arguments": {"file_path": "a"}}"#,
            json!({"filePath": "a"}),
        ),
    ] {
        let reading = read(schema(json!({})), raw);
        assert_eq!(reading.value, want, "{raw}");
        assert!(!reading.repairs.is_empty(), "{raw}");
    }
    // The repaired object must satisfy the whole schema. Otherwise, the call stays as it was sent.
    let raw = r#"{"dry_run": true}"#;
    let reading = read(schema(json!({})), raw);
    assert_eq!(reading.value, json!({"dry_run": true}));
    assert_eq!(reading.ignored[0].nearest.as_deref(), Some("dryRun"));
    // Other keys have a meaning of their own.
    for more in [
        json!({"additionalProperties": true}),
        json!({"additionalProperties": {"type": "string"}}),
    ] {
        let reading = read(schema(more), r#"{"file_path": "a"}"#);
        assert_eq!(reading.value, json!({"file_path": "a"}));
        assert!(reading.is_exact());
    }
    // Strict reading changes nothing.
    let strict = definition(schema(json!({})));
    let reading = strict.reader().leniency(Leniency::Strict);
    let reading = reading
        .read::<Value>(r#"{"file_path": "a"}"#)
        .expect("it is valid");
    assert_eq!(reading.value, json!({"file_path": "a"}));
}
