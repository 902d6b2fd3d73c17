//! The output of the model: bodies of responses, events of a stream, and plain text.

/// One answer of the model.
pub(crate) struct Turn {
    pub(crate) title: &'static str,
    /// The fault of the turn and its result.
    pub(crate) about: &'static str,
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
        about: "the first failure of a tool is answered with the instruction, one line",
        sent: Sent::Response(
            r#"{"choices": [{"finish_reason": "tool_calls", "message": {"tool_calls": [
                {"id": "call_1", "function": {"name": "edit_file", "arguments": "{}"}}]}}]}"#,
        ),
    },
    Turn {
        title: "The name of no tool",
        about: "nothing is called by a similar name; the model is told those that there are",
        sent: Sent::Response(
            r#"{"choices": [{"finish_reason": "tool_calls", "message": {"tool_calls": [
                {"id": "call_2", "function": {"name": "edit_files", "arguments": "{\"path\": \"/a\"}"}}]}}]}"#,
        ),
    },
    Turn {
        title: "A name that is none",
        about: "what holds no letter or digit is no call, and there is nothing to answer",
        sent: Sent::Response(
            r#"{"choices": [{"finish_reason": "tool_calls", "message": {"tool_calls": [
                {"id": "call_3", "function": {"name": "⚙", "arguments": "{}"}}]}}]}"#,
        ),
    },
    Turn {
        title: "Cut off, in a stream",
        about: "what is certain shows while it arrives; the call is never passed on",
        sent: Sent::Stream(&[
            r#"{"choices": [{"delta": {"tool_calls": [{"index": 0, "id": "call_4", "function": {"name": "edit_file", "arguments": ""}}]}}]}"#,
            r#"{"choices": [{"delta": {"tool_calls": [{"index": 0, "function": {"arguments": "{\"path\": \"/src/main.rs\", \"ed"}}]}}]}"#,
            r#"{"choices": [{"delta": {"tool_calls": [{"index": 0, "function": {"arguments": "its\": [{\"old\": \"fn ma"}}]}}]}"#,
            r#"{"choices": [{"delta": {}, "finish_reason": "length"}]}"#,
        ]),
    },
    Turn {
        title: "Cut off, in a response",
        about: "the call is dropped as well, whatever stop reason is reported",
        sent: Sent::Response(
            r#"{"choices": [{"finish_reason": "length", "message": {"tool_calls": [
                {"id": "call_5", "function": {"name": "edit_file", "arguments": "{\"path\": \"/src/main.rs\", \"edits\": [{\"old\": \"fn ma"}}]}}]}"#,
        ),
    },
    Turn {
        title: "Five faults",
        about: "all of them are told at once; the second failure of the tool is answered with the list and the shape",
        sent: Sent::Response(
            r#"{"choices": [{"finish_reason": "tool_calls", "message": {"tool_calls": [
                {"id": "call_6", "function": {"name": "edit_file", "arguments": "{\"edits\": [{\"old\": 1.5, \"new\": \"b\"}, {\"old\": [\"x\", \"y\"]}], \"context\": \"ten\", \"line_ending\": \"linux\"}"}}]}}]}"#,
        ),
    },
    Turn {
        title: "Right but for its form, and in plain text",
        about: "what has one meaning is read, and each repair is recorded",
        sent: Sent::Text(
            r#"I will mend that.
<tool_call>{"name": "functions.editFile", "arguments": {"path": "/src/main.rs", "edits": "[{\"old\": \"a\", \"new\": \"b\"}]", "context": "3", "line_ending": "Unix"}}</tool_call>"#,
        ),
    },
    Turn {
        title: "The same call over and over",
        about: "equal as JSON values; the third is answered with a correction, from the fourth on the user is asked",
        sent: Sent::Response(
            r#"{"choices": [{"finish_reason": "tool_calls", "message": {"tool_calls": [
                {"id": "call_8", "function": {"name": "read_file", "arguments": "{\"path\": \"/a\", \"limit\": 5}"}},
                {"id": "call_9", "function": {"name": "read_file", "arguments": "{\"limit\": 5, \"path\": \"/a\"}"}},
                {"id": "call_10", "function": {"name": "read_file", "arguments": "{\"path\": \"/a\", \"limit\": 5.0}"}},
                {"id": "call_11", "function": {"name": "read_file", "arguments": "{\"path\":\"/a\",\"limit\":5}"}}]}}]}"#,
        ),
    },
    Turn {
        title: "Wrong",
        about: "a tool that now fails for the first time: the instruction",
        sent: Sent::Response(
            r#"{"choices": [{"finish_reason": "tool_calls", "message": {"tool_calls": [
                {"id": "call_12", "function": {"name": "read_file", "arguments": "{\"path\": \"/b\", \"limit\": \"some\"}"}}]}}]}"#,
        ),
    },
    Turn {
        title: "Wrong again",
        about: "the second failure: the list, and the shape",
        sent: Sent::Response(
            r#"{"choices": [{"finish_reason": "tool_calls", "message": {"tool_calls": [
                {"id": "call_13", "function": {"name": "read_file", "arguments": "{\"path\": \"/b\", \"limit\": \"a few\"}"}}]}}]}"#,
        ),
    },
    Turn {
        title: "And again",
        about: "the third failure: the same once more",
        sent: Sent::Response(
            r#"{"choices": [{"finish_reason": "tool_calls", "message": {"tool_calls": [
                {"id": "call_14", "function": {"name": "read_file", "arguments": "{\"path\": \"/b\", \"limit\": [\"some\", \"more\"]}"}}]}}]}"#,
        ),
    },
    Turn {
        title: "Once too often",
        about: "three retries were allowed: the user gets a summary",
        sent: Sent::Response(
            r#"{"choices": [{"finish_reason": "tool_calls", "message": {"tool_calls": [
                {"id": "call_15", "function": {"name": "read_file", "arguments": "{\"path\": \"/b\", \"limit\": -1}"}}]}}]}"#,
        ),
    },
];
