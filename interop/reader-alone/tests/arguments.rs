//! The arguments reader without the reader of texts: JSON in a fence or behind closed reasoning is
//! read, and any sentence next to it is an issue.

use serde_json::json;
use tool_core::{Definition, Input, Tool, ToolArg};

/// Replace text.
#[derive(Debug, PartialEq, Tool)]
struct Replace {
    path: String,
    limit: Option<u32>,
    edits: Vec<Edit>,
}

#[derive(Debug, PartialEq, ToolArg)]
struct Edit {
    old: String,
    new: String,
}

const CALL: &str = r#"{"path": "a", "limit": "5", "edits": "[{\"old\": \"x\", \"new\": \"y\"}]",}"#;

fn reads(text: &str) -> bool {
    let expected = Replace {
        path: "a".to_owned(),
        limit: Some(5),
        edits: vec![Edit {
            old: "x".to_owned(),
            new: "y".to_owned(),
        }],
    };
    Replace::parse(text).is_ok_and(|call| call == expected)
}

#[test]
fn reads_damaged_arguments() {
    assert!(reads(CALL));
    assert!(reads(&json!(CALL).to_string()));
    assert!(reads(&format!("```json\n{CALL}\n```")));
    assert!(reads(&format!("<think>a path</think>\n{CALL}")));
    assert!(reads(&format!("Replace({CALL})")));
    assert!(reads(&format!(
        r#"{{"name": "Replace", "arguments": {CALL}}}"#
    )));
}

#[test]
fn refuses_arguments_with_other_text_around_them() {
    for text in [
        format!("Here are the arguments: {CALL}"),
        format!("{CALL}\nWait, do not run this."),
        format!("// not now\n{CALL}"),
        format!("> {CALL}"),
        format!("<think>{CALL}"),
        format!("<think>{CALL}</think>"),
        format!("<tool_response>{CALL}</tool_response>"),
        format!("<|channel|>analysis<|message|>{CALL}"),
        format!("other_tool\n```json\n{CALL}\n```"),
        format!("```json\n{CALL}\n```\nThis is only an example."),
        format!("{CALL}\n{CALL}"),
    ] {
        assert!(Replace::parse(&text).is_err(), "{text}");
    }
}

#[test]
fn refuses_whole_calls_in_the_syntax_of_a_model() {
    let call = "<function=Replace><parameter=path>a</parameter></function>";
    let error = Replace::parse(call).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Please rewrite the input with valid arguments. Errors: the arguments are not valid JSON: \
         expected a JSON object such as {\"path\": .., \"edits\": ..}"
    );
}

#[test]
fn reads_the_arguments_of_a_schema() -> Result<(), Box<dyn std::error::Error>> {
    let schema = Replace::definition().schema().clone();
    let replace = Definition::new("replace", "Replace text.", schema)?;
    let value = replace.parse(Input::from(CALL))?;
    assert_eq!(value["limit"], 5);
    Ok(())
}
