//! Tools for the real httpbin, which answers as the request demands.

mod answers;
mod redirects;
mod requests;
mod statuses;

use std::time::Duration;

use serde_json::{Value, json};
use tool_core::Definition;
use tool_service::rest::{Endpoint, RestApi};
use tool_service::{CallOptions, Content, ToolCall, ToolResult, ToolService};

use super::{for_host, read_variable};

fn api() -> RestApi {
    RestApi::new(&read_variable("HTTPBIN")).unwrap()
}

/// Calls the tool of an endpoint, with a schema that requires all arguments.
async fn called(endpoint: Endpoint, properties: Value, arguments: Value) -> ToolResult {
    let quick = CallOptions::new()
        .delay(Duration::from_millis(5))
        .jitter(false);
    called_with(endpoint, properties, arguments, quick).await
}

async fn called_with(
    endpoint: Endpoint,
    properties: Value,
    arguments: Value,
    options: CallOptions,
) -> ToolResult {
    let required: Vec<_> = properties.as_object().unwrap().keys().cloned().collect();
    let schema = json!({"type": "object", "properties": properties, "required": required});
    let definition = Definition::new("fetch", "Fetch it.", schema).unwrap();
    let service = ToolService::new();
    service
        .register(endpoint.tool(definition).unwrap())
        .unwrap();
    let call = ToolCall::new("fetch", arguments);
    service.execute(call, options.clone()).await
}

/// A call of a tool without arguments.
async fn fetched(endpoint: Endpoint) -> ToolResult {
    called(endpoint, json!({}), json!({})).await
}

/// The same with a query.
async fn queried(endpoint: Endpoint, parameter: &str, value: &str) -> ToolResult {
    called(
        endpoint,
        json!({parameter: {"type": "string"}}),
        json!({parameter: value}),
    )
    .await
}

/// Returns the result for the model and the host in one line, with the number of requests.
fn describe(result: &ToolResult) -> String {
    let text = result.content.iter().map(|content| match content {
        Content::Text(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        Content::Image { data, mime_type } => format!("{mime_type} {}", &data[..12]),
        content => format!("{content:?}"),
    });
    let text: String = text.collect();
    let cut: String = text.chars().take(160).collect();
    let answer = match &result.error {
        Some(error) => format!(
            "{} | {cut} | attempts: {}",
            for_host(error),
            result.attempts
        ),
        None => cut,
    };
    // The port is a free one.
    answer.replace(&read_variable("HTTPBIN"), "HTTPBIN")
}
