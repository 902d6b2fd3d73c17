//! One session with a server, from the handshake to its end.

use std::sync::Arc;

use rmcp::RoleClient;
use rmcp::model::ProtocolVersion;
use rmcp::service::{RunningService, ServiceExt};
use tokio::time::Instant;
use tokio_util::task::TaskTracker;

use super::error::{startup_error, unknown_version};
use super::handler::Handler;
use super::intake::Intake;
use super::loss::SessionLoss;
use super::progress::Reports;
use super::server::ServerTransport;
use super::shared::{SessionHandle, Shared};
use crate::{Failure, ToolError};

/// A session that is open.
pub(super) struct Session {
    running: RunningService<RoleClient, Handler>,
    pub(super) line: SessionHandle,
    pub(super) began: Instant,
}

impl Session {
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
                    ToolError::Network(Failure::new(message).with_source(error).not_run())
                })?;
                (Handler.serve(process).await, true)
            }
            ServerTransport::Http(endpoint) => {
                let transport = endpoint.open(loss.clone(), intake)?;
                (Handler.serve(transport).await, false)
            }
        };
        let running = begun.map_err(|error| match loss.error() {
            Some(why) => why.clone(),
            None => startup_error(server, error),
        })?;
        let line = SessionHandle {
            peer: running.peer().clone(),
            loss,
            is_all,
            reports,
            requests: TaskTracker::new(),
        };
        let session = Self {
            running,
            line,
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

    /// The version that the server chose, unless this client speaks it.
    fn unknown_version(&self) -> Option<ProtocolVersion> {
        let version = self.line.peer.peer_info()?.protocol_version.clone();
        (!ProtocolVersion::KNOWN_VERSIONS.contains(&version)).then_some(version)
    }

    /// Ends it now, and waits until a process has ended.
    pub(super) async fn end(mut self, server: &str) {
        let message = format!("the connection to the MCP server {server:?} is given up");
        // The calls under way fail at once.
        let given_up = ToolError::Cancelled(Failure::new(message));
        self.line.loss.tell(given_up);
        // It fails where the task of the session panicked, which has ended as well.
        drop(self.running.close().await);
    }

    /// Ends it when the requests under way are over, or the connection is given up.
    pub(super) async fn retire(self, shared: Arc<Shared>) {
        if !self.line.is_all {
            self.line.requests.close();
            tokio::select! {
                () = self.line.requests.wait() => {}
                () = shared.close_requested.cancelled() => {}
            }
        }
        self.end(&shared.server.name).await;
    }
}
