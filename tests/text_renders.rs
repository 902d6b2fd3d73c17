//! Assistant turns that the models' own chat templates write are read as the calls that they
//! contain.

use std::collections::HashMap;

use serde_json::{Value, json};
use tests::shared_rows;
use tool_core::text::{TextOptions, read_text};
use tool_core::{Definition, Definitions, Finish};

/// Renderings that lack a call.
const OTHERWISE: &[(&str, &str, &str)] = &[
    ("GigaChat3-10B-A1.8B", "two", "the template writes one call"),
    (
        "GigaChat3.1-10B-A1.8B",
        "two",
        "the template writes one call",
    ),
    ("LFM2-8B-A1B", "one", "the template writes no calls"),
    ("LFM2-8B-A1B", "two", "the template writes no calls"),
    ("LFM2.5-Instruct", "one", "the template writes no calls"),
    ("LFM2.5-Instruct", "two", "the template writes no calls"),
    ("MiniMax-M3", "two", "the template leaves `null` out"),
    (
        "ibm-granite-granite-3.3-2B-Instruct",
        "one",
        "the template writes no calls",
    ),
    (
        "ibm-granite-granite-3.3-2B-Instruct",
        "two",
        "the template writes no calls",
    ),
    ("openai-gpt-oss-120b", "two", "the template writes one call"),
];

#[test]
fn reads_the_assistant_turns_of_chat_templates() {
    let rows = shared_rows("template_renders.jsonl").unwrap_or_default();
    let prompts: HashMap<&str, &str> = rows
        .iter()
        .filter(|row| row["conversation"] == "tools")
        .filter_map(|row| Some((row["template"].as_str()?, row["rendered"].as_str()?)))
        .collect();
    for row in &rows {
        let conversation = row["conversation"].as_str().unwrap();
        if !matches!(conversation, "one" | "two") {
            continue;
        }
        let template = row["template"].as_str().unwrap();
        let turn = turn(row, prompts.get(template).copied().unwrap_or(""));
        let tools = tools(&row["tools"]);
        let options = TextOptions::new().finish(Finish::Complete);
        let read = read_text(turn, &tools, &options);
        let calls: Value = read
            .calls
            .iter()
            .map(|call| {
                let parsed = tools.parse(&call.name, call).unwrap();
                json!({"name": call.name, "arguments": parsed.reading.value})
            })
            .collect();
        let listed = OTHERWISE
            .iter()
            .any(|(name, of, _)| (*name, *of) == (template, conversation));
        assert_ne!(
            calls == wanted(row),
            listed,
            "{template} {conversation}: {calls}\n{turn}"
        );
    }
}

/// Returns the text after the question of the user and the prompt for the model.
fn turn<'r>(row: &'r Value, prompt: &str) -> &'r str {
    let rendered = row["rendered"].as_str().unwrap();
    let question = row["messages"][0]["content"].as_str().unwrap_or("");
    let question = row["messages"]
        .as_array()
        .and_then(|messages| messages.iter().find(|message| message["role"] == "user"))
        .and_then(|message| message["content"].as_str())
        .unwrap_or(question);
    let after = rendered.rfind(question).map_or(0, |at| at + question.len());
    let common = rendered
        .bytes()
        .zip(prompt.bytes())
        .take_while(|(a, b)| a == b)
        .count();
    // Both texts may go on with the same first characters of a marker.
    let start = rendered.as_bytes()[..common].iter();
    let open = start.clone().rposition(|byte| *byte == b'<');
    let close = start
        .rev()
        .position(|byte| *byte == b'>')
        .map_or(0, |at| common - at);
    let common = open.filter(|open| *open >= close).unwrap_or(common);
    &rendered[after.max(common)..]
}

fn wanted(row: &Value) -> Value {
    let messages = row["messages"].as_array().unwrap();
    let assistant = messages
        .iter()
        .find(|message| message["role"] == "assistant");
    let calls = assistant.unwrap()["tool_calls"].as_array().unwrap();
    calls
        .iter()
        .map(|call| {
            let arguments = match &call["function"]["arguments"] {
                Value::String(text) => serde_json::from_str(text).unwrap(),
                arguments => arguments.clone(),
            };
            json!({"name": call["function"]["name"], "arguments": arguments})
        })
        .collect()
}

fn tools(tools: &Value) -> Definitions {
    let mut definitions = Definitions::default();
    for tool in tools.as_array().unwrap() {
        let tool = tool.get("function").unwrap_or(tool);
        let name = tool["name"].as_str().unwrap();
        let definition = Definition::new(name, "", tool["parameters"].clone()).unwrap();
        definitions.push(definition).unwrap();
    }
    definitions
}
