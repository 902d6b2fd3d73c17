//! Types around types: pointers, newtypes, unit structs, generic, nested and
//! recursive ones, and values of any form.
#![expect(dead_code, reason = "the values are shown by `Debug`")]
#![expect(
    clippy::option_option,
    reason = "users write it, and it has to be read"
)]

use std::borrow::Cow;
use std::num::NonZeroU8;
use std::rc::Rc;
use std::sync::Arc;

use insta::assert_snapshot;
use serde_json::{Value, json};
use tests::read;
use tool_core::{Definition, Tool, ToolArg};

#[derive(Debug, ToolArg)]
struct Newtype(u8);

#[derive(Debug, ToolArg)]
#[serde(transparent)]
struct Transparent {
    inner: Option<u8>,
}

#[derive(Debug, ToolArg)]
struct Unit;

#[derive(Debug, ToolArg)]
struct Pair(u8, String);

#[derive(Debug, ToolArg)]
struct Generic<T, U> {
    value: T,
    values: Vec<U>,
}

/// A tool.
#[derive(Debug, Tool)]
struct Containers {
    boxed: Option<Box<u8>>,
    counted: Option<Rc<str>>,
    shared: Option<Arc<Vec<u8>>>,
    cow: Option<Cow<'static, str>>,
    newtype: Option<Newtype>,
    transparent: Option<Transparent>,
    pair: Option<Pair>,
    generic: Option<Generic<bool, bool>>,
    other: Option<Generic<Newtype, i8>>,
    non_zero: Option<NonZeroU8>,
    twice: Option<Option<u8>>,
}

#[test]
fn containers_are_read_exactly() {
    assert_snapshot!(read::<Containers>(
        r#"{"boxed": 1, "counted": "a", "shared": [1], "cow": "b", "newtype": 2, "transparent": 3, "pair": [1, "a"],
            "generic": {"value": true, "values": [true, false]}, "other": {"value": 1, "values": [2]},
            "non_zero": 1, "twice": 5}"#
    ), @r#"Containers { boxed: Some(1), counted: Some("a"), shared: Some([1]), cow: Some("b"), newtype: Some(Newtype(2)), transparent: Some(Transparent { inner: Some(3) }), pair: Some(Pair(1, "a")), generic: Some(Generic { value: true, values: [true, false] }), other: Some(Generic { value: Newtype(1), values: [2] }), non_zero: Some(1), twice: Some(Some(5)) }"#);
    assert_snapshot!(read::<Containers>(r#"{"boxed": null, "transparent": null, "twice": null}"#), @"Containers { boxed: None, counted: None, shared: None, cow: None, newtype: None, transparent: None, pair: None, generic: None, other: None, non_zero: None, twice: None }");
}

#[test]
fn contents_of_containers_are_repaired() {
    assert_snapshot!(read::<Containers>(
        r#"{"Boxed": "1", "counted": 5, "shared": "[\"1\"]", "cow": true, "newtype": "2", "transparent": "null",
            "pair": "[\"1\", 2]", "generic": "{\"value\": \"no\", \"values\": [1, 0]}",
            "other": {"VALUE": "1", "values": 2}, "non-zero": "1", "twice": "5"}"#
    ), @r#"
    Containers { boxed: Some(1), counted: Some("5"), shared: Some([1]), cow: Some("true"), newtype: Some(Newtype(2)), transparent: None, pair: Some(Pair(1, "2")), generic: Some(Generic { value: false, values: [true, false] }), other: Some(Generic { value: Newtype(1), values: [2] }), non_zero: Some(1), twice: Some(Some(5)) }
    ~ counted scalar_to_string: 5 -> "5"
    ~ shared json_string: "[\"1\"]" -> ["1"]
    ~ shared[0] string_to_number: "1" -> 1
    ~ cow scalar_to_string: true -> "true"
    ~ newtype string_to_number: "2" -> 2
    ~ transparent text_to_null: "null" -> null
    ~ pair json_string: "[\"1\", 2]" -> ["1",2]
    ~ pair[0] string_to_number: "1" -> 1
    ~ pair[1] scalar_to_string: 2 -> "2"
    ~ generic json_string: "{\"value\": \"no\", \"values\": [1, 0]}" -> {"value":"no","values":[1,0]}
    ~ generic.value to_boolean: "no" -> false
    ~ generic.values[0] to_boolean: 1 -> true
    ~ generic.values[1] to_boolean: 0 -> false
    ~ other.values array_of_one: 2 -> [2]
    ~ other.value property_name: "VALUE" -> "value"
    ~ other.value string_to_number: "1" -> 1
    ~ twice string_to_number: "5" -> 5
    ~ boxed property_name: "Boxed" -> "boxed"
    ~ boxed string_to_number: "1" -> 1
    ~ non_zero property_name: "non-zero" -> "non_zero"
    ~ non_zero string_to_number: "1" -> 1
    "#);
    assert_snapshot!(read::<Containers>(r#"{"newtype": "", "shared": "", "twice": "null", "generic": "null"}"#), @r#"
    Containers { boxed: None, counted: None, shared: None, cow: None, newtype: None, transparent: None, pair: None, generic: None, other: None, non_zero: None, twice: None }
    ~ newtype empty_to_absent: "" -> nothing
    ~ shared empty_to_absent: "" -> nothing
    ~ twice text_to_null: "null" -> null
    ~ generic text_to_null: "null" -> null
    "#);
}

#[test]
fn faults_in_containers_are_reported_at_their_path() {
    assert_snapshot!(read::<Containers>(
        r#"{"boxed": 256, "counted": [], "shared": [1, "b"], "newtype": -1, "transparent": "x", "pair": [1],
            "generic": {"value": 5, "values": [true]}, "other": {"values": [256]}, "non_zero": 0, "twice": "x"}"#
    ), @r#"
    ! boxed out_of_range {"format":"uint8","minimum":0,"maximum":255,"takes_null":true} got 256
    ! counted type {"expected":["string","null"]} got []
    ! shared[1] type {"expected":["integer"]} got "b"
    ! newtype out_of_range {"format":"uint8","minimum":0,"maximum":255,"takes_null":true} got -1
    ! transparent type {"expected":["integer","null"]} got "x"
    ! pair min_items {"minimum":2,"takes_null":true} got [1]
    ! generic.value type {"expected":["boolean"]} got 5
    ! other.value required {"expected":["integer"]}
    ! other.values[0] out_of_range {"format":"int8","minimum":-128,"maximum":127} got 256
    ! non_zero minimum {"minimum":1,"exclusive":false,"takes_null":true} got 0
    ! twice type {"expected":["integer","null"]} got "x"
    "#);
}

/// A tool.
#[derive(Debug, Tool)]
struct Marked {
    unit: Unit,
    optional: Option<Unit>,
    nothing: (),
}

#[test]
fn unit_struct_is_read_from_null() {
    assert_snapshot!(read::<Marked>(r#"{"unit": null, "optional": null, "nothing": null}"#), @"Marked { unit: Unit, optional: None, nothing: () }");
    assert_snapshot!(read::<Marked>(r#"{"unit": "null", "nothing": "None"}"#), @r#"
    Marked { unit: Unit, optional: None, nothing: () }
    ~ unit text_to_null: "null" -> null
    ~ nothing text_to_null: "None" -> null
    "#);
    assert_snapshot!(read::<Marked>(r#"{"unit": {}, "nothing": []}"#), @r#"
    ! unit type {"expected":["null"]} got {}
    ! nothing type {"expected":["null"]} got []
    "#);
    assert_snapshot!(read::<Marked>("{}"), @r#"
    ! unit required {"expected":["null"]}
    ! nothing required {"expected":["null"]}
    "#);
}

#[derive(Debug, ToolArg)]
struct Folder {
    name: String,
    #[serde(default)]
    folders: Vec<Folder>,
    parent: Option<Box<Folder>>,
}

/// A tool.
#[derive(Debug, Tool)]
struct Recursive {
    root: Folder,
}

#[test]
fn recursive_types_are_read_at_any_depth() {
    assert_snapshot!(read::<Recursive>(
        r#"{"root": {"name": "a", "folders": [{"name": "b", "parent": {"name": "c"}}]}}"#
    ), @r#"Recursive { root: Folder { name: "a", folders: [Folder { name: "b", folders: [], parent: Some(Folder { name: "c", folders: [], parent: None }) }], parent: None } }"#);
    assert_snapshot!(read::<Recursive>(
        r#"{"root": {"name": "a", "folders": "[{\"Name\": 1, \"folders\": {\"name\": \"c\"}}]"}}"#
    ), @r#"
    Recursive { root: Folder { name: "a", folders: [Folder { name: "1", folders: [Folder { name: "c", folders: [], parent: None }], parent: None }], parent: None } }
    ~ root.folders json_string: "[{\"Name\": 1, \"folders\": {\"name\": \"c\"}}]" -> [{"Name":1,"folders":{"name":"c"}}]
    ~ root.folders[0].folders array_of_one: {"name":"c"} -> [{"name":"c"}]
    ~ root.folders[0].name property_name: "Name" -> "name"
    ~ root.folders[0].name scalar_to_string: 1 -> "1"
    "#);
    assert_snapshot!(read::<Recursive>(
        r#"{"root": {"name": "a", "folders": [{"folders": [{"name": []}], "parent": {"name": "c", "nam": 1}}]}}"#
    ), @r#"
    ! root.folders[0].name required {"expected":["string"]}
    ! root.folders[0].folders[0].name type {"expected":["string"]} got []
    ! root.folders[0].parent.nam unknown_key got 1
    "#);
}

#[test]
fn recursion_ends_at_the_limit_of_depth() {
    let nested = |depth| {
        let (open, close) = (
            r#"{"name": "a", "parent": "#.repeat(depth),
            "}".repeat(depth),
        );
        read::<Recursive>(&format!(r#"{{"root": {open}null{close}}}"#))
    };
    assert!(nested(120).starts_with("Recursive"));
    assert!(nested(128).ends_with(r#" limit {"limit":"depth","maximum":128}"#));
}

/// A tool.
#[derive(Debug, Tool)]
struct Anything {
    required: Value,
    optional: Option<Value>,
    #[serde(default)]
    list: Vec<Value>,
    #[serde(default)]
    object: serde_json::Map<String, Value>,
}

#[test]
fn untyped_values_stay_unchanged() {
    assert_snapshot!(read::<Anything>(
        r#"{"required": "42", "optional": {"a": ["[1]", null, 1.0, -0.0]}, "list": ["{}", "None"], "object": {"b": "yes"}}"#
    ), @r#"Anything { required: String("42"), optional: Some(Object {"a": Array [String("[1]"), Null, Number(1.0), Number(-0.0)]}), list: [String("{}"), String("None")], object: {"b": String("yes")} }"#);
    assert_snapshot!(read::<Anything>(r#"{"required": null, "optional": null, "list": "[1, 'a']", "object": "{\"a\": \"1\"}"}"#), @r#"
    Anything { required: Null, optional: None, list: [Number(1), String("a")], object: {"a": String("1")} }
    ~ list json_string: "[1, 'a']" -> [1,"a"]
    ~ object json_string: "{\"a\": \"1\"}" -> {"a":"1"}
    "#);
    assert_snapshot!(read::<Anything>(r#"{"optional": ""}"#), @r#"! required required {"expected":["string","number","boolean","array","object","null"]}"#);
}

/// `{"name": "Accept", "value": "json"}` describes an entry of a map. A list of such objects is not
/// read as a map.
#[test]
fn object_with_declared_keys_is_not_read_as_a_map_entry() {
    let map = json!({"type": "object", "additionalProperties": {"type": "string"}});
    let schema = json!({"type": "object", "properties": {"headers": map}});
    let definition = Definition::new("t", "A tool.", schema).expect("a usable schema");
    for entry in [
        json!({"name": "Accept", "value": "json"}),
        json!({"key": "Accept"}),
        json!({"header": "Accept", "value": "json"}),
    ] {
        let raw = json!({"headers": [entry]}).to_string();
        assert!(definition.parse(&raw).is_err(), "{raw}");
    }
    let raw = r#"{"headers": [{"Accept": "json"}]}"#;
    let read = definition.parse(raw).expect("a map");
    assert_eq!(read, json!({"headers": {"Accept": "json"}}));
}
