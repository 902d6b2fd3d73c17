//! Flattened fields that read one key: refused, or read as serde reads them.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use std::collections::BTreeMap;

use insta::assert_snapshot;
use serde_json::Value;
use tests::read;
use tool_core::{Tool, ToolArg};

#[derive(Debug, ToolArg)]
struct Page {
    value: Option<u8>,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind")]
enum Shape {
    Square { width: u8 },
    Dot,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind")]
enum Fill {
    Square { color: String },
    Dot,
    Line,
}

/// A tool.
#[derive(Debug, Tool)]
struct OneTag {
    #[serde(flatten)]
    shape: Shape,
    #[serde(flatten)]
    fill: Fill,
}

#[test]
fn one_tag_of_two_enums_is_read() {
    assert_snapshot!(read::<OneTag>(r#"{"kind": "Square", "width": 1, "color": "red"}"#), @r#"OneTag { shape: Square { width: 1 }, fill: Square { color: "red" } }"#);
    assert_snapshot!(read::<OneTag>(r#"{"kind": "Dot"}"#), @r#"OneTag { shape: Dot, fill: Dot }"#);
    assert_snapshot!(read::<OneTag>(r#"{"kind": "Line"}"#), @r#"! kind enum {"members":["Square","Dot"]} got "Line""#);
    assert_snapshot!(read::<OneTag>(r#"{"kind": "Square", "width": 1}"#), @r#"! color required {"expected":["string"],"branch":"kind \"Square\""}"#);
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Contact {
    Id { id: u8, unit: u8 },
    Mail { email: String, unit: u8 },
}

/// A tool.
#[derive(Debug, Tool)]
struct BesideAMap {
    #[serde(flatten)]
    contact: Option<Contact>,
    #[serde(flatten)]
    others: BTreeMap<String, Value>,
}

/// A tool.
#[derive(Debug, Tool)]
struct InAField {
    inner: Vec<BesideAMap>,
}

/// The schema accepts each: the map can hold all properties.
#[test]
fn an_enum_beside_a_map_says_what_its_form_requires() {
    assert_snapshot!(read::<BesideAMap>(r#"{"id": 1, "unit": 2, "x": 3}"#), @r#"BesideAMap { contact: Some(Id { id: 1, unit: 2 }), others: {"id": Number(1), "unit": Number(2), "x": Number(3)} }"#);
    assert_snapshot!(read::<BesideAMap>(r#"{"x": 3}"#), @r#"BesideAMap { contact: None, others: {"x": Number(3)} }"#);
    assert_snapshot!(read::<BesideAMap>(r#"{"email": "a"}"#), @r#"! unit required {"expected":["string","number","boolean","array","object","null"]}"#);
    assert_snapshot!(read::<BesideAMap>(r#"{"id": "a", "unit": 2}"#), @r#"! id refused {"message":"expected an integer from 0 to 255, got string"} got "a""#);
    assert_snapshot!(read::<BesideAMap>(r#"{"unit": 2, "x": 3}"#), @r#"!  refused {"message":"expected {\"id\": integer, …} or {\"email\": string, …}"} got {"unit":2,"x":3}"#);
    assert_snapshot!(read::<InAField>(r#"{"inner": [{"id": 1, "email": "a", "x": 3}]}"#), @r#"! inner[0] refused {"message":"expected {\"id\": integer, …} or {\"email\": string, …}"} got {"id":1,"email":"a","x":3}"#);
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind")]
enum Held {
    Map(BTreeMap<String, u8>),
    Unit(Option<Page>),
}

/// A tool.
#[derive(Debug, Tool)]
struct OneEnum {
    #[serde(flatten)]
    held: Held,
}

#[test]
fn an_optional_newtype_variant_of_the_only_field_is_read() {
    assert_snapshot!(read::<OneEnum>(r#"{"kind": "Map", "a": 1}"#), @r#"OneEnum { held: Map({"a": 1}) }"#);
    assert_snapshot!(read::<OneEnum>(r#"{"kind": "Unit", "value": 1}"#), @r#"OneEnum { held: Unit(Some(Page { value: Some(1) })) }"#);
    assert_snapshot!(read::<OneEnum>(r#"{"kind": "Unit", "a": 1}"#), @r#"! a unknown_key {"branch":"kind \"Unit\""} got 1"#);
}
