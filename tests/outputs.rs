//! The output of serde matches the output schema that schemars generates.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::num::NonZeroU8;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use tool_core::Tool;

#[derive(Serialize, JsonSchema, Clone)]
struct Point {
    x: f32,
    #[serde(rename = "Y-axis")]
    y: f64,
}

#[derive(Serialize, JsonSchema)]
enum External {
    Unit,
    Newtype(Point),
    Tuple(u8, String),
    Struct { a: Option<i64> },
}

#[derive(Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Internal {
    Unit,
    Newtype(Point),
    WithField { the_field: BTreeMap<u16, bool> },
}

#[derive(Serialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Unit,
    Newtype(Vec<Point>),
    Tuple(i8, char),
    Struct { a: [u8; 3] },
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum Untagged {
    Number(u64),
    Text(String),
    Many(Vec<Untagged>),
    Point(Point),
    Nothing,
}

#[derive(Serialize, JsonSchema)]
struct Tree {
    name: String,
    children: Vec<Tree>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<Box<Tree>>,
}

#[derive(Serialize, JsonSchema)]
struct Flat {
    #[serde(flatten)]
    point: Point,
    #[serde(flatten)]
    kind: Internal,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
    own: (),
}

#[derive(Serialize, JsonSchema)]
struct FlatOption {
    #[serde(flatten)]
    point: Option<Point>,
    #[serde(flatten)]
    external: External,
    id: u64,
}

#[derive(Serialize, JsonSchema)]
struct Transparent(BTreeSet<char>);

#[derive(Serialize, JsonSchema)]
struct Unit;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Rest {
    large: u64,
    small: i64,
    not_zero: NonZeroU8,
    pair: (u8, Option<String>),
    queue: VecDeque<Option<bool>>,
    nested: HashMap<String, HashMap<i32, Vec<Point>>>,
    any: Value,
    #[serde(skip)]
    #[expect(dead_code, reason = "it is not written")]
    hidden: u8,
    transparent: Transparent,
    unit: Unit,
    duration: std::time::Duration,
    result: Result<u8, String>,
    address: std::net::IpAddr,
    #[serde(serialize_with = "as_text")]
    #[schemars(with = "String")]
    number: u32,
    #[serde(default)]
    defaulted: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn as_text<S: serde::Serializer>(number: &u32, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}

fn point() -> Point {
    Point { x: 0.1, y: -1e300 }
}

fn tree() -> Tree {
    let leaf = |name: &str| Tree {
        name: name.to_owned(),
        children: Vec::new(),
        parent: None,
    };
    Tree {
        children: vec![leaf("a"), leaf("b")],
        parent: Some(Box::new(leaf("p"))),
        ..leaf("root")
    }
}

macro_rules! fits {
    ($($tool:ident: $of:literal = [$($value:expr),* $(,)?]);* $(;)?) => {$({
        /// Give something back.
        #[derive(Debug, Tool)]
        #[tool(output = $of)]
        struct $tool {}
        let definition = $tool::definition();
        let schema = definition.output_schema().expect("an output schema");
        // No output may pass because a plan is missing.
        assert!(definition.check_output(&serde_json::json!({"no such": [[[null]]]})).is_err(), "{schema}");
        $(
            let value = serde_json::to_value($value).expect("JSON");
            let checked = definition.check_output(&value);
            assert!(checked.is_ok(), "{}: {value}\n{schema}\n{:?}", $of, checked.unwrap_err().issues());
        )*
    })*};
}

#[test]
fn serialized_outputs_match_the_output_schema() {
    let text = || "text".to_owned();
    fits! {
        GivePoint: "Point" = [point()];
        GiveExternal: "External" = [
            External::Unit, External::Newtype(point()), External::Tuple(1, text()),
            External::Struct { a: None }, External::Struct { a: Some(i64::MIN) },
        ];
        GiveInternal: "Internal" = [
            Internal::Unit, Internal::Newtype(point()),
            Internal::WithField { the_field: BTreeMap::from([(7, true)]) },
        ];
        GiveAdjacent: "Adjacent" = [
            Adjacent::Unit, Adjacent::Newtype(vec![point()]), Adjacent::Tuple(-1, 'é'),
            Adjacent::Struct { a: [1, 2, 3] },
        ];
        GiveUntagged: "Untagged" = [
            Untagged::Number(u64::MAX), Untagged::Text(text()), Untagged::Nothing,
            Untagged::Many(vec![Untagged::Many(Vec::new()), Untagged::Number(1)]),
            Untagged::Point(point()),
        ];
        GiveTree: "Tree" = [tree()];
        GiveFlat: "Flat" = [
            Flat { point: point(), kind: Internal::Unit, rest: BTreeMap::from([(text(), Value::Null)]), own: () },
            Flat { point: point(), kind: Internal::Newtype(point()), rest: BTreeMap::new(), own: () },
        ];
        GiveFlatOption: "FlatOption" = [
            FlatOption { point: None, external: External::Tuple(1, text()), id: 1 },
            FlatOption { point: Some(point()), external: External::Newtype(point()), id: 1 },
        ];
        GiveRest: "Rest" = [Rest {
            large: u64::MAX,
            small: i64::MIN,
            not_zero: NonZeroU8::MIN,
            pair: (1, None),
            queue: VecDeque::from([None, Some(true)]),
            nested: HashMap::from([(text(), HashMap::from([(-1, vec![point()])]))]),
            any: serde_json::json!([1, {"a": null}]),
            hidden: 1,
            transparent: Transparent(BTreeSet::from(['a'])),
            unit: Unit,
            duration: std::time::Duration::from_millis(1500),
            result: Err(text()),
            address: std::net::IpAddr::from([127, 0, 0, 1]),
            number: 7,
            defaulted: false,
        }];
        GiveList: "Vec<Option<Point>>" = [vec![None, Some(point())]];
        GiveText: "String" = ["text"];
        GiveNumber: "u8" = [255];
        GiveOption: "Option<String>" = [Some("text"), None::<&str>];
        GiveUnit: "()" = [()];
    }
}
