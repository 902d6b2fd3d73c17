use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

use crate::ToolError;

/// Whether a session is lost, and why: told by whoever sees it first.
#[derive(Clone, Debug, Default)]
pub(super) struct SessionLoss(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    error: OnceLock<ToolError>,
    told: CancellationToken,
    /// The exchanges by which an answer may still come.
    exchanges: TaskTracker,
}

impl SessionLoss {
    pub(super) fn tell(&self, error: ToolError) {
        // What came first is why.
        let _ = self.0.error.set(error);
        self.0.told.cancel();
    }

    /// Why the session is lost, if it is.
    pub(super) fn error(&self) -> Option<&ToolError> {
        self.0.error.get()
    }

    /// Counts an exchange until the token is dropped.
    pub(super) fn exchange(&self) -> TaskTrackerToken {
        self.0.exchanges.token()
    }

    /// Waits until the session is lost, and no exchange can bring an answer any more.
    pub(super) async fn wait_for_all(&self) -> ToolError {
        let error = self.wait().await;
        self.0.exchanges.close();
        self.0.exchanges.wait().await;
        // What an exchange itself came to is on its way to its call.
        tokio::time::sleep(Duration::from_millis(250)).await;
        error
    }

    /// Waits until the session is lost.
    pub(super) async fn wait(&self) -> ToolError {
        loop {
            self.0.told.cancelled().await;
            if let Some(error) = self.error() {
                return error.clone();
            }
        }
    }
}
