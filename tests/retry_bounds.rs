//! The bounds of the annotated echo and of the shape, as properties.

use proptest::prelude::*;
use serde_json::{Value, json};
use tests::{Entropy, Sizes, anything, near, schema, valid};
use tool_core::feedback::Style;
use tool_core::issue::{Issue, IssueKind, Path, Segment};
use tool_core::{Definition, ToolArgError};

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..400)
}

fn value(schema: &Value, entropy: &mut Entropy<'_>) -> Value {
    let fitting = valid(schema, schema, entropy);
    match entropy.below(3) {
        0 => anything(entropy, 4),
        _ => near(&fitting, entropy),
    }
}

/// Returns true if the echo shows the last key of a path. Of a long one it shows the beginning, or
/// the end where the path is cut in front.
fn is_visible(path: &Path, text: &str) -> bool {
    match path.segments().last() {
        Some(Segment::Key(key)) => {
            let start: String = key.chars().take(10).collect();
            let end: String = path.to_string().chars().rev().take(5).collect();
            let end: String = end.chars().rev().collect();
            text.contains(Value::from(start).to_string().trim_matches('"')) || text.contains(&end)
        }
        // Each item has a line, which the comments count.
        _ => true,
    }
}

fn holds(error: &ToolArgError, sizes: Sizes) -> Result<(), TestCaseError> {
    let text = error.render_within(Style::Annotated, sizes.limits());
    prop_assert!(text.chars().count() <= sizes.echo, "{text}");
    let told = &error.issues()[..error.issues().len().min(sizes.issues)];
    if sizes.echo < 120 + 25 * told.len() {
        return Ok(());
    }
    for issue in told {
        prop_assert!(is_visible(&issue.path, &text), "{} in\n{text}", issue.path);
    }
    let comments = text.lines().filter(|line| line.contains("//")).count();
    let mut places: Vec<_> = told.iter().map(|issue| &issue.path).collect();
    places.sort();
    places.dedup();
    prop_assert!(
        comments >= places.len(),
        "{} places in\n{text}",
        places.len()
    );
    Ok(())
}

/// Returns true if the character breaks a line but does not end one.
fn breaks(c: char) -> bool {
    c != '\n' && c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

fn sizes() -> impl Strategy<Value = Sizes> {
    (0..12_usize, 0..150_usize, 0..3000_usize, 0..900_usize)
        .prop_map(|(issues, characters, echo, shape)| Sizes::new(issues, characters, echo, shape))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Any value: within the bound, and every issue visible.
    #[test]
    fn lists_every_issue_within_the_limit(bytes in bytes(), sizes in sizes()) {
        let mut entropy = Entropy::new(&bytes);
        let schema = schema(&mut entropy);
        let definition = Definition::new("tool", "A tool.", schema.clone())
            .unwrap_or_else(|error| panic!("{error}\n{schema:#}"));
        let value = value(&schema, &mut entropy);
        for outcome in [
            definition.reader().read::<Value>(&value.to_string()),
            definition.reader().read::<Value>(&value),
        ] {
            if let Err(error) = outcome {
                holds(&error, sizes)?;
                holds(&error, Sizes::default())?;
            }
        }
    }

    /// Truncates any text at any place.
    #[test]
    fn texts_are_limited_for_any_input(text in ".{0,80}", bytes in bytes(), at in any::<usize>(), sizes in sizes()) {
        let mut entropy = Entropy::new(&bytes);
        let schema = schema(&mut entropy);
        let definition = Definition::new("tool", "A tool.", schema.clone())
            .unwrap_or_else(|error| panic!("{error}\n{schema:#}"));
        let json = value(&schema, &mut entropy).to_string();
        let at = at % (json.chars().count() + 1);
        let cut: String = json.chars().take(at).collect();
        let mixed = format!("{cut}{text}");
        for raw in [&text, &cut, &mixed] {
            if let Err(error) = definition.parse(raw) {
                holds(&error, sizes)?;
            }
        }
    }

    /// Any keys and strings, long ones and such that break lines.
    #[test]
    fn texts_are_limited_for_any_strings(key in "(?s).{0,300}", text in "(?s).{0,3000}", times in 0..40_usize, sizes in sizes()) {
        let schema = json!({
            "type": "object",
            "properties": {key.as_str(): {"type": "array", "items": {"type": "integer"}}, "": {"type": "null"}},
            "required": [key, ""],
            "additionalProperties": false,
        });
        let definition = Definition::new("tool", "A tool.", schema).expect("a schema");
        let call = json!({key.as_str(): vec![text.as_str(); times], "x": text, text.as_str(): key});
        if let Err(error) = definition.parse(&call.to_string()) {
            let text = error.render_within(Style::Annotated, sizes.limits());
            prop_assert!(text.chars().count() <= sizes.echo, "{}", text);
            prop_assert!(!text.contains(breaks), "{}", text);
        }
    }

    /// The shape of any schema is one line within its bound.
    #[test]
    fn shape_is_limited_in_length(bytes in bytes(), sizes in sizes()) {
        let mut entropy = Entropy::new(&bytes);
        let schema = schema(&mut entropy);
        let definition = Definition::new("tool", "A tool.", schema).expect("a schema");
        let error = definition.parse("no JSON").expect_err("it is refused");
        let text = error.render_within(Style::ListAgain, sizes.limits());
        let shape = text.lines().last().unwrap_or_default();
        prop_assert!(shape.chars().count() <= sizes.shape, "{}", shape);
        prop_assert_eq!(text.lines().count(), 4);
    }
}

/// Values of a depth, a length and a breadth that no tool asks for.
#[test]
fn texts_are_limited_for_extreme_values() {
    let schema = json!({"type": "object", "additionalProperties": {"type": "integer"}});
    let definition = Definition::new("tool", "A tool.", schema).expect("a schema");
    let deep = format!(r#"{{"a": {}{}}}"#, "[".repeat(126), "]".repeat(126));
    let deeper = format!(r#"{{"a": {}{}}}"#, "[".repeat(500), "]".repeat(500));
    let broad = json!(
        (0..50_000)
            .map(|n| (format!("key {n}"), json!("no")))
            .collect::<Value>()
    );
    let long = json!({"a": "long ".repeat(1_000_000)});
    for raw in [deep, deeper, broad.to_string(), long.to_string()] {
        let error = definition.parse(&raw).expect_err("it is refused");
        for sizes in [
            Sizes::default(),
            Sizes::new(100, 100, 2_000, 1_000),
            Sizes::new(5, 100, 0, 1_000),
        ] {
            holds(&error, sizes).unwrap_or_else(|failed| panic!("{failed}"));
        }
    }
}

/// The search for similar members has a limit of work for each call.
#[test]
fn only_the_first_misspelt_members_of_a_long_enum_get_a_hint() {
    let members: Vec<_> = (0..1000)
        .map(|number| format!("state_{number}_of"))
        .collect();
    let schema = json!({
        "type": "object",
        "properties": {"a": {"type": "array", "items": {"enum": members}}},
        "required": ["a"],
    });
    let definition = Definition::new("t", "", schema).unwrap();
    let sent: Vec<_> = (0..40).map(|number| format!("stat_{number}_of")).collect();
    let error = definition.parse(&json!({"a": sent})).unwrap_err();
    let has_hint =
        |issue: &Issue| matches!(&issue.kind, IssueKind::Enum { nearest, .. } if nearest.is_some());
    let hints: Vec<bool> = error.issues().iter().map(has_hint).collect();
    assert_eq!(hints.len(), 40);
    assert!(hints[..10].iter().all(|has_hint| *has_hint), "{hints:?}");
    assert!(!hints[20..].contains(&true), "{hints:?}");
}
