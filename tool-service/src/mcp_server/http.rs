use std::convert::Infallible;
use std::fmt;
use std::future::ready;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::future::BoxFuture;
use http::header::{HOST, ORIGIN};
use http::{HeaderMap, Method, Request, StatusCode};
use http_body::Body;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tower::Service;

use crate::call::Principal;

use super::McpServerBuilder;
use super::body::{BodyRecord, RecordedBody};
use super::drain::Drain;
use super::refusal::{
    HttpAnswer, answer_ambiguous, answer_shutting_down, answer_too_many_sessions,
    answer_unknown_session, answer_unreadable,
};
use super::session::ServerSession;
use super::sessions::{SessionLimits, Sessions, run_request};

/// The header with the id of a session.
const HEADER_SESSION_ID: &str = "mcp-session-id";

/// The server over HTTP, a [`tower::Service`] for requests of the `http` crate. It accepts any
/// path. Mount it with `nest_service` of axum, for example.
///
/// ```
/// use tool_service::ToolService;
/// use tool_service::mcp::{HttpOptions, HttpService, McpServerBuilder};
///
/// let server: HttpService = McpServerBuilder::new(&ToolService::new()).http(HttpOptions::new());
/// let router: axum::Router = axum::Router::new().nest_service("/mcp", server);
/// # let _ = router;
/// ```
#[derive(Clone)]
pub struct HttpService {
    server: StreamableHttpService<ServerSession, Sessions>,
    sessions: Arc<Sessions>,
    drain: Arc<Drain>,
}

impl fmt::Debug for HttpService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let config = &self.server.config;
        f.debug_tuple("HttpService").field(config).finish()
    }
}

impl<B> Service<Request<B>> for HttpService
where
    B: Body<Data: Send, Error: fmt::Display> + Send + 'static,
{
    type Response = HttpAnswer;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<HttpAnswer, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        if is_ambiguous(request.headers()) {
            return Box::pin(ready(Ok(answer_ambiguous())));
        }
        self.drain.watch();
        let session = request.headers().get(HEADER_SESSION_ID).cloned();
        if session.is_none() && request.method() == Method::POST && self.drain.is_requested() {
            return Box::pin(ready(Ok(answer_shutting_down())));
        }
        let principal = request.extensions().get::<Principal>().cloned();
        if let Some(session) = &session
            && !self.sessions.belongs_to(session, principal.as_ref())
        {
            return Box::pin(ready(Ok(answer_unknown_session())));
        }
        let (server, sessions) = (self.server.clone(), Arc::clone(&self.sessions));
        let record = BodyRecord::default();
        let request = request.map(|body| RecordedBody {
            body: Box::pin(body),
            record: record.clone(),
        });
        Box::pin(async move {
            // Boxed, because the future takes many kilobytes.
            let (response, is_full) = Box::pin(run_request(server.handle(request))).await;
            if is_full {
                return Ok(answer_too_many_sessions());
            }
            if session.is_none()
                && let Some(created) = response.headers().get(HEADER_SESSION_ID)
            {
                sessions.bind(created, principal);
            }
            // `rmcp` gives this status before it reads a body of another media type, and after it
            // has read an invalid message.
            let unread = response.status() == StatusCode::UNSUPPORTED_MEDIA_TYPE;
            let body = unread.then(|| record.take()).flatten();
            Ok(body.map_or(response, |body| answer_unreadable(&body)))
        })
    }
}

/// Returns whether a header appears twice. A proxy could check another `Host` or `Origin` than the
/// first, which this server uses.
fn is_ambiguous(headers: &HeaderMap) -> bool {
    [HOST, ORIGIN]
        .iter()
        .any(|name| headers.get_all(name).iter().nth(1).is_some())
}

/// Settings of the server over HTTP.
///
/// ```
/// use tool_service::ToolService;
/// use tool_service::mcp::{HttpOptions, McpServerBuilder};
///
/// let service = ToolService::new();
/// let options = HttpOptions::new().stateless().allowed_hosts(["tools.example.com"]);
/// let server = McpServerBuilder::new(&service).http(options);
/// // axum::Router::new().nest_service("/mcp", server)
/// # let _ = server;
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct HttpOptions {
    config: StreamableHttpServerConfig,
    limits: SessionLimits,
    shutdown: CancellationToken,
    drain: Duration,
}

impl HttpOptions {
    /// Creates the default settings: sessions, and only requests to this machine by its local names
    /// (`localhost`, `127.0.0.1`, `::1`). Requests of web pages are rejected.
    pub fn new() -> Self {
        Self {
            config: StreamableHttpServerConfig::default().enforce_origin_validation(),
            limits: SessionLimits {
                sessions: 1000,
                setup: Duration::from_secs(30),
                idle: Duration::from_secs(300),
            },
            shutdown: CancellationToken::new(),
            drain: Duration::from_secs(20),
        }
    }

    /// Disables sessions: any of several replicas may then answer each request. Clients get no
    /// notification of changed tools, and cancel a call by closing its request.
    pub fn stateless(mut self) -> Self {
        self.config.legacy_session_mode = false;
        self.config.json_response = true;
        self
    }

    /// Sets the accepted hosts, with or without a port. Default: this machine. The check protects
    /// against DNS rebinding. An empty list rejects every request.
    pub fn allowed_hosts<T: Into<String>>(mut self, hosts: impl IntoIterator<Item = T>) -> Self {
        let hosts = hosts.into_iter().map(Into::into);
        // `rmcp` accepts all hosts if the list is empty. The empty name matches no host.
        self.config.allowed_hosts = hosts.chain([String::new()]).collect();
        self
    }

    /// Adds accepted origins of web pages, such as `https://app.example.com:443` and
    /// `http://localhost:*`.
    pub fn allowed_origins<T: Into<String>>(
        mut self,
        origins: impl IntoIterator<Item = T>,
    ) -> Self {
        let origins = origins.into_iter().map(Into::into);
        self.config.allowed_origins = origins.collect();
        self
    }

    /// Sets the maximum size of a request body, in bytes. Default: 4 MiB.
    pub fn max_body(mut self, bytes: usize) -> Self {
        self.config.max_request_body_bytes = bytes;
        self
    }

    /// Sets the maximum number of concurrent sessions. Default: 1000. The server rejects further
    /// clients with HTTP status 503.
    ///
    /// This is also the maximum number of concurrent subscriptions (`subscriptions/listen`), which
    /// replace sessions in MCP 2026-07-28. The server rejects further subscriptions with JSON-RPC
    /// error -32000.
    ///
    /// In the mode without sessions ([`stateless`](Self::stateless)),
    /// [`setup_timeout`](Self::setup_timeout) and [`idle_timeout`](Self::idle_timeout) have no
    /// effect.
    pub fn max_sessions(mut self, sessions: usize) -> Self {
        self.limits.sessions = sessions;
        self
    }

    /// Sets the maximum time from `initialize` to the next message of the client, which should be
    /// `notifications/initialized`. Default: 30 seconds. The session then ends.
    pub fn setup_timeout(mut self, limit: Duration) -> Self {
        self.limits.setup = limit;
        self
    }

    /// Sets the maximum time without a message of either side. Default: 5 minutes. The session then
    /// ends with its calls, so choose a time longer than the longest call.
    ///
    /// A response stream with unread messages is closed after this time or 30 seconds, whichever is
    /// less. The client may resume it.
    pub fn idle_timeout(mut self, limit: Duration) -> Self {
        self.limits.idle = limit;
        self
    }

    /// Sets a token that shuts the server down. The server then rejects new sessions and calls, with
    /// HTTP status 503 or a JSON-RPC error. Running calls end first, within the time of
    /// [`drain`](Self::drain). Then all sessions end.
    pub fn shutdown(mut self, token: CancellationToken) -> Self {
        self.shutdown = token;
        self
    }

    /// Sets the maximum time for running calls to end after [`shutdown`](Self::shutdown). Default:
    /// 20 seconds. A call that runs longer is cancelled, and its client gets a JSON-RPC error that
    /// says that the call may have run.
    pub fn drain(mut self, limit: Duration) -> Self {
        self.drain = limit;
        self
    }
}

impl Default for HttpOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl McpServerBuilder {
    /// Builds the server over HTTP.
    #[must_use]
    pub fn http(self, options: HttpOptions) -> HttpService {
        let sessions = Arc::new(Sessions::new(options.limits));
        let limit = options.limits.sessions.min(Semaphore::MAX_PERMITS);
        let subscriptions = Arc::new(Semaphore::new(limit));
        let closed = options.config.cancellation_token.clone();
        let drain = Arc::new(Drain::new(options.shutdown, options.drain, closed));
        let of_session = Arc::clone(&drain);
        let session =
            move || Ok(self.session(Arc::clone(&subscriptions), Some(Arc::clone(&of_session))));
        let server = StreamableHttpService::new(session, Arc::clone(&sessions), options.config);
        HttpService {
            server,
            sessions,
            drain,
        }
    }
}
