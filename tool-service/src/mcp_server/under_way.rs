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
pub(super) struct UnderWay(Arc<Mutex<Numbers>>);

#[derive(Default)]
struct Numbers {
    of: HashMap<RequestId, Numbered>,
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
struct Number(i64);

/// A request that was started.
pub(super) struct Begun {
    under_way: UnderWay,
    id: RequestId,
    number: i64,
    is_sent: bool,
}

impl Numbers {
    fn begin(&mut self, id: &RequestId, is_sent: bool) -> i64 {
        let number = self.next;
        self.next += 1;
        self.of.insert(id.clone(), Numbered { number, is_sent });
        self.ids.insert(number, id.clone());
        number
    }

    fn end(&mut self, id: &RequestId, number: i64) {
        self.ids.remove(&number);
        if self.of.get(id).is_some_and(|known| known.number == number) {
            self.of.remove(id);
        }
    }

    /// Frees the id of a cancelled request, if the session has received it and has not answered it.
    fn cancel(&mut self, id: &RequestId) -> Option<Number> {
        let number = self.of.get(id).filter(|known| known.is_sent)?.number;
        self.ids.remove(&number)?;
        self.of.remove(id);
        Some(Number(number))
    }
}

impl UnderWay {
    fn numbers(&self) -> MutexGuard<'_, Numbers> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers the request of a message. Returns `None` if its id is in use. The id is freed if
    /// the request is not marked as [sent](Begun::sent).
    pub(super) fn begin(&self, message: &mut ClientJsonRpcMessage) -> Option<Begun> {
        let JsonRpcMessage::Request(request) = message else {
            return None;
        };
        let mut numbers = self.numbers();
        if numbers.of.contains_key(&request.id) {
            return None;
        }
        let number = numbers.begin(&request.id, false);
        request.request.extensions_mut().insert(Number(number));
        Some(Begun {
            under_way: self.clone(),
            id: request.id.clone(),
            number,
            is_sent: false,
        })
    }

    /// Frees the id that a message cancels.
    pub(super) fn cancelled_by(&self, message: &mut ClientJsonRpcMessage) {
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
    fn numbered(&self, mut message: ClientJsonRpcMessage) -> ClientJsonRpcMessage {
        match &mut message {
            JsonRpcMessage::Request(request) => {
                let known = request.request.extensions().get::<Number>();
                let number = known.map(|number| number.0);
                // The handshake is a request without a stream.
                let number = number.unwrap_or_else(|| self.numbers().begin(&request.id, true));
                request.id = RequestId::Number(number);
            }
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) =
                    &mut notification.notification
                {
                    let number = cancelled.extensions.get::<Number>();
                    cancelled.params.request_id = number.map(|number| RequestId::Number(number.0));
                }
            }
            _ => {}
        }
        message
    }

    /// Restores the id of the request in its answer.
    fn answered(&self, message: &mut ServerJsonRpcMessage) -> Answered {
        let answered = match message {
            JsonRpcMessage::Response(response) => &mut response.id,
            JsonRpcMessage::Error(error) => match &mut error.id {
                Some(id) => id,
                None => return Answered::Nothing,
            },
            _ => return Answered::Nothing,
        };
        let RequestId::Number(number) = *answered else {
            return Answered::Nothing;
        };
        let Some(id) = self.numbers().ids.remove(&number) else {
            return Answered::Cancelled;
        };
        answered.clone_from(&id);
        Answered::Request(Begun {
            under_way: self.clone(),
            id,
            number,
            is_sent: true,
        })
    }
}

/// The request that a message of the server answers.
enum Answered {
    /// The message does not answer a client's request.
    Nothing,
    Request(Begun),
    /// The message answers a cancelled request and has no receiver.
    Cancelled,
}

impl Begun {
    /// Marks the request as received by the session, which will answer it.
    pub(super) fn sent(mut self) -> Self {
        self.is_sent = true;
        if let Some(known) = self.under_way.numbers().of.get_mut(&self.id)
            && known.number == self.number
        {
            known.is_sent = true;
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
        self.under_way.numbers().end(&self.id, self.number);
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        if !self.is_sent {
            self.end();
        }
    }
}

/// A transport that numbers the requests of its session and frees their ids.
pub(super) struct NumberedTransport<T> {
    pub(super) transport: T,
    pub(super) under_way: UnderWay,
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for NumberedTransport<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        mut message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), T::Error>> + Send + 'static {
        let begun = match self.under_way.answered(&mut message) {
            Answered::Nothing => None,
            Answered::Request(begun) => Some(begun),
            Answered::Cancelled => return ready(Ok(())).left_future(),
        };
        let sending = self.transport.send(message);
        let sending = async move {
            let sent = sending.await;
            if let Some(begun) = begun {
                begun.end();
            }
            sent
        };
        sending.right_future()
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        let message = self.transport.receive().await?;
        Some(self.under_way.numbered(message))
    }

    async fn close(&mut self) -> Result<(), T::Error> {
        self.transport.close().await
    }
}
