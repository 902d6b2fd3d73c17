//! Requests to the service as an MCP server over HTTP, written by hand.

use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::{Request, StatusCode};
use insta::{allow_duplicates, assert_snapshot};
use serde_json::{Value, json};
use tool_service::ToolService;
use tool_service::mcp::{HttpOptions, HttpService};
use tower::ServiceExt;

pub(super) struct Answer {
    status: StatusCode,
    session: Option<String>,
    pub(super) body: String,
}

/// Sends a request, in a session if there is one.
pub(super) async fn send(
    server: &HttpService,
    session: Option<&str>,
    body: impl Into<Body>,
) -> Answer {
    let mut request = Request::post("/mcp")
        .header("host", "localhost")
        .header("accept", "application/json, text/event-stream")
        .header("content-type", "application/json");
    if let Some(session) = session {
        request = request.header("mcp-session-id", session);
    }
    let request = request.body(body.into()).unwrap();
    let answer = server.clone().oneshot(request).await.unwrap();
    let session = answer.headers().get("mcp-session-id");
    let session = session.map(|id| id.to_str().unwrap().to_owned());
    let status = answer.status();
    let body = to_bytes(Body::new(answer.into_body()), 1 << 20)
        .await
        .unwrap();
    let body = String::from_utf8(body.to_vec()).unwrap();
    Answer {
        status,
        session,
        body,
    }
}

fn message(id: u32, method: &str, params: &Value) -> Bytes {
    let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
    message.to_string().into()
}

fn initialize() -> Bytes {
    let params = json!({
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    });
    message(1, "initialize", &params)
}

fn server(options: HttpOptions) -> HttpService {
    ToolService::new().mcp_http(options)
}

/// A new session.
async fn begin(server: &HttpService) -> String {
    let answer = send(server, None, initialize()).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.session.unwrap()
}

async fn ping(server: &HttpService, session: &str) -> StatusCode {
    send(server, Some(session), message(2, "ping", &json!({})))
        .await
        .status
}

/// Ends a session as a client does.
async fn delete(server: &HttpService, session: &str) {
    let request = Request::delete("/mcp")
        .header("host", "localhost")
        .header("mcp-session-id", session);
    let request = request.body(Body::empty()).unwrap();
    let answer = server.clone().oneshot(request).await.unwrap();
    assert!(answer.status().is_success(), "{answer:?}");
}

/// Waits until one more session is taken, which is when another has ended.
async fn begin_again(server: &HttpService) -> String {
    for _ in 0..1000 {
        if let Some(session) = send(server, None, initialize()).await.session {
            return session;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("no session ends");
}

#[tokio::test]
async fn sessions_are_limited_in_number() {
    let server = server(HttpOptions::new().max_sessions(2));
    let first = begin(&server).await;
    let second = begin(&server).await;
    let refused = send(&server, None, initialize()).await;
    assert_eq!(
        (refused.status, refused.session),
        (StatusCode::SERVICE_UNAVAILABLE, None)
    );
    assert_snapshot!(refused.body, @r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"The server has too many sessions; try again later"}}"#);
    // Those that there are go on.
    assert_eq!(ping(&server, &first).await, StatusCode::OK);
    delete(&server, &first).await;
    begin_again(&server).await;
    assert_eq!(ping(&server, &second).await, StatusCode::OK);
}

#[tokio::test]
async fn sessions_are_limited_to_a_thousand_by_default() {
    let server = server(HttpOptions::new());
    for _ in 0..1000 {
        begin(&server).await;
    }
    let refused = send(&server, None, initialize()).await;
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
}

#[tokio::test]
async fn a_session_without_a_message_after_the_handshake_ends() {
    let options = HttpOptions::new().setup_timeout(Duration::from_millis(200));
    let server = server(options.max_sessions(2));
    let used = begin(&server).await;
    assert_eq!(ping(&server, &used).await, StatusCode::OK);
    let unused = begin(&server).await;
    let next = begin_again(&server).await;
    assert_eq!(ping(&server, &unused).await, StatusCode::NOT_FOUND);
    assert_eq!(ping(&server, &next).await, StatusCode::OK);
    // It is past its own time as well.
    assert_eq!(ping(&server, &used).await, StatusCode::OK);
}

#[tokio::test]
async fn a_session_that_is_idle_ends() {
    let options = HttpOptions::new().idle_timeout(Duration::from_millis(200));
    let server = server(options.max_sessions(1));
    let idle = begin(&server).await;
    assert_eq!(ping(&server, &idle).await, StatusCode::OK);
    begin_again(&server).await;
    assert_eq!(ping(&server, &idle).await, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_body_that_is_no_message_gets_a_json_rpc_error() {
    for options in [HttpOptions::new(), HttpOptions::new().stateless()] {
        let server = server(options);
        let mut answers = Vec::new();
        for body in ["", "{\"jsonrpc\": ", "hello", "\u{feff}{}", "{}", "[]", "5"] {
            let answer = send(&server, None, body).await;
            answers.push(format!("{body:?}: {} {}", answer.status, answer.body));
        }
        allow_duplicates! {
            assert_snapshot!(answers.join("\n"), @r#"
            "": 400 Bad Request {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"The body is not JSON"}}
            "{\"jsonrpc\": ": 400 Bad Request {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"The body is not JSON"}}
            "hello": 400 Bad Request {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"The body is not JSON"}}
            "\u{feff}{}": 400 Bad Request {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"The body is not JSON"}}
            "{}": 400 Bad Request {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"The body is not a JSON-RPC message"}}
            "[]": 400 Bad Request {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"The body is not a JSON-RPC message"}}
            "5": 400 Bad Request {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"The body is not a JSON-RPC message"}}
            "#);
        }
    }
}

#[tokio::test]
async fn a_body_that_is_not_utf_8_gets_a_json_rpc_error() {
    let answer = send(&server(HttpOptions::new()), None, &b"{\"\xff\": 1}"[..]).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    assert!(answer.body.contains("-32700"), "{}", answer.body);
}

#[tokio::test]
async fn a_body_of_another_media_type_is_refused_as_such() {
    let request = Request::post("/mcp")
        .header("host", "localhost")
        .header("accept", "application/json, text/event-stream")
        .header("content-type", "text/plain");
    let request = request.body(Body::from(initialize())).unwrap();
    let answer = server(HttpOptions::new()).oneshot(request).await.unwrap();
    assert_eq!(answer.status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
}
