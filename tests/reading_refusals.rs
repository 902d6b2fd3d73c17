//! What a type refuses although the schema allows it, in terms of JSON.

use std::fmt::{Debug, Write as _};

use insta::assert_snapshot;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use tool_core::issue::IssueKind;
use tool_core::{Definition, ToolArgError, Value, json};

#[derive(Debug, Deserialize)]
struct Unit;

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "read, but not used")]
struct Pair(u8, u8);

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "read, but not used")]
struct Named {
    a: u8,
}

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "read, but not used")]
enum External {
    Unit,
    One(u8),
    Pair(u8, u8),
    Named { a: u8 },
}

#[derive(Debug, Deserialize)]
#[serde(tag = "kind")]
#[expect(dead_code, reason = "read, but not used")]
enum Internal {
    Unit,
    Named { a: u8 },
}

#[derive(Debug, Deserialize)]
#[serde(tag = "kind", content = "value")]
#[expect(dead_code, reason = "read, but not used")]
enum Adjacent {
    Unit,
    Pair(u8, u8),
}

/// A type that reads bytes.
#[derive(Debug)]
struct Bytes;

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&[u8]>::deserialize(deserializer).map(|_| Self)
    }
}

const INSTRUCTION: &str = "Please rewrite the input with valid arguments. Errors: ";

/// Reads each value as the property `v` of a schema that allows everything, and returns the
/// messages of the type.
pub(crate) fn refuse<T: DeserializeOwned + Debug + 'static>(values: &[&str]) -> String {
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "read, but not used")]
    struct Arguments<T> {
        v: T,
    }
    let schema = json!({"type": "object", "properties": {"v": {}}});
    let tool = Definition::new("tool", "A tool.", schema).expect("a valid schema");
    let mut text = String::new();
    for value in values {
        let raw = format!(r#"{{"v": {value}}}"#);
        let read: Result<Arguments<T>, ToolArgError> = tool
            .reader()
            .read(raw.as_str())
            .map(|reading| reading.value);
        let shown = match read {
            Ok(read) => format!("{read:?}"),
            Err(error) => error.to_string(),
        };
        let shown = shown.trim_start_matches(INSTRUCTION);
        writeln!(
            text,
            "{value}: {}",
            shown.lines().last().unwrap_or_default()
        )
        .expect("a string");
    }
    text
}

const EACH: [&str; 6] = ["null", "true", "300.5", r#""text""#, "[1]", r#"{"b": 1}"#];

#[test]
fn a_refusal_names_the_type_of_scalars() {
    assert_snapshot!(refuse::<f64>(&EACH), @r#"
    null: v: expected a number, got null
    true: v: expected a number, got boolean
    300.5: Arguments { v: 300.5 }
    "text": v: expected a number, got string
    [1]: v: expected a number, got array
    {"b": 1}: v: expected a number, got object
    "#);
    assert_snapshot!(refuse::<u8>(&EACH), @r#"
    null: v: expected an integer from 0 to 255, got null
    true: v: expected an integer from 0 to 255, got boolean
    300.5: v: expected an integer from 0 to 255, got 300.5
    "text": v: expected an integer from 0 to 255, got string
    [1]: v: expected an integer from 0 to 255, got array
    {"b": 1}: v: expected an integer from 0 to 255, got object
    "#);
    assert_snapshot!(refuse::<i128>(&EACH), @r#"
    null: v: expected an integer of at most 128 bits, got null
    true: v: expected an integer of at most 128 bits, got boolean
    300.5: v: expected an integer of at most 128 bits, got 300.5
    "text": v: expected an integer of at most 128 bits, got string
    [1]: v: expected an integer of at most 128 bits, got array
    {"b": 1}: v: expected an integer of at most 128 bits, got object
    "#);
    assert_snapshot!(refuse::<std::num::NonZeroI8>(&["0", "null"]), @r#"
    0: v: expected an integer other than 0, got 0
    null: v: expected an integer other than 0, got null
    "#);
    assert_snapshot!(refuse::<bool>(&EACH), @r#"
    null: v: expected a boolean, got null
    true: Arguments { v: true }
    300.5: v: expected a boolean, got 300.5
    "text": v: expected a boolean, got string
    [1]: v: expected a boolean, got array
    {"b": 1}: v: expected a boolean, got object
    "#);
    assert_snapshot!(refuse::<char>(&EACH), @r#"
    null: v: expected one character, got null
    true: v: expected one character, got boolean
    300.5: v: expected one character, got 300.5
    "text": v: expected one character, got "text"
    [1]: v: expected one character, got array
    {"b": 1}: v: expected one character, got object
    "#);
    assert_snapshot!(refuse::<String>(&EACH), @r#"
    null: v: expected a string, got null
    true: v: expected a string, got boolean
    300.5: v: expected a string, got 300.5
    "text": Arguments { v: "text" }
    [1]: v: expected a string, got array
    {"b": 1}: v: expected a string, got object
    "#);
    assert_snapshot!(refuse::<Bytes>(&EACH), @r#"
    null: v: expected a string or an array of integers, got null
    true: v: expected a string or an array of integers, got boolean
    300.5: v: expected a string or an array of integers, got 300.5
    "text": Arguments { v: Bytes }
    [1]: v: expected a string or an array of integers, got array
    {"b": 1}: v: expected a string or an array of integers, got object
    "#);
    assert_snapshot!(refuse::<()>(&EACH), @r#"
    null: Arguments { v: () }
    true: v: expected null, got boolean
    300.5: v: expected null, got 300.5
    "text": v: expected null, got string
    [1]: v: expected null, got array
    {"b": 1}: v: expected null, got object
    "#);
    assert_snapshot!(refuse::<Unit>(&EACH), @r#"
    null: Arguments { v: Unit }
    true: v: expected null, got boolean
    300.5: v: expected null, got 300.5
    "text": v: expected null, got string
    [1]: v: expected null, got array
    {"b": 1}: v: expected null, got object
    "#);
}

#[test]
fn a_refusal_names_the_type_of_containers() {
    assert_snapshot!(refuse::<Vec<u8>>(&EACH), @r#"
    null: v: expected an array, got null
    true: v: expected an array, got boolean
    300.5: v: expected an array, got 300.5
    "text": v: expected an array, got string
    [1]: Arguments { v: [1] }
    {"b": 1}: v: expected an array, got object
    "#);
    assert_snapshot!(refuse::<[u8; 2]>(&EACH), @r#"
    null: v: expected an array of 2 items, got null
    true: v: expected an array of 2 items, got boolean
    300.5: v: expected an array of 2 items, got 300.5
    "text": v: expected an array of 2 items, got string
    [1]: v: expected an array of 2 items, got 1 item
    {"b": 1}: v: expected an array of 2 items, got object
    "#);
    assert_snapshot!(refuse::<(u8, u8)>(&EACH), @r#"
    null: v: expected an array of 2 items, got null
    true: v: expected an array of 2 items, got boolean
    300.5: v: expected an array of 2 items, got 300.5
    "text": v: expected an array of 2 items, got string
    [1]: v: expected an array of 2 items, got 1 item
    {"b": 1}: v: expected an array of 2 items, got object
    "#);
    assert_snapshot!(refuse::<Pair>(&EACH), @r#"
    null: v: expected an array, got null
    true: v: expected an array, got boolean
    300.5: v: expected an array, got 300.5
    "text": v: expected an array, got string
    [1]: v: expected an array of 2 items, got 1 item
    {"b": 1}: v: expected an array, got object
    "#);
    assert_snapshot!(refuse::<Named>(&EACH), @r#"
    null: v: expected an object, got null
    true: v: expected an object, got boolean
    300.5: v: expected an object, got 300.5
    "text": v: expected an object, got string
    [1]: v: expected an object, got array
    {"b": 1}: v.a: Required
    "#);
    assert_snapshot!(refuse::<std::collections::BTreeMap<String, u8>>(&EACH), @r#"
    null: v: expected an object, got null
    true: v: expected an object, got boolean
    300.5: v: expected an object, got 300.5
    "text": v: expected an object, got string
    [1]: v: expected an object, got array
    {"b": 1}: Arguments { v: {"b": 1} }
    "#);
    assert_snapshot!(refuse::<Option<Value>>(&["null"]), @r#"
    null: Arguments { v: None }
    "#);
}

#[test]
fn a_refusal_names_the_form_of_enums() {
    let forms = [
        r#""Unit""#,
        r#""One""#,
        r#"{"Unit": 1}"#,
        r#"{"Unit": null}"#,
        r#"{"One": "a"}"#,
        r#"{"Pair": 1}"#,
        r#"{"Pair": [1]}"#,
        r#"{"Named": 1}"#,
        r#"{"Named": {}}"#,
        r#"{"Named": {"a": 1}, "b": 2}"#,
        "{}",
    ];
    assert_snapshot!(refuse::<External>(&EACH), @r#"
    null: v: expected a declared name, or an object with one as its key, got null
    true: v: expected a declared name, or an object with one as its key, got boolean
    300.5: v: expected a declared name, or an object with one as its key, got 300.5
    "text": v: expected "Unit", "One", "Pair" or "Named"
    [1]: v: expected a declared name, or an object with one as its key, got array
    {"b": 1}: v: expected "Unit", "One", "Pair" or "Named", got {"b":1}
    "#);
    assert_snapshot!(refuse::<External>(&forms), @r#"
    "Unit": Arguments { v: Unit }
    "One": v: expected an object with the one key "One", got string
    {"Unit": 1}: v.Unit: expected null, got 1
    {"Unit": null}: Arguments { v: Unit }
    {"One": "a"}: v.One: expected an integer from 0 to 255, got string
    {"Pair": 1}: v.Pair: expected an array, got 1
    {"Pair": [1]}: v.Pair: expected an array of 2 items, got 1 item
    {"Named": 1}: v.Named: expected an object, got 1
    {"Named": {}}: v.Named.a: Required
    {"Named": {"a": 1}, "b": 2}: v: expected a declared name, or an object with one as its key, got object
    {}: v: expected a declared name, or an object with one as its key, got object
    "#);
    let tagged = [
        r#"{"kind": 1}"#,
        r#"{"kind": "Other"}"#,
        r#"{"kind": "Named"}"#,
        r#"{"kind": "Named", "a": "x"}"#,
        r#"{"kind": "Unit", "a": 1}"#,
    ];
    assert_snapshot!(refuse::<Internal>(&EACH), @r#"
    null: v: expected an object, got null
    true: v: expected an object, got boolean
    300.5: v: expected an object, got 300.5
    "text": v: expected an object, got string
    [1]: v[0]: expected a declared name, got 1
    {"b": 1}: v.kind: Required
    "#);
    assert_snapshot!(refuse::<Internal>(&tagged), @r#"
    {"kind": 1}: v.kind: expected a declared name, got 1
    {"kind": "Other"}: v.kind: expected "Unit" or "Named"
    {"kind": "Named"}: v.a: Required
    {"kind": "Named", "a": "x"}: v: expected an integer from 0 to 255, got string
    {"kind": "Unit", "a": 1}: Arguments { v: Unit }
    "#);
    let adjacent = [
        r#"{"kind": "Pair"}"#,
        r#"{"kind": "Pair", "value": 1}"#,
        r#"{"kind": "Pair", "value": [1, "x"]}"#,
        r#"{"value": 1, "kind": "Unit"}"#,
        r#"{"value": [], "kind": "Unit"}"#,
        r#"{"value": {}, "kind": "Unit"}"#,
    ];
    assert_snapshot!(refuse::<Adjacent>(&EACH), @r#"
    null: v: expected an object, got null
    true: v: expected an object, got boolean
    300.5: v: expected an object, got 300.5
    "text": v: expected an object, got string
    [1]: v: expected an object, got array
    {"b": 1}: v.kind: Required
    "#);
    assert_snapshot!(refuse::<Adjacent>(&adjacent), @r#"
    {"kind": "Pair"}: v.value: Required
    {"kind": "Pair", "value": 1}: v.value: expected an array, got 1
    {"kind": "Pair", "value": [1, "x"]}: v.value[1]: expected an integer from 0 to 255, got string
    {"value": 1, "kind": "Unit"}: v: expected null, got 1
    {"value": [], "kind": "Unit"}: v: expected null, got array
    {"value": {}, "kind": "Unit"}: v: expected null, got object
    "#);
}

/// Objects with few and with many keys, in which one key occurs twice.
#[test]
fn each_second_key_is_found() {
    let schema = json!({"type": "object", "additionalProperties": {"type": "integer"}});
    let tool = Definition::new("tool", "A tool.", schema).expect("a valid schema");
    for count in [1, 2, 15, 16, 17, 18, 40] {
        for again in 0..count {
            let mut entries: Vec<_> = (0..count).map(|key| format!(r#""k{key}": 1"#)).collect();
            entries.push(format!(r#""k{again}": 2"#));
            let raw = format!("{{{}}}", entries.join(", "));
            let error = tool.parse(raw.as_str()).expect_err("a key occurs twice");
            let issue = &error.issues()[0];
            assert!(
                matches!(issue.kind, IssueKind::DuplicateKey),
                "{raw}: {issue:?}"
            );
            assert_eq!(issue.path.to_string(), format!("k{again}"), "{raw}");
        }
    }
}
