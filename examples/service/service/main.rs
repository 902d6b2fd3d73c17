//! Tools of all kinds in one program: builtin, native, behind an HTTP API, and of an MCP
//! server. The API and the server are started by the program itself.
//!
//! It prints a line of JSON for each call: `{kind, tool, is_error, content}`.

mod mcp;
mod native;
mod rest;

use serde_json::json;
use tool_service::{BoxError, CallOptions, ToolCall, ToolService};

/// For each kind: good calls with and without repairs, and one failing call.
const CALLS: &[(&str, &str)] = &[
    (
        "calculator",
        r#"{"expression": "price * 1.2", "variables": {"price": "80"}}"#,
    ),
    ("calculator", r#"{"variables": {"price": 80}}"#),
    (
        "writeNote",
        r#"{"name": "todo", "text": "Water the plants"}"#,
    ),
    ("read_note", r#"{"name": "to do"}"#),
    ("read_note", r#"{"note": "todo"}"#),
    ("weather", r#"{"city": "São Paulo", "days": "3"}"#),
    ("weather", r#"{"city": "Oslo", "days": 30}"#),
    (
        "mcp__travel__distance",
        r#"{"from": "Oslo", "to": "Bergen"}"#,
    ),
    ("mcp__travel__distance", r#"{"from": "Oslo"}"#),
];

#[tokio::main]
async fn main() -> Result<(), BoxError> {
    let builder = ToolService::builder().state(native::Notes::default());
    let service = builder.build().with_builtins()?;
    service.register(native::write_note)?;
    service.register(native::read_note)?;
    service.register(rest::tool().await?)?;
    let connection = service.connect(mcp::server().await?).await?;

    // The calls run in sequence, because they depend on each other. `execute_all` runs the calls of
    // one response together.
    for (name, raw) in CALLS {
        let result = service
            .execute(ToolCall::new(*name, *raw), CallOptions::new())
            .await;
        let kind = service.get(&result.tool).map(|tool| tool.kind());
        let line = json!({
            "kind": kind,
            "tool": result.tool,
            "is_error": result.is_error,
            "content": result.text(),
        });
        println!("{line}");
    }
    connection.disconnect().await;
    Ok(())
}
