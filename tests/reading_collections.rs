//! Arrays, tuples, sets and maps: exact values, repairs and rejections.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use insta::assert_snapshot;
use schemars::JsonSchema;
use tests::{describe, read};
use tool_core::{Leniency, Tool, ToolArg};

#[derive(Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ToolArg)]
struct Point {
    x: i8,
    y: i8,
}

/// A tool.
#[derive(Debug, Default, Tool)]
#[serde(default)]
struct Lists {
    numbers: Vec<u16>,
    texts: Vec<String>,
    points: Vec<Point>,
    nested: Vec<Vec<bool>>,
    three: [u8; 3],
    pair: (String, i8),
    one: (u8,),
}

#[test]
fn lists_are_read_exactly() {
    assert_snapshot!(read::<Lists>(
        r#"{"numbers": [1, 2], "texts": ["", "a,b"], "points": [{"x": 1, "y": -1}], "nested": [[], [true]],
            "three": [1, 2, 3], "pair": ["a", 1], "one": [1]}"#
    ), @r#"Lists { numbers: [1, 2], texts: ["", "a,b"], points: [Point { x: 1, y: -1 }], nested: [[], [true]], three: [1, 2, 3], pair: ("a", 1), one: (1,) }"#);
}

#[test]
fn lists_in_strings_are_repaired_at_any_depth() {
    assert_snapshot!(read::<Lists>(
        r#"{"numbers": "[1, \"2\"]", "texts": "['a', 'b']", "points": ["{\"x\": 1, \"y\": 2}"],
            "nested": "[[true], \"[false]\"]", "three": "[1,2,3]"}"#
    ), @r#"
    Lists { numbers: [1, 2], texts: ["a", "b"], points: [Point { x: 1, y: 2 }], nested: [[true], [false]], three: [1, 2, 3], pair: ("", 0), one: (0,) }
    ~ numbers json_string: "[1, \"2\"]" -> [1,"2"]
    ~ numbers[1] string_to_number: "2" -> 2
    ~ texts json_string: "['a', 'b']" -> ["a","b"]
    ~ points[0] json_string: "{\"x\": 1, \"y\": 2}" -> {"x":1,"y":2}
    ~ nested json_string: "[[true], \"[false]\"]" -> [[true],"[false]"]
    ~ nested[1] json_string: "[false]" -> [false]
    ~ three json_string: "[1,2,3]" -> [1,2,3]
    "#);
    assert_snapshot!(read::<Lists>(r#"{"pair": "('a', 1)"}"#), @r#"! pair type {"expected":["array"],"shape":"[string, integer]"} got "('a', 1)""#);
    assert_snapshot!(read::<Lists>(
        r#"{"points": "[{\"x\": \"1\", \"Y\": 2}]}", "pair": "[\"a\", \"1\"]", "one": "[1]"}"#
    ), @r#"
    Lists { numbers: [], texts: [], points: [Point { x: 1, y: 2 }], nested: [], three: [0, 0, 0], pair: ("a", 1), one: (1,) }
    ~ points json_string: "[{\"x\": \"1\", \"Y\": 2}]}" -> [{"x":"1","Y":2}]
    ~ points[0].x string_to_number: "1" -> 1
    ~ points[0].y property_name: "Y" -> "y"
    ~ pair json_string: "[\"a\", \"1\"]" -> ["a","1"]
    ~ pair[1] string_to_number: "1" -> 1
    ~ one json_string: "[1]" -> [1]
    "#);
}

#[test]
fn single_item_is_wrapped_in_a_list() {
    assert_snapshot!(read::<Lists>(r#"{"numbers": 7, "texts": "vegan", "points": {"x": 1, "y": 2}}"#), @r#"
    Lists { numbers: [7], texts: ["vegan"], points: [Point { x: 1, y: 2 }], nested: [], three: [0, 0, 0], pair: ("", 0), one: (0,) }
    ~ numbers array_of_one: 7 -> [7]
    ~ texts array_of_one: "vegan" -> ["vegan"]
    ~ points array_of_one: {"x":1,"y":2} -> [{"x":1,"y":2}]
    "#);
    assert_snapshot!(read::<Lists>(r#"{"numbers": "7", "texts": "a, b", "points": {"x": "1", "y": 2}, "three": 1, "one": 5}"#), @r#"
    ! texts type {"expected":["array"],"shape":"array of strings"} got "a, b"
    ! three type {"expected":["array"],"shape":"array of 3 integers"} got 1
    "#);
}

#[test]
fn faults_in_lists_are_all_reported_at_their_index() {
    assert_snapshot!(read::<Lists>(
        r#"{"numbers": [1, "two", 70000], "points": [{"x": 1}, 5, {"x": 1, "y": 2, "z": 3}], "nested": [[1.5]],
            "three": [1, 2], "pair": [1, "a"], "one": []}"#
    ), @r#"
    ! numbers[1] type {"expected":["integer"]} got "two"
    ! numbers[2] out_of_range {"format":"uint16","minimum":0,"maximum":65535} got 70000
    ! points[0].y required {"expected":["integer"]}
    ! points[1] type {"expected":["object"],"shape":"{x: integer, y: integer}"} got 5
    ! points[2].z unknown_key got 3
    ! nested[0][0] type {"expected":["boolean"]} got 1.5
    ! three min_items {"minimum":3} got [1,2]
    ! pair[1] type {"expected":["integer"]} got "a"
    ! one min_items {"minimum":1} got []
    "#);
    assert_snapshot!(read::<Lists>(r#"{"three": [1, 2, 3, 4], "pair": ["a"], "one": [1, 2]}"#), @r#"
    ! three max_items {"maximum":3} got [1,2,3,4]
    ! pair min_items {"minimum":2} got ["a"]
    ! one max_items {"maximum":1} got [1,2]
    "#);
}

#[derive(Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ToolArg)]
#[serde(rename_all = "snake_case")]
enum Colour {
    DarkRed,
    Blue,
}

/// A tool.
#[derive(Debug, Default, Tool)]
#[serde(default)]
struct Sets {
    tree: BTreeSet<i8>,
    hash: HashSet<String>,
    colours: BTreeSet<Colour>,
}

#[test]
fn sets_are_read_exactly() {
    assert_snapshot!(read::<Sets>(r#"{"tree": [2, 1], "hash": ["a"], "colours": ["blue", "dark_red"]}"#), @r#"Sets { tree: {1, 2}, hash: {"a"}, colours: {DarkRed, Blue} }"#);
}

#[test]
fn duplicate_items_of_a_set_are_dropped_after_repairs() {
    assert_snapshot!(read::<Sets>(r#"{"tree": [1, 2, 1, 1.0], "hash": ["a", "a"], "colours": ["blue", "Blue"]}"#), @r#"
    Sets { tree: {1, 2}, hash: {"a"}, colours: {Blue} }
    ~ tree[3] float_to_integer: 1.0 -> 1
    ~ tree[2] repeated_item: 1 -> nothing
    ~ tree[3] repeated_item: 1 -> nothing
    ~ hash[1] repeated_item: "a" -> nothing
    ~ colours[1] enum_member: "Blue" -> "blue"
    ~ colours[1] repeated_item: "blue" -> nothing
    "#);
    assert_snapshot!(read::<Sets>(r#"{"tree": [1, "1"], "colours": "[\"blue\", \"blue\"]"}"#), @r#"
    Sets { tree: {1}, hash: {}, colours: {Blue} }
    ~ tree[1] string_to_number: "1" -> 1
    ~ tree[1] repeated_item: 1 -> nothing
    ~ colours json_string: "[\"blue\", \"blue\"]" -> ["blue","blue"]
    ~ colours[1] repeated_item: "blue" -> nothing
    "#);
}

#[derive(Debug, PartialEq, Eq, Hash, serde::Deserialize, JsonSchema)]
struct Id(u32);

/// A tool.
#[derive(Debug, Default, Tool)]
#[serde(default)]
struct Maps {
    texts: BTreeMap<String, u8>,
    numbers: HashMap<u32, bool>,
    signed: BTreeMap<i64, Point>,
    ids: HashMap<Id, String>,
    colours: BTreeMap<Colour, u8>,
    letters: BTreeMap<char, u8>,
    deep: BTreeMap<String, BTreeMap<String, Vec<u8>>>,
}

#[test]
fn maps_are_read_exactly() {
    assert_snapshot!(read::<Maps>(
        r#"{"texts": {"a b": 1, "": 2}, "numbers": {"42": true}, "signed": {"-7": {"x": 1, "y": 2}}, "ids": {"5": "five"},
            "colours": {"dark_red": 1}, "letters": {"ß": 1}, "deep": {"a": {"b": [1]}}}"#
    ), @r#"Maps { texts: {"": 2, "a b": 1}, numbers: {42: true}, signed: {-7: Point { x: 1, y: 2 }}, ids: {Id(5): "five"}, colours: {DarkRed: 1}, letters: {'ß': 1}, deep: {"a": {"b": [1]}} }"#);
}

#[test]
fn values_of_maps_are_repaired() {
    assert_snapshot!(read::<Maps>(
        r#"{"texts": {"a": "1"}, "numbers": {"1": "yes"}, "signed": "{\"-7\": {\"x\": 1, \"y\": \"2\"}}",
            "ids": {"5": 5}, "deep": {"a": "{\"b\": 1}"}}"#
    ), @r#"
    Maps { texts: {"a": 1}, numbers: {1: true}, signed: {-7: Point { x: 1, y: 2 }}, ids: {Id(5): "5"}, colours: {}, letters: {}, deep: {"a": {"b": [1]}} }
    ~ texts.a string_to_number: "1" -> 1
    ~ numbers.1 to_boolean: "yes" -> true
    ~ signed json_string: "{\"-7\": {\"x\": 1, \"y\": \"2\"}}" -> {"-7":{"x":1,"y":"2"}}
    ~ signed.-7.y string_to_number: "2" -> 2
    ~ ids.5 scalar_to_string: 5 -> "5"
    ~ deep.a json_string: "{\"b\": 1}" -> {"b":1}
    ~ deep.a.b array_of_one: 1 -> [1]
    "#);
}

#[test]
fn faults_in_maps_are_reported_at_their_key() {
    assert_snapshot!(read::<Maps>(
        r#"{"texts": {"a.b": "one", "c": 256}, "signed": {"1": {"x": 1}}, "numbers": {"one": true},
            "colours": {"green": 1}, "deep": {"a": {"b": [1, 300]}}}"#
    ), @r#"
    ! texts["a.b"] type {"expected":["integer"]} got "one"
    ! texts.c out_of_range {"format":"uint8","minimum":0,"maximum":255} got 256
    ! numbers.one key {"fault":{"code":"pattern","pattern":"^\\d+$"}} got "one"
    ! signed.1.y required {"expected":["integer"]}
    ! colours.green key {"fault":{"code":"enum","members":["blue","dark_red"],"nearest":null}} got "green"
    ! deep.a.b[1] out_of_range {"format":"uint8","minimum":0,"maximum":255} got 300
    "#);
}

#[test]
fn keys_that_parse_to_one_number_are_rejected() {
    assert_snapshot!(read::<Maps>(r#"{"signed": {"-0": {"x": 1, "y": 2}, "0": {"x": 3, "y": 4}}}"#), @r#"! signed.-0 key {"fault":{"code":"refused","message":"expected an integer from -9223372036854775808 to 9223372036854775807, got \"-0\""}} got "-0""#);
}

#[test]
fn keys_that_only_serde_rejects_are_reported() {
    assert_snapshot!(read::<Maps>(r#"{"numbers": {"4294967296": true}}"#), @r#"! numbers.4294967296 key {"fault":{"code":"refused","message":"expected an integer from 0 to 4294967295, got 4294967296"}} got "4294967296""#);
    assert_snapshot!(read::<Maps>(r#"{"letters": {"ab": 1}}"#), @r#"! letters.ab key {"fault":{"code":"refused","message":"expected one character, got \"ab\""}} got "ab""#);
    assert_snapshot!(read::<Maps>(r#"{"colours": {"DarkRed": 1}}"#), @r#"
    Maps { texts: {}, numbers: {}, signed: {}, ids: {}, colours: {DarkRed: 1}, letters: {}, deep: {} }
    ~ colours.dark_red property_name: "DarkRed" -> "dark_red"
    "#);
    assert_snapshot!(read::<Maps>(r#"{"numbers": {" 1": true}}"#), @r#"! numbers[" 1"] key {"fault":{"code":"pattern","pattern":"^\\d+$"}} got " 1""#);
}

/// A tool.
#[derive(Debug, Default, Tool)]
#[serde(default)]
struct Asked {
    #[tool(json_string)]
    list: Option<Vec<u8>>,
    #[tool(json_string)]
    point: Option<Point>,
    #[tool(json_string)]
    map: BTreeMap<String, u8>,
}

#[test]
fn json_string_attribute_applies_in_strict_mode() {
    let strict = |raw| {
        let reader = Asked::definition().reader().leniency(Leniency::Strict);
        describe(reader.read::<Asked>(raw))
    };
    assert_snapshot!(strict(r#"{"list": "[1]", "point": "{\"x\": 1, \"y\": 2}", "map": "{\"a\": 1}"}"#), @r#"
    Asked { list: Some([1]), point: Some(Point { x: 1, y: 2 }), map: {"a": 1} }
    ~ list json_string: "[1]" -> [1]
    ~ point json_string: "{\"x\": 1, \"y\": 2}" -> {"x":1,"y":2}
    ~ map json_string: "{\"a\": 1}" -> {"a":1}
    "#);
    assert_snapshot!(strict(r#"{"list": [1], "point": null}"#), @"Asked { list: Some([1]), point: None, map: {} }");
    assert_snapshot!(strict(r#"{"list": "[\"1\"]"}"#), @r#"! list[0] type {"expected":["integer"]} got "1""#);
    assert_snapshot!(strict(r#"{"list": 1}"#), @r#"! list type {"expected":["array","null"],"shape":"array of integers or null"} got 1"#);
}
