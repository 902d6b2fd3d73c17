//! The service as an MCP server: see [`mcp`](crate::mcp).

mod body;
mod http;
mod progress;
mod refusal;
mod session;
mod sessions;
mod stdio;
mod wire;

use std::sync::Arc;

use rmcp::model::Implementation;

use crate::ToolService;

pub use http::{HttpOptions, HttpService};

/// A service, as it is served to MCP clients.
///
/// Its tools as they stand at any time are those of the server, but for that of
/// [invalid calls](tool_core::InvalidCall), which is not for models. Clients are told when
/// they change. A call is run as by [`ToolService::execute`], with the name and the arguments
/// repaired alike; the client may cancel it.
///
/// - What does not fit, and any other failure, is a result with `isError` whose text is what
///   the model is to be told.
/// - A tool that is not there is a JSON-RPC error (-32602), as the protocol has it, whose
///   message is what the model is to be told.
///
/// ```no_run
/// use tool_service::ToolService;
/// use tool_service::mcp::Serve;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> std::io::Result<()> {
/// let service = ToolService::new();
/// // .. register tools ..
/// Serve::new(&service)
///     .implementation("my-tools", "1.2.0")
///     .instructions("Search before you read.")
///     .stdio()
///     .await
/// # }
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Serve {
    service: ToolService,
    about: Arc<About>,
}

/// What a server says of itself.
#[derive(Clone, Debug)]
struct About {
    implementation: Implementation,
    instructions: Option<String>,
}

impl Serve {
    /// The service, under the name of this crate.
    pub fn new(service: &ToolService) -> Self {
        let (name, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        Self {
            service: service.clone(),
            about: Arc::new(About {
                implementation: Implementation::new(name, version),
                instructions: None,
            }),
        }
    }

    /// The name and the version that the server is known by.
    pub fn implementation(mut self, name: impl Into<String>, version: impl Into<String>) -> Self {
        Arc::make_mut(&mut self.about).implementation = Implementation::new(name, version);
        self
    }

    /// What models are told of the server as a whole.
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        Arc::make_mut(&mut self.about).instructions = Some(instructions.into());
        self
    }
}

impl ToolService {
    /// Serves the tools to the MCP client that started this process, until it closes its end:
    /// short for [`Serve::stdio`].
    ///
    /// # Errors
    ///
    /// If the client does not speak the protocol.
    pub async fn serve_mcp_stdio(&self) -> std::io::Result<()> {
        Serve::new(self).stdio().await
    }

    /// The tools as an MCP server over HTTP: short for [`Serve::http`].
    #[must_use]
    pub fn mcp_http(&self, options: HttpOptions) -> HttpService {
        Serve::new(self).http(options)
    }
}
