//! An MCP server over stdio with the builtin tools, for any client:
//!
//! ```sh
//! npx @modelcontextprotocol/inspector cargo run --quiet --example mcp_server
//! ```

use tool_service::mcp::McpServerBuilder;
use tool_service::{BoxError, ToolService};

#[tokio::main]
async fn main() -> Result<(), BoxError> {
    let service = ToolService::new().with_builtins()?;
    McpServerBuilder::new(&service).stdio().await?;
    Ok(())
}
