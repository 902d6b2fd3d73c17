//! Keeps a connection up.

use std::sync::Arc;
use std::time::Duration;

use backon::{BackoffBuilder, ExponentialBackoff, ExponentialBuilder};
use tokio::sync::{oneshot, watch};
use tokio::time::Instant;
use tokio_util::sync::DropGuard;
use tokio_util::task::TaskTracker;

use super::register;
use super::session::Session;
use super::shared::Shared;
use crate::ToolError;
use crate::event::Event;
use crate::service::Tools;

/// A session that was up for so long is no sign of a server that fails over and over.
const STEADY: Duration = Duration::from_secs(10);

/// How long after a list the next one is made at the soonest: a server may say that its tools
/// changed as often as it likes.
const PAUSE: Duration = Duration::from_secs(1);

/// The time from the second failure in a row to the next session, if calls ask for it. It doubles
/// with each failure, so that calls do not start a process over and over.
const MIN_WAIT: Duration = Duration::from_millis(200);

/// The longest such time.
const MAX_WAIT: Duration = Duration::from_secs(2);

/// A new session, whose tools are registered.
async fn begin(shared: &Arc<Shared>) -> Result<Session, ToolError> {
    // The future of a handshake takes many kilobytes.
    let begun = Box::pin(async {
        let session = Session::start(shared).await?;
        register::refresh_list(shared, &session.line).await?;
        Ok(session)
    });
    let session = shared.within_startup(begun).await?;
    shared.up(session.line.clone());
    Ok(session)
}

/// The task that begins the first session, lists the tools anew when they change, and begins a new session when one is
/// lost, until the connection or the service is given up.
pub(super) struct Supervisor {
    shared: Arc<Shared>,
    /// It ends with the service.
    changes: watch::Receiver<Arc<Tools>>,
    waits: ExponentialBackoff,
    /// How many times in a row a session could not be begun, or was lost soon.
    failures: u32,
    /// The sessions that were lost, and end.
    retiring: TaskTracker,
    _over: DropGuard,
}

impl Supervisor {
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

    /// Begins the first session and tells how that went, once nothing is left of one that failed.
    pub(super) async fn run(mut self, told: oneshot::Sender<Result<(), ToolError>>) {
        let shared = Arc::clone(&self.shared);
        let begun = tokio::select! {
            biased;
            () = self.give_up() => Err(shared.give_up()),
            begun = begin(&shared) => begun,
        };
        let failed = match begun {
            Ok(session) => {
                // Nobody hears of it where the future of `connect` was dropped.
                let _ = told.send(Ok(()));
                self.keep(session).await;
                None
            }
            Err(error) => Some((told, error)),
        };
        shared.give_up();
        register::remove(&shared).await;
        self.retiring.close();
        self.retiring.wait().await;
        if let Some((told, error)) = failed {
            let _ = told.send(Err(error));
        }
    }

    /// Keeps the connection up until it is given up.
    async fn keep(&mut self, first: Session) {
        let mut session = Some(first);
        while let Some(open) = session {
            let Some(error) = self.watch(&open).await else {
                open.end(&self.shared.server.name).await;
                break;
            };
            session = self.renew(open, error).await;
        }
    }

    /// Waits until the session is lost; nothing if the connection is given up before.
    async fn watch(&mut self, session: &Session) -> Option<ToolError> {
        let shared = Arc::clone(&self.shared);
        let mut next = Instant::now();
        loop {
            let relisted = async {
                shared.changed.notified().await;
                tokio::time::sleep_until(next).await;
                let relisted = register::refresh_list(&shared, &session.line);
                shared.within_startup(relisted).await
            };
            let listed = tokio::select! {
                biased;
                () = self.give_up() => return None,
                error = session.line.loss.wait() => return Some(error),
                listed = relisted => listed,
            };
            next = Instant::now() + PAUSE;
            if let Err(error) = listed {
                let server = &shared.server.name;
                tracing::warn!(server, %error, "the tools of an MCP server cannot be listed");
            }
        }
    }

    /// A new session in the place of one that is lost; nothing if the connection is given up.
    async fn renew(&mut self, lost: Session, error: ToolError) -> Option<Session> {
        let shared = Arc::clone(&self.shared);
        let server = shared.server.name.clone();
        tracing::warn!(server, %error, "the connection to an MCP server is lost");
        shared.lost(error.clone());
        self.send(|| Event::Disconnected {
            server: server.clone(),
            error,
        });
        // It is begun at once, unless the server fails over and over.
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
                () = self.give_up() => return None,
                begun = begun => begun,
            };
            match begun {
                Ok(session) => {
                    self.send(|| Event::Connected { server });
                    return Some(session);
                }
                Err(error) => {
                    tracing::debug!(server, %error, "an MCP server is still gone");
                    shared.failed(error);
                }
            }
            self.failures = self.failures.saturating_add(1);
            wait = self.waits.next().unwrap_or_default();
        }
    }

    /// Waits until nobody wants the connection any more.
    async fn give_up(&mut self) {
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

/// Waits for a time. A call that needs a session ends the wait after its minimum.
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

/// The minimum wait for the next session after a number of failures in a row.
fn min_wait(failures: u32) -> Duration {
    match failures.checked_sub(2) {
        None => Duration::ZERO,
        Some(times) => MIN_WAIT
            .saturating_mul(2_u32.saturating_pow(times))
            .min(MAX_WAIT),
    }
}

/// From half a second to a minute, for ever.
fn waits() -> ExponentialBackoff {
    ExponentialBuilder::default()
        .with_min_delay(Duration::from_millis(500))
        .with_max_delay(Duration::from_secs(60))
        .with_jitter()
        .without_max_times()
        .build()
}
