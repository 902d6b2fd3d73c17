//! Sends the progress of a call to its client.

use std::convert::Infallible;
use std::future::pending;
use std::time::Duration;

use rmcp::Peer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::RoleServer;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::call::ProgressListener;
use crate::{CallOptions, Progress};

/// Maximum time for sending the progress just before the result.
const LAST_PROGRESS: Duration = Duration::from_secs(5);

/// Runs a call and sends its progress to the client.
///
/// A slow client gets only the latest progress. A tool with frequent reports therefore neither
/// waits for the client nor fills its connection.
pub(super) async fn report_progress_to<R>(
    peer: Peer<RoleServer>,
    token: ProgressToken,
    options: CallOptions,
    run: impl AsyncFnOnce(CallOptions) -> R,
) -> R {
    let (sender, mut reported) = watch::channel(None);
    let listener = ProgressListener::new(move |progress| {
        sender.send_replace(Some(progress.clone()));
    });
    let mut client = Client {
        peer,
        token,
        sent: f64::NEG_INFINITY,
    };
    let result = tokio::select! {
        biased;
        result = run(options.on_progress(listener)) => result,
        never = client.follow(&mut reported) => match never {},
    };
    // The last progress, just before the result.
    if reported.has_changed().unwrap_or(true) {
        // A client that reads no messages must not block the call.
        let _ = timeout(LAST_PROGRESS, client.send_latest(&mut reported)).await;
    }
    result
}

/// The client and the last progress it got.
struct Client {
    peer: Peer<RoleServer>,
    token: ProgressToken,
    sent: f64,
}

impl Client {
    /// Sends each progress while it is polled.
    async fn follow(&mut self, reported: &mut watch::Receiver<Option<Progress>>) -> Infallible {
        while reported.changed().await.is_ok() {
            self.send_latest(reported).await;
        }
        pending().await
    }

    /// Sends the latest progress if it has grown, as the protocol requires.
    async fn send_latest(&mut self, reported: &mut watch::Receiver<Option<Progress>>) {
        let progress = reported.borrow_and_update().clone();
        let has_grown =
            |progress: &Progress| progress.done > self.sent && progress.done.is_finite();
        let Some(progress) = progress.filter(has_grown) else {
            return;
        };
        self.sent = progress.done;
        let mut params = ProgressNotificationParam::new(self.token.clone(), progress.done);
        params.total = progress.total.filter(|total| total.is_finite());
        params.message = progress.message;
        // Fails if the client is gone, which cancels the call.
        drop(self.peer.notify_progress(params).await);
    }
}
