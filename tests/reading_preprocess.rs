//! Functions of a tool that convert the input before the rules apply.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use std::collections::BTreeMap;

use insta::assert_snapshot;
use schemars::schema_for;
use serde_json::{Value, json};
use tests::{describe, read};
use tool_core::{Args, Definition, Leniency, Tool, ToolArg};

/// A tool.
#[derive(Debug, Default, Tool)]
#[serde(default)]
struct Mapped {
    #[tool(preprocess = in_seconds)]
    seconds: u32,
    #[tool(preprocess = in_seconds)]
    optional: Option<u32>,
    #[tool(preprocess = Self::split)]
    list: Vec<u32>,
    #[tool(preprocess = shout)]
    text: String,
    inner: Vec<Inner>,
    #[tool(preprocess = in_seconds)]
    map: BTreeMap<String, u32>,
    #[tool(json_string, preprocess = in_seconds)]
    both: Vec<u32>,
    form: Option<Form>,
    #[tool(preprocess = zero_for_null)]
    null: u32,
}

/// Both fields share one schema.
#[derive(Debug, ToolArg)]
struct Inner {
    #[tool(preprocess = in_seconds)]
    wait: u32,
    #[serde(default)]
    count: u32,
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Form {
    Mapped(#[tool(preprocess = as_inner)] Inner),
    Plain { count: u32 },
}

impl Mapped {
    fn split(sent: Value) -> Value {
        match sent.as_str() {
            Some(text) => text.split('|').collect(),
            None => sent,
        }
    }
}

fn in_seconds(sent: Value) -> Value {
    let minutes = sent.as_str().and_then(|text| text.strip_suffix("min"));
    let minutes = minutes.and_then(|text| text.trim().parse::<u32>().ok());
    minutes.map_or(sent, |minutes| json!(minutes * 60))
}

fn shout(sent: Value) -> Value {
    match sent {
        Value::String(text) => text.to_uppercase().into(),
        _ => json!(true),
    }
}

fn as_inner(sent: Value) -> Value {
    match sent {
        Value::String(wait) => json!({"wait": wait}),
        sent => sent,
    }
}

fn zero_for_null(sent: Value) -> Value {
    if sent.is_null() { json!(0) } else { sent }
}

#[test]
fn invalid_value_is_preprocessed_with_a_repair() {
    assert_snapshot!(read::<Mapped>(r#"{"seconds": "5 min", "optional": "1min", "list": "1|2"}"#), @r#"
    Mapped { seconds: 300, optional: Some(60), list: [1, 2], text: "", inner: [], map: {}, both: [], form: None, null: 0 }
    ~ seconds preprocess: "5 min" -> 300
    ~ optional preprocess: "1min" -> 60
    ~ list preprocess: "1|2" -> ["1","2"]
    ~ list[0] string_to_number: "1" -> 1
    ~ list[1] string_to_number: "2" -> 2
    "#);
    assert_snapshot!(read::<Mapped>(r#"{"inner": [{"wait": "1min", "count": "2"}, {"wait": 1}]}"#), @r#"
    Mapped { seconds: 0, optional: None, list: [], text: "", inner: [Inner { wait: 60, count: 2 }, Inner { wait: 1, count: 0 }], map: {}, both: [], form: None, null: 0 }
    ~ inner[0].wait preprocess: "1min" -> 60
    ~ inner[0].count string_to_number: "2" -> 2
    "#);
    assert_snapshot!(read::<Mapped>(r#"{"form": "1 min"}"#), @r#"
    Mapped { seconds: 0, optional: None, list: [], text: "", inner: [], map: {}, both: [], form: Some(Mapped(Inner { wait: 60, count: 0 })), null: 0 }
    ~ form preprocess: "1 min" -> {"wait":"1 min"}
    ~ form.wait preprocess: "1 min" -> 60
    "#);
    // The function takes precedence over the rule that null counts as absent.
    assert_snapshot!(read::<Mapped>(r#"{"null": null, "seconds": null}"#), @r#"
    Mapped { seconds: 0, optional: None, list: [], text: "", inner: [], map: {}, both: [], form: None, null: 0 }
    ~ null preprocess: null -> 0
    ~ seconds empty_to_absent: null -> nothing
    "#);
}

#[test]
fn valid_value_is_never_preprocessed() {
    assert_snapshot!(read::<Mapped>(r#"{"text": "quiet", "seconds": 5, "optional": null, "list": [1]}"#), @r#"Mapped { seconds: 5, optional: None, list: [1], text: "quiet", inner: [], map: {}, both: [], form: None, null: 0 }"#);
}

#[test]
fn rules_apply_to_the_preprocessed_value() {
    assert_snapshot!(read::<Mapped>(r#"{"seconds": "5", "both": "[\"1\"]", "list": 7}"#), @r#"
    Mapped { seconds: 5, optional: None, list: [7], text: "", inner: [], map: {}, both: [1], form: None, null: 0 }
    ~ seconds string_to_number: "5" -> 5
    ~ both json_string: "[\"1\"]" -> ["1"]
    ~ both[0] string_to_number: "1" -> 1
    ~ list array_of_one: 7 -> [7]
    "#);
    // Its result is also rejected if it is invalid.
    assert_snapshot!(read::<Mapped>(r#"{"text": 5}"#), @r#"
    Mapped { seconds: 0, optional: None, list: [], text: "true", inner: [], map: {}, both: [], form: None, null: 0 }
    ~ text preprocess: 5 -> true
    ~ text scalar_to_string: true -> "true"
    "#);
    assert_snapshot!(read::<Mapped>(r#"{"list": "1|two"}"#), @r#"! list type {"expected":["array"],"shape":"array of integers"} got "1|two""#);
    assert_snapshot!(read::<Mapped>(r#"{"seconds": "5 days", "both": "[\"1\", \"two\"]"}"#), @r#"
    ! seconds type {"expected":["integer"]} got "5 days"
    ! both[1] type {"expected":["integer"]} got "two"
    "#);
}

#[test]
fn map_is_preprocessed_as_a_whole() {
    assert_snapshot!(read::<Mapped>(r#"{"map": {"a": "1 min"}}"#), @r#"! map.a type {"expected":["integer"]} got "1 min""#);
}

#[test]
fn values_under_repaired_keys_are_preprocessed() {
    assert_snapshot!(read::<Mapped>(r#"{"Seconds": "1 min"}"#), @r#"
    Mapped { seconds: 60, optional: None, list: [], text: "", inner: [], map: {}, both: [], form: None, null: 0 }
    ~ seconds property_name: "Seconds" -> "seconds"
    ~ seconds preprocess: "1 min" -> 60
    "#);
}

#[test]
fn strict_mode_preprocesses_without_other_rules() {
    let strict = |raw| {
        let reader = Mapped::definition().reader().leniency(Leniency::Strict);
        describe(reader.read::<Mapped>(raw))
    };
    assert_snapshot!(strict(r#"{"seconds": "5 min"}"#), @r#"
    Mapped { seconds: 300, optional: None, list: [], text: "", inner: [], map: {}, both: [], form: None, null: 0 }
    ~ seconds preprocess: "5 min" -> 300
    "#);
    assert_snapshot!(strict(r#"{"list": "1|2", "seconds": "5", "null": ""}"#), @r#"
    ! seconds type {"expected":["integer"]} got "5"
    ! list type {"expected":["array"],"shape":"array of integers"} got "1|2"
    ! null type {"expected":["integer"]} got ""
    "#);
}

#[test]
fn preprocessing_does_not_invent_digits_of_rounded_numbers() {
    /// A tool.
    #[derive(Debug, Tool)]
    struct Long {
        #[tool(preprocess = first)]
        id: u128,
    }

    fn first(sent: Value) -> Value {
        sent.get(0).cloned().unwrap_or(sent)
    }

    let long = u128::MAX;
    let in_array = format!(r#"{{"id": [{long}, 1]}}"#);
    assert!(Long::parse(&in_array).is_err());
    assert!(Long::parse(r#"{"id": [5, 1]}"#).is_ok());
    // A function that returns its input does not change the value.
    let quoted = Long::parse(&format!(r#"{{"id": "{long}"}}"#));
    assert_eq!(quoted.expect("it reads").id, long);
}

/// A tool.
#[derive(Debug, Tool)]
#[tool(preprocess = Self::of_pairs)]
struct Whole {
    name: String,
    #[tool(preprocess = in_seconds)]
    wait: u32,
}

impl Whole {
    /// `name=a wait=5`
    fn of_pairs(sent: Value) -> Value {
        let Some(text) = sent.as_str() else {
            return sent;
        };
        let pairs = text.split(' ').filter_map(|pair| pair.split_once('='));
        pairs
            .map(|(key, value)| (key.to_owned(), Value::from(value)))
            .collect()
    }
}

#[test]
fn tool_preprocesses_all_its_arguments() {
    assert_snapshot!(read::<Whole>(r#""name=a wait=1min""#), @r#"
    Whole { name: "a", wait: 60 }
    ~  preprocess: "name=a wait=1min" -> {"name":"a","wait":"1min"}
    ~ wait preprocess: "1min" -> 60
    "#);
    assert_snapshot!(read::<Whole>(r#""name=a""#), @r#"!  type {"expected":["object"]} got "name=a""#);
    assert_snapshot!(read::<Whole>(r#"{"name": "a", "wait": 5}"#), @r#"Whole { name: "a", wait: 5 }"#);
}

#[test]
fn every_reader_preprocesses() {
    let args = serde_json::from_str::<Args<Mapped>>(r#"{"seconds": "5 min"}"#);
    assert_eq!(args.expect("it reads").seconds, 300);
    let value = Mapped::parse(&json!({"seconds": "5 min"}));
    assert_eq!(value.expect("it reads").seconds, 300);
    let dynamic = Mapped::definition().parse(r#"{"seconds": "5 min"}"#);
    assert_eq!(dynamic.expect("it reads"), json!({"seconds": 300}));
}

#[test]
fn schema_does_not_show_the_preprocess_function() {
    for schema in [
        schema_for!(Mapped).to_value(),
        Mapped::definition().schema().clone(),
    ] {
        assert!(!schema.to_string().contains("x-tool"));
    }
}

#[test]
fn given_schema_has_no_preprocess_functions() {
    let place = json!({"type": "integer", "x-tool-preprocess": 0});
    let schema = json!({"type": "object", "properties": {"x": place}});
    assert_snapshot!(Definition::new("tool", "A tool.", schema).unwrap_err(), @"the schema of tool `tool` cannot be used: `x-tool-preprocess` at `/properties/x`: a function is written in Rust, on a field of a derived tool; correct the schema, or pass the arguments unchecked with `Definition::unchecked`");
}

/// A tool whose function makes the arguments grow at each level.
#[derive(Debug, Tool)]
struct Nested {
    #[tool(preprocess = wrapped)]
    node: Node,
}

#[derive(Debug, ToolArg)]
struct Node {
    #[tool(preprocess = wrapped)]
    node: Option<Box<Node>>,
    n: u32,
}

fn wrapped(sent: Value) -> Value {
    [("node", sent), ("n", json!("one"))].into_iter().collect()
}

#[test]
fn preprocessed_number_does_not_keep_its_source_text() {
    /// A tool.
    #[derive(Debug, Tool)]
    struct Next {
        #[tool(preprocess = after)]
        text: String,
    }
    fn after(sent: Value) -> Value {
        sent.as_u64().map_or(sent, |number| json!(number + 1))
    }
    assert_snapshot!(read::<Next>(r#"{"text": +49}"#), @r#"
    Next { text: "50" }
    ~ text number_form: "+49" -> 49
    ~ text preprocess: 49 -> 50
    ~ text scalar_to_string: 50 -> "50"
    "#);
}

#[test]
fn failed_preprocess_trials_are_limited() {
    let raw = format!("{}1{}", r#"{"node":"#.repeat(100), "}".repeat(100));
    assert!(Nested::parse(&raw).is_err());
}
