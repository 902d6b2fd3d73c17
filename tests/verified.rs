//! `Tool::verify` and `ToolSet::verify`: generated arguments must be readable.
#![expect(dead_code, reason = "the types are not read")]

use std::collections::{BTreeMap, BTreeSet, HashMap};

use insta::assert_snapshot;
use serde_json::value::RawValue;
use tool_core::{Issues, Tool, ToolArg, ToolSet};

/// Reads all types that serde can read.
#[derive(Debug, Tool)]
struct Sound {
    #[schemars(length(min = 2, max = 5), regex(pattern = "^[a-z]+$"))]
    name: String,
    #[schemars(range(min = -5, max = -3))]
    below: i8,
    #[schemars(range(min = 0.25, max = 0.5))]
    part: f64,
    day: Option<Day>,
    shapes: Vec<Shape>,
    by_name: BTreeMap<String, Shape>,
    by_number: BTreeMap<u16, bool>,
    set: BTreeSet<u8>,
    pair: (u8, String),
    tree: Option<Box<Tree>>,
    #[serde(flatten)]
    rest: BTreeMap<String, f32>,
}

#[derive(Debug, ToolArg)]
struct Place {
    city: String,
    #[serde(flatten)]
    at: Option<At>,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "at")]
enum At {
    Point { x: u8 },
    Center,
}

/// A tool.
#[derive(Debug, Tool)]
struct WithOptionalPlace {
    #[serde(flatten)]
    place: Option<Place>,
}

/// The schema cannot express that the type requires `city` next to `at`.
#[test]
fn accepts_required_keys_of_an_optional_flattened_type() {
    assert!(WithOptionalPlace::verify().is_ok());
    assert!(WithOptionalPlace::parse(r#"{"at": "Center"}"#).is_err());
}

#[derive(Debug, ToolArg)]
struct Day {
    #[schemars(extend("format" = "date"))]
    at: String,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind")]
enum Shape {
    Circle { radius: f64 },
    Point,
}

#[derive(Debug, ToolArg)]
struct Tree {
    children: Vec<Tree>,
    shape: Option<Shape>,
}

#[test]
fn accepts_a_tool_whose_valid_calls_are_read() {
    let report = Sound::verify().unwrap();
    assert_snapshot!(report, @"nothing was found");
}

#[derive(Debug, PartialEq, Eq, Hash, ToolArg)]
struct Key {
    a: u8,
}

/// A map whose keys are objects.
#[derive(Debug, Tool)]
struct StructKeys {
    map: HashMap<Key, u8>,
}

/// An enum that serde reads as numbers and that is shown as names.
#[derive(Debug, Tool)]
struct Numbers {
    level: Level,
}

#[derive(Debug, ToolArg)]
#[tool(skip(Deserialize))]
enum Level {
    Low = 1,
}

impl<'de> serde::Deserialize<'de> for Level {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u8::deserialize(deserializer).map(|_| Self::Low)
    }
}

/// A tagged text.
#[derive(Debug, Tool)]
struct TaggedText {
    part: Part,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "t")]
enum Part {
    A(String),
}

/// It holds itself.
#[derive(Debug, Tool)]
struct Endless {
    next: Next,
}

#[derive(Debug, ToolArg)]
struct Next {
    next: Box<Next>,
}

/// Bounds that meet nowhere.
#[derive(Debug, Tool)]
struct Bounds {
    #[schemars(range(min = 10))]
    small: Small,
}

#[derive(Debug, ToolArg)]
struct Small(#[schemars(range(max = 5))] u8);

#[test]
fn finds_schemas_that_accept_values_the_type_rejects() {
    let describe = |report: Result<_, tool_core::definition::Report>| {
        let report = report.expect_err("there is a problem");
        report.problems()[0].to_string()
    };
    assert_snapshot!(describe(StructKeys::verify()), @r#"`struct_keys` at `map.1`: the schema accepts what the type refuses: map.1: invalid key: expected an object, got string; sent: {"map":{"1":1}}"#);
    assert_snapshot!(describe(Numbers::verify()), @r#"`numbers` at `level`: the schema accepts what the type refuses: level: expected an integer from 0 to 255, got string; sent: {"level":"Low"}"#);
    assert_snapshot!(describe(TaggedText::verify()), @r#"`tagged_text` at `part`: the schema accepts what the type refuses: part: expected a string, got object; sent: {"part":{"t":"A"}}"#);
    assert_snapshot!(describe(Endless::verify()), @"`endless` at `next.next.next.next...`: the value has to hold itself, without end; make a field of it optional");
    assert_snapshot!(describe(Bounds::verify()), @"`bounds` at `small`: no value is valid here, so no call can be read; change the type or its constraints");
}

/// An even number.
#[derive(Debug, Tool)]
#[tool(check = "is_even")]
struct Even {
    n: u8,
    #[schemars(regex(pattern = "^x{7}[0-9]{3}!$"))]
    code: String,
    #[schemars(regex(pattern = "^y{7}[0-9]{3}!$"), example = "yyyyyyy123!")]
    known: String,
}

fn is_even(even: &Even, issues: &mut Issues) {
    if even.n % 2 == 1 {
        issues.add("n", "must be even");
    }
}

/// An odd number.
#[derive(Debug, Tool)]
#[tool(check = "is_odd")]
struct Odd {
    #[schemars(example = 2)]
    n: u8,
}

fn is_odd(odd: &Odd, issues: &mut Issues) {
    if odd.n.is_multiple_of(2) {
        issues.add("n", "must be odd");
    }
}

#[test]
fn notes_unverified_places() {
    assert_snapshot!(Even::verify().unwrap(), @"note: `even` at `code`: not verified: no text was found that meets the schema; give one with `#[schemars(example = ...)]`");
    assert_snapshot!(Odd::verify().unwrap(), @"note: `odd` at `n`: not verified: the type's own code rejects a generated value; give one that it accepts with `#[schemars(example = ...)]`");
}

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
struct Foreign {
    a: u8,
}

#[derive(Debug, ToolArg)]
#[tool(open)]
struct Open {
    a: u8,
}

/// Types of several kinds.
#[derive(Debug, Tool)]
struct Mixed {
    foreign: Foreign,
    open: Open,
    wait: std::time::Duration,
    shape: Shape,
}

#[test]
fn warns_of_types_that_do_not_derive_tool_arg() {
    let report = Mixed::verify().unwrap();
    assert_snapshot!(report, @"warning: `mixed` at `/$defs/Foreign`: `Foreign` does not derive `ToolArg`: its objects accept unknown keys, and its aliases are not read; derive `ToolArg` on it, or write `#[serde(deny_unknown_fields)]`");
    assert!(report.deny_warnings().is_err());
}

#[derive(Debug, ToolSet)]
enum Set {
    Mixed(Mixed),
    StructKeys(StructKeys),
    Sound(Box<Sound>),
}

#[test]
fn verifies_every_tool_of_a_set() {
    let report = Set::verify().unwrap_err();
    assert!(
        report
            .problems()
            .iter()
            .all(|problem| problem.tool == "struct_keys")
    );
    assert_eq!(report.warnings().len(), 1);
}

/// Passes a value through.
#[derive(Debug, Tool)]
struct Raw {
    #[schemars(with = "tool_core::Value")]
    raw: Box<RawValue>,
    #[schemars(with = "Vec<tool_core::Value>")]
    list: Vec<Box<RawValue>>,
}

#[test]
fn reads_raw_values_with_their_digits() {
    Raw::verify().unwrap();
    let sent =
        r#"{"raw": {"a" : 0.10000000000000000000001, "b": "\u00e4\n"}, "list": "[2.50, null]"}"#;
    let raw = Raw::parse(sent).unwrap();
    assert_eq!(
        raw.raw.get(),
        r#"{"a":0.10000000000000000000001,"b":"ä\n"}"#
    );
    let list: Vec<_> = raw.list.iter().map(|item| item.get()).collect();
    assert_eq!(list, ["2.50", "null"]);
}

/// List a folder.
#[derive(Debug, Tool)]
struct ListFolder {
    #[tool(check = "not_the_root")]
    #[serde(default = "root")]
    path: String,
}

fn root() -> String {
    "/".to_owned()
}

fn not_the_root(path: &str, issues: &mut Issues) {
    if path == "/" {
        issues.add("", "must not be the root");
    }
}

#[test]
fn notes_a_default_that_its_check_rejects() {
    let error = ListFolder::parse("{}").unwrap_err();
    assert_eq!(error.issues()[0].path.to_string(), "path");
    assert!(ListFolder::parse(r#"{"path": "/a"}"#).is_ok());
    let report = ListFolder::verify().unwrap();
    assert_snapshot!(report, @r"
    note: `list_folder` at `path`: the type's own code rejects a call without this key; if a check rejects the default, change one of them
    note: `list_folder` at `path`: not verified: the type's own code rejects a generated value; give one that it accepts with `#[schemars(example = ...)]`
    ");
}
