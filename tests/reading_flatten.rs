//! Flattened structs, enums and maps: their keys share one object. The schema controls the reading,
//! not the buffer of serde.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use std::collections::BTreeMap;

use insta::assert_snapshot;
use serde_json::Value;
use tests::{Even, read};
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
fn reads_a_flattened_struct() {
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
    ! page_size out_of_range {"format":"uint8","minimum":0,"maximum":255} got 256
    ! page out_of_range {"format":"uint64","minimum":0} got -1
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
fn reads_an_optional_flattened_struct() {
    assert_snapshot!(read::<WithOption>(r#"{"query": "a"}"#), @r#"WithOption { query: "a", page: None }"#);
    assert_snapshot!(read::<WithOption>(r#"{"query": "a", "page_size": 5, "page": 1}"#), @r#"WithOption { query: "a", page: Some(Page { page_size: 5, page: 1 }) }"#);
    assert_snapshot!(read::<WithOption>(r#"{"query": "a", "page_size": "5"}"#), @r#"
    WithOption { query: "a", page: Some(Page { page_size: 5, page: 0 }) }
    ~ page_size string_to_number: "5" -> 5
    "#);
    assert_snapshot!(read::<WithOption>(r#"{"query": "a", "page": 1}"#), @r#"! page_size required {"expected":["string","number","boolean","array","object","null"]}"#);
    assert_snapshot!(read::<WithOption>(r#"{"query": "a", "page_size": 256}"#), @r#"! page_size out_of_range {"format":"uint8","minimum":0,"maximum":255} got 256"#);
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
fn reads_a_flattened_externally_tagged_enum() {
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
    ! limit out_of_range {"format":"uint8","minimum":0,"maximum":255} got 256
    ! by_name required {"expected":["string"],"sent_as":"by_nam"}
    "#);
    assert_snapshot!(read::<WithExternal>(r#"{"limit": 1}"#), @r#"!  union {"forms":["{\"by_name\": string, …}","{\"by_range\": {\"least\": integer, \"most\": integer}, …}"]} got {"limit":1}"#);
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
fn reads_a_flattened_internally_tagged_enum() {
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
    ! limit out_of_range {"format":"uint8","minimum":0,"maximum":255,"branch":"kind \"by_name\""} got 256
    ! name required {"expected":["string"],"sent_as":"names","branch":"kind \"by_name\""}
    "#);
    assert_snapshot!(read::<WithInternal>(r#"{"limit": 1, "kind": "by_nam", "name": "a"}"#), @r#"! kind enum {"members":["everything","by_name","paged"],"nearest":"by_name"} got "by_nam""#);
    assert_snapshot!(read::<WithInternal>(r#"{"name": "a"}"#), @r#"
    ! kind required {"expected":["string"],"members":["everything","by_name","paged"]}
    ! limit required {"expected":["integer"]}
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
fn reads_two_flattened_enums() {
    assert_snapshot!(read::<WithBoth>(r#"{"limit": 1, "t": "A", "c": 5, "name": "a"}"#), @r#"WithBoth { limit: 1, adjacent: A(5), untagged: Named { name: "a" } }"#);
    assert_snapshot!(read::<WithBoth>(r#"{"limit": "1", "t": "b", "c": {"flag": "yes"}, "number": "7"}"#), @r#"
    WithBoth { limit: 1, adjacent: B { flag: true }, untagged: Numbered { number: 7 } }
    ~ limit string_to_number: "1" -> 1
    ~ t enum_member: "b" -> "B"
    ~ c.flag to_boolean: "yes" -> true
    ~ number string_to_number: "7" -> 7
    "#);
    assert_snapshot!(read::<WithBoth>(r#"{"limit": 1, "t": "A", "c": 256, "number": 7}"#), @r#"! c out_of_range {"format":"uint8","minimum":0,"maximum":255,"branch":"t \"A\""} got 256"#);
    assert_snapshot!(read::<WithBoth>(r#"{"limit": 1, "t": "B", "c": {"flag": true}}"#), @r#"!  union {"forms":["{\"t\": \"B\", \"name\": string, …}","{\"t\": \"B\", \"number\": integer, …}"],"branch":"t \"B\""} got {"limit":1,"t":"B","c":{"flag":true}}"#);
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
    ! limit out_of_range {"format":"uint8","minimum":0,"maximum":255} got 256
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
    ! b type {"expected":["object"],"shape":"{page_size: integer, page?: integer}"} got 5
    "#);
    assert_snapshot!(read::<WithRest>(r#"{"limit": 1, "pageSize": 2, "other": ["5"]}"#), @r#"
    WithRest { limit: 1, page_size: 2, rest: {"other": Array [String("5")]} }
    ~ page_size property_name: "pageSize" -> "page_size"
    "#);
}

/// Delete, by id if one is given.
#[derive(Debug, Tool)]
struct Delete {
    #[serde(flatten)]
    only: Option<Only>,
    #[serde(flatten)]
    common: Common,
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Only {
    Id { id: u64 },
    OlderThan { days: u32 },
}

#[derive(Debug, ToolArg)]
struct Common {
    name: String,
}

#[test]
fn an_optional_enum_before_a_struct_is_read() {
    assert_snapshot!(read::<Delete>(r#"{"id": 7, "name": "a"}"#), @r#"Delete { only: Some(Id { id: 7 }), common: Common { name: "a" } }"#);
    assert_snapshot!(read::<Delete>(r#"{"name": "a", "days": 7}"#), @r#"Delete { only: Some(OlderThan { days: 7 }), common: Common { name: "a" } }"#);
    assert_snapshot!(read::<Delete>(r#"{"name": "a"}"#), @r#"Delete { only: None, common: Common { name: "a" } }"#);
}

#[derive(Debug, ToolArg)]
#[serde(tag = "op", rename_all = "snake_case")]
enum Action {
    Create { size: u32 },
    Delete,
}

/// A tool.
#[derive(Debug, Tool)]
struct TaggedBeforeStruct {
    #[serde(flatten)]
    action: Action,
    #[serde(flatten)]
    common: Common,
}

/// A tool.
#[derive(Debug, Tool)]
struct TaggedBeforeMap {
    #[serde(flatten)]
    action: Action,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

/// A tool.
#[derive(Debug, Tool)]
struct UntaggedBeforeTagged {
    #[serde(flatten)]
    only: Only,
    #[serde(flatten)]
    external: External,
    #[serde(flatten)]
    action: Option<Action>,
    own: bool,
}

#[derive(Debug, ToolArg)]
struct Nested {
    #[serde(flatten)]
    action: Option<Box<Action>>,
    inner: u8,
}

/// A tool.
#[derive(Debug, Tool)]
struct TwoDeep {
    #[serde(flatten)]
    nested: Nested,
    #[serde(flatten)]
    adjacent: Option<Adjacent>,
    #[serde(flatten)]
    only: Only,
    #[serde(flatten)]
    common: Common,
}

#[test]
fn enums_are_read_in_every_order() {
    assert_snapshot!(read::<TaggedBeforeStruct>(r#"{"op": "create", "size": 1, "name": "a"}"#), @r#"TaggedBeforeStruct { action: Create { size: 1 }, common: Common { name: "a" } }"#);
    assert_snapshot!(read::<TaggedBeforeStruct>(r#"{"name": "a", "op": "delete"}"#), @r#"TaggedBeforeStruct { action: Delete, common: Common { name: "a" } }"#);
    assert_snapshot!(read::<TaggedBeforeMap>(r#"{"x": 1, "op": "create", "size": 2}"#), @r#"TaggedBeforeMap { action: Create { size: 2 }, rest: {"op": String("create"), "size": Number(2), "x": Number(1)} }"#);
    assert_snapshot!(read::<UntaggedBeforeTagged>(r#"{"own": true, "days": 1, "by_name": "x"}"#), @r#"UntaggedBeforeTagged { only: OlderThan { days: 1 }, external: ByName("x"), action: None, own: true }"#);
    assert_snapshot!(read::<UntaggedBeforeTagged>(r#"{"op": "create", "own": true, "id": 1, "by_name": "x", "size": 3}"#), @r#"UntaggedBeforeTagged { only: Id { id: 1 }, external: ByName("x"), action: Some(Create { size: 3 }), own: true }"#);
    assert_snapshot!(read::<TwoDeep>(r#"{"op": "create", "id": 1, "size": 3, "t": "A", "c": 4, "name": "x", "inner": 5}"#), @r#"TwoDeep { nested: Nested { action: Some(Create { size: 3 }), inner: 5 }, adjacent: Some(A(4)), only: Id { id: 1 }, common: Common { name: "x" } }"#);
    assert_snapshot!(read::<TwoDeep>(r#"{"name": "x", "inner": 5, "days": 1}"#), @r#"TwoDeep { nested: Nested { action: None, inner: 5 }, adjacent: None, only: OlderThan { days: 1 }, common: Common { name: "x" } }"#);
}

#[derive(Debug, ToolArg)]
struct Sort {
    by: String,
    even: Even,
}

type Optional<T> = Option<T>;

/// A tool.
#[derive(Debug, Tool)]
struct Sorted {
    query: String,
    #[serde(flatten)]
    sort: Optional<Sort>,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind")]
enum Filter {
    Date { from: Even },
    Lists { lists: Vec<Even> },
}

/// A tool.
#[derive(Debug, Tool)]
struct Filtered {
    query: String,
    #[serde(flatten)]
    filter: Option<Filter>,
    #[serde(flatten)]
    only: std::option::Option<OnlyEven>,
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum OnlyEven {
    Ids { ids: Vec<Even> },
    Id { id: Even },
}

#[test]
fn partial_optional_flattened_type_reports_its_faults() {
    assert_snapshot!(read::<Sorted>(r#"{"query": "x"}"#), @r#"Sorted { query: "x", sort: None }"#);
    assert_snapshot!(read::<Sorted>(r#"{"query": "x", "by": "date", "even": 2}"#), @r#"Sorted { query: "x", sort: Some(Sort { by: "date", even: Even(2) }) }"#);
    assert_snapshot!(read::<Sorted>(r#"{"query": "x", "by": "date", "even": 3}"#), @r#"! even refused {"message":"must be even"} got 3"#);
    assert_snapshot!(read::<Sorted>(r#"{"query": "x", "by": "date"}"#), @r#"! even required {"expected":["string","number","boolean","array","object","null"]}"#);
    assert_snapshot!(read::<Filtered>(r#"{"query": "x", "kind": "Date", "from": 3}"#), @r#"! from refused {"message":"must be even"} got 3"#);
    assert_snapshot!(read::<Filtered>(r#"{"query": "x", "from": 2}"#), @r#"! kind required {"expected":["string"],"members":["Date","Lists"]}"#);
    assert_snapshot!(read::<Filtered>(r#"{"query": "x", "ids": [2, 3]}"#), @r#"! ids[1] refused {"message":"must be even"} got 3"#);
    assert_snapshot!(read::<Filtered>(r#"{"query": "x"}"#), @r#"Filtered { query: "x", filter: None, only: None }"#);
}

#[derive(Debug, ToolArg)]
#[serde(tag = "shape", rename_all = "lowercase")]
enum Shape {
    Round {
        radius: u8,
    },
    Flat,
    #[serde(untagged)]
    Named {
        name: String,
    },
}

#[derive(Debug, ToolArg)]
#[serde(tag = "color", rename_all = "lowercase")]
enum Color {
    Red,
    Mixed { with: String },
}

#[derive(Debug, ToolArg)]
struct Thing {
    weight: u8,
    #[serde(flatten)]
    shape: Shape,
    #[serde(flatten)]
    color: Color,
    #[serde(flatten)]
    finish: Finish,
}

#[derive(Debug, ToolArg)]
#[serde(rename_all = "lowercase")]
enum Finish {
    Matte,
    Glossy(u8),
}

/// A tool.
#[derive(Debug, Tool)]
struct Several {
    id: u8,
    #[serde(flatten)]
    thing: Option<Thing>,
}

/// A tool.
#[derive(Debug, Tool)]
struct SeveralOpen {
    id: u8,
    #[serde(flatten)]
    thing: Option<Thing>,
    #[serde(flatten)]
    more: BTreeMap<String, Value>,
}

#[test]
fn reads_an_optional_struct_with_several_flattened_enums() {
    let whole = r#"{"id": 1, "weight": 2, "shape": "round", "radius": 3, "color": "mixed", "with": "blue", "matte": null}"#;
    assert_snapshot!(read::<Several>(r#"{"id": 1}"#), @"Several { id: 1, thing: None }");
    assert_snapshot!(read::<Several>(whole), @r#"Several { id: 1, thing: Some(Thing { weight: 2, shape: Round { radius: 3 }, color: Mixed { with: "blue" }, finish: Matte }) }"#);
    assert_snapshot!(read::<Several>(r#"{"id": 1, "color": "red", "weight": 2, "name": "a", "glossy": 1}"#), @r#"Several { id: 1, thing: Some(Thing { weight: 2, shape: Named { name: "a" }, color: Red, finish: Glossy(1) }) }"#);
    assert_snapshot!(read::<Several>(r#"{"id": 1, "color": "red", "weight": 2}"#), @r#"!  refused {"message":"expected {\"shape\": \"round\", \"radius\": integer} or {\"shape\": \"flat\"} or {\"name\": string}"} got {"id":1,"color":"red","weight":2}"#);
    assert_snapshot!(read::<Several>(r#"{"id": 1, "other": 2}"#), @r#"!  union {"forms":["{\"color\": \"red\", \"shape\": \"round\", …}","{\"color\": \"red\", \"shape\": \"flat\", …}","{\"color\": \"red\", …}","{\"color\": \"mixed\", \"shape\": \"round\", …}","{\"color\": \"mixed\", \"shape\": \"flat\", …}","{\"color\": \"mixed\", …}","{\"shape\": \"round\", …}","{\"shape\": \"flat\", …}","{\"matte\", \"name\", …}","{\"matte\", …}","{\"glossy\", \"name\", …}","{\"glossy\", …}","{\"name\", …}","{\"id\", …}"],"unknown":["other"]} got {"id":1,"other":2}"#);
    assert_snapshot!(read::<SeveralOpen>(r#"{"id": 1}"#), @"SeveralOpen { id: 1, thing: None, more: {} }");
    assert_snapshot!(read::<SeveralOpen>(r#"{"id": 1, "other": [2]}"#), @r#"SeveralOpen { id: 1, thing: None, more: {"other": Array [Number(2)]} }"#);
    assert_snapshot!(read::<SeveralOpen>(whole), @r#"SeveralOpen { id: 1, thing: Some(Thing { weight: 2, shape: Round { radius: 3 }, color: Mixed { with: "blue" }, finish: Matte }), more: {"color": String("mixed"), "matte": Null, "radius": Number(3), "shape": String("round"), "weight": Number(2), "with": String("blue")} }"#);
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Sized {
    Wide {
        #[serde(alias = "w")]
        width: Option<String>,
    },
    High {
        height: Option<i64>,
    },
}

/// A tool.
#[derive(Debug, Tool)]
struct Measured {
    name: Value,
    #[serde(flatten)]
    size: Sized,
}

#[test]
fn an_alias_that_holds_null_is_not_dropped_for_another_form() {
    assert_snapshot!(read::<Measured>(r#"{"name": 1, "w": null}"#), @r#"
    Measured { name: Number(1), size: Wide { width: None } }
    ~ width property_name: "w" -> "width"
    "#);
    assert_snapshot!(read::<Measured>(r#"{"name": 1, "height": null}"#), @"Measured { name: Number(1), size: High { height: None } }");
    assert_snapshot!(read::<Measured>(r#"{"name": 1, "depth": null}"#), @r"
    Measured { name: Number(1), size: Wide { width: None } }
    ~ depth unknown_null: null -> nothing
    ");
}

#[derive(Debug, ToolArg)]
struct Place {
    city: String,
    zip: Option<String>,
    notes: Option<Vec<String>>,
}

/// A tool.
#[derive(Debug, Tool)]
struct Placed {
    #[serde(flatten)]
    place: Option<Place>,
}

// A strict export requires every property and allows null.
#[test]
fn reads_null_properties_of_a_flattened_option_as_none() {
    assert_snapshot!(read::<Placed>(r#"{"zip": null, "notes": null}"#), @"Placed { place: None }");
    assert_snapshot!(read::<Placed>(r#"{"city": null, "zip": null, "notes": null}"#), @r"
    Placed { place: None }
    ~ city empty_to_absent: null -> nothing
    ");
    assert_snapshot!(read::<Placed>(r#"{"city": "a", "zip": null}"#), @r#"Placed { place: Some(Place { city: "a", zip: None, notes: None }) }"#);
    assert_snapshot!(read::<Placed>(r#"{"zip": "1", "notes": null}"#), @r#"! city required {"expected":["string","number","boolean","array","object","null"]}"#);
}

#[derive(Debug, ToolArg)]
struct Paged<T> {
    #[serde(flatten)]
    item: T,
    #[serde(flatten)]
    sort: Option<T>,
    page: u8,
}

/// A tool.
#[derive(Debug, Tool)]
struct Generic {
    paged: Paged<Common>,
}

#[test]
fn a_flattened_type_parameter_is_read() {
    assert_snapshot!(read::<Generic>(r#"{"paged": {"name": "a", "page": 1}}"#), @r#"Generic { paged: Paged { item: Common { name: "a" }, sort: None, page: 1 } }"#);
}

#[derive(Debug, ToolArg)]
#[serde(tag = "tag", content = "content")]
enum Beside {
    Limits { limits: BTreeMap<String, f64> },
    Any { any: Value },
}
#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Tried {
    Two { first: Beside, second: Beside },
    One(Beside),
}
#[derive(Debug, ToolArg)]
struct BesideMap {
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
    #[serde(flatten)]
    tried: Tried,
}
/// A tool.
#[derive(Debug, Tool)]
struct HoldsBesideMap {
    value: BesideMap,
}

#[derive(Debug, ToolArg)]
#[serde(rename_all = "lowercase")]
enum Named {
    Float { number: f64 },
    Whole { number: i64 },
}
#[derive(Debug, ToolArg)]
#[serde(tag = "tag")]
#[serde(rename_all = "lowercase")]
enum Inside {
    Empty,
    Named(Named),
}
/// A tool.
#[derive(Debug, Tool)]
struct OptionBesideMap {
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
    #[serde(flatten)]
    inside: Option<Inside>,
    #[serde(default)]
    limit: u32,
}

#[test]
fn reads_tagged_enums_flattened_next_to_a_map() {
    assert_snapshot!(read::<HoldsBesideMap>(r#"{"value": {"key 0": 7, "content": {"any": [true]}, "tag": "Any"}}"#), @r#"HoldsBesideMap { value: BesideMap { rest: {"content": Object {"any": Array [Bool(true)]}, "key 0": Number(7), "tag": String("Any")}, tried: One(Any { any: Array [Bool(true)] }) } }"#);
    assert_snapshot!(read::<OptionBesideMap>(r#"{"key 0": "x", "tag": "named", "key 1": 7, "float": {"number": 6.5}}"#), @r#"OptionBesideMap { rest: {"float": Object {"number": Number(6.5)}, "key 0": String("x"), "key 1": Number(7), "tag": String("named")}, inside: Some(Named(Float { number: 6.5 })), limit: 0 }"#);
}

#[derive(Debug, ToolArg)]
#[serde(deny_unknown_fields)]
struct Denying {
    a: u8,
    b: Option<u8>,
}
/// A tool.
#[derive(Debug, Tool)]
struct FlatDenying {
    own: u8,
    #[serde(flatten)]
    denying: Denying,
}
/// A tool.
#[derive(Debug, Tool)]
struct FlatDenyingOption {
    own: u8,
    #[serde(flatten)]
    denying: Option<Denying>,
}

#[test]
fn deny_unknown_fields_applies_to_flattened_structs() {
    assert_snapshot!(FlatDenying::definition().schema(), @r#"{"type":"object","properties":{"own":{"type":"integer","format":"uint8","minimum":0,"maximum":255},"a":{"type":"integer","format":"uint8","minimum":0,"maximum":255},"b":{"type":["integer","null"],"format":"uint8","minimum":0,"maximum":255}},"required":["own","a"],"description":"A tool.","additionalProperties":false}"#);
    assert_snapshot!(read::<FlatDenying>(r#"{"own": 1, "a": 2}"#), @r#"FlatDenying { own: 1, denying: Denying { a: 2, b: None } }"#);
    assert_snapshot!(read::<FlatDenying>(r#"{"b": 3, "a": 2, "own": "1"}"#), @r#"
    FlatDenying { own: 1, denying: Denying { a: 2, b: Some(3) } }
    ~ own string_to_number: "1" -> 1
    "#);
    assert_snapshot!(read::<FlatDenying>(r#"{"own": 1, "a": 2, "c": 3}"#), @"! c unknown_key got 3");
    assert_snapshot!(read::<FlatDenyingOption>(r#"{"own": 1, "a": 2}"#), @r#"FlatDenyingOption { own: 1, denying: Some(Denying { a: 2, b: None }) }"#);
    assert_snapshot!(read::<FlatDenyingOption>(r#"{"own": 1}"#), @r#"FlatDenyingOption { own: 1, denying: None }"#);
    assert_snapshot!(read::<FlatDenyingOption>(r#"{"own": 1, "c": 3}"#), @"! c unknown_key got 3");
}
