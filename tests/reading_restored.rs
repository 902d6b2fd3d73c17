//! A call leaves no state behind: serde reads a type in the same way before and after it. A value
//! that a type rejects does not move the reader.
#![expect(dead_code, reason = "the values are shown by `Debug`")]
#![expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature is the one that the derive asks for"
)]

use serde::{Deserialize, Deserializer};
use tests::read;
use tool_core::{Definition, Issues, Tool, ToolArg, json};

#[derive(Debug, ToolArg)]
struct Page {
    number: u8,
    size: u8,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind")]
enum Shape {
    Circle { radius: u8 },
}

fn is_even(number: &u8, issues: &mut Issues) {
    if number % 2 == 1 {
        issues.add("", "must be even");
    }
}

/// A tool.
#[derive(Debug, Tool)]
struct Draw {
    #[tool(check = "is_even")]
    count: u8,
    shape: Option<Shape>,
    #[serde(flatten)]
    page: Option<Page>,
}

#[test]
fn a_call_does_not_change_how_serde_reads_afterwards() {
    let texts = [
        r#"{"count": 2, "number": 1}"#,
        r#"{"count": 2, "number": "a", "size": 1}"#,
        r#"{"count": 3}"#,
        r#"{"count": 2, "shape": {"kind": "Circle", "radius": "a"}}"#,
        r#"{"count": 2, "shape": {"kind": "Square"}}"#,
    ];
    let with_serde = || {
        texts.map(|text| match serde_json::from_str::<Draw>(text) {
            Ok(draw) => format!("{draw:?}"),
            Err(error) => error.to_string(),
        })
    };
    let before = with_serde();
    assert_eq!(before[0], "Draw { count: 2, shape: None, page: None }");
    assert!(before[2].contains("must be even"), "{}", before[2]);
    for text in texts.iter().chain(&[r#"{"count": 2}"#]) {
        let outcome = read::<Draw>(text);
        assert_eq!(with_serde(), before, "after {text}: {outcome}");
    }
}

/// A string with the arguments of another call.
#[derive(Debug, schemars::JsonSchema)]
#[schemars(with = "String")]
struct Inner;

impl<'de> Deserialize<'de> for Inner {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let _ = read::<Draw>(&text);
        Ok(Self)
    }
}

/// A tool.
#[derive(Debug, Tool)]
struct Outer {
    #[tool(check = "is_even")]
    first: u8,
    inner: Inner,
    #[tool(check = "is_even")]
    second: u8,
    shape: Option<Shape>,
}

#[test]
fn a_call_inside_a_call_keeps_the_failed_checks() {
    for inner in [
        "{}",
        r#"{"count": 2}"#,
        r#"{"count": 3}"#,
        r#"{"count": "a"}"#,
    ] {
        let call = json!({"first": 1, "inner": inner, "second": 3});
        let outcome = read::<Outer>(&call.to_string());
        let paths: Vec<_> = outcome.lines().collect();
        assert_eq!(paths.len(), 2, "{inner}: {outcome}");
        assert!(outcome.contains("! first check"), "{inner}: {outcome}");
        assert!(outcome.contains("! second check"), "{inner}: {outcome}");
    }
}

#[derive(Debug, Deserialize)]
enum Action {
    Stop,
    Wait(u8),
}

/// `None` if the value is not accepted.
#[derive(Debug)]
struct Lenient(Option<Action>);

impl<'de> Deserialize<'de> for Lenient {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(Action::deserialize(deserializer).ok()))
    }
}

/// Each rejected value is in front of an accepted one.
#[test]
fn reads_on_behind_a_rejected_variant() {
    #[derive(Debug, Deserialize)]
    struct Arguments {
        actions: Vec<Lenient>,
    }
    let schema = json!({"type": "object", "properties": {"actions": {}}});
    let tool = Definition::new("tool", "A tool.", schema).expect("a valid schema");
    for rejected in [
        r#"{"Wait": "a"}"#,
        r#"{"Wait": 256}"#,
        r#"{"Wait": [1, {"b": 2}]}"#,
        r#"{"Stop": 1}"#,
        r#"{"Stop": {}}"#,
        r#"{"Wait": 1, "Stop": null}"#,
        r#"{"Other": {"a": [1]}}"#,
        r#""Wait""#,
    ] {
        let raw = format!(r#"{{"actions": [{rejected}, {{"Wait": 1}}, "Stop"]}}"#);
        let reading = tool.reader().read::<Arguments>(raw.as_str());
        let actions = reading.map(|reading| reading.value.actions);
        assert_eq!(
            format!("{actions:?}"),
            "Ok([Lenient(None), Lenient(Some(Wait(1))), Lenient(Some(Stop))])",
            "{rejected}"
        );
    }
}
