//! Types that accept less than their schema, in the content of flattened enums: the content is
//! read from a tree, and keeps the rules of serde.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use std::fmt;

use insta::assert_snapshot;
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use tests::read;
use tool_core::{Tool, ToolArg};

/// The first item of a list. The type reads no further item.
#[derive(Debug, schemars::JsonSchema)]
#[schemars(with = "Vec<u8>")]
struct FirstItem(u8);

struct FirstItemVisitor;

impl<'de> Visitor<'de> for FirstItemVisitor {
    type Value = FirstItem;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<FirstItem, A::Error> {
        Ok(FirstItem(items.next_element()?.unwrap_or_default()))
    }
}

impl<'de> Deserialize<'de> for FirstItem {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(FirstItemVisitor)
    }
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[schemars(with = "Value")]
struct Unit;

#[derive(Debug, schemars::JsonSchema)]
#[schemars(with = "Value")]
struct Null;

impl<'de> Deserialize<'de> for Null {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <()>::deserialize(deserializer).map(|()| Self)
    }
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[schemars(with = "Value")]
enum Switch {
    On,
    Off,
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Content {
    First { first: FirstItem },
    Unit { unit: Unit },
    Null { null: Null },
    Switch { switch: Switch },
}

/// A tool.
#[derive(Debug, Tool)]
struct Call {
    #[serde(flatten)]
    content: Content,
}

#[test]
fn rejects_items_that_a_type_does_not_read() {
    assert_snapshot!(read::<Call>(r#"{"first": [1]}"#), @"Call { content: First { first: FirstItem(1) } }");
    assert_snapshot!(read::<Call>(r#"{"first": [1, 2, 3]}"#), @r#"! first refused {"message":"expected an array of 1 item, got 3 items"} got [1,2,3]"#);
}

#[test]
fn reads_a_unit_struct_from_an_empty_container() {
    for empty in ["null", "{}", "[]"] {
        let text = format!(r#"{{"unit": {empty}}}"#);
        assert_eq!(read::<Call>(&text), "Call { content: Unit { unit: Unit } }");
    }
    assert_snapshot!(read::<Call>(r#"{"unit": {"a": 1}}"#), @r#"! unit refused {"message":"expected null, got object"} got {"a":1}"#);
    assert_snapshot!(read::<Call>(r#"{"unit": [1]}"#), @r#"! unit refused {"message":"expected null, got array"} got [1]"#);
    assert_snapshot!(read::<Call>(r#"{"unit": 5}"#), @r#"! unit refused {"message":"expected null, got 5"} got 5"#);
}

#[test]
fn reads_the_unit_type_from_an_empty_object() {
    assert_snapshot!(read::<Call>(r#"{"null": {}}"#), @"Call { content: Null { null: Null } }");
    assert_snapshot!(read::<Call>(r#"{"null": {"a": 1}}"#), @r#"! null refused {"message":"expected null, got object"} got {"a":1}"#);
}

#[test]
fn reads_a_unit_variant_from_its_name_or_from_null() {
    assert_snapshot!(read::<Call>(r#"{"switch": "On"}"#), @"Call { content: Switch { switch: On } }");
    assert_snapshot!(read::<Call>(r#"{"switch": {"On": null}}"#), @"Call { content: Switch { switch: On } }");
    assert_snapshot!(read::<Call>(r#"{"switch": {"On": 5}}"#), @r#"! switch.On refused {"message":"expected null, got 5"} got 5"#);
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum MaybeNumber {
    Nothing,
    Number(u8),
}

#[test]
fn serde_reads_an_untagged_unit_variant_only_from_null() {
    let read =
        |text: &str| serde_json::from_str::<MaybeNumber>(text).map(|form| format!("{form:?}"));
    assert_eq!(read("null").ok().as_deref(), Some("Nothing"));
    assert_eq!(read("5").ok().as_deref(), Some("Number(5)"));
    assert!(read(r#""a""#).is_err());
}
