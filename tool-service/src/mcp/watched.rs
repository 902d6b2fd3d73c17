//! The HTTP client of a session. It reports the loss of the server.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::StreamExt;
use reqwest::Client;
use rmcp::model::{ClientJsonRpcMessage, ClientRequest, PingRequest, RequestId};
use rmcp::transport::streamable_http_client::{
    StreamableHttpClient, StreamableHttpError, StreamableHttpPostResponse,
};

use tokio_util::task::task_tracker::TaskTrackerToken;

use super::error::http_error;
use super::headers::{Headers, HttpError, SecretHeaders};
use super::loss::SessionLoss;
use super::post::{SseEvents, is_posted_here, post_request};
use super::readable::repair_text;
use crate::pace::Pace;

/// Maximum time of a ping. After this time, it stays unknown whether the server is reachable.
const PING_TIME: Duration = Duration::from_secs(5);

/// An HTTP client that detects the loss of the server.
#[derive(Clone)]
pub(super) struct WatchingClient {
    client: Client,
    secrets: SecretHeaders,
    loss: SessionLoss,
    server: Arc<str>,
    /// `true` after the server has opened a notification stream. Some servers do not support it.
    has_stream: Arc<AtomicBool>,
    is_pinging: Arc<AtomicBool>,
    /// Rate limit for opening streams. A server may end each stream immediately and request an
    /// immediate reconnect.
    pace: Arc<Pace>,
}

impl WatchingClient {
    pub(super) fn new(
        client: Client,
        secrets: SecretHeaders,
        loss: SessionLoss,
        server: Arc<str>,
    ) -> Self {
        Self {
            client,
            secrets,
            loss,
            server,
            has_stream: Arc::default(),
            is_pinging: Arc::default(),
            pace: Arc::new(Pace::new(5, Duration::from_millis(500))),
        }
    }

    fn record_loss(&self, error: &StreamableHttpError<reqwest::Error>) {
        self.loss.record(http_error(&self.server, error));
    }
}

/// The parameters of a ping.
struct Ping {
    uri: Arc<str>,
    session_id: Option<Arc<str>>,
    token: Option<String>,
    headers: Headers,
}

impl WatchingClient {
    async fn post_watched(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session_id: Option<Arc<str>>,
        token: Option<String>,
        headers: Headers,
    ) -> Result<StreamableHttpPostResponse, HttpError> {
        let posted = self.secrets.send(headers, |headers| {
            let (uri, message) = (Arc::clone(&uri), message.clone());
            let (session, token) = (session_id.clone(), token.clone());
            async move {
                let client = &self.client;
                if is_posted_here(&message) {
                    post_request(client, &uri, &message, session, token, headers).await
                } else {
                    client
                        .post_message(uri, message, session, token, headers)
                        .await
                }
            }
        });
        posted.await.map_err(|error| {
            if is_unreachable(&error) {
                self.record_loss(&error);
            }
            without_url(error)
        })
    }

    /// Wraps a stream to keep its exchange open, and pings the server if the stream breaks. `rmcp`
    /// waits for several seconds before it requests the rest of the stream.
    fn watch_stream(&self, stream: SseEvents, ping: Ping, exchange: TaskTrackerToken) -> SseEvents {
        let (client, mut ping) = (self.clone(), Some(ping));
        let stream = stream.map(move |mut event| {
            let _exchange = &exchange;
            if let Some(ping) = event.is_err().then(|| ping.take()).flatten() {
                client.ping(ping);
            }
            if let Ok(event) = &mut event
                && let Some(readable) = event.data.as_deref().and_then(repair_text)
            {
                event.data = Some(readable);
            }
            event
        });
        stream.boxed()
    }

    /// Pings the server in the background. Records the loss if the server is unreachable or no
    /// longer knows the session.
    fn ping(&self, ping: Ping) {
        if self.is_pinging.swap(true, Ordering::Relaxed) {
            return;
        }
        let client = self.clone();
        tokio::spawn(async move {
            let request = ClientRequest::PingRequest(PingRequest::default());
            let id = RequestId::String("is it there".into());
            let message = ClientJsonRpcMessage::request(request, id);
            let Ping {
                uri,
                session_id,
                token,
                headers,
            } = ping;
            let posted = client.post_watched(uri, message, session_id, token, headers);
            drop(tokio::time::timeout(PING_TIME, posted).await);
            client.is_pinging.store(false, Ordering::Relaxed);
        });
    }
}

/// Returns whether the error means that the server or the session is gone.
fn is_unreachable(error: &StreamableHttpError<reqwest::Error>) -> bool {
    match error {
        StreamableHttpError::SessionExpired => true,
        StreamableHttpError::Client(error) => {
            error.is_connect() || (error.is_request() && !error.is_timeout())
        }
        _ => false,
    }
}

/// Removes the URL from an error. `rmcp` logs errors, and the query may contain a secret.
fn without_url(error: HttpError) -> HttpError {
    match error {
        StreamableHttpError::Client(error) => StreamableHttpError::Client(error.without_url()),
        error => error,
    }
}

impl StreamableHttpClient for WatchingClient {
    type Error = reqwest::Error;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session_id: Option<Arc<str>>,
        token: Option<String>,
        headers: Headers,
    ) -> Result<StreamableHttpPostResponse, HttpError> {
        let exchange = self.loss.exchange();
        let ping = Ping {
            uri: Arc::clone(&uri),
            session_id: session_id.clone(),
            token: token.clone(),
            headers: headers.clone(),
        };
        match self
            .post_watched(uri, message, session_id, token, headers)
            .await?
        {
            StreamableHttpPostResponse::Sse(stream, id) => {
                let stream = self.watch_stream(stream, ping, exchange);
                Ok(StreamableHttpPostResponse::Sse(stream, id))
            }
            answer => Ok(answer),
        }
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session_id: Arc<str>,
        token: Option<String>,
        headers: Headers,
    ) -> Result<(), HttpError> {
        let deleted = self.secrets.send(headers, |headers| {
            let (uri, session) = (Arc::clone(&uri), Arc::clone(&session_id));
            self.client
                .delete_session(uri, session, token.clone(), headers)
        });
        deleted.await.map_err(without_url)
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session_id: Option<Arc<str>>,
        last_event_id: Option<String>,
        token: Option<String>,
        headers: Headers,
    ) -> Result<SseEvents, HttpError> {
        // This stream may be the rest of the stream of a call.
        let exchange = self.loss.exchange();
        while let Err(wait) = self.pace.take() {
            tokio::time::sleep(wait).await;
        }
        let ping = Ping {
            uri: Arc::clone(&uri),
            session_id: session_id.clone(),
            token: token.clone(),
            headers: headers.clone(),
        };
        let stream = self.secrets.send(headers, |headers| {
            let (uri, session, last) =
                (Arc::clone(&uri), session_id.clone(), last_event_id.clone());
            self.client
                .get_stream(uri, session, last, token.clone(), headers)
        });
        match stream.await {
            Ok(stream) => {
                self.has_stream.store(true, Ordering::Relaxed);
                Ok(self.watch_stream(stream, ping, exchange))
            }
            Err(error) => {
                // Servers without a notification stream respond with various errors. An error from
                // a server that had a stream means that it is gone.
                let had = self.has_stream.load(Ordering::Relaxed);
                if had || is_unreachable(&error) {
                    self.record_loss(&error);
                }
                Err(without_url(error))
            }
        }
    }
}
