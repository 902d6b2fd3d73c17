//! Flattened fields whose types share a key, or a part of their name: the typed reader, the reader of
//! the schema and serde agree.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use std::collections::BTreeMap;
use std::fmt::Debug;

use insta::assert_snapshot;
use serde_json::Value;
use tests::read;
use tool_core::{Definition, Tool, ToolArg};

#[derive(Debug, ToolArg)]
struct Cursor {
    cursor: Option<String>,
}

#[derive(Debug, ToolArg)]
struct Wrap<T> {
    cursor: T,
}

#[derive(Debug, ToolArg)]
struct Page<T> {
    limit: u32,
    #[serde(flatten)]
    rest: T,
}

/// The name contains the start of `Option<`.
#[derive(Debug, ToolArg)]
struct ChartOption<T> {
    limit: u32,
    #[serde(flatten)]
    rest: T,
}

#[derive(Debug, ToolArg)]
struct Tag {
    tag: Option<String>,
}

#[derive(Debug, ToolArg)]
struct Extra {
    limit: u32,
    note: String,
    #[serde(flatten)]
    more: Tag,
}

#[derive(Debug, ToolArg)]
struct Plain {
    limit: u32,
    note: String,
}

#[derive(Debug, ToolArg)]
enum Limited {
    #[serde(rename = "limit")]
    Limit(String),
    Note(String),
}

/// A macro for tools that differ only in their fields.
macro_rules! tools {
    ($($name:ident { $($fields:tt)* })*) => {$(
        /// A tool.
        #[derive(Debug, Tool)]
        #[tool(name = "t")]
        struct $name { $($fields)* }
    )*};
}

tools! {
    Nested { #[serde(flatten)] page: Page<Cursor>, #[serde(flatten)] extra: Option<Extra> }
    Named { #[serde(flatten)] page: ChartOption<Cursor>, #[serde(flatten)] extra: Option<Extra> }
    Wrapped { #[serde(flatten)] page: Page<Wrap<Option<String>>>, #[serde(flatten)] extra: Option<Extra> }
    Struct { #[serde(flatten)] page: Page<Cursor>, #[serde(flatten)] extra: Option<Plain> }
    Boxed { #[serde(flatten)] page: Page<Cursor>, #[serde(flatten)] extra: Option<Box<Plain>> }
    Enum { #[serde(flatten)] page: Page<Cursor>, #[serde(flatten)] extra: Option<Limited> }
    BothRequired { #[serde(flatten)] page: Page<Cursor>, #[serde(flatten)] extra: Extra }
    StructBehind { #[serde(flatten)] page: Page<Cursor>, #[serde(flatten)] extra: Plain }
    BothOptional { #[serde(flatten)] page: Option<Page<Cursor>>, #[serde(flatten)] extra: Option<Extra> }
}

/// Asserts that the type, its schema and plain serde accept the text with the same value, or all
/// reject it.
#[track_caller]
fn agree<T: Tool + Debug>(text: &str) {
    let schema = T::definition().schema().clone();
    let schema = Definition::new("t", "T.", schema).expect("the schema is usable");
    let typed = agree_with_serde::<T>(text);
    assert_eq!(schema.parse(text).is_ok(), typed.is_some(), "{text}");
}

#[track_caller]
fn agree_with_serde<T: Tool + Debug>(text: &str) -> Option<String> {
    let serde = serde_json::from_str::<T>(text).map(|value| format!("{value:?}"));
    let typed = T::parse(text).map(|value| format!("{value:?}"));
    let typed = typed.map_err(|error| error.to_string());
    assert_eq!(
        typed.as_ref().ok(),
        serde.as_ref().ok(),
        "{text}: {typed:?}"
    );
    typed.ok()
}

#[test]
fn optional_type_stays_optional_if_a_required_sibling_shares_its_key() {
    for text in [
        r#"{"limit": 5}"#,
        r#"{"limit": 5, "cursor": "x"}"#,
        r#"{"limit": 5, "note": "n"}"#,
        r#"{"limit": 5, "cursor": "x", "note": "n"}"#,
    ] {
        agree::<Nested>(text);
        agree::<Named>(text);
        agree::<Wrapped>(text);
        agree::<Struct>(text);
        agree::<Boxed>(text);
    }
    agree_with_serde::<Enum>(r#"{"limit": 5}"#);
    agree_with_serde::<Enum>(r#"{"limit": 5, "Note": "n"}"#);
}

#[test]
fn two_required_types_share_a_key() {
    for text in [
        r#"{"limit": 5, "note": "n"}"#,
        r#"{"limit": 5, "cursor": "x", "note": "n"}"#,
        r#"{"limit": 5}"#,
        r#"{"note": "n"}"#,
    ] {
        agree::<BothRequired>(text);
        agree::<StructBehind>(text);
    }
}

#[test]
fn optional_type_reports_its_errors_if_one_of_its_own_keys_is_sent() {
    assert_snapshot!(read::<Struct>(r#"{"limit": 5, "note": [7]}"#), @r#"! note type {"expected":["string"]} got [7]"#);
    assert_snapshot!(read::<Named>(r#"{"limit": 5, "note": [7]}"#), @r#"! note type {"expected":["string"]} got [7]"#);
    assert_snapshot!(read::<BothOptional>(r#"{"limit": 5}"#), @r#"! note required {"expected":["string","number","boolean","array","object","null"]}"#);
    assert_snapshot!(read::<BothOptional>(r#"{"note": "n"}"#), @r#"! limit required {"expected":["string","number","boolean","array","object","null"]}"#);
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Loose {
    Noted { note: Option<String> },
    Placed { x: u8, y: bool },
}

tools! {
    LooseAndRest { #[serde(flatten)] loose: Loose, #[serde(flatten)] rest: BTreeMap<String, Value> }
    RestAndLoose { #[serde(flatten)] rest: BTreeMap<String, Value>, #[serde(flatten)] loose: Loose }
    LooseAndNumbers { #[serde(flatten)] loose: Loose, #[serde(flatten)] rest: BTreeMap<String, u8> }
}

#[test]
fn untagged_enum_beside_a_map_takes_the_variant_that_serde_takes() {
    for text in [
        r#"{"x": 1, "y": true, "extra": 1}"#,
        r#"{"x": 1, "y": true}"#,
        r#"{"note": "n", "x": 1}"#,
        r#"{"extra": 1}"#,
        "{}",
    ] {
        agree::<LooseAndRest>(text);
        agree::<RestAndLoose>(text);
    }
    // The map cannot hold `y`, which serde would refuse.
    assert_snapshot!(read::<LooseAndNumbers>(r#"{"x": 1, "y": true, "extra": 1}"#), @r#"LooseAndNumbers { loose: Placed { x: 1, y: true }, rest: {"extra": 1, "x": 1} }"#);
}
