//! Unit variants of flattened enums: the name of the variant is a property that is null.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use insta::assert_snapshot;
use tests::read;
use tool_core::{Tool, ToolArg};

#[derive(Debug, ToolArg)]
enum Described {
    /// It shines.
    Glossy,
    #[serde(alias = "flat")]
    Matte,
    Painted {
        color: String,
    },
}

#[derive(Debug, ToolArg)]
enum Names {
    /// One.
    One,
    /// Two.
    Two,
}

#[derive(Debug, ToolArg)]
enum Mixed {
    Left,
    Right,
    #[serde(untagged)]
    Other {
        degrees: u16,
    },
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Inside {
    Name(Names),
    Size { size: u8 },
}

/// A tool.
#[derive(Debug, Tool)]
struct Required {
    #[serde(flatten)]
    described: Described,
    #[serde(flatten)]
    names: Option<Names>,
}

/// A tool.
#[derive(Debug, Tool)]
struct OfMixed {
    id: u8,
    #[serde(flatten)]
    mixed: Mixed,
}

/// A tool.
#[derive(Debug, Tool)]
struct OfInside {
    id: u8,
    #[serde(flatten)]
    inside: Option<Inside>,
}

#[test]
fn reads_flattened_unit_variants_with_a_description_or_an_alias() {
    assert_snapshot!(read::<Required>(r#"{"Glossy": null}"#), @r#"Required { described: Glossy, names: None }"#);
    assert_snapshot!(read::<Required>(r#"{"Matte": null, "Two": null}"#), @r#"Required { described: Matte, names: Some(Two) }"#);
    assert_snapshot!(read::<Required>(r#"{"flat": null, "One": null}"#), @r#"
Required { described: Matte, names: Some(One) }
~ Matte property_name: "flat" -> "Matte"
"#);
    assert_snapshot!(read::<Required>(r#"{"Painted": {"color": "red"}, "One": null}"#), @r#"Required { described: Painted { color: "red" }, names: Some(One) }"#);
    assert_snapshot!(read::<Required>(r#"{"One": null}"#), @r#"!  union {"forms":["{\"Matte\", \"One\"}","{\"Matte\", \"Two\"}","{\"Matte\"}","{\"Glossy\", \"One\"}","{\"Glossy\", \"Two\"}","{\"Glossy\"}","{\"Painted\", \"One\"}","{\"Painted\", \"Two\"}","{\"Painted\"}"]} got {"One":null}"#);
    assert_snapshot!(Required::definition().schema(), @r#"{"type":"object","oneOf":[{"type":"object","properties":{"Matte":{"type":"null"}},"required":["Matte"]},{"type":"object","properties":{"Glossy":{"type":"null"}},"required":["Glossy"],"description":"It shines."},{"type":"object","properties":{"Painted":{"type":"object","properties":{"color":{"type":"string"}},"required":["color"],"additionalProperties":false}},"required":["Painted"]}],"anyOf":[{"oneOf":[{"type":"object","properties":{"One":{"type":"null"}},"required":["One"],"description":"One."},{"type":"object","properties":{"Two":{"type":"null"}},"required":["Two"],"description":"Two."}]},{}],"description":"A tool.","unevaluatedProperties":false}"#);
}

#[test]
fn reads_flattened_unit_variants_next_to_untagged_variants() {
    assert_snapshot!(read::<OfMixed>(r#"{"id": 1, "Left": null}"#), @r#"OfMixed { id: 1, mixed: Left }"#);
    assert_snapshot!(read::<OfMixed>(r#"{"id": 1, "degrees": 90}"#), @r#"OfMixed { id: 1, mixed: Other { degrees: 90 } }"#);
}

#[test]
fn reads_flattened_unit_variants_inside_an_untagged_form() {
    assert_snapshot!(read::<OfInside>(r#"{"id": 1, "Two": null}"#), @r#"OfInside { id: 1, inside: Some(Name(Two)) }"#);
    assert_snapshot!(read::<OfInside>(r#"{"id": 1, "size": 2}"#), @r#"OfInside { id: 1, inside: Some(Size { size: 2 }) }"#);
    assert_snapshot!(read::<OfInside>(r#"{"id": 1}"#), @r#"OfInside { id: 1, inside: None }"#);
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind")]
enum Layer {
    Finish(Described),
    Side(Sides),
    Name(Names),
}

#[derive(Debug, ToolArg)]
enum Sides {
    Front,
    Back,
}

/// A tool.
#[derive(Debug, Tool)]
struct Layers {
    layers: Vec<Layer>,
}

/// A tool.
#[derive(Debug, Tool)]
struct OneLayer {
    #[serde(flatten)]
    layer: Layer,
}

#[test]
fn reads_flattened_unit_variants_next_to_the_tag_of_another_enum() {
    assert_snapshot!(read::<Layers>(r#"{"layers": [{"kind": "Finish", "Glossy": null}, {"kind": "Finish", "flat": null}, {"Painted": {"color": "red"}, "kind": "Finish"}]}"#), @r#"
Layers { layers: [Finish(Glossy), Finish(Matte), Finish(Painted { color: "red" })] }
~ layers[1].Matte property_name: "flat" -> "Matte"
"#);
    assert_snapshot!(read::<Layers>(r#"{"layers": [{"kind": "Side", "Back": null}, {"kind": "Name", "Two": null}]}"#), @r#"Layers { layers: [Side(Back), Name(Two)] }"#);
    assert_snapshot!(read::<Layers>(r#"{"layers": [{"kind": "Side"}, {"kind": "Name", "Two": null, "One": null}, {"kind": "Side", "Top": null}]}"#), @r#"
! layers[0] union {"forms":["{\"kind\": \"Side\", \"Front\": null}","{\"kind\": \"Side\", \"Back\": null}"],"branch":"kind \"Side\""} got {"kind":"Side"}
! layers[1] ambiguous {"readings":[{"kind":"Name","One":null},{"kind":"Name","Two":null}],"branch":"kind \"Name\""} got {"kind":"Name","Two":null,"One":null}
! layers[2] union {"forms":["{\"kind\": \"Side\", \"Front\": null}","{\"kind\": \"Side\", \"Back\": null}"],"branch":"kind \"Side\""} got {"kind":"Side","Top":null}
"#);
    assert_snapshot!(read::<OneLayer>(r#"{"kind": "Side", "Back": null}"#), @r#"OneLayer { layer: Side(Back) }"#);
    assert_snapshot!(OneLayer::definition().schema(), @r#"{"type":"object","oneOf":[{"oneOf":[{"type":"object","properties":{"Matte":{"type":"null"}},"required":["Matte"]},{"type":"object","properties":{"Glossy":{"type":"null"}},"required":["Glossy"],"description":"It shines."},{"type":"object","properties":{"Painted":{"type":"object","properties":{"color":{"type":"string"}},"required":["color"],"additionalProperties":false}},"required":["Painted"]}],"required":["kind"],"type":"object","properties":{"kind":{"type":"string","const":"Finish"}}},{"type":"object","properties":{"kind":{"type":"string","const":"Side"}},"required":["kind"],"oneOf":[{"type":"object","properties":{"Front":{"type":"null"}},"required":["Front"]},{"type":"object","properties":{"Back":{"type":"null"}},"required":["Back"]}]},{"type":"object","properties":{"kind":{"type":"string","const":"Name"}},"required":["kind"],"oneOf":[{"type":"object","properties":{"One":{"type":"null"}},"required":["One"],"description":"One."},{"type":"object","properties":{"Two":{"type":"null"}},"required":["Two"],"description":"Two."}]}],"description":"A tool.","unevaluatedProperties":false}"#);
}
