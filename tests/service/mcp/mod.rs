//! MCP tools, and the service as an MCP server.

mod answers;
mod by_hand;
mod calls;
mod credentials;
mod environment;
mod floods;
mod host;
mod hostile;
mod http;
mod ids;
mod lists;
mod modern;
mod origins;
mod progress;
mod reported;
mod requests;
mod reviews;
mod serve;
mod sessions;
mod shutdown;
mod slow;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::process::Command;
use tokio_stream::StreamExt;
use tool_service::event::{Event, Events};
use tool_service::mcp::{Connection, McpServerConfig};
use tool_service::{CallOptions, ToolCall, ToolResult, ToolService};

/// A peer with this behaviour.
pub(crate) fn peer(behaviour: &str) -> McpServerConfig {
    McpServerConfig::child_process("peer", command(behaviour, None))
}

fn command(behaviour: &str, log: Option<&Path>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-peer"));
    command.arg(behaviour).args(log);
    command
}

pub(crate) async fn connected(server: McpServerConfig) -> (ToolService, Connection) {
    let service = ToolService::new();
    let connection = service.connect(server).await.unwrap();
    (service, connection)
}

/// Makes the server list these tools and `change`, and refreshes the list.
async fn relist(service: &ToolService, connection: &Connection, tools: Value) {
    call(service, "change", json!({"tools": tools})).await;
    connection.refresh().await.unwrap();
}

/// Calls a tool of the peer once.
pub(crate) async fn call(service: &ToolService, tool: &str, arguments: Value) -> ToolResult {
    let call = ToolCall::new(format!("mcp__peer__{tool}"), arguments);
    service.execute(call, CallOptions::new().retries(0)).await
}

/// Returns the texts for the model and for the host.
fn outcome(result: &ToolResult) -> String {
    let error = result.error.as_ref();
    let source = error.and_then(std::error::Error::source);
    let lines = [
        Some(result.text()),
        error.map(|error| format!("{}: {error}", error.class())),
        source.map(|source| format!("source: {source}")),
        error.map(|error| format!("may have run: {}", error.may_have_run())),
    ];
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

/// Returns the next wanted event, and skips others.
async fn next<T>(events: &mut Events, wanted: impl Fn(Event) -> Option<T>) -> T {
    let found = async {
        loop {
            let event = events.next().await.expect("the service is there");
            if let Some(found) = wanted(event) {
                return found;
            }
        }
    };
    let found = tokio::time::timeout(Duration::from_secs(20), found).await;
    found.expect("the event comes")
}

/// A separate file for each test, which is removed on drop.
struct Log(PathBuf);

impl Log {
    fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("mcp-peer-{}-{number}.log", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    /// Waits until the peer has received a matching message.
    async fn has(&self, wanted: impl Fn(&Value) -> bool) -> Value {
        let found = async {
            loop {
                let text = std::fs::read_to_string(&self.0).unwrap_or_default();
                let mut messages = text
                    .lines()
                    .filter_map(|line| serde_json::from_str(line).ok());
                if let Some(message) = messages.find(|message| wanted(message)) {
                    return message;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        let found = tokio::time::timeout(Duration::from_secs(20), found).await;
        found.expect("the peer receives it")
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.0));
    }
}
