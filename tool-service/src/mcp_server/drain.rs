//! The shutdown of the server over HTTP: it rejects new calls, and running calls end within a
//! limit.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

/// Time for the answers of the last calls to leave the process.
const ANSWER_TIME: Duration = Duration::from_millis(200);

/// State of the shutdown, which all sessions share.
#[derive(Debug)]
pub(super) struct Drain {
    /// Cancelled by the host.
    requested: CancellationToken,
    limit: Duration,
    running: TaskTracker,
    /// Cancelled at the end of the limit: running calls then answer that they may have run.
    pub(super) overdue: CancellationToken,
    /// Cancelled at the end: closes the sessions.
    closed: CancellationToken,
    is_watched: AtomicBool,
}

impl Drain {
    pub(super) fn new(
        requested: CancellationToken,
        limit: Duration,
        closed: CancellationToken,
    ) -> Self {
        Self {
            requested,
            limit,
            running: TaskTracker::new(),
            overdue: CancellationToken::new(),
            closed,
            is_watched: AtomicBool::new(false),
        }
    }

    /// Waits for the shutdown in the background, from the first request on. The server may be built
    /// outside of a runtime.
    pub(super) fn watch(self: &Arc<Self>) {
        if self.is_watched.swap(true, Ordering::Relaxed) {
            return;
        }
        let drain = Arc::clone(self);
        tokio::spawn(async move {
            drain.requested.cancelled().await;
            drain.running.close();
            // After the limit, the calls end at once.
            let _ = tokio::time::timeout(drain.limit, drain.running.wait()).await;
            drain.overdue.cancel();
            drain.running.wait().await;
            tokio::time::sleep(ANSWER_TIME).await;
            drain.closed.cancel();
        });
    }

    pub(super) fn is_requested(&self) -> bool {
        self.requested.is_cancelled()
    }

    /// Counts a call as running while the token lives. Returns `None` during a shutdown.
    pub(super) fn begin(&self) -> Option<TaskTrackerToken> {
        let token = self.running.token();
        (!self.is_requested()).then_some(token)
    }
}
