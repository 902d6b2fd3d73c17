//! The connection to a server, which outlives its sessions.

use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock, Weak};

use tokio::sync::{Mutex, Notify};
use tokio_util::sync::CancellationToken;

use super::register;
use super::server::McpServer;
use super::session::{Line, Session};
use super::supervisor::Supervisor;
use crate::service::Inner;
use crate::{Failure, ToolError, ToolService};

impl ToolService {
    /// Starts or reaches an MCP server, and registers its tools: see [`mcp`](crate::mcp).
    ///
    /// The connection is kept up from then on, also where the handle is dropped, until
    /// [`Connection::disconnect`] is called or the service is gone.
    ///
    /// # Errors
    ///
    /// If the server cannot be started or reached, refuses who asks, does not speak the
    /// protocol, or has not listed its tools in time. Nothing is left behind then.
    pub async fn connect(&self, server: McpServer) -> Result<Connection, ToolError> {
        let shared = Arc::new(Shared {
            service: Arc::downgrade(self.inner()),
            state: RwLock::new(State::Down(not_connected(&server.name))),
            registered: Mutex::default(),
            changed: Arc::default(),
            closed: CancellationToken::new(),
            over: CancellationToken::new(),
            server,
        });
        let session = shared.begin().await?;
        let changes = self.inner().registry.changes();
        tokio::spawn(Supervisor::new(Arc::clone(&shared), changes).run(session));
        Ok(Connection { shared })
    }
}

/// The connection to an MCP server: see [`ToolService::connect`]. A clone is the same
/// connection.
#[derive(Clone)]
pub struct Connection {
    shared: Arc<Shared>,
}

impl Connection {
    /// The name of the server.
    #[must_use]
    pub fn server(&self) -> &str {
        &self.shared.server.name
    }

    /// Whether the server can be called now, as far as is known.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.shared.line().is_ok()
    }

    /// Lists the server's tools anew, as is done when it says that they changed, and gives
    /// their number.
    ///
    /// # Errors
    ///
    /// If the server is not there, or does not list them in time. The tools stay as they
    /// were then.
    pub async fn refresh(&self) -> Result<usize, ToolError> {
        let line = self.shared.line()?;
        let _under_way = line.requests.token();
        self.shared
            .in_time(register::relist(&self.shared, &line))
            .await
    }

    /// Removes the server's tools and ends the connection: a child process has ended when
    /// this is over. Calls under way fail.
    pub async fn disconnect(&self) {
        self.shared.closed.cancel();
        self.shared.over.cancelled().await;
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection")
            .field("server", &self.shared.server)
            .field("is_connected", &self.is_connected())
            .finish_non_exhaustive()
    }
}

/// What the handle, the tools and the supervisor share.
pub(super) struct Shared {
    pub(super) server: McpServer,
    /// The tools are the service's, so that it would be kept alive by them.
    pub(super) service: Weak<Inner>,
    state: RwLock<State>,
    /// The names that the tools are registered by. Held while they are listed, so that no
    /// older list takes the place of a newer one.
    pub(super) registered: Mutex<HashSet<String>>,
    /// Told when the server says that its tools changed.
    pub(super) changed: Arc<Notify>,
    /// Whether the connection is given up.
    pub(super) closed: CancellationToken,
    /// Whether all of it has ended.
    pub(super) over: CancellationToken,
}

enum State {
    Up(Line),
    Down(ToolError),
}

impl Shared {
    /// What a call is sent by, or why there is nothing.
    pub(super) fn line(&self) -> Result<Line, ToolError> {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        match &*state {
            State::Up(line) if line.loss.error().is_none() => Ok(line.clone()),
            State::Up(line) => Err(self.down(line.loss.error())),
            State::Down(error) => Err(self.down(Some(error))),
        }
    }

    /// The error of a call that finds no session.
    fn down(&self, why: Option<&ToolError>) -> ToolError {
        let mut failure = not_connected_failure(&self.server.name);
        if let Some(error) = why {
            failure = failure.source(error.clone());
        }
        ToolError::Network(failure)
    }

    pub(super) fn up(&self, line: Line) {
        self.set(State::Up(line));
    }

    pub(super) fn lost(&self, error: ToolError) {
        self.set(State::Down(error));
    }

    pub(super) fn given_up(&self) {
        let failure = Failure::new("the connection was given up").not_run();
        self.lost(ToolError::Cancelled(failure));
    }

    fn set(&self, state: State) {
        *self.state.write().unwrap_or_else(PoisonError::into_inner) = state;
    }

    /// A new session, whose tools are registered.
    pub(super) async fn begin(self: &Arc<Self>) -> Result<Session, ToolError> {
        // The future of a handshake takes many kilobytes.
        let begun = Box::pin(async {
            let session = Session::start(self).await?;
            register::relist(self, &session.line).await?;
            Ok(session)
        });
        let session = self.in_time(begun).await?;
        self.up(session.line.clone());
        Ok(session)
    }

    pub(super) async fn in_time<T>(
        &self,
        work: impl Future<Output = Result<T, ToolError>>,
    ) -> Result<T, ToolError> {
        let limit = self.server.startup;
        let result = tokio::time::timeout(limit, work).await;
        result.unwrap_or_else(|_| {
            let server = &self.server.name;
            let message = format!("the MCP server {server:?} was not ready within {limit:?}");
            Err(ToolError::Timeout(Failure::new(message).not_run()))
        })
    }
}

fn not_connected_failure(server: &str) -> Failure {
    Failure::new(format!("the MCP server {server:?} is not connected")).not_run()
}

fn not_connected(server: &str) -> ToolError {
    ToolError::Network(not_connected_failure(server))
}
