//! Maintains a connection.

use std::sync::Arc;
use std::time::Duration;

use backon::{BackoffBuilder, ExponentialBackoff, ExponentialBuilder};
use tokio::sync::{oneshot, watch};
use tokio::time::Instant;
use tokio_util::sync::DropGuard;
use tokio_util::task::TaskTracker;

use super::register;
use super::session::ClientSession;
use super::shared::Shared;
use crate::ToolError;
use crate::event::Event;
use crate::service::Tools;

/// Minimum lifetime of a session that resets the count of failures.
const STEADY: Duration = Duration::from_secs(10);

/// Minimum time between two lists. A server may report changes at any rate.
const PAUSE: Duration = Duration::from_secs(1);

/// Delay before a session that calls request, after the second consecutive failure. It doubles with
/// each failure. This prevents calls from starting processes in a loop.
const MIN_WAIT: Duration = Duration::from_millis(200);

/// Maximum of this delay.
const MAX_WAIT: Duration = Duration::from_secs(2);

/// Starts a session and registers its tools.
async fn begin(shared: &Arc<Shared>) -> Result<ClientSession, ToolError> {
    // Boxed, because the future of a handshake takes many kilobytes.
    let begun = Box::pin(async {
        let session = ClientSession::start(shared).await?;
        register::refresh_list(shared, &session.handle).await?;
        Ok(session)
    });
    let session = shared.run_within_startup(begun).await?;
    shared.set_session(session.handle.clone());
    Ok(session)
}

/// The task of a connection. It starts the first session, lists the tools after changes, and starts
/// a new session after a loss, until the connection or the service is closed.
pub(super) struct ConnectionSupervisor {
    shared: Arc<Shared>,
    /// Closes when the service ends.
    changes: watch::Receiver<Arc<Tools>>,
    waits: ExponentialBackoff,
    /// Number of consecutive sessions that did not start or were lost early.
    failures: u32,
    /// Lost sessions that are shutting down.
    retiring: TaskTracker,
    _over: DropGuard,
}

impl ConnectionSupervisor {
    pub(super) fn new(shared: Arc<Shared>, changes: watch::Receiver<Arc<Tools>>) -> Self {
        Self {
            _over: shared.ended.clone().drop_guard(),
            shared,
            changes,
            waits: waits(),
            failures: 0,
            retiring: TaskTracker::new(),
        }
    }

    /// Starts the first session and sends the outcome. After a failure, it first releases all
    /// resources.
    pub(super) async fn run(mut self, outcome_sender: oneshot::Sender<Result<(), ToolError>>) {
        let shared = Arc::clone(&self.shared);
        let begun = tokio::select! {
            biased;
            () = self.wait_for_close() => Err(shared.close()),
            begun = begin(&shared) => begun,
        };
        let failed = match begun {
            Ok(session) => {
                // Fails if the future of `connect` was dropped.
                let _ = outcome_sender.send(Ok(()));
                self.keep(session).await;
                None
            }
            Err(error) => Some((outcome_sender, error)),
        };
        shared.close();
        register::remove(&shared).await;
        self.retiring.close();
        self.retiring.wait().await;
        if let Some((outcome_sender, error)) = failed {
            let _ = outcome_sender.send(Err(error));
        }
    }

    /// Maintains the connection until it is closed.
    async fn keep(&mut self, first: ClientSession) {
        let mut session = Some(first);
        while let Some(open) = session {
            let Some(error) = self.watch(&open).await else {
                open.end(&self.shared.server.name).await;
                break;
            };
            session = self.renew(open, error).await;
        }
    }

    /// Waits for the loss of the session. Returns `None` if the connection is closed first.
    async fn watch(&mut self, session: &ClientSession) -> Option<ToolError> {
        let shared = Arc::clone(&self.shared);
        let mut next = Instant::now();
        loop {
            let relisted = async {
                shared.changed.notified().await;
                tokio::time::sleep_until(next).await;
                let relisted = register::refresh_list(&shared, &session.handle);
                shared.run_within_startup(relisted).await
            };
            let listed = tokio::select! {
                biased;
                () = self.wait_for_close() => return None,
                error = session.handle.loss.wait() => return Some(error),
                listed = relisted => listed,
            };
            next = Instant::now() + PAUSE;
            if let Err(error) = listed {
                let server = &shared.server.name;
                tracing::warn!(server, %error, "the tools of an MCP server cannot be listed");
            }
        }
    }

    /// Replaces a lost session. Returns `None` if the connection is closed.
    async fn renew(&mut self, lost: ClientSession, error: ToolError) -> Option<ClientSession> {
        let shared = Arc::clone(&self.shared);
        let server = shared.server.name.clone();
        tracing::warn!(server, %error, "the connection to an MCP server is lost");
        shared.set_lost(error.clone());
        self.send(|| Event::Disconnected {
            server: server.clone(),
            error,
        });
        // The first attempt is immediate, unless the server fails repeatedly.
        let mut wait = Duration::ZERO;
        if lost.began.elapsed() < STEADY {
            wait = self.waits.next().unwrap_or_default();
            self.failures = self.failures.saturating_add(1);
        } else {
            self.waits = waits();
            self.failures = 0;
        }
        drop(self.retiring.spawn(lost.retire(Arc::clone(&shared))));
        loop {
            let min_wait = min_wait(self.failures);
            let begun = async {
                pause(&shared, wait, min_wait).await;
                begin(&shared).await
            };
            let begun = tokio::select! {
                biased;
                () = self.wait_for_close() => return None,
                begun = begun => begun,
            };
            match begun {
                Ok(session) => {
                    self.send(|| Event::Connected { server });
                    return Some(session);
                }
                Err(error) => {
                    tracing::debug!(server, %error, "reconnecting to an MCP server failed");
                    shared.failed(error);
                }
            }
            self.failures = self.failures.saturating_add(1);
            wait = self.waits.next().unwrap_or_default();
        }
    }

    /// Waits until the connection is closed or the service ends.
    async fn wait_for_close(&mut self) {
        let gone = async { while self.changes.changed().await.is_ok() {} };
        tokio::select! {
            () = self.shared.close_requested.cancelled() => {}
            () = gone => {}
        }
    }

    fn send(&self, event: impl FnOnce() -> Event) {
        if let Some(service) = self.shared.service.upgrade() {
            service.events.send(event);
        }
    }
}

/// Waits. A call that needs a session shortens the wait to `min_wait`.
async fn pause(shared: &Shared, wait: Duration, min_wait: Duration) {
    let wanted = async {
        tokio::time::sleep(min_wait).await;
        shared.wanted.notified().await;
    };
    tokio::select! {
        () = tokio::time::sleep(wait) => {}
        () = wanted => {}
    }
}

/// Returns the minimum delay before the next session, by the number of consecutive failures.
fn min_wait(failures: u32) -> Duration {
    match failures.checked_sub(2) {
        None => Duration::ZERO,
        Some(times) => MIN_WAIT
            .saturating_mul(2_u32.saturating_pow(times))
            .min(MAX_WAIT),
    }
}

/// Returns delays from half a second to a minute, without end.
fn waits() -> ExponentialBackoff {
    ExponentialBuilder::default()
        .with_min_delay(Duration::from_millis(500))
        .with_max_delay(Duration::from_secs(60))
        .with_jitter()
        .without_max_times()
        .build()
}
