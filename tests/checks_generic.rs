//! Generic types with checks or tags need only the bounds that serde's derive infers. Their errors
//! have complete paths.
#![expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signatures are those that the derives ask for"
)]

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::marker::PhantomData;

use insta::assert_snapshot;
use serde::de::{Deserialize, DeserializeOwned, Deserializer};
use tool_core::feedback::Style;
use tool_core::{Issues, Tool, ToolArg};

fn not_thirteen(number: &u32, issues: &mut Issues) {
    if *number == 13 {
        issues.add("", "must not be 13");
    }
}

trait Store {
    type Key: Debug + PartialEq;
}

/// Has a schema, and no `Deserialize` or `Default`.
#[derive(Debug, PartialEq, schemars::JsonSchema)]
struct Files;

impl Store for Files {
    type Key = String;
}

#[derive(Debug, PartialEq, ToolArg)]
#[schemars(bound = "S: schemars::JsonSchema, S::Key: schemars::JsonSchema")]
struct Associated<S: Store> {
    key: S::Key,
    #[tool(check = "not_thirteen")]
    number: u32,
}

#[derive(Debug, PartialEq, ToolArg)]
struct Marked<S> {
    #[serde(default)]
    of: PhantomData<S>,
    #[serde(skip)]
    skipped: PhantomData<Vec<S>>,
    #[tool(check = "not_thirteen")]
    number: u32,
}

#[derive(Debug, PartialEq, ToolArg)]
struct Skipped<T: Default> {
    #[serde(skip)]
    unsent: T,
    #[serde(skip, default = "Vec::new")]
    made: Vec<T>,
    #[tool(check = "not_thirteen")]
    number: u32,
}

/// Has a `Default`, and no `Deserialize`.
#[derive(Debug, Default, PartialEq, schemars::JsonSchema)]
struct OnlyDefault;

#[derive(Debug, PartialEq, ToolArg)]
struct BoundOfField<T> {
    #[serde(deserialize_with = "owned")]
    #[serde(bound(deserialize = "T: DeserializeOwned"))]
    value: T,
    #[tool(check = "not_thirteen")]
    number: u32,
}

#[derive(Debug, PartialEq, ToolArg)]
#[serde(bound(deserialize = "T: DeserializeOwned"))]
struct BoundOfType<T> {
    #[serde(deserialize_with = "owned")]
    value: T,
    #[tool(check = "not_thirteen")]
    number: u32,
}

fn owned<'de, T: DeserializeOwned, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::deserialize(deserializer)
}

#[derive(Debug, PartialEq, ToolArg)]
#[serde(default)]
struct Defaults<T> {
    values: Vec<T>,
    #[tool(check = "not_thirteen")]
    number: u32,
}

impl<T> Default for Defaults<T> {
    fn default() -> Self {
        Self {
            values: Vec::new(),
            number: 7,
        }
    }
}

#[derive(Debug, PartialEq, ToolArg)]
struct Flattens<T> {
    #[serde(flatten)]
    inner: Marked<T>,
    #[serde(flatten)]
    rest: BTreeMap<String, T>,
}

#[derive(Debug, PartialEq, ToolArg)]
#[serde(tag = "kind")]
enum Tagged<T, S> {
    Many {
        many: Vec<T>,
        #[serde(skip)]
        of: PhantomData<S>,
    },
    One(One<T>),
}

#[derive(Debug, PartialEq, ToolArg)]
#[serde(tag = "kind", content = "content")]
enum Adjacent<T> {
    Many(Vec<T>),
    One { one: T, again: Option<Box<Self>> },
}

#[derive(Debug, PartialEq, ToolArg)]
#[serde(tag = "kind")]
enum Mixed<T, S> {
    Many {
        many: Vec<T>,
        #[serde(skip)]
        of: PhantomData<S>,
    },
    One(One<T>),
    #[serde(untagged)]
    Tuple(Vec<Self>),
}

#[derive(Debug, PartialEq, ToolArg)]
#[serde(tag = "kind")]
enum MixedPlain {
    Many {
        many: Vec<Checked>,
    },
    #[serde(untagged)]
    Again {
        again: Box<Self>,
    },
}

#[derive(Debug, PartialEq, ToolArg)]
#[serde(untagged)]
enum Untagged<T, S> {
    Many {
        many: Vec<T>,
        #[serde(skip)]
        of: PhantomData<S>,
    },
    Again {
        again: Box<Self>,
    },
}

#[derive(Debug, PartialEq, ToolArg)]
struct One<T> {
    one: T,
}

#[derive(Debug, PartialEq, ToolArg)]
struct Checked {
    #[tool(check = "not_thirteen")]
    number: u32,
}

/// Rejects a value that its schema accepts.
#[derive(Debug, PartialEq, schemars::JsonSchema)]
#[schemars(transparent)]
struct Even(u32);

impl<'de> Deserialize<'de> for Even {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u32::deserialize(deserializer)?;
        if number % 2 == 1 {
            return Err(serde::de::Error::custom("must be even"));
        }
        Ok(Self(number))
    }
}

/// Hold one of each.
#[derive(Debug, PartialEq, Tool)]
struct Each {
    associated: Option<Associated<Files>>,
    marked: Option<Marked<Files>>,
    skipped: Option<Skipped<OnlyDefault>>,
    bound_of_field: Option<BoundOfField<u8>>,
    bound_of_type: Option<BoundOfType<u8>>,
    defaults: Option<Defaults<u8>>,
    flattens: Option<Flattens<u8>>,
    tagged: Option<Tagged<Checked, Files>>,
    adjacent: Option<Adjacent<Checked>>,
    mixed: Option<Mixed<Checked, Files>>,
    mixed_plain: Option<MixedPlain>,
    untagged: Option<Untagged<Checked, Files>>,
    even: Option<Tagged<Even, Files>>,
    even_mixed: Option<Mixed<Even, Files>>,
}

fn list(sent: &str) -> String {
    let error = Each::parse(sent).unwrap_err();
    let list = error.render(Style::List);
    list.lines().skip(1).collect::<Vec<_>>().join("\n")
}

#[test]
fn generic_types_with_checks_need_the_bounds_that_serde_infers() {
    let each = Each::parse(
        r#"{"associated": {"key": "a", "number": 1}, "marked": {"number": 1},
            "skipped": {"number": 1}, "bound_of_field": {"value": 1, "number": 1},
            "bound_of_type": {"value": 1, "number": 1}, "defaults": {"values": [1]},
            "flattens": {"number": 1, "more": 2}}"#,
    )
    .unwrap();
    assert_eq!(each.associated.unwrap().key, "a");
    assert_eq!(each.defaults.unwrap().number, 7);
    assert_eq!(each.flattens.unwrap().rest["more"], 2);
    assert_snapshot!(list(
        r#"{"associated": {"key": "a", "number": 13}, "marked": {"number": 13},
            "skipped": {"number": 13}, "bound_of_field": {"value": 1, "number": 13}}"#
    ), @"
    - associated.number: must not be 13
    - marked.number: must not be 13
    - skipped.number: must not be 13
    - bound_of_field.number: must not be 13
    ");
    assert_snapshot!(list(
        r#"{"bound_of_type": {"value": 1, "number": 13}, "defaults": {"number": 13},
            "flattens": {"number": 13}}"#
    ), @"
    - bound_of_type.number: must not be 13
    - defaults.number: must not be 13
    - flattens.number: must not be 13
    ");
}

#[test]
fn checks_in_generic_and_mixed_enums_have_whole_paths() {
    let enums = |content: &str| {
        format!(
            r#"{{"tagged": {content}, "mixed": [{content}],
                "mixed_plain": {{"again": {content}}}, "untagged": {{"again": {content}}}}}"#
        )
    };
    let sent = enums(r#"{"kind": "Many", "many": [{"number": 1}]}"#).replace(
        r#"{"again": {"kind": "Many", "many": [{"number": 1}]}}}"#,
        r#"{"again": {"many": [{"number": 1}]}}}"#,
    );
    Each::parse(&sent).unwrap();
    assert_snapshot!(list(&sent.replace('1', "13")), @"
    - tagged.many[0].number: must not be 13
    - mixed[0].many[0].number: must not be 13
    - mixed_plain.again.many[0].number: must not be 13
    - untagged.again.many[0].number: must not be 13
    ");
    assert_snapshot!(list(
        r#"{"tagged": {"kind": "One", "one": {"number": 13}}, "mixed": {"kind": "One", "one": {"number": 13}},
            "adjacent": {"kind": "One", "content": {"one": {"number": 13}, "again": {"kind": "Many", "content": [{"number": 13}]}}}}"#
    ), @"
    - tagged.one.number: must not be 13
    - mixed.one.number: must not be 13
    - adjacent.content.one.number: must not be 13
    - adjacent.content.again.content[0].number: must not be 13
    ");
}

#[test]
fn errors_of_types_in_generic_and_mixed_enums_have_whole_paths() {
    assert_snapshot!(list(r#"{"even": {"kind": "Many", "many": [2, 1]}}"#), @"- even.many[1]: must be even; got 1");
    assert_snapshot!(list(r#"{"even": {"kind": "One", "one": 1}}"#), @"- even.one: must be even; got 1");
    assert_snapshot!(list(r#"{"even_mixed": {"kind": "Many", "many": [2, 1]}}"#), @"- even_mixed.many[1]: must be even; got 1");
    assert_snapshot!(list(r#"{"even_mixed": [{"kind": "One", "one": 1}]}"#), @"- even_mixed[0].one: must be even; got 1");
}
