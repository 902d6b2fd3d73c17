//! Calls in the JSON of `LangChain`: `Action:` above `{"action": .., "action_input": ..}`.

use serde_json::{Value, json};
use tests::read_text_in_any_pieces;
use tool_core::call::DropReason;
use tool_core::text::{Format, TextAnswer, TextOptions, read_text};
use tool_core::{Definition, Definitions, Finish, Input};

fn search() -> Definition {
    let schema = json!({
        "type": "object",
        "properties": {"query": {"type": "string"}},
        "required": ["query"],
        "additionalProperties": false,
    });
    Definition::new("search", "", schema).unwrap()
}

fn read(text: &str) -> TextAnswer {
    let tools = Definitions::new([search()]).unwrap();
    read_text_in_any_pieces(text, &tools, Finish::Complete)
}

const ACTION: &str = r#"{"action": "search", "action_input": {"query": "Oslo"}}"#;

/// Texts of a model that calls a tool, and their content.
const CALLS: [(&str, &str); 7] = [
    ("Action:\n```json\n{}\n```", ""),
    ("Action:\n```\n{}\n```", ""),
    (
        "Thought: I look.\nAction:\n```json\n{}\n```\nObservation:",
        "Thought: I look.",
    ),
    ("Action:\n{}", ""),
    ("Action: {}", ""),
    ("```json\n{}\n```", ""),
    ("{}", ""),
];

#[test]
fn reads_a_call_of_an_action() {
    let spread =
        "{\n  \"action\": \"search\",\n  \"action_input\": {\n    \"query\": \"Oslo\"\n  }\n}";
    for action in [
        ACTION,
        spread,
        "{\"action_input\": {\"query\": \"Oslo\"}, \"action\": \"search\"}",
    ] {
        for (place, content) in CALLS {
            let text = place.replace("{}", action);
            let answer = read(&text);
            assert_eq!((answer.calls.len(), answer.dropped.len()), (1, 0), "{text}");
            let read: Value = serde_json::from_str(&answer.calls[0].raw).unwrap();
            assert_eq!(
                (&*answer.calls[0].name, read),
                ("search", json!({"query": "Oslo"}))
            );
            assert_eq!(answer.content.trim(), content, "{text}");
            let arguments: Value = search().parse(Input::from(&*text)).unwrap();
            assert_eq!(arguments, json!({"query": "Oslo"}), "{text}");
        }
    }
    let text = CALLS[0].0.replace("{}", ACTION);
    assert_eq!(read(&text).format, Some(Format::ReAct));
}

#[test]
fn an_answer_an_example_and_other_data_are_no_action() {
    for text in [
        // The answer of a model that is prompted for actions.
        "Action:\n```json\n{\"action\": \"Final Answer\", \"action_input\": \"It rains.\"}\n```",
        "Action:\n```json\n{\"action\": \"Final Answer\", \"action_input\": {\"query\": \"a\"}}\n```",
        "{\"action\": \"final_answer\", \"action_input\": \"It rains.\"}",
        // Data.
        "{\"action\": \"search\", \"query\": \"Oslo\"}",
        "{\"action\": \"search\"}",
        "{\"action\": \"search\", \"arguments\": {\"query\": \"Oslo\"}}",
        "{\"name\": \"search\", \"action_input\": {\"query\": \"Oslo\"}}",
        "{\"action\": \"other\", \"action_input\": {\"query\": \"Oslo\"}}",
        "Action: search the web\n",
    ] {
        let answer = read(text);
        assert_eq!((answer.calls.len(), answer.dropped.len()), (0, 0), "{text}");
        assert_eq!(answer.content, text);
    }
    for place in [
        "For example:\n\nAction:\n```json\n{}\n```",
        "Action:\n```json\n{}\n```\nThis is the format of a call.",
        "The log has: {}",
        "> {}",
        "`{}`",
        "Action:\n{}\nNever mind.",
    ] {
        let text = place.replace("{}", ACTION);
        let answer = read(&text);
        let mut dropped = answer.dropped.iter();
        let is_text = dropped.all(|call| call.reason == DropReason::NotMeant);
        assert!(answer.calls.is_empty() && is_text, "{text}");
        assert_eq!(answer.content, text);
    }
}

#[test]
fn an_action_with_other_arguments_than_an_object_is_dropped() {
    let answer =
        read("Action:\n```json\n{\"action\": \"search\", \"action_input\": \"Oslo\"}\n```");
    assert!(answer.calls.is_empty());
    assert_eq!(answer.dropped[0].reason, DropReason::NotJson);
}

#[test]
fn an_action_of_a_truncated_text_never_runs() {
    let tools = Definitions::new([search()]).unwrap();
    for (place, _) in CALLS {
        let text = place.replace("{}", ACTION);
        let end = text.find('}').unwrap();
        for (cut, _) in text.char_indices().filter(|(cut, _)| *cut <= end) {
            for finish in [Finish::Complete, Finish::Truncated, Finish::Unknown] {
                let options = TextOptions::new().finish(finish);
                let answer = read_text(&text[..cut], &tools, &options);
                assert!(answer.calls.is_empty(), "{}", &text[..cut]);
            }
        }
    }
}
