//! Progress of a tool, sent to the requesting client.

use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use insta::assert_snapshot;
use serde_json::{Value, json};
use tool_core::Tool;
use tool_service::extract::CallContext;
use tool_service::layer::ToolRequest;
use tool_service::mcp::{HttpOptions, McpServerBuilder};
use tool_service::{Progress, ToolService};
use tower::Service;

use super::requests::send;
use super::serve::Client;

/// Count up.
#[derive(Debug, Tool)]
struct Count {
    reports: Vec<f64>,
}

async fn count(context: CallContext, count: Count) -> Result<String, String> {
    for report in count.reports {
        let progress = Progress::new(report).total(9.0);
        context.report_progress(progress.message(format!("at {report}")));
        // Gives the client time, since it gets only the latest progress.
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok("counted".to_owned())
}

fn service() -> ToolService {
    let service = ToolService::new();
    service.register(count).unwrap();
    service
}

fn request(reports: &[f64], token: Option<Value>) -> Value {
    let mut params = json!({"name": "count", "arguments": {"reports": reports}});
    if let Some(token) = token {
        params["_meta"] = json!({"progressToken": token});
    }
    json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params})
}

/// Returns the messages to the client for a call, up to the result.
async fn sent(request: Value) -> String {
    let mut client = Client::initialized(&service()).await;
    client.send(request).await;
    let mut lines = Vec::new();
    loop {
        let message = client.next().await;
        lines.push(message.to_string());
        if message["id"] == 7 {
            return lines.join("\n");
        }
    }
}

#[tokio::test]
async fn reports_progress_to_a_client_with_a_token() {
    assert_snapshot!(sent(request(&[1.0, 2.5], Some(json!("abc")))).await, @r#"
    {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"abc","progress":1.0,"total":9.0,"message":"at 1"}}
    {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"abc","progress":2.5,"total":9.0,"message":"at 2.5"}}
    {"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"counted"}],"isError":false}}
    "#);
    assert_snapshot!(sent(request(&[1.0], Some(json!(5)))).await, @r#"
    {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":5,"progress":1.0,"total":9.0,"message":"at 1"}}
    {"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"counted"}],"isError":false}}
    "#);
}

#[tokio::test]
async fn reports_no_progress_without_a_token() {
    assert_snapshot!(sent(request(&[1.0, 2.5], None)).await, @r#"{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"counted"}],"isError":false}}"#);
}

/// The protocol requires growing progress.
#[tokio::test]
async fn does_not_send_constant_progress() {
    assert_snapshot!(sent(request(&[2.0, 2.0, 1.0, 3.0], Some(json!(1)))).await, @r#"
    {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":2.0,"total":9.0,"message":"at 2"}}
    {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":3.0,"total":9.0,"message":"at 3"}}
    {"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"counted"}],"isError":false}}
    "#);
}

/// `rmcp` passes such arguments in another way.
#[tokio::test]
async fn reports_progress_of_repaired_calls() {
    let mut request = request(&[], Some(json!(1)));
    request["params"]["arguments"] = json!("{\"reports\": [1]}");
    assert_snapshot!(sent(request).await, @r#"
    {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1.0,"total":9.0,"message":"at 1"}}
    {"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"counted"}],"isError":false}}
    "#);
}

/// The response becomes a stream of events.
#[tokio::test]
async fn reports_progress_over_http_without_sessions() {
    let options = HttpOptions::new().stateless();
    let server = McpServerBuilder::new(&service()).http(options);
    let body = request(&[1.0], Some(json!(1))).to_string();
    let answer = send(&server, None, body).await;
    let messages: Vec<_> = answer
        .body
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .filter(|data| !data.is_empty())
        .collect();
    assert_snapshot!(messages.join("\n"), @r#"
    {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1.0,"total":9.0,"message":"at 1"}}
    {"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"counted"}],"isError":false}}
    "#);
}

/// Holds each forwarded request.
#[derive(Clone)]
struct Keep<S>(S, Arc<Mutex<Vec<ToolRequest>>>);

impl<S: Service<ToolRequest>> Service<ToolRequest> for Keep<S> {
    type Response = S::Response;
    type Error = S::Error;
    type Future = S::Future;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.0.poll_ready(cx)
    }

    fn call(&mut self, request: ToolRequest) -> S::Future {
        self.1.lock().unwrap().push(request.clone());
        self.0.call(request)
    }
}

/// The result does not wait for the last clone of the request.
#[tokio::test]
async fn a_layer_may_hold_the_request() {
    let kept = Arc::default();
    let service = service();
    let keep = Keep(service.clone(), Arc::clone(&kept));
    let serve = McpServerBuilder::new(&service).service(keep);
    let mut client = Client::initialized_with(serve).await;
    client.send(request(&[1.0], Some(json!(1)))).await;
    assert_eq!(client.next().await["method"], "notifications/progress");
    assert_eq!(client.next().await["id"], 7);
    assert_eq!(kept.lock().unwrap().len(), 1);
}
