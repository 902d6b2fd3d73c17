//! Floats, booleans, characters and strings: exact values, repairs and rejections.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use insta::assert_snapshot;
use tests::read;
use tool_core::Tool;

/// A tool.
#[derive(Debug, Tool)]
struct Scalars {
    f32: Option<f32>,
    f64: Option<f64>,
    bool: Option<bool>,
    char: Option<char>,
    string: Option<String>,
    unit: Option<()>,
}

#[test]
fn scalars_are_read_exactly() {
    assert_snapshot!(read::<Scalars>(r#"{"f32": 0.1, "f64": -1.5e-300, "bool": false, "char": "ß", "string": "", "unit": null}"#), @r#"Scalars { f32: Some(0.1), f64: Some(-1.5e-300), bool: Some(false), char: Some('ß'), string: Some(""), unit: None }"#);
    assert_snapshot!(read::<Scalars>(r#"{"f32": 3, "f64": 18446744073709551616, "char": "\u0000", "string": "42"}"#), @r#"Scalars { f32: Some(3.0), f64: Some(1.8446744073709552e19), bool: None, char: Some('\0'), string: Some("42"), unit: None }"#);
    assert_snapshot!(read::<Scalars>("{}"), @"Scalars { f32: None, f64: None, bool: None, char: None, string: None, unit: None }");
}

#[test]
fn scalars_of_other_types_are_repaired() {
    assert_snapshot!(read::<Scalars>(r#"{"f32": "0.1", "f64": " +2.50, ", "bool": "Yes", "char": 7, "string": 1.50}"#), @r#"
    Scalars { f32: Some(0.1), f64: Some(2.5), bool: Some(true), char: Some('7'), string: Some("1.50"), unit: None }
    ~ f32 string_to_number: "0.1" -> 0.1
    ~ f64 string_to_number: " +2.50, " -> 2.5
    ~ bool to_boolean: "Yes" -> true
    ~ char scalar_to_string: 7 -> "7"
    ~ string scalar_to_string: 1.5 -> "1.50"
    "#);
    assert_snapshot!(read::<Scalars>(r#"{"f32": "null", "f64": "None", "bool": 0, "char": ["x"], "string": true}"#), @r#"
    Scalars { f32: None, f64: None, bool: Some(false), char: Some('x'), string: Some("true"), unit: None }
    ~ f32 text_to_null: "null" -> null
    ~ f64 text_to_null: "None" -> null
    ~ bool to_boolean: 0 -> false
    ~ char array_of_one: ["x"] -> "x"
    ~ string scalar_to_string: true -> "true"
    "#);
    assert_snapshot!(read::<Scalars>(r#"{"f32": "", "f64": [1.5], "bool": "OFF", "string": ["a"], "unit": "null"}"#), @r#"
    Scalars { f32: None, f64: Some(1.5), bool: Some(false), char: None, string: Some("a"), unit: None }
    ~ f32 empty_to_absent: "" -> nothing
    ~ f64 array_of_one: [1.5] -> 1.5
    ~ bool to_boolean: "OFF" -> false
    ~ string array_of_one: ["a"] -> "a"
    ~ unit text_to_null: "null" -> null
    "#);
}

#[test]
fn floats_out_of_range_are_rejected() {
    assert_snapshot!(read::<Scalars>(r#"{"f32": 3.5e38, "f64": 1.8e308}"#), @r#"
    ! f32 out_of_range {"format":"float","takes_null":true} got 3.5e38
    ! f64 out_of_range {"format":"double","takes_null":true} got 1.8e308
    "#);
    assert_snapshot!(read::<Scalars>(r#"{"f32": 3.4028235e38, "f64": 1.7976931348623157e308}"#), @"Scalars { f32: Some(3.4028235e38), f64: Some(1.7976931348623157e308), bool: None, char: None, string: None, unit: None }");
    assert_snapshot!(read::<Scalars>(r#"{"f32": "-1e39", "f64": "-1e309"}"#), @r#"
    ! f32 out_of_range {"format":"float","takes_null":true} got "-1e39"
    ! f64 out_of_range {"format":"double","takes_null":true} got "-1e309"
    "#);
}

#[test]
fn char_accepts_exactly_one_character() {
    assert_snapshot!(read::<Scalars>(r#"{"char": "ab"}"#), @r#"! char max_length {"maximum":1,"takes_null":true} got "ab""#);
    assert_snapshot!(read::<Scalars>(r#"{"char": "é"}"#), @"Scalars { f32: None, f64: None, bool: None, char: Some('é'), string: None, unit: None }");
    // One sign to the eye, two characters to Unicode.
    let composed = read::<Scalars>(r#"{"char": "e\u0301"}"#);
    assert!(composed.starts_with("! char max_length"), "{composed}");
    assert_snapshot!(read::<Scalars>(r#"{"char": 42}"#), @r#"! char max_length {"maximum":1,"takes_null":true} got "42""#);
}

#[test]
fn all_invalid_scalars_are_reported() {
    assert_snapshot!(read::<Scalars>(r#"{"f32": "fast", "f64": {}, "bool": "maybe", "char": null, "string": {"a": 1}, "unit": 1}"#), @r#"
    ! f32 type {"expected":["number","null"]} got "fast"
    ! f64 type {"expected":["number","null"]} got {}
    ! bool type {"expected":["boolean","null"]} got "maybe"
    ! string type {"expected":["string","null"]} got {"a":1}
    ! unit type {"expected":["null"]} got 1
    "#);
    assert_snapshot!(read::<Scalars>(r#"{"f64": true, "bool": 2, "string": ["a", "b"]}"#), @r#"
    ! f64 type {"expected":["number","null"]} got true
    ! bool type {"expected":["boolean","null"]} got 2
    ! string type {"expected":["string","null"]} got ["a","b"]
    "#);
}

/// A tool.
#[derive(Debug, Tool)]
struct Required {
    number: f64,
    flag: bool,
    letter: char,
    text: String,
}

#[test]
fn required_values_are_never_invented() {
    assert_snapshot!(read::<Required>("{}"), @r#"
    ! number required {"expected":["number"]}
    ! flag required {"expected":["boolean"]}
    ! letter required {"expected":["string"]}
    ! text required {"expected":["string"]}
    "#);
    assert_snapshot!(read::<Required>(r#"{"number": null, "flag": "", "letter": "", "text": null}"#), @r#"
    ! number type {"expected":["number"]} got null
    ! flag type {"expected":["boolean"]} got ""
    ! letter min_length {"minimum":1} got ""
    ! text type {"expected":["string"]} got null
    "#);
}
