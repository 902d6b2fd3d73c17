//! The builtin tools as an MCP server over HTTP, at `/stateful` and at `/stateless`, on a
//! free port of loopback, whose address it prints.

use axum::Router;
use tokio::net::TcpListener;
use tool_service::mcp::{HttpOptions, McpServerBuilder};
use tool_service::{BoxError, ToolService};

#[tokio::main]
async fn main() -> Result<(), BoxError> {
    let service = ToolService::new().with_builtins()?;
    let router = Router::new()
        .nest_service(
            "/stateful",
            McpServerBuilder::new(&service).http(HttpOptions::new()),
        )
        .nest_service(
            "/stateless",
            McpServerBuilder::new(&service).http(HttpOptions::new().stateless()),
        );
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}", listener.local_addr()?);
    axum::serve(listener, router).await?;
    Ok(())
}
