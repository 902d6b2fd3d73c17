//! Reading agrees with serde, with an independent validator of the schema, and
//! with itself: for each type, on values that are valid, nearly so, or any.
#![expect(dead_code, reason = "the values are compared by `Debug`")]

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use schemars::JsonSchema;
use serde_json::{Value, json};
use tests::{Entropy, accepts_as_serde_and_the_schema, anything, near, typed_and_dynamic_agree};
use tool_core::{Tool, ToolArg};

/// One type: values that it reads, and what has to hold for any value.
struct Case {
    name: &'static str,
    samples: Value,
    accepts_as_serde_and_the_schema: fn(&Value) -> Result<(), String>,
    typed_and_dynamic_agree: fn(&Value) -> Result<(), String>,
}

macro_rules! cases {
    ($($name:ident: $type:ty = $samples:tt)+) => {
        $(
            /// A tool.
            #[derive(Debug, Tool)]
            struct $name {
                x: $type,
            }
        )+

        fn cases() -> Vec<Case> {
            vec![$(Case {
                name: stringify!($name),
                samples: json!($samples),
                accepts_as_serde_and_the_schema: accepts_as_serde_and_the_schema::<$name>,
                typed_and_dynamic_agree: typed_and_dynamic_agree::<$name>,
            }),+]
        }
    };
}

#[derive(Debug, ToolArg)]
struct Point {
    x: i8,
    #[serde(default)]
    label: String,
}

#[derive(Debug, JsonSchema, serde::Deserialize)]
struct Foreign {
    x: u16,
    more: Option<bool>,
}

#[derive(Debug, ToolArg)]
struct Tree {
    n: u8,
    #[serde(default)]
    branches: Vec<Tree>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, ToolArg)]
#[serde(rename_all = "snake_case")]
enum Mode {
    #[serde(alias = "r")]
    Read,
    InProgress,
}

#[derive(Debug, ToolArg)]
enum External {
    None,
    #[serde(alias = "n")]
    Number(u8),
    Pair(u8, bool),
    Shape {
        side: u8,
    },
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind")]
enum Internal {
    Stop,
    Point(Point),
    Foreign(Foreign),
    Map(BTreeMap<String, String>),
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind")]
enum Flat {
    Stop,
    Point(Point),
    Shape { side: u8 },
}

#[derive(Debug, ToolArg)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Stop,
    Number(u8),
    Shape { side: u8 },
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Untagged {
    Flag(bool),
    Number(u8),
    Named { name: String },
    List(Vec<u8>),
}

#[derive(Debug, ToolArg)]
struct Flattened<T> {
    own: u8,
    #[serde(flatten)]
    inner: T,
}

#[derive(Debug, ToolArg)]
struct Bounded {
    #[schemars(range(min = 1, max = 20))]
    range: i32,
    #[schemars(length(min = 1, max = 3))]
    text: String,
}

cases! {
    Bytes: u8 = [0, 255]
    Wide: i64 = [i64::MIN, i64::MAX]
    Float: f64 = [0.5, -7, 1e300]
    Flag: Option<bool> = [true, null]
    Letter: char = ["a", "ß"]
    Text: Option<String> = ["", "42", null]
    Points: Vec<Point> = [[], [{"x": 1}, {"x": -1, "label": "a"}]]
    Three: [u8; 3] = [[1, 2, 3]]
    Pair: (String, bool) = [["a", true]]
    Set: BTreeSet<Mode> = [["read"], ["in_progress", "read"]]
    Keyed: BTreeMap<i16, u8> = [{"-7": 1, "42": 2}, {}]
    Named: BTreeMap<String, Vec<u8>> = [{"a": [1], "path": []}]
    Open: Foreign = [{"x": 1, "more": true, "n": 5}, {"x": 65535, "more": null}]
    Nested: Tree = [{"n": 1, "branches": [{"n": 2, "branches": [{"n": 3}]}]}]
    Enum: Mode = ["read", "in_progress"]
    OutsideTag: External = ["None", {"Number": 1}, {"Pair": [1, true]}, {"Shape": {"side": 1}}]
    InsideTag: Internal = [{"kind": "Stop"}, {"kind": "Point", "x": 1}, {"kind": "Foreign", "x": 1, "n": 2}, {"kind": "Map", "a": "b"}]
    BesideTag: Adjacent = [{"t": "Stop"}, {"t": "Number", "c": 1}, {"t": "Shape", "c": {"side": 1}}]
    NoTag: Untagged = [true, 7, {"name": "a"}, [1, 2]]
    FlatStruct: Flattened<Point> = [{"own": 1, "x": 2, "label": "a"}]
    FlatOption: Flattened<Option<Point>> = [{"own": 1}, {"own": 1, "x": 2}]
    FlatExternal: Flattened<External> = [{"own": 1, "Number": 1}, {"own": 1, "Shape": {"side": 1}}]
    FlatInternal: Flattened<Flat> = [{"own": 1, "kind": "Stop"}, {"own": 1, "kind": "Point", "x": 1}]
    FlatAdjacent: Flattened<Adjacent> = [{"own": 1, "t": "Number", "c": 1}, {"own": 1, "t": "Stop"}]
    FlatMap: Flattened<BTreeMap<String, bool>> = [{"own": 1, "a": true}, {"own": 1}]
    Constrained: Bounded = [{"range": 20, "text": "abc"}, {"range": 1, "text": "ä"}]
    Anything: Value = [null, "[1]", {"a": [1, null]}]
}

/// A value for the type: a sample, one near to it, or any. No float is whole:
/// such a one counts as an integer, and to serde it is none.
fn value(case: &Case, entropy: &mut Entropy<'_>) -> Value {
    let samples = case.samples.as_array().map_or(&[][..], Vec::as_slice);
    let value = match entropy.below(6) {
        0 => anything(entropy, 3),
        1 => entropy.pick(samples).clone(),
        _ => near(entropy.pick(samples), entropy),
    };
    without_whole_floats(value)
}

fn without_whole_floats(value: Value) -> Value {
    match value {
        Value::Number(number)
            if number.is_f64() && number.as_f64().is_some_and(|n| n.fract() == 0.0) =>
        {
            json!(0.25)
        }
        Value::Array(items) => items.into_iter().map(without_whole_floats).collect(),
        Value::Object(entries) => entries
            .into_iter()
            .map(|(key, value)| (key, without_whole_floats(value)))
            .collect(),
        other => other,
    }
}

#[test]
fn the_samples_are_read_exactly() {
    for case in cases() {
        for sample in case.samples.as_array().expect("a list") {
            for law in [
                case.accepts_as_serde_and_the_schema,
                case.typed_and_dynamic_agree,
            ] {
                law(sample).unwrap_or_else(|error| panic!("{}: {error}", case.name));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn strict_reading_accepts_what_serde_and_the_schema_accept(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
        for case in cases() {
            let value = value(&case, &mut Entropy::new(&bytes));
            (case.accepts_as_serde_and_the_schema)(&value).map_err(TestCaseError::fail)?;
        }
    }

    #[test]
    fn a_typed_tool_reads_as_a_dynamic_one(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
        for case in cases() {
            let value = value(&case, &mut Entropy::new(&bytes));
            (case.typed_and_dynamic_agree)(&value).map_err(TestCaseError::fail)?;
        }
    }
}
