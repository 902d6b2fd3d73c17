use std::sync::{Arc, OnceLock};

use tokio_util::sync::CancellationToken;

use crate::ToolError;

/// Whether a session is lost, and why: told by whoever sees it first.
#[derive(Clone, Debug, Default)]
pub(super) struct Loss(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    error: OnceLock<ToolError>,
    told: CancellationToken,
}

impl Loss {
    pub(super) fn tell(&self, error: ToolError) {
        // What came first is why.
        let _ = self.0.error.set(error);
        self.0.told.cancel();
    }

    /// Why the session is lost, if it is.
    pub(super) fn error(&self) -> Option<&ToolError> {
        self.0.error.get()
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
