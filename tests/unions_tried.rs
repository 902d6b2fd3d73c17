//! Where no tag decides, the branches of a union are tried, and the best one is
//! named.

use insta::assert_snapshot;
use serde_json::{Value, json};
use tests::{read, told};
use tool_core::{Definition, Leniency, Tool, ToolArg};

/// What a text is read as at `x` of a schema given as JSON.
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
    let told = told(outcome);
    // A value as JSON, not as Rust has it.
    match definition.parse(&raw) {
        Ok(value) => told.replacen(&format!("{:?}", value["x"]), &value["x"].to_string(), 1),
        Err(_) => told,
    }
}

#[test]
fn an_unknown_external_key_is_answered_with_the_names() {
    let external = json!({"oneOf": [
        {"enum": ["none"]},
        {"type": "object", "properties": {"some_of": {"type": "array", "items": {"type": "integer"}}}, "required": ["some_of"], "additionalProperties": false},
        {"type": "object", "properties": {"range": {"type": "integer"}}, "required": ["range"], "additionalProperties": false},
    ]});
    assert_snapshot!(at(&external, r#"{"rang": 1}"#), @r#"! x enum {"members":["some_of","range"],"nearest":"range"} got "rang""#);
    assert_snapshot!(at(&external, r#"{"all": 1}"#), @r#"! x enum {"members":["some_of","range"]} got "all""#);
    assert_snapshot!(at(&external, r#"{"SomeOf": ["1"]}"#), @r#"
    {"some_of":[1]}
    ~ x.some_of property_name: "SomeOf" -> "some_of"
    ~ x.some_of[0] string_to_number: "1" -> 1
    "#);
    assert_snapshot!(at(&external, r#"{"some_of": ["x", 1.5]}"#), @r#"
    ! x.some_of[0] type {"expected":["integer"]} got "x"
    ! x.some_of[1] type {"expected":["integer"]} got 1.5
    "#);
    assert_snapshot!(at(&external, r#""All""#), @r#"! x enum {"members":["none"]} got "All""#);
    assert_snapshot!(at(&external, "5"), @r#"! x type {"expected":["string","object"]} got 5"#);
}

#[test]
fn of_branches_without_a_tag_the_nearest_is_reported_alone() {
    let shapes = json!({"anyOf": [
        {"type": "object", "properties": {"radius": {"type": "number"}}, "required": ["radius"], "additionalProperties": false},
        {"type": "object", "properties": {"width": {"type": "number"}, "height": {"type": "number"}}, "required": ["width", "height"], "additionalProperties": false},
        {"type": "array", "items": {"type": "integer"}},
    ]});
    assert_snapshot!(at(&shapes, r#"{"width": "1", "heigth": 2}"#), @r#"
    ! x.height required {"expected":["number"]}
    ! x.heigth unknown_key {"nearest":"height"} got 2
    "#);
    assert_snapshot!(at(&shapes, r#"{"width": 1, "height": "tall"}"#), @r#"! x.height type {"expected":["number"]} got "tall""#);
    assert_snapshot!(at(&shapes, r#"{"radius": "wide"}"#), @r#"! x.radius type {"expected":["number"]} got "wide""#);
    assert_snapshot!(at(&shapes, r#"[1, "x"]"#), @r#"! x[1] type {"expected":["integer"]} got "x""#);
    assert_snapshot!(at(&shapes, "true"), @r#"! x type {"expected":["array","object"]} got true"#);
}

#[test]
fn a_nullable_struct_reports_the_faults_of_the_struct() {
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
    ! range.last out_of_range {"format":"uint8"} got 256
    ! range.step required {"expected":["integer"]}
    ! range.stop unknown_key {"nearest":"step"} got 1
    "#);
    assert_snapshot!(read::<Nullable>(r#"{"list": [null, {"first": 1}, "none"]}"#), @r#"
    ! list[1].last required {"expected":["integer"]}
    ! list[1].step required {"expected":["integer"]}
    ! list[2] type {"expected":["object","null"]} got "none"
    "#);
    assert_snapshot!(read::<Nullable>(r#"{"range": "none"}"#), @r#"! range type {"expected":["object","null"]} got "none""#);
}

#[test]
fn of_equal_readings_the_first_is_taken() {
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
fn two_readings_of_different_values_are_an_issue() {
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
    assert_snapshot!(at(&objects, r#"{"a": "1"}"#), @r#"! x ambiguous got {"a":"1"}"#);
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
    assert_snapshot!(at(&renamed, r#"{"filePath": "a"}"#), @r#"! x enum {"members":["file_path","FILEPATH"]} got "filePath""#);
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
fn a_value_of_two_forms_where_one_is_asked_for_is_an_issue() {
    let exactly =
        json!({"oneOf": [{"type": "integer", "minimum": 0}, {"type": "integer", "maximum": 9}]});
    assert_snapshot!(at(&exactly, "5"), @"! x ambiguous got 5");
    assert_snapshot!(at(&exactly, r#""5""#), @r#"! x ambiguous got "5""#);
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
fn serde_takes_the_form_that_the_schema_means() {
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

    // Serde tries the forms in order: the first would read this as no options,
    // and lose the name, if it did not refuse keys that it does not know.
    let look = Look::parse(r#"{"target": {"name": "a"}}"#).expect("the second form");
    let name = "a".to_owned();
    assert_eq!(look.target, Target::Named { name });
}
