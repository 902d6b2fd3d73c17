//! Progress of a call, sent to the client that asked for it.

use futures_util::future::join;
use rmcp::Peer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::RoleServer;
use tokio::sync::watch;

use crate::call::ProgressListener;
use crate::{Options, Progress};

/// Runs a call and sends its progress to the client meanwhile.
///
/// The client gets the latest progress when it is behind, so that a tool that reports often
/// neither waits for it nor fills its connection.
pub(super) async fn told_of_progress<R>(
    peer: Peer<RoleServer>,
    token: ProgressToken,
    options: Options,
    run: impl AsyncFnOnce(Options) -> R,
) -> R {
    let (sender, mut reported) = watch::channel(None);
    let listener = ProgressListener::new(move |progress| {
        sender.send_replace(Some(progress.clone()));
    });
    let forward = async {
        let mut sent = f64::NEG_INFINITY;
        // It ends with the attempt, which drops the listener.
        while reported.changed().await.is_ok() {
            let progress = reported.borrow_and_update().clone();
            // The protocol wants it to grow.
            let grows = |progress: &Progress| progress.done > sent && progress.done.is_finite();
            let Some(progress) = progress.filter(grows) else {
                continue;
            };
            sent = progress.done;
            if peer
                .notify_progress(params(&token, progress))
                .await
                .is_err()
            {
                break;
            }
        }
    };
    let (result, ()) = join(run(options.on_progress(listener)), forward).await;
    result
}

fn params(token: &ProgressToken, progress: Progress) -> ProgressNotificationParam {
    let mut params = ProgressNotificationParam::new(token.clone(), progress.done);
    params.total = progress.total.filter(|total| total.is_finite());
    params.message = progress.message;
    params
}
