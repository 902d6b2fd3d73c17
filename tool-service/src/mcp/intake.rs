//! What a server sends without being asked, before it reaches the client: a flood of it takes no
//! memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rmcp::RoleClient;
use rmcp::model::{JsonRpcMessage, ServerNotification};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use tokio::sync::Notify;

use super::progress::Reports;

/// The most requests of a server that are answered at once.
const MAX_REQUESTS: usize = 64;

/// What takes the messages of one session.
#[derive(Clone)]
pub(super) struct Intake {
    pub(super) server: String,
    pub(super) reports: Arc<Reports>,
    /// Told when the server says that its tools changed.
    pub(super) changed: Arc<Notify>,
    /// The requests of the server that are not answered yet.
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

    /// Takes a message. Returns it if the client has to see it: notifications are done with here,
    /// without a task for each, and a request is left out while too many are not answered.
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

    /// Returns what is to be done when a message of the client was sent.
    pub(super) fn sending(&self, message: &TxJsonRpcMessage<RoleClient>) -> impl FnOnce() + use<> {
        let is_answer = matches!(
            message,
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_)
        );
        let requests = is_answer.then(|| Arc::clone(&self.requests));
        move || {
            if let Some(requests) = requests {
                let remove = |open: usize| open.checked_sub(1);
                // It fails where nothing is counted.
                let _ = requests.fetch_update(Ordering::Relaxed, Ordering::Relaxed, remove);
            }
        }
    }

    #[expect(deprecated, reason = "servers of the revisions that have it log by it")]
    fn note(&self, notification: ServerNotification) {
        match notification {
            ServerNotification::ProgressNotification(progress) => {
                self.reports.tell(progress.params);
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
        let is_sent = intake.sending(&answer);
        assert!(intake.take(ping(1)).is_none());
        is_sent();
        assert!(intake.take(ping(1)).is_some());
        assert!(intake.take(ping(2)).is_none());
        // What the client asks itself counts for nothing.
        let own = serde_json::from_value(json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}));
        intake.sending(&own.expect("it is a message"))();
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
