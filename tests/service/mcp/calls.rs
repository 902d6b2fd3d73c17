//! Calls of MCP tools.

use std::time::Duration;

use insta::{allow_duplicates, assert_snapshot};
use serde_json::json;
use tool_service::event::Event;
use tool_service::{CallOptions, CancellationToken, ToolCall};

use super::{Log, call, command, connected, next, outcome, peer};
use tool_service::mcp::McpServerConfig;

#[tokio::test]
async fn coerces_arguments_by_the_server_schema() {
    let (service, _connection) = connected(peer("")).await;
    let result = call(&service, "echo", json!({"text": "a", "times": "2"})).await;
    assert_snapshot!(outcome(&result), @r#"echo {"text":"a","times":2}"#);
    let result = call(&service, "echo", json!({"text": "a", "times": "0"})).await;
    assert_snapshot!(outcome(&result), @r#"
    Please rewrite the input with valid arguments. Errors: times: expected at least 1, got "0"
    ValidationError: Please rewrite the input with valid arguments. Errors: times: expected at least 1, got "0"
    may have run: false
    "#);
}

#[tokio::test]
async fn passthrough_arguments_stay_unchanged() {
    let (service, _connection) = connected(peer("").passthrough(["echo"])).await;
    let result = call(&service, "echo", json!({"times": "2"})).await;
    assert_snapshot!(outcome(&result), @r#"echo {"times":"2"}"#);
    let result = call(&service, "echo", json!([1])).await;
    assert_snapshot!(outcome(&result), @"
    The arguments have to be a JSON object.
    ToolExecutionError: tool execution: the arguments are not an object
    may have run: false
    ");
}

#[tokio::test]
async fn does_not_check_unsupported_schemas() {
    let (service, _connection) = connected(peer("")).await;
    let result = call(&service, "unplannable", json!({"date": 5})).await;
    assert_snapshot!(outcome(&result), @r#"unplannable {"date":5}"#);
}

#[tokio::test]
async fn tool_failures_are_outputs() {
    let (service, _connection) = connected(peer("")).await;
    let result = call(&service, "fail", json!({})).await;
    assert!(result.is_error);
    assert_snapshot!(outcome(&result), @"
    `old` was not found
    ToolExecutionError: tool execution: the tool reported a failure
    may have run: true
    ");
}

#[tokio::test]
async fn converts_blocks_to_content() {
    let (service, _connection) = connected(peer("")).await;
    let result = call(&service, "blocks", json!({})).await;
    assert_snapshot!(serde_json::to_string_pretty(&result).unwrap(), @r#"
    {
      "id": null,
      "tool": "mcp__peer__blocks",
      "content": [
        {
          "type": "text",
          "text": "a chart"
        },
        {
          "type": "image",
          "data": "aGk=",
          "mimeType": "image/png"
        },
        {
          "type": "audio",
          "data": "aGk=",
          "mimeType": "audio/wav"
        },
        {
          "type": "resource",
          "resource": {
            "uri": "file:///a.txt",
            "text": "hi"
          }
        },
        {
          "type": "resource_link",
          "uri": "file:///b.txt",
          "name": "b"
        }
      ],
      "isError": false
    }
    "#);
}

#[tokio::test]
async fn structured_content_also_becomes_text() {
    let (service, _connection) = connected(peer("")).await;
    let result = call(&service, "structured", json!({})).await;
    assert_snapshot!(serde_json::to_string_pretty(&result).unwrap(), @r#"
    {
      "id": null,
      "tool": "mcp__peer__structured",
      "content": [
        {
          "type": "text",
          "text": "{\"degrees\":21}"
        }
      ],
      "structuredContent": {
        "degrees": 21
      },
      "isError": false
    }
    "#);
}

#[tokio::test]
async fn classifies_json_rpc_errors() {
    let (service, _connection) = connected(peer("")).await;
    let mut errors = Vec::new();
    for code in [-32602, -32601, -32600, -32603, -32001, 7] {
        errors.push(outcome(
            &call(&service, "error", json!({"code": code})).await,
        ));
    }
    assert_snapshot!(errors.join("\n\n"), @r#"
    The tool refused the call: the disk is full
    ValidationError: rejected arguments: the MCP server "peer" refused the call (JSON-RPC error -32602)
    source: the disk is full (JSON-RPC error -32602)
    may have run: false

    The tool mcp__peer__error found nothing there.
    NotFoundError: not found: the MCP server "peer" does not support the method (JSON-RPC error -32601)
    source: the disk is full (JSON-RPC error -32601)
    may have run: false

    The tool mcp__peer__error failed.
    ToolExecutionError: tool execution: the MCP server "peer" could not read the request (JSON-RPC error -32600)
    source: the disk is full (JSON-RPC error -32600)
    may have run: false

    The service behind the tool mcp__peer__error failed. The call may have had its effect all the same.
    ServerError: server: the MCP server "peer" failed (JSON-RPC error -32603)
    source: the disk is full (JSON-RPC error -32603)
    may have run: true

    The service behind the tool mcp__peer__error failed. The call may have had its effect all the same.
    ServerError: server: the MCP server "peer" failed (JSON-RPC error -32001)
    source: the disk is full (JSON-RPC error -32001)
    may have run: true

    The tool mcp__peer__error failed.
    ToolExecutionError: tool execution: the MCP server "peer" answered with an error (JSON-RPC error 7)
    source: the disk is full (JSON-RPC error 7)
    may have run: true
    "#);
    let result = call(&service, "error", json!({"code": 7})).await;
    let debug = format!("{:?}", result.error);
    assert!(!debug.contains("disk"), "{debug}");
}

#[tokio::test]
async fn skips_garbage_before_an_answer() {
    let (service, _connection) = connected(peer("")).await;
    let result = call(&service, "garbage", json!({})).await;
    assert_snapshot!(outcome(&result), @"all the same");
}

#[tokio::test]
async fn rejects_an_invalid_answer() {
    let (service, _connection) = connected(peer("")).await;
    let result = call(&service, "no_result", json!({})).await;
    assert_snapshot!(outcome(&result), @r#"
    The service behind the tool mcp__peer__no_result failed. The call may have had its effect all the same.
    ServerError: server: the MCP server "peer" sent an unreadable answer
    may have run: true
    "#);
}

/// The calls fail long before their timeout.
#[tokio::test]
async fn a_long_answer_fails_its_call() {
    let (service, _connection) =
        connected(peer("").options(CallOptions::new().timeout(Duration::from_secs(600)))).await;
    for kind in ["id first", "id last"] {
        let hang = call(&service, "hang", json!({}));
        let result = tokio::select! {
            result = call(&service, "huge", json!({"kind": kind})) => result,
            other = hang => panic!("{}", outcome(&other)),
        };
        allow_duplicates! {
            assert_snapshot!(outcome(&result), @r#"
            The service behind the tool mcp__peer__huge failed. The call may have had its effect all the same.
            ServerError: server: the MCP server "peer" sent an answer of more than 16777216 bytes
            may have run: true
            "#);
        }
    }
    let result = call(&service, "echo", json!({"text": "a"})).await;
    assert!(!result.is_error, "{}", outcome(&result));
}

#[tokio::test]
async fn an_unattributable_long_line_ends_the_session() {
    for kind in ["no id", "endless"] {
        let (service, _connection) =
            connected(peer("").options(CallOptions::new().timeout(Duration::from_secs(600)))).await;
        let mut events = service.events();
        let result = call(&service, "huge", json!({"kind": kind})).await;
        allow_duplicates! {
            assert_snapshot!(outcome(&result), @r#"
            The service behind the tool mcp__peer__huge failed. The call may have had its effect all the same.
            ServerError: server: the MCP server "peer" sent an answer of more than 16777216 bytes
            may have run: true
            "#);
        }
        next(&mut events, |event| {
            matches!(event, Event::Connected { .. }).then_some(())
        })
        .await;
        let result = call(&service, "echo", json!({"text": "a"})).await;
        assert!(!result.is_error, "{}", outcome(&result));
    }
}

#[tokio::test]
async fn an_unreadable_answer_fails_its_call() {
    let (service, _connection) =
        connected(peer("").options(CallOptions::new().timeout(Duration::from_secs(600)))).await;
    for kind in ["nothing", "cut off", "deep"] {
        let result = call(&service, "unreadable", json!({"kind": kind})).await;
        allow_duplicates! {
            assert_snapshot!(outcome(&result), @r#"
            The service behind the tool mcp__peer__unreadable failed. The call may have had its effect all the same.
            ServerError: server: the MCP server "peer" sent an unreadable answer
            may have run: true
            "#);
        }
    }
    let result = call(&service, "unreadable", json!({})).await;
    assert_snapshot!(outcome(&result), @"all the same");
}

#[tokio::test]
async fn an_unanswered_call_times_out_and_is_cancelled() {
    let log = Log::new();
    let server = McpServerConfig::child_process("peer", command("", Some(&log.0)));
    let (service, _connection) =
        connected(server.options(CallOptions::new().timeout(Duration::from_millis(100)))).await;
    let result = call(&service, "hang", json!({})).await;
    assert_snapshot!(outcome(&result), @"
    The tool mcp__peer__hang did not answer in time. The call may have had its effect all the same.
    TimeoutError: timeout: no answer within 100ms
    may have run: true
    ");
    let called = log.has(|message| message["params"]["name"] == "hang").await;
    let cancelled = log
        .has(|message| message["method"] == "notifications/cancelled")
        .await;
    assert_eq!(cancelled["params"]["requestId"], called["id"]);
}

#[tokio::test]
async fn forwards_cancellation_to_the_server() {
    let log = Log::new();
    let (service, _connection) = connected(McpServerConfig::child_process(
        "peer",
        command("", Some(&log.0)),
    ))
    .await;
    let token = CancellationToken::new();
    let options = CallOptions::new().cancel(token.clone());
    let cancel = async {
        log.has(|message| message["params"]["name"] == "hang").await;
        token.cancel();
    };
    let hang = ToolCall::new("mcp__peer__hang", json!({}));
    let (result, ()) = tokio::join!(service.execute(hang, options.clone()), cancel);
    assert_snapshot!(outcome(&result), @"
    The call of mcp__peer__hang was cancelled. The call may have had its effect all the same.
    CancelledError: cancelled: the caller cancelled the call
    may have run: true
    ");
    log.has(|message| message["method"] == "notifications/cancelled")
        .await;
}
