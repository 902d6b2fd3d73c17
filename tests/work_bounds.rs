//! Bounds of work, and of the text of errors, that do not depend on the size of the input.

use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use tool_core::answer::AnswerStream;
use tool_core::call::Api;
use tool_core::text::{TextOptions, read_text};
use tool_core::{Definition, Definitions, ToolArgError};

fn definition(schema: Value) -> Definition {
    Definition::new("tool", "A tool.", schema).expect("a valid schema")
}

#[test]
fn debug_of_an_error_shows_the_start_of_the_arguments() {
    let tool = definition(json!({"type": "object", "properties": {"n": {"type": "integer"}}}));
    let raw = json!({"n": "x".repeat(1_000_000)}).to_string();
    let error: ToolArgError = tool.parse(&raw).expect_err("a string");
    let shown = format!("{error:?}");
    assert!(shown.len() < 2_000, "{} bytes", shown.len());
    assert!(shown.contains("(1000008 bytes)"), "{shown}");
    let short = tool.parse(r#"{"n": "x"}"#).expect_err("a string");
    assert!(
        format!("{short:?}").contains(r#""{\"n\": \"x\"}""#),
        "{short:?}"
    );
}

#[test]
fn accepts_many_keys_of_many_patterns() {
    let patterns =
        (0..100).map(|number| (format!("^k{number}_[0-9]+x$"), json!({"type": "integer"})));
    let tool = definition(json!({
        "type": "object",
        "patternProperties": patterns.collect::<Map<_, _>>(),
        "additionalProperties": false,
    }));
    let entries = (0..3_000).map(|number| (format!("k{}_{number}x", number % 100), json!(1)));
    let value = Value::Object(entries.collect());
    assert_eq!(tool.parse(&value.to_string()).expect("a valid call"), value);
    assert_eq!(tool.parse(&value).expect("a valid call"), value);
}

#[test]
fn follows_long_chains_of_references() {
    let mut definitions = Map::new();
    for number in 0..200 {
        let next = format!("#/$defs/A{}", number + 1);
        definitions.insert(format!("A{number}"), json!({"$ref": next}));
    }
    definitions.insert("A200".to_owned(), json!({"type": "integer"}));
    let schema = |last: Value| {
        let mut definitions = definitions.clone();
        definitions.insert("A200".to_owned(), last);
        json!({"type": "object", "properties": {"n": {"$ref": "#/$defs/A0"}}, "$defs": definitions})
    };
    let tool = definition(schema(json!({"type": "integer"})));
    assert_eq!(
        tool.parse(r#"{"n": "5"}"#).expect("a number"),
        json!({"n": 5})
    );
    let endless = Definition::new("t", "A tool.", schema(json!({"$ref": "#/$defs/A7"})));
    let error = endless.expect_err("a circle").to_string();
    assert!(error.contains("refers to itself"), "{error}");
}

#[test]
fn finds_near_names_among_many_tools() {
    let tools = (0..2_000).map(|number| {
        let schema = json!({"type": "object"});
        Definition::new(format!("get_item_{number}"), "A tool.", schema).expect("a schema")
    });
    let tools = Definitions::new(tools).expect("different names");
    let error = tools.resolve("get_itme_1234").expect_err("misspelt");
    assert!(error.to_string().contains("get_item_1234"), "{error}");
    let long = "get_item_".repeat(12_000);
    let started = Instant::now();
    let error = tools.resolve(&long).expect_err("unknown").to_string();
    assert!(error.len() < 2_000, "{} bytes", error.len());
    // 5 ms, on a slow machine and without optimization. It was a second.
    assert!(started.elapsed() < Duration::from_secs(1));
}

/// The bench `growth` counts the instructions of more shapes.
#[test]
fn reads_many_open_calls_and_many_texts_of_a_stream() {
    let chat = |number: usize, arguments: &str| {
        let function = json!({"name": "a", "arguments": arguments});
        json!({"choices": [{"delta": {"tool_calls": [
            {"index": number, "id": format!("c{number}"), "function": function}]}}]})
    };
    let entry = |number: usize| json!({"type": "message.output.delta", "id": format!("m{number}"), "content": "a"});
    let starts = (0..20_000).map(|number| chat(number, ""));
    let pieces = (0..20_000).map(|number| chat(number, "{}"));
    let end = json!({"choices": [{"delta": {}, "finish_reason": "tool_calls"}]});
    let calls: Vec<_> = starts.chain(pieces).chain([end]).collect();
    let done = json!({"type": "conversation.response.done"});
    let texts: Vec<_> = (0..20_000).map(entry).chain([done]).collect();
    for (api, events, count) in [
        (Api::OpenAiChat, calls, 20_000),
        (Api::MistralConversations, texts, 0),
    ] {
        let started = Instant::now();
        let mut stream = AnswerStream::new(api);
        for event in events {
            stream.push(&event.to_string()).expect("an event");
        }
        assert_eq!(stream.finish().expect("an answer").calls.len(), count);
        // A tenth of this, on a slow machine.
        assert!(started.elapsed() < Duration::from_secs(10), "{api:?}");
    }
}

/// Each string ends at the call in tags. The text before its quotes has no separator.
#[test]
fn reads_many_open_strings_of_calls() {
    let schema = json!({"type": "object", "properties": {"command": {"type": "string"}}});
    let tools = Definitions::new([definition(schema)]).expect("one name");
    let call = r#"<tool_call>{"name": "tool", "arguments": {"command": "ls"}}</tool_call>"#;
    for opening in ["[tool(command=\"", "tool(command=\"", "tool(command='"] {
        let text = format!("Let me check.\n{}\n{call}", opening.repeat(2_000));
        let started = Instant::now();
        let answer = read_text(&text, &tools, &TextOptions::new());
        // Less than 0.2 s, on a slow machine and without optimization. Half as many took 13 s.
        assert!(started.elapsed() < Duration::from_secs(5), "{opening}");
        assert!(answer.calls.len() <= 1, "{opening}");
    }
}
