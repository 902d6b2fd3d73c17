//! Flattened types with flattened fields: the inner ones know the properties of the outer object.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use std::collections::BTreeMap;

use insta::assert_snapshot;
use serde_json::Value;
use tests::read;
use tool_core::{Tool, ToolArg};

#[derive(Debug, ToolArg)]
struct Labels {
    #[serde(flatten)]
    others: BTreeMap<String, Value>,
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Detail {
    Named { name: String },
    Labelled(Labels),
}

#[derive(Debug, ToolArg)]
struct Size {
    width: u32,
    unit: String,
}

#[derive(Debug, ToolArg)]
struct Inner {
    #[serde(flatten)]
    detail: Option<Detail>,
    id: u8,
}

/// A tool.
#[derive(Debug, Tool)]
struct InAStruct {
    #[serde(flatten)]
    inner: Inner,
    #[serde(flatten)]
    size: Size,
}

/// A tool.
#[derive(Debug, Tool)]
struct InAnOption {
    #[serde(flatten)]
    size: Size,
    #[serde(flatten)]
    inner: Option<Box<Inner>>,
}

#[test]
fn form_of_an_inner_enum_ignores_outer_fields() {
    let named = r#"{"id": 1, "name": "a", "width": 1, "unit": "c"}"#;
    assert_snapshot!(read::<InAStruct>(named), @r#"InAStruct { inner: Inner { detail: Some(Named { name: "a" }), id: 1 }, size: Size { width: 1, unit: "c" } }"#);
    assert_snapshot!(read::<InAnOption>(named), @r#"InAnOption { size: Size { width: 1, unit: "c" }, inner: Some(Inner { detail: Some(Named { name: "a" }), id: 1 }) }"#);
    assert_snapshot!(read::<InAnOption>(r#"{"width": 1, "unit": "c"}"#), @r#"InAnOption { size: Size { width: 1, unit: "c" }, inner: None }"#);
    assert_snapshot!(read::<InAStruct>(r#"{"id": 1, "name": "a", "colour": "b", "width": 1, "unit": "c"}"#), @r#"InAStruct { inner: Inner { detail: Some(Labelled(Labels { others: {"colour": String("b"), "name": String("a"), "unit": String("c"), "width": Number(1)} })), id: 1 }, size: Size { width: 1, unit: "c" } }"#);
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind")]
enum Tagged {
    Fields {
        #[serde(flatten)]
        detail: Detail,
        part: Box<Inner>,
    },
    Held(Inner),
}

/// A tool.
#[derive(Debug, Tool)]
struct InATaggedEnum {
    #[serde(flatten)]
    tagged: Tagged,
    #[serde(flatten)]
    size: Size,
}

#[test]
fn internally_tagged_variants_exclude_outer_fields() {
    assert_snapshot!(read::<InATaggedEnum>(r#"{"part": {"id": 1, "name": "a", "width": 2}, "name": "a", "width": 1, "unit": "c", "kind": "Fields"}"#), @r#"InATaggedEnum { tagged: Fields { detail: Named { name: "a" }, part: Inner { detail: Some(Labelled(Labels { others: {"name": String("a"), "width": Number(2)} })), id: 1 } }, size: Size { width: 1, unit: "c" } }"#);
    assert_snapshot!(read::<InATaggedEnum>(r#"{"id": 1, "name": "a", "width": 1, "unit": "c", "kind": "Held"}"#), @r#"InATaggedEnum { tagged: Held(Inner { detail: Some(Named { name: "a" }), id: 1 }), size: Size { width: 1, unit: "c" } }"#);
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Untagged {
    Held(Inner),
    Fields {
        #[serde(flatten)]
        detail: Detail,
        part: Box<Inner>,
    },
}

/// A tool.
#[derive(Debug, Tool)]
struct InAnUntaggedEnum {
    #[serde(flatten)]
    untagged: Untagged,
    #[serde(flatten)]
    size: Size,
}

#[test]
fn untagged_forms_exclude_outer_fields() {
    assert_snapshot!(read::<InAnUntaggedEnum>(r#"{"part": {"id": 1, "name": "a", "width": 2}, "name": "a", "width": 1, "unit": "c"}"#), @r#"InAnUntaggedEnum { untagged: Fields { detail: Named { name: "a" }, part: Inner { detail: Some(Labelled(Labels { others: {"name": String("a"), "width": Number(2)} })), id: 1 } }, size: Size { width: 1, unit: "c" } }"#);
    assert_snapshot!(read::<InAnUntaggedEnum>(r#"{"id": 1, "name": "a", "width": 1, "unit": "c"}"#), @r#"InAnUntaggedEnum { untagged: Held(Inner { detail: Some(Named { name: "a" }), id: 1 }), size: Size { width: 1, unit: "c" } }"#);
}

#[derive(Debug, ToolArg)]
enum External {
    Fields {
        #[serde(flatten)]
        detail: Detail,
    },
    Held(Inner),
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind", content = "content")]
enum Adjacent {
    Fields {
        #[serde(flatten)]
        detail: Detail,
    },
    Held(Inner),
}

#[derive(Debug, ToolArg)]
struct Parts {
    part: Inner,
    list: Vec<Inner>,
    by_name: BTreeMap<String, Inner>,
}

#[derive(Debug, ToolArg)]
struct Around {
    #[serde(flatten)]
    external: External,
    #[serde(flatten)]
    adjacent: Adjacent,
    #[serde(flatten)]
    parts: Option<Parts>,
}

/// A tool.
#[derive(Debug, Tool)]
struct OfOtherObjects {
    #[serde(flatten)]
    around: Around,
    #[serde(flatten)]
    size: Size,
}

/// `width` is a property only of the object that contains the flattened field.
#[test]
fn values_of_properties_have_no_siblings() {
    assert_snapshot!(read::<OfOtherObjects>(r#"{"Fields": {"name": "a", "width": 2}, "content": {"name": "a", "width": 2}, "kind": "Fields", "width": 1, "unit": "c"}"#), @r#"OfOtherObjects { around: Around { external: Fields { detail: Labelled(Labels { others: {"name": String("a"), "width": Number(2)} }) }, adjacent: Fields { detail: Labelled(Labels { others: {"name": String("a"), "width": Number(2)} }) }, parts: None }, size: Size { width: 1, unit: "c" } }"#);
    assert_snapshot!(read::<OfOtherObjects>(r#"{"Held": {"id": 1, "name": "a", "width": 2}, "content": {"id": 1, "name": "a", "width": 2}, "kind": "Held", "width": 1, "unit": "c"}"#), @r#"OfOtherObjects { around: Around { external: Held(Inner { detail: Some(Labelled(Labels { others: {"name": String("a"), "width": Number(2)} })), id: 1 }), adjacent: Held(Inner { detail: Some(Labelled(Labels { others: {"name": String("a"), "width": Number(2)} })), id: 1 }), parts: None }, size: Size { width: 1, unit: "c" } }"#);
    assert_snapshot!(read::<OfOtherObjects>(r#"{"Fields": {"name": "a"}, "kind": "Fields", "content": {"name": "a"}, "part": {"id": 1, "name": "a", "width": 2}, "list": [{"id": 1, "name": "a", "width": 2}], "by_name": {"b": {"id": 1, "name": "a", "width": 2}}, "width": 1, "unit": "c"}"#), @r#"OfOtherObjects { around: Around { external: Fields { detail: Named { name: "a" } }, adjacent: Fields { detail: Named { name: "a" } }, parts: Some(Parts { part: Inner { detail: Some(Labelled(Labels { others: {"name": String("a"), "width": Number(2)} })), id: 1 }, list: [Inner { detail: Some(Labelled(Labels { others: {"name": String("a"), "width": Number(2)} })), id: 1 }], by_name: {"b": Inner { detail: Some(Labelled(Labels { others: {"name": String("a"), "width": Number(2)} })), id: 1 }} }) }, size: Size { width: 1, unit: "c" } }"#);
}

#[derive(Debug, ToolArg)]
struct Flags {
    #[serde(flatten)]
    flags: Option<BTreeMap<String, bool>>,
    #[serde(flatten)]
    detail: Option<Named>,
}

#[derive(Debug, ToolArg)]
struct Named {
    name: String,
}

/// A tool.
#[derive(Debug, Tool)]
struct TypedMapInside {
    #[serde(flatten)]
    flags: Option<Flags>,
    #[serde(flatten)]
    size: Size,
}

#[test]
fn inner_map_excludes_outer_properties() {
    assert_snapshot!(read::<TypedMapInside>(r#"{"width": 1, "unit": "c", "bold": true}"#), @r#"TypedMapInside { flags: Some(Flags { flags: Some({"bold": true}), detail: None }), size: Size { width: 1, unit: "c" } }"#);
    assert_snapshot!(read::<TypedMapInside>(r#"{"width": 1, "unit": "c", "name": "a"}"#), @r#"TypedMapInside { flags: Some(Flags { flags: None, detail: Some(Named { name: "a" }) }), size: Size { width: 1, unit: "c" } }"#);
    assert_snapshot!(read::<TypedMapInside>(r#"{"width": 1, "unit": "c"}"#), @r#"TypedMapInside { flags: Some(Flags { flags: None, detail: None }), size: Size { width: 1, unit: "c" } }"#);
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum WithMaps {
    Tagged(Source),
    Marked {
        mark: String,
        #[serde(flatten)]
        flags: BTreeMap<String, bool>,
        #[serde(flatten)]
        source: Source,
    },
    Counted(Counts),
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind")]
enum Source {
    File { path: String },
    Site { url: String },
}

#[derive(Debug, ToolArg)]
struct Counts {
    total: u32,
    #[serde(flatten)]
    counts: BTreeMap<String, u32>,
}

/// A tool.
#[derive(Debug, Tool)]
struct MapsInForms {
    id: String,
    #[serde(flatten)]
    maps: Option<WithMaps>,
    #[serde(flatten)]
    size: Size,
}

/// The schema of a map in a form lists the properties next to the form. They are not values of the
/// map.
#[test]
fn maps_in_forms_do_not_constrain_sibling_fields() {
    assert_snapshot!(read::<MapsInForms>(r#"{"id": "a", "width": 1, "unit": "c", "kind": "File", "path": "b"}"#), @r#"MapsInForms { id: "a", maps: Some(Tagged(File { path: "b" })), size: Size { width: 1, unit: "c" } }"#);
    assert_snapshot!(read::<MapsInForms>(r#"{"id": "a", "width": 1, "unit": "c", "kind": "File", "path": "b", "mark": "d", "bold": true}"#), @r#"MapsInForms { id: "a", maps: Some(Marked { mark: "d", flags: {"bold": true}, source: File { path: "b" } }), size: Size { width: 1, unit: "c" } }"#);
    assert_snapshot!(read::<MapsInForms>(r#"{"id": "a", "width": 1, "unit": "c", "total": 5, "lines": 3}"#), @r#"MapsInForms { id: "a", maps: Some(Counted(Counts { total: 5, counts: {"lines": 3, "width": 1} })), size: Size { width: 1, unit: "c" } }"#);
    assert_snapshot!(read::<MapsInForms>(r#"{"id": "a", "width": 1, "unit": "c"}"#), @r#"MapsInForms { id: "a", maps: None, size: Size { width: 1, unit: "c" } }"#);
    assert_snapshot!(read::<MapsInForms>(r#"{"id": "a", "width": 1, "unit": "c", "total": 5, "lines": "many"}"#), @r#"! lines type {"expected":["integer"]} got "many""#);
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Bounds {
    Named { note: String },
    Numbers(BTreeMap<String, i64>),
    Listed { limit: Vec<String> },
}

/// A tool.
#[derive(Debug, Tool)]
struct MapInAFlattenedEnum {
    tags: Vec<f64>,
    #[serde(flatten)]
    bounds: Bounds,
}

#[derive(Debug, ToolArg)]
enum Speed {
    Fast { limit: i8 },
    Slow { limits: Vec<Option<i64>> },
}

#[derive(Debug, ToolArg)]
struct Wrapped(Speed);

#[derive(Debug, ToolArg)]
#[serde(tag = "tag")]
enum OfAnEnum {
    Wrapped(Wrapped),
    Plain(Speed),
}

/// A tool.
#[derive(Debug, Tool)]
struct EnumInATaggedOne {
    tagged: OfAnEnum,
    #[serde(default)]
    flat: Option<Box<Flat>>,
}

#[derive(Debug, ToolArg)]
struct Flat {
    #[serde(flatten)]
    tagged: OfAnEnum,
}

#[test]
fn reads_a_typed_map_as_a_form_of_a_flattened_enum() {
    assert_snapshot!(read::<MapInAFlattenedEnum>(r#"{"tags": [1.5], "note": "a"}"#), @r#"MapInAFlattenedEnum { tags: [1.5], bounds: Named { note: "a" } }"#);
    assert_snapshot!(read::<MapInAFlattenedEnum>(r#"{"tags": [1.5], "low": 1, "high": 7}"#), @r#"MapInAFlattenedEnum { tags: [1.5], bounds: Numbers({"high": 7, "low": 1}) }"#);
    assert_snapshot!(read::<MapInAFlattenedEnum>(r#"{"tags": [1.5], "low": "none"}"#), @r#"!  union {"forms":["{\"note\", …}","{\"tags\", [key]: integer}","{\"limit\", …}"]} got {"tags":[1.5],"low":"none"}"#);
}

/// The tag is next to the key that names the variant of the inner enum.
#[test]
fn reads_an_externally_tagged_enum_inside_an_internally_tagged_one() {
    assert_snapshot!(read::<EnumInATaggedOne>(r#"{"tagged": {"tag": "Wrapped", "Fast": {"limit": 3}}}"#), @r#"EnumInATaggedOne { tagged: Wrapped(Wrapped(Fast { limit: 3 })), flat: None }"#);
    assert_snapshot!(read::<EnumInATaggedOne>(r#"{"tagged": {"tag": "Plain", "Slow": {"limits": [3, null]}}, "flat": {"Fast": {"limit": 4}, "tag": "Wrapped"}}"#), @r#"EnumInATaggedOne { tagged: Plain(Slow { limits: [Some(3), None] }), flat: Some(Flat { tagged: Wrapped(Wrapped(Fast { limit: 4 })) }) }"#);
    assert_snapshot!(read::<EnumInATaggedOne>(r#"{"tagged": {"tag": "Wrapped", "Fast": {"limit": 3}, "further": 1}}"#), @r#"! tagged.further unknown_key {"branch":"tag \"Wrapped\""} got 1"#);
    assert_snapshot!(read::<EnumInATaggedOne>(r#"{"tagged": {"tag": "Wrapped"}}"#), @r#"! tagged union {"forms":["{\"tag\": \"Wrapped\", \"Fast\": {\"limit\"}}","{\"tag\": \"Wrapped\", \"Slow\": {\"limits\"}}"],"branch":"tag \"Wrapped\""} got {"tag":"Wrapped"}"#);
}

#[derive(Debug, ToolArg)]
#[serde(tag = "unit")]
enum Length {
    Metre { metres: f64 },
    Foot { feet: u8 },
}

#[derive(Debug, ToolArg)]
#[serde(tag = "measure")]
enum Measure {
    Length(Length),
    Weight { kilos: u8 },
}

/// A tool.
#[derive(Debug, Tool)]
struct MeasureBesideMap {
    #[serde(flatten)]
    measure: Measure,
    #[serde(flatten)]
    flags: Option<BTreeMap<String, bool>>,
}

/// The tag of the outer enum is not a property of a variant of the inner enum.
#[test]
fn reads_nested_tagged_enums_next_to_a_map() {
    assert_snapshot!(read::<MeasureBesideMap>(r#"{"measure": "Length", "unit": "Foot", "feet": 3, "hot": true}"#), @r#"MeasureBesideMap { measure: Length(Foot { feet: 3 }), flags: Some({"hot": true}) }"#);
    assert_snapshot!(read::<MeasureBesideMap>(r#"{"measure": "Length", "unit": "Foot", "feet": 3, "metres": 1.5}"#), @r#"! metres type {"expected":["boolean"],"branch":"unit \"Foot\""} got 1.5"#);
}
