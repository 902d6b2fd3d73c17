//! An MCP server over HTTP, which is another service.

use axum::Router;
use tokio::net::TcpListener;
use tool_core::Tool;
use tool_service::mcp::{HttpOptions, McpServerBuilder, McpServerConfig};
use tool_service::{BoxError, ForModel, ToolService};

/// The distance between two cities by air, in kilometres.
#[derive(Debug, Tool)]
#[tool(read_only)]
struct Distance {
    from: String,
    to: String,
}

async fn distance(distance: Distance) -> Result<u32, ForModel<&'static str>> {
    match (distance.from.as_str(), distance.to.as_str()) {
        ("Oslo", "Bergen") | ("Bergen", "Oslo") => Ok(305),
        _ => Err(ForModel("Only Oslo and Bergen are known")),
    }
}

/// Starts the server and returns its configuration.
pub(crate) async fn server() -> Result<McpServerConfig, BoxError> {
    let travel = ToolService::new();
    travel.register(distance)?;

    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}/mcp", listener.local_addr()?);
    let app = Router::new().nest_service(
        "/mcp",
        McpServerBuilder::new(&travel).http(HttpOptions::new()),
    );
    tokio::spawn(async move { axum::serve(listener, app).await });
    Ok(McpServerConfig::http("travel", url)?)
}
