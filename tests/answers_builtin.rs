//! Calls of custom tools and of tools that the provider defines: how they are read, repeated in the
//! turn, and answered.

use serde_json::{Value, json};
use tool_core::answer::{Answer, AnswerStream, CallResult, StopReason};
use tool_core::call::Api;

fn answer(api: Api, body: &Value) -> Answer {
    Answer::from_body(api, &body.to_string()).expect("an answer")
}

/// A call of a function and a call of a custom tool.
fn chat_calls() -> Value {
    json!([
        {"id": "call_1", "type": "function", "function": {"name": "read", "arguments": "{}"}},
        {"id": "call_2", "type": "custom", "custom": {"name": "sql", "input": "SELECT 1"}},
    ])
}

fn assert_both(answer: &Answer) {
    assert_eq!(answer.stop, StopReason::ToolCalls);
    let custom = &answer.builtin_calls[0];
    assert_eq!(
        (custom.kind.as_str(), custom.id.as_str()),
        ("custom", "call_2")
    );
    assert_eq!(custom.name.as_deref(), Some("sql"));
    assert_eq!(custom.input, "SELECT 1");
    let turn = answer.turn()[0]["tool_calls"]
        .as_array()
        .expect("two calls");
    let mut ids: Vec<_> = turn.iter().map(|call| call["id"].as_str()).collect();
    ids.sort_unstable();
    assert_eq!(ids, [Some("call_1"), Some("call_2")]);
    assert_eq!(
        answer
            .results([CallResult::text("the text")])
            .expect("one result"),
        [json!({"role": "tool", "tool_call_id": "call_1", "content": "the text"})],
    );
    assert_eq!(
        custom.result("1"),
        json!({"role": "tool", "tool_call_id": "call_2", "content": "1"}),
    );
}

#[test]
fn a_custom_tool_of_chat_is_read_repeated_and_answered() {
    let body = json!({"choices": [{"finish_reason": "tool_calls", "message": {
        "role": "assistant", "content": null, "tool_calls": chat_calls(),
    }}]});
    assert_both(&answer(Api::OpenAiChat, &body));
}

#[test]
fn a_custom_tool_of_chat_is_read_from_a_stream() {
    let mut stream = AnswerStream::new(Api::OpenAiChat);
    let pieces = [
        json!({"index": 0, "id": "call_1", "type": "function", "function": {"name": "read", "arguments": ""}}),
        json!({"index": 0, "function": {"arguments": "{}"}}),
        json!({"index": 1, "id": "call_2", "type": "custom", "custom": {"name": "sql", "input": ""}}),
        json!({"index": 1, "custom": {"input": "SELECT"}}),
        json!({"index": 1, "custom": {"input": " 1"}}),
    ];
    for piece in pieces {
        let event = json!({"choices": [{"delta": {"tool_calls": [piece]}}]});
        stream.push(&event.to_string()).expect("an event");
    }
    let end = json!({"choices": [{"delta": {}, "finish_reason": "tool_calls"}]});
    stream.push(&end.to_string()).expect("an event");
    assert_both(&stream.finish().expect("an answer"));
}

#[test]
fn built_in_calls_of_responses_wait_for_results() {
    let items = [
        json!({"type": "local_shell_call", "id": "lsh_1", "call_id": "c1", "action": {"type": "exec", "command": ["ls"]}, "status": "completed"}),
        json!({"type": "apply_patch_call", "id": "ap_1", "call_id": "c2", "operation": {"type": "delete_file", "path": "a"}, "status": "completed"}),
        json!({"type": "computer_call", "id": "cu_1", "call_id": "c3", "action": {"type": "screenshot"}, "status": "completed"}),
        json!({"type": "custom_tool_call", "id": "ct_1", "call_id": "c4", "name": "sql", "input": "SELECT 1"}),
        json!({"type": "tool_search_call", "id": "ts_1", "call_id": "c5", "execution": "client", "arguments": {"query": "mail"}}),
    ];
    for item in items {
        let body = json!({"status": "completed", "output": [item]});
        let answer = answer(Api::OpenAiResponses, &body);
        assert_eq!(answer.stop, StopReason::ToolCalls, "{item}");
        assert_eq!(answer.builtin_calls.len(), 1, "{item}");
        assert_eq!(answer.turn(), [item]);
    }
}

#[test]
fn a_tool_search_of_the_server_needs_no_result() {
    let item = json!({"type": "tool_search_call", "id": "ts_1", "execution": "server"});
    let body = json!({"status": "completed", "output": [item]});
    let answer = answer(Api::OpenAiResponses, &body);
    assert_eq!(
        (answer.stop, answer.builtin_calls.len()),
        (StopReason::Done, 0)
    );
}

#[test]
fn the_caller_of_a_call_is_read_and_repeated_in_the_result() {
    let caller = json!({"type": "program", "caller_id": "prog_1"});
    let item = json!({"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "read",
        "arguments": "{}", "status": "completed", "caller": caller, "namespace": "files"});
    let body = json!({"status": "completed", "output": [item]});
    let whole = answer(Api::OpenAiResponses, &body);
    let mut stream = AnswerStream::new(Api::OpenAiResponses);
    for event in [
        json!({"type": "response.output_item.added", "output_index": 0, "item": item}),
        json!({"type": "response.output_item.done", "output_index": 0, "item": item}),
        json!({"type": "response.completed", "response": body}),
    ] {
        stream.push(&event.to_string()).expect("an event");
    }
    for answer in [whole, stream.finish().expect("an answer")] {
        let call = &answer.calls[0];
        assert_eq!(
            (call.caller.as_ref(), call.namespace.as_deref()),
            (Some(&caller), Some("files"))
        );
        let results = answer.results([CallResult::text("x")]).expect("one result");
        assert_eq!(results[0]["caller"], caller);
    }
    let body = json!({"type": "message", "stop_reason": "tool_use", "content": [
        {"type": "tool_use", "id": "t", "name": "read", "input": {}, "caller": {"type": "direct"}}
    ]});
    let call = &answer(Api::Anthropic, &body).calls[0];
    assert_eq!(call.caller, Some(json!({"type": "direct"})));
}
