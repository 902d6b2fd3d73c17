//! Flattened maps, from which the properties of other fields are hidden: a form that needs this
//! comes after those that serde reads.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use std::collections::BTreeMap;

use insta::assert_snapshot;
use serde_json::Value;
use tests::read;
use tool_core::{Tool, ToolArg};

type Flags = BTreeMap<String, bool>;

#[derive(Debug, ToolArg)]
struct Size {
    width: u32,
    unit: String,
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Sized {
    Counted {
        #[serde(flatten)]
        counts: Flags,
        #[serde(flatten)]
        size: Size,
    },
    Plain(Size),
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Middle {
    Held { sized: Sized },
    Text(String),
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Top {
    Middle { middle: Middle },
    Loose { sized: Value },
    Held { held: Sized },
}

/// A tool.
#[derive(Debug, Tool)]
struct Nested {
    top: Top,
}

#[test]
fn nested_enums_hide_properties_when_needed() {
    assert_snapshot!(read::<Nested>(r#"{"top": {"middle": {"sized": {"width": 5, "unit": "cm", "bold": true}}}}"#), @r#"Nested { top: Middle { middle: Held { sized: Counted { counts: {"bold": true}, size: Size { width: 5, unit: "cm" } } } } }"#);
    assert_snapshot!(read::<Nested>(r#"{"top": {"middle": {"sized": {"width": 5, "unit": "cm"}}}}"#), @r#"Nested { top: Middle { middle: Held { sized: Plain(Size { width: 5, unit: "cm" }) } } }"#);
    assert_snapshot!(read::<Nested>(r#"{"top": {"held": {"width": 5, "unit": "cm"}}}"#), @r#"Nested { top: Held { held: Plain(Size { width: 5, unit: "cm" }) } }"#);
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum HeldOrLoose {
    Held { sized: Sized },
    Loose { sized: Value },
}

/// A tool.
#[derive(Debug, Tool)]
struct Chosen {
    chosen: HeldOrLoose,
}

#[test]
fn unused_inner_form_does_not_hide_properties() {
    assert_snapshot!(read::<Chosen>(r#"{"chosen": {"sized": {"width": 5, "unit": "cm"}}}"#), @r#"Chosen { chosen: Held { sized: Plain(Size { width: 5, unit: "cm" }) } }"#);
}

#[derive(Debug, ToolArg)]
struct HoldsFlags {
    #[serde(flatten)]
    flags: Flags,
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Optional {
    Both {
        #[serde(flatten)]
        flags: Option<HoldsFlags>,
        #[serde(flatten)]
        size: Size,
    },
    Plain(Size),
}

/// A tool.
#[derive(Debug, Tool)]
struct HoldsOptional {
    held: Optional,
}

#[test]
fn nested_optional_map_hides_no_properties() {
    assert_snapshot!(read::<HoldsOptional>(r#"{"held": {"width": 5, "unit": "cm"}}"#), @r#"HoldsOptional { held: Both { flags: None, size: Size { width: 5, unit: "cm" } } }"#);
    assert_snapshot!(read::<HoldsOptional>(r#"{"held": {"width": 5, "unit": "cm", "bold": true}}"#), @r#"HoldsOptional { held: Both { flags: Some(HoldsFlags { flags: {"bold": true} }), size: Size { width: 5, unit: "cm" } } }"#);
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind")]
enum Tagged {
    Tags(Flags),
    File { path: String },
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Bounds {
    Numbers(BTreeMap<String, i64>),
    Limit { limit: i64 },
}

/// A tool.
#[derive(Debug, Tool)]
struct BesideTagged {
    #[serde(flatten)]
    tagged: Tagged,
    #[serde(flatten)]
    size: Size,
}

/// A tool.
#[derive(Debug, Tool)]
struct BesideBounds {
    #[serde(flatten)]
    bounds: Bounds,
    #[serde(flatten)]
    size: Size,
}

#[test]
fn reads_maps_as_the_content_of_a_variant() {
    assert_snapshot!(read::<BesideTagged>(r#"{"kind": "Tags", "bold": true, "width": 1, "unit": "c"}"#), @r#"BesideTagged { tagged: Tags({"bold": true}), size: Size { width: 1, unit: "c" } }"#);
    assert_snapshot!(read::<BesideTagged>(r#"{"kind": "File", "path": "a", "width": 1, "unit": "c"}"#), @r#"BesideTagged { tagged: File { path: "a" }, size: Size { width: 1, unit: "c" } }"#);
    assert_snapshot!(read::<BesideBounds>(r#"{"limit": 3, "width": 1, "unit": "c"}"#), @r#"BesideBounds { bounds: Limit { limit: 3 }, size: Size { width: 1, unit: "c" } }"#);
    assert_snapshot!(read::<BesideBounds>(r#"{"low": 3, "width": 1, "unit": "c"}"#), @r#"BesideBounds { bounds: Numbers({"low": 3, "width": 1}), size: Size { width: 1, unit: "c" } }"#);
}

#[derive(Debug, ToolArg)]
struct Defaults {
    #[serde(default)]
    level: u8,
}

#[derive(Debug, ToolArg)]
struct FlagsAndDefaults {
    #[serde(flatten)]
    flags: Option<Flags>,
    #[serde(flatten)]
    defaults: Option<Defaults>,
}

/// A tool.
#[derive(Debug, Tool)]
struct BesideDefaults {
    #[serde(flatten)]
    inner: FlagsAndDefaults,
    #[serde(flatten)]
    size: Size,
}

#[test]
fn hidden_property_is_visible_to_the_next_field() {
    assert_snapshot!(read::<BesideDefaults>(r#"{"width": 1, "unit": "c"}"#), @r#"BesideDefaults { inner: FlagsAndDefaults { flags: None, defaults: Some(Defaults { level: 0 }) }, size: Size { width: 1, unit: "c" } }"#);
}

#[derive(Debug, ToolArg)]
#[serde(deny_unknown_fields)]
struct Strict {
    name: String,
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Detail {
    Strict(Strict),
    Other { other: u8 },
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum HoldsStrict {
    Both {
        #[serde(flatten)]
        detail: Detail,
        #[serde(flatten)]
        size: Size,
    },
    Text(String),
}

/// A tool.
#[derive(Debug, Tool)]
struct BesideStrict {
    held: HoldsStrict,
}

#[test]
fn type_with_denied_unknown_fields_does_not_see_sibling_properties() {
    assert_snapshot!(read::<BesideStrict>(r#"{"held": {"name": "a", "width": 1, "unit": "c"}}"#), @r#"BesideStrict { held: Both { detail: Strict(Strict { name: "a" }), size: Size { width: 1, unit: "c" } } }"#);
}

mod foreign {
    #[derive(Debug)]
    pub(super) struct Other {
        pub(super) detail: super::Loose,
    }
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Loose {
    Named {
        name: String,
    },
    Labelled {
        #[serde(flatten)]
        labels: BTreeMap<String, Value>,
    },
}

#[derive(Debug, ToolArg)]
#[serde(remote = "foreign::Other")]
struct Other {
    #[serde(flatten)]
    detail: Loose,
}

#[derive(Debug, ToolArg)]
struct Note {
    note: String,
}

#[derive(Debug, ToolArg)]
struct HoldsOther {
    #[serde(flatten)]
    note: Option<Note>,
    #[serde(with = "Other")]
    other: foreign::Other,
}

/// A tool.
#[derive(Debug, Tool)]
struct BesideRemote {
    #[serde(flatten)]
    inner: HoldsOther,
    #[serde(flatten)]
    size: Size,
}

#[test]
fn remote_type_in_a_property_has_no_siblings() {
    assert_snapshot!(read::<BesideRemote>(r#"{"other": {"name": "a", "width": 2}, "width": 1, "unit": "c"}"#), @r#"BesideRemote { inner: HoldsOther { note: None, other: Other { detail: Labelled { labels: {"name": String("a"), "width": Number(2)} } } }, size: Size { width: 1, unit: "c" } }"#);
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Marked {
    Flagged {
        mark: String,
        #[serde(flatten)]
        flags: Flags,
    },
    Named {
        name: String,
    },
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind")]
enum Source {
    File { path: String },
    Site { url: String },
}

/// A tool.
#[derive(Debug, Tool)]
struct MapBesideAnEnum {
    id: String,
    #[serde(flatten)]
    source: Source,
    #[serde(flatten)]
    marked: Marked,
}

/// The map does not know which properties the other enum has in a call.
#[test]
fn rejects_a_map_in_a_form_next_to_another_enum() {
    let error = MapBesideAnEnum::try_definition().expect_err("the map is refused");
    assert_snapshot!(error, @r#"the schema of tool `map_beside_an_enum`, of the type `MapBesideAnEnum`, cannot be used: `additionalProperties` at `/oneOf/0/anyOf/0`: it allows only its own properties, but a tag or a flattened field adds others; put the type into a field that is not flattened, or turn the variant that contains it into a struct variant, or switch on the feature `full-schema` of `tool-core`, which checks every keyword"#);
}

#[derive(Debug, ToolArg)]
#[serde(try_from = "u8")]
struct Few(u8);

impl TryFrom<u8> for Few {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        if number > 3 {
            return Err("that is too many");
        }
        Ok(Self(number))
    }
}

/// A tool.
#[derive(Debug, Tool)]
struct OptionalFew {
    id: u8,
    #[serde(flatten)]
    few: Option<BTreeMap<String, Few>>,
}

/// A tool.
#[derive(Debug, Tool)]
struct ByNumber {
    id: u8,
    #[serde(flatten)]
    by_number: BTreeMap<u32, String>,
}

/// A tool.
#[derive(Debug, Tool)]
struct OptionalByNumber {
    #[serde(flatten)]
    size: Option<Size>,
    #[serde(flatten)]
    by_number: Option<BTreeMap<i16, u8>>,
}

#[derive(Debug, ToolArg)]
struct Numbered {
    names: BTreeMap<u8, String>,
}

/// A tool.
#[derive(Debug, Tool)]
struct HoldsNumbered {
    #[serde(flatten)]
    numbered: Numbered,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind")]
enum TaggedNumbers {
    Field { names: BTreeMap<u8, String> },
    Content(BTreeMap<u8, String>),
}

/// A tool.
#[derive(Debug, Tool)]
struct HoldsTaggedNumbers {
    tagged: TaggedNumbers,
}

#[test]
fn invalid_entry_of_an_optional_map_is_an_issue() {
    assert_snapshot!(read::<OptionalFew>(r#"{"id": 1, "a": 2, "b": 9}"#), @r#"! b refused {"message":"that is too many"} got 9"#);
    assert_snapshot!(read::<OptionalFew>(r#"{"id": 1, "a": 2}"#), @r#"OptionalFew { id: 1, few: Some({"a": Few(2)}) }"#);
    assert_snapshot!(read::<OptionalFew>(r#"{"id": 1}"#), @r#"OptionalFew { id: 1, few: Some({}) }"#);
}

/// Serde's buffer only has text keys.
#[test]
fn keys_of_flattened_maps_may_be_integers() {
    assert_snapshot!(read::<ByNumber>(r#"{"id": 1, "1": "a"}"#), @r#"ByNumber { id: 1, by_number: {1: "a"} }"#);
    assert_snapshot!(read::<OptionalByNumber>(r#"{"1": 2, "-3": 4}"#), @r#"OptionalByNumber { size: None, by_number: Some({-3: 4, 1: 2}) }"#);
    assert_snapshot!(read::<OptionalByNumber>(r#"{"1": 2, "width": 4, "unit": "c"}"#), @r#"OptionalByNumber { size: Some(Size { width: 4, unit: "c" }), by_number: Some({1: 2}) }"#);
    assert_snapshot!(read::<OptionalByNumber>(r#"{"99999": 2}"#), @r#"! 99999 refused {"message":"expected an integer from -32768 to 32767, got 99999"} got 2"#);
    assert_snapshot!(read::<HoldsNumbered>(r#"{"names": {"1": "a"}}"#), @r#"HoldsNumbered { numbered: Numbered { names: {1: "a"} } }"#);
    assert_snapshot!(read::<HoldsTaggedNumbers>(r#"{"tagged": {"kind": "Field", "names": {"1": "a"}}}"#), @r#"HoldsTaggedNumbers { tagged: Field { names: {1: "a"} } }"#);
    assert_snapshot!(read::<HoldsTaggedNumbers>(r#"{"tagged": {"kind": "Content", "1": "a"}}"#), @r#"HoldsTaggedNumbers { tagged: Content({1: "a"}) }"#);
}

#[derive(Debug, ToolArg)]
struct Endless {
    name: String,
    #[serde(flatten)]
    next: Option<Box<Endless>>,
}

/// A tool.
#[derive(Debug, Tool)]
struct HoldsEndless {
    #[serde(flatten)]
    endless: Option<Box<Endless>>,
}

#[test]
fn rejects_a_type_flattened_into_itself() {
    let error = HoldsEndless::try_definition().expect_err("the type is refused");
    assert_snapshot!(error, @r#"the schema of tool `holds_endless`, of the type `HoldsEndless`, cannot be used: `flatten` at the root: the type `Option<Box<Endless>>` is flattened into itself; put it into a field that is not flattened"#);
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Either {
    Number { a: u8 },
    Text { b: String },
}

/// A tool.
#[derive(Debug, Tool)]
struct BesideEither {
    #[serde(flatten)]
    numbers: BTreeMap<String, u8>,
    #[serde(flatten)]
    either: Either,
}

#[derive(Debug, ToolArg)]
struct Numbers {
    #[serde(flatten)]
    numbers: BTreeMap<String, u8>,
}

/// A tool.
#[derive(Debug, Tool)]
struct BesideOptionalEither {
    #[serde(flatten)]
    either: Option<Either>,
    #[serde(flatten)]
    numbers: Option<Numbers>,
}

/// The reader picks the form whose properties the map cannot hold: no data is lost.
#[test]
fn map_gets_the_properties_that_a_sibling_form_leaves() {
    assert_snapshot!(read::<BesideEither>(r#"{"a": 15, "b": "s"}"#), @r#"BesideEither { numbers: {"a": 15}, either: Text { b: "s" } }"#);
    assert_snapshot!(read::<BesideEither>(r#"{"b": "s", "a": 15}"#), @r#"BesideEither { numbers: {"a": 15}, either: Text { b: "s" } }"#);
    assert_snapshot!(read::<BesideEither>(r#"{"a": 15}"#), @r#"BesideEither { numbers: {"a": 15}, either: Number { a: 15 } }"#);
    assert_snapshot!(read::<BesideEither>(r#"{"b": "s", "c": 1}"#), @r#"BesideEither { numbers: {"c": 1}, either: Text { b: "s" } }"#);
    assert_snapshot!(read::<BesideEither>(r#"{"a": 15, "b": 3}"#), @r#"BesideEither { numbers: {"a": 15, "b": 3}, either: Number { a: 15 } }"#);
    assert_snapshot!(read::<BesideEither>(r#"{"a": 15, "c": "s"}"#), @r#"! c type {"expected":["integer"]} got "s""#);
    assert_snapshot!(read::<BesideOptionalEither>(r#"{"a": 15, "b": "s", "c": 19}"#), @r#"BesideOptionalEither { either: Some(Text { b: "s" }), numbers: Some(Numbers { numbers: {"a": 15, "c": 19} }) }"#);
    assert_snapshot!(read::<BesideOptionalEither>(r#"{"c": 19}"#), @r#"BesideOptionalEither { either: None, numbers: Some(Numbers { numbers: {"c": 19} }) }"#);
}
