//! Calls a tool of an MCP server and a function of the program.

use axum::Router;
use tokio::net::TcpListener;
use tool_core::Tool;
use tool_core::definition::Annotations;
use tool_service::mcp::{HttpOptions, McpServerBuilder, McpServerConfig};
use tool_service::{BoxError, CallOptions, ForModel, ToolCall, ToolService};

/// Returns the price of a night in a city.
#[derive(Debug, Tool)]
#[tool(read_only)]
struct Price {
    city: String,
    #[schemars(range(min = 1, max = 14))]
    nights: u8,
}

async fn price(price: Price) -> Result<u32, ForModel<String>> {
    match price.city.as_str() {
        "Oslo" => Ok(120 * u32::from(price.nights)),
        city => Err(ForModel(format!("No hotel in {city}."))),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), BoxError> {
    let url = start_server().await?;

    let service = ToolService::new();
    service.register(price)?;
    let travel = McpServerConfig::http("travel", url)?
        // Only these tools of the server are registered.
        .include(["distance"])
        // The host repeats the hint, because the hints of a server are not verified.
        .annotate("distance", Annotations::new().read_only(true));
    let connection = service.connect(travel).await?;
    for tool in service.tools() {
        println!(
            "{}: {}",
            tool.definition().name(),
            tool.definition().description()
        );
    }

    for (name, arguments) in [
        ("price", r#"{"city": "Oslo", "nights": "2"}"#),
        (
            "mcp__travel__distance",
            r#"{"from": "Oslo", "to": "Bergen",}"#,
        ),
        ("mcp__travel__distance", r#"{"from": "Oslo"}"#),
        ("distanse", r#"{"from": "Oslo", "to": "Bergen"}"#),
    ] {
        let result = service
            .execute(ToolCall::new(name, arguments), CallOptions::new())
            .await;
        println!("\n{name} {arguments}\n{}", result.text());
    }
    connection.disconnect().await;
    Ok(())
}

/// Starts an MCP server on a free port, for this example only.
async fn start_server() -> Result<String, BoxError> {
    /// Returns the distance of two cities by air, in kilometres.
    #[derive(Debug, Tool)]
    #[tool(read_only)]
    struct Distance {
        from: String,
        to: String,
    }

    let tools = ToolService::new();
    tools.register(
        async |call: Distance| match (call.from.as_str(), call.to.as_str()) {
            ("Oslo", "Bergen") | ("Bergen", "Oslo") => Ok(305),
            _ => Err(ForModel("Only Oslo and Bergen are known.")),
        },
    )?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}/mcp", listener.local_addr()?);
    let server = McpServerBuilder::new(&tools).http(HttpOptions::new());
    let router = Router::new().nest_service("/mcp", server);
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(url)
}
