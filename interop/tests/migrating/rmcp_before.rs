use std::error::Error;

use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolRequestParams, object};
use rmcp::{ServiceExt, schemars, tool, tool_router};
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize, schemars::JsonSchema)]
struct Wait {
    /// Seconds to wait.
    seconds: u8,
}

struct Timer;

#[tool_router(server_handler)]
impl Timer {
    /// Wait before the next call.
    #[tool]
    fn wait(&self, Parameters(call): Parameters<Wait>) -> String {
        format!("waited {} s", call.seconds)
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    // A stream in memory connects the server to a client.
    let (server, client) = tokio::io::duplex(4096);
    tokio::spawn(async move {
        let server = Timer.serve(server).await.expect("the server starts");
        server.waiting().await
    });
    let client = ().serve(client).await?;
    let arguments = object(json!({"seconds": "5"}));
    let request = CallToolRequestParams::new("wait").with_arguments(arguments);
    println!("{}", json!(client.call_tool(request).await?));
    Ok(())
}
