//! Without a tag, the branches of a union are tried, and the best one is reported.

use insta::assert_snapshot;
use serde_json::{Value, json};
use tests::{describe, read};
use tool_core::{Definition, Leniency, Tool, ToolArg};

/// Reads a text at `x` of a schema given as JSON.
#[track_caller]
fn at(place: &Value, sent: &str) -> String {
    let schema = json!({
        "type": "object", "properties": {"x": place}, "required": ["x"],
    });
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let raw = format!(r#"{{"x": {sent}}}"#);
    let outcome = definition.reader().read::<Value>(&raw).map(|mut reading| {
        reading.value = reading.value["x"].take();
        reading
    });
    let told = describe(outcome);
    // Shows a value as JSON instead of its `Debug` text.
    match definition.parse(&raw) {
        Ok(value) => told.replacen(&format!("{:?}", value["x"]), &value["x"].to_string(), 1),
        Err(_) => told,
    }
}

#[test]
fn unknown_external_tag_error_lists_the_names() {
    let external = json!({"oneOf": [
        {"enum": ["none"]},
        {"type": "object", "properties": {"some_of": {"type": "array", "items": {"type": "integer"}}}, "required": ["some_of"], "additionalProperties": false},
        {"type": "object", "properties": {"range": {"type": "integer"}}, "required": ["range"], "additionalProperties": false},
    ]});
    assert_snapshot!(at(&external, r#"{"rang": 1}"#), @r#"! x.range required {"expected":["integer"],"sent_as":"x.rang"}"#);
    assert_snapshot!(at(&external, r#"{"all": 1}"#), @r#"! x union {"members":["none"],"forms":["{\"some_of\": [integer]}","{\"range\": integer}"],"unknown":["all"]} got {"all":1}"#);
    assert_snapshot!(at(&external, r#"{"SomeOf": ["1"]}"#), @r#"
    {"some_of":[1]}
    ~ x.some_of property_name: "SomeOf" -> "some_of"
    ~ x.some_of[0] string_to_number: "1" -> 1
    "#);
    assert_snapshot!(at(&external, r#"{"some_of": ["x", 1.5]}"#), @r#"
    ! x.some_of[0] type {"expected":["integer"]} got "x"
    ! x.some_of[1] type {"expected":["integer"]} got 1.5
    "#);
    assert_snapshot!(at(&external, r#""All""#), @r#"! x union {"members":["none"],"forms":["{\"some_of\": [integer]}","{\"range\": integer}"]} got "All""#);
    assert_snapshot!(at(&external, "5"), @r#"! x union {"members":["none"],"forms":["{\"some_of\": [integer]}","{\"range\": integer}"]} got 5"#);
}

#[test]
fn only_the_nearest_untagged_branch_is_reported() {
    let shapes = json!({"anyOf": [
        {"type": "object", "properties": {"radius": {"type": "number"}}, "required": ["radius"], "additionalProperties": false},
        {"type": "object", "properties": {"width": {"type": "number"}, "height": {"type": "number"}}, "required": ["width", "height"], "additionalProperties": false},
        {"type": "array", "items": {"type": "integer"}},
    ]});
    assert_snapshot!(at(&shapes, r#"{"width": "1", "heigth": 2}"#), @r#"! x.height required {"expected":["number"],"sent_as":"x.heigth"}"#);
    assert_snapshot!(at(&shapes, r#"{"width": 1, "height": "tall"}"#), @r#"! x.height type {"expected":["number"]} got "tall""#);
    assert_snapshot!(at(&shapes, r#"{"radius": "wide"}"#), @r#"! x.radius type {"expected":["number"]} got "wide""#);
    assert_snapshot!(at(&shapes, r#"[1, "x"]"#), @r#"! x[1] type {"expected":["integer"]} got "x""#);
    assert_snapshot!(at(&shapes, "true"), @r#"! x union {"forms":["{\"radius\": number}","{\"width\": number, \"height\": number}","array of integers"]} got true"#);
}

#[test]
fn nullable_struct_reports_the_faults_of_the_struct() {
    #[derive(Debug, ToolArg)]
    #[expect(dead_code, reason = "it is not read")]
    struct Range {
        first: u8,
        last: u8,
        step: u8,
    }
    /// A tool.
    #[derive(Debug, Tool)]
    #[expect(dead_code, reason = "it is not read")]
    struct Nullable {
        range: Option<Range>,
        list: Option<Vec<Option<Range>>>,
    }
    assert_snapshot!(read::<Nullable>(r#"{"range": {"first": "x", "last": 256, "stop": 1}}"#), @r#"
    ! range.first type {"expected":["integer"]} got "x"
    ! range.last out_of_range {"format":"uint8","minimum":0,"maximum":255} got 256
    ! range.step required {"expected":["integer"],"sent_as":"range.stop"}
    "#);
    assert_snapshot!(read::<Nullable>(r#"{"list": [null, {"first": 1}, "none"]}"#), @r#"
    ! list[1].last required {"expected":["integer"]}
    ! list[1].step required {"expected":["integer"]}
    ! list[2] type {"expected":["object","null"],"shape":"{first: integer, last: integer, step: integer} or null"} got "none"
    "#);
    assert_snapshot!(read::<Nullable>(r#"{"range": "none"}"#), @r#"! range type {"expected":["object","null"],"shape":"{first: integer, last: integer, step: integer} or null"} got "none""#);
}

#[test]
fn first_of_equal_results_is_used() {
    let same =
        json!({"anyOf": [{"type": "integer", "minimum": 0}, {"type": "integer", "maximum": 9}]});
    assert_snapshot!(at(&same, r#""5""#), @r#"
    5
    ~ x string_to_number: "5" -> 5
    "#);
    let objects = json!({"anyOf": [
        {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]},
        {"type": "object", "properties": {"a": {"type": "number"}}, "required": ["a"]},
    ]});
    assert_snapshot!(at(&objects, r#"{"a": "5"}"#), @r#"
    {"a":5}
    ~ x.a string_to_number: "5" -> 5
    "#);
    let wider = json!({"type": ["boolean", "integer"]});
    assert_snapshot!(at(&wider, r#""1""#), @r#"
    1
    ~ x string_to_number: "1" -> 1
    "#);
}

#[test]
fn different_results_of_two_branches_are_an_issue() {
    let either =
        json!({"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "integer"}]});
    assert_snapshot!(at(&either, r#""5""#), @r#"
    5
    ~ x string_to_number: "5" -> 5
    "#);
    let objects = json!({"anyOf": [
        {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]},
        {"type": "object", "properties": {"a": {"type": "boolean"}}, "required": ["a"]},
    ]});
    assert_snapshot!(at(&objects, r#"{"a": "1"}"#), @r#"! x ambiguous {"readings":[{"a":1},{"a":true}]} got {"a":"1"}"#);
    assert_snapshot!(at(&objects, r#"{"a": "yes"}"#), @r#"
    {"a":true}
    ~ x.a to_boolean: "yes" -> true
    "#);
    let scalars = json!({"type": ["boolean", "null"]});
    assert_snapshot!(at(&scalars, r#""null""#), @r#"
    null
    ~ x text_to_null: "null" -> null
    "#);
    let renamed = json!({"anyOf": [
        {"type": "object", "properties": {"file_path": {"type": "string"}}, "required": ["file_path"], "additionalProperties": false},
        {"type": "object", "properties": {"FILEPATH": {"type": "string"}}, "required": ["FILEPATH"], "additionalProperties": false},
    ]});
    assert_snapshot!(at(&renamed, r#"{"filePath": "a"}"#), @r#"! x union {"forms":["{\"file_path\": string}","{\"FILEPATH\": string}"],"unknown":["filePath"]} got {"filePath":"a"}"#);
    assert_snapshot!(at(&json!({"enum": ["on", "ON"]}), r#""On""#), @r#"! x enum {"members":["on","ON"]} got "On""#);
}

#[test]
fn a_value_that_is_valid_in_a_later_branch_is_never_changed() {
    for (place, sent) in [
        (
            json!({"anyOf": [{"type": "integer"}, {"type": "string"}]}),
            r#""5""#,
        ),
        (
            json!({"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}]}),
            r#""[1]""#,
        ),
        (
            json!({"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "integer"}]}),
            "5",
        ),
        (
            json!({"anyOf": [{"type": "boolean"}, {"type": "integer"}]}),
            "1",
        ),
        (
            json!({"anyOf": [{"enum": ["Red"]}, {"type": "string", "maxLength": 3}]}),
            r#""red""#,
        ),
        (
            json!({"anyOf": [{"type": "integer"}, {"type": "number"}]}),
            "1.0",
        ),
        (
            json!({"anyOf": [{"type": "object", "properties": {"a": {"type": "integer"}}}, {"type": "object", "properties": {"a": {"type": "string"}}}]}),
            r#"{"a":"1"}"#,
        ),
        (
            json!({"anyOf": [{"type": "null"}, {"type": "string"}]}),
            r#""null""#,
        ),
    ] {
        let told = at(&place, sent);
        assert_eq!(told, sent, "{place}");
    }
}

#[test]
fn value_that_matches_two_one_of_forms_is_an_issue() {
    let exactly =
        json!({"oneOf": [{"type": "integer", "minimum": 0}, {"type": "integer", "maximum": 9}]});
    assert_snapshot!(at(&exactly, "5"), @r#"! x several_forms {"forms":["integer at least 0","integer at most 9"]} got 5"#);
    assert_snapshot!(at(&exactly, r#""5""#), @r#"! x several_forms {"forms":["integer at least 0","integer at most 9"]} got "5""#);
    assert_snapshot!(at(&exactly, r#""12""#), @r#"
    12
    ~ x string_to_number: "12" -> 12
    "#);
    let schema = json!({"type": "object", "properties": {"x": exactly}});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let strict = definition.reader().leniency(Leniency::Strict);
    assert!(strict.read::<Value>(r#"{"x": 5}"#).is_err());
    assert!(strict.read::<Value>(r#"{"x": 12}"#).is_ok());
}

#[test]
fn serde_reads_the_form_that_the_schema_selects() {
    #[derive(Debug, PartialEq, ToolArg)]
    struct Options {
        depth: Option<u32>,
    }

    #[derive(Debug, PartialEq, ToolArg)]
    #[serde(untagged)]
    enum Target {
        Options(Options),
        Named { name: String },
    }

    /// Look at something.
    #[derive(Debug, PartialEq, Tool)]
    struct Look {
        target: Target,
    }

    // Serde tries the forms in order. The first form would accept this object and drop the name, if
    // it did not reject unknown keys.
    let look = Look::parse(r#"{"target": {"name": "a"}}"#).expect("the second form");
    let name = "a".to_owned();
    assert_eq!(look.target, Target::Named { name });
}

#[test]
fn integral_float_is_preferred_over_coercion() {
    let form = |x: &str, y: &str| {
        json!({
            "type": "object",
            "properties": {"a": {"type": x}, "b": {"type": y}},
            "required": ["a", "b"],
            "additionalProperties": false,
        })
    };
    let union = json!({"anyOf": [form("integer", "integer"), form("number", "string")]});
    assert_snapshot!(at(&union, r#"{"a": 1.0, "b": 2.0}"#), @r#"
    {"a":1,"b":2}
    ~ x.a float_to_integer: 1.0 -> 1
    ~ x.b float_to_integer: 2.0 -> 2
    "#);
    let union = json!({"oneOf": [form("integer", "integer"), form("string", "string")]});
    assert_snapshot!(at(&union, r#"{"a": 1.0, "b": 2.0}"#), @r#"
    {"a":1,"b":2}
    ~ x.a float_to_integer: 1.0 -> 1
    ~ x.b float_to_integer: 2.0 -> 2
    "#);
    // A form that accepts the value unchanged is preferred to both.
    let union = json!({"anyOf": [form("integer", "integer"), form("number", "number")]});
    assert_snapshot!(at(&union, r#"{"a": 1.0, "b": 2.0}"#), @r#"{"a":1.0,"b":2.0}"#);
}

/// A form with that tag and an integer.
fn tagged(kind: &Value) -> Value {
    json!({
        "type": "object",
        "properties": {"kind": kind, "n": {"type": "integer"}, "m": {"type": "integer"}},
        "required": ["kind", "n"],
        "additionalProperties": false,
    })
}

#[test]
fn a_tag_decides_through_unions_in_unions() {
    let text = |kind: &str| tagged(&json!({"const": kind}));
    let inner = json!({"oneOf": [text("a"), text("b")]});
    let union = json!({"anyOf": [inner, {"anyOf": [text("c"), {"type": "null"}]}]});
    assert_snapshot!(at(&union, r#"{"kind": "c", "n": "soon", "m": []}"#), @r#"
    ! x.n type {"expected":["integer"],"branch":"kind \"c\""} got "soon"
    ! x.m type {"expected":["integer"],"branch":"kind \"c\""} got []
    "#);
    assert_snapshot!(at(&union, r#"{"kind": "B", "n": "soon"}"#), @r#"! x.n type {"expected":["integer"],"branch":"kind \"b\""} got "soon""#);
    assert_snapshot!(at(&union, r#"{"kind": "d", "n": "soon"}"#), @r#"! x.kind enum {"members":["a","b","c"]} got "d""#);
    assert_snapshot!(at(&union, r#"{"kind": "c", "n": "5"}"#), @r#"
    {"kind":"c","n":5}
    ~ x.n string_to_number: "5" -> 5
    "#);
    assert_snapshot!(at(&union, "null"), @"null");
    // The same tag in two forms selects neither.
    let union = json!({"anyOf": [inner, text("b")]});
    assert_snapshot!(at(&union, r#"{"kind": "b", "n": 5}"#), @r#"{"kind":"b","n":5}"#);
}

#[test]
fn a_tag_may_be_a_number_or_a_boolean() {
    let union = json!({"anyOf": [
        tagged(&json!({"const": 1})), tagged(&json!({"enum": [2, 3]})),
    ]});
    assert_snapshot!(at(&union, r#"{"kind": 2, "n": "soon", "k": 1}"#), @r#"
    ! x.n type {"expected":["integer"],"branch":"kind 2"} got "soon"
    ! x.k unknown_key {"branch":"kind 2"} got 1
    "#);
    assert_snapshot!(at(&union, r#"{"kind": 4, "n": "soon"}"#), @r#"! x.kind enum {"members":[1,2,3]} got 4"#);
    assert_snapshot!(at(&union, r#"{"kind": "3", "n": "5"}"#), @r#"
    {"kind":3,"n":5}
    ~ x.kind enum_member: "3" -> 3
    ~ x.n string_to_number: "5" -> 5
    "#);
    assert_snapshot!(at(&union, r#"{"kind": "4", "n": 5}"#), @r#"! x.kind enum {"members":[1,2,3]} got "4""#);
    assert_snapshot!(at(&union, r#"{"kind": true, "n": 5}"#), @r#"! x.kind enum {"members":[1,2,3]} got true"#);
    let union = json!({"oneOf": [
        tagged(&json!({"const": true})), tagged(&json!({"const": false})),
    ]});
    assert_snapshot!(at(&union, r#"{"kind": false}"#), @r#"! x.n required {"expected":["integer"],"branch":"kind false"}"#);
    assert_snapshot!(at(&union, r#"{"kind": "false", "n": 1}"#), @r#"
    {"kind":false,"n":1}
    ~ x.kind to_boolean: "false" -> false
    "#);
    assert_snapshot!(at(&union, r#"{"n": 1}"#), @r#"! x.kind required {"expected":["boolean"],"members":[true,false]}"#);
    let union = json!({"anyOf": [
        tagged(&json!({"const": "a"})), tagged(&json!({"const": null})),
    ]});
    assert_snapshot!(at(&union, r#"{"kind": null, "n": "soon"}"#), @r#"! x.n type {"expected":["integer"],"branch":"kind null"} got "soon""#);
    assert_snapshot!(at(&union, r#"{"kind": "A", "n": 1}"#), @r#"
    {"kind":"a","n":1}
    ~ x.kind enum_member: "A" -> "a"
    "#);
    assert_snapshot!(at(&union, r#"{"kind": 5, "n": 1}"#), @r#"! x.kind enum {"members":["a",null]} got 5"#);
}

#[test]
fn only_object_form_reports_all_its_faults() {
    let form = tagged(&json!({"enum": ["a", "b"]}));
    let union = json!({"anyOf": [form, {"type": "null"}]});
    assert_snapshot!(at(&union, r#"{"kind": "d", "n": "soon", "k": 1}"#), @r#"
    ! x.kind enum {"members":["a","b"]} got "d"
    ! x.n type {"expected":["integer"]} got "soon"
    ! x.k unknown_key got 1
    "#);
    assert_snapshot!(at(&union, r#"{"kind": "a", "n": "soon"}"#), @r#"! x.n type {"expected":["integer"]} got "soon""#);
}

#[test]
fn large_recursive_union_is_read() {
    let forms: Vec<Value> = (0..1000)
        .map(|number| tagged(&json!({"const": format!("k{number}")})))
        .collect();
    let unions: serde_json::Map<String, Value> = (0..1000)
        .map(|number| {
            let of_its_own = tagged(&json!({"const": format!("p{number}")}));
            let union = json!({"anyOf": [{"$ref": "#/$defs/large"}, of_its_own]});
            (format!("p{number}"), union)
        })
        .collect();
    let schema = json!({
        "type": "object", "properties": unions, "$defs": {"large": {"anyOf": forms}},
    });
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let read = definition.parse(r#"{"p7": {"kind": "p7", "n": "5"}}"#);
    assert_eq!(
        read.expect("its own form"),
        json!({"p7": {"kind": "p7", "n": 5}})
    );
}

#[test]
fn a_form_of_the_right_type_is_nearer_than_one_with_fewer_issues() {
    let union = json!({"anyOf": [
        {"type": "object", "properties": {"note": {"type": "boolean"}, "n": {"type": "integer"}}, "required": ["n"], "additionalProperties": false},
        {"type": "object", "properties": {"note": {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}, "c": {"type": "integer"}}, "required": ["a", "b", "c"], "additionalProperties": false}, "m": {"type": "integer"}}, "additionalProperties": false},
        {"type": "object", "properties": {"url": {"type": "string"}}, "required": ["url"], "additionalProperties": false},
    ]});
    assert_snapshot!(at(&union, r#"{"note": {"d": 1}}"#), @r#"
    ! x.note.a required {"expected":["integer"]}
    ! x.note.b required {"expected":["integer"]}
    ! x.note.c required {"expected":["integer"]}
    ! x.note.d unknown_key got 1
    "#);
    assert_snapshot!(at(&union, r#"{"note": "x", "n": 1}"#), @r#"! x.note type {"expected":["boolean"]} got "x""#);
}

#[test]
fn names_all_forms_if_they_expect_different_values_of_the_same_key() {
    let union = json!({"anyOf": [
        {"type": "object", "properties": {"note": {"enum": ["read", "write"]}, "path": {"type": "string"}}, "additionalProperties": false},
        {"type": "object", "properties": {"note": {"type": "integer"}}, "required": ["note"], "additionalProperties": false},
        {"type": "object", "properties": {"url": {"type": "string"}}, "required": ["url"], "additionalProperties": false},
    ]});
    assert_snapshot!(at(&union, r#"{"note": "a few"}"#), @r#"! x union {"forms":["{\"note\"?, \"path\"?}","{\"note\"}","{\"url\"}"]} got {"note":"a few"}"#);
}

#[test]
fn an_object_without_a_key_of_the_only_object_is_told_all_forms() {
    let union = json!({"anyOf": [
        {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"], "additionalProperties": false},
        {"type": "string"},
    ]});
    assert_snapshot!(at(&union, r#"{"value": "text"}"#), @r#"! x union {"forms":["{\"a\": integer}","string"]} got {"value":"text"}"#);
    assert_snapshot!(at(&union, r#"{"a": "x"}"#), @r#"! x.a type {"expected":["integer"]} got "x""#);
}

#[test]
fn a_form_that_converts_a_value_takes_no_argument_of_another_form() {
    let union = json!({"anyOf": [
        {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]},
        {"type": "object", "properties": {"id": {"type": "integer"}, "size": {"type": "integer"}}, "required": ["id"]},
    ]});
    assert_snapshot!(at(&union, r#"{"id": 5, "size": "big"}"#), @r#"! x.size type {"expected":["integer"]} got "big""#);
    assert_snapshot!(at(&union, r#"{"id": 5, "other": "big"}"#), @r#"
    {"id":5,"other":"big"}
    ? x.other near None
    "#);
    assert_snapshot!(at(&union, r#"{"id": "a", "size": "big"}"#), @r#"
    {"id":"a","size":"big"}
    ? x.size near None
    "#);
}

#[test]
fn a_key_in_another_style_is_read_by_the_open_form_that_has_it() {
    let union = json!({"anyOf": [
        {"type": "object", "properties": {"url": {"type": "string"}}},
        {"type": "object", "properties": {"file_path": {"type": "string"}}},
    ]});
    assert_snapshot!(at(&union, r#"{"filePath": "a"}"#), @r#"
    {"file_path":"a"}
    ~ x.file_path property_name: "filePath" -> "file_path"
    "#);
    assert_snapshot!(at(&union, r#"{"file_pth": "a"}"#), @r#"
    {"file_pth":"a"}
    ? x.file_pth near Some("file_path")
    "#);
    assert_snapshot!(at(&union, r#"{"file_path": "a"}"#), @r#"{"file_path":"a"}"#);
    assert_snapshot!(at(&union, r#"{"other": "a"}"#), @r#"
    {"other":"a"}
    ? x.other near None
    "#);
}

#[test]
fn a_number_beyond_the_bounds_of_its_form_is_no_text_of_another_form() {
    let union = json!({"anyOf": [
        {"type": "object", "properties": {"a": {"type": "boolean"}}, "required": ["a"]},
        {"type": "object", "properties": {"items": {"type": "integer", "minimum": -3}}, "required": ["items"]},
        {"type": "object", "properties": {"items": {"type": "string"}}, "required": ["items"]},
    ]});
    assert_snapshot!(at(&union, r#"{"items": -7}"#), @r#"! x.items minimum {"minimum":-3,"exclusive":false} got -7"#);
    assert_snapshot!(at(&union, r#"{"items": -2}"#), @r#"{"items":-2}"#);
    assert_snapshot!(at(&union, r#"{"items": "-7"}"#), @r#"{"items":"-7"}"#);
    // No form has the type, so the conversion is the only reading.
    assert_snapshot!(at(&union, r#"{"items": 1.5}"#), @r#"
    {"items":"1.5"}
    ~ x.items scalar_to_string: 1.5 -> "1.5"
    "#);
    assert_snapshot!(at(&union, r#"{"a": "true"}"#), @r#"
    {"a":true}
    ~ x.a to_boolean: "true" -> true
    "#);

    let nested = json!({"anyOf": [
        {"type": "object", "properties": {"of": {"type": "object", "properties": {"k": {"type": "integer", "maximum": 10}}, "required": ["k"]}}, "required": ["of"]},
        {"type": "object", "properties": {"of": {"type": "object", "properties": {"k": {"type": "string"}}, "required": ["k"]}}, "required": ["of"]},
    ]});
    assert_snapshot!(at(&nested, r#"{"of": {"k": 50}}"#), @r#"! x.of.k maximum {"maximum":10,"exclusive":false} got 50"#);

    // Only the other form declares all keys.
    let wider = json!({"anyOf": [
        {"type": "object", "properties": {"n": {"type": "integer", "maximum": 10}}, "required": ["n"]},
        {"type": "object", "properties": {"n": {"type": "string"}, "s": {"type": "string"}}, "required": ["n"]},
    ]});
    assert_snapshot!(at(&wider, r#"{"n": 50, "s": "a"}"#), @r#"
    {"n":"50","s":"a"}
    ~ x.n scalar_to_string: 50 -> "50"
    "#);

    // A quoted number is a common fault, so the bounds of a text decide nothing.
    let quoted = json!({"anyOf": [
        {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]},
        {"type": "object", "properties": {"n": {"type": "string", "maxLength": 1}}, "required": ["n"]},
    ]});
    assert_snapshot!(at(&quoted, r#"{"n": "12"}"#), @r#"
    {"n":12}
    ~ x.n string_to_number: "12" -> 12
    "#);
}
