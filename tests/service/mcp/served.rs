//! A program that serves a service over standard input and output.

use tool_core::Tool;
use tool_service::ToolService;
use tool_service::mcp::McpServerBuilder;

/// Add two numbers.
#[derive(Debug, Tool)]
struct Add {
    left: i32,
    right: i32,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let service = ToolService::new();
    service.register(async |add: Add| Ok::<_, String>(add.left + add.right))?;
    McpServerBuilder::new(&service).stdio().await?;
    Ok(())
}
