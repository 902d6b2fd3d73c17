//! Optional flattened types that have a map: which of the types a property belongs to.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use std::collections::BTreeMap;

use insta::assert_snapshot;
use serde_json::Value;
use tests::{Even, read};
use tool_core::{Tool, ToolArg};

#[derive(Debug, ToolArg)]
struct Rates {
    #[serde(flatten)]
    rates: BTreeMap<String, f64>,
    day: String,
}

#[derive(Debug, ToolArg)]
enum Paint {
    Coats(u8),
    Color(String),
}

#[derive(Debug, ToolArg)]
struct Painted {
    #[serde(flatten)]
    paint: Option<Paint>,
}

/// A tool.
#[derive(Debug, Tool)]
struct Alone {
    id: u8,
    #[serde(flatten)]
    rates: Option<Rates>,
}

/// A tool.
#[derive(Debug, Tool)]
struct BesideAnyMap {
    #[serde(flatten)]
    rates: Option<Rates>,
    #[serde(flatten)]
    all: BTreeMap<String, Value>,
}

/// A tool.
#[derive(Debug, Tool)]
struct BesideMap {
    #[serde(flatten)]
    rates: Option<Rates>,
    #[serde(flatten)]
    counts: BTreeMap<String, u8>,
}

/// A tool.
#[derive(Debug, Tool)]
struct BesideStruct {
    #[serde(flatten)]
    painted: Option<Painted>,
    #[serde(flatten)]
    rates: Option<Rates>,
}

/// Serde drops the property: the optional type is `None`.
#[test]
fn keeps_a_property_that_only_the_map_can_hold() {
    assert_snapshot!(read::<Alone>(r#"{"id": 1}"#), @r#"Alone { id: 1, rates: None }"#);
    assert_snapshot!(read::<Alone>(r#"{"id": 1, "chf": 2.5}"#), @r#"! day required {"expected":["string","number","boolean","array","object","null"]}"#);
    assert_snapshot!(read::<Alone>(r#"{"id": 1, "chf": 2.5, "day": "today"}"#), @r#"Alone { id: 1, rates: Some(Rates { rates: {"chf": 2.5}, day: "today" }) }"#);
    assert_snapshot!(read::<BesideStruct>(r#"{"chf": 2.5}"#), @r#"! day required {"expected":["string","number","boolean","array","object","null"]}"#);
    assert_snapshot!(read::<BesideStruct>(r#"{"chf": 2.5, "Color": "red"}"#), @r#"! day required {"expected":["string","number","boolean","array","object","null"]}"#);
    assert_snapshot!(read::<BesideMap>(r#"{"chf": 2.5}"#), @r#"! day required {"expected":["string","number","boolean","array","object","null"]}"#);
}

#[test]
fn optional_type_is_none_if_another_map_holds_the_property() {
    assert_snapshot!(read::<BesideMap>(r#"{"chf": 2}"#), @r#"BesideMap { rates: None, counts: {"chf": 2} }"#);
    assert_snapshot!(read::<BesideAnyMap>(r#"{"chf": 2.5}"#), @r#"BesideAnyMap { rates: None, all: {"chf": Number(2.5)} }"#);
    assert_snapshot!(read::<BesideAnyMap>(r#"{"chf": 2.5, "day": "today"}"#), @r#"BesideAnyMap { rates: Some(Rates { rates: {"chf": 2.5}, day: "today" }), all: {"chf": Number(2.5), "day": String("today")} }"#);
    assert_snapshot!(read::<BesideStruct>(r#"{"Color": "red"}"#), @r#"BesideStruct { painted: Some(Painted { paint: Some(Color("red")) }), rates: None }"#);
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Source {
    Named {
        name: String,
        #[serde(default)]
        limit: String,
    },
    Numbered {
        numbers: Vec<u8>,
        unit: String,
    },
}

/// A tool.
#[derive(Debug, Tool)]
struct WithLabels {
    #[serde(flatten)]
    source: Source,
    #[serde(flatten)]
    labels: Option<BTreeMap<String, String>>,
}

/// A tool.
#[derive(Debug, Tool)]
struct WithAll {
    #[serde(flatten)]
    source: Source,
    #[serde(flatten)]
    all: BTreeMap<String, Value>,
}

/// The first form accepts its own properties, but the map cannot hold the properties of the second.
#[test]
fn picks_the_form_whose_other_properties_the_map_can_hold() {
    assert_snapshot!(read::<WithLabels>(r#"{"name": "a", "numbers": [1], "unit": "m"}"#), @r#"! name refused {"message":"cannot be sent together with \"numbers\""} got "a""#);
    assert_snapshot!(read::<WithLabels>(r#"{"name": "a", "unit": "m"}"#), @r#"WithLabels { source: Named { name: "a", limit: "" }, labels: Some({"name": "a", "unit": "m"}) }"#);
    assert_snapshot!(read::<WithLabels>(r#"{"name": "a", "numbers": [1]}"#), @r#"!  union {"forms":["{\"name\", [key]: string, …}","{\"numbers\", \"unit\", [key]: string}"]} got {"name":"a","numbers":[1]}"#);
    assert_snapshot!(read::<WithAll>(r#"{"name": "a", "numbers": [1], "unit": "m"}"#), @r#"WithAll { source: Named { name: "a", limit: "" }, all: {"name": String("a"), "numbers": Array [Number(1)], "unit": String("m")} }"#);
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind")]
enum Sort {
    By { key: u8 },
    Like { pattern: String },
}

/// A tool.
#[derive(Debug, Tool)]
struct Sorted {
    #[serde(flatten)]
    labels: Option<BTreeMap<String, String>>,
    #[serde(flatten)]
    sort: Sort,
}

/// A tool.
#[derive(Debug, Tool)]
struct SortedWithAll {
    #[serde(flatten)]
    sort: Sort,
    #[serde(flatten)]
    labels: Option<BTreeMap<String, String>>,
    #[serde(flatten)]
    all: BTreeMap<String, Value>,
}

/// As in serde, an optional map is `None` if it cannot hold a property of another field.
#[test]
fn keeps_a_property_of_another_variant() {
    assert_snapshot!(read::<Sorted>(r#"{"kind": "By", "key": 1}"#), @r#"Sorted { labels: None, sort: By { key: 1 } }"#);
    assert_snapshot!(read::<Sorted>(r#"{"kind": "By", "key": 1, "pattern": "a"}"#), @r#"! pattern refused {"message":"cannot be sent together with \"By\""} got "a""#);
    assert_snapshot!(read::<Sorted>(r#"{"kind": "By", "key": 1, "other": "a"}"#), @r#"Sorted { labels: Some({"kind": "By", "other": "a"}), sort: By { key: 1 } }"#);
    assert_snapshot!(read::<SortedWithAll>(r#"{"kind": "By", "key": 1, "pattern": "a"}"#), @r#"SortedWithAll { sort: By { key: 1 }, labels: None, all: {"key": Number(1), "kind": String("By"), "pattern": String("a")} }"#);
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum OneOrTwo {
    One { one: u8 },
    Two { two: u8 },
}

/// A tool.
#[derive(Debug, Tool)]
struct BesideEven {
    #[serde(flatten)]
    numbers: BTreeMap<String, Even>,
    #[serde(flatten)]
    form: OneOrTwo,
}

/// The map is read without a property of another form that its type refuses. It is not lost.
#[test]
fn reports_a_property_of_another_form_that_the_map_type_rejects() {
    assert_snapshot!(read::<BesideEven>(r#"{"one": 1, "two": 4, "x": 2}"#), @r#"! two refused {"message":"cannot be sent together with \"one\""} got 4"#);
    assert_snapshot!(read::<BesideEven>(r#"{"one": 1, "two": 3}"#), @r#"! two refused {"message":"cannot be sent together with \"one\""} got 3"#);
    assert_snapshot!(read::<BesideEven>(r#"{"one": 2, "x": 3}"#), @r#"! x refused {"message":"must be even"} got 3"#);
    assert_snapshot!(read::<BesideEven>(r#"{"one": 1, "x": 4}"#), @r#"BesideEven { numbers: {"x": Even(4)}, form: One { one: 1 } }"#);
}

#[derive(Debug, ToolArg)]
struct Size {
    width: u8,
}

/// A tool.
#[derive(Debug, Tool)]
struct WithEvens {
    #[serde(flatten)]
    evens: Option<BTreeMap<String, Even>>,
    #[serde(flatten)]
    size: Size,
}

#[test]
fn blames_the_property_of_the_map_itself() {
    assert_snapshot!(read::<WithEvens>(r#"{"width": 5, "a": 4}"#), @r#"WithEvens { evens: Some({"a": Even(4)}), size: Size { width: 5 } }"#);
    assert_snapshot!(read::<WithEvens>(r#"{"width": 5, "a": 3}"#), @r#"! a refused {"message":"must be even"} got 3"#);
    assert_snapshot!(read::<WithEvens>(r#"{"width": 6, "a": 3}"#), @r#"! a refused {"message":"must be even"} got 3"#);
}
