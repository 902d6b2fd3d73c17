//! Every kind of Rust type is exported to every provider: the export, or the reason of its refusal.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::num::NonZeroU8;
use std::time::Duration;

use jsonschema::Validator;
use proptest::prelude::*;
use serde_json::Value;
use tests::{Entropy, targets, valid, violations};
use tool_core::provider::{Export, Kept, Loss};
use tool_core::{Definition, Tool, ToolArg};

#[derive(Debug, PartialEq, ToolArg)]
struct Point {
    x: i32,
    #[serde(default)]
    y: Option<i32>,
}

#[derive(Debug, PartialEq, ToolArg)]
enum External {
    Nothing,
    One(Point),
    Many { points: Vec<Point> },
}

#[derive(Debug, PartialEq, ToolArg)]
#[serde(tag = "kind")]
enum Internal {
    Place(Point),
    Text { text: String },
}

#[derive(Debug, PartialEq, ToolArg)]
#[serde(tag = "kind", content = "of")]
enum Adjacent {
    Place(Point),
    Text(String),
}

#[derive(Debug, PartialEq, ToolArg)]
#[serde(untagged)]
enum Untagged {
    Number(i64),
    Text(String),
    Place(Point),
}

#[derive(Debug, PartialEq, ToolArg)]
enum Documented {
    /// From a to z.
    Up,
    /// From z to a.
    Down,
}

#[derive(Debug, PartialEq, ToolArg)]
struct Tree {
    value: i32,
    children: Vec<Tree>,
}

#[derive(Debug, PartialEq, ToolArg)]
struct Chain {
    next: Option<Box<Chain>>,
}

#[derive(Debug, PartialEq, ToolArg)]
struct Flat {
    name: String,
    #[serde(flatten)]
    point: Point,
}

#[derive(Debug, PartialEq, ToolArg)]
struct FlatMap {
    name: String,
    #[serde(flatten)]
    rest: BTreeMap<String, bool>,
}

#[derive(Debug, PartialEq, ToolArg)]
struct FlatEnum {
    name: String,
    #[serde(flatten)]
    form: Internal,
}

#[derive(Debug, PartialEq, ToolArg)]
struct Nothing {}

macro_rules! kinds {
    ($($tool:ident: $type:ty,)*) => {
        $(
            #[doc = "A tool."]
            #[derive(Debug, Tool)]
            #[expect(dead_code, reason = "the value is read and not used")]
            struct $tool {
                x: $type,
            }
        )*

        type Parse = fn(&str) -> Result<(), String>;

        fn kinds() -> Vec<(&'static str, &'static Definition, Parse)> {
            vec![$((
                stringify!($type),
                $tool::definition(),
                |raw| $tool::parse(raw).map(drop).map_err(|error| error.to_string()),
            ),)*]
        }
    };
}

kinds! {
    OfString: String,
    OfBool: bool,
    OfInteger: u32,
    OfFloat: f64,
    OfChar: char,
    OfNonZero: NonZeroU8,
    OfOption: Option<String>,
    OfOptionStruct: Option<Point>,
    OfStruct: Point,
    OfVec: Vec<Point>,
    OfSet: HashSet<String>,
    OfArray: [u8; 3],
    OfPair: (f64, f64),
    OfTuple: (String, u8),
    OfMap: BTreeMap<String, Point>,
    OfNumbered: BTreeMap<u32, String>,
    OfOptionMap: Option<BTreeMap<String, i64>>,
    OfValue: Value,
    OfUnit: (),
    OfDuration: Duration,
    OfExternal: External,
    OfInternal: Internal,
    OfAdjacent: Adjacent,
    OfUntagged: Untagged,
    OfDocumented: Documented,
    OfTree: Tree,
    OfChain: Chain,
    OfFlat: Flat,
    OfFlatMap: FlatMap,
    OfFlatEnum: FlatEnum,
    OfNothing: Nothing,
}

/// For each reason why a kind is not exported, the kind and the providers.
#[test]
fn refused_exports_of_each_type_match_the_snapshot() {
    let mut text = String::new();
    for (kind, definition, _) in kinds() {
        for (name, target) in targets() {
            if let Err(error) = definition.export(target) {
                let _ = writeln!(text, "{kind} to {name}: {:?}", error.reason());
            }
        }
    }
    insta::assert_snapshot!(text);
}

/// Validates a call by the export alone, shows the type, and reads the call.
struct Shown {
    kind: &'static str,
    target: &'static str,
    schema: Value,
    view: Validator,
    parse: Parse,
}

/// The exports that accept no more than the definition. Each obeys the provider.
fn shown() -> Vec<Shown> {
    let mut all = Vec::new();
    for (kind, definition, parse) in kinds() {
        for (target, to) in targets() {
            let Ok(export) = definition.export(to) else {
                continue;
            };
            assert_eq!(
                violations(target, export.tool()),
                Vec::<String>::new(),
                "{kind}"
            );
            if !target.ends_with("parameters") && !tells_or_opens(&export) {
                all.push(Shown {
                    kind,
                    target,
                    schema: export.schema().clone(),
                    view: jsonschema::validator_for(export.schema()).expect("a schema"),
                    parse,
                });
            }
        }
    }
    all
}

/// A call that is written by an export is read as the type.
#[test]
fn call_that_follows_the_export_is_read_as_the_type() {
    let all = shown();
    let config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    proptest!(config, |(bytes in proptest::collection::vec(any::<u8>(), 0..100))| {
        let mut entropy = Entropy::new(&bytes);
        for Shown { kind, target, schema, view, parse } in &all {
            let value = valid(schema, schema, &mut entropy);
            if !view.is_valid(&value) || beyond_ranges(&value) {
                continue;
            }
            let read = parse(&value.to_string());
            prop_assert!(read.is_ok(), "{kind} to {target}: {value} {read:?} {schema:#}");
        }
    });
}

/// Returns true if an export accepts more than the definition: it describes a constraint in words,
/// or leaves an object open that is closed in the definition.
fn tells_or_opens(export: &Export) -> bool {
    let opens = |loss: &Loss| loss.kept == Kept::Description || loss.value == false;
    export.losses().iter().any(opens)
}

/// Returns true if a number exceeds the range of a small integer type.
fn beyond_ranges(value: &Value) -> bool {
    match value {
        Value::Number(number) => !number
            .as_i64()
            .is_some_and(|number| (0..=255).contains(&number)),
        Value::Array(items) => items.iter().any(beyond_ranges),
        Value::Object(entries) => entries.values().any(beyond_ranges),
        _ => false,
    }
}
