//! `#[tool(check = "..")]` on types and fields: all failed checks are reported together, each at
//! its path, for every tagging, flattening and nesting.
#![expect(
    clippy::trivially_copy_pass_by_ref,
    clippy::unnecessary_wraps,
    reason = "the signatures are those that the derives ask for"
)]

use std::collections::{BTreeMap, HashMap};

use insta::assert_snapshot;
use serde_json::{Value, json};
use tool_core::feedback::Style;
use tool_core::{Args, Issues, Tool, ToolArg};

/// Start and end of a range.
#[derive(Debug, PartialEq, ToolArg)]
#[tool(check = Self::in_order)]
#[serde(rename_all = "camelCase")]
struct Range {
    first_day: u32,
    #[tool(check = not_thirteen)]
    last_day: u32,
}

impl Range {
    fn in_order(&self, issues: &mut Issues) {
        if self.last_day < self.first_day {
            issues.add("lastDay", "must not be before `firstDay`");
        }
    }
}

fn not_thirteen(day: &u32, issues: &mut Issues) {
    if *day == 13 {
        issues.add("", "must not be 13");
    }
}

fn no_root(path: &str, issues: &mut Issues) {
    if path == "/" {
        issues.add("", "must not be the root");
    }
}

#[derive(Debug, PartialEq, ToolArg)]
#[serde(rename_all = "snake_case")]
enum External {
    None,
    Newtype(#[tool(check = not_thirteen)] u32),
    Tuple(u32, #[tool(check = not_thirteen)] u32),
    StructLike {
        #[tool(check = no_root)]
        path: String,
    },
    Nested(Range),
}

#[derive(Debug, PartialEq, ToolArg)]
#[serde(tag = "kind", rename_all_fields = "kebab-case")]
enum Internal {
    Nested(Range),
    Fields {
        #[tool(check = no_root)]
        the_path: String,
    },
}

#[derive(Debug, PartialEq, ToolArg)]
#[serde(tag = "kind", content = "value")]
enum Adjacent {
    Nested(Range),
    Fields {
        #[tool(check = no_root)]
        path: String,
    },
}

#[derive(Debug, PartialEq, ToolArg)]
#[serde(untagged)]
#[tool(check = not_empty)]
enum Untagged {
    Nested(Range),
    Fields {
        #[tool(check = no_root)]
        path: String,
    },
    Text(String),
}

fn not_empty(value: &Untagged, issues: &mut Issues) {
    if *value == Untagged::Text(String::new()) {
        issues.add("", "must not be empty");
    }
}

#[derive(Debug, PartialEq, ToolArg)]
struct Flat {
    #[tool(check = no_root)]
    root: Option<String>,
}

/// Plan something.
#[derive(Debug, PartialEq, Tool)]
#[tool(check = not_too_many)]
struct Plan {
    #[serde(default)]
    ranges: Vec<Range>,
    #[serde(default)]
    by_name: BTreeMap<String, Box<Range>>,
    external: Option<External>,
    internal: Option<Internal>,
    adjacent: Option<Adjacent>,
    untagged: Option<Untagged>,
    #[serde(flatten)]
    flat: Flat,
    #[serde(flatten)]
    flattened: Option<Named>,
}

#[derive(Debug, PartialEq, ToolArg)]
#[tool(check = same)]
struct Named {
    name: String,
    again: String,
}

fn same(named: &Named, issues: &mut Issues) {
    if named.name != named.again {
        issues.add("again", "must be the same as `name`");
    }
}

fn not_too_many(plan: &Plan, issues: &mut Issues) {
    if plan.ranges.len() > 2 {
        issues.add("ranges", "must be at most two");
    }
}

fn list_of<T: Tool + std::fmt::Debug>(raw: &str) -> String {
    T::parse(raw).unwrap_err().render(Style::List)
}

#[test]
fn passing_checks_change_nothing() {
    let value = json!({
        "ranges": [{"firstDay": 1, "lastDay": 2}],
        "by_name": {"a": {"firstDay": 1, "lastDay": 2}},
        "external": {"tuple": [13, 1]},
        "internal": {"kind": "Fields", "the-path": "/a"},
        "adjacent": {"kind": "Nested", "value": {"firstDay": 1, "lastDay": 2}},
        "untagged": {"path": "/a"},
        "root": null,
        "name": "a", "again": "a",
    });
    let plan = Plan::parse(&value.to_string()).unwrap();
    assert_eq!(
        plan.ranges,
        [Range {
            first_day: 1,
            last_day: 2
        }]
    );
    assert_eq!(
        plan.untagged,
        Some(Untagged::Fields {
            path: "/a".to_owned()
        })
    );
    assert_eq!(plan.flattened.unwrap().again, "a");
}

#[test]
fn reports_all_failed_checks_at_their_paths() {
    let value = json!({
        "ranges": [{"firstDay": 1, "lastDay": 2}, {"firstDay": 14, "lastDay": 13}],
        "by_name": {"a b": {"firstDay": 2, "lastDay": 1}},
        "external": {"tuple": [13, 13]},
        "internal": {"kind": "Fields", "the-path": "/"},
        "adjacent": {"kind": "Nested", "value": {"firstDay": 2, "lastDay": 1}},
        "untagged": {"path": "/"},
        "root": "/",
        "name": "a", "again": "b",
    });
    assert_snapshot!(Plan::parse(&value.to_string()).unwrap_err().render(Style::List), @r#"
    Nothing was run. Send the whole call again with these fixed:
    - ranges[1].lastDay: must not be before `firstDay`; got 13
    - ranges[1].lastDay: must not be 13
    - by_name["a b"].lastDay: must not be before `firstDay`; got 1
    - external.tuple[1]: must not be 13
    - internal.the-path: must not be the root; got "/"
    - and 4 more
    "#);
}

#[test]
fn a_failed_check_does_not_lead_to_another_form() {
    let check = |value: Value| list_of::<Plan>(&value.to_string());
    assert_snapshot!(check(json!({"untagged": {"firstDay": 2, "lastDay": 1}})), @r"
    Nothing was run. Send the whole call again with these fixed:
    - untagged.lastDay: must not be before `firstDay`; got 1
    ");
    assert_snapshot!(check(json!({"untagged": ""})), @r#"
    Nothing was run. Send the whole call again with these fixed:
    - untagged: must not be empty; got ""
    "#);
    assert_snapshot!(check(json!({"external": {"newtype": 13}})), @r"
    Nothing was run. Send the whole call again with these fixed:
    - external.newtype: must not be 13
    ");
    assert_snapshot!(check(json!({"external": {"struct_like": {"path": "/"}}})), @r#"
    Nothing was run. Send the whole call again with these fixed:
    - external.struct_like.path: must not be the root; got "/"
    "#);
    assert_snapshot!(check(json!({"external": {"nested": {"firstDay": 2, "lastDay": 1}}})), @r"
    Nothing was run. Send the whole call again with these fixed:
    - external.nested.lastDay: must not be before `firstDay`; got 1
    ");
    assert_snapshot!(check(json!({"internal": {"kind": "Nested", "firstDay": 2, "lastDay": 1}})), @r"
    Nothing was run. Send the whole call again with these fixed:
    - internal.lastDay: must not be before `firstDay`; got 1
    ");
    assert_snapshot!(check(json!({"adjacent": {"value": {"path": "/"}, "kind": "Fields"}})), @r#"
    Nothing was run. Send the whole call again with these fixed:
    - adjacent.value.path: must not be the root; got "/"
    "#);
}

#[test]
fn runs_checks_when_reading_a_json_value() {
    let reader = Plan::definition().reader();
    let text = r#"{"ranges": [{"firstDay": "2", "lastDay": 1}], "root": "/"}"#;
    let error = reader.read::<Value>(text).unwrap_err();
    assert_snapshot!(error.render(Style::List), @r#"
    Nothing was run. Send the whole call again with these fixed:
    - ranges[0].lastDay: must not be before `firstDay`; got 1
    - root: must not be the root; got "/"
    "#);
    assert_eq!(
        error.issues(),
        reader.read::<Plan>(text).unwrap_err().issues()
    );
    assert!(reader.read::<Value>(r#"{"root": "/a"}"#).is_ok());
}

#[test]
fn runs_checks_when_reading_a_json_object() {
    fn check<T: serde::de::DeserializeOwned + 'static>() {
        for definition in [Plan::definition(), ReadsItself::definition()] {
            let reader = definition.reader();
            let outcome = reader.read::<T>(r#"{"root": "/"}"#);
            let error = outcome.map(drop).unwrap_err();
            assert_eq!(error.issues().len(), 1);
            assert_eq!(error.issues()[0].path.to_string(), "root");
            assert!(reader.read::<T>(r#"{"root": "/a"}"#).is_ok());
        }
    }
    check::<serde_json::Map<String, Value>>();
    check::<BTreeMap<String, Value>>();
    check::<HashMap<String, Value>>();
    check::<Value>();
}

/// Implements `Deserialize` by hand.
#[derive(Tool, serde::Deserialize)]
#[tool(skip(Deserialize), check = no_root_of)]
struct ReadsItself {
    root: String,
}

fn no_root_of(tool: &ReadsItself, issues: &mut Issues) {
    if tool.root == "/" {
        issues.add("root", "must not be the root");
    }
}

#[test]
fn check_of_the_tool_runs_with_the_checks_of_its_types() {
    let range = json!({"firstDay": 2, "lastDay": 1});
    let error = Plan::parse(&json!({"ranges": [range, range, range]}).to_string()).unwrap_err();
    assert_snapshot!(error.render(Style::List), @r"
    Nothing was run. Send the whole call again with these fixed:
    - ranges[0].lastDay: must not be before `firstDay`; got 1
    - ranges[1].lastDay: must not be before `firstDay`; got 1
    - ranges[2].lastDay: must not be before `firstDay`; got 1
    - ranges: must be at most two
    ");
}

#[test]
fn plain_serde_rejects_what_a_check_rejects() {
    let read = |text| serde_json::from_str::<Range>(text).map_err(|error| error.to_string());
    assert!(read(r#"{"firstDay": 1, "lastDay": 2}"#).is_ok());
    let error = read(r#"{"firstDay": 14, "lastDay": 13}"#).unwrap_err();
    assert_snapshot!(error, @"lastDay: must not be before `firstDay`; lastDay: must not be 13");
}

#[test]
fn issue_limit_applies_to_checks() {
    let ranges = vec![json!({"firstDay": 2, "lastDay": 1}); 500];
    let limits = tool_core::Limits::default().issues(3);
    let reader = Plan::definition().reader().limits(limits);
    let error = reader
        .read::<Plan>(&json!({"ranges": ranges}).to_string())
        .unwrap_err();
    assert_eq!(error.issues().len(), 3);
    assert_eq!(error.omitted(), 498);
}

/// A tree.
#[derive(Debug, PartialEq, ToolArg)]
#[tool(check = no_root_in)]
struct Tree<T> {
    value: T,
    #[serde(default)]
    children: Vec<Self>,
    #[tool(check = no_root)]
    #[serde(default = "empty", alias = "dir")]
    path: String,
}

fn empty() -> String {
    String::new()
}

fn no_root_in<T>(tree: &Tree<T>, issues: &mut Issues) {
    if tree.children.len() > 1 && tree.path.is_empty() {
        issues.add("children", "must have a path");
    }
}

#[derive(Debug, Default, PartialEq, ToolArg)]
#[serde(default)]
#[tool(check = not_both)]
struct Pair<T: Default> {
    first: Option<T>,
    #[serde(default)]
    second: T,
}

fn not_both<T: Default>(pair: &Pair<T>, issues: &mut Issues) {
    if pair.first.is_some() {
        issues.add("first", "must be absent");
    }
}

/// Walk a tree.
#[derive(Debug, PartialEq, Tool)]
struct Walk {
    tree: Tree<u8>,
    plan: Option<Box<Plan>>,
    pair: Option<Pair<u8>>,
}

#[test]
fn checks_run_in_recursive_generic_and_nested_types() {
    let value = json!({
        "tree": {"value": 1, "path": "/", "children": [
            {"value": 2, "children": [{"value": 3, "dir": "/"}, {"value": 4}]},
        ]},
        "pair": {"first": 1},
        "plan": {"ranges": [{"firstDay": 1, "lastDay": 2}, {"firstDay": 1, "lastDay": 2}, {"firstDay": 1, "lastDay": 2}]},
    });
    assert_snapshot!(list_of::<Walk>(&value.to_string()), @r#"
    Nothing was run. Send the whole call again with these fixed:
    - tree.children[0].children[0].path: must not be the root; got "/"
    - tree.children[0].children: must have a path
    - tree.path: must not be the root; got "/"
    - pair.first: must be absent; got 1
    - plan.ranges: must be at most two
    "#);
    let deep = (0..40).fold(
        json!({"value": 1, "path": "/"}),
        |tree, _| json!({"value": 1, "children": [tree]}),
    );
    let error = Walk::parse(&json!({"tree": deep}).to_string()).unwrap_err();
    assert_eq!(error.issues().len(), 1);
    assert_eq!(error.issues()[0].path.segments().len(), 1 + 80 + 1);
}

#[test]
fn verify_notes_what_a_check_rejects() {
    assert_snapshot!(Plan::verify().unwrap(), @"nothing was found");
}

#[derive(Debug, PartialEq, ToolArg)]
struct Deep {
    deep: Vec<BTreeMap<String, Range>>,
}

#[derive(Debug, PartialEq, ToolArg)]
#[serde(tag = "kind")]
enum Tagged {
    Newtype(Deep),
    Fields { deep: Vec<Range> },
}

#[derive(Debug, PartialEq, ToolArg)]
#[serde(tag = "type", content = "value")]
enum WithContent {
    Newtype(Deep),
    Fields { deep: Vec<Range> },
}

#[derive(Debug, PartialEq, ToolArg)]
#[serde(untagged)]
enum Tried {
    Newtype(Deep),
    Fields { other: Vec<Range> },
}

/// Hold what serde buffers.
#[derive(Debug, PartialEq, Tool)]
struct Buffered {
    tagged: Option<Tagged>,
    with_content: Option<WithContent>,
    tried: Option<Tried>,
    in_flat: Option<Box<InFlat>>,
}

/// Hold it flattened.
#[derive(Debug, PartialEq, Tool)]
struct InFlat {
    plain: u8,
    #[serde(flatten)]
    deep: Option<Deep>,
    #[serde(flatten)]
    inner: Inner,
}

#[derive(Debug, PartialEq, ToolArg)]
struct Inner {
    inner: u8,
    #[serde(flatten)]
    tagged: Tagged2,
}

#[derive(Debug, PartialEq, ToolArg)]
#[serde(tag = "kind")]
enum Tagged2 {
    Fields { ranges: Vec<Range> },
    Newtype(Holder),
}

#[derive(Debug, PartialEq, ToolArg)]
struct Holder {
    held: Vec<Tried>,
}

#[test]
fn reports_whole_paths_inside_tagged_and_flattened_types() {
    let list = |value: Value| {
        list_of::<Buffered>(&value.to_string())
            .lines()
            .skip(1)
            .collect::<Vec<_>>()
            .join("\n")
    };
    let bad = json!({"firstDay": 2, "lastDay": 1});
    let deep = json!([{"a": {"firstDay": 1, "lastDay": 1}}, {"b": bad}]);
    assert_snapshot!(list(json!({"tagged": {"deep": deep, "kind": "Newtype"}})), @"- tagged.deep[1].b.lastDay: must not be before `firstDay`; got 1");
    assert_snapshot!(list(json!({"tagged": {"deep": [bad, bad], "kind": "Fields"}})), @r"
    - tagged.deep[0].lastDay: must not be before `firstDay`; got 1
    - tagged.deep[1].lastDay: must not be before `firstDay`; got 1
    ");
    assert_snapshot!(list(json!({"with_content": {"value": {"deep": deep}, "type": "Newtype"}})), @"- with_content.value.deep[1].b.lastDay: must not be before `firstDay`; got 1");
    assert_snapshot!(list(json!({"with_content": {"value": {"deep": [bad]}, "type": "Fields"}})), @"- with_content.value.deep[0].lastDay: must not be before `firstDay`; got 1");
    assert_snapshot!(list(json!({"tried": {"deep": deep}})), @"- tried.deep[1].b.lastDay: must not be before `firstDay`; got 1");
    assert_snapshot!(list(json!({"tried": {"other": [bad]}})), @"- tried.other[0].lastDay: must not be before `firstDay`; got 1");
    assert_snapshot!(list(json!({"in_flat": {"plain": 1, "deep": deep, "inner": 1, "kind": "Fields", "ranges": [bad]}})), @r"
    - in_flat.deep[1].b.lastDay: must not be before `firstDay`; got 1
    - in_flat.ranges[0].lastDay: must not be before `firstDay`; got 1
    ");
    assert_snapshot!(list(json!({"in_flat": {"plain": 1, "inner": 1, "kind": "Newtype", "held": [{"deep": deep}, {"other": [bad]}]}})), @r"
    - in_flat.held[0].deep[1].b.lastDay: must not be before `firstDay`; got 1
    - in_flat.held[1].other[0].lastDay: must not be before `firstDay`; got 1
    ");
}

#[derive(Debug, PartialEq, ToolArg)]
struct Small {
    #[tool(check = not_thirteen)]
    number: u32,
    text: Option<u8>,
}

/// Tries its forms without the derive, as serde does.
#[derive(Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
#[serde(untagged)]
enum Foreign {
    Small(Small),
    Other { number: u32 },
}

/// Recovers from errors of its field.
#[derive(Debug, PartialEq, Tool)]
struct Swallows {
    foreign: Option<Foreign>,
    #[serde(default, deserialize_with = "or_default")]
    #[schemars(with = "Option<Small>")]
    small: Option<Small>,
    again: Option<Small>,
}

fn or_default<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Small>, D::Error> {
    Ok(serde::Deserialize::deserialize(deserializer).unwrap_or_default())
}

#[test]
fn a_type_that_recovers_from_a_failed_check_is_read() {
    let swallows =
        Swallows::parse(r#"{"foreign": {"number": 13}, "small": {"number": 13}}"#).unwrap();
    assert_eq!(swallows.foreign, Some(Foreign::Other { number: 13 }));
    assert_eq!(swallows.small, None);
    assert_snapshot!(list_of::<Swallows>(r#"{"small": {"number": 13}, "again": {"number": 13}}"#), @r"
    Nothing was run. Send the whole call again with these fixed:
    - again.number: must not be 13
    ");
}

#[allow(non_snake_case, reason = "fields with the names of their types")]
mod cases {
    use super::not_thirteen;
    use tool_core::{Tool, ToolArg};

    #[derive(Debug, PartialEq, ToolArg)]
    pub(super) struct Skips(#[serde(skip)] u8, #[tool(check = not_thirteen)] u32, u32);

    macro_rules! renamed {
        ($($name:ident $rule:literal;)*) => {
            $(
                #[derive(Debug, PartialEq, ToolArg)]
                #[serde(rename_all = $rule, rename_all_fields = $rule)]
                pub(super) enum $name {
                    #[allow(non_camel_case_types)]
                    Two_Words {
                        #[tool(check = not_thirteen)]
                        a_field: u32,
                    },
                    GetURL {
                        #[tool(check = not_thirteen)]
                        größe_2x: u32,
                        #[serde(rename = "Own name")]
                        #[tool(check = not_thirteen)]
                        own: u32,
                    },
                }
            )*

            /// Hold renamed fields.
            #[derive(Debug, PartialEq, Tool)]
            pub(super) struct Renamed {
                skips: Option<Skips>,
                $(
                    #[serde(rename = $rule)]
                    $name: Option<$name>,
                )*
            }

            pub(super) const RULES: &[&str] = &[$($rule),*];
        };
    }

    renamed! {
        Lower "lowercase";
        Upper "UPPERCASE";
        Pascal "PascalCase";
        Camel "camelCase";
        Snake "snake_case";
        Screaming "SCREAMING_SNAKE_CASE";
        Kebab "kebab-case";
        ScreamingKebab "SCREAMING-KEBAB-CASE";
    }
}
use cases::{RULES, Renamed};

/// The names are the names in the schema, for every rename rule.
#[test]
fn reports_checks_under_renamed_paths() {
    let schema = Renamed::definition().schema();
    for rule in RULES {
        let forms = &schema["$defs"];
        let form = schema.pointer(&format!("/properties/{rule}/anyOf/0/$ref"));
        let name = form
            .and_then(Value::as_str)
            .and_then(|name| name.rsplit('/').next());
        let branches = forms[name.expect("a reference")]["oneOf"]
            .as_array()
            .expect("forms");
        for branch in branches {
            let (variant, content) = branch["properties"]
                .as_object()
                .unwrap()
                .iter()
                .next()
                .unwrap();
            let fields = content["properties"].as_object().unwrap();
            let values: Value = fields
                .keys()
                .map(|name| (name.clone(), json!(13)))
                .collect::<serde_json::Map<_, _>>()
                .into();
            let error = Renamed::parse(&json!({*rule: {variant: values}}).to_string()).unwrap_err();
            let paths = error.issues().iter().map(|issue| issue.path.to_string());
            let wanted = fields.keys().map(|name| {
                tool_core::issue::Path::root()
                    .join(*rule)
                    .join(variant.as_str())
                    .join(name.as_str())
                    .to_string()
            });
            assert_eq!(
                paths.collect::<Vec<_>>(),
                wanted.collect::<Vec<_>>(),
                "{rule}"
            );
            assert!(
                error.issues().iter().all(|issue| issue.received.is_some()),
                "{rule}"
            );
        }
    }
    let error = Renamed::parse(r#"{"skips": [13, 1]}"#).unwrap_err();
    assert_eq!(error.issues()[0].path.to_string(), "skips[0]");
}

/// Hold arguments of another tool.
#[derive(Debug, Tool)]
struct Batch {
    calls: Vec<Args<Swallows>>,
}

#[test]
fn nested_args_write_the_instruction_once() {
    let sent = r#"{"again": {"number": 13}}"#;
    let batch = Batch::parse(r#"{"calls": [{"again": {"number": 1}}]}"#).unwrap();
    assert!(batch.calls[0].again.is_some());
    let nested = format!(r#"{{"calls": [{sent}]}}"#);
    let error = Batch::parse(&nested).unwrap_err();
    assert_snapshot!(error, @"Please rewrite the input with valid arguments. Errors: calls[0]: again.number: must not be 13");
    let error = serde_json::from_str::<Args<Batch>>(&nested).unwrap_err();
    assert_snapshot!(error, @"Please rewrite the input with valid arguments. Errors: calls[0]: again.number: must not be 13");
    let error = Swallows::definition()
        .reader()
        .read::<Args<Swallows>>(sent)
        .unwrap_err();
    assert_snapshot!(error, @"Please rewrite the input with valid arguments. Errors: again.number: must not be 13");
}

/// Each path costs one more reading of the call.
#[test]
fn counts_failed_checks_beyond_the_limit_for_paths() {
    let of = |count: usize| {
        let ranges = vec![json!({"firstDay": 2, "lastDay": 1}); count];
        let error = Plan::parse(&json!({"ranges": ranges}).to_string()).unwrap_err();
        (error.issues().len(), error.omitted())
    };
    let (small, omitted) = of(60);
    assert_eq!((small, omitted), (61, 0));
    let (large, omitted) = of(20_000);
    assert_eq!((large, omitted), (8, 19_993));
}
