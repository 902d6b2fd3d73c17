//! Flattened fields that read one key: refused, or read as serde reads them.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use std::collections::BTreeMap;

use insta::assert_snapshot;
use serde_json::Value;
use tests::{Even, read};
use tool_core::{Tool, ToolArg};

/// Why the definition cannot be built.
#[track_caller]
fn fault<T: Tool>() -> String {
    T::try_definition()
        .expect_err("the definition is rejected")
        .to_string()
}

#[derive(Debug, ToolArg)]
#[serde(tag = "sort", content = "value")]
enum Sort {
    By(u8),
    Default,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "filter", content = "value")]
enum Filter {
    Named(u8),
    All,
}

#[derive(Debug, ToolArg)]
struct Page {
    value: Option<u8>,
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Found {
    Value { value: u8, unit: u8 },
    Name { name: String },
}

#[derive(Debug, ToolArg)]
enum Switch {
    On,
    Off,
}

#[derive(Debug, ToolArg)]
enum Mode {
    On,
    Auto,
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Either {
    Both {
        #[serde(flatten)]
        switch: Switch,
        #[serde(flatten)]
        mode: Option<Box<Mode>>,
    },
    Neither {
        name: String,
    },
}

fn read_page<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Page, D::Error> {
    serde::Deserialize::deserialize(deserializer)
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
    TwoContents { #[serde(flatten)] sort: Sort, #[serde(flatten)] filter: Filter }
    OptionalContents { #[serde(flatten)] sort: Option<Sort>, #[serde(flatten)] filter: Option<Filter> }
    ContentAndField { #[serde(flatten)] sort: Sort, value: Option<u8> }
    StructAndForm { #[serde(flatten)] page: Page, #[serde(flatten)] found: Found }
    FormAndStruct { #[serde(flatten)] found: Found, #[serde(flatten)] page: Page }
    TwoStructs { #[serde(flatten)] first: Page, #[serde(flatten)] second: Option<Page>, unit: u8 }
    ReadByAFunction { #[serde(flatten, deserialize_with = "read_page")] unit: Page, #[serde(flatten)] found: Found }
    TwoNames { #[serde(flatten)] switch: Switch, #[serde(flatten)] mode: Mode }
    InAVariant { either: Either }
}

#[test]
fn rejects_a_type_that_requires_a_key_of_another_field() {
    assert_snapshot!(fault::<TwoContents>(), @r#"the schema of tool `t`, of the type `TwoContents`, cannot be used: `flatten` at the root: `Sort` and `Filter` read the key `value`, but serde passes it only to `Sort`; rename one of the keys with `#[serde(rename = "...")]`"#);
    assert_snapshot!(fault::<OptionalContents>(), @r#"the schema of tool `t`, of the type `OptionalContents`, cannot be used: `flatten` at the root: `Option<Sort>` and `Option<Filter>` read the key `value`, but serde passes it only to `Option<Sort>`; rename one of the keys with `#[serde(rename = "...")]`"#);
    assert_snapshot!(fault::<ContentAndField>(), @r#"the schema of tool `t`, of the type `ContentAndField`, cannot be used: `flatten` at the root: the field `value` and `Sort` read the key `value`, but serde passes it only to the field `value`; rename one of the keys with `#[serde(rename = "...")]`"#);
    assert_snapshot!(fault::<StructAndForm>(), @r#"the schema of tool `t`, of the type `StructAndForm`, cannot be used: `flatten` at the root: `Page` and `Found` read the key `value`, but serde passes it only to `Page`; rename one of the keys with `#[serde(rename = "...")]`"#);
    assert_snapshot!(fault::<TwoNames>(), @r#"the schema of tool `t`, of the type `TwoNames`, cannot be used: `flatten` at the root: `Switch` and `Mode` read the key `On`, but serde passes it only to `Switch`; rename one of the keys with `#[serde(rename = "...")]`"#);
    assert_snapshot!(fault::<InAVariant>(), @r#"the schema of tool `t` cannot be used: `flatten` at `/$defs/Either/anyOf/0`: `Switch` and `Option<Box<Mode>>` read the key `On`, but serde passes it only to `Switch`; rename one of the keys with `#[serde(rename = "...")]`"#);
}

/// Serde shows the enum a copy of the object. The second struct has no use for the key.
#[test]
fn reads_a_key_that_two_fields_share() {
    assert_snapshot!(read::<FormAndStruct>(r#"{"value": 1, "unit": 2}"#), @r#"FormAndStruct { found: Value { value: 1, unit: 2 }, page: Page { value: Some(1) } }"#);
    assert_snapshot!(read::<TwoStructs>(r#"{"value": 1, "unit": 2}"#), @r#"TwoStructs { first: Page { value: Some(1) }, second: Some(Page { value: None }), unit: 2 }"#);
    assert_snapshot!(read::<ReadByAFunction>(r#"{"name": "a", "value": 1}"#), @r#"ReadByAFunction { unit: Page { value: Some(1) }, found: Name { name: "a" } }"#);
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
fn reads_a_tag_that_two_enums_share() {
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
fn enum_next_to_a_map_reports_the_missing_keys_of_its_form() {
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

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum ByIdOrName {
    Id { id: Even },
    Name { name: String },
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind")]
enum Kind {
    One { id: u8 },
    Named { name: String, size: Option<u8> },
}

/// A tool.
#[derive(Debug, Tool)]
struct KindBehind {
    #[serde(flatten)]
    which: ByIdOrName,
    #[serde(flatten)]
    kind: Option<Kind>,
}

/// A tool.
#[derive(Debug, Tool)]
struct KindBefore {
    #[serde(flatten)]
    kind: Option<Kind>,
    #[serde(flatten)]
    which: ByIdOrName,
}

/// A property that also belongs to a required enum does not make an optional enum required.
#[test]
fn an_optional_enum_is_none_if_a_required_one_has_its_properties() {
    for read in [read::<KindBehind>, read::<KindBefore>] {
        for (raw, which, kind) in [
            (r#"{"id": 2}"#, "which: Id { id: Even(2) }", "kind: None"),
            (
                r#"{"name": "a"}"#,
                r#"which: Name { name: "a" }"#,
                "kind: None",
            ),
            (
                r#"{"id": 2, "kind": "One"}"#,
                "which: Id { id: Even(2) }",
                "kind: Some(One { id: 2 })",
            ),
        ] {
            let told = read(raw);
            assert!(told.contains(which) && told.contains(kind), "{raw}: {told}");
        }
        insta::allow_duplicates! {
            assert_snapshot!(read(r#"{"name": "a", "size": 3}"#), @r#"! kind required {"expected":["string"],"members":["One","Named"]}"#);
            assert_snapshot!(read(r#"{"id": 3}"#), @r#"! id refused {"message":"must be even"} got 3"#);
            assert_snapshot!(read(r#"{"kind": "Two", "id": 2}"#), @r#"! kind enum {"members":["One","Named"]} got "Two""#);
        }
    }
}
