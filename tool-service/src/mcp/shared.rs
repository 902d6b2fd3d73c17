//! State that the parts of a connection share.

use std::sync::{Arc, Weak};

use rmcp::RoleClient;
use rmcp::service::Peer;
use tokio::sync::{Mutex, Notify, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::known::KnownTools;
use super::loss::SessionLoss;
use super::progress::Reports;
use super::server::McpServerConfig;
use crate::service::ServiceState;
use crate::{Failure, ToolError};

/// A handle for sending requests.
#[derive(Clone)]
pub(super) struct SessionHandle {
    pub(super) peer: Peer<RoleClient>,
    pub(super) loss: SessionLoss,
    /// `true` if the loss of the session also ends all running requests.
    pub(super) is_all: bool,
    /// Calls that listen for progress.
    pub(super) reports: Arc<Reports>,
    /// Running requests.
    pub(super) requests: TaskTracker,
}

/// State shared by the handle, the tools and the supervisor.
pub(super) struct Shared {
    pub(super) server: McpServerConfig,
    /// Weak, because the service holds the tools, which hold this state.
    pub(super) service: Weak<ServiceState>,
    state: watch::Sender<ConnectionState>,
    /// Notified when a call finds no session.
    pub(super) wanted: Notify,
    /// The tools. Locked while they are listed: an older list then cannot replace a newer one.
    pub(super) known: Arc<Mutex<KnownTools>>,
    /// Notified when the server reports changed tools.
    pub(super) changed: Arc<Notify>,
    /// Cancelled when the connection is to be closed.
    pub(super) close_requested: CancellationToken,
    /// Cancelled when the connection has ended.
    pub(super) ended: CancellationToken,
}

struct ConnectionState {
    session: Result<SessionHandle, ToolError>,
    /// Number of failed attempts to start a session.
    failed: u64,
    is_over: bool,
}

impl Shared {
    pub(super) fn new(service: &Arc<ServiceState>, server: McpServerConfig) -> Self {
        Self {
            service: Arc::downgrade(service),
            state: watch::Sender::new(ConnectionState {
                session: Err(not_connected(&server.name)),
                failed: 0,
                is_over: false,
            }),
            wanted: Notify::new(),
            known: Arc::default(),
            changed: Arc::default(),
            close_requested: CancellationToken::new(),
            ended: CancellationToken::new(),
            server,
        }
    }

    /// Returns the current session, or the reason why it is missing.
    pub(super) fn current_session(&self) -> Result<SessionHandle, ToolError> {
        self.state.borrow().current_session(self)
    }

    /// Returns the session for a call. Without a session, one is started immediately for all
    /// waiting calls. Returns an error as soon as this attempt fails.
    pub(super) async fn session(&self) -> Result<SessionHandle, ToolError> {
        let mut states = self.state.subscribe();
        let failed = states.borrow().failed;
        loop {
            {
                let state = states.borrow_and_update();
                let session = state.current_session(self);
                if session.is_ok() || state.is_over || state.failed != failed {
                    return session;
                }
            }
            self.wanted.notify_one();
            if states.changed().await.is_err() {
                return self.current_session();
            }
        }
    }

    /// Creates the error of a call without a session.
    fn make_down_error(&self, why: Option<&ToolError>) -> ToolError {
        let mut failure = not_connected_failure(&self.server.name);
        if let Some(error) = why {
            failure = failure.with_source(error.clone());
        }
        ToolError::Network(failure)
    }

    pub(super) fn set_session(&self, session: SessionHandle) {
        self.state.send_modify(|state| state.session = Ok(session));
    }

    /// Records the loss of the session.
    pub(super) fn set_lost(&self, error: ToolError) {
        self.state.send_modify(|state| state.session = Err(error));
    }

    /// Records a failed attempt to start a session.
    pub(super) fn failed(&self, error: ToolError) {
        self.state.send_modify(|state| {
            state.session = Err(error);
            state.failed += 1;
        });
    }

    /// Closes the connection. Returns the error for later calls.
    pub(super) fn close(&self) -> ToolError {
        let failure = Failure::new("the connection was closed").not_run();
        let error = ToolError::Cancelled(failure);
        self.state.send_modify(|state| {
            state.session = Err(error.clone());
            state.is_over = true;
        });
        error
    }

    pub(super) async fn run_within_startup<T>(
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

impl ConnectionState {
    fn current_session(&self, shared: &Shared) -> Result<SessionHandle, ToolError> {
        match &self.session {
            Ok(session) if session.loss.error().is_none() => Ok(session.clone()),
            Ok(session) => Err(shared.make_down_error(session.loss.error())),
            Err(error) => Err(shared.make_down_error(Some(error))),
        }
    }
}

fn not_connected_failure(server: &str) -> Failure {
    Failure::new(format!("the MCP server {server:?} is not connected")).not_run()
}

fn not_connected(server: &str) -> ToolError {
    ToolError::Network(not_connected_failure(server))
}
