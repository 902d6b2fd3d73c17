//! A client for the scenarios of the official conformance suite: it connects to the server at the
//! address that it is given, calls the tools that the scenario wants called, and disconnects.

use serde_json::{Value, json};
use tool_service::mcp::McpServerConfig;
use tool_service::{BoxError, CallOptions, ToolCall, ToolService};

#[tokio::main]
async fn main() -> Result<(), BoxError> {
    let url = std::env::args().next_back().unwrap_or_default();
    let service = ToolService::new();
    let server = McpServerConfig::http("conformance", url)?.keep_names();
    let connection = service.connect(server).await?;
    for (tool, arguments) in calls(&service) {
        let call = ToolCall::new(tool, arguments);
        let result = service.execute(call, CallOptions::new()).await;
        println!("{}", result.text());
    }
    connection.disconnect().await;
    Ok(())
}

/// The calls that the scenario names, or else one of each tool.
fn calls(service: &ToolService) -> Vec<(String, Value)> {
    let context = std::env::var("MCP_CONFORMANCE_CONTEXT").unwrap_or_default();
    let context: Value = serde_json::from_str(&context).unwrap_or_default();
    if let Some(calls) = context["toolCalls"].as_array() {
        let name = |call: &Value| call["name"].as_str().unwrap_or_default().to_owned();
        let call = |call: &Value| (name(call), call["arguments"].clone());
        return calls.iter().map(call).collect();
    }
    let definitions = service.definitions();
    let names = definitions.iter().map(|tool| tool.name().to_owned());
    names.map(|name| (name, json!({"a": 5, "b": 3}))).collect()
}
