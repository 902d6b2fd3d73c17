//! What the host sets: annotations of foreign tools, layers around the server, texts.

use std::convert::Infallible;

use insta::assert_snapshot;
use serde_json::json;
use tool_core::conversation::LoopGuard;
use tool_core::{Annotations, Tool};
use tool_service::layer::LoopGuardLayer;
use tool_service::mcp::Serve;
use tool_service::{Options, RetryText, ToolService};

use super::serve::Client;
use super::{connected, peer};

/// Say it again.
#[derive(Debug, Tool)]
struct Echo {
    text: String,
}

fn echoing(options: Options) -> ToolService {
    let service = ToolService::builder().options(options).build();
    let echo = async |echo: Echo| Ok::<_, Infallible>(echo.text);
    service.register(echo).unwrap();
    service
}

#[tokio::test]
async fn a_host_annotates_tools_of_a_server() {
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
    let service = echoing(Options::new());
    let guard = LoopGuardLayer::new(LoopGuard::new(), &service);
    let mut client = Client::initialized_with(Serve::new(&service).layer(guard)).await;
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
async fn clients_get_the_text_that_the_host_chose() {
    let service = echoing(Options::new().retry_text(RetryText::List));
    let mut client = Client::initialized_with(Serve::new(&service)).await;
    assert_snapshot!(client.call("echo", json!({"text": 5.5})).await, @r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"5.5"}],"isError":false}}"#);
    assert_snapshot!(client.call("echo", json!({})).await, @r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"Nothing was run. Send the whole call again with these fixed:\n- text: Required (the arguments are empty)"}],"isError":true}}"#);
}
