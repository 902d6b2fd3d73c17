use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

use crate::ToolError;

/// The loss of a session and its cause. The first component that detects it records the cause.
#[derive(Clone, Debug, Default)]
pub(super) struct SessionLoss(Arc<LossState>);

#[derive(Debug, Default)]
struct LossState {
    error: OnceLock<ToolError>,
    is_lost: CancellationToken,
    /// Exchanges that may still deliver an answer.
    exchanges: TaskTracker,
}

impl SessionLoss {
    pub(super) fn record(&self, error: ToolError) {
        // The first error is the cause.
        let _ = self.0.error.set(error);
        self.0.is_lost.cancel();
    }

    /// Returns the cause if the session is lost.
    pub(super) fn error(&self) -> Option<&ToolError> {
        self.0.error.get()
    }

    /// Counts an exchange until the token is dropped.
    pub(super) fn exchange(&self) -> TaskTrackerToken {
        self.0.exchanges.token()
    }

    /// Waits until the session is lost and all exchanges have ended.
    pub(super) async fn wait_for_all(&self) -> ToolError {
        let error = self.wait().await;
        self.0.exchanges.close();
        self.0.exchanges.wait().await;
        // The result of an exchange may still be in transit to its call.
        tokio::time::sleep(Duration::from_millis(250)).await;
        error
    }

    /// Waits until the session is lost.
    pub(super) async fn wait(&self) -> ToolError {
        loop {
            self.0.is_lost.cancelled().await;
            if let Some(error) = self.error() {
                return error.clone();
            }
        }
    }
}
