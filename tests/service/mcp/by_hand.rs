//! A server over HTTP whose answers are written by hand.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::Method;
use axum::response::Response;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tool_service::mcp::McpServerConfig;

pub(super) fn answer(status: u16, kind: &str, body: impl Into<Body>) -> Response {
    let answer = Response::builder().status(status);
    let answer = answer.header("content-type", kind);
    let answer = answer.header("mcp-session-id", "s");
    answer.body(body.into()).unwrap()
}

/// Starts a server with the tool `echo`. `stream` answers a GET, and `call` any message after the
/// handshake and the list of tools.
pub(super) async fn serve<S, C>(stream: S, call: C) -> McpServerConfig
where
    S: Fn() -> Response + Clone + Send + Sync + 'static,
    C: Fn(Value) -> Response + Clone + Send + Sync + 'static,
{
    let router = Router::new().fallback(async move |request: Request| {
        if request.method() == Method::GET {
            return stream();
        }
        let body = to_bytes(request.into_body(), usize::MAX).await.unwrap();
        let message: Value = serde_json::from_slice(&body).unwrap_or_default();
        let result = match message["method"].as_str() {
            Some("initialize") => json!({
                "protocolVersion": "2025-06-18",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "p", "version": "1"},
            }),
            Some("tools/list") => {
                let schema = json!({"type": "object"});
                json!({"tools": [{"name": "echo", "description": "a HALF", "inputSchema": schema}]})
            }
            Some("tools/call") => return call(message),
            _ => return answer(202, "text/plain", ""),
        };
        let message = json!({"jsonrpc": "2.0", "id": message["id"], "result": result});
        // A text that a program cut within a character costs itself only.
        let body = message.to_string().replace("HALF", r"\ud83d");
        answer(200, "application/json", body)
    });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    McpServerConfig::http("peer", format!("http://{address}/mcp")).unwrap()
}
