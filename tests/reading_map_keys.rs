//! Maps whose keys are the unit variants of an enum.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use std::collections::BTreeMap;

use insta::assert_snapshot;
use serde_json::Value;
use tests::read;
use tool_core::{Leniency, Tool, ToolArg};

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, ToolArg)]
#[serde(rename_all = "lowercase")]
enum Color {
    #[serde(alias = "crimson", alias = "RED")]
    Red,
    Blue,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, ToolArg)]
struct Key(Color);

#[derive(Debug, ToolArg)]
#[serde(tag = "kind")]
enum Paint {
    Mixed(BTreeMap<Color, u8>),
    Plain { coats: u8 },
}

/// A tool.
#[derive(Debug, Tool)]
#[expect(clippy::struct_field_names, reason = "the name of the argument")]
struct Counts {
    #[serde(default)]
    counts: BTreeMap<Color, u8>,
    any: Option<BTreeMap<Key, Value>>,
    paint: Option<Paint>,
}

/// A tool.
#[derive(Debug, Tool)]
struct Flattened {
    id: Option<u8>,
    #[serde(flatten)]
    counts: BTreeMap<Color, u8>,
}

#[test]
fn aliases_of_keys_are_read() {
    assert_snapshot!(read::<Counts>(r#"{"counts": {"crimson": 1, "blue": 2}}"#), @r#"
    Counts { counts: {Red: 1, Blue: 2}, any: None, paint: None }
    ~ counts.red property_name: "crimson" -> "red"
    "#);
    assert_snapshot!(read::<Counts>(r#"{"any": {"RED": [1]}}"#), @r#"
    Counts { counts: {}, any: Some({Key(Red): Array [Number(1)]}), paint: None }
    ~ any.red property_name: "RED" -> "red"
    "#);
    assert_snapshot!(read::<Counts>(r#"{"paint": {"kind": "Mixed", "crimson": 1}}"#), @r#"
    Counts { counts: {}, any: None, paint: Some(Mixed({Red: 1})) }
    ~ paint.red property_name: "crimson" -> "red"
    "#);
    assert_snapshot!(read::<Flattened>(r#"{"id": 1, "crimson": 2}"#), @r#"
    Flattened { id: Some(1), counts: {Red: 2} }
    ~ red property_name: "crimson" -> "red"
    "#);
}

#[test]
fn aliases_of_keys_are_hidden_and_rejected_in_strict_mode() {
    assert_snapshot!(Counts::definition().schema()["properties"]["counts"], @r#"{"type":"object","additionalProperties":false,"properties":{"blue":{"type":"integer","format":"uint8","minimum":0,"maximum":255},"red":{"type":"integer","format":"uint8","minimum":0,"maximum":255}}}"#);
    let strict = Counts::definition().reader().leniency(Leniency::Strict);
    assert!(
        strict
            .read::<Counts>(r#"{"counts": {"crimson": 1}}"#)
            .is_err()
    );
}

#[test]
fn key_and_its_alias_together_are_a_duplicate() {
    assert_snapshot!(read::<Counts>(r#"{"counts": {"crimson": 1, "red": 2}}"#), @r#"! counts.crimson ambiguous_key {"property":"red"} got 1"#);
    assert_snapshot!(read::<Counts>(r#"{"counts": {"green": 1}}"#), @r#"! counts.green key {"fault":{"code":"enum","members":["blue","red"],"nearest":null}} got "green""#);
}
