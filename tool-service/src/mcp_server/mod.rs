//! The service as an MCP server: see [`mcp`](crate::mcp).

mod body;
mod http;
mod passing;
mod progress;
mod refusal;
mod session;
mod sessions;
mod stdio;
mod under_way;
mod wire;

use std::convert::Infallible;
use std::sync::Arc;

use rmcp::model::Implementation;
use tower::Service;
use tower::util::BoxCloneSyncService;

use crate::call::ToolRequest;
use crate::{ToolResult, ToolService};

pub use http::{HttpOptions, HttpService};

/// A service, as it is served to MCP clients.
///
/// Its tools as they stand at any time are those of the server, but for that of
/// [invalid calls](tool_core::call::InvalidCall), which is not for models. Clients are told when
/// they change. A call is run as by [`ToolService::execute`], with the name and the arguments
/// repaired alike; the client may cancel it.
///
/// - What does not fit, and any other failure, is a result with `isError` whose text is what
///   the model is to be told.
/// - A tool that is not there is a JSON-RPC error (-32602), as the protocol has it, whose
///   message is what the model is to be told.
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
    /// The service with its layers, which runs the calls.
    run: Run,
    info: Arc<ServerInfo>,
}

/// What runs the calls of clients.
type Run = BoxCloneSyncService<ToolRequest, ToolResult, Infallible>;

/// What a server says of itself.
#[derive(Clone, Debug)]
struct ServerInfo {
    implementation: Implementation,
    instructions: Option<String>,
}

impl McpServerBuilder {
    /// The service, under the name of this crate.
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

    /// The name and the version that the server is known by.
    pub fn implementation(mut self, name: impl Into<String>, version: impl Into<String>) -> Self {
        Arc::make_mut(&mut self.info).implementation = Implementation::new(name, version);
        self
    }

    /// What models are told of the server as a whole.
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        Arc::make_mut(&mut self.info).instructions = Some(instructions.into());
        self
    }

    /// Sets the service that runs the calls of clients: the [`ToolService`] with layers around it.
    /// Default: the `ToolService` itself. Tools are listed without it.
    ///
    /// A layer that gives an error needs an
    /// [`ErrorsAsResultsLayer`](crate::layer::ErrorsAsResultsLayer) around it. All clients share
    /// the service, so that a layer for one conversation
    /// ([`LoopGuardLayer`](crate::layer::LoopGuardLayer)) suits a server with one client, as that
    /// of [`stdio`](Self::stdio).
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
