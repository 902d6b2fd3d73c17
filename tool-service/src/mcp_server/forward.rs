//! Forwards messages from a session to the HTTP streams of its client.

use std::time::Duration;

use rmcp::transport::streamable_http_server::session::ServerSseMessage;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio_stream::wrappers::ReceiverStream;
use tokio_util::sync::CancellationToken;

/// Maximum time that a session waits for a client that reads no messages.
pub(super) const MAX_CLIENT_WAIT: Duration = Duration::from_secs(30);

/// Forwards the messages of a session. If the client reads no messages, lets the session continue.
///
/// A session of `rmcp` blocks entirely while one channel is full. This function drops only the
/// stream of that channel, which the client may resume.
pub(super) fn forward_messages(
    mut from: Receiver<ServerSseMessage>,
    max_wait: Duration,
    over: CancellationToken,
) -> ReceiverStream<ServerSseMessage> {
    let (to, stream) = mpsc::channel(1);
    tokio::spawn(async move {
        let forwarding = forward(&mut from, &to, max_wait);
        if over.run_until_cancelled(forwarding).await.is_none() {
            // The session no longer waits. Its messages so far are forwarded.
            from.close();
            let rest = forward(&mut from, &to, max_wait);
            drop(tokio::time::timeout(max_wait, rest).await);
        }
    });
    ReceiverStream::new(stream)
}

/// Ends with either side, or after the session has waited too long. Dropping the future loses no
/// message.
async fn forward(
    from: &mut Receiver<ServerSseMessage>,
    to: &Sender<ServerSseMessage>,
    max_wait: Duration,
) {
    loop {
        match tokio::time::timeout(max_wait, to.reserve()).await {
            Ok(Ok(room)) => {
                let message = tokio::select! {
                    message = from.recv() => message,
                    () = to.closed() => None,
                };
                let Some(message) = message else { return };
                room.send(message);
            }
            // The channel has room, so the session does not wait.
            Err(_) if from.len() < from.max_capacity() => {}
            // The client has closed the stream, or has not read for too long.
            Ok(Err(_)) | Err(_) => return,
        }
    }
}
