//! The texts for repeated failures of a call, and the texts for the prompt.

use serde_json::json;
use tool_core::conversation::{Guidance, GuidanceSection, RetryBudget, RetryDecision};
use tool_core::feedback::Style;
use tool_core::{CallError, Definition, Definitions};

fn tools() -> Definitions {
    let schema = json!({
        "type": "object",
        "properties": {
            "path": {"type": "string"},
            "mode": {"enum": ["read", "write"]},
        },
        "required": ["path"],
        "additionalProperties": false,
    });
    let tool = |name| Definition::new(name, "A tool.", schema.clone()).expect("a usable schema");
    Definitions::new([tool("open"), tool("close")]).expect("two names")
}

fn error(name: &str, raw: &str) -> CallError {
    tools().parse(name, raw).expect_err("it fails")
}

fn shown(answers: impl IntoIterator<Item = RetryDecision>) -> String {
    let answers = answers.into_iter().map(|answer| match answer {
        RetryDecision::Again(text) => format!("to the model: {text}"),
        RetryDecision::GiveUp(text) => format!("to the user: {text}"),
    });
    answers.collect::<Vec<_>>().join("\n\n")
}

#[test]
fn texts_grow_until_the_summary_for_the_user() {
    let mut budget = RetryBudget::new();
    let sent = [
        "{}",
        r#"{"mode": "append"}"#,
        r#"{"path": [5], "mode": "append"}"#,
        r#"{"path": {}}"#,
    ];
    insta::assert_snapshot!(shown(sent.map(|raw| budget.failed(error("open", raw)))), @r#"
    to the model: Please rewrite the input with valid arguments. Errors: path: Required (the arguments are empty)

    to the model: Nothing was run. Send the whole call again with these fixed:
    - path: Required
    - mode: expected "read" or "write", got "append"
    The arguments must have this shape, where ? marks what is optional:
    {"path": string, "mode"?: "read" | "write"}

    to the user: The model could not call open: 3 attempts failed. The last one: path: expected string, got array; mode: expected "read" or "write", got "append"

    to the user: The model could not call open: 4 attempts failed. The last one: path: expected string, got object
    "#);
}

#[test]
fn unknown_names_are_counted_together() {
    let mut budget = RetryBudget::new().retries(1);
    let names = ["opne", "delete_everything"];
    insta::assert_snapshot!(shown(names.map(|name| budget.failed(error(name, "{}")))), @"
    to the model: Unknown tool requested by model: opne. Did you mean open? Call one of: open, close

    to the user: The model called no known tool: 2 attempts failed. The last one: delete_everything
    ");
    budget.succeeded("close");
    assert!(matches!(
        budget.failed(error("opne", "{}")),
        RetryDecision::Again(_)
    ));
}

#[test]
fn without_retries_the_first_failure_gives_up() {
    let mut budget = RetryBudget::new().retries(0);
    insta::assert_snapshot!(shown([budget.failed(error("open", "{}"))]), @"to the user: The model could not call open: 1 attempt failed. The last one: path: Required (the arguments are empty)");
}

#[test]
fn each_tool_has_a_budget_until_it_succeeds() {
    let mut budget = RetryBudget::new().retries(1);
    let again = |answer| matches!(answer, RetryDecision::Again(_));
    assert!(again(budget.failed(error("open", "{}"))));
    assert!(again(budget.failed(error("close", "{}"))));
    budget.succeeded("open");
    assert!(again(budget.failed(error("open", "{}"))));
    assert!(!again(budget.failed(error("close", "{}"))));
    assert!(!again(budget.failed(error("open", "{}"))));
}

#[test]
fn a_budget_can_be_stored() {
    let mut budget = RetryBudget::new();
    let _ = budget.failed(error("open", "{}"));
    let _ = budget.failed(error("opne", "{}"));
    let stored = serde_json::to_string(&budget).expect("it serialises");
    assert_eq!(stored, r#"{"retries":2,"failures":{"open":1},"unknown":1}"#);
    let back: RetryBudget = serde_json::from_str(&stored).expect("it comes back");
    assert_eq!(back, budget);
}

#[test]
fn the_guidance_has_its_parts_in_order() {
    let only = |part: GuidanceSection| {
        let others = GuidanceSection::ALL
            .into_iter()
            .filter(|other| *other != part);
        others.fold(Guidance::new(), Guidance::without).to_string()
    };
    insta::assert_snapshot!(GuidanceSection::ALL.map(only).join("\n"), @r#"
    A tool result that starts with "Please rewrite the input", "Invalid arguments" or "Nothing was run" says which arguments are wrong; the tool was not run.
    Fix each of them.
    Do not guess or make up arguments.
    Call the tool again with all arguments, not only those that you fixed.
    After "Unknown tool", call a tool that it lists.
    Try this at least 2 times.
    Do not ask the user before that.
    "#);
    assert_eq!(
        Guidance::new().to_string(),
        GuidanceSection::ALL.map(only).join(" ")
    );
    insta::assert_snapshot!(GuidanceSection::ALL.iter().fold(Guidance::new().attempts(1), |text, part| if *part == GuidanceSection::Attempts { text } else { text.without(*part) }), @"Try this at least once.");
    let none = GuidanceSection::ALL
        .into_iter()
        .fold(Guidance::new(), Guidance::without);
    assert_eq!(none.to_string(), "");
}

/// The words in quotes are those that the texts for a model begin with.
#[test]
fn the_guidance_quotes_what_the_model_sees() {
    let guidance = Guidance::new().to_string();
    let quoted: Vec<&str> = guidance.split('"').skip(1).step_by(2).collect();
    let failed = |raw: &str| match error("open", raw) {
        CallError::Arguments(error) => error,
        other => panic!("{other}"),
    };
    let missing = failed("{}");
    let other = failed(r#"{"path": [5]}"#);
    let texts = [
        missing.to_string(),
        missing.render(Style::Preflight),
        missing.render(Style::List),
        missing.render(Style::ListAgain),
        missing.render(Style::Annotated),
        other.to_string(),
        other.render(Style::Preflight),
        other.render(Style::List),
        other.render(Style::Annotated),
        failed("{").to_string(),
        error("opne", "{}").to_string(),
        error("nothing like it", "{}").to_string(),
    ];
    for text in &texts {
        let found = quoted.iter().filter(|start| text.starts_with(**start));
        assert_eq!(found.count(), 1, "{text}");
    }
    for start in quoted {
        assert!(texts.iter().any(|text| text.starts_with(start)), "{start}");
    }
}
