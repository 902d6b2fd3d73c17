use std::fmt;
use std::sync::Arc;

use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorData, ListToolsResult, PaginatedRequestParams,
    ServerCapabilities, ServerConfig, SubscriptionFilter,
};
use rmcp::service::{NotificationContext, RequestContext, RoleServer, SubscriptionContext};
use serde_json::Value;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::{About, Serve, wire};
use crate::{Options, ToolCall, ToolError, ToolService};

/// What one client is served by; over HTTP without sessions, one request.
pub struct Session {
    service: ToolService,
    about: Arc<About>,
    /// Cancelled with the session.
    over: CancellationToken,
    _over: DropGuard,
}

impl Serve {
    pub(super) fn session(&self) -> Session {
        let over = CancellationToken::new();
        Session {
            service: self.service.clone(),
            about: Arc::clone(&self.about),
            over: over.clone(),
            _over: over.drop_guard(),
        }
    }
}

impl Session {
    fn is_listed(&self, name: &str) -> bool {
        let definitions = self.service.definitions();
        let invalid = definitions.invalid_call();
        invalid.is_none_or(|invalid| invalid.name() != name)
    }
}

impl ServerHandler for Session {
    fn get_info(&self) -> ServerConfig {
        let tools = ServerCapabilities::builder().enable_tools();
        let mut config = ServerConfig::new(tools.enable_tool_list_changed().build());
        config = config.with_server_info(self.about.implementation.clone());
        match &self.about.instructions {
            Some(instructions) => config.with_instructions(instructions),
            None => config,
        }
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let is_modern = wire::is_modern(context.protocol_version().as_ref());
        let definitions = self.service.definitions();
        let shown = definitions
            .iter()
            .filter(|tool| self.is_listed(tool.name()));
        let tools = shown.filter_map(|tool| wire::tool(tool, is_modern));
        Ok(ListToolsResult::with_all_items(tools.collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let is_modern = wire::is_modern(context.protocol_version().as_ref());
        if !self.is_listed(&request.name) {
            let message = format!("Unknown tool: {}", request.name);
            return Err(ErrorData::invalid_params(message, None));
        }
        let arguments = request.arguments.map_or(Value::Null, Value::Object);
        let call = ToolCall::new(request.name, arguments);
        let options = Options::new().cancel(context.ct);
        let result = self.service.execute(call, &options).await;
        match &result.error {
            // The protocol has it as an error of its own in all revisions, and clients look
            // for it there; most show its message to the model, which is why it is the
            // instruction, with the names that are near.
            Some(error @ ToolError::UnknownTool(_)) => Err(ErrorData::invalid_params(
                error.for_model(&result.tool),
                None,
            )),
            _ => Ok(wire::result(result, is_modern).into()),
        }
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        let mut changes = self.service.inner().registry.changes();
        let over = self.over.clone();
        tokio::spawn(over.run_until_cancelled_owned(async move {
            while changes.changed().await.is_ok() {
                if context.peer.notify_tool_list_changed().await.is_err() {
                    break;
                }
            }
        }));
    }

    fn accepted_subscription_filter(&self, _: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(SubscriptionFilter::builder().tools_list_changed().build())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let mut changes = self.service.inner().registry.changes();
        let tell = async {
            while changes.changed().await.is_ok() {
                if context.sink().notify_tool_list_changed().await.is_err() {
                    break;
                }
            }
        };
        tokio::select! {
            () = tell => {}
            () = context.cancelled() => {}
        }
        Ok(())
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("service", &self.service)
            .finish_non_exhaustive()
    }
}
