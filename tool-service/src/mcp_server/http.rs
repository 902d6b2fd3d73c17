use std::sync::Arc;

use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio_util::sync::CancellationToken;

use super::{Serve, Session};

/// The server over HTTP, a [`tower::Service`] of the requests of the `http` crate. It looks
/// at no path: put it where it is to be, by axum's `nest_service`, say.
pub type HttpService = StreamableHttpService<Session, LocalSessionManager>;

/// How a server is reached over HTTP.
///
/// ```
/// use tool_service::ToolService;
/// use tool_service::mcp::HttpOptions;
///
/// let service = ToolService::new();
/// let options = HttpOptions::new().stateless().allowed_hosts(["tools.example.com"]);
/// let server = service.mcp_http(options);
/// // axum::Router::new().nest_service("/mcp", server)
/// # let _ = server;
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct HttpOptions(StreamableHttpServerConfig);

impl HttpOptions {
    /// With sessions, for requests to this machine by its own name (`localhost`, `127.0.0.1`,
    /// `::1`), and of no web page.
    pub fn new() -> Self {
        Self(StreamableHttpServerConfig::default().enforce_origin_validation())
    }

    /// Keeps nothing from one request to the next, so that any of several replicas may answer
    /// each. Clients are then not told when the tools change, and cancel a call by closing
    /// its request.
    pub fn stateless(mut self) -> Self {
        self.0.legacy_session_mode = false;
        self.0.json_response = true;
        self
    }

    /// Takes requests to these hosts, with or without a port, in place of those to this
    /// machine. A web page that has its own name point at this machine is refused so.
    pub fn allowed_hosts<T: Into<String>>(mut self, hosts: impl IntoIterator<Item = T>) -> Self {
        self.0.allowed_hosts = hosts.into_iter().map(Into::into).collect();
        self
    }

    /// Takes requests of web pages of these origins as well: `https://app.example.com:443`,
    /// `http://localhost:*`.
    pub fn allowed_origins<T: Into<String>>(
        mut self,
        origins: impl IntoIterator<Item = T>,
    ) -> Self {
        let origins = origins.into_iter().map(Into::into);
        self.0.allowed_origins = origins.collect();
        self
    }

    /// How long the body of a request may be: 4 MiB.
    pub fn max_body(mut self, bytes: usize) -> Self {
        self.0.max_request_body_bytes = bytes;
        self
    }

    /// Ends all sessions, and takes no more requests, when the token is cancelled.
    pub fn shutdown(mut self, token: CancellationToken) -> Self {
        self.0.cancellation_token = token;
        self
    }
}

impl Default for HttpOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl Serve {
    /// The server over HTTP.
    #[must_use]
    pub fn http(self, options: HttpOptions) -> HttpService {
        let sessions = Arc::new(LocalSessionManager::default());
        StreamableHttpService::new(move || Ok(self.session()), sessions, options.0)
    }
}
