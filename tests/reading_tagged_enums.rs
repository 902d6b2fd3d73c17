//! Internally tagged, adjacently tagged and untagged enums: exact values, repairs and rejections.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use std::collections::BTreeMap;

use insta::assert_snapshot;
use schemars::JsonSchema;
use tests::read;
use tool_core::{Tool, ToolArg};

#[derive(Debug, ToolArg)]
struct Closed {
    path: String,
    #[serde(default)]
    count: u8,
}

#[derive(Debug, serde::Deserialize, JsonSchema)]
struct Open {
    path: String,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Internal {
    Stop,
    Write { file_path: String, count: u8 },
    Closed(Closed),
    Open(Open),
    Map(BTreeMap<String, String>),
}

/// A tool.
#[derive(Debug, Tool)]
struct Inside {
    action: Internal,
}

#[test]
fn reads_internally_tagged_variants() {
    assert_snapshot!(read::<Inside>(r#"{"action": {"kind": "stop"}}"#), @"Inside { action: Stop }");
    assert_snapshot!(read::<Inside>(r#"{"action": {"file_path": "a", "kind": "write", "count": 1}}"#), @r#"Inside { action: Write { file_path: "a", count: 1 } }"#);
    assert_snapshot!(read::<Inside>(r#"{"action": {"kind": "closed", "path": "a"}}"#), @r#"Inside { action: Closed(Closed { path: "a", count: 0 }) }"#);
    assert_snapshot!(read::<Inside>(r#"{"action": {"kind": "open", "path": "a", "more": 1}}"#), @r#"
    Inside { action: Open(Open { path: "a" }) }
    ? action.more near None
    "#);
    assert_snapshot!(read::<Inside>(r#"{"action": {"kind": "map", "a": "b"}}"#), @r#"Inside { action: Map({"a": "b"}) }"#);
}

#[test]
fn repairs_internally_tagged_variants() {
    assert_snapshot!(read::<Inside>(r#"{"action": {"kind": "Write", "filePath": "a", "count": "1"}}"#), @r#"
    Inside { action: Write { file_path: "a", count: 1 } }
    ~ action.kind enum_member: "Write" -> "write"
    ~ action.count string_to_number: "1" -> 1
    ~ action.file_path property_name: "filePath" -> "file_path"
    "#);
    assert_snapshot!(read::<Inside>(r#"{"action": "{\"Kind\": \"closed\", \"path\": \"a\", \"count\": null}"}"#), @r#"
    Inside { action: Closed(Closed { path: "a", count: 0 }) }
    ~ action json_string: "{\"Kind\": \"closed\", \"path\": \"a\", \"count\": null}" -> {"Kind":"closed","path":"a","count":null}
    ~ action.count empty_to_absent: null -> nothing
    ~ action.kind property_name: "Kind" -> "kind"
    "#);
    assert_snapshot!(read::<Inside>(r#"{"action": {"kind": "map", "a": 1}}"#), @r#"
    Inside { action: Map({"a": "1"}) }
    ~ action.a scalar_to_string: 1 -> "1"
    "#);
    assert_snapshot!(read::<Inside>(r#"{"action": {"kind": "stop", "why": null}}"#), @"
    Inside { action: Stop }
    ~ action.why unknown_null: null -> nothing
    ");
}

#[test]
fn reports_faults_of_internally_tagged_variants() {
    assert_snapshot!(read::<Inside>(r#"{"action": {"kind": "write", "count": 256, "mode": 1}}"#), @r#"
    ! action.file_path required {"expected":["string"],"branch":"kind \"write\""}
    ! action.count out_of_range {"format":"uint8","minimum":0,"maximum":255,"branch":"kind \"write\""} got 256
    ! action.mode unknown_key {"branch":"kind \"write\""} got 1
    "#);
    assert_snapshot!(read::<Inside>(r#"{"action": {"kind": "closed", "path": 1.5, "kount": 1}}"#), @r#"! action.kount unknown_key {"nearest":"count","branch":"kind \"closed\""} got 1"#);
    assert_snapshot!(read::<Inside>(r#"{"action": {"kind": "open"}}"#), @r#"! action.path required {"expected":["string"],"branch":"kind \"open\""}"#);
    assert_snapshot!(read::<Inside>(r#"{"action": {"kind": "map", "a": {}}}"#), @r#"! action.a type {"expected":["string"],"branch":"kind \"map\""} got {}"#);
    assert_snapshot!(read::<Inside>(r#"{"action": {"kind": "stopp"}}"#), @r#"! action.kind enum {"members":["stop","write","closed","open","map"],"nearest":"stop"} got "stopp""#);
    assert_snapshot!(read::<Inside>(r#"{"action": "stop"}"#), @r#"! action union {"forms":["{\"kind\": \"stop\"}","{\"kind\": \"write\", …}","{\"kind\": \"closed\", …}","{\"kind\": \"open\", …}","{\"kind\": \"map\", [key]: string}"]} got "stop""#);
}

/// The search for the tag looks at the text before a colon.
#[test]
fn reports_a_tagged_object_that_begins_with_a_colon() {
    let outcome = read::<Inside>(r#"{"action": {:"a long text", "kind": "stop"}}"#);
    assert_snapshot!(outcome, @r#"!  invalid_json {"expected":"a key in double quotes","after":"{\"action\": {"}"#);
}

#[derive(Debug, ToolArg)]
#[serde(tag = "t", content = "c", rename_all = "snake_case")]
enum Adjacent {
    Stop,
    #[serde(alias = "n")]
    Number(u8),
    Pair(u8, bool),
    Write {
        file_path: String,
    },
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Untagged {
    Flag(bool),
    Number(u8),
    Text { text: String },
    List(Vec<u8>),
}

/// A tool.
#[derive(Debug, Tool)]
struct Beside {
    adjacent: Option<Adjacent>,
    untagged: Option<Untagged>,
}

#[test]
fn reads_adjacently_tagged_variants() {
    assert_snapshot!(read::<Beside>(r#"{"adjacent": {"t": "stop"}}"#), @"Beside { adjacent: Some(Stop), untagged: None }");
    assert_snapshot!(read::<Beside>(r#"{"adjacent": {"c": 5, "t": "number"}}"#), @"Beside { adjacent: Some(Number(5)), untagged: None }");
    assert_snapshot!(read::<Beside>(r#"{"adjacent": {"t": "pair", "c": ["1", "yes"]}}"#), @r#"
    Beside { adjacent: Some(Pair(1, true)), untagged: None }
    ~ adjacent.c[0] string_to_number: "1" -> 1
    ~ adjacent.c[1] to_boolean: "yes" -> true
    "#);
    assert_snapshot!(read::<Beside>(r#"{"adjacent": {"T": "Write", "c": "{\"filePath\": \"a\"}"}}"#), @r#"
    Beside { adjacent: Some(Write { file_path: "a" }), untagged: None }
    ~ adjacent.c json_string: "{\"filePath\": \"a\"}" -> {"filePath":"a"}
    ~ adjacent.c.file_path property_name: "filePath" -> "file_path"
    ~ adjacent.t property_name: "T" -> "t"
    ~ adjacent.t enum_member: "Write" -> "write"
    "#);
    assert_snapshot!(read::<Beside>(r#"{"adjacent": {"t": "n", "c": 1}}"#), @r#"
    Beside { adjacent: Some(Number(1)), untagged: None }
    ~ adjacent.t enum_member: "n" -> "number"
    "#);
    assert_snapshot!(read::<Beside>(r#"{"adjacent": {"t": "write", "c": {"file": "a"}}}"#), @r#"! adjacent.c.file_path required {"expected":["string"],"sent_as":"adjacent.c.file","branch":"t \"write\""}"#);
    assert_snapshot!(read::<Beside>(r#"{"adjacent": {"t": "number"}}"#), @r#"! adjacent.c required {"expected":["integer"],"branch":"t \"number\""}"#);
    assert_snapshot!(read::<Beside>(r#"{"adjacent": {"c": 1}}"#), @r#"! adjacent.t required {"expected":["string"],"members":["stop","number","pair","write"]}"#);
}

#[test]
fn reads_untagged_variants() {
    for raw in ["true", "5", r#"{"text": "a"}"#, "[1, 2]", "null"] {
        let told = read::<Beside>(&format!(r#"{{"untagged": {raw}}}"#));
        assert!(!told.contains('~') && !told.contains('!'), "{raw}: {told}");
    }
    assert_snapshot!(read::<Beside>(r#"{"untagged": "5"}"#), @r#"
    Beside { adjacent: None, untagged: Some(Number(5)) }
    ~ untagged string_to_number: "5" -> 5
    "#);
    assert_snapshot!(read::<Beside>(r#"{"untagged": "[1, \"2\"]"}"#), @r#"
    Beside { adjacent: None, untagged: Some(List([1, 2])) }
    ~ untagged json_string: "[1, \"2\"]" -> [1,"2"]
    ~ untagged[1] string_to_number: "2" -> 2
    "#);
    assert_snapshot!(read::<Beside>(r#"{"untagged": {"text": 5}}"#), @r#"
    Beside { adjacent: None, untagged: Some(Text { text: "5" }) }
    ~ untagged.text scalar_to_string: 5 -> "5"
    "#);
    assert_snapshot!(read::<Beside>(r#"{"untagged": "yes"}"#), @r#"
    Beside { adjacent: None, untagged: Some(Flag(true)) }
    ~ untagged to_boolean: "yes" -> true
    "#);
    assert_snapshot!(read::<Beside>(r#"{"untagged": 300}"#), @r#"! untagged union {"forms":["boolean","integer at least 0 and at most 255","{\"text\"}","array of integers","null"]} got 300"#);
    assert_snapshot!(read::<Beside>(r#"{"untagged": {"text": []}}"#), @r#"! untagged.text type {"expected":["string"]} got []"#);
    assert_snapshot!(read::<Beside>(r#"{"untagged": [1, "x"]}"#), @r#"! untagged[1] type {"expected":["integer"]} got "x""#);
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, ToolArg)]
struct Key(String);

#[derive(Debug, ToolArg)]
#[serde(tag = "kind", bound = "")]
enum Keyed {
    Map(BTreeMap<Key, u8>),
    Flat {
        #[serde(flatten)]
        rest: BTreeMap<Key, u8>,
    },
}

#[derive(Debug, ToolArg)]
struct FlatKeys {
    size: u8,
    #[serde(flatten)]
    rest: BTreeMap<Key, u8>,
}

/// A tool.
#[derive(Debug, Tool)]
struct HoldsKeys {
    keyed: Vec<Keyed>,
    flat: FlatKeys,
}

#[test]
fn reads_newtype_keys_of_maps_in_tagged_enums_and_flattened_fields() {
    assert_snapshot!(read::<HoldsKeys>(r#"{"keyed": [{"kind": "Map", "a": 1}, {"kind": "Flat", "b": 2}], "flat": {"size": 1, "c": 3}}"#), @r#"HoldsKeys { keyed: [Map({Key("a"): 1}), Flat { rest: {Key("b"): 2} }], flat: FlatKeys { size: 1, rest: {Key("c"): 3} } }"#);
}

#[derive(Debug, ToolArg)]
#[serde(tag = "type", rename = "circle")]
struct Circle {
    radius: u8,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "type", deny_unknown_fields)]
struct Square {
    side: u8,
}

/// A tool.
#[derive(Debug, Tool)]
struct HoldsTaggedStructs {
    circle: Circle,
    square: Option<Square>,
}

/// A tool.
#[derive(Debug, Tool)]
#[serde(tag = "type")]
struct TaggedTool {
    radius: u8,
}

#[test]
fn reads_a_struct_with_and_without_its_tag() {
    assert_snapshot!(HoldsTaggedStructs::definition().schema(), @r##"{"type":"object","properties":{"circle":{"$ref":"#/$defs/circle"},"square":{"anyOf":[{"$ref":"#/$defs/Square"},{"type":"null"}]}},"required":["circle"],"description":"A tool.","additionalProperties":false,"$defs":{"circle":{"type":"object","properties":{"type":{"type":"string","const":"circle"},"radius":{"type":"integer","format":"uint8","minimum":0,"maximum":255}},"required":["radius"],"additionalProperties":false},"Square":{"type":"object","properties":{"side":{"type":"integer","format":"uint8","minimum":0,"maximum":255}},"required":["side"],"additionalProperties":false}}}"##);
    assert_snapshot!(read::<HoldsTaggedStructs>(r#"{"circle": {"type": "circle", "radius": 1}, "square": {"type": "Square", "side": 2}}"#), @r#"! square.type unknown_key got "Square""#);
    assert_snapshot!(read::<HoldsTaggedStructs>(r#"{"circle": {"radius": 1}, "square": {"side": 2}}"#), @r#"HoldsTaggedStructs { circle: Circle { radius: 1 }, square: Some(Square { side: 2 }) }"#);
    assert_snapshot!(read::<HoldsTaggedStructs>(r#"{"circle": {"type": "Circle", "radius": 1}}"#), @r#"
    HoldsTaggedStructs { circle: Circle { radius: 1 }, square: None }
    ~ circle.type enum_member: "Circle" -> "circle"
    "#);
    assert_snapshot!(read::<HoldsTaggedStructs>(r#"{"circle": {"type": "square", "radius": 1}, "square": {"type": 1, "side": 2, "more": 3}}"#), @r#"
    ! circle.type enum {"members":["circle"]} got "square"
    ! square.type unknown_key got 1
    ! square.more unknown_key got 3
    "#);
    assert_snapshot!(read::<TaggedTool>(r#"{"type": "TaggedTool", "radius": "1"}"#), @r#"
    TaggedTool { radius: 1 }
    ~ radius string_to_number: "1" -> 1
    "#);
    assert_snapshot!(read::<TaggedTool>(r#"{"kind": "TaggedTool", "radius": 1}"#), @r#"! kind unknown_key got "TaggedTool""#);
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind", content = "of")]
enum Answer {
    Count(Option<u8>),
    Sum(u8),
    Nothing(()),
}

/// A tool.
#[derive(Debug, Tool)]
struct Answers {
    answers: Vec<Answer>,
}

/// A tool.
#[derive(Debug, Tool)]
struct OneAnswer {
    #[serde(flatten)]
    answer: Answer,
}

/// Serde reads an absent content as `None`, and requires any other.
#[test]
fn optional_content_of_an_adjacently_tagged_enum_may_be_absent() {
    assert_snapshot!(read::<Answers>(r#"{"answers": [{"kind": "Count"}, {"kind": "Count", "of": null}, {"kind": "Count", "of": "3"}]}"#), @r#"
Answers { answers: [Count(None), Count(None), Count(Some(3))] }
~ answers[2].of string_to_number: "3" -> 3
"#);
    assert_snapshot!(read::<Answers>(r#"{"answers": [{"kind": "Sum"}, {"kind": "Nothing"}]}"#), @r#"
! answers[0].of required {"expected":["integer"],"branch":"kind \"Sum\""}
! answers[1].of required {"expected":["null"],"branch":"kind \"Nothing\""}
"#);
    assert_snapshot!(read::<OneAnswer>(r#"{"kind": "Count"}"#), @r#"OneAnswer { answer: Count(None) }"#);
    assert_snapshot!(read::<OneAnswer>(r#"{"kind": "Sum"}"#), @r#"! of required {"expected":["integer"],"branch":"kind \"Sum\""}"#);
    assert_snapshot!(OneAnswer::definition().schema(), @r#"{"type":"object","oneOf":[{"type":"object","properties":{"kind":{"type":"string","const":"Count"},"of":{"type":["integer","null"],"format":"uint8","minimum":0,"maximum":255}},"required":["kind"]},{"type":"object","properties":{"kind":{"type":"string","const":"Sum"},"of":{"type":"integer","format":"uint8","minimum":0,"maximum":255}},"required":["kind","of"]},{"type":"object","properties":{"kind":{"type":"string","const":"Nothing"},"of":{"type":"null"}},"required":["kind","of"]}],"description":"A tool.","unevaluatedProperties":false}"#);
}
