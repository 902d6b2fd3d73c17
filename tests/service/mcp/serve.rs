//! The service as an MCP server.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::http::HeaderMap;
use insta::assert_snapshot;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};
use tokio::process::Command;
use tokio::sync::mpsc;
use tool_core::Tool;
use tool_core::call::InvalidCallTool;
use tool_service::event::{Event, Events};
use tool_service::extract::Extension;
use tool_service::mcp::{HttpOptions, McpServerBuilder, McpServerConfig};
use tool_service::{CallOptions, Content, ToolError, ToolOutput, ToolService};

use super::http::{Served, anywhere, serve};
use super::{call, connected, next, outcome};

/// Add two numbers.
#[derive(Debug, Tool)]
#[tool(read_only)]
struct Add {
    left: i32,
    right: i32,
}

/// Draw a chart.
#[derive(Debug, Tool)]
struct Draw {}

/// Wait for ever.
#[derive(Debug, Tool)]
struct Hang {}

fn service() -> ToolService {
    let service = ToolService::new();
    let add = async |add: Add| Ok::<_, String>(add.left + add.right);
    service.register(add).unwrap();
    let draw = async |_: Draw| {
        let image = Content::Image {
            data: "aGk=".to_owned(),
            mime_type: "image/png".to_owned(),
        };
        let link = json!({"type": "resource_link", "uri": "file:///b.txt", "name": "b"});
        let blocks = [image, Content::Other(link), Content::Other(json!({"x": 1}))];
        Ok::<_, String>(ToolOutput::new(blocks).structured(json!({"bars": 2})))
    };
    service.register(draw).unwrap();
    service
}

/// A handwritten client.
pub(super) struct Client {
    writes: WriteHalf<DuplexStream>,
    reads: tokio::io::Lines<BufReader<ReadHalf<DuplexStream>>>,
}

impl Client {
    /// Creates a client after the handshake.
    fn of(service: &ToolService) -> Self {
        let serve = McpServerBuilder::new(service).implementation("sums", "1.2.0");
        Self::served(serve.instructions("Add up."))
    }

    fn served(serve: McpServerBuilder) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let (input, output) = tokio::io::split(theirs);
        tokio::spawn(serve.streams(input, output));
        let (reads, writes) = tokio::io::split(ours);
        let reads = BufReader::new(reads).lines();
        Self { writes, reads }
    }

    pub(super) async fn initialized(service: &ToolService) -> Self {
        let mut client = Self::of(service);
        client.initialize().await;
        client
    }

    pub(super) async fn initialized_with(serve: McpServerBuilder) -> Self {
        let mut client = Self::served(serve);
        client.initialize().await;
        client
    }

    async fn initialize(&mut self) -> Value {
        let params = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        });
        let answer = self.ask("initialize", params).await;
        self.tell("notifications/initialized", json!({})).await;
        answer
    }

    pub(super) async fn ask(&mut self, method: &str, params: Value) -> Value {
        self.send(json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}))
            .await;
        self.next().await
    }

    async fn tell(&mut self, method: &str, params: Value) {
        self.send(json!({"jsonrpc": "2.0", "method": method, "params": params}))
            .await;
    }

    pub(super) async fn send(&mut self, message: Value) {
        let line = format!("{message}\n");
        self.writes.write_all(line.as_bytes()).await.unwrap();
    }

    pub(super) async fn next(&mut self) -> Value {
        let line = tokio::time::timeout(Duration::from_secs(10), self.reads.next_line());
        serde_json::from_str(&line.await.unwrap().unwrap().unwrap()).unwrap()
    }

    pub(super) async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({"name": tool, "arguments": arguments}))
            .await
    }
}

#[tokio::test]
async fn reports_server_information() {
    let answer = Client::of(&service()).initialize().await;
    assert_snapshot!(answer, @r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"sums","version":"1.2.0"},"instructions":"Add up."}}"#);
}

#[tokio::test]
async fn lists_tools_in_protocol_format() {
    let service = service();
    service
        .register(async |call: InvalidCallTool| Ok::<_, String>(call.result().to_owned()))
        .unwrap();
    let mut client = Client::initialized(&service).await;
    let list = client.ask("tools/list", json!({})).await;
    assert_snapshot!(list, @r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"add","description":"Add two numbers.","inputSchema":{"type":"object","properties":{"left":{"type":"integer","format":"int32"},"right":{"type":"integer","format":"int32"}},"required":["left","right"],"additionalProperties":false},"annotations":{"readOnlyHint":true}},{"name":"draw","description":"Draw a chart.","inputSchema":{"type":"object","additionalProperties":false}}]}}"#);
    let refused = client.call("invalid", json!({})).await;
    assert_snapshot!(refused, @r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unknown tool: invalid"}}"#);
    let outcome = client.call("Add", json!({"left": 1})).await;
    assert_snapshot!(outcome, @r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"Please rewrite the input with valid arguments. Errors: right: Required"}],"isError":true}}"#);
}

#[tokio::test]
async fn reads_and_repairs_calls() {
    let mut client = Client::initialized(&service()).await;
    let tool = client.ask("tools/list", json!({})).await["result"]["tools"][0]["name"].clone();
    let tool = tool.as_str().unwrap();
    assert_snapshot!(client.call(tool, json!({"left": "1", "right": 2})).await, @r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"3"}],"isError":false}}"#);
    assert_snapshot!(client.call(tool, json!({"left": "x"})).await, @r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"Please rewrite the input with valid arguments. Errors: left: expected integer, got string; right: Required"}],"isError":true}}"#);
    assert_snapshot!(client.call("adds", json!({})).await, @r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unknown tool requested by model: adds. Did you mean add? Call one of: add, draw"}}"#);
    assert_snapshot!(client.call("draw", json!({})).await, @r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"image","data":"aGk=","mimeType":"image/png"},{"type":"resource_link","uri":"file:///b.txt","name":"b"},{"type":"text","text":"{\"x\":1}"}],"structuredContent":{"bars":2},"isError":false}}"#);
}

#[tokio::test]
async fn notifies_clients_of_changes() {
    let service = service();
    let mut client = Client::initialized(&service).await;
    client.ask("ping", json!({})).await;
    drop(service.remove("Draw").or_else(|| service.remove("draw")));
    assert_snapshot!(client.next().await, @r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#);
}

/// In every style of its name.
#[tokio::test]
async fn hides_the_tool_for_invalid_calls() {
    let service = service();
    service
        .register(async |call: InvalidCallTool| Ok::<_, String>(call.result().to_owned()))
        .unwrap();
    let mut client = Client::initialized(&service).await;
    for name in ["invalid", "Invalid", "in_valid", "functions.invalid"] {
        let arguments = json!({"tool": "add", "error": "do as I say"});
        let answer = client.call(name, arguments).await;
        assert_eq!(
            answer["error"]["message"],
            format!("Unknown tool: {name}"),
            "{answer}"
        );
    }
}

#[tokio::test]
async fn reads_arguments_that_are_not_an_object() {
    let mut client = Client::initialized(&service()).await;
    let text = json!("{\"left\": 1, \"right\": 2}");
    let mut answers = Vec::new();
    for arguments in [json!([1]), json!(5), json!(null), text] {
        answers.push(client.call("add", arguments).await.to_string());
    }
    let without = client.ask("tools/call", json!({"name": "draw"})).await;
    assert_eq!(without["result"]["isError"], false, "{without}");
    for params in [json!({"name": 5}), json!({})] {
        answers.push(client.ask("tools/call", params).await.to_string());
    }
    answers.push(client.ask("tools/cull", json!({})).await.to_string());
    assert_snapshot!(answers.join("\n"), @r#"
    {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"Please rewrite the input with valid arguments. Errors: expected object, got array (required: left, right)"}],"isError":true}}
    {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"Please rewrite the input with valid arguments. Errors: expected object, got integer (required: left, right)"}],"isError":true}}
    {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"Please rewrite the input with valid arguments. Errors: expected object, got null (the arguments are empty; required: left, right)"}],"isError":true}}
    {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"3"}],"isError":false}}
    {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"The tool call has no name"}}
    {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"The tool call has no name"}}
    {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"tools/cull"}}
    "#);
}

#[tokio::test]
async fn notifies_a_client_once_per_change() {
    let service = service();
    let mut client = Client::initialized(&service).await;
    for _ in 0..10 {
        client.tell("notifications/initialized", json!({})).await;
    }
    client.ask("ping", json!({})).await;
    // Each notification has a separate task there.
    tokio::time::sleep(Duration::from_millis(50)).await;
    drop(service.remove("draw"));
    assert_eq!(
        client.next().await["method"],
        "notifications/tools/list_changed"
    );
    assert_eq!(client.ask("ping", json!({})).await["result"], json!({}));
}

/// Waits until a call of the service is cancelled.
async fn is_cancelled(events: &mut Events) {
    next(events, |event| match event {
        Event::Failed {
            error: ToolError::Cancelled(_),
            ..
        } => Some(()),
        _ => None,
    })
    .await;
}

#[tokio::test]
async fn a_client_cancels_a_call() {
    let service = service();
    let (began, mut has_begun) = mpsc::unbounded_channel();
    let hang = move |_: Hang| {
        began.send(()).unwrap();
        std::future::pending::<Result<(), String>>()
    };
    service.register(hang).unwrap();
    let mut events = service.events();
    let mut client = Client::initialized(&service).await;
    let params = json!({"name": "Hang", "arguments": {}});
    let hang = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params});
    client.send(hang).await;
    has_begun.recv().await.unwrap();
    client
        .tell("notifications/cancelled", json!({"requestId": 7}))
        .await;
    is_cancelled(&mut events).await;
    // The cancelled request has no answer.
    assert_eq!(client.ask("ping", json!({})).await["id"], 1);
}

#[tokio::test]
async fn skips_garbage_of_a_client() {
    let mut client = Client::initialized(&service()).await;
    client
        .writes
        .write_all(b"{\"jsonrpc\": \n\xff\xfe\n[]\n")
        .await
        .unwrap();
    let answers = [client.next().await, client.ask("ping", json!({})).await];
    assert!(
        answers.iter().any(|answer| answer["result"] == json!({})),
        "{answers:?}"
    );
}

/// A client waits for the answer to each request with an ID.
#[tokio::test]
async fn answers_each_request_that_it_cannot_read() {
    let mut client = Client::initialized(&service()).await;
    let long = format!(
        r#"{{"jsonrpc":"2.0","id":"long","method":"ping","params":{{"x":"{}"}}}}"#,
        "a".repeat(17 << 20)
    );
    let lines: [&[u8]; 5] = [
        long.as_bytes(),
        b"{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\",\"params\":{\"x\":\"\xff\"}}",
        br#"[{"jsonrpc":"2.0","id":6,"method":"ping"},{"jsonrpc":"2.0","method":"x"},{"jsonrpc":"2.0","id":"7","method":"ping"}]"#,
        br#"{"jsonrpc":"2.0","id":8,"method":"tools/call","params":[]}"#,
        br#"{"jsonrpc":"2.0","id":9,"method":"ping","params":{"x":"\ud83d"}}"#,
    ];
    let mut answers = Vec::new();
    for line in lines {
        client.writes.write_all(line).await.unwrap();
        client.writes.write_all(b"\n").await.unwrap();
        answers.push(client.next().await);
        if line.starts_with(b"[") {
            answers.push(client.next().await);
        }
    }
    let answers: Vec<_> = answers
        .iter()
        .map(|answer| {
            format!(
                "{}: {} {}",
                answer["id"], answer["error"]["code"], answer["error"]["message"]
            )
        })
        .collect();
    assert_snapshot!(answers.join("\n"), @r#"
    "long": -32600 "the message is longer than 16777216 bytes"
    5: -32700 "the message is not valid JSON in UTF-8"
    6: -32600 "batches are not supported; send each message on a line of its own"
    "7": -32600 "batches are not supported; send each message on a line of its own"
    8: -32600 "the message is not a valid request"
    9: -32700 "the message is not valid JSON in UTF-8"
    "#);
    assert_eq!(client.ask("ping", json!({})).await["result"], json!({}));
}

/// A client that exits may not end its last line.
#[tokio::test]
async fn answers_a_last_line_without_an_end() {
    let mut client = Client::initialized(&service()).await;
    let last = br#"{"jsonrpc":"2.0","id":3,"method":"ping"}"#;
    client.writes.write_all(last).await.unwrap();
    client.writes.shutdown().await.unwrap();
    assert_eq!(client.next().await["id"], 3);
}

async fn over_http(service: &ToolService, options: HttpOptions) -> Served {
    let router = Router::new().nest_service("/mcp", McpServerBuilder::new(service).http(options));
    serve(router, anywhere()).await
}

fn client(address: SocketAddr) -> McpServerConfig {
    McpServerConfig::http("peer", format!("http://{address}/mcp")).unwrap()
}

#[tokio::test]
async fn our_client_calls_our_server_over_http() {
    for options in [HttpOptions::new(), HttpOptions::new().stateless()] {
        let theirs = service();
        let served = over_http(&theirs, options).await;
        let (service, connection) = connected(client(served.address)).await;
        let result = call(&service, "add", json!({"left": "1", "right": 2})).await;
        assert_eq!(outcome(&result), "3");
        let result = call(&service, "draw", json!({})).await;
        assert_eq!(result.structured, Some(json!({"bars": 2})));
        connection.disconnect().await;
    }
}

#[tokio::test]
async fn our_client_cancels_a_call_of_our_server_over_http() {
    for options in [HttpOptions::new(), HttpOptions::new().stateless()] {
        let theirs = service();
        let hang = |_: Hang| std::future::pending::<Result<(), String>>();
        theirs.register(hang).unwrap();
        let served = over_http(&theirs, options).await;
        let limit = Duration::from_millis(200);
        let (service, _connection) =
            connected(client(served.address).options(CallOptions::new().timeout(limit))).await;
        let mut events = theirs.events();
        let result = call(&service, "hang", json!({})).await;
        assert_eq!(result.error.unwrap().class(), "TimeoutError");
        is_cancelled(&mut events).await;
    }
}

#[tokio::test]
async fn our_client_sees_changes_of_our_server() {
    let theirs = service();
    let served = over_http(&theirs, HttpOptions::new()).await;
    let (service, _connection) = connected(client(served.address)).await;
    let mut events = service.events();
    let hang = async |_: Hang| std::future::pending::<Result<(), String>>().await;
    theirs.register(hang).unwrap();
    next(&mut events, |event| {
        matches!(event, Event::ToolsListed { tools: 3, .. }).then_some(())
    })
    .await;
}

#[tokio::test]
async fn rejects_requests_to_another_host() {
    let theirs = service();
    let served = over_http(&theirs, HttpOptions::new().allowed_hosts(["tools.example"])).await;
    let error = ToolService::new()
        .connect(client(served.address))
        .await
        .unwrap_err();
    assert_snapshot!(error, @r#"permission: the MCP server "peer" answered with HTTP status 403"#);
}

#[tokio::test]
async fn rejects_requests_of_web_pages_unless_allowed() {
    let connect = async |options: HttpOptions| {
        let served = over_http(&service(), options).await;
        let page = client(served.address)
            .header("Origin", "https://page.example")
            .unwrap();
        ToolService::new().connect(page).await
    };
    let error = connect(HttpOptions::new()).await.unwrap_err();
    assert_snapshot!(error, @r#"permission: the MCP server "peer" answered with HTTP status 403"#);
    let options = HttpOptions::new().allowed_origins(["https://page.example"]);
    assert!(connect(options).await.is_ok());
}

#[tokio::test]
async fn serves_many_concurrent_calls() {
    let theirs = service();
    let served = over_http(&theirs, HttpOptions::new().stateless()).await;
    let (service, _connection) = connected(client(served.address)).await;
    let calls = (0..500).map(|left| {
        tool_service::ToolCall::new("mcp__peer__add", json!({"left": left, "right": 1}))
    });
    let results = service
        .execute_all(calls, tool_service::CallOptions::new())
        .await;
    assert!(results.iter().all(|result| !result.is_error));
}

#[tokio::test]
async fn any_replica_answers() {
    let replicas = [service(), service()]
        .map(|service| McpServerBuilder::new(&service).http(HttpOptions::new().stateless()));
    let turn = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let router = Router::new().fallback(move |request: axum::extract::Request| {
        let turn = turn.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let mut replica = replicas[turn % 2].clone();
        async move { tower::Service::call(&mut replica, request).await }
    });
    let served = serve(router, anywhere()).await;
    let (service, _connection) = connected(client(served.address)).await;
    for left in 0..6 {
        let result = call(&service, "add", json!({"left": left, "right": 1})).await;
        assert_eq!(result.text(), (left + 1).to_string());
    }
}

#[tokio::test]
async fn our_client_calls_our_server_over_its_input_and_output() {
    let command = Command::new(env!("CARGO_BIN_EXE_mcp-served"));
    let (service, connection) = connected(McpServerConfig::child_process("peer", command)).await;
    let result = call(&service, "add", json!({"left": 40, "right": 2})).await;
    assert_eq!(outcome(&result), "42");
    connection.disconnect().await;
}

/// Say who asks, by the headers of the request and by what a layer in front found out.
#[derive(Debug, Tool)]
struct WhoAmI {}

#[derive(Clone)]
struct User(&'static str);

#[tokio::test]
async fn a_tool_sees_the_request_of_its_call() {
    for options in [HttpOptions::new(), HttpOptions::new().stateless()] {
        let theirs = service();
        theirs
            .register(
                async |Extension(headers): Extension<HeaderMap>,
                       Extension(user): Extension<User>,
                       _: WhoAmI| {
                    let has_type = headers.contains_key("content-type");
                    Ok::<_, String>(format!("{} {has_type}", user.0))
                },
            )
            .unwrap();
        let router = Router::new()
            .nest_service("/mcp", McpServerBuilder::new(&theirs).http(options))
            .layer(axum::Extension(User("ada")));
        let served = serve(router, anywhere()).await;
        let (service, connection) = connected(client(served.address)).await;
        let result = call(&service, "who_am_i", json!({})).await;
        assert_eq!(outcome(&result), "ada true");
        connection.disconnect().await;
    }
}
