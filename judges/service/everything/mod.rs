//! The reference MCP server (npm `@modelcontextprotocol/server-everything`), through our
//! client.

mod faults;
mod server;
mod tools;

use std::time::Duration;

use regex_lite::Regex;
use serde_json::Value;
use tokio_stream::StreamExt;
use tool_core::Arguments;
use tool_service::event::{Event, Events};
use tool_service::mcp::{Connection, McpServerConfig};
use tool_service::{CallOptions, Content, ToolCall, ToolResult, ToolService};

use super::for_host;

async fn connected(server: McpServerConfig) -> (ToolService, Connection) {
    let service = ToolService::new();
    let connection = service.connect(server).await.unwrap();
    (service, connection)
}

/// Calls a tool of the server, once.
async fn call(service: &ToolService, tool: &str, arguments: impl Into<Arguments>) -> ToolResult {
    within(service, tool, arguments, Duration::from_secs(30)).await
}

async fn within(
    service: &ToolService,
    tool: &str,
    arguments: impl Into<Arguments>,
    limit: Duration,
) -> ToolResult {
    let call = ToolCall::new(format!("mcp__everything__{tool}"), arguments);
    let once = CallOptions::new().retries(0).timeout(limit);
    service.execute(call, once.clone()).await
}

/// Returns the result of a call, one line for each part.
fn describe(result: &ToolResult) -> String {
    let mut lines: Vec<_> = result.content.iter().map(part).collect();
    if let Some(structured) = &result.structured {
        lines.push(format!("structured: {structured}"));
    }
    if let Some(error) = &result.error {
        lines.push(format!(
            "{}, may have run: {}",
            for_host(error),
            error.may_have_run()
        ));
    } else if result.is_error {
        lines.push("the tool says that it failed".to_owned());
    }
    steady(&lines.join("\n"))
}

fn part(content: &Content) -> String {
    match content {
        Content::Text(text) => text.clone(),
        Content::Image { data, mime_type } => {
            format!("{mime_type} in base64: {} of {}", &data[..12], data.len())
        }
        Content::Other(Value::Object(block)) => Value::Object(block.clone()).to_string(),
        content => format!("{content:?}"),
    }
}

/// Removes values that differ between runs: times, sessions, ports, and compressed sizes.
fn steady(text: &str) -> String {
    let cuts = [
        (r"created at [0-9:]+.[AP]M", "created at TIME"),
        (r"session (undefined|[-0-9a-f]{36})", "session ID"),
        (r#""PORT": "[0-9]+""#, r#""PORT": "FREE""#),
        (r#"("blob":"[A-Za-z0-9+/]{12})[A-Za-z0-9+/=]*"#, "$1.."),
    ];
    cuts.iter().fold(text.to_owned(), |text, (pattern, cut)| {
        let pattern = Regex::new(pattern).unwrap();
        pattern.replace_all(&text, *cut).into_owned()
    })
}

/// Waits for the wanted event and skips others.
async fn next<T>(events: &mut Events, wanted: impl Fn(Event) -> Option<T>) -> T {
    let found = async {
        loop {
            let event = events.next().await.expect("the service is there");
            if let Some(found) = wanted(event) {
                return found;
            }
        }
    };
    let found = tokio::time::timeout(Duration::from_secs(60), found).await;
    found.expect("the event comes")
}
