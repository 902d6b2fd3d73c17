//! Settings of the host: annotations of MCP tools, layers around the server, texts.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tower::Layer as _;

use insta::assert_snapshot;
use serde_json::{Value, json};
use tool_core::conversation::LoopGuard;
use tool_core::definition::Annotations;
use tool_core::feedback::Style;
use tool_core::{Definition, Tool};
use tool_service::approval::{
    Approval, Approvals, Decision, MemoryApprovals, Proposal, ask_before_effects,
};
use tool_service::event::Event;
use tool_service::layer::LoopGuardLayer;
use tool_service::mcp::{Connection, McpServerBuilder, McpServerConfig};
use tool_service::{
    CallOptions, Content, RegisteredTool, ToolCall, ToolError, ToolResult, ToolService,
};

use super::serve::Client;
use super::{call, command, connected, next, outcome, peer, relist};

/// Say it again.
#[derive(Debug, Tool)]
struct Echo {
    text: String,
}

fn echoing(options: CallOptions) -> ToolService {
    let service = ToolService::builder().options(options).build();
    let echo = async |echo: Echo| Ok::<_, Infallible>(echo.text);
    service.register(echo).unwrap();
    service
}

#[tokio::test]
async fn host_annotates_mcp_tools() {
    let read_only = Annotations::new().read_only(true);
    let server = peer("").annotate("echo", read_only);
    let (service, connection) = connected(server).await;
    let annotations = |tool: &str| {
        let tool = service.get(&format!("mcp__peer__{tool}")).unwrap();
        tool.definition().annotations()
    };
    assert_eq!(annotations("echo"), read_only);
    assert_ne!(annotations("hang"), read_only);
    connection.disconnect().await;
}

#[tokio::test]
async fn layers_of_the_server_see_the_calls_of_clients() {
    let service = echoing(CallOptions::new());
    let guard = LoopGuardLayer::new(LoopGuard::new(), &service);
    let guarded = guard.layer(service.clone());
    let serve = McpServerBuilder::new(&service).service(guarded);
    let mut client = Client::initialized_with(serve).await;
    let mut answers = Vec::new();
    for _ in 0..3 {
        answers.push(client.call("echo", json!({"text": "a"})).await.to_string());
    }
    answers.push(client.call("ech", json!({})).await.to_string());
    assert_snapshot!(answers.join("\n"), @r#"
    {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"a"}],"isError":false}}
    {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"a"}],"isError":false}}
    {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"You called echo 3 times with the same arguments. Do not repeat this call: use the result you have, change the arguments, or try another way."}],"isError":true}}
    {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unknown tool requested by model: ech. Did you mean echo? Call one of: echo"}}
    "#);
}

#[tokio::test]
async fn clients_get_the_configured_retry_text() {
    let service = echoing(CallOptions::new().retry_text(Style::List));
    let mut client = Client::initialized_with(McpServerBuilder::new(&service)).await;
    assert_snapshot!(client.call("echo", json!({"text": 5.5})).await, @r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"5.5"}],"isError":false}}"#);
    assert_snapshot!(client.call("echo", json!({})).await, @r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"Nothing was run. Send the whole call again with these fixed:\n- text: Required (the arguments are empty)"}],"isError":true}}"#);
}

/// A service that denies all calls except `hang`, in every spelling.
fn denying() -> ToolService {
    ToolService::builder()
        .authorize(async |proposal: Proposal| {
            if proposal.tool.definition().name() == "mcp__peer__hang" {
                return Decision::Allow;
            }
            Decision::Deny("Not this one.".to_owned())
        })
        .build()
}

#[tokio::test]
async fn authorizes_calls_over_mcp() {
    let service = denying();
    let runs = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&runs);
    let echo = move |echo: Echo| {
        counted.fetch_add(1, Ordering::SeqCst);
        Ok::<_, Infallible>(echo.text)
    };
    service.register(echo).unwrap();
    let mut client = Client::initialized(&service).await;
    for name in ["echo", "Echo", "functions.echo"] {
        let answer = client.call(name, json!({"Text": ["a"]})).await;
        let outcome = &answer["result"]["content"][0]["text"];
        assert_eq!(outcome, "Not this one.", "{answer}");
    }
    assert_eq!(runs.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn authorizes_mcp_tools() {
    let service = denying();
    let _connection = service.connect(peer("")).await.unwrap();
    let names = [
        "mcp__peer__echo",
        "mcp__Peer__Echo",
        "mcp.peer.echo",
        "mcp__peer__echo<|channel|>commentary",
        "functions.mcp__peer__echo",
    ];
    let mut denied = 0;
    for name in names {
        let result = service
            .execute(
                ToolCall::new(name, json!({"text": "a"})),
                CallOptions::new(),
            )
            .await;
        assert!(result.is_error && result.attempts == 0, "{name}");
        denied += usize::from(result.text() == "Not this one.");
    }
    // The service does not know the other names.
    assert!(denied >= 3, "{denied}");
}

/// Annotations of a server are trusted only if the host sets them.
#[tokio::test]
async fn policy_distrusts_annotations_of_servers() {
    let approvals = || Approvals::new([7; 32], MemoryApprovals::new());
    let outcome = async |server: McpServerConfig| {
        let builder = ToolService::builder().approvals(approvals());
        let service = builder.authorize(ask_before_effects).build();
        let _connection = service.connect(server).await.unwrap();
        call(&service, "echo", json!({"text": "a"})).await
    };
    let result = outcome(peer("")).await;
    let error = result.error.expect("a person is asked");
    assert!(matches!(error, ToolError::ApprovalRequired(_)), "{error}");
    let read_only = Annotations::new().read_only(true);
    let result = outcome(peer("").annotate("echo", read_only)).await;
    assert_eq!(result.text(), r#"echo {"text":"a"}"#);
}

/// Two servers may list the same entry under the same name.
#[tokio::test]
async fn an_approval_is_bound_to_one_server() {
    let approvals = Approvals::new([7; 32], MemoryApprovals::new());
    let builder = ToolService::builder().approvals(approvals);
    let service = builder.authorize(ask_before_effects).build();
    let options = CallOptions::new();
    let server = |name| McpServerConfig::child_process(name, command("", None)).keep_names();
    let connection = service.connect(server("ours")).await.unwrap();
    let tool = service.get("echo").unwrap();
    assert_eq!((tool.kind(), tool.server()), ("mcp", Some("ours")));
    let call = ToolCall::new("echo", json!({"text": "a"}));
    let result = service.execute(call, options.clone()).await;
    let Some(ToolError::ApprovalRequired(pending)) = result.error else {
        panic!("{result:?}");
    };
    connection.disconnect().await;

    let connection = service.connect(server("theirs")).await.unwrap();
    let result = service
        .resume(&pending, Approval::Granted, options.clone())
        .await;
    assert_snapshot!(outcome(&result), @"
    The call of echo would run otherwise than it was shown. It was not run.
    PermissionError: permission: the tool or its arguments differ from the approved ones
    may have run: false
    ");
    connection.disconnect().await;
    let _connection = service.connect(server("ours")).await.unwrap();
    let result = service
        .resume(&pending, Approval::Granted, options.clone())
        .await;
    assert_eq!(result.text(), r#"echo {"text":"a"}"#);
}

/// An MCP tool never gets a name that differs from another only in case and style.
#[tokio::test]
async fn mcp_tools_cannot_take_similar_names() {
    let names = |service: &ToolService| {
        let definitions = service.definitions();
        let names: Vec<_> = definitions.iter().map(Definition::name).collect();
        names.join(" ")
    };
    let server = |name: &str, tools: &'static [&'static str]| {
        McpServerConfig::child_process(name, command("", None)).include(tools.iter().copied())
    };
    // The host registers its tool first.
    let service = ToolService::new();
    let native = Definition::new("Mcp-Peer-Echo", "Say it.", json!({"type": "object"})).unwrap();
    let function = async |_: Value| Ok::<_, Infallible>("native");
    service
        .register(RegisteredTool::function(native, function))
        .unwrap();
    let _connection = service.connect(server("peer", &["echo"])).await.unwrap();
    assert_snapshot!(names(&service), @"Mcp-Peer-Echo mcp__peer__echo_d8c88fea");
    let call = ToolCall::new("mcp__peer__echo", json!({"text": "a"}));
    assert_ne!(
        service.execute(call, CallOptions::new()).await.text(),
        r#"echo {"text":"a"}"#
    );

    // Tools of two servers.
    let service = ToolService::new();
    let _first = service
        .connect(server("a", &["dotted_name"]))
        .await
        .unwrap();
    let second = server("a_dotted", &["change", "name"]);
    let second = service.connect(second).await.unwrap();
    let tools = json!([{"name": "name", "inputSchema": {"type": "object"}}]);
    let change = ToolCall::new("mcp__a_dotted__change", json!({"tools": tools}));
    service.execute(change, CallOptions::new()).await;
    second.refresh().await.unwrap();
    assert_snapshot!(names(&service), @"mcp__a__dotted_name mcp__a_dotted__name_8056d5f8 mcp__a_dotted__change");
}

/// Half a character or an unknown block costs itself, since the tool has run.
#[tokio::test]
async fn answers_with_faults_are_read() {
    let (service, connection) = connected(peer("")).await;
    relist(
        &service,
        &connection,
        json!([{"name": "raw", "inputSchema": {"type": "object"}}]),
    )
    .await;
    let line = r#"{"jsonrpc": "2.0", "id": ID, "result": {"content": [{"type": "text", "text": "a\ud83d"}, {"type": "hologram", "size": 3}]}}"#;
    let result = super::call(&service, "raw", json!({"line": line})).await;
    assert_eq!(
        result.content,
        [
            Content::Text("a\u{fffd}".to_owned()),
            Content::Other(json!({"type": "hologram", "size": 3})),
        ]
    );
}

/// The limit applies to all lists of a server together.
#[tokio::test]
async fn limits_the_number_of_known_tools() {
    let service = ToolService::new();
    let server = peer("").exclude(["no_schema"]);
    let connection = service.connect(server).await.unwrap();
    let tool = |name: String| json!({"name": name, "inputSchema": {"type": "object"}});
    let many = |letter: char| {
        let tools = (0..9_990).map(|number| tool(format!("{letter}{number}")));
        Value::Array(tools.collect())
    };
    for letter in ['a', 'b', 'c'] {
        relist(&service, &connection, many(letter)).await;
    }
    let mut events = service.events();
    let look_alikes = json!([tool("Echo".to_owned()), tool("new".to_owned())]);
    relist(&service, &connection, look_alikes).await;
    let refused = next(&mut events, |event| match event {
        Event::ToolRejected { tool, reason } => Some(format!("{tool}: {reason}")),
        _ => None,
    });
    assert_snapshot!(refused.await, @"Echo: the server lists too many tools");
    relist(&service, &connection, json!([tool("echo".to_owned())])).await;
    assert!(service.get("mcp__peer__echo").is_some());
}

/// Calls a tool whose result violates the output schema that the server lists.
async fn call_with_other_output(service: &ToolService, connection: &Connection) -> ToolResult {
    let output =
        json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]});
    let tools =
        json!([{"name": "structured", "inputSchema": {"type": "object"}, "outputSchema": output}]);
    relist(service, connection, tools).await;
    call(service, "structured", json!({})).await
}

/// Limits and schemas apply to MCP results like to results of functions.
#[tokio::test]
async fn limits_and_validates_mcp_results() {
    let (service, connection) = connected(peer("")).await;
    let text = "x".repeat(1000);
    let call = ToolCall::new("mcp__peer__echo", json!({"text": text}));
    let options = CallOptions::new().max_output(20);
    let result = service.execute(call, options.clone()).await;
    assert_snapshot!(result.text(), @r#"
    echo {"text":"x
    [The result was cut: 20 of 1016 bytes, the first 15 and the last 5, are shown. Ask for a smaller part to see the rest.]
    xxx"}
    "#);
    let result = call_with_other_output(&service, &connection).await;
    assert_snapshot!(outcome(&result), @"
    The tool mcp__peer__structured gave a result that does not fit its output schema.
    ToolExecutionError: tool execution: the output violates the output schema of the tool at n
    may have run: true
    ");
}

#[tokio::test]
async fn accepts_output_that_violates_its_schema_if_the_host_says_so() {
    let (service, connection) = connected(peer("").any_output(["structured"])).await;
    let result = call_with_other_output(&service, &connection).await;
    assert!(!result.is_error, "{}", result.text());
    assert!(!result.text().is_empty());
}
