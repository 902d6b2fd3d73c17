//! The requests of a session that are under way.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::RoleServer;
use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, JsonRpcMessage, RequestId, ServerJsonRpcMessage,
};
use rmcp::transport::Transport;

/// The ids of the requests of a session that have no answer yet.
///
/// `rmcp` keeps a request by its id. A second one of that id takes the place of the first, which
/// is then never answered and whose stream is kept as long as the session. A request whose client
/// has closed the stream runs on, so that its id is in use until the answer is there.
#[derive(Clone, Default)]
pub(super) struct UnderWay(Arc<Mutex<Numbers>>);

/// Each request has a number of its own, since another may have the same id after it.
#[derive(Default)]
struct Numbers {
    of: HashMap<RequestId, u64>,
    next: u64,
}

/// A request that is, or was, under way.
pub(super) struct Begun {
    under_way: UnderWay,
    id: RequestId,
    number: u64,
    is_sent: bool,
}

impl UnderWay {
    fn numbers(&self) -> MutexGuard<'_, Numbers> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Nothing if the id is in use. The id is free again if the request is not [sent](Begun::sent).
    pub(super) fn begin(&self, id: &RequestId) -> Option<Begun> {
        let mut numbers = self.numbers();
        if numbers.of.contains_key(id) {
            return None;
        }
        let number = numbers.next;
        numbers.next += 1;
        numbers.of.insert(id.clone(), number);
        Some(Begun {
            under_way: self.clone(),
            id: id.clone(),
            number,
            is_sent: false,
        })
    }

    fn answered_by(&self, message: &ServerJsonRpcMessage) -> Option<Begun> {
        let id = answered(message)?;
        let number = *self.numbers().of.get(id)?;
        Some(Begun {
            under_way: self.clone(),
            id: id.clone(),
            number,
            is_sent: true,
        })
    }

    /// A request that is cancelled gets no answer.
    fn cancelled_by(&self, message: &ClientJsonRpcMessage) {
        if let JsonRpcMessage::Notification(notification) = message
            && let ClientNotification::CancelledNotification(cancelled) = &notification.notification
            && let Some(id) = &cancelled.params.request_id
        {
            self.numbers().of.remove(id);
        }
    }
}

impl Begun {
    /// The session has the request, and will answer it.
    pub(super) fn sent(mut self) -> Self {
        self.is_sent = true;
        self
    }

    pub(super) fn is_answered_by(&self, message: &ServerJsonRpcMessage) -> bool {
        answered(message) == Some(&self.id)
    }

    /// Sets the id free.
    pub(super) fn end(&self) {
        let mut numbers = self.under_way.numbers();
        if numbers.of.get(&self.id) == Some(&self.number) {
            numbers.of.remove(&self.id);
        }
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        if !self.is_sent {
            self.end();
        }
    }
}

fn answered(message: &ServerJsonRpcMessage) -> Option<&RequestId> {
    match message {
        JsonRpcMessage::Response(response) => Some(&response.id),
        JsonRpcMessage::Error(error) => error.id.as_ref(),
        _ => None,
    }
}

/// A transport that sets the ids of its session free.
pub(super) struct Watched<T> {
    pub(super) transport: T,
    pub(super) under_way: UnderWay,
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for Watched<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), T::Error>> + Send + 'static {
        let begun = self.under_way.answered_by(&message);
        let sending = self.transport.send(message);
        async move {
            let sent = sending.await;
            if let Some(begun) = begun {
                begun.end();
            }
            sent
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        let message = self.transport.receive().await?;
        self.under_way.cancelled_by(&message);
        Some(message)
    }

    async fn close(&mut self) -> Result<(), T::Error> {
        self.transport.close().await
    }
}
