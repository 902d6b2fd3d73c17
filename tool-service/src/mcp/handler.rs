use std::future::Future;
use std::sync::Arc;

use rmcp::model::{ClientCapabilities, ClientConfig, Implementation, ProgressNotificationParam};
use rmcp::service::NotificationContext;
use rmcp::{ClientHandler, RoleClient};
use tokio::sync::Notify;

use super::progress::Reports;

/// What is done with what a server says of itself.
pub(super) struct Handler {
    pub(super) server: String,
    pub(super) reports: Arc<Reports>,
    /// Told when the server says that its tools changed.
    pub(super) changed: Arc<Notify>,
}

impl ClientHandler for Handler {
    fn get_info(&self) -> ClientConfig {
        let client = Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        ClientConfig::new(ClientCapabilities::default(), client)
    }

    fn on_tool_list_changed(
        &self,
        _: NotificationContext<RoleClient>,
    ) -> impl Future<Output = ()> + Send + '_ {
        self.changed.notify_one();
        std::future::ready(())
    }

    fn on_progress(
        &self,
        progress: ProgressNotificationParam,
        _: NotificationContext<RoleClient>,
    ) -> impl Future<Output = ()> + Send + '_ {
        self.reports.tell(progress);
        std::future::ready(())
    }

    #[expect(deprecated, reason = "servers of the revisions that have it log by it")]
    fn on_logging_message(
        &self,
        message: rmcp::model::LoggingMessageNotificationParam,
        _: NotificationContext<RoleClient>,
    ) -> impl Future<Output = ()> + Send + '_ {
        tracing::debug!(
            target: "tool_service::mcp",
            server = self.server,
            level = ?message.level,
            data = %message.data,
            "the MCP server logs",
        );
        std::future::ready(())
    }
}
