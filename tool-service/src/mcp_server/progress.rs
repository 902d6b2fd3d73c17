//! Progress of a call, sent to the client that asked for it.

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

/// How long a client may take for the progress just before the result.
const LAST_PROGRESS: Duration = Duration::from_secs(5);

/// Runs a call and sends its progress to the client meanwhile.
///
/// The client gets the latest progress when it is behind, so that a tool that reports often
/// neither waits for it nor fills its connection.
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
    // What came last, just before the result.
    if reported.has_changed().unwrap_or(true) {
        // A client that reads nothing must not keep the call.
        let _ = timeout(LAST_PROGRESS, client.tell(&mut reported)).await;
    }
    result
}

/// The client, and how far it knows.
struct Client {
    peer: Peer<RoleServer>,
    token: ProgressToken,
    sent: f64,
}

impl Client {
    /// Tells each progress, for as long as it is polled.
    async fn follow(&mut self, reported: &mut watch::Receiver<Option<Progress>>) -> Infallible {
        while reported.changed().await.is_ok() {
            self.tell(reported).await;
        }
        pending().await
    }

    /// Tells the latest progress, if it has grown: the protocol wants that.
    async fn tell(&mut self, reported: &mut watch::Receiver<Option<Progress>>) {
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
        // It fails where the client is gone, which cancels the call.
        drop(self.peer.notify_progress(params).await);
    }
}
