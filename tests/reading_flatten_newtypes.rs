//! Flattened newtypes of an `Option`, and properties of enums that a sibling map cannot hold.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use std::collections::BTreeMap;

use insta::assert_snapshot;
use tests::read;
use tool_core::{Tool, ToolArg};

#[derive(Debug, ToolArg)]
struct Size {
    width: u8,
    height: u8,
}

#[derive(Debug, ToolArg)]
struct MaybeSize(Option<Size>);

#[derive(Debug, ToolArg)]
enum Paint {
    Coats(u8),
    Color(String),
}

#[derive(Debug, ToolArg)]
struct MaybePaint(Option<Paint>);

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Place {
    Shelf { shelf: u8 },
    Box { in_box: u8 },
}

#[derive(Debug, ToolArg)]
struct MaybePlace(Option<Place>);

/// A tool.
#[derive(Debug, Tool)]
struct Sized {
    id: u8,
    #[serde(flatten)]
    size: MaybeSize,
}

/// A tool.
#[derive(Debug, Tool)]
struct SizedTwice {
    #[serde(flatten)]
    size: Option<MaybeSize>,
}

/// A tool.
#[derive(Debug, Tool)]
struct Stored {
    #[serde(flatten)]
    paint: MaybePaint,
    #[serde(flatten)]
    place: MaybePlace,
}

#[test]
fn reads_a_flattened_newtype_of_an_option() {
    assert_snapshot!(read::<Sized>(r#"{"id": 1}"#), @r#"Sized { id: 1, size: MaybeSize(None) }"#);
    assert_snapshot!(read::<Sized>(r#"{"id": 1, "width": "2", "height": 3}"#), @r#"
Sized { id: 1, size: MaybeSize(Some(Size { width: 2, height: 3 })) }
~ width string_to_number: "2" -> 2
"#);
    assert_snapshot!(read::<Sized>(r#"{"id": 1, "width": 2}"#), @r#"! height required {"expected":["string","number","boolean","array","object","null"]}"#);
    assert_snapshot!(read::<SizedTwice>("{}"), @r#"SizedTwice { size: Some(MaybeSize(None)) }"#);
    assert_snapshot!(read::<SizedTwice>(r#"{"width": 2, "height": 3}"#), @r#"SizedTwice { size: Some(MaybeSize(Some(Size { width: 2, height: 3 }))) }"#);
    assert_snapshot!(read::<Stored>("{}"), @r#"Stored { paint: MaybePaint(None), place: MaybePlace(None) }"#);
    assert_snapshot!(read::<Stored>(r#"{"Coats": 2}"#), @r#"Stored { paint: MaybePaint(Some(Coats(2))), place: MaybePlace(None) }"#);
    assert_snapshot!(read::<Stored>(r#"{"in_box": 2, "Color": "red"}"#), @r#"Stored { paint: MaybePaint(Some(Color("red"))), place: MaybePlace(Some(Box { in_box: 2 })) }"#);
    assert_snapshot!(read::<Stored>(r#"{"in_box": 2, "color_of": "red"}"#), @r#"! Color required {"expected":["string"],"sent_as":"color_of"}"#);
}

/// A tool.
#[derive(Debug, Tool)]
struct PaintFirst {
    #[serde(flatten)]
    paint: Paint,
    #[serde(flatten)]
    counts: BTreeMap<String, u8>,
}

/// A tool.
#[derive(Debug, Tool)]
struct MapFirst {
    #[serde(flatten)]
    counts: BTreeMap<String, u8>,
    #[serde(flatten)]
    paint: Paint,
}

#[derive(Debug, ToolArg)]
struct Painted {
    #[serde(flatten)]
    paint: Option<Paint>,
}

/// A tool.
#[derive(Debug, Tool)]
struct PaintInside {
    #[serde(flatten)]
    painted: Painted,
    #[serde(flatten)]
    counts: BTreeMap<String, u8>,
}

/// Serde reads the first variant. The other one is a property of the map, if the map can hold it.
#[test]
fn keeps_the_key_of_an_unread_variant() {
    assert_snapshot!(read::<PaintFirst>(r#"{"Color": "red", "Coats": 2}"#), @r#"PaintFirst { paint: Color("red"), counts: {"Coats": 2} }"#);
    assert_snapshot!(read::<PaintFirst>(r#"{"Coats": 2, "Color": "red"}"#), @r#"! Color refused {"message":"cannot be sent together with \"Coats\""} got "red""#);
    assert_snapshot!(read::<MapFirst>(r#"{"Coats": 2, "Color": "red"}"#), @r#"! Color refused {"message":"cannot be sent together with \"Coats\""} got "red""#);
    assert_snapshot!(read::<PaintInside>(r#"{"Coats": 2, "Color": "red"}"#), @r#"! Color refused {"message":"cannot be sent together with \"Coats\""} got "red""#);
    assert_snapshot!(read::<PaintInside>(r#"{"Color": "red", "Coats": 2}"#), @r#"PaintInside { painted: Painted { paint: Some(Color("red")) }, counts: {"Coats": 2} }"#);
    assert_snapshot!(read::<PaintFirst>(r#"{"Coats": 2, "other": 3}"#), @r#"PaintFirst { paint: Coats(2), counts: {"other": 3} }"#);
}

#[derive(Debug, ToolArg)]
struct Tin {
    litres: u8,
}

#[derive(Debug, ToolArg)]
enum Covering {
    Layers(u8),
    Paint {
        #[serde(flatten)]
        tin: Tin,
    },
}

/// A tool.
#[derive(Debug, Tool)]
struct Covered {
    #[serde(flatten)]
    counts: BTreeMap<String, u8>,
    #[serde(flatten)]
    covering: Covering,
}

#[test]
fn keeps_the_keys_of_an_unread_variant_with_flattened_fields() {
    assert_snapshot!(read::<Covered>(r#"{"Layers": 2, "Paint": {"litres": 3}}"#), @r#"! Paint refused {"message":"cannot be sent together with \"Layers\""} got {"litres":3}"#);
    assert_snapshot!(read::<Covered>(r#"{"Paint": {"litres": 3}, "Layers": 2}"#), @r#"Covered { counts: {"Layers": 2}, covering: Paint { tin: Tin { litres: 3 } } }"#);
    assert_snapshot!(read::<Covered>(r#"{"Paint": {"litres": 3}}"#), @r#"Covered { counts: {}, covering: Paint { tin: Tin { litres: 3 } } }"#);
}
