//! Answers to calls over HTTP.

use axum::response::Response;
use insta::assert_snapshot;
use serde_json::{Value, json};
use tool_service::{Content, ToolResult, ToolService};

use super::by_hand::{answer, serve};
use super::{call, connected, outcome};

/// Calls a tool whose server answers so. `ID` in the body is the id of the request.
async fn answered(status: u16, kind: &'static str, body: &str) -> ToolResult {
    answered_with(status, kind, body, &[]).await
}

async fn answered_with(
    status: u16,
    kind: &'static str,
    body: &str,
    headers: &'static [(&str, &str)],
) -> ToolResult {
    let body = body.to_owned();
    let respond = move |message: Value| -> Response {
        let body = body.replace("ID", &message["id"].to_string());
        let mut response = answer(status, kind, body);
        for (name, value) in headers {
            response.headers_mut().insert(*name, value.parse().unwrap());
        }
        response
    };
    let server = serve(|| answer(405, "text/plain", ""), respond).await;
    let (service, _connection) = connected(server).await;
    call_echo(&service).await
}

async fn call_echo(service: &ToolService) -> ToolResult {
    call(service, "echo", json!({})).await
}

const FAULTY: &str = r#"{"jsonrpc": "2.0", "id": ID, "result": {"content": [{"type": "text", "text": "a\ud83d"}, {"type": "hologram", "size": 3}]}}"#;

/// A fault in one string or block costs this string or block, since the tool has run.
#[tokio::test]
async fn reads_answers_with_faults_in_any_kind_of_body() {
    let event = format!("event: message\ndata: {FAULTY}\n\n");
    for (kind, body) in [
        ("application/json", FAULTY),
        ("application/json; charset=utf-8", FAULTY),
        ("text/event-stream", &event),
    ] {
        let result = answered(200, kind, body).await;
        assert_eq!(
            result.content,
            [
                Content::Text("a\u{fffd}".to_owned()),
                Content::Other(json!({"type": "hologram", "size": 3})),
            ],
            "{kind}"
        );
    }
}

/// Bytes that are not UTF-8 cost themselves, in a body and in an event.
#[tokio::test]
async fn reads_answers_with_invalid_bytes() {
    for (kind, before, after) in [
        ("application/json", "", ""),
        ("text/event-stream", "event: message\ndata: ", "\n\n"),
    ] {
        let respond = move |message: Value| -> Response {
            let text = |text: &str| json!({"type": "text", "text": text});
            let result = json!({"content": [text("a INVALID"), text("b")]});
            let answered = json!({"jsonrpc": "2.0", "id": message["id"], "result": result});
            let whole = format!("{before}{answered}{after}");
            let (start, end) = whole.split_once("INVALID").unwrap();
            let body = [start.as_bytes(), b"\xed\xa0\xbd\xff", end.as_bytes()].concat();
            answer(200, kind, body)
        };
        let server = serve(|| answer(405, "text/plain", ""), respond).await;
        let (service, _connection) = connected(server).await;
        let definition = service.get("mcp__peer__echo").unwrap();
        assert_eq!(definition.definition().description(), "a \u{fffd}");
        let result = call_echo(&service).await;
        let texts = ["a \u{fffd}\u{fffd}\u{fffd}\u{fffd}", "b"];
        let texts = texts.map(|text| Content::Text(text.to_owned()));
        assert_eq!(result.content, texts, "{kind}");
    }
}

#[tokio::test]
async fn body_that_is_no_message_is_an_error() {
    let empty = outcome(&answered(200, "application/json", "").await);
    assert_snapshot!(empty, @r#"
    The service behind the tool mcp__peer__echo failed. The call may have had its effect all the same.
    ServerError: server: the MCP server "peer" sent an unreadable answer
    may have run: true
    "#);
    for body in ["{", "[]", r#"{"result": 3}"#, "\"a\\ud83d\""] {
        let result = answered(200, "application/json", body).await;
        assert_eq!(outcome(&result), empty, "{body}");
    }
    let result = answered(200, "text/html", "<html>").await;
    assert_snapshot!(outcome(&result), @r#"
    The service behind the tool mcp__peer__echo failed. The call may have had its effect all the same.
    ServerError: server: the MCP server "peer" sent an unreadable answer
    may have run: true
    "#);
}

#[tokio::test]
async fn limits_the_size_of_an_answer() {
    let long = "x".repeat(17 << 20);
    let text = format!(
        r#"{{"jsonrpc": "2.0", "id": ID, "result": {{"content": [{{"type": "text", "text": "{long}"}}]}}}}"#
    );
    let result = answered(200, "application/json", &text).await;
    assert_snapshot!(outcome(&result), @r#"
    The service behind the tool mcp__peer__echo failed. The call may have had its effect all the same.
    ServerError: server: the MCP server "peer" sent an answer of more than 16777216 bytes
    may have run: true
    "#);
    let result = answered(200, "text/event-stream", &format!("data: {text}\n\n")).await;
    assert_snapshot!(outcome(&result), @r#"
    The connection to the tool mcp__peer__echo broke off. The call may have had its effect all the same.
    NetworkError: network: the MCP server "peer" closed the connection before it answered
    may have run: true
    "#);
}

/// Many events may exceed the limit together.
#[tokio::test]
async fn size_of_a_stream_is_not_limited() {
    let progress = json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {
        "level": "info", "data": "x".repeat(1 << 20),
    }});
    let events = format!("data: {progress}\n\n").repeat(20);
    let result = answered(
        200,
        "text/event-stream",
        &format!("{events}data: {FAULTY}\n\n"),
    )
    .await;
    assert!(!result.is_error, "{}", result.text());
}

#[tokio::test]
async fn each_status_of_a_call_has_its_class() {
    let error = r#"{"jsonrpc": "2.0", "id": ID, "error": {"code": -32602, "message": "no such city\ud83d"}}"#;
    assert_snapshot!(outcome(&answered(400, "application/json", error).await), @r#"
    The tool refused the call: no such city�
    ValidationError: rejected arguments: the MCP server "peer" refused the call (JSON-RPC error -32602)
    source: no such city� (JSON-RPC error -32602)
    may have run: false
    "#);
    assert_snapshot!(outcome(&answered(400, "text/plain", "secret").await), @r#"
    The tool mcp__peer__echo failed.
    ToolExecutionError: tool execution: the MCP server "peer" answered with HTTP status 400
    may have run: false
    "#);
    assert_snapshot!(outcome(&answered(404, "text/plain", "").await), @r#"
    The tool mcp__peer__echo could not be reached.
    NetworkError: network: the MCP server "peer" no longer knows the session
    may have run: false
    "#);
    assert_snapshot!(outcome(&answered(500, "application/json", error).await), @r#"
    The tool refused the call: no such city�
    ValidationError: rejected arguments: the MCP server "peer" refused the call (JSON-RPC error -32602)
    source: no such city� (JSON-RPC error -32602)
    may have run: false
    "#);
    assert_snapshot!(outcome(&answered(503, "text/plain", "").await), @r#"
    The service behind the tool mcp__peer__echo failed. The call may have had its effect all the same.
    ServerError: server: the MCP server "peer" answered with HTTP status 503
    may have run: true
    "#);
    assert_snapshot!(outcome(&answered(401, "application/json", error).await), @r#"
    The tool mcp__peer__echo is not logged in to the service that it needs.
    AuthenticationError: authentication: the MCP server "peer" answered with HTTP status 401
    may have run: false
    "#);
    let challenge = &[("www-authenticate", "Bearer scope=\"a\"")];
    let refused = answered_with(401, "text/plain", "", challenge).await;
    assert_snapshot!(outcome(&refused), @r#"
    The tool mcp__peer__echo is not logged in to the service that it needs.
    AuthenticationError: authentication: the MCP server "peer" answered with HTTP status 401
    may have run: false
    "#);
    let refused = answered_with(403, "text/plain", "", challenge).await;
    assert_snapshot!(outcome(&refused), @r#"
    The tool mcp__peer__echo is not allowed to do that.
    PermissionError: permission: the MCP server "peer" answered with HTTP status 403
    may have run: false
    "#);
    let limited = answered_with(429, "application/json", error, &[("retry-after", "7")]).await;
    assert_snapshot!(outcome(&limited), @r#"
    The tool mcp__peer__echo is called too often. Try again later.
    RateLimitError: rate limit: the MCP server "peer" answered with HTTP status 429
    may have run: false
    "#);
    let wait = limited
        .error
        .as_ref()
        .unwrap()
        .failure()
        .unwrap()
        .retry_after();
    assert_eq!(wait, Some(std::time::Duration::from_secs(7)));
}
