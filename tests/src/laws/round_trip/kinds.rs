//! Derived types of every kind, each as a tool.
#![expect(dead_code, reason = "the values are compared by `Debug`")]

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde_json::{Map, Value};
use tool_core::issue::Issue;
use tool_core::{Definition, Leniency, Tool, ToolArg};

#[derive(Debug, ToolArg)]
struct Point {
    x: i8,
    y: Option<i32>,
}

#[derive(Debug, ToolArg)]
struct Place {
    z: i8,
    name: Option<String>,
    tags: Option<Vec<u8>>,
}

#[derive(Debug, ToolArg)]
enum Op {
    Delete,
    Insert { row: Vec<u8>, at: Option<u32> },
    Move(Point),
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind")]
enum Inside {
    Stop,
    Go { speed: u16 },
    Jump(Point),
}

#[derive(Debug, ToolArg)]
#[serde(tag = "t", content = "c")]
enum Beside {
    Stop,
    Number(u8),
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Untagged {
    Number(u8),
    Named { name: String },
    Many(Vec<bool>),
}

#[derive(Debug, ToolArg)]
struct Node {
    name: String,
    #[serde(default)]
    children: Vec<Node>,
}

macro_rules! tools {
    ($($(#[$meta:meta])* $name:ident { $($(#[$of_field:meta])* $field:ident: $type:ty),+ $(,)? })+) => {
        $(
            /// A tool.
            #[derive(Debug, Tool)]
            $(#[$meta])*
            struct $name {
                $($(#[$of_field])* $field: $type),+
            }
        )+

        pub(super) fn kinds() -> Vec<Kind> {
            vec![$(kind::<$name>()),+]
        }
    };
}

tools! {
    Scalars { text: String, count: Option<u8>, wide: i64, small: i16, ratio: f64, flag: Option<bool> }
    FreeMaps { labels: Map<String, Value>, more: Option<Map<String, Value>> }
    AnyMaps { any: BTreeMap<String, Value>, of_lists: BTreeMap<String, Vec<Value>> }
    TypedMaps { limits: BTreeMap<String, u8>, by_number: BTreeMap<u32, Option<f64>> }
    NestedMaps { nested: BTreeMap<String, BTreeMap<String, Point>>, lists: Vec<BTreeMap<String, bool>> }
    FlatOutside { own: u8, #[serde(flatten)] op: Op }
    FlatInside { own: u8, #[serde(flatten)] op: Inside }
    FlatBeside { own: u8, #[serde(flatten)] op: Beside }
    FlatOption { own: u8, #[serde(flatten)] place: Option<Place> }
    OnlyFlat { #[serde(flatten)] op: Inside }
    Enums { op: Op, inside: Inside, beside: Option<Beside>, untagged: Untagged }
    ListsOfEnums { ops: Vec<Inside>, all: Vec<Vec<Op>> }
    Tuples { pair: (u8, String), rows: Vec<(i32, Option<bool>)>, three: [u8; 3] }
    Recursive { tree: Node, other: Option<Box<Node>> }
    Nested { deep: Vec<Vec<Vec<Option<u8>>>>, points: Vec<Point> }
}

/// A tool, and the result of reading a text.
pub(super) struct Kind {
    pub(super) definition: &'static Definition,
    pub(super) read: fn(&str, Leniency) -> Result<String, Vec<Issue>>,
}

fn kind<T: Tool + Debug>() -> Kind {
    Kind {
        definition: T::definition(),
        read: |raw, leniency| {
            let read = T::definition().reader().leniency(leniency).read::<T>(raw);
            read.map(|reading| format!("{:?}", reading.value))
                .map_err(|error| error.issues().to_vec())
        },
    }
}
