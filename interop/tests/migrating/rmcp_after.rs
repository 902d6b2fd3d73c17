use std::error::Error;

use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolRequestParams, object};
use rmcp::{ServiceExt, tool, tool_router};
use serde_json::json;
use tool_core::{Args, Tool};

/// Wait before the next call.
#[derive(Debug, Tool)]
struct Wait {
    /// Seconds to wait.
    seconds: u8,
}

struct Timer;

#[tool_router(server_handler)]
impl Timer {
    #[tool(description = Wait::definition().description())]
    fn wait(&self, Parameters(call): Parameters<Args<Wait>>) -> String {
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
