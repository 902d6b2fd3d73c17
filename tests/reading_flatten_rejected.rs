//! Flattened types that reject properties which their schema accepts: the reader reports the
//! error, or tries the next form.
#![expect(dead_code, reason = "the values are shown by `Debug`")]
#![expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature is the one that the derive asks for"
)]

use std::collections::BTreeMap;

use insta::assert_snapshot;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use tests::{Even, read};
use tool_core::{Issues, Tool, ToolArg};

#[derive(Debug, ToolArg)]
struct Size {
    width: u8,
    unit: String,
}

#[derive(Debug, ToolArg)]
struct Page {
    page: u8,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind")]
enum Source {
    File { path: u8 },
    Site { url: u8 },
}

/// A macro for tools that differ only in their fields.
macro_rules! tools {
    ($($name:ident { $($fields:tt)* })*) => {$(
        /// A tool.
        #[derive(Debug, Tool)]
        struct $name { $($fields)* }
    )*};
}

#[derive(Debug, ToolArg)]
struct Flags {
    #[serde(flatten)]
    flags: BTreeMap<String, bool>,
}

#[derive(Debug, ToolArg)]
struct Evens {
    #[serde(flatten)]
    evens: BTreeMap<String, Even>,
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum NameOrFlags {
    Named { name: String },
    Flags(Flags),
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum NameOrEvens {
    Named { name: String },
    Evens(Evens),
}

tools! {
    OptionalMap { #[serde(flatten)] evens: Option<BTreeMap<String, Even>>, #[serde(flatten)] page: Page }
    OptionalForm { #[serde(flatten)] form: Option<NameOrFlags>, #[serde(flatten)] size: Size }
    RequiredForm { #[serde(flatten)] form: NameOrEvens, #[serde(flatten)] size: Size }
}

#[test]
fn optional_map_is_none_if_it_rejects_the_only_property_of_a_sibling() {
    assert_snapshot!(read::<OptionalMap>(r#"{"page": 5}"#), @"OptionalMap { evens: None, page: Page { page: 5 } }");
    assert_snapshot!(read::<OptionalMap>(r#"{"page": 4}"#), @r#"OptionalMap { evens: Some({"page": Even(4)}), page: Page { page: 4 } }"#);
    assert_snapshot!(read::<OptionalMap>(r#"{"page": 5, "a": 2}"#), @r#"OptionalMap { evens: Some({"a": Even(2)}), page: Page { page: 5 } }"#);
}

#[test]
fn optional_form_with_a_map_is_read_without_properties() {
    assert_snapshot!(read::<OptionalForm>(r#"{"width": 5, "unit": "c"}"#), @r#"OptionalForm { form: Some(Flags(Flags { flags: {} })), size: Size { width: 5, unit: "c" } }"#);
}

#[test]
fn reports_the_error_of_a_form_with_hidden_properties() {
    assert_snapshot!(read::<RequiredForm>(r#"{"width": 4, "unit": "c", "b": 3}"#), @r#"! b refused {"message":"must be even"} got 3"#);
    assert_snapshot!(read::<RequiredForm>(r#"{"width": 4, "unit": "c", "b": 2}"#), @r#"RequiredForm { form: Evens(Evens { evens: {"b": Even(2), "width": Even(4)} }), size: Size { width: 4, unit: "c" } }"#);
}

#[derive(Debug, ToolArg)]
struct EvenAndPage {
    even: Even,
    #[serde(flatten)]
    page: Option<Page>,
}

#[derive(Debug, ToolArg)]
struct UrlAndPage {
    url: Even,
    #[serde(flatten)]
    page: Option<Page>,
}

#[derive(Debug, ToolArg)]
enum Choice {
    Even(Even),
    Name(String),
}

tools! {
    OptionalStruct { #[serde(flatten)] inner: Option<EvenAndPage>, #[serde(flatten)] size: Size }
    OptionalEnum { #[serde(flatten)] choice: Option<Choice> }
    SharedUrl { #[serde(flatten)] source: Source, #[serde(flatten)] inner: Option<UrlAndPage> }
    SharedUrlAndMap { #[serde(flatten)] source: Source, #[serde(flatten)] inner: Option<UrlAndPage>, #[serde(flatten)] all: BTreeMap<String, Value> }
}

#[test]
fn reports_the_error_of_an_optional_type_that_has_a_property() {
    assert_snapshot!(read::<OptionalStruct>(r#"{"width": 5, "unit": "c", "even": 3}"#), @r#"! even refused {"message":"must be even"} got 3"#);
    assert_snapshot!(read::<OptionalStruct>(r#"{"width": 5, "unit": "c", "even": 4}"#), @r#"OptionalStruct { inner: Some(EvenAndPage { even: Even(4), page: None }), size: Size { width: 5, unit: "c" } }"#);
    assert_snapshot!(read::<OptionalEnum>(r#"{"Even": 3}"#), @r#"! Even refused {"message":"must be even"} got 3"#);
    assert_snapshot!(read::<OptionalEnum>("{}"), @"OptionalEnum { choice: None }");
}

/// The optional type is `None` if a required sibling type has the rejected property.
#[test]
fn reports_a_shared_property_that_no_field_reads() {
    assert_snapshot!(read::<SharedUrl>(r#"{"kind": "File", "path": 1, "url": 3}"#), @r#"! url refused {"message":"cannot be sent together with \"File\""} got 3"#);
    assert_snapshot!(read::<SharedUrl>(r#"{"kind": "Site", "url": 3}"#), @"SharedUrl { source: Site { url: 3 }, inner: None }");
    assert_snapshot!(read::<SharedUrlAndMap>(r#"{"kind": "File", "path": 1, "url": 3}"#), @r#"! url refused {"message":"must be even"} got 3"#);
    assert_snapshot!(read::<SharedUrlAndMap>(r#"{"kind": "Site", "url": 3}"#), @r#"! url refused {"message":"must be even"} got 3"#);
}

/// A type with a declared property that reads a map.
#[derive(Debug, schemars::JsonSchema)]
#[schemars(with = "PointSchema")]
struct Point(u64);

#[derive(schemars::JsonSchema)]
struct PointSchema {
    x: u8,
}

impl<'de> Deserialize<'de> for Point {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            return Err(D::Error::custom("expected text"));
        }
        let map = BTreeMap::<String, Value>::deserialize(deserializer)?;
        let x = map.get("x").and_then(Value::as_u64);
        let even = x.filter(|x| x.is_multiple_of(2));
        even.map(Self).ok_or_else(|| D::Error::custom("x is odd"))
    }
}

tools! {
    OptionalPoint { #[serde(flatten)] point: Option<Point>, #[serde(flatten)] page: Page }
}

#[test]
fn reports_the_error_of_an_optional_type_that_reads_a_map() {
    assert_snapshot!(read::<OptionalPoint>(r#"{"x": 2, "page": 5}"#), @"OptionalPoint { point: Some(Point(2)), page: Page { page: 5 } }");
    assert_snapshot!(read::<OptionalPoint>(r#"{"x": 3, "page": 5}"#), @r#"!  refused {"message":"x is odd"} got {"x":3,"page":5}"#);
    assert_snapshot!(read::<OptionalPoint>(r#"{"page": 5}"#), @"OptionalPoint { point: None, page: Page { page: 5 } }");
}

#[derive(Debug, ToolArg)]
#[serde(tag = "sort", content = "value")]
enum Sort {
    By(u8),
    Default,
}

tools! {
    Sorted { #[serde(flatten)] sort: Sort, #[serde(flatten)] all: BTreeMap<String, Value> }
}

#[test]
fn rejects_the_content_of_a_flattened_unit_variant() {
    assert_snapshot!(read::<Sorted>(r#"{"sort": "Default", "value": 5, "a": 1}"#), @r#"! value refused {"message":"expected null, got 5"} got 5"#);
    assert_snapshot!(read::<Sorted>(r#"{"sort": "Default", "value": null}"#), @"Sorted { sort: Default, all: {} }");
}

fn is_small(number: &u8, issues: &mut Issues) {
    if *number > 9 {
        issues.add("", "must be small");
    }
}

#[derive(Debug, ToolArg)]
struct Checked {
    #[tool(check = "is_small")]
    number: u8,
}

#[derive(Debug, ToolArg)]
struct Unchecked {
    number: u8,
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum CheckedOrNot {
    Checked { part: Checked, even: Even },
    Unchecked { part: Unchecked, even: u8 },
}

tools! {
    CheckedForms { #[serde(flatten)] form: CheckedOrNot }
}

/// The error of a check is final, but the checks of a form that its type rejects do not count.
#[test]
fn failed_check_of_a_flattened_form_is_final() {
    assert_snapshot!(read::<CheckedForms>(r#"{"part": {"number": 10}, "even": 2}"#), @r#"! part.number check {"message":"must be small"} got 10"#);
    assert_snapshot!(read::<CheckedForms>(r#"{"part": {"number": 10}, "even": 3}"#), @"CheckedForms { form: Unchecked { part: Unchecked { number: 10 }, even: 3 } }");
}
