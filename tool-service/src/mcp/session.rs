//! A session with a server, from the handshake to its end.

use std::io::ErrorKind;
use std::sync::Arc;

use rmcp::RoleClient;
use rmcp::model::ProtocolVersion;
use rmcp::service::{RunningService, ServiceExt};
use tokio::time::Instant;
use tokio_util::task::TaskTracker;

use super::error::{startup_error, unknown_version};
use super::handler::ClientInfoHandler;
use super::intake::Intake;
use super::loss::SessionLoss;
use super::progress::Reports;
use super::server::ServerTransport;
use super::shared::{SessionHandle, Shared};
use crate::{Failure, ToolError};

/// An open session.
pub(super) struct ClientSession {
    running: RunningService<RoleClient, ClientInfoHandler>,
    pub(super) handle: SessionHandle,
    pub(super) began: Instant,
}

impl ClientSession {
    pub(super) async fn start(shared: &Shared) -> Result<Self, ToolError> {
        let server = &shared.server.name;
        let loss = SessionLoss::default();
        let reports = Arc::<Reports>::default();
        let changed = Arc::clone(&shared.changed);
        let intake = Intake::new(server, Arc::clone(&reports), changed);
        let (begun, is_all) = match &shared.server.transport {
            ServerTransport::Process(program) => {
                let process = program.start(loss.clone(), intake).map_err(|error| {
                    let message = format!("the MCP server {server:?} cannot be started");
                    let is_missing = matches!(
                        error.kind(),
                        ErrorKind::NotFound | ErrorKind::PermissionDenied
                    );
                    let failure = Failure::new(message).with_source(error).not_run();
                    if is_missing {
                        ToolError::Configuration(failure)
                    } else {
                        ToolError::Network(failure)
                    }
                })?;
                (ClientInfoHandler.serve(process).await, true)
            }
            ServerTransport::Http(endpoint) => {
                let transport = endpoint.open(loss.clone(), intake)?;
                (ClientInfoHandler.serve(transport).await, false)
            }
        };
        let running = begun.map_err(|error| match loss.error() {
            Some(why) => why.clone(),
            None => startup_error(server, error),
        })?;
        let handle = SessionHandle {
            peer: running.peer().clone(),
            loss,
            is_all,
            reports,
            requests: TaskTracker::new(),
        };
        let session = Self {
            running,
            handle,
            began: Instant::now(),
        };
        match session.unknown_version() {
            Some(version) => {
                session.end(server).await;
                Err(unknown_version(server, &version))
            }
            None => Ok(session),
        }
    }

    /// Returns the version of the server if this client does not support it.
    fn unknown_version(&self) -> Option<ProtocolVersion> {
        let version = self.handle.peer.peer_info()?.protocol_version.clone();
        (!ProtocolVersion::KNOWN_VERSIONS.contains(&version)).then_some(version)
    }

    /// Ends the session now, and waits for the exit of a process.
    pub(super) async fn end(mut self, server: &str) {
        let message = format!("the connection to the MCP server {server:?} was closed");
        // Running calls fail immediately.
        let closed = ToolError::Cancelled(Failure::new(message));
        self.handle.loss.record(closed);
        // Fails if the task of the session panicked, and has therefore ended.
        drop(self.running.close().await);
    }

    /// Ends the session after its running requests, or when the connection is closed.
    pub(super) async fn retire(self, shared: Arc<Shared>) {
        if !self.handle.is_all {
            self.handle.requests.close();
            tokio::select! {
                () = self.handle.requests.wait() => {}
                () = shared.close_requested.cancelled() => {}
            }
        }
        self.end(&shared.server.name).await;
    }
}
