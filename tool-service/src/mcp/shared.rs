//! What the parts of a connection share.

use std::sync::{Arc, PoisonError, RwLock, Weak};

use rmcp::RoleClient;
use rmcp::service::Peer;
use tokio::sync::{Mutex, Notify};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::loss::Loss;
use super::register::Known;
use super::server::McpServer;
use crate::service::Inner;
use crate::{Failure, ToolError};

/// What requests are sent by.
#[derive(Clone)]
pub(super) struct Line {
    pub(super) peer: Peer<RoleClient>,
    pub(super) loss: Loss,
    /// Whether all requests under way are lost with the session.
    pub(super) is_all: bool,
    /// The requests under way.
    pub(super) requests: TaskTracker,
}

/// What the handle, the tools and the supervisor share.
pub(super) struct Shared {
    pub(super) server: McpServer,
    /// The tools are the service's, so that it would be kept alive by them.
    pub(super) service: Weak<Inner>,
    state: RwLock<State>,
    /// The tools. Held while they are listed, so that no older list takes the place of a
    /// newer one.
    pub(super) known: Arc<Mutex<Known>>,
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
    pub(super) fn new(service: &Arc<Inner>, server: McpServer) -> Self {
        Self {
            service: Arc::downgrade(service),
            state: RwLock::new(State::Down(not_connected(&server.name))),
            known: Arc::default(),
            changed: Arc::default(),
            closed: CancellationToken::new(),
            over: CancellationToken::new(),
            server,
        }
    }

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
            failure = failure.with_source(error.clone());
        }
        ToolError::Network(failure)
    }

    pub(super) fn up(&self, line: Line) {
        self.set(State::Up(line));
    }

    pub(super) fn lost(&self, error: ToolError) {
        self.set(State::Down(error));
    }

    /// Says that there is no session any more, and why.
    pub(super) fn given_up(&self) -> ToolError {
        let failure = Failure::new("the connection was given up").not_run();
        let error = ToolError::Cancelled(failure);
        self.lost(error.clone());
        error
    }

    fn set(&self, state: State) {
        *self.state.write().unwrap_or_else(PoisonError::into_inner) = state;
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
