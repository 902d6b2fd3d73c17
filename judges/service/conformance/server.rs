//! The tools that the official conformance suite calls, as an MCP server over HTTP on a free port
//! of loopback, whose address it prints.

use std::time::Duration;

use axum::Router;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tool_core::Definition;
use tool_service::executor::{ExecutionContext, Executor};
use tool_service::mcp::{HttpOptions, McpServerBuilder};
use tool_service::{
    BoxError, Content, Progress, RegisteredTool, ToolError, ToolOutput, ToolService,
};

/// A picture of one red pixel.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

/// A recording without a sample.
const WAV: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

#[tokio::main]
async fn main() -> Result<(), BoxError> {
    let service = ToolService::new();
    let tools: [(&str, Answer); 6] = [
        ("test_simple_text", || {
            ToolOutput::text("This is a simple text response for testing.")
        }),
        ("test_image_content", || ToolOutput::new([image()])),
        ("test_audio_content", || {
            let (data, mime_type) = (WAV.to_owned(), "audio/wav".to_owned());
            ToolOutput::new([Content::Audio { data, mime_type }])
        }),
        ("test_embedded_resource", || {
            let text = "This is an embedded resource content.";
            ToolOutput::new([resource("test://embedded-resource", "text/plain", text)])
        }),
        ("test_multiple_content_types", || {
            let text = r#"{"test":"data","value":123}"#;
            let uri = "test://mixed-content-resource";
            ToolOutput::new([
                Content::Text("Multiple content types test:".to_owned()),
                image(),
                resource(uri, "application/json", text),
            ])
        }),
        ("test_error_handling", || {
            ToolOutput::text("This tool intentionally returns an error for testing").error()
        }),
    ];
    for (name, output) in tools {
        service.register(tool(name, Answers(output))?)?;
    }
    service.register(tool("test_tool_with_progress", Reports)?)?;
    let changes = Changes(service.clone());
    service.register(tool("test_trigger_tool_change", changes)?)?;
    let full = Definition::builder("json_schema_2020_12_tool", "Take an address.", schema());
    let answer = || ToolOutput::text("taken");
    service.register(RegisteredTool::new(full.unchecked(), Answers(answer)))?;

    // The suite sends requests as a web page of this machine, too.
    let options = HttpOptions::new().allowed_origins(["http://127.0.0.1:*", "http://localhost:*"]);
    let router = Router::new().nest_service("/mcp", McpServerBuilder::new(&service).http(options));
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}", listener.local_addr()?);
    axum::serve(listener, router).await?;
    Ok(())
}

fn tool(name: &str, executor: impl Executor) -> Result<RegisteredTool, BoxError> {
    let schema = json!({"type": "object", "properties": {}});
    let definition = Definition::new(name, "A tool of the conformance suite.", schema)?;
    Ok(RegisteredTool::new(definition, executor))
}

fn image() -> Content {
    let (data, mime_type) = (PNG.to_owned(), "image/png".to_owned());
    Content::Image { data, mime_type }
}

fn resource(uri: &str, mime_type: &str, text: &str) -> Content {
    let resource = json!({"uri": uri, "mimeType": mime_type, "text": text});
    Content::Other(json!({"type": "resource", "resource": resource}))
}

/// The schema that the suite compares keyword by keyword.
fn schema() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {"address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }},
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": {"type": "string"},
            "email": {"type": "string"},
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {
            "properties": {"contactMethod": {"const": "phone"}},
            "required": ["contactMethod"],
        },
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": false,
    })
}

type Answer = fn() -> ToolOutput;

/// Answers the same each time.
struct Answers(Answer);

impl Executor for Answers {
    type Arguments = Value;

    async fn execute(&self, _: Value, _: ExecutionContext<'_>) -> Result<ToolOutput, ToolError> {
        Ok((self.0)())
    }
}

/// Reports progress three times.
struct Reports;

impl Executor for Reports {
    type Arguments = Value;

    async fn execute(
        &self,
        _: Value,
        context: ExecutionContext<'_>,
    ) -> Result<ToolOutput, ToolError> {
        for done in [0.0, 50.0, 100.0] {
            context.report_progress(Progress::new(done).total(100.0));
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(ToolOutput::text("done"))
    }
}

/// Changes the list of tools.
struct Changes(ToolService);

impl Executor for Changes {
    type Arguments = Value;

    async fn execute(&self, _: Value, _: ExecutionContext<'_>) -> Result<ToolOutput, ToolError> {
        if let Ok(added) = tool("test_added_tool", Reports) {
            // If an earlier call has registered the tool, this call removes it.
            if self.0.register(added).is_err() {
                drop(self.0.remove("test_added_tool"));
            }
        }
        Ok(ToolOutput::text("changed"))
    }
}
