//! What the model sends: bodies of responses, events of a stream, and plain text.

/// One answer of the model.
pub(crate) struct Turn {
    pub(crate) title: &'static str,
    pub(crate) sent: Sent,
}

/// The form that it came in.
pub(crate) enum Sent {
    Response(&'static str),
    Stream(&'static [&'static str]),
    Text(&'static str),
}

pub(crate) const TURNS: &[Turn] = &[
    Turn {
        title: "Empty arguments",
        sent: Sent::Response(
            r#"{"choices": [{"finish_reason": "tool_calls", "message": {"tool_calls": [
                {"id": "call_1", "function": {"name": "edit_file", "arguments": ""}}]}}]}"#,
        ),
    },
    Turn {
        title: "The name of no tool",
        sent: Sent::Response(
            r#"{"choices": [{"finish_reason": "tool_calls", "message": {"tool_calls": [
                {"id": "call_2", "function": {"name": "edit_files", "arguments": "{\"path\": \"/a\"}"}}]}}]}"#,
        ),
    },
    Turn {
        title: "A name that is none",
        sent: Sent::Response(
            r#"{"choices": [{"finish_reason": "tool_calls", "message": {"tool_calls": [
                {"id": "call_3", "function": {"name": "⚙", "arguments": "{}"}}]}}]}"#,
        ),
    },
    Turn {
        title: "Cut off, in a stream",
        sent: Sent::Stream(&[
            r#"{"choices": [{"delta": {"tool_calls": [{"index": 0, "id": "call_4", "function": {"name": "edit_file", "arguments": ""}}]}}]}"#,
            r#"{"choices": [{"delta": {"tool_calls": [{"index": 0, "function": {"arguments": "{\"path\": \"/src/main.rs\", \"ed"}}]}}]}"#,
            r#"{"choices": [{"delta": {"tool_calls": [{"index": 0, "function": {"arguments": "its\": [{\"old\": \"fn ma"}}]}}]}"#,
            r#"{"choices": [{"delta": {}, "finish_reason": "length"}]}"#,
        ]),
    },
    Turn {
        title: "Cut off, in a response",
        sent: Sent::Response(
            r#"{"choices": [{"finish_reason": "length", "message": {"tool_calls": [
                {"id": "call_5", "function": {"name": "edit_file", "arguments": "{\"path\": \"/src/main.rs\", \"edits\": [{\"old\": \"fn ma"}}]}}]}"#,
        ),
    },
    Turn {
        title: "Five faults",
        sent: Sent::Response(
            r#"{"choices": [{"finish_reason": "tool_calls", "message": {"tool_calls": [
                {"id": "call_6", "function": {"name": "edit_file", "arguments": "{\"edits\": [{\"old\": 1.5, \"new\": \"b\"}, {\"old\": [\"x\", \"y\"]}], \"context\": \"ten\", \"line_ending\": \"linux\"}"}}]}}]}"#,
        ),
    },
    Turn {
        title: "Right but for its form, and in plain text",
        sent: Sent::Text(
            r#"I will mend that.
<tool_call>{"name": "functions.editFile", "arguments": {"path": "/src/main.rs", "edits": "[{\"old\": \"a\", \"new\": \"b\"}]", "context": "3", "line_ending": "Unix"}}</tool_call>"#,
        ),
    },
    Turn {
        title: "The same call over and over",
        sent: Sent::Response(
            r#"{"choices": [{"finish_reason": "tool_calls", "message": {"tool_calls": [
                {"id": "call_8", "function": {"name": "read_file", "arguments": "{\"path\": \"/a\", \"limit\": 5}"}},
                {"id": "call_9", "function": {"name": "read_file", "arguments": "{\"limit\": 5, \"path\": \"/a\"}"}},
                {"id": "call_10", "function": {"name": "read_file", "arguments": "{\"path\": \"/a\", \"limit\": 5.0}"}},
                {"id": "call_11", "function": {"name": "read_file", "arguments": "{\"path\":\"/a\",\"limit\":5}"}}]}}]}"#,
        ),
    },
];
