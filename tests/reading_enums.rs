//! Unit variants, externally tagged variants, and the variant for all others: exact values, repairs
//! and rejections.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use insta::assert_snapshot;
use serde_json::json;
use tests::read;
use tool_core::feedback::Style;
use tool_core::{Definition, Tool, ToolArg};

#[derive(Debug, ToolArg)]
#[serde(rename_all = "snake_case")]
enum Order {
    #[serde(alias = "asc", alias = "up")]
    Ascending,
    #[serde(alias = "desc")]
    MostRecent,
    /// As they come.
    Unsorted,
}

#[derive(Debug, ToolArg)]
#[serde(rename_all = "snake_case")]
enum External {
    Nothing,
    #[serde(alias = "other")]
    NewtypeOf(u8),
    #[serde(alias = "couple")]
    Pair(u8, String),
    Shape {
        side_length: u8,
        #[serde(default, alias = "tint")]
        colour: Option<String>,
    },
}

/// A tool.
#[derive(Debug, Tool)]
struct Outside {
    order: Option<Order>,
    external: Option<External>,
}

#[test]
fn reads_unit_variants() {
    assert_snapshot!(read::<Outside>(r#"{"order": "most_recent"}"#), @"Outside { order: Some(MostRecent), external: None }");
    assert_snapshot!(read::<Outside>(r#"{"order": "MostRecent"}"#), @r#"
    Outside { order: Some(MostRecent), external: None }
    ~ order enum_member: "MostRecent" -> "most_recent"
    "#);
    assert_snapshot!(read::<Outside>(r#"{"order": "up"}"#), @r#"
    Outside { order: Some(Ascending), external: None }
    ~ order enum_member: "up" -> "ascending"
    "#);
    assert_snapshot!(read::<Outside>(r#"{"order": ["desc"]}"#), @r#"
    Outside { order: Some(MostRecent), external: None }
    ~ order enum_member: ["desc"] -> "most_recent"
    "#);
    assert_snapshot!(read::<Outside>(r#"{"order": "null"}"#), @r#"
    Outside { order: None, external: None }
    ~ order text_to_null: "null" -> null
    "#);
    assert_snapshot!(read::<Outside>(r#"{"order": "UP"}"#), @r#"
    Outside { order: Some(Ascending), external: None }
    ~ order enum_member: "UP" -> "ascending"
    "#);
    assert_snapshot!(read::<Outside>(r#"{"order": "unsortd"}"#), @r#"! order enum {"members":["ascending","most_recent","unsorted",null],"nearest":"unsorted"} got "unsortd""#);
}

#[test]
fn reads_externally_tagged_variants() {
    assert_snapshot!(read::<Outside>(r#"{"external": "nothing"}"#), @"Outside { order: None, external: Some(Nothing) }");
    assert_snapshot!(read::<Outside>(r#"{"external": {"newtype_of": 5}}"#), @"Outside { order: None, external: Some(NewtypeOf(5)) }");
    assert_snapshot!(read::<Outside>(r#"{"external": {"pair": [1, "a"]}}"#), @r#"Outside { order: None, external: Some(Pair(1, "a")) }"#);
    assert_snapshot!(read::<Outside>(r#"{"external": {"shape": {"side_length": 1}}}"#), @"Outside { order: None, external: Some(Shape { side_length: 1, colour: None }) }");
    assert_snapshot!(read::<Outside>(r#"{"external": {"shape": {"sideLength": "1", "tint": "red"}}}"#), @r#"
    Outside { order: None, external: Some(Shape { side_length: 1, colour: Some("red") }) }
    ~ external.shape.side_length property_name: "sideLength" -> "side_length"
    ~ external.shape.side_length string_to_number: "1" -> 1
    ~ external.shape.colour property_name: "tint" -> "colour"
    "#);
    assert_snapshot!(read::<Outside>(r#"{"external": "{\"NewtypeOf\": \"5\"}"}"#), @r#"
    Outside { order: None, external: Some(NewtypeOf(5)) }
    ~ external json_string: "{\"NewtypeOf\": \"5\"}" -> {"NewtypeOf":"5"}
    ~ external.newtype_of property_name: "NewtypeOf" -> "newtype_of"
    ~ external.newtype_of string_to_number: "5" -> 5
    "#);
    assert_snapshot!(read::<Outside>(r#"{"external": {"other": 5}}"#), @r#"
    Outside { order: None, external: Some(NewtypeOf(5)) }
    ~ external.newtype_of property_name: "other" -> "newtype_of"
    "#);
    assert_snapshot!(read::<Outside>(r#"{"external": {"couple": "[1, 2]"}}"#), @r#"
    Outside { order: None, external: Some(Pair(1, "2")) }
    ~ external.pair property_name: "couple" -> "pair"
    ~ external.pair json_string: "[1, 2]" -> [1,2]
    ~ external.pair[1] scalar_to_string: 2 -> "2"
    "#);
}

#[test]
fn reports_faults_of_externally_tagged_variants() {
    assert_snapshot!(read::<Outside>(r#"{"external": {"shape": {"side_length": 256, "depth": 1}}}"#), @r#"
    ! external.shape.side_length out_of_range {"format":"uint8","minimum":0,"maximum":255} got 256
    ! external.shape.depth unknown_key got 1
    "#);
    assert_snapshot!(read::<Outside>(r#"{"external": {"newtype_of": "x"}}"#), @r#"! external.newtype_of type {"expected":["integer"]} got "x""#);
    assert_snapshot!(read::<Outside>(r#"{"external": {"shapes": {}}}"#), @r#"! external.shape required {"expected":["object"],"shape":"{side_length: integer, colour?: string | null}","sent_as":"external.shapes"}"#);
    assert_snapshot!(read::<Outside>(r#"{"external": "pair"}"#), @r#"! external union {"members":["nothing"],"forms":["{\"newtype_of\"}","{\"pair\"}","{\"shape\"}","null"]} got "pair""#);
    assert_snapshot!(read::<Outside>(r#"{"external": {"newtype_of": 5, "pair": [1, "a"]}}"#), @r#"! external union {"members":["nothing"],"forms":["{\"newtype_of\"}","{\"pair\"}","{\"shape\"}","null"]} got {"newtype_of":5,"pair":[1,"a"]}"#);
    assert_snapshot!(read::<Outside>(r#"{"external": {}}"#), @r#"! external union {"members":["nothing"],"forms":["{\"newtype_of\"}","{\"pair\"}","{\"shape\"}","null"]} got {}"#);
    assert_snapshot!(read::<Outside>(r#"{"external": {"nothing": null}}"#), @r#"
    Outside { order: None, external: Some(Nothing) }
    ~ external unit_variant: {"nothing":null} -> "nothing"
    "#);
    assert_snapshot!(read::<Outside>(r#"{"external": {"nothing": 1}}"#), @r#"! external union {"members":["nothing"],"forms":["{\"newtype_of\"}","{\"pair\"}","{\"shape\"}","null"],"nearest":"nothing"} got {"nothing":1}"#);
}

#[derive(Debug, ToolArg)]
#[serde(rename_all = "snake_case")]
enum Level {
    Low,
    High,
    #[serde(untagged)]
    Other(String),
}

/// A tool.
#[derive(Debug, Tool)]
struct Others {
    level: Option<Level>,
}

#[test]
fn untagged_variant_accepts_all_other_text() {
    assert_snapshot!(read::<Others>(r#"{"level": "high"}"#), @"Others { level: Some(High) }");
    assert_snapshot!(read::<Others>(r#"{"level": "medium"}"#), @r#"Others { level: Some(Other("medium")) }"#);
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Twice {
    Number(u8),
    Level(Named),
    Again(Named),
}

#[derive(Debug, ToolArg)]
enum Named {
    Low,
    High,
}

/// A tool.
#[derive(Debug, Tool)]
struct Repeats {
    twice: Option<Twice>,
}

#[test]
fn lists_each_member_of_an_enum_once() {
    assert_snapshot!(read::<Repeats>(r#"{"twice": "x"}"#), @r#"! twice union {"members":["Low","High"],"forms":["integer","null"]} got "x""#);
    let schema = json!({"type": "object", "properties": {"a": {"enum": ["b", "c", "b"]}}});
    let definition = Definition::new("repeats", "A tool.", schema).unwrap();
    assert!(definition.parse(r#"{"a": "b"}"#).is_ok());
    let error = definition.parse(r#"{"a": "x"}"#).unwrap_err();
    assert_snapshot!(error.render(Style::List), @r#"
    Nothing was run. Send the whole call again with these fixed:
    - a: expected "b" or "c", got "x"
    "#);
}
