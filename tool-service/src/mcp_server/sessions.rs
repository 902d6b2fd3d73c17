//! Sessions of the HTTP server, limited in number and time.

use std::cell::Cell;
use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::{Stream, StreamExt, stream};
use rmcp::model::{
    ClientJsonRpcMessage, ErrorCode, ErrorData, JsonRpcMessage, RequestId, ServerJsonRpcMessage,
};
use rmcp::transport::streamable_http_server::session::local::{
    EventId, LocalSessionHandle, LocalSessionManager, StreamableHttpMessageReceiver,
};
use rmcp::transport::streamable_http_server::session::{
    ServerSseMessage, SessionId, SessionManager,
};
use tokio_stream::wrappers::ReceiverStream;
use tokio_util::sync::{CancellationToken, DropGuard};

use http::HeaderValue;

use crate::call::Principal;

use super::forward::{MAX_CLIENT_WAIT, forward_messages};
use super::requests::{ActiveRequests, NumberedTransport};

/// Limits on the number of sessions and their idle time.
#[derive(Clone, Copy, Debug)]
pub(super) struct SessionLimits {
    pub(super) sessions: usize,
    /// Idle time before the first message after the handshake.
    pub(super) setup: Duration,
    /// Idle time after it.
    pub(super) idle: Duration,
}

pub(super) struct Sessions {
    local: Arc<LocalSessionManager>,
    limits: SessionLimits,
    entries: Mutex<HashMap<SessionId, SessionEntry>>,
    /// Locked from the check of the count to the creation of the session: the count stays correct
    /// in between.
    creating: tokio::sync::Mutex<()>,
}

/// State of a session.
struct SessionEntry {
    /// Set until the client sends a message after `initialize`. The guard keeps the task alive that
    /// closes the session.
    unused: Option<DropGuard>,
    requests: ActiveRequests,
    /// The principal of the first request.
    principal: Option<Principal>,
    /// Cancelled with the session.
    over: CancellationToken,
}

tokio::task_local! {
    /// `true` if the request of this task was rejected because of the session limit.
    static IS_FULL: Cell<bool>;
}

/// Runs a request. Also returns whether it was rejected because of the session limit.
pub(super) async fn run_request<T>(request: impl Future<Output = T>) -> (T, bool) {
    let request = async {
        let response = request.await;
        (response, IS_FULL.with(Cell::get))
    };
    IS_FULL.scope(Cell::new(false), request).await
}

impl Sessions {
    pub(super) fn new(limits: SessionLimits) -> Self {
        let mut local = LocalSessionManager::default();
        local.session_config.keep_alive = Some(limits.idle);
        local.session_config.init_timeout = Some(limits.setup);
        // Only cancelled requests use this cache, and their clients expect no answer.
        local.session_config.completed_cache_ttl = Duration::ZERO;
        Self {
            local: Arc::new(local),
            limits,
            entries: Mutex::default(),
            creating: tokio::sync::Mutex::default(),
        }
    }

    fn entries(&self) -> MutexGuard<'_, HashMap<SessionId, SessionEntry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Binds a new session to the principal of its first request.
    pub(super) fn bind(&self, id: &HeaderValue, principal: Option<Principal>) {
        if let Ok(id) = id.to_str()
            && let Some(entry) = self.entries().get_mut(id)
        {
            entry.principal = principal;
        }
    }

    /// Returns whether a principal may use the session. `rmcp` answers for an unknown session.
    pub(super) fn belongs_to(&self, id: &HeaderValue, principal: Option<&Principal>) -> bool {
        let Ok(id) = id.to_str() else {
            return true;
        };
        let entries = self.entries();
        let entry = entries.get(id);
        entry.is_none_or(|entry| entry.principal.as_ref() == principal)
    }

    /// Closes the session unless a message arrives in time.
    fn expect_message(&self, id: &SessionId) -> DropGuard {
        let used = CancellationToken::new();
        let guard = used.clone().drop_guard();
        let (local, id) = (Arc::clone(&self.local), id.clone());
        let setup = self.limits.setup;
        tokio::spawn(async move {
            if tokio::time::timeout(setup, used.cancelled()).await.is_err() {
                // Fails if the session has ended.
                drop(local.close_session(&id).await);
            }
        });
        guard
    }

    fn mark_used(&self, id: &SessionId) {
        if let Some(entry) = self.entries().get_mut(id) {
            entry.unused = None;
        }
    }

    async fn open(&self, id: &SessionId) -> io::Result<OpenSession> {
        let handle = self.local.sessions.read().await.get(id).cloned();
        let entries = self.entries();
        let (Some(handle), Some(entry)) = (handle, entries.get(id)) else {
            return Err(io::Error::other("the session has ended"));
        };
        Ok(OpenSession {
            handle,
            requests: entry.requests.clone(),
            over: entry.over.clone(),
            max_wait: self.limits.idle.min(MAX_CLIENT_WAIT),
        })
    }
}

/// A session that is still open.
struct OpenSession {
    handle: LocalSessionHandle,
    requests: ActiveRequests,
    over: CancellationToken,
    max_wait: Duration,
}

impl OpenSession {
    fn stream(&self, channel: StreamableHttpMessageReceiver) -> ReceiverStream<ServerSseMessage> {
        forward_messages(channel.inner, self.max_wait, self.over.clone())
    }
}

impl SessionManager for Sessions {
    type Error = io::Error;
    type Transport = NumberedTransport<<LocalSessionManager as SessionManager>::Transport>;

    async fn create_session(&self) -> io::Result<(SessionId, Self::Transport)> {
        let _creating = self.creating.lock().await;
        if self.local.sessions.read().await.len() >= self.limits.sessions {
            // The value exists, because `run_request` runs each request.
            let _ = IS_FULL.try_with(|is_full| is_full.set(true));
            return Err(io::Error::other("too many sessions"));
        }
        let created = self.local.create_session().await;
        let (id, transport) = created.map_err(io::Error::other)?;
        let entry = SessionEntry {
            unused: Some(self.expect_message(&id)),
            requests: ActiveRequests::default(),
            principal: None,
            over: CancellationToken::new(),
        };
        let transport = NumberedTransport {
            transport,
            requests: entry.requests.clone(),
        };
        self.entries().insert(id.clone(), entry);
        Ok((id, transport))
    }

    async fn initialize_session(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> io::Result<ServerJsonRpcMessage> {
        let initialized = self.local.initialize_session(id, message).await;
        initialized.map_err(io::Error::other)
    }

    async fn has_session(&self, id: &SessionId) -> io::Result<bool> {
        self.local.has_session(id).await.map_err(io::Error::other)
    }

    async fn close_session(&self, id: &SessionId) -> io::Result<()> {
        if let Some(entry) = self.entries().remove(id) {
            entry.over.cancel();
        }
        self.local.close_session(id).await.map_err(io::Error::other)
    }

    async fn create_stream(
        &self,
        id: &SessionId,
        mut message: ClientJsonRpcMessage,
    ) -> io::Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static> {
        self.mark_used(id);
        let session = self.open(id).await?;
        let JsonRpcMessage::Request(request) = &message else {
            return Err(io::Error::other("expected a request"));
        };
        let request = request.id.clone();
        let Some(request) = session.requests.begin(&mut message) else {
            return Ok(reject_id_in_use(request).left_stream());
        };
        let channel = session.handle.establish_request_wise_channel().await?;
        let sent = session
            .handle
            .push_message(message, channel.http_request_id);
        sent.await?;
        let (request, stream) = (request.mark_sent(), session.stream(channel));
        let stream = stream.inspect(move |message| {
            // The client may reuse the id as soon as it has the answer.
            let message = message.message.as_ref();
            if message.is_some_and(|message| request.is_answered_by(message)) {
                request.end();
            }
        });
        Ok(stream.right_stream())
    }

    async fn accept_message(
        &self,
        id: &SessionId,
        mut message: ClientJsonRpcMessage,
    ) -> io::Result<()> {
        self.mark_used(id);
        if let Some(entry) = self.entries().get(id) {
            entry.requests.cancel(&mut message);
        }
        let accepted = self.local.accept_message(id, message).await;
        accepted.map_err(io::Error::other)
    }

    async fn create_standalone_stream(
        &self,
        id: &SessionId,
    ) -> io::Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static> {
        let session = self.open(id).await?;
        let channel = session.handle.establish_common_channel().await?;
        Ok(session.stream(channel))
    }

    async fn resume(
        &self,
        id: &SessionId,
        last_event_id: String,
    ) -> io::Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static> {
        let session = self.open(id).await?;
        let last: EventId = last_event_id.parse().map_err(io::Error::other)?;
        Ok(session.stream(session.handle.resume(last).await?))
    }
}

/// Returns the answer to a request whose id belongs to a running request.
fn reject_id_in_use(id: RequestId) -> impl Stream<Item = ServerSseMessage> + Send + Sync + 'static {
    let message = "The id is in use by another request of the session";
    let error = ErrorData::new(ErrorCode::INVALID_REQUEST, message, None);
    let error = ServerJsonRpcMessage::error(error, Some(id));
    stream::iter([ServerSseMessage::from_message(error)])
}
