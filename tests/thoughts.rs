//! Calls inside reasoning: neither reader runs them, and both read the call behind it.

use serde_json::Value;
use tests::{read_text_in_any_pieces, shared_rows};
use tool_core::{Definition, Definitions, Finish};

fn definition(name: &Value, schema: &Value) -> Definition {
    let name = name.as_str().expect("the name of a tool");
    Definition::new(name, "", schema.clone()).expect("a valid schema")
}

fn id(row: &Value) -> &str {
    row["id"].as_str().expect("the name of a row")
}

#[test]
fn arguments_inside_reasoning_are_rejected() {
    let mut wrong = Vec::new();
    for row in shared_rows("thoughts_arguments.jsonl").unwrap_or_default() {
        let tool = definition(&row["name"], &row["schema"]);
        let raw = row["raw"].as_str().expect("the arguments");
        let read = tool.parse(raw).ok();
        let expected = Some(&row["expected"]).filter(|expected| *expected != "rejected");
        if read.as_ref() != expected {
            wrong.push(format!("{}: {read:?}", id(&row)));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn calls_inside_reasoning_are_not_calls() {
    let mut wrong = Vec::new();
    for row in shared_rows("thoughts_text.jsonl").unwrap_or_default() {
        let tools = row["tools"].as_array().expect("the tools").iter();
        let tools = tools.map(|tool| definition(&tool["name"], &tool["schema"]));
        let tools = Definitions::new(tools).expect("different names");
        let text = row["text"].as_str().expect("a text");
        let answer = read_text_in_any_pieces(text, &tools, Finish::Complete);
        let calls = answer.calls.iter().map(|call| {
            let arguments: Value = serde_json::from_str(&call.raw).expect("JSON");
            serde_json::json!({"name": call.name, "arguments": arguments})
        });
        let calls = Value::from(calls.collect::<Vec<_>>());
        if calls != row["expected_calls"] {
            wrong.push(format!("{}: {calls}", id(&row)));
        }
    }
    assert_eq!(wrong, [""; 0]);
}
