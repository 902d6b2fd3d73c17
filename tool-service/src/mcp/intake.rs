//! Filters messages that a server sends on its own initiative. This bounds the memory that a flood
//! of messages takes.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rmcp::RoleClient;
use rmcp::model::{JsonRpcMessage, ServerNotification};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use tokio::sync::Notify;

use super::progress::Reports;

/// Maximum number of server requests that are answered concurrently.
const MAX_REQUESTS: usize = 64;

/// Receives the messages of one session.
#[derive(Clone)]
pub(super) struct Intake {
    pub(super) server: String,
    pub(super) reports: Arc<Reports>,
    /// Notified when the server reports changed tools.
    pub(super) changed: Arc<Notify>,
    /// Number of pending requests of the server.
    requests: Arc<AtomicUsize>,
}

impl Intake {
    pub(super) fn new(server: &str, reports: Arc<Reports>, changed: Arc<Notify>) -> Self {
        Self {
            server: server.to_owned(),
            reports,
            changed,
            requests: Arc::default(),
        }
    }

    /// Takes a message. Returns it if the client has to handle it. Notifications are handled here,
    /// without a task for each. A request is dropped if too many are pending.
    pub(super) fn take(
        &self,
        message: RxJsonRpcMessage<RoleClient>,
    ) -> Option<RxJsonRpcMessage<RoleClient>> {
        match message {
            JsonRpcMessage::Notification(notification) => {
                self.note(notification.notification);
                None
            }
            JsonRpcMessage::Request(request) => {
                let add = |open: usize| (open < MAX_REQUESTS).then_some(open + 1);
                let added = self
                    .requests
                    .fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
                added.is_ok().then_some(JsonRpcMessage::Request(request))
            }
            message => Some(message),
        }
    }

    /// Returns a function to call after a message of the client was sent.
    pub(super) fn prepare_sending(
        &self,
        message: &TxJsonRpcMessage<RoleClient>,
    ) -> impl FnOnce() + use<> {
        let is_answer = matches!(
            message,
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_)
        );
        let requests = is_answer.then(|| Arc::clone(&self.requests));
        move || {
            if let Some(requests) = requests {
                let remove = |open: usize| open.checked_sub(1);
                // Fails if the count is already zero.
                let _ = requests.fetch_update(Ordering::Relaxed, Ordering::Relaxed, remove);
            }
        }
    }

    #[expect(deprecated, reason = "servers of older revisions log by it")]
    fn note(&self, notification: ServerNotification) {
        match notification {
            ServerNotification::ProgressNotification(progress) => {
                self.reports.forward(progress.params);
            }
            ServerNotification::ToolListChangedNotification(_) => self.changed.notify_one(),
            ServerNotification::LoggingMessageNotification(message) => tracing::debug!(
                target: "tool_service::mcp",
                server = self.server,
                level = ?message.params.level,
                data = %message.params.data,
                "the MCP server logs",
            ),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use rmcp::model::{ErrorCode, ErrorData, RequestId};
    use serde_json::{Value, json};

    use super::*;

    fn sent(message: Value) -> RxJsonRpcMessage<RoleClient> {
        serde_json::from_value(message).expect("it is a message")
    }

    fn ping(id: usize) -> RxJsonRpcMessage<RoleClient> {
        sent(json!({"jsonrpc": "2.0", "id": id, "method": "ping"}))
    }

    #[test]
    fn requests_are_left_out_while_too_many_are_not_answered() {
        let intake = Intake::new("peer", Arc::default(), Arc::default());
        let taken = (0..1000).filter(|&id| intake.take(ping(id)).is_some());
        assert_eq!(taken.count(), MAX_REQUESTS);
        let error = ErrorData::new(ErrorCode::INTERNAL_ERROR, "", None);
        let answer = TxJsonRpcMessage::<RoleClient>::error(error, Some(RequestId::Number(0)));
        let is_sent = intake.prepare_sending(&answer);
        assert!(intake.take(ping(1)).is_none());
        is_sent();
        assert!(intake.take(ping(1)).is_some());
        assert!(intake.take(ping(2)).is_none());
        // Requests of the client do not count.
        let own = serde_json::from_value(json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}));
        intake.prepare_sending(&own.expect("it is a message"))();
        assert!(intake.take(ping(2)).is_none());
    }

    #[test]
    fn notifications_are_done_with_and_answers_are_handed_on() {
        let changed = Arc::new(Notify::new());
        let intake = Intake::new("peer", Arc::default(), Arc::clone(&changed));
        for method in [
            "notifications/tools/list_changed",
            "notifications/resources/list_changed",
        ] {
            let message = json!({"jsonrpc": "2.0", "method": method});
            assert!(intake.take(sent(message)).is_none());
        }
        assert!(futures_util::FutureExt::now_or_never(changed.notified()).is_some());
        let answer = json!({"jsonrpc": "2.0", "id": 1, "result": {}});
        assert!(intake.take(sent(answer)).is_some());
    }
}
