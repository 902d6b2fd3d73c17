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
use std::fmt;
use std::sync::Arc;

use rmcp::model::Implementation;
use tower::util::BoxCloneSyncService;
use tower::{Layer, Service};

use crate::{Request, ToolResult, ToolService};

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
#[derive(Clone)]
#[must_use]
pub struct Serve {
    service: ToolService,
    /// The service with its layers, which runs the calls.
    run: Run,
    about: Arc<About>,
}

/// What runs the calls of clients.
type Run = BoxCloneSyncService<Request, ToolResult, Infallible>;

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
            run: Run::new(service.clone()),
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

    /// Puts a layer of `tower` around the service, outside of those that it has. It sees each call
    /// of a client. Tools are listed without it.
    ///
    /// A layer that gives an error needs an [`AnswerLayer`](crate::layer::AnswerLayer) outside of
    /// it: put both into one `ServiceBuilder`, which is a layer as well. All clients share the
    /// layer, so one for a conversation ([`LoopGuardLayer`](crate::layer::LoopGuardLayer)) suits a
    /// server with one client, as that of [`stdio`](Self::stdio).
    ///
    /// ```
    /// use tool_service::ToolService;
    /// use tool_service::layer::{AnswerLayer, ConcurrencyLimitLayer};
    /// use tool_service::mcp::Serve;
    /// use tower::ServiceBuilder;
    /// use tower::load_shed::LoadShedLayer;
    ///
    /// let busy = ServiceBuilder::new()
    ///     .layer(AnswerLayer::new())
    ///     .layer(LoadShedLayer::new())
    ///     .layer(ConcurrencyLimitLayer::new(8));
    /// let server = Serve::new(&ToolService::new()).layer(busy);
    /// # let _ = server;
    /// ```
    pub fn layer<L>(mut self, layer: L) -> Self
    where
        L: Layer<BoxCloneSyncService<Request, ToolResult, Infallible>>,
        L::Service: Service<Request, Response = ToolResult, Error = Infallible, Future: Send>
            + Clone
            + Send
            + Sync
            + 'static,
    {
        self.run = Run::new(layer.layer(self.run));
        self
    }
}

impl fmt::Debug for Serve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Serve")
            .field("service", &self.service)
            .field("about", &self.about)
            .finish_non_exhaustive()
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
