//! Untagged enums: the reader picks the form that the schema selects, even if serde would pick
//! another.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use std::collections::BTreeMap;

use insta::assert_snapshot;
use tests::read;
use tool_core::feedback::Style;
use tool_core::{Issues, Tool, ToolArg};

#[derive(Debug, ToolArg)]
struct Page {
    limit: Option<u32>,
}

#[derive(Debug, ToolArg)]
struct Query {
    text: String,
    #[serde(flatten)]
    page: Page,
}

#[derive(Debug, ToolArg)]
struct SavedQuery {
    text: String,
    saved_id: u32,
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum AnyQuery {
    Query(Query),
    Saved(SavedQuery),
}

/// A tool.
#[derive(Debug, Tool)]
struct Search {
    q: AnyQuery,
}

#[test]
fn reads_a_closed_form_after_a_form_with_a_flattened_struct() {
    assert_snapshot!(read::<Search>(r#"{"q": {"text": "a", "saved_id": 7}}"#), @r#"Search { q: Saved(SavedQuery { text: "a", saved_id: 7 }) }"#);
    assert_snapshot!(read::<Search>(r#"{"q": {"limit": 1, "text": "a"}}"#), @r#"Search { q: Query(Query { text: "a", page: Page { limit: Some(1) } }) }"#);
    assert_snapshot!(read::<Search>(r#"{"q": {"saved_id": "7", "text": 5}}"#), @r#"
    Search { q: Saved(SavedQuery { text: "5", saved_id: 7 }) }
    ~ q.saved_id string_to_number: "7" -> 7
    ~ q.text scalar_to_string: 5 -> "5"
    "#);
}

#[derive(Debug, ToolArg)]
struct Extra {
    note: Option<String>,
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Noted {
    A {
        id: u8,
    },
    B {
        id: u8,
        #[serde(flatten)]
        extra: Extra,
    },
}

/// A tool.
#[derive(Debug, Tool)]
struct Notes {
    one: Noted,
    many: Vec<Noted>,
    named: BTreeMap<String, Option<Noted>>,
}

#[test]
fn reads_the_later_form_with_a_distinguishing_property() {
    assert_snapshot!(read::<Notes>(r#"{"one": {"id": 1, "note": "x"}, "many": [{"id": 2}, {"note": null, "id": 3}], "named": {"a": {"id": 4, "note": "y"}}}"#), @r#"Notes { one: B { id: 1, extra: Extra { note: Some("x") } }, many: [A { id: 2 }, B { id: 3, extra: Extra { note: None } }], named: {"a": Some(B { id: 4, extra: Extra { note: Some("y") } })} }"#);
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind")]
enum Boxed {
    Noted(Noted),
    Other { value: Box<Noted> },
}

/// A tool.
#[derive(Debug, Tool)]
struct Buffered {
    first: Boxed,
    #[serde(flatten)]
    second: Holder,
}

#[derive(Debug, ToolArg)]
struct Holder {
    held: Noted,
}

#[test]
fn reads_the_intended_form_inside_buffered_values() {
    assert_snapshot!(read::<Buffered>(r#"{"first": {"kind": "Noted", "id": 1, "note": "x"}, "held": {"id": 2, "note": "y"}}"#), @r#"Buffered { first: Noted(B { id: 1, extra: Extra { note: Some("x") } }), second: Holder { held: B { id: 2, extra: Extra { note: Some("y") } } } }"#);
    assert_snapshot!(read::<Buffered>(r#"{"first": {"value": {"note": "x", "id": 1}, "kind": "Other"}, "held": {"id": 2}}"#), @r#"Buffered { first: Other { value: B { id: 1, extra: Extra { note: Some("x") } } }, second: Holder { held: A { id: 2 } } }"#);
}

#[derive(Debug, ToolArg)]
enum Mixed {
    Unit,
    Named {
        name: Option<u8>,
    },
    #[serde(untagged)]
    Number(u8),
    #[serde(untagged)]
    Rest(BTreeMap<String, BTreeMap<String, u8>>),
}

/// A tool.
#[derive(Debug, Tool)]
struct Mixes {
    m: Vec<Mixed>,
}

#[test]
fn reads_variants_with_and_without_a_tag_in_one_enum() {
    assert_snapshot!(read::<Mixes>(r#"{"m": ["Unit", {"Named": {"name": 1}}, {"Named": {}}, 5, {"Named": {"other": 1}}, {}]}"#), @r#"Mixes { m: [Unit, Named { name: Some(1) }, Named { name: None }, Number(5), Rest({"Named": {"other": 1}}), Rest({})] }"#);
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Tree<T> {
    Leaf(T),
    Empty,
    Pair(Box<Tree<T>>, Box<Tree<T>>),
    Node { left: Box<Tree<T>> },
    Named { left: Box<Tree<T>>, name: String },
}

/// A tool.
#[derive(Debug, Tool)]
struct Trees {
    tree: Tree<i64>,
    wide: Tree<u128>,
}

#[test]
fn reads_generic_and_recursive_forms() {
    assert_snapshot!(read::<Trees>(r#"{"tree": {"left": [1, {"left": null, "name": "a"}]}, "wide": [340282366920938463463374607431768211455, null]}"#), @r#"Trees { tree: Node { left: Pair(Leaf(1), Named { left: Empty, name: "a" }) }, wide: Pair(Leaf(340282366920938463463374607431768211455), Empty) }"#);
}

#[test]
fn reads_forms_in_forms_in_time_linear_in_their_depth() {
    let depth = 100;
    let text = format!(
        r#"{{"tree": {}1{}, "wide": null}}"#,
        r#"{"left": "#.repeat(depth),
        r#", "name": "a"}"#.repeat(depth)
    );
    assert!(Trees::parse(&text).is_ok());
}

#[derive(Debug)]
struct Even(u8);

impl TryFrom<u8> for Even {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        if number.is_multiple_of(2) {
            Ok(Self(number))
        } else {
            Err("must be even".to_owned())
        }
    }
}

#[derive(Debug, ToolArg)]
#[serde(try_from = "u8")]
struct EvenNumber(u8);

impl TryFrom<u8> for EvenNumber {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        Even::try_from(number).map(|even| Self(even.0))
    }
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Parity {
    Even { number: EvenNumber },
    Any { number: u8, name: Option<String> },
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum OnlyEven {
    Text(String),
    Even { number: EvenNumber },
}

/// A tool.
#[derive(Debug, Tool)]
struct Parities {
    parity: Parity,
    even: OnlyEven,
}

#[test]
fn reads_the_next_form_after_a_type_error_or_reports_it() {
    assert_snapshot!(read::<Parities>(r#"{"parity": {"number": 3}, "even": {"number": 4}}"#), @r#"Parities { parity: Any { number: 3, name: None }, even: Even { number: EvenNumber(4) } }"#);
    assert_snapshot!(read::<Parities>(r#"{"parity": {"number": 2}, "even": {"number": 5}}"#), @r#"! even.number refused {"message":"must be even"} got 5"#);
}

#[test]
fn tries_the_forms_as_serde_does_outside_a_tool() {
    let form = |text: &str| serde_json::from_str::<Noted>(text).map(|form| format!("{form:?}"));
    assert_eq!(form(r#"{"id": 1, "note": "x"}"#).unwrap(), "A { id: 1 }");
    let error = form(r#"{"note": "x"}"#).unwrap_err().to_string();
    assert_eq!(error, "data did not match any variant of untagged enum");
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Chain {
    Left { next: Box<Chain>, left: Option<u8> },
    Right { next: Box<Chain>, right: Option<u8> },
    End(EvenNumber),
}

/// A form whose type always rejects its content after it was read.
#[derive(Debug, ToolArg)]
#[serde(try_from = "Unread")]
struct Picky(Unread);

#[derive(Debug, ToolArg)]
struct Unread {
    next: Box<Nested>,
}

impl TryFrom<Unread> for Picky {
    type Error = String;

    fn try_from(_: Unread) -> Result<Self, String> {
        Err("is never right".to_owned())
    }
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Nested {
    Picky(Picky),
    Loose { next: Box<Nested> },
    End(u8),
}

/// A tool.
#[derive(Debug, Tool)]
struct Refusing {
    #[tool(check = "passes")]
    chain: Chain,
    nested: Nested,
}

fn passes(_: &Chain, _: &mut Issues) {}

/// `{"next": {"next": END}}`
fn nexts(depth: usize, end: &str) -> String {
    format!("{}{end}{}", r#"{"next": "#.repeat(depth), "}".repeat(depth))
}

#[test]
fn tries_rejected_forms_of_a_recursive_type_once_per_place() {
    let sent = |chain: &str, nested: &str| {
        let (chain, nested) = (nexts(40, chain), nexts(40, nested));
        let text = format!(r#"{{"chain": {chain}, "nested": {nested}}}"#);
        // With a check, the type is also read from a JSON value.
        let value = Refusing::definition().parse(&text);
        let typed = Refusing::parse(&text);
        assert_eq!(value.is_ok(), typed.is_ok());
        typed
    };
    assert!(sent("2", "1").is_ok());
    let error = sent("3", "1").expect_err("the last number is odd");
    let [issue] = error.issues() else {
        panic!("{error}");
    };
    assert_eq!(
        issue.path.to_string(),
        format!("chain{}", ".next".repeat(40))
    );
    assert!(
        error.render(Style::List).contains("must be even"),
        "{}",
        error.render(Style::List)
    );
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Held {
    Chains {
        chains: Vec<Chain>,
        nested: Vec<Nested>,
    },
    Nothing,
}

/// A tool.
#[derive(Debug, Tool)]
struct HoldsForms {
    held: Held,
}

/// Forms that a type rejects are not remembered inside serde's buffers. A budget bounds them.
#[test]
fn limits_the_rejected_forms_inside_tagged_enums() {
    let call = |end: &str| {
        let list = |end: &str, count: usize| vec![nexts(40, end); count].join(", ");
        let (chains, nested) = (list(end, 3), list("1", 3));
        format!(r#"{{"held": {{"kind": "chains", "chains": [{chains}], "nested": [{nested}]}}}}"#)
    };
    let error = HoldsForms::parse(&call("3")).expect_err("the last number is odd");
    let [issue] = error.issues() else {
        panic!("{error}");
    };
    assert!(
        issue.path.to_string().starts_with("held."),
        "{}",
        issue.path
    );
    let flat = format!(
        r#"{{"held": {{"kind": "chains", "chains": [{}], "nested": []}}}}"#,
        vec!["2"; 500].join(", ")
    );
    assert!(
        matches!(HoldsForms::parse(&flat).expect("even numbers").held, Held::Chains { chains, .. } if chains.len() == 500)
    );
    assert!(matches!(
        HoldsForms::parse(r#"{"held": {"kind": "nothing"}}"#),
        Ok(HoldsForms {
            held: Held::Nothing
        })
    ));
}

#[derive(Debug, ToolArg)]
#[serde(rename_all = "lowercase")]
enum Command {
    Copy {
        from: String,
        #[serde(flatten)]
        rest: Option<BTreeMap<String, String>>,
    },
    Wait(u8),
}

/// A form that is an enum with names, before a form that takes any object.
#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum CommandOrMap {
    Command(Command),
    Optional(Option<Box<Command>>),
    Map {
        #[serde(flatten)]
        rest: BTreeMap<String, serde_json::Value>,
    },
}

/// A tool.
#[derive(Debug, Tool)]
struct Run {
    one: CommandOrMap,
    many: Option<Vec<CommandOrMap>>,
}

/// A tool.
#[derive(Debug, Tool)]
struct RunBeside {
    #[serde(flatten)]
    one: CommandOrMap,
    id: u8,
}

#[test]
fn reads_an_enum_by_its_names_before_a_map() {
    assert_snapshot!(read::<Run>(r#"{"one": {"copy": {"from": "a"}}}"#), @r#"Run { one: Command(Copy { from: "a", rest: Some({}) }), many: None }"#);
    assert_snapshot!(read::<Run>(r#"{"one": {"wait": 3}, "many": [{"copy": {"from": "a", "b": "c"}}, {"wait": 1}]}"#), @r#"Run { one: Command(Wait(3)), many: Some([Command(Copy { from: "a", rest: Some({"b": "c"}) }), Command(Wait(1))]) }"#);
    assert_snapshot!(read::<Run>(r#"{"one": {"wait": "a"}, "many": [{}, {"copy": {}}]}"#), @r#"Run { one: Map { rest: {"wait": String("a")} }, many: Some([Map { rest: {} }, Map { rest: {"copy": Object {}} }]) }"#);
    assert_snapshot!(read::<RunBeside>(r#"{"id": 1, "copy": {"from": "a"}}"#), @r#"RunBeside { one: Command(Copy { from: "a", rest: Some({}) }), id: 1 }"#);
    assert_snapshot!(read::<RunBeside>(r#"{"id": 1, "copies": {"from": "a"}}"#), @r#"RunBeside { one: Map { rest: {"copies": Object {"from": String("a")}} }, id: 1 }"#);
}
