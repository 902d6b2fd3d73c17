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

fn from_events(events: &[Value]) -> Answer {
    let mut stream = AnswerStream::new(Api::OpenAiResponses);
    for event in events {
        stream.push(&event.to_string()).expect("an event");
    }
    stream.finish().expect("an answer")
}

/// A stream that ends within a call must not give the call.
#[test]
fn a_custom_call_that_is_cut_off_is_dropped_and_answered() {
    let item = json!({"type": "custom_tool_call", "id": "ct_1", "call_id": "c1", "name": "sql",
        "input": "DROP TABLE log"});
    let mut begun = item.clone();
    begun["input"] = "".into();
    let streamed = from_events(&[
        json!({"type": "response.output_item.added", "output_index": 0, "item": begun}),
        json!({"type": "response.custom_tool_call_input.delta", "output_index": 0,
            "delta": "DROP TABLE log"}),
    ]);
    let body = json!({"status": "incomplete", "output": [item],
        "incomplete_details": {"reason": "max_output_tokens"}});
    for answer in [streamed, answer(Api::OpenAiResponses, &body)] {
        assert!(answer.builtin_calls.is_empty());
        let dropped = &answer.dropped[0];
        assert_eq!((&*dropped.name, &*dropped.raw), ("sql", "DROP TABLE log"));
        assert_eq!(answer.turn(), std::slice::from_ref(&item));
        assert_eq!(
            answer.results([]).expect("no result"),
            [json!({"type": "custom_tool_call_output", "call_id": "c1",
                "output": dropped.message()})],
        );
    }

    let mut stream = AnswerStream::new(Api::OpenAiChat);
    let piece = json!({"index": 0, "id": "c1", "type": "custom",
        "custom": {"name": "sql", "input": "DROP"}});
    let event = json!({"choices": [{"delta": {"tool_calls": [piece]}}]});
    stream.push(&event.to_string()).expect("an event");
    let answer = stream.finish().expect("an answer");
    assert!(answer.builtin_calls.is_empty());
    assert_eq!(
        answer.results([]).expect("no result"),
        [json!({"role": "tool", "tool_call_id": "c1", "content": answer.dropped[0].message()})],
    );
}

/// Its item has no form that the API accepts, and reasoning needs the item after it.
#[test]
fn a_shell_call_that_is_cut_off_is_left_out_of_the_turn() {
    let reasoning = json!({"type": "reasoning", "id": "rs_1", "summary": []});
    let item = json!({"type": "local_shell_call", "id": "lsh_1", "call_id": "c1",
        "status": "in_progress", "action": {"type": "exec", "command": ["rm"]}});
    let answer = from_events(&[
        json!({"type": "response.output_item.done", "output_index": 0, "item": reasoning}),
        json!({"type": "response.output_item.added", "output_index": 1, "item": item}),
    ]);
    assert!(answer.builtin_calls.is_empty());
    assert_eq!(answer.dropped[0].name, "local_shell_call");
    assert!(answer.turn().is_empty());
    assert_eq!(
        answer.results([]).expect("no result"),
        [json!({"role": "user", "content": answer.dropped[0].message()})],
    );
}

#[test]
fn a_truncated_stream_keeps_its_text_and_its_arguments() {
    let message = json!({"type": "message", "id": "msg_1", "role": "assistant", "content": []});
    let call = json!({"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "read",
        "arguments": ""});
    let answer = from_events(&[
        json!({"type": "response.output_item.added", "output_index": 0, "item": message}),
        json!({"type": "response.output_text.delta", "output_index": 0, "delta": "I re"}),
        json!({"type": "response.output_text.delta", "output_index": 0, "delta": "ad."}),
        json!({"type": "response.output_item.added", "output_index": 1, "item": call}),
        json!({"type": "response.function_call_arguments.delta", "output_index": 1,
            "delta": "{\"path\": \"a\"}"}),
    ]);
    assert_eq!((&*answer.text, answer.calls.len()), ("I read.", 1));
    let turn = answer.turn();
    assert_eq!(
        turn[0]["content"],
        json!([{"type": "output_text", "text": "I read.", "annotations": []}])
    );
    assert_eq!(turn[1]["arguments"], answer.calls[0].raw);
}

#[test]
fn a_request_for_approval_waits_for_an_answer() {
    let item = json!({"type": "mcp_approval_request", "id": "mcpr_1", "name": "send",
        "server_label": "mail", "arguments": "{}"});
    let body = json!({"status": "completed", "output": [item]});
    let answer = answer(Api::OpenAiResponses, &body);
    assert_eq!(answer.stop, StopReason::ToolCalls);
    let request = &answer.builtin_calls[0];
    assert_eq!(
        (request.name.as_deref(), &request.item),
        (Some("send"), &item)
    );
    assert_eq!(
        request.result(true),
        json!({"type": "mcp_approval_response", "approval_request_id": "mcpr_1",
            "approve": true}),
    );
    assert_eq!(
        request.failure("The user said no."),
        json!({"type": "mcp_approval_response", "approval_request_id": "mcpr_1",
            "approve": false, "reason": "The user said no."}),
    );
}

#[test]
fn each_kind_of_call_can_be_answered() {
    let caller = json!({"type": "program", "caller_id": "prog_1"});
    let result = |item: Value| {
        let body = json!({"status": "completed", "output": [item]});
        let answer = answer(Api::OpenAiResponses, &body);
        let call = answer.builtin_calls[0].clone();
        [call.result("ok"), call.failure("no")]
    };
    let actions = json!([{"type": "click", "x": 1, "y": 2, "button": "left"}]);
    let item = json!({"type": "computer_call", "id": "cu_1", "call_id": "c1",
        "status": "completed", "actions": actions});
    let body = json!({"status": "completed", "output": [item]});
    assert_eq!(
        answer(Api::OpenAiResponses, &body).builtin_calls[0].input,
        actions
    );
    assert_eq!(
        result(
            json!({"type": "apply_patch_call", "call_id": "c1", "status": "completed",
            "operation": {}, "caller": caller})
        ),
        [
            json!({"type": "apply_patch_call_output", "call_id": "c1", "status": "completed",
                "output": "ok", "caller": caller}),
            json!({"type": "apply_patch_call_output", "call_id": "c1", "status": "failed",
                "output": "no", "caller": caller}),
        ]
    );
    assert_eq!(
        result(
            json!({"type": "shell_call", "call_id": "c1", "status": "completed",
            "action": {"commands": ["ls"]}})
        )[1],
        json!({"type": "shell_call_output", "call_id": "c1", "output": [
            {"stdout": "", "stderr": "no", "outcome": {"type": "exit", "exit_code": 1}}]}),
    );
    assert_eq!(
        result(
            json!({"type": "tool_search_call", "call_id": "c1", "execution": "client",
            "status": "completed", "arguments": {}})
        )[1],
        json!({"type": "tool_search_output", "call_id": "c1", "execution": "client",
            "status": "completed", "tools": []}),
    );
}

/// The server runs a command in a container, and its output is in the answer.
#[test]
fn a_command_that_the_server_runs_is_not_a_call() {
    let container = json!({"type": "container_reference", "container_id": "cntr_1"});
    let shell = |environment: &Value| {
        json!({"type": "shell_call", "id": "sh_1", "call_id": "c1", "status": "completed",
            "action": {"commands": ["ls"]}, "environment": environment})
    };
    let output = json!({"type": "shell_call_output", "id": "sho_1", "call_id": "c1",
        "status": "completed", "output": []});
    for items in [
        json!([shell(&container)]),
        json!([shell(&Value::Null), output]),
    ] {
        let body = json!({"status": "completed", "output": items});
        let answer = answer(Api::OpenAiResponses, &body);
        assert_eq!(
            (answer.stop.as_str(), answer.builtin_calls.len()),
            ("done", 0),
            "{items}"
        );
    }
    let body = json!({"status": "completed", "output": [shell(&json!({"type": "local"}))]});
    assert_eq!(answer(Api::OpenAiResponses, &body).builtin_calls.len(), 1);
}

/// The calls of a program have the status `in_progress` until they have results.
#[test]
fn a_call_of_a_program_is_complete() {
    let caller = json!({"type": "program", "caller_id": "call_1"});
    let items = json!([
        {"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "read",
            "arguments": "{}", "status": "in_progress", "caller": caller},
        {"type": "custom_tool_call", "id": "ct_1", "call_id": "c2", "name": "sql",
            "input": "SELECT 1", "status": "in_progress", "caller": caller},
    ]);
    let body = json!({"status": "completed", "output": items});
    let mut events: Vec<_> = (0..2)
        .map(|at| {
            json!({"type": "response.output_item.done", "output_index": at, "item": items[at]})
        })
        .collect();
    events.push(json!({"type": "response.completed", "response": body}));
    for answer in [from_events(&events), answer(Api::OpenAiResponses, &body)] {
        assert_eq!((answer.calls.len(), answer.builtin_calls.len()), (1, 1));
        assert_eq!(answer.builtin_calls[0].result("1")["caller"], caller);
    }
}

/// The API requires these members in a request, even with `null`.
#[test]
fn an_item_of_the_server_keeps_its_nulls() {
    let items = json!([
        {"type": "code_interpreter_call", "id": "ci_1", "status": "completed", "code": "1",
            "container_id": "cntr_1", "outputs": null},
        {"type": "image_generation_call", "id": "ig_1", "status": "failed", "result": null},
    ]);
    let body = json!({"status": "completed", "output": items});
    let answer = answer(Api::OpenAiResponses, &body);
    assert_eq!(Value::from(answer.turn().to_vec()), items);
}

/// The result of such a call may be sent later.
#[test]
fn an_asynchronous_call_is_marked() {
    let item = json!({"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "read",
        "arguments": "{}", "status": "completed", "async": true});
    let body = json!({"status": "completed", "output": [item]});
    let streamed = from_events(&[
        json!({"type": "response.output_item.added", "output_index": 0, "item": item}),
        json!({"type": "response.output_item.done", "output_index": 0, "item": item}),
        json!({"type": "response.completed", "response": body}),
    ]);
    for answer in [streamed, answer(Api::OpenAiResponses, &body)] {
        assert!(answer.calls[0].is_async);
        assert_eq!(answer.turn()[0]["async"], true);
    }
}
