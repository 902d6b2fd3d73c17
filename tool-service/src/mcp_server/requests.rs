//! The running requests of a session.

use std::collections::HashMap;
use std::future::ready;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt;
use rmcp::RoleServer;
use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, GetExtensions, JsonRpcMessage, RequestId,
    ServerJsonRpcMessage,
};
use rmcp::transport::Transport;

/// Ids of the unanswered requests of a session.
///
/// `rmcp` identifies a request by its id. If a second request uses the same id, the first is never
/// answered, and its stream stays open as long as the session. A request continues after its client
/// closes the stream, and its id stays in use until the answer.
///
/// The id of a cancelled request is free immediately, although its call may still be ending. The
/// session therefore identifies requests by internal numbers, and the answer to a cancelled request
/// is dropped.
#[derive(Clone, Default)]
pub(super) struct ActiveRequests(Arc<Mutex<RequestNumbers>>);

#[derive(Default)]
struct RequestNumbers {
    by_id: HashMap<RequestId, Numbered>,
    /// Ids of the unanswered requests.
    ids: HashMap<i64, RequestId>,
    next: i64,
}

struct Numbered {
    number: i64,
    /// `true` after the session has received the request.
    is_sent: bool,
}

/// Number of the request that a message starts or cancels.
#[derive(Clone, Copy)]
struct RequestNumber(i64);

/// A request that was started.
pub(super) struct ActiveRequest {
    requests: ActiveRequests,
    id: RequestId,
    number: i64,
    is_sent: bool,
}

impl RequestNumbers {
    fn begin(&mut self, id: &RequestId, is_sent: bool) -> i64 {
        let number = self.next;
        self.next += 1;
        self.by_id.insert(id.clone(), Numbered { number, is_sent });
        self.ids.insert(number, id.clone());
        number
    }

    fn end(&mut self, id: &RequestId, number: i64) {
        self.ids.remove(&number);
        if self
            .by_id
            .get(id)
            .is_some_and(|entry| entry.number == number)
        {
            self.by_id.remove(id);
        }
    }

    /// Frees the id of a cancelled request, if the session has received it and has not answered it.
    fn cancel(&mut self, id: &RequestId) -> Option<RequestNumber> {
        let number = self.by_id.get(id).filter(|entry| entry.is_sent)?.number;
        self.ids.remove(&number)?;
        self.by_id.remove(id);
        Some(RequestNumber(number))
    }
}

impl ActiveRequests {
    fn numbers(&self) -> MutexGuard<'_, RequestNumbers> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers the request of a message. Returns `None` if its id is in use. The id is freed if
    /// the request is not marked as [sent](ActiveRequest::mark_sent).
    pub(super) fn begin(&self, message: &mut ClientJsonRpcMessage) -> Option<ActiveRequest> {
        let JsonRpcMessage::Request(request) = message else {
            return None;
        };
        let mut numbers = self.numbers();
        if numbers.by_id.contains_key(&request.id) {
            return None;
        }
        let number = numbers.begin(&request.id, false);
        request
            .request
            .extensions_mut()
            .insert(RequestNumber(number));
        Some(ActiveRequest {
            requests: self.clone(),
            id: request.id.clone(),
            number,
            is_sent: false,
        })
    }

    /// Frees the id that a message cancels.
    pub(super) fn cancel(&self, message: &mut ClientJsonRpcMessage) {
        if let JsonRpcMessage::Notification(notification) = message
            && let ClientNotification::CancelledNotification(cancelled) =
                &mut notification.notification
            && let Some(id) = &cancelled.params.request_id
            && let Some(number) = self.numbers().cancel(id)
        {
            cancelled.extensions.insert(number);
        }
    }

    /// Replaces the ids of requests in the message by their numbers.
    fn replace_ids(&self, mut message: ClientJsonRpcMessage) -> ClientJsonRpcMessage {
        match &mut message {
            JsonRpcMessage::Request(request) => {
                let known = request.request.extensions().get::<RequestNumber>();
                let number = known.map(|number| number.0);
                // The handshake is a request without a stream.
                let number = number.unwrap_or_else(|| self.numbers().begin(&request.id, true));
                request.id = RequestId::Number(number);
            }
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) =
                    &mut notification.notification
                {
                    let number = cancelled.extensions.get::<RequestNumber>();
                    cancelled.params.request_id = number.map(|number| RequestId::Number(number.0));
                }
            }
            _ => {}
        }
        message
    }

    /// Restores the id of the request in its answer.
    fn restore_id(&self, message: &mut ServerJsonRpcMessage) -> AnsweredRequest {
        let answer_id = match message {
            JsonRpcMessage::Response(response) => &mut response.id,
            JsonRpcMessage::Error(error) => match &mut error.id {
                Some(id) => id,
                None => return AnsweredRequest::NoRequest,
            },
            _ => return AnsweredRequest::NoRequest,
        };
        let RequestId::Number(number) = *answer_id else {
            return AnsweredRequest::NoRequest;
        };
        let Some(id) = self.numbers().ids.remove(&number) else {
            return AnsweredRequest::Cancelled;
        };
        answer_id.clone_from(&id);
        AnsweredRequest::Request(ActiveRequest {
            requests: self.clone(),
            id,
            number,
            is_sent: true,
        })
    }
}

/// The request that a message of the server answers.
enum AnsweredRequest {
    /// The message does not answer a client's request.
    NoRequest,
    Request(ActiveRequest),
    /// The message answers a cancelled request and has no receiver.
    Cancelled,
}

impl ActiveRequest {
    /// Marks the request as received by the session, which will answer it.
    pub(super) fn mark_sent(mut self) -> Self {
        self.is_sent = true;
        if let Some(entry) = self.requests.numbers().by_id.get_mut(&self.id)
            && entry.number == self.number
        {
            entry.is_sent = true;
        }
        self
    }

    pub(super) fn is_answered_by(&self, message: &ServerJsonRpcMessage) -> bool {
        let id = match message {
            JsonRpcMessage::Response(response) => Some(&response.id),
            JsonRpcMessage::Error(error) => error.id.as_ref(),
            _ => None,
        };
        id == Some(&self.id)
    }

    /// Frees the id.
    pub(super) fn end(&self) {
        self.requests.numbers().end(&self.id, self.number);
    }
}

impl Drop for ActiveRequest {
    fn drop(&mut self) {
        if !self.is_sent {
            self.end();
        }
    }
}

/// A transport that numbers the requests of its session and frees their ids.
pub(super) struct NumberedTransport<T> {
    pub(super) transport: T,
    pub(super) requests: ActiveRequests,
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for NumberedTransport<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        mut message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), T::Error>> + Send + 'static {
        let request = match self.requests.restore_id(&mut message) {
            AnsweredRequest::NoRequest => None,
            AnsweredRequest::Request(request) => Some(request),
            AnsweredRequest::Cancelled => return ready(Ok(())).left_future(),
        };
        let sending = self.transport.send(message);
        let sending = async move {
            let sent = sending.await;
            if let Some(request) = request {
                request.end();
            }
            sent
        };
        sending.right_future()
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        let message = self.transport.receive().await?;
        Some(self.requests.replace_ids(message))
    }

    async fn close(&mut self) -> Result<(), T::Error> {
        self.transport.close().await
    }
}
