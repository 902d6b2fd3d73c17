//! Handwritten requests to the MCP server over HTTP.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::{Request, Response, StatusCode};
use insta::{allow_duplicates, assert_snapshot};
use serde_json::{Value, json};
use tokio_stream::StreamExt;
use tool_core::Tool;
use tool_service::extract::CallContext;
use tool_service::mcp::{HttpOptions, HttpService, McpServerBuilder};
use tool_service::{Progress, ToolService};
use tower::ServiceExt;

pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) session: Option<String>,
    pub(super) body: String,
}

/// Sends a request, in a session if given, without waiting for the body of its answer.
pub(super) async fn open(
    server: &HttpService,
    session: Option<&str>,
    body: impl Into<Body>,
) -> Response<Body> {
    let mut request = Request::post("/mcp")
        .header("host", "localhost")
        .header("accept", "application/json, text/event-stream")
        .header("content-type", "application/json");
    if let Some(session) = session {
        request = request.header("mcp-session-id", session);
    }
    let request = request.body(body.into()).unwrap();
    let answer = server.clone().oneshot(request).await.unwrap();
    answer.map(Body::new)
}

/// Sends a request, in a session if given.
pub(super) async fn send(
    server: &HttpService,
    session: Option<&str>,
    body: impl Into<Body>,
) -> Answer {
    read(open(server, session, body).await).await
}

pub(super) async fn read(answer: Response<Body>) -> Answer {
    let session = answer.headers().get("mcp-session-id");
    let session = session.map(|id| id.to_str().unwrap().to_owned());
    Answer {
        status: answer.status(),
        session,
        body: text(answer).await,
    }
}

pub(super) async fn text(answer: Response<Body>) -> String {
    let body = to_bytes(answer.into_body(), 1 << 20);
    let body = tokio::time::timeout(Duration::from_secs(10), body).await;
    String::from_utf8(body.unwrap().unwrap().to_vec()).unwrap()
}

fn message(id: u32, method: &str, params: &Value) -> Bytes {
    let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
    message.to_string().into()
}

pub(super) fn initialize() -> Bytes {
    let params = json!({
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    });
    message(1, "initialize", &params)
}

fn server(options: HttpOptions) -> HttpService {
    McpServerBuilder::new(&ToolService::new()).http(options)
}

/// Opens a session.
pub(super) async fn begin(server: &HttpService) -> String {
    let answer = send(server, None, initialize()).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.session.unwrap()
}

pub(super) async fn ping(server: &HttpService, session: &str) -> StatusCode {
    send(server, Some(session), message(2, "ping", &json!({})))
        .await
        .status
}

/// Ends a session like a client.
async fn delete(server: &HttpService, session: &str) {
    let request = Request::delete("/mcp")
        .header("host", "localhost")
        .header("mcp-session-id", session);
    let request = request.body(Body::empty()).unwrap();
    let answer = server.clone().oneshot(request).await.unwrap();
    assert!(answer.status().is_success(), "{answer:?}");
}

/// Waits until a new session is accepted, which requires that another has ended.
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
async fn limits_the_number_of_sessions() {
    let server = server(HttpOptions::new().max_sessions(2));
    let first = begin(&server).await;
    let second = begin(&server).await;
    let refused = send(&server, None, initialize()).await;
    assert_eq!(
        (refused.status, refused.session),
        (StatusCode::SERVICE_UNAVAILABLE, None)
    );
    assert_snapshot!(refused.body, @r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"The server has too many sessions; try again later"}}"#);
    // The existing sessions continue.
    assert_eq!(ping(&server, &first).await, StatusCode::OK);
    delete(&server, &first).await;
    begin_again(&server).await;
    assert_eq!(ping(&server, &second).await, StatusCode::OK);
}

#[tokio::test]
async fn default_session_limit_is_1000() {
    let server = server(HttpOptions::new());
    for _ in 0..1000 {
        begin(&server).await;
    }
    let refused = send(&server, None, initialize()).await;
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
}

#[tokio::test]
async fn closes_an_unused_session() {
    let options = HttpOptions::new().setup_timeout(Duration::from_millis(200));
    let server = server(options.max_sessions(2));
    let used = begin(&server).await;
    assert_eq!(ping(&server, &used).await, StatusCode::OK);
    let unused = begin(&server).await;
    let next = begin_again(&server).await;
    assert_eq!(ping(&server, &unused).await, StatusCode::NOT_FOUND);
    assert_eq!(ping(&server, &next).await, StatusCode::OK);
    // The session has also exceeded its setup timeout.
    assert_eq!(ping(&server, &used).await, StatusCode::OK);
}

#[tokio::test]
async fn closes_an_idle_session() {
    let options = HttpOptions::new().idle_timeout(Duration::from_millis(200));
    let server = server(options.max_sessions(1));
    let idle = begin(&server).await;
    assert_eq!(ping(&server, &idle).await, StatusCode::OK);
    begin_again(&server).await;
    assert_eq!(ping(&server, &idle).await, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn answers_an_invalid_message_with_a_json_rpc_error() {
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
async fn answers_invalid_utf_8_with_a_json_rpc_error() {
    let answer = send(&server(HttpOptions::new()), None, &b"{\"\xff\": 1}"[..]).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    assert!(answer.body.contains("-32700"), "{}", answer.body);
}

#[tokio::test]
async fn rejects_other_media_types() {
    let request = Request::post("/mcp")
        .header("host", "localhost")
        .header("accept", "application/json, text/event-stream")
        .header("content-type", "text/plain");
    let request = request.body(Body::from(initialize())).unwrap();
    let answer = server(HttpOptions::new()).oneshot(request).await.unwrap();
    assert_eq!(answer.status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

/// Wait until the test says so.
#[derive(Debug, Tool)]
pub(super) struct Wait {}

pub(super) fn call_of(id: u32) -> Bytes {
    message(id, "tools/call", &json!({"name": "wait", "arguments": {}}))
}

/// Returns the last message of a stream.
pub(super) fn data(body: &str) -> &str {
    let mut data = body.lines().filter_map(|line| line.strip_prefix("data: "));
    data.next_back().unwrap_or(body)
}

/// Report often.
#[derive(Debug, Tool)]
struct Report {}

/// Counts running calls.
struct Running(Arc<AtomicUsize>);

impl Running {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        Self(Arc::clone(count))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// A server with one tool that reports more than the buffer of a client, and one tool that never
/// ends.
fn reporting(options: HttpOptions) -> (HttpService, Arc<AtomicUsize>) {
    let running = Arc::new(AtomicUsize::new(0));
    let service = ToolService::new();
    let report = async |context: CallContext, _: Report| {
        for number in 0..100_u8 {
            context.report_progress(Progress::new(f64::from(number)));
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        Ok::<_, String>("reported")
    };
    service.register(report).unwrap();
    let count = Arc::clone(&running);
    let wait = move |_: Wait| {
        let running = Running::new(&count);
        async move {
            let _running = running;
            std::future::pending::<Result<(), String>>().await
        }
    };
    service.register(wait).unwrap();
    (McpServerBuilder::new(&service).http(options), running)
}

/// Calls the reporting tool, and reads no message until the stream is full.
async fn unread(server: &HttpService, session: &str) -> Response<Body> {
    let params = json!({"name": "report", "arguments": {}, "_meta": {"progressToken": "t"}});
    let answer = open(server, Some(session), message(5, "tools/call", &params)).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    answer
}

#[tokio::test]
async fn closes_a_session_whose_client_does_not_read() {
    let options = HttpOptions::new().max_sessions(1);
    let (server, _) = reporting(options.idle_timeout(Duration::from_millis(200)));
    let session = begin(&server).await;
    let unread = unread(&server, &session).await;
    begin_again(&server).await;
    // Unread messages are dropped.
    assert!(!text(unread).await.contains("reported"));
}

#[tokio::test]
async fn deleting_a_session_ends_its_calls() {
    let (server, running) = reporting(HttpOptions::new());
    let session = begin(&server).await;
    let _waits = open(&server, Some(&session), call_of(7)).await;
    let _unread = unread(&server, &session).await;
    assert_eq!(running.load(Ordering::SeqCst), 1);
    delete(&server, &session).await;
    // `rmcp` waits five seconds for the answers of calls.
    for _ in 0..1000 {
        if running.load(Ordering::SeqCst) == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the call runs on");
}

#[tokio::test]
async fn a_slow_client_loses_no_message() {
    let (server, _) = reporting(HttpOptions::new().idle_timeout(Duration::from_secs(1)));
    let session = begin(&server).await;
    let mut stream = unread(&server, &session)
        .await
        .into_body()
        .into_data_stream();
    let mut body = String::new();
    while let Some(part) = stream.next().await {
        body.push_str(str::from_utf8(&part.unwrap()).unwrap());
        tokio::time::sleep(Duration::from_millis(60)).await;
    }
    let ids = body.lines().filter_map(|line| line.strip_prefix("id: "));
    let ids: Vec<_> = ids.map(str::to_owned).collect();
    let numbered = (0..ids.len()).map(|number| format!("{number}/0"));
    assert!(ids.len() > 17, "{body}");
    assert_eq!(ids, numbered.collect::<Vec<_>>());
    assert!(data(&body).contains("reported"), "{body}");
    assert!(body.contains(r#""progress":99"#), "{body}");
}
