//! Tools for HTTP APIs, with a local server.

mod answers;
mod credentials;
mod declared;
mod limits;
mod mapping;
mod paths;
mod proxy;
mod redirects;
mod references;
mod refused;
mod retries;
mod secrets;
mod server;
mod statuses;

use std::time::Duration;

use serde_json::{Value, json};
use tool_core::Definition;
use tool_core::definition::Annotations;
use tool_service::rest::{Endpoint, RestApi};
use tool_service::{CallOptions, ToolCall, ToolResult, ToolService};

/// A tool with these properties.
fn definition(properties: &Value, required: &[&str]) -> Definition {
    annotated(properties, required, Annotations::new())
}

fn annotated(properties: &Value, required: &[&str], annotations: Annotations) -> Definition {
    let schema = json!({"type": "object", "properties": properties, "required": required});
    let builder = Definition::builder("fetch", "Fetch it.", schema);
    builder.annotations(annotations).build().unwrap()
}

/// Options without long delays.
fn quick() -> CallOptions {
    let options = CallOptions::new()
        .delay(Duration::from_millis(5))
        .jitter(false);
    options.timeout(Duration::from_secs(5))
}

/// Calls the tool of an endpoint.
async fn called(endpoint: Endpoint, definition: Definition, arguments: Value) -> ToolResult {
    let service = ToolService::new();
    service
        .register(endpoint.tool(definition).unwrap())
        .unwrap();
    let call = ToolCall::new("fetch", arguments);
    service.execute(call, quick()).await
}

/// Calls a tool without arguments.
async fn fetched(endpoint: Endpoint) -> ToolResult {
    called(endpoint, definition(&json!({}), &[]), json!({})).await
}

fn api(base: &str) -> RestApi {
    RestApi::new(base).unwrap()
}

/// Returns the texts for the host and for the model.
fn outcome(result: &ToolResult) -> String {
    match &result.error {
        Some(error) => format!("{}: {error} | {}", error.class(), result.text()),
        None => format!("no error | {}", result.text()),
    }
}
