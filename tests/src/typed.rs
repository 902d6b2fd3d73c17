//! A family of derived types, with values that they read.
#![expect(dead_code, reason = "the values are compared by `Debug`")]

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde_json::{Value, json};
use tool_core::{Tool, ToolArg};

use crate::agreement::{
    accepts_as_serde_and_the_schema, derived_and_given_agree, typed_and_dynamic_agree,
};
use crate::{Entropy, anything, near};

/// One type, and the laws for any text of arguments.
#[derive(Debug)]
pub struct Typed {
    /// Its name.
    pub name: &'static str,
    /// Values that it reads, at `x`.
    pub samples: Value,
    /// See [`accepts_as_serde_and_the_schema`].
    pub accepts_as_serde_and_the_schema: fn(&str) -> Result<(), String>,
    /// See [`typed_and_dynamic_agree`].
    pub typed_and_dynamic_agree: fn(&str) -> Result<(), String>,
    /// See [`derived_and_given_agree`].
    pub derived_and_given_agree: fn(&str) -> Result<(), String>,
}

impl Typed {
    /// Returns true if the plan of the type has information that its schema lacks: an alias, or the
    /// type of further keys.
    #[must_use]
    pub fn has_hints(&self) -> bool {
        HINTED.contains(&self.name)
    }

    /// Arguments for the type: a sample, one near to it, or any value. No float is integral: JSON
    /// Schema would count it as an integer, and serde would not.
    pub fn arguments(&self, entropy: &mut Entropy<'_>) -> Value {
        let samples = self.samples.as_array().map_or(&[][..], Vec::as_slice);
        let value = match entropy.below(6) {
            0 => anything(entropy, 3),
            1 => entropy.pick(samples).clone(),
            _ => near(entropy.pick(samples), entropy),
        };
        json!({"x": without_whole_floats(value)})
    }
}

const HINTED: &[&str] = &["Set", "Enum", "OutsideTag", "FlatExternal", "FlatMap"];

macro_rules! cases {
    ($($name:ident: $type:ty = $samples:tt)+) => {
        $(
            /// A tool.
            #[derive(Debug, Tool)]
            struct $name {
                x: $type,
            }
        )+

        /// All types.
        #[must_use]
        pub fn typed() -> Vec<Typed> {
            vec![$(Typed {
                name: stringify!($name),
                samples: json!($samples),
                accepts_as_serde_and_the_schema: accepts_as_serde_and_the_schema::<$name>,
                typed_and_dynamic_agree: typed_and_dynamic_agree::<$name>,
                derived_and_given_agree: derived_and_given_agree::<$name>,
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
    Big: u128 = [0, 18_446_744_073_709_551_615_u64]
    NotZero: std::num::NonZeroI16 = [1, -7]
    Single: f32 = [0.5, -7]
    Rows: Vec<(u8, Option<String>)> = [[], [[1, "a"], [2, null]]]
    Deep: Vec<Vec<Option<bool>>> = [[[true, null], []]]
    Boxed: Option<Box<Tree>> = [null, {"n": 1, "branches": []}]
    Anything: Value = [null, "[1]", {"a": [1, null]}]
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
