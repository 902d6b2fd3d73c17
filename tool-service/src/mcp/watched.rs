//! The HTTP client of a session. It reports the loss of the server.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use reqwest::Client;
use rmcp::model::{ClientJsonRpcMessage, ClientRequest, PingRequest, RequestId};
use rmcp::transport::streamable_http_client::{
    SseError, StreamableHttpClient, StreamableHttpError, StreamableHttpPostResponse,
};

use tokio_util::task::task_tracker::TaskTrackerToken;

use super::error::http_error;
use super::headers::{Headers, SecretHeaders};
use super::loss::SessionLoss;
use crate::pace::Pace;

/// Maximum time of a ping. A server that takes longer is neither there nor gone.
const PING_TIME: Duration = Duration::from_secs(5);

/// A client that sees when the server is gone.
#[derive(Clone)]
pub(super) struct WatchingClient {
    client: Client,
    secrets: SecretHeaders,
    loss: SessionLoss,
    server: Arc<str>,
    /// Whether the server has sent a stream of notifications, as not all do.
    has_stream: Arc<AtomicBool>,
    is_pinging: Arc<AtomicBool>,
    /// How often a stream is opened: a server may end each at once, and ask to come back at once.
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

    fn lost(&self, error: &StreamableHttpError<reqwest::Error>) {
        self.loss.record(http_error(&self.server, error));
    }
}

/// What a ping is sent with.
struct Ping {
    uri: Arc<str>,
    session_id: Option<Arc<str>>,
    token: Option<String>,
    headers: Headers,
}

impl WatchingClient {
    async fn posted(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session_id: Option<Arc<str>>,
        token: Option<String>,
        headers: Headers,
    ) -> Result<StreamableHttpPostResponse, Error> {
        let posted = self.secrets.send(headers, |headers| {
            let (uri, message) = (Arc::clone(&uri), message.clone());
            let (session, token) = (session_id.clone(), token.clone());
            self.client
                .post_message(uri, message, session, token, headers)
        });
        posted.await.map_err(|error| {
            if is_unreachable(&error) {
                self.lost(&error);
            }
            without_url(error)
        })
    }

    /// A stream that holds the exchange, and has the server pinged when it breaks: `rmcp` waits
    /// for seconds before it asks for the rest.
    fn watched(&self, stream: Events, ping: Ping, exchange: TaskTrackerToken) -> Events {
        let (client, mut ping) = (self.clone(), Some(ping));
        let stream = stream.inspect(move |event| {
            let _exchange = &exchange;
            if let Some(ping) = event.is_err().then(|| ping.take()).flatten() {
                client.ping(ping);
            }
        });
        stream.boxed()
    }

    /// Asks whether the server knows the session still; the loss is told if it does not.
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
            let posted = client.posted(uri, message, session_id, token, headers);
            drop(tokio::time::timeout(PING_TIME, posted).await);
            client.is_pinging.store(false, Ordering::Relaxed);
        });
    }
}

/// Whether the server could not be spoken to at all.
fn is_unreachable(error: &StreamableHttpError<reqwest::Error>) -> bool {
    match error {
        StreamableHttpError::SessionExpired => true,
        StreamableHttpError::Client(error) => {
            error.is_connect() || (error.is_request() && !error.is_timeout())
        }
        _ => false,
    }
}

/// `rmcp` prints errors to its log, and a query may be a secret.
fn without_url(error: Error) -> Error {
    match error {
        StreamableHttpError::Client(error) => StreamableHttpError::Client(error.without_url()),
        error => error,
    }
}

pub(super) type Error = StreamableHttpError<reqwest::Error>;
type Events = BoxStream<'static, Result<sse_stream::Sse, SseError>>;

impl StreamableHttpClient for WatchingClient {
    type Error = reqwest::Error;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session_id: Option<Arc<str>>,
        token: Option<String>,
        headers: Headers,
    ) -> Result<StreamableHttpPostResponse, Error> {
        let exchange = self.loss.exchange();
        let ping = Ping {
            uri: Arc::clone(&uri),
            session_id: session_id.clone(),
            token: token.clone(),
            headers: headers.clone(),
        };
        match self
            .posted(uri, message, session_id, token, headers)
            .await?
        {
            StreamableHttpPostResponse::Sse(stream, id) => {
                let stream = self.watched(stream, ping, exchange);
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
    ) -> Result<(), Error> {
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
    ) -> Result<Events, Error> {
        // It may be the rest of the stream of a call.
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
                Ok(self.watched(stream, ping, exchange))
            }
            Err(error) => {
                // Servers without a stream refuse it in many ways; one that had it is gone.
                let had = self.has_stream.load(Ordering::Relaxed);
                if had || is_unreachable(&error) {
                    self.lost(&error);
                }
                Err(without_url(error))
            }
        }
    }
}
