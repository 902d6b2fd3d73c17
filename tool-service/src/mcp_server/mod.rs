//! Serves the service over MCP: see [`mcp`](crate::mcp).

mod body;
mod drain;
mod forward;
mod http;
mod line_transport;
mod progress;
mod refusal;
mod requests;
mod session;
mod sessions;
mod stdio;
mod wire;

use std::convert::Infallible;
use std::sync::Arc;

use rmcp::model::Implementation;
use tower::Service;
use tower::util::BoxCloneSyncService;

use crate::call::ToolRequest;
use crate::{ToolResult, ToolService};

pub use http::{HttpOptions, HttpService};

/// Serves the tools of a service to MCP clients.
///
/// The server has the current tools of the service, except the tool for [invalid
/// calls](tool_core::call::InvalidCallTool). It notifies clients of changes. It runs a call like
/// [`ToolService::execute`], including repairs of the name and the arguments. The client may cancel
/// the call.
///
/// - Invalid arguments and failures yield a result with `isError` and a text for the model.
/// - An unknown tool yields a JSON-RPC error (-32602), as the protocol requires. Its message is the
///   text for the model.
///
/// ```no_run
/// use tool_service::mcp::McpServerBuilder;
/// use tool_service::ToolService;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> std::io::Result<()> {
/// let service = ToolService::new();
/// // .. register tools ..
/// McpServerBuilder::new(&service)
///     .implementation("my-tools", "1.2.0")
///     .instructions("Search before you read.")
///     .stdio()
///     .await
/// # }
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct McpServerBuilder {
    tools: ToolService,
    /// The service with its layers.
    run: Run,
    info: Arc<ServerInfo>,
}

/// The service that runs the calls of clients.
type Run = BoxCloneSyncService<ToolRequest, ToolResult, Infallible>;

/// Information about the server for clients.
#[derive(Clone, Debug)]
struct ServerInfo {
    implementation: Implementation,
    instructions: Option<String>,
}

impl McpServerBuilder {
    /// Creates a server for a service. Its default name is the name of this crate.
    pub fn new(tools: &ToolService) -> Self {
        let (name, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        Self {
            tools: tools.clone(),
            run: Run::new(tools.clone()),
            info: Arc::new(ServerInfo {
                implementation: Implementation::new(name, version),
                instructions: None,
            }),
        }
    }

    /// Sets the name and the version of the server.
    pub fn implementation(mut self, name: impl Into<String>, version: impl Into<String>) -> Self {
        Arc::make_mut(&mut self.info).implementation = Implementation::new(name, version);
        self
    }

    /// Sets instructions for models about the server as a whole.
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        Arc::make_mut(&mut self.info).instructions = Some(instructions.into());
        self
    }

    /// Sets the service that runs the calls of clients: the [`ToolService`] with layers. Default:
    /// the `ToolService` itself. Layers have no effect on the list of tools.
    ///
    /// If a layer can fail, wrap it in an
    /// [`ErrorsAsResultsLayer`](crate::layer::ErrorsAsResultsLayer). All clients share the service.
    /// A layer for one conversation ([`LoopGuardLayer`](crate::layer::LoopGuardLayer)) therefore
    /// requires a server with one client, such as [`stdio`](Self::stdio).
    ///
    /// ```
    /// use tool_service::ToolService;
    /// use tool_service::layer::ErrorsAsResultsLayer;
    /// use tool_service::mcp::McpServerBuilder;
    /// use tower::ServiceBuilder;
    /// use tower::limit::ConcurrencyLimitLayer;
    /// use tower::load_shed::LoadShedLayer;
    ///
    /// let tools = ToolService::new();
    /// let busy = ServiceBuilder::new()
    ///     .layer(ErrorsAsResultsLayer::new())
    ///     .layer(LoadShedLayer::new())
    ///     .layer(ConcurrencyLimitLayer::new(8))
    ///     .service(tools.clone());
    /// let server = McpServerBuilder::new(&tools).service(busy);
    /// # let _ = server;
    /// ```
    pub fn service<S>(mut self, service: S) -> Self
    where
        S: Service<ToolRequest, Response = ToolResult, Error = Infallible, Future: Send>
            + Clone
            + Send
            + Sync
            + 'static,
    {
        self.run = Run::new(service);
        self
    }
}
