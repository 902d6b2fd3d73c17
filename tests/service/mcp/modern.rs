//! Clients of MCP 2026-07-28 over HTTP, which work without sessions.

use std::time::Duration;

use axum::body::{Body, BodyDataStream, to_bytes};
use axum::http::{Request, Response};
use insta::assert_snapshot;
use serde_json::{Value, json};
use tokio_stream::StreamExt;
use tool_core::Tool;
use tool_service::ToolService;
use tool_service::mcp::{HttpOptions, HttpService, McpServerBuilder};
use tower::ServiceExt;

/// Add two numbers.
#[derive(Debug, Tool)]
#[tool(read_only)]
struct Add {
    left: i32,
    right: i32,
}

fn server(options: HttpOptions) -> HttpService {
    let service = ToolService::new();
    service
        .register(async |add: Add| Ok::<_, String>(add.left + add.right))
        .unwrap();
    McpServerBuilder::new(&service).http(options)
}

/// Sends a request that declares its revision.
async fn send(server: &HttpService, method: &str, mut params: Value) -> Response<Body> {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let name = params["name"].as_str().unwrap_or_default().to_owned();
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    let mut request = Request::post("/mcp")
        .header("host", "localhost")
        .header("accept", "application/json, text/event-stream")
        .header("content-type", "application/json")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", method);
    if !name.is_empty() {
        request = request.header("mcp-name", name);
    }
    let request = request.body(Body::from(message.to_string())).unwrap();
    server
        .clone()
        .oneshot(request)
        .await
        .unwrap()
        .map(Body::new)
}

/// Returns the answer to a request, from a JSON body or an event stream.
async fn answer(server: &HttpService, method: &str, params: Value) -> Value {
    let answer = send(server, method, params).await;
    let body = to_bytes(answer.into_body(), 1 << 20).await.unwrap();
    let body = String::from_utf8(body.to_vec()).unwrap();
    let mut lines = body
        .lines()
        .map(|line| line.strip_prefix("data:").unwrap_or(line));
    let message = lines.find_map(|line| serde_json::from_str::<Value>(line).ok());
    message.unwrap_or_else(|| panic!("{body}"))
}

#[tokio::test]
async fn results_have_type_and_ttl() {
    for options in [HttpOptions::new(), HttpOptions::new().stateless()] {
        let server = server(options);
        for method in ["tools/list", "server/discover"] {
            let result = answer(&server, method, json!({})).await["result"].take();
            assert_eq!(result["resultType"], "complete", "{result}");
            assert_eq!(result["ttlMs"], 0, "{result}");
            assert_eq!(result["cacheScope"], "private", "{result}");
        }
        let arguments = [
            json!({"left": 1, "right": 2}),
            json!("{\"left\": 1, \"right\": 2}"),
        ];
        for arguments in arguments {
            let call = json!({"name": "add", "arguments": arguments});
            let mut answer = answer(&server, "tools/call", call).await;
            let result = answer["result"].as_object_mut().unwrap();
            assert_eq!(result["resultType"], "complete", "{result:?}");
            assert_eq!(result["content"][0]["text"], "3", "{result:?}");
            // Only lists have these fields.
            assert!(!result.contains_key("ttlMs"), "{result:?}");
        }
    }
}

/// Subscribes to changes, and waits until these words arrive.
async fn listen(server: &HttpService, words: &str) -> (BodyDataStream, String) {
    let listen = json!({"notifications": {"toolsListChanged": true}});
    let answer = send(server, "subscriptions/listen", listen).await;
    let (mut stream, mut text) = (answer.into_body().into_data_stream(), String::new());
    while !text.contains(words) {
        let part = tokio::time::timeout(Duration::from_secs(10), stream.next());
        let part = part.await.unwrap().unwrap_or_else(|| panic!("{text}"));
        text.push_str(str::from_utf8(&part.unwrap()).unwrap());
    }
    (stream, text)
}

#[tokio::test]
async fn limits_the_number_of_subscriptions() {
    const ACKNOWLEDGED: &str = "subscriptions/acknowledged";
    let server = server(HttpOptions::new().max_sessions(2));
    let (first, _) = listen(&server, ACKNOWLEDGED).await;
    let (_second, _) = listen(&server, ACKNOWLEDGED).await;
    let (_, refused) = listen(&server, "\"error\"").await;
    let error = refused.lines().find(|line| line.contains("error")).unwrap();
    assert_snapshot!(error, @r#"data: {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"The server has too many subscriptions; try again later"}}"#);
    // Calls are still answered, and the end of a subscription makes room for another.
    let call = json!({"name": "add", "arguments": {"left": 1, "right": 2}});
    assert_eq!(
        answer(&server, "tools/call", call).await["result"]["isError"],
        false
    );
    drop(first);
    for _ in 0..1000 {
        let ended = tokio::time::timeout(Duration::from_millis(20), async {
            listen(&server, "\"error\"").await
        });
        if ended.await.is_err() {
            return;
        }
    }
    panic!("no subscription ends");
}
