//! Flattened structs, enums and maps: the keys stand beside each other, and
//! reading is led by the schema, not by what serde buffers.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use std::collections::BTreeMap;

use insta::assert_snapshot;
use serde_json::Value;
use tests::read;
use tool_core::{Tool, ToolArg};

#[derive(Debug, ToolArg)]
struct Page {
    page_size: u8,
    #[serde(default, alias = "p")]
    page: u64,
}

/// A tool.
#[derive(Debug, Tool)]
struct WithStruct {
    query: String,
    #[serde(flatten)]
    page: Page,
}

#[test]
fn a_struct() {
    assert_snapshot!(read::<WithStruct>(r#"{"page_size": 5, "query": "a", "page": 18446744073709551615}"#), @r#"WithStruct { query: "a", page: Page { page_size: 5, page: 18446744073709551615 } }"#);
    assert_snapshot!(read::<WithStruct>(r#"{"pageSize": "5", "query": 1, "p": "2"}"#), @r#"
    WithStruct { query: "1", page: Page { page_size: 5, page: 2 } }
    ~ query scalar_to_string: 1 -> "1"
    ~ page_size property_name: "pageSize" -> "page_size"
    ~ page_size string_to_number: "5" -> 5
    ~ page property_name: "p" -> "page"
    ~ page string_to_number: "2" -> 2
    "#);
    assert_snapshot!(read::<WithStruct>(r#"{"page_size": 256, "page": -1, "sort": 1}"#), @r#"
    ! query required {"expected":["string"]}
    ! page_size out_of_range {"format":"uint8"} got 256
    ! page out_of_range {"format":"uint64"} got -1
    ! sort unknown_key got 1
    "#);
}

/// A tool.
#[derive(Debug, Tool)]
struct WithOption {
    query: String,
    #[serde(flatten)]
    page: Option<Page>,
}

#[test]
fn an_optional_struct() {
    assert_snapshot!(read::<WithOption>(r#"{"query": "a"}"#), @r#"WithOption { query: "a", page: None }"#);
    assert_snapshot!(read::<WithOption>(r#"{"query": "a", "page_size": 5, "page": 1}"#), @r#"WithOption { query: "a", page: Some(Page { page_size: 5, page: 1 }) }"#);
    assert_snapshot!(read::<WithOption>(r#"{"query": "a", "page_size": "5"}"#), @r#"
    WithOption { query: "a", page: Some(Page { page_size: 5, page: 0 }) }
    ~ page_size string_to_number: "5" -> 5
    "#);
    assert_snapshot!(read::<WithOption>(r#"{"query": "a", "page": 1}"#), @r#"WithOption { query: "a", page: None }"#);
    assert_snapshot!(read::<WithOption>(r#"{"query": "a", "page_size": 256}"#), @r#"! page_size out_of_range {"format":"uint8"} got 256"#);
    assert_snapshot!(read::<WithOption>(r#"{"query": "a", "other": 1}"#), @"! other unknown_key got 1");
}

#[derive(Debug, ToolArg)]
#[serde(rename_all = "snake_case")]
enum External {
    #[serde(alias = "by")]
    ByName(String),
    ByRange {
        least: u8,
        most: u8,
    },
}

/// A tool.
#[derive(Debug, Tool)]
struct WithExternal {
    limit: u8,
    #[serde(flatten)]
    filter: External,
}

#[test]
fn an_externally_tagged_enum() {
    assert_snapshot!(read::<WithExternal>(r#"{"limit": 1, "by_name": "a"}"#), @r#"WithExternal { limit: 1, filter: ByName("a") }"#);
    assert_snapshot!(read::<WithExternal>(r#"{"limit": "1", "byRange": {"least": "1", "most": 2}}"#), @r#"
    WithExternal { limit: 1, filter: ByRange { least: 1, most: 2 } }
    ~ limit string_to_number: "1" -> 1
    ~ by_range property_name: "byRange" -> "by_range"
    ~ by_range.least string_to_number: "1" -> 1
    "#);
    assert_snapshot!(read::<WithExternal>(r#"{"limit": 1, "by": "a"}"#), @r#"
    WithExternal { limit: 1, filter: ByName("a") }
    ~ by_name property_name: "by" -> "by_name"
    "#);
    assert_snapshot!(read::<WithExternal>(r#"{"limit": 1, "by_range": {"least": 1}}"#), @r#"! by_range.most required {"expected":["integer"]}"#);
    assert_snapshot!(read::<WithExternal>(r#"{"limit": 256, "by_nam": "a"}"#), @r#"
    ! limit out_of_range {"format":"uint8"} got 256
    ! by_name required {"expected":["string"]}
    ! by_nam unknown_key {"nearest":"by_name"} got "a"
    "#);
    assert_snapshot!(read::<WithExternal>(r#"{"limit": 1}"#), @r#"! by_name required {"expected":["string"]}"#);
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Internal {
    Everything,
    ByName { name: String },
    Paged(Page),
}

/// A tool.
#[derive(Debug, Tool)]
struct WithInternal {
    limit: u8,
    #[serde(flatten)]
    filter: Internal,
}

#[test]
fn an_internally_tagged_enum() {
    assert_snapshot!(read::<WithInternal>(r#"{"limit": 1, "kind": "everything"}"#), @"WithInternal { limit: 1, filter: Everything }");
    assert_snapshot!(read::<WithInternal>(r#"{"kind": "ByName", "limit": "1", "Name": 5}"#), @r#"
    WithInternal { limit: 1, filter: ByName { name: "5" } }
    ~ kind enum_member: "ByName" -> "by_name"
    ~ limit string_to_number: "1" -> 1
    ~ name property_name: "Name" -> "name"
    ~ name scalar_to_string: 5 -> "5"
    "#);
    assert_snapshot!(read::<WithInternal>(r#"{"limit": 1, "kind": "paged", "page_size": "5"}"#), @r#"
    WithInternal { limit: 1, filter: Paged(Page { page_size: 5, page: 0 }) }
    ~ page_size string_to_number: "5" -> 5
    "#);
    assert_snapshot!(read::<WithInternal>(r#"{"limit": 256, "kind": "by_name", "names": "a"}"#), @r#"
    ! limit out_of_range {"format":"uint8","branch":"kind \"by_name\""} got 256
    ! name required {"expected":["string"],"branch":"kind \"by_name\""}
    ! names unknown_key {"nearest":"name","branch":"kind \"by_name\""} got "a"
    "#);
    assert_snapshot!(read::<WithInternal>(r#"{"limit": 1, "kind": "by_nam", "name": "a"}"#), @r#"! kind enum {"members":["everything","by_name","paged"],"nearest":"by_name"} got "by_nam""#);
    assert_snapshot!(read::<WithInternal>(r#"{"name": "a"}"#), @r#"
    ! limit required {"expected":["integer"]}
    ! kind required {"expected":["string"]}
    "#);
}

#[derive(Debug, ToolArg)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    A(u8),
    B { flag: bool },
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Untagged {
    Named { name: String },
    Numbered { number: u8 },
}

/// A tool.
#[derive(Debug, Tool)]
struct WithBoth {
    limit: u8,
    #[serde(flatten)]
    adjacent: Adjacent,
    #[serde(flatten)]
    untagged: Untagged,
}

#[test]
fn two_enums_at_once() {
    assert_snapshot!(read::<WithBoth>(r#"{"limit": 1, "t": "A", "c": 5, "name": "a"}"#), @r#"WithBoth { limit: 1, adjacent: A(5), untagged: Named { name: "a" } }"#);
    assert_snapshot!(read::<WithBoth>(r#"{"limit": "1", "t": "b", "c": {"flag": "yes"}, "number": "7"}"#), @r#"
    WithBoth { limit: 1, adjacent: B { flag: true }, untagged: Numbered { number: 7 } }
    ~ limit string_to_number: "1" -> 1
    ~ t enum_member: "b" -> "B"
    ~ c.flag to_boolean: "yes" -> true
    ~ number string_to_number: "7" -> 7
    "#);
    assert_snapshot!(read::<WithBoth>(r#"{"limit": 1, "t": "A", "c": 256, "number": 7}"#), @r#"! c out_of_range {"format":"uint8","branch":"t \"A\""} got 256"#);
    assert_snapshot!(read::<WithBoth>(r#"{"limit": 1, "t": "B", "c": {"flag": true}}"#), @r#"! name required {"expected":["string"],"branch":"t \"B\""}"#);
}

/// A tool.
#[derive(Debug, Tool)]
struct WithMap {
    limit: u8,
    #[serde(default)]
    page_size: Option<u8>,
    #[serde(flatten)]
    labels: BTreeMap<String, String>,
}

/// A tool.
#[derive(Debug, Tool)]
struct WithTypedMap {
    limit: u8,
    #[serde(flatten)]
    pages: BTreeMap<String, Page>,
}

/// A tool.
#[derive(Debug, Tool)]
struct WithRest {
    limit: u8,
    page_size: u8,
    #[serde(flatten)]
    rest: serde_json::Map<String, Value>,
}

#[test]
fn the_keys_of_a_flattened_map_are_read_and_not_listed_as_ignored() {
    assert_snapshot!(read::<WithMap>(r#"{"limit": 1, "env": "test", "limits": "2"}"#), @r#"WithMap { limit: 1, page_size: None, labels: {"env": "test", "limits": "2"} }"#);
    assert_snapshot!(read::<WithMap>(r#"{"Limit": "1", "env": 5, "pageSize": "7"}"#), @r#"
    WithMap { limit: 1, page_size: None, labels: {"env": "5", "pageSize": "7"} }
    ~ limit property_name: "Limit" -> "limit"
    ~ limit string_to_number: "1" -> 1
    ~ env scalar_to_string: 5 -> "5"
    "#);
    assert_snapshot!(read::<WithMap>(r#"{"limit": 256, "env": [], "zone": {}}"#), @r#"
    ! limit out_of_range {"format":"uint8"} got 256
    ! env type {"expected":["string"]} got []
    ! zone type {"expected":["string"]} got {}
    "#);
    assert_snapshot!(read::<WithTypedMap>(r#"{"limit": 1, "a": {"page_size": 1}, "b": "{\"pageSize\": \"2\"}"}"#), @r#"
    WithTypedMap { limit: 1, pages: {"a": Page { page_size: 1, page: 0 }, "b": Page { page_size: 2, page: 0 }} }
    ~ b json_string: "{\"pageSize\": \"2\"}" -> {"pageSize":"2"}
    ~ b.page_size property_name: "pageSize" -> "page_size"
    ~ b.page_size string_to_number: "2" -> 2
    "#);
    assert_snapshot!(read::<WithTypedMap>(r#"{"a": {"page": "x"}, "b": 5}"#), @r#"
    ! limit required {"expected":["integer"]}
    ! a.page_size required {"expected":["integer"]}
    ! a.page type {"expected":["integer"]} got "x"
    ! b type {"expected":["object"]} got 5
    "#);
    assert_snapshot!(read::<WithRest>(r#"{"limit": 1, "pageSize": 2, "other": ["5"]}"#), @r#"
    WithRest { limit: 1, page_size: 2, rest: {"other": Array [String("5")]} }
    ~ page_size property_name: "pageSize" -> "page_size"
    "#);
}
