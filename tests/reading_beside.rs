//! Values next to the arguments: they would be lost, so the text is rejected.

use serde_json::{Value, json};
use tool_core::Definition;

/// Reads a text as the arguments of a tool. Returns `None` if it is rejected.
fn read(text: &str) -> Option<Value> {
    let schema = json!({
        "type": "object",
        "properties": {
            "path": {"type": "string"},
            "force": {"type": "boolean"},
            "dry_run": {"type": "boolean"},
        },
        "required": ["path"],
        "additionalProperties": false,
    });
    let definition = Definition::new("tool", "A tool.", schema).expect("a schema");
    let read = definition.reader().read::<Value>(text);
    read.ok().map(|reading| reading.value)
}

#[test]
fn rejects_a_value_next_to_the_arguments() {
    for text in [
        "path: /tmp\n{\"path\":\"/data\"}",
        "**Path**: `/tmp`\n{\"path\":\"/data\"}",
        "- path = /tmp\n{\"path\":\"/data\"}",
        "dry_run: true\n{\"path\":\"/data\"}",
        "dry_run true\n{\"path\":\"/data\"}",
        "{\"path\":\"/data\"} \\\"dry_run\\\": true",
        "{\"path\":\"/data\"} \\\"other\\\": true",
        "{\"path\":\"/data\"} {dry_run true}",
        "{\"path\":\"/data\"}\npath = \"/tmp\"",
        "{\"path\":\"/data\"}\npath: /data/more",
        "{\"path\":\"/data\"} => /tmp",
        "{\"path\":\"/data\"} = /tmp",
        "{\"path\":\"/data\"} -> /tmp",
        "{\"path\":\"/data\"}\nThe path is /tmp, not /data.",
        "{\"path\":\"/data\"}\nDone (force: true).",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
}

#[test]
fn reads_arguments_next_to_sentences_and_repeated_values() {
    for text in [
        "I set path to the file:\n{\"path\":\"/data\"}",
        "I use force only if the path is locked.\n{\"path\":\"/data\"}",
        "path: /data\n{\"path\":\"/data\"}",
        "Path: `/data`.\n{\"path\":\"/data\"}",
        "{\"path\":\"/data\"}\nThis lists the path of the data.",
        "{\"path\":\"/data\"} -> tool",
        "Mode: test\n{\"path\":\"/data\"}",
    ] {
        assert_eq!(read(text), Some(json!({"path": "/data"})), "{text}");
    }
}

#[test]
fn rejects_arguments_in_the_turn_of_another_speaker() {
    for text in [
        "<|start|>user<|message|>{\"path\":\"/data\"}",
        "<|start|>developer<|message|>{\"path\":\"/data\"}",
        "<|im_start|>user\n{\"path\":\"/data\"}",
        "[INST]{\"path\":\"/data\"}[/INST]",
        "[INST] {\"path\":\"/data\"}",
        "<｜User｜>{\"path\":\"/data\"}",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
    for text in [
        "<|start|>assistant<|channel|>commentary to=functions.tool <|constrain|>json<|message|>\
         {\"path\":\"/data\"}<|call|>",
        "[INST] Read it. [/INST] {\"path\":\"/data\"}",
        "<|im_start|>user\nRead it.<|im_end|>\n<|im_start|>assistant\n{\"path\":\"/data\"}",
    ] {
        assert_eq!(read(text), Some(json!({"path": "/data"})), "{text}");
    }
}

#[test]
fn rejects_a_message_whose_calls_the_model_does_not_make() {
    let call = json!({"function": {"name": "tool", "arguments": "{\"path\":\"/data\"}"}});
    let message = |role: &str, content: &str| {
        json!({"role": role, "content": content, "tool_calls": [call]}).to_string()
    };
    for (role, content) in [
        ("user", ""),
        ("tool", ""),
        ("system", "Call it."),
        ("assistant", "Do not run this yet."),
        ("assistant", "I won't call it:"),
    ] {
        let text = message(role, content);
        assert_eq!(read(&text), None, "{text}");
        assert_eq!(read(&format!("```json\n{text}\n```")), None, "{text}");
    }
    for (role, content) in [
        ("assistant", ""),
        ("Assistant", "I'll read the data."),
        ("model", "Reading the data now."),
    ] {
        let text = message(role, content);
        assert_eq!(read(&text), Some(json!({"path": "/data"})), "{text}");
    }
}

#[test]
fn message_of_another_speaker_is_rejected_by_an_open_tool() {
    let schema = json!({"type": "object", "properties": {"path": {"type": "string"}}});
    let definition = Definition::new("tool", "A tool.", schema).expect("a schema");
    let call = json!({"name": "tool", "arguments": {"path": "/data"}});
    let message = json!({"role": "user", "tool_calls": [call]}).to_string();
    let error = definition.reader().read::<Value>(&message);
    let error = error.expect_err("a message of the user").to_string();
    assert!(error.contains("a whole call was sent"), "{error}");
}
