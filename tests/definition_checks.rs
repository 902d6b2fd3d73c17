//! The build of a definition checks that its defaults and examples are valid, that each constraint
//! has an effect, and that no two fields read one key.
#![expect(dead_code, reason = "the types are not read")]

use std::collections::BTreeMap;

use insta::assert_snapshot;
use serde_json::Value;
use tool_core::{Definition, SchemaError, Tool, ToolArg};

/// Why the definition cannot be built.
#[track_caller]
fn fault<T: Tool>() -> String {
    let error = T::try_definition().expect_err("the definition is rejected");
    let text = error.to_string();
    let (tool, rest) = text
        .split_once(" cannot be used: ")
        .expect("there is a reason");
    assert!(
        tool.starts_with("the schema of tool `t`, of the type `"),
        "{tool}"
    );
    rest.to_owned()
}

/// The schema of a field.
#[track_caller]
fn field<T: Tool>(name: &str) -> String {
    let definition = T::try_definition().expect("a definition");
    definition.schema()["properties"][name].to_string()
}

#[derive(ToolArg)]
struct Count(u32);

#[derive(ToolArg)]
struct Name(String);

/// A macro for tools that differ only in their fields.
macro_rules! tools {
    ($($name:ident { $($fields:tt)* })*) => {$(
        /// A tool.
        #[derive(Debug, Tool)]
        #[tool(name = "t")]
        struct $name { $($fields)* }
    )*};
}

fn ten() -> u32 {
    10
}

fn fifty() -> String {
    "fifty".to_owned()
}

tools! {
    DefaultBelow { #[serde(default)] #[schemars(range(min = 1))] seconds: u32 }
    DefaultEmpty { #[serde(default)] #[schemars(length(min = 1))] name: String }
    DefaultUnlike { #[serde(default)] #[schemars(regex(pattern = "^a"))] name: String }
    DefaultAbove { #[serde(default = "ten")] #[schemars(range(max = 9))] n: u32 }
    DefaultFits {
        #[serde(default = "ten")] #[schemars(range(max = 10))] n: u32,
        #[serde(default)] none: Option<u8>,
        #[serde(default)] #[schemars(length(max = 1))] list: Vec<u8>,
        #[serde(default = "fifty")] #[schemars(length(max = 5))] text: String,
    }
    DefaultBehindReference { #[serde(default = "inner_default")] inner: Inner }
    ExampleAbove { #[schemars(range(max = 9), example = 10)] n: u32 }
}

fn inner_default() -> Inner {
    Inner { n: 0 }
}

/// Its default is not valid.
#[derive(Debug, serde::Serialize, ToolArg)]
struct Inner {
    #[schemars(range(min = 1))]
    n: u32,
}

#[test]
fn rejects_defaults_and_examples_that_break_their_constraints() {
    assert_snapshot!(fault::<DefaultBelow>(), @"`default` at `/properties/seconds`: the default 0 is invalid: expected at least 1, got 0; change the default or its constraints, or hide the default with `#[serde(skip_serializing)]`");
    assert_snapshot!(fault::<DefaultEmpty>(), @r#"`default` at `/properties/name`: the default "" is invalid: expected at least 1 character, got 0; change the default or its constraints, or hide the default with `#[serde(skip_serializing)]`"#);
    assert_snapshot!(fault::<DefaultUnlike>(), @r#"`default` at `/properties/name`: the default "" is invalid: expected text that matches ^a, got ""; change the default or its constraints, or hide the default with `#[serde(skip_serializing)]`"#);
    assert_snapshot!(fault::<DefaultAbove>(), @"`default` at `/properties/n`: the default 10 is invalid: expected at most 9, got 10; change the default or its constraints, or hide the default with `#[serde(skip_serializing)]`");
    assert_snapshot!(fault::<DefaultBehindReference>(), @r#"`default` at `/properties/inner`: the default {"n":0} is invalid: n: expected at least 1, got 0; change the default or its constraints, or hide the default with `#[serde(skip_serializing)]`"#);
    assert_snapshot!(fault::<ExampleAbove>(), @"`examples` at `/properties/n`: the example 10 is invalid: expected at most 9, got 10; change the example or its constraints");
}

#[test]
fn accepts_defaults_that_meet_their_constraints() {
    assert_snapshot!(field::<DefaultFits>("n"), @r#"{"type":"integer","format":"uint32","minimum":0,"maximum":10,"default":10}"#);
    assert!(DefaultFits::parse("{}").is_ok());
}

impl std::fmt::Debug for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::fmt::Debug for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

const MOST: u32 = 10;
const TWO: u32 = 2;

tools! {
    RangeOfNewtype { #[schemars(range(min = 1, max = MOST))] n: Count }
    RangeOfOption { #[schemars(range(min = 1))] n: Option<Count> }
    RangeOfItems { #[schemars(inner(range(max = 9)))] n: Vec<Count> }
    LengthOfNewtype { #[schemars(length(min = 2, max = 3))] n: Name }
    RangeOfDefault { #[schemars(range(max = 9))] default: Count }
    LengthOfMap { #[schemars(length(equal = 1))] n: BTreeMap<String, u8> }
    RegexOfNewtype { #[schemars(regex(pattern = "^[a-z]+$"))] n: Option<Name> }
    ContainsOfNewtype { #[schemars(contains(pattern = "a.b"))] n: Name }
    RangeOfString { #[schemars(range(min = 1))] n: String }
    LengthOfNumber { #[schemars(length(max = 1))] n: Count }
    RegexOfNumber { #[schemars(regex(pattern = "a"))] n: u8 }
    EmailOfNumber { #[schemars(email)] n: u8 }
    InnerOfScalar { #[schemars(inner(range(min = 1)))] n: Count }
    EmptyRange { #[schemars(range(min = MOST, max = 1))] n: u8 }
    EmptyLength { #[schemars(length(min = TWO, max = 1))] n: Name }
}

#[test]
fn constrains_values_behind_a_reference() {
    for (schema, valid, invalid) in [
        (
            field::<RangeOfNewtype>("n"),
            RangeOfNewtype::parse(r#"{"n": 10}"#).is_ok(),
            RangeOfNewtype::parse(r#"{"n": 11}"#).is_err(),
        ),
        (
            field::<RangeOfOption>("n"),
            RangeOfOption::parse(r#"{"n": 1}"#).is_ok(),
            RangeOfOption::parse(r#"{"n": 0}"#).is_err(),
        ),
        (
            field::<RangeOfItems>("n"),
            RangeOfItems::parse(r#"{"n": [9]}"#).is_ok(),
            RangeOfItems::parse(r#"{"n": [10]}"#).is_err(),
        ),
        (
            field::<LengthOfNewtype>("n"),
            LengthOfNewtype::parse(r#"{"n": "ab"}"#).is_ok(),
            LengthOfNewtype::parse(r#"{"n": "a"}"#).is_err(),
        ),
        (
            field::<LengthOfMap>("n"),
            LengthOfMap::parse(r#"{"n": {"a": 1}}"#).is_ok(),
            LengthOfMap::parse(r#"{"n": {}}"#).is_err(),
        ),
        (
            field::<RegexOfNewtype>("n"),
            RegexOfNewtype::parse(r#"{"n": "a"}"#).is_ok(),
            RegexOfNewtype::parse(r#"{"n": "1"}"#).is_err(),
        ),
        (
            field::<ContainsOfNewtype>("n"),
            ContainsOfNewtype::parse(r#"{"n": "xa.by"}"#).is_ok(),
            ContainsOfNewtype::parse(r#"{"n": "aab"}"#).is_err(),
        ),
    ] {
        assert!(valid && invalid, "{schema}");
    }
    assert!(RangeOfDefault::parse(r#"{"default": 10}"#).is_err());
    assert!(RangeOfOption::parse("{}").is_ok() && RangeOfOption::parse(r#"{"n": null}"#).is_ok());
    assert_snapshot!(field::<RangeOfNewtype>("n"), @r##"{"$ref":"#/$defs/Count","minimum":1,"maximum":10}"##);
    assert_snapshot!(field::<RangeOfOption>("n"), @r##"{"anyOf":[{"$ref":"#/$defs/Count","minimum":1},{"type":"null"}]}"##);
    assert_snapshot!(field::<LengthOfMap>("n"), @r#"{"type":"object","additionalProperties":{"type":"integer","format":"uint8","minimum":0,"maximum":255},"minProperties":1,"maxProperties":1}"#);
}

#[test]
fn rejects_constraints_that_act_on_no_value() {
    assert_snapshot!(fault::<RangeOfString>(), @"`range` at `/properties/n`: it has no effect: the field is not of type number; change the attribute or the type that causes it");
    assert_snapshot!(fault::<LengthOfNumber>(), @"`length` at `/properties/n`: it has no effect: the field is not of type string or array or object; change the attribute or the type that causes it");
    assert_snapshot!(fault::<RegexOfNumber>(), @"`regex` at `/properties/n`: it has no effect: the field is not of type string; change the attribute or the type that causes it");
    assert_snapshot!(fault::<EmailOfNumber>(), @"`email` at `/properties/n`: it has no effect: the field is not of type string; change the attribute or the type that causes it");
    assert_snapshot!(fault::<InnerOfScalar>(), @"`inner` at `/properties/n`: the field has no items; change the attribute or the type that causes it");
}

#[test]
fn rejects_empty_ranges() {
    assert_snapshot!(fault::<EmptyRange>(), @"`range` at `/properties/n`: the minimum 10 is above the maximum 1; change the attribute or the type that causes it");
    assert_snapshot!(fault::<EmptyLength>(), @"`length` at `/properties/n`: the minimum 2 is above the maximum 1; change the attribute or the type that causes it");
}

#[derive(Debug, ToolArg)]
struct Shared {
    x: u8,
    y: u8,
}

/// A type that does not derive `ToolArg`.
#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
struct Foreign {
    x: u8,
}

tools! {
    OneNameTwice { x: u8, #[serde(flatten)] shared: Shared }
    OneNameInTwoTypes { #[serde(flatten)] foreign: Foreign, #[serde(flatten)] shared: Shared }
    OneNameInTwoStructs { #[serde(flatten)] shared: Shared, #[serde(flatten)] foreign: Foreign }
}

#[test]
fn rejects_two_fields_that_read_one_key() {
    assert_snapshot!(fault::<OneNameTwice>(), @r#"`flatten` at the root: the field `x` and `Shared` read the key `x`, but serde passes it only to the field `x`; rename one of the keys with `#[serde(rename = "...")]`"#);
    assert_snapshot!(fault::<OneNameInTwoTypes>(), @r#"`required` at the root: two fields read the key `x`; rename one of them with `#[serde(rename = "...")]`"#);
    assert_snapshot!(fault::<OneNameInTwoStructs>(), @r#"`flatten` at the root: `Shared` and `Foreign` read the key `x`, but serde passes it only to `Shared`; rename one of the keys with `#[serde(rename = "...")]`"#);
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind")]
enum Source {
    File { path: String },
    Site { url: String },
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Marked {
    Flagged {
        #[serde(flatten)]
        source: Source,
        #[serde(flatten)]
        flags: BTreeMap<String, bool>,
    },
    Named {
        note: String,
    },
}

#[derive(Debug, ToolArg)]
enum Speed {
    Fast { limit: i8 },
    Slow { limits: Vec<i64> },
}

/// A tool.
#[derive(Debug, Tool)]
#[tool(name = "t")]
struct MapBesideTwoEnums {
    #[serde(flatten)]
    marked: Marked,
    #[serde(flatten)]
    speed: Speed,
}

#[derive(Debug, ToolArg)]
struct BesideTwoEnums {
    #[serde(flatten)]
    marked: Marked,
    #[serde(flatten)]
    speed: Speed,
}

/// A tool.
#[derive(Debug, Tool)]
#[tool(name = "t")]
struct InAField {
    inner: BesideTwoEnums,
}

#[test]
fn error_names_the_type_of_the_fault() {
    let describe_error = |definition: Result<&Definition, SchemaError>| match definition {
        Ok(_) => "it is read".to_owned(),
        Err(error) => error.to_string(),
    };
    assert_snapshot!(describe_error(MapBesideTwoEnums::try_definition()), @r#"the schema of tool `t`, of the type `MapBesideTwoEnums`, cannot be used: `unevaluatedProperties` at `/oneOf/0/anyOf/0`: it allows only its own properties, but a tag or a flattened field adds others; put the type into a field that is not flattened, or turn the variant that contains it into a struct variant, or switch on the feature `full-schema` of `tool-core`, which checks every keyword"#);
    assert_snapshot!(describe_error(InAField::try_definition()), @r#"the schema of tool `t` cannot be used: `unevaluatedProperties` at `/$defs/BesideTwoEnums/oneOf/0/anyOf/0`: it allows only its own properties, but a tag or a flattened field adds others; put the type into a field that is not flattened, or turn the variant that contains it into a struct variant, or switch on the feature `full-schema` of `tool-core`, which checks every keyword"#);
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind", content = "of", rename_all = "snake_case")]
enum Change {
    Remove {
        #[serde(alias = "file")]
        path: String,
    },
    Nothing,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind", content = "of", rename_all = "snake_case")]
enum Renamed {
    #[serde(alias = "delete")]
    Remove {
        path: Path,
    },
    Nothing,
}

#[derive(Debug, ToolArg)]
struct Path {
    #[serde(alias = "file")]
    path: String,
}

macro_rules! changes {
    ($($(#[$attr:meta])* $name:ident { $change:ty $(, $rest:ty)? })*) => {$(
        /// A tool.
        #[derive(Debug, Tool)]
        #[tool(name = "t")]
        $(#[$attr])*
                struct $name {
            #[serde(flatten)]
            change: $change,
            $(#[serde(flatten)]
            rest: $rest,)?
        }
    )*};
}

changes! {
    OptionalBesideMap { Option<Change>, BTreeMap<String, Value> }
    #[tool(open)]
    OptionalInOpen { Option<Change> }
    OptionalWithVariant { Option<Renamed>, BTreeMap<String, Value> }
    OptionalAlone { Option<Change> }
    ChangeBesideMap { Change, BTreeMap<String, Value> }
}

/// Serde reads an alias as the property. The type and the definition therefore agree.
#[test]
fn alias_of_an_optional_flattened_enum_is_a_declared_key() {
    for definition in [
        OptionalBesideMap::definition(),
        OptionalInOpen::definition(),
        OptionalAlone::definition(),
        ChangeBesideMap::definition(),
    ] {
        let call = r#"{"kind": "remove", "of": {"file": "a"}}"#;
        let read = definition.parse(call).expect("it is read").to_string();
        assert_eq!(read, r#"{"kind":"remove","of":{"path":"a"}}"#);
    }
    for tag in ["delete", "remove"] {
        let call = format!(r#"{{"kind": "{tag}", "of": {{"path": {{"file": "a"}}}}}}"#);
        let read = OptionalWithVariant::definition().parse(&call);
        let read = read.expect("it is read").to_string();
        assert_eq!(read, r#"{"kind":"remove","of":{"path":{"path":"a"}}}"#);
    }
    for definition in [
        OptionalBesideMap::definition(),
        OptionalInOpen::definition(),
        OptionalWithVariant::definition(),
    ] {
        let call = r#"{"file": 1, "other": {"file": "a"}}"#;
        let read = definition.parse(call).expect("it is read").to_string();
        assert_eq!(read, r#"{"file":1,"other":{"file":"a"}}"#);
    }
    let read = OptionalBesideMap::parse(r#"{"kind": "remove", "of": {"file": "a"}, "x": 1}"#);
    let read = format!("{:?}", read.expect("it is read"));
    assert_snapshot!(read, @r#"OptionalBesideMap { change: Some(Remove { path: "a" }), rest: {"x": Number(1)} }"#);
}
