//! Several flattened fields in one struct: none receives the properties of another.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use std::collections::BTreeMap;

use insta::assert_snapshot;
use serde_json::Value;
use tests::read;
use tool_core::{Issues, Tool, ToolArg};

#[derive(Debug, ToolArg)]
#[serde(tag = "kind")]
enum Source {
    File {
        path: String,
    },
    Site {
        url: String,
    },
    #[serde(untagged)]
    Inline {
        text: String,
    },
}

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

/// A tool.
#[derive(Debug, Tool)]
struct Described {
    #[serde(flatten)]
    source: Source,
    #[serde(flatten)]
    detail: Option<Detail>,
}

/// The second form takes any property. It is chosen if a property has another type.
#[test]
fn form_of_a_flattened_enum_ignores_sibling_properties() {
    assert_snapshot!(read::<Described>(r#"{"kind": "File", "path": "a", "name": "b"}"#), @r#"Described { source: File { path: "a" }, detail: Some(Named { name: "b" }) }"#);
    assert_snapshot!(read::<Described>(r#"{"text": "a", "name": "b"}"#), @r#"Described { source: Inline { text: "a" }, detail: Some(Named { name: "b" }) }"#);
    assert_snapshot!(read::<Described>(r#"{"text": "a", "name": "b", "colour": "c"}"#), @r#"Described { source: Inline { text: "a" }, detail: Some(Labelled(Labels { others: {"colour": String("c"), "name": String("b"), "text": String("a")} })) }"#);
}

#[derive(Debug, ToolArg)]
struct Size {
    width: u32,
    unit: String,
}

/// A tool.
#[derive(Debug, Tool)]
struct Typed {
    #[serde(flatten)]
    flags: Option<BTreeMap<String, bool>>,
    #[serde(flatten)]
    size: Option<Size>,
}

#[derive(Debug, ToolArg)]
struct File {
    path: String,
    size: u32,
}

/// A tool.
#[derive(Debug, Tool)]
struct Counted {
    #[serde(flatten)]
    counts: Option<BTreeMap<String, u32>>,
    #[serde(flatten)]
    file: File,
}

/// A tool.
#[derive(Debug, Tool)]
struct TypedBesideAnEnum {
    #[serde(flatten)]
    source: Source,
    #[serde(flatten)]
    flags: BTreeMap<String, bool>,
}

/// Serde shows it the properties of the others, which it cannot keep.
#[test]
fn typed_map_excludes_properties_of_sibling_fields() {
    assert_snapshot!(read::<Typed>(r#"{"width": 5, "unit": "cm", "bold": true}"#), @r#"Typed { flags: Some({"bold": true}), size: Some(Size { width: 5, unit: "cm" }) }"#);
    assert_snapshot!(read::<Typed>(r#"{"width": 5, "unit": "cm"}"#), @r#"Typed { flags: None, size: Some(Size { width: 5, unit: "cm" }) }"#);
    assert_snapshot!(read::<Counted>(r#"{"path": "a", "size": 5}"#), @r#"Counted { counts: None, file: File { path: "a", size: 5 } }"#);
    assert_snapshot!(read::<Counted>(r#"{"path": "a", "size": 5, "lines": 7}"#), @r#"Counted { counts: Some({"lines": 7, "size": 5}), file: File { path: "a", size: 5 } }"#);
    assert_snapshot!(read::<Typed>(r#"{"bold": "maybe"}"#), @r#"! bold type {"expected":["boolean"]} got "maybe""#);
    assert_snapshot!(read::<TypedBesideAnEnum>(r#"{"kind": "File", "path": "a", "bold": true}"#), @r#"TypedBesideAnEnum { source: File { path: "a" }, flags: {"bold": true} }"#);
}

/// A property of another form is a key of the map in this form: no data is lost.
#[test]
fn typed_map_keeps_undeclared_properties() {
    assert_snapshot!(read::<TypedBesideAnEnum>(r#"{"kind": "File", "path": "a", "url": true}"#), @r#"TypedBesideAnEnum { source: File { path: "a" }, flags: {"url": true} }"#);
    assert_snapshot!(read::<TypedBesideAnEnum>(r#"{"kind": "File", "path": "a", "url": "b"}"#), @r#"! url type {"expected":["boolean"]} got "b""#);
    assert_snapshot!(read::<TypedBesideAnEnum>(r#"{"kind": "Site", "url": "b", "path": false}"#), @r#"TypedBesideAnEnum { source: Site { url: "b" }, flags: {"path": false} }"#);
}

#[derive(Debug, ToolArg)]
#[tool(check = "has_one")]
struct Flags {
    #[serde(flatten)]
    flags: BTreeMap<String, bool>,
}

fn has_one(flags: &Flags, issues: &mut Issues) {
    if flags.flags.is_empty() {
        issues.add("", "one flag is needed");
    }
}

/// A tool.
#[derive(Debug, Tool)]
struct CheckedFlags {
    #[serde(flatten)]
    flags: Option<Flags>,
    #[serde(flatten)]
    size: Option<Size>,
}

#[test]
fn absent_map_is_not_checked() {
    assert_snapshot!(read::<CheckedFlags>(r#"{"width": 5, "unit": "cm"}"#), @r#"CheckedFlags { flags: None, size: Some(Size { width: 5, unit: "cm" }) }"#);
    assert_snapshot!(read::<CheckedFlags>(r#"{"width": 5, "unit": "cm", "bold": true}"#), @r#"CheckedFlags { flags: Some(Flags { flags: {"bold": true} }), size: Some(Size { width: 5, unit: "cm" }) }"#);
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Holder {
    Both {
        #[serde(flatten)]
        flags: Option<BTreeMap<String, bool>>,
        #[serde(flatten)]
        size: Size,
        #[serde(flatten)]
        file: Option<File>,
    },
    Name {
        name: String,
    },
}

/// A tool.
#[derive(Debug, Tool)]
struct InAVariant {
    holder: Holder,
}

#[test]
fn fields_of_a_variant_are_siblings() {
    assert_snapshot!(read::<InAVariant>(r#"{"holder": {"width": 5, "unit": "cm", "bold": true}}"#), @r#"InAVariant { holder: Both { flags: Some({"bold": true}), size: Size { width: 5, unit: "cm" }, file: None } }"#);
    assert_snapshot!(read::<InAVariant>(r#"{"holder": {"width": 5, "unit": "cm", "path": "a", "size": 7}}"#), @r#"InAVariant { holder: Both { flags: None, size: Size { width: 5, unit: "cm" }, file: Some(File { path: "a", size: 7 }) } }"#);
}

/// A tool.
#[derive(Debug, Tool)]
struct Untyped {
    #[serde(flatten)]
    source: Source,
    #[serde(flatten)]
    others: BTreeMap<String, Value>,
}

/// As serde does it.
#[test]
fn untyped_map_gets_the_keys_that_an_enum_leaves() {
    assert_snapshot!(read::<Untyped>(r#"{"kind": "File", "path": "a", "bold": true}"#), @r#"Untyped { source: File { path: "a" }, others: {"bold": Bool(true), "kind": String("File"), "path": String("a")} }"#);
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Sized {
    Counted {
        #[serde(flatten)]
        counts: BTreeMap<String, bool>,
        #[serde(flatten)]
        size: Size,
    },
    Plain(Size),
}

/// A tool.
#[derive(Debug, Tool)]
struct Chosen {
    sized: Sized,
    #[serde(default)]
    held: Vec<Sized>,
}

/// Serde rejects the first form if its map cannot hold the properties next to it.
#[test]
fn prefers_a_form_without_hidden_properties() {
    assert_snapshot!(read::<Chosen>(r#"{"sized": {"width": 5, "unit": "cm"}}"#), @r#"Chosen { sized: Plain(Size { width: 5, unit: "cm" }), held: [] }"#);
    assert_snapshot!(read::<Chosen>(r#"{"sized": {"width": 5, "unit": "cm", "bold": true}}"#), @r#"Chosen { sized: Counted { counts: {"bold": true}, size: Size { width: 5, unit: "cm" } }, held: [] }"#);
    assert_snapshot!(read::<Chosen>(r#"{"sized": {"width": 5, "unit": "cm"}, "held": [{"width": 5, "unit": "cm", "bold": true}, {"width": 5, "unit": "cm"}]}"#), @r#"Chosen { sized: Plain(Size { width: 5, unit: "cm" }), held: [Counted { counts: {"bold": true}, size: Size { width: 5, unit: "cm" } }, Plain(Size { width: 5, unit: "cm" })] }"#);
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Open {
    Counted {
        #[serde(flatten)]
        counts: Option<BTreeMap<String, bool>>,
        #[serde(flatten)]
        size: Size,
    },
    Any {
        #[serde(flatten)]
        any: BTreeMap<String, Value>,
    },
}

/// A tool.
#[derive(Debug, Tool)]
struct ChosenOpen {
    open: Open,
}

/// As in serde, a map is `None` if all properties belong to other fields.
#[test]
fn empty_optional_map_hides_no_properties() {
    assert_snapshot!(read::<ChosenOpen>(r#"{"open": {"width": 5, "unit": "cm"}}"#), @r#"ChosenOpen { open: Counted { counts: None, size: Size { width: 5, unit: "cm" } } }"#);
    assert_snapshot!(read::<ChosenOpen>(r#"{"open": {"width": 5, "unit": "cm", "bold": true}}"#), @r#"ChosenOpen { open: Counted { counts: Some({"bold": true}), size: Size { width: 5, unit: "cm" } } }"#);
    assert_snapshot!(read::<ChosenOpen>(r#"{"open": {"width": 5, "bold": true}}"#), @r#"ChosenOpen { open: Any { any: {"bold": Bool(true), "width": Number(5)} } }"#);
}
