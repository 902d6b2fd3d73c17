//! What stands between a session and the HTTP streams of its client.

use std::time::Duration;

use rmcp::transport::streamable_http_server::session::ServerSseMessage;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio_stream::wrappers::ReceiverStream;
use tokio_util::sync::CancellationToken;

/// How long a session waits for a client that reads nothing.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

/// Passes on what a session says, and lets the session go on if its client reads nothing.
///
/// A session of `rmcp` waits in all it does, and for ever, for room in the one channel that is
/// full. What is given up here is the stream alone: the client may resume it.
pub(super) fn pass_messages(
    mut from: Receiver<ServerSseMessage>,
    patience: Duration,
    over: CancellationToken,
) -> ReceiverStream<ServerSseMessage> {
    let (to, stream) = mpsc::channel(1);
    tokio::spawn(async move {
        let passing = pass_on(&mut from, &to, patience);
        if over.run_until_cancelled(passing).await.is_none() {
            // The session waits for nobody any more. What it has said is passed on.
            from.close();
            let rest = pass_on(&mut from, &to, patience);
            drop(tokio::time::timeout(patience, rest).await);
        }
    });
    ReceiverStream::new(stream)
}

/// Ends with either side, and if the session has been waiting. Nothing is lost where it is dropped.
async fn pass_on(
    from: &mut Receiver<ServerSseMessage>,
    to: &Sender<ServerSseMessage>,
    patience: Duration,
) {
    loop {
        match tokio::time::timeout(patience, to.reserve()).await {
            Ok(Ok(room)) => {
                let message = tokio::select! {
                    message = from.recv() => message,
                    () = to.closed() => None,
                };
                let Some(message) = message else { return };
                room.send(message);
            }
            // There is room for what the session says next, so that it does not wait.
            Err(_) if from.len() < from.max_capacity() => {}
            // The client has closed the stream, or has read nothing for long.
            Ok(Err(_)) | Err(_) => return,
        }
    }
}
