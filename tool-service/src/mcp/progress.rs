//! Progress notifications of a server.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::{
    CancelledNotificationParam, ProgressNotificationParam, ProgressToken, RequestId,
};
use rmcp::service::Peer;
use tokio::sync::watch;
use tokio::time::Instant;

use super::clean::shorten;
use crate::Progress;

/// Minimum time between two reports of a call. A server may send notifications at any rate.
const PAUSE: Duration = Duration::from_millis(100);

/// The calls of a session that listen for progress.
#[derive(Default)]
pub(super) struct Reports(Mutex<HashMap<ProgressToken, watch::Sender<Option<Progress>>>>);

impl Reports {
    /// Listens for the progress of the call with this token, until the result is dropped.
    pub(super) fn listen(self: &Arc<Self>, token: ProgressToken) -> ProgressReceiver {
        let (sender, latest) = watch::channel(None);
        drop(self.calls().insert(token.clone(), sender));
        ProgressReceiver {
            reports: Arc::clone(self),
            token,
            latest,
            done: f64::NEG_INFINITY,
            next: Instant::now(),
        }
    }

    /// Forwards progress to its call, or drops it if no call listens.
    pub(super) fn forward(&self, notification: ProgressNotificationParam) {
        if let Some(call) = self.calls().get(&notification.progress_token) {
            let mut progress = Progress::new(notification.progress);
            progress.total = notification.total;
            progress.message = notification.message.map(|message| shorten(&message));
            call.send_replace(Some(progress));
        }
    }

    fn calls(&self) -> MutexGuard<'_, HashMap<ProgressToken, watch::Sender<Option<Progress>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The progress of one call.
pub(super) struct ProgressReceiver {
    reports: Arc<Reports>,
    token: ProgressToken,
    latest: watch::Receiver<Option<Progress>>,
    /// Amount of work at the last report.
    done: f64,
    /// Earliest time of the next report.
    next: Instant,
}

impl ProgressReceiver {
    /// Waits for progress beyond the last report. The protocol requires growing progress, so
    /// repeated values cause no reports.
    pub(super) async fn next(&mut self) -> Progress {
        loop {
            tokio::time::sleep_until(self.next).await;
            if self.latest.changed().await.is_err() {
                // The sender lives in the reports as long as this listener.
                std::future::pending::<()>().await;
            }
            if let Some(progress) = self.take_latest() {
                self.next = Instant::now() + PAUSE;
                return progress;
            }
        }
    }

    /// Takes the latest progress if it is beyond the last report, whatever the time since then.
    pub(super) fn take_latest(&mut self) -> Option<Progress> {
        let progress = self.latest.borrow_and_update().clone();
        let progress = progress.filter(|progress| progress.done > self.done)?;
        self.done = progress.done;
        Some(progress)
    }
}

impl Drop for ProgressReceiver {
    fn drop(&mut self) {
        drop(self.reports.calls().remove(&self.token));
    }
}

/// Sends a cancellation to the server on drop, unless the request was answered.
pub(super) struct CancelOnDrop<'a> {
    peer: &'a Peer<RoleClient>,
    request: Option<RequestId>,
}

impl<'a> CancelOnDrop<'a> {
    pub(super) fn new(peer: &'a Peer<RoleClient>, request: RequestId) -> Self {
        let request = Some(request);
        Self { peer, request }
    }

    pub(super) fn mark_answered(mut self) {
        self.request = None;
    }
}

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        // Without a runtime, the session has ended, too.
        let runtime = tokio::runtime::Handle::try_current();
        if let (Some(request), Ok(runtime)) = (self.request.take(), runtime) {
            let reason = Some("the caller does not wait any longer".to_owned());
            let params = CancelledNotificationParam::new(Some(request), reason);
            let peer = self.peer.clone();
            runtime.spawn(async move { drop(peer.notify_cancelled(params).await) });
        }
    }
}
