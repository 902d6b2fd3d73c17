//! A service that is served over standard input and output.

use tool_core::Tool;
use tool_service::ToolService;

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
    service.serve_mcp_stdio().await?;
    Ok(())
}
