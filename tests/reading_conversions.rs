//! Errors that only the type finds, and errors of the tool's check.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use insta::assert_snapshot;
use schemars::JsonSchema;
use serde::de::{Deserializer, Error as _};
use tests::{Even, read};
use tool_core::{Issues, Tool, ToolArg};

fn hex<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    let text: String = serde::Deserialize::deserialize(deserializer)?;
    u8::from_str_radix(&text, 16).map_err(D::Error::custom)
}

#[derive(Debug, JsonSchema)]
#[schemars(with = "String")]
struct Silent;

impl<'de> serde::Deserialize<'de> for Silent {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(D::Error::custom(""))
    }
}

#[derive(Debug, ToolArg)]
struct Inner {
    #[serde(default)]
    even: Vec<Even>,
    #[serde(default, deserialize_with = "hex", skip_serializing)]
    #[schemars(with = "String")]
    hex: u8,
    #[serde(default)]
    silent: Option<Silent>,
}

/// A tool.
#[derive(Debug, Tool)]
struct Conversions {
    inner: Inner,
    #[serde(flatten)]
    flattened: Inner,
}

#[test]
fn errors_of_the_type_are_reported_at_their_path() {
    assert_snapshot!(read::<Conversions>(r#"{"inner": {"even": ["2", 4], "hex": "ff"}}"#), @r#"
    Conversions { inner: Inner { even: [Even(2), Even(4)], hex: 255, silent: None }, flattened: Inner { even: [], hex: 0, silent: None } }
    ~ inner.even[0] string_to_number: "2" -> 2
    "#);
    assert_snapshot!(read::<Conversions>(r#"{"inner": {"even": [2, 3], "hex": "xy"}}"#), @r#"! inner.even[1] refused {"message":"must be even"} got 3"#);
    assert_snapshot!(read::<Conversions>(r#"{"inner": {"hex": "xy"}}"#), @r#"! inner.hex refused {"message":"invalid digit found in string"} got "xy""#);
    assert_snapshot!(read::<Conversions>(r#"{"inner": {"silent": "a"}}"#), @r#"! inner.silent refused {"message":"","takes_null":true} got "a""#);
    assert_snapshot!(read::<Conversions>(r#"{"inner": {}, "even": [1]}"#), @r#"! even[0] refused {"message":"must be even"} got 1"#);
    assert_snapshot!(read::<Conversions>(r#"{"inner": {"even": [256]}, "hex": 5.5}"#), @r#"! inner.even[0] out_of_range {"format":"uint8","minimum":0,"maximum":255} got 256"#);
}

/// A tool.
#[derive(Debug, Tool)]
#[tool(check = "in_order")]
struct Checked {
    first: u8,
    last: u8,
    #[serde(default)]
    marks: Vec<u8>,
}

fn in_order(checked: &Checked, issues: &mut Issues) {
    if checked.last < checked.first {
        issues.add("last", "must not be before `first`");
    }
    for (index, mark) in checked.marks.iter().enumerate() {
        if !(checked.first..=checked.last).contains(mark) {
            issues.add(format!("marks[{index}]").as_str(), "outside of the range");
        }
    }
}

#[test]
fn check_runs_last_on_the_typed_value() {
    assert_snapshot!(read::<Checked>(r#"{"first": "1", "last": 2, "marks": [1]}"#), @r#"
    Checked { first: 1, last: 2, marks: [1] }
    ~ first string_to_number: "1" -> 1
    "#);
    assert_snapshot!(read::<Checked>(r#"{"first": 3, "last": "2", "marks": "[1]"}"#), @r#"
    ! last check {"message":"must not be before `first`"} got 2
    ! marks[0] check {"message":"outside of the range"} got 1
    "#);
    assert_snapshot!(read::<Checked>(r#"{"first": 3, "last": 256}"#), @r#"! last out_of_range {"format":"uint8","minimum":0,"maximum":255} got 256"#);
}
