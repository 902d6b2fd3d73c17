use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use http::request::Parts;
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CustomRequest, CustomResult,
    ErrorCode, ErrorData, ListToolsResult, PaginatedRequestParams, ServerCapabilities,
    ServerConfig, SubscriptionFilter,
};
use rmcp::service::{NotificationContext, RequestContext, RoleServer, SubscriptionContext};
use serde_json::Value;
use tokio::sync::Semaphore;
use tokio_util::sync::{CancellationToken, DropGuard};
use tower::ServiceExt;

use super::drain::Drain;
use super::progress::report_progress_to;
use super::{McpServerBuilder, Run, ServerInfo, wire};
use crate::call::ToolRequest;
use crate::{CallOptions, ToolCall, ToolError, ToolService};

/// Error code of a server that has reached its limit of clients.
pub(super) const BUSY: ErrorCode = ErrorCode(-32000);

/// Serves one client. Over HTTP without sessions, it serves one request.
pub(super) struct ServerSession {
    service: ToolService,
    run: Run,
    info: Arc<ServerInfo>,
    /// One permit per allowed subscription.
    subscriptions: Arc<Semaphore>,
    /// `true` while changes are reported. A client may send `initialized` more than once.
    reports_changes: AtomicBool,
    /// `None` for a server that cannot be shut down.
    drain: Option<Arc<Drain>>,
    /// Cancelled with the session.
    over: CancellationToken,
    _over: DropGuard,
}

impl McpServerBuilder {
    /// Creates a session. Sessions with the same semaphore share its permits for subscriptions.
    pub(super) fn session(
        &self,
        subscriptions: Arc<Semaphore>,
        drain: Option<Arc<Drain>>,
    ) -> ServerSession {
        let over = CancellationToken::new();
        ServerSession {
            service: self.tools.clone(),
            run: self.run.clone(),
            info: Arc::clone(&self.info),
            subscriptions,
            reports_changes: AtomicBool::new(false),
            drain,
            over: over.clone(),
            _over: over.drop_guard(),
        }
    }
}

impl ServerSession {
    fn is_listed(&self, name: &str) -> bool {
        let definitions = self.service.definitions();
        let invalid = definitions.invalid_call();
        invalid.is_none_or(|invalid| invalid.name() != name)
    }

    /// Returns whether the name belongs to a tool that is not listed, in any style.
    fn is_hidden(&self, name: &str) -> bool {
        let definitions = self.service.definitions();
        let found = definitions.resolve(name);
        found.is_ok_and(|resolved| !self.is_listed(resolved.reader.definition().name()))
    }

    async fn run_call(
        &self,
        name: &str,
        arguments: Value,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let is_modern = wire::is_modern(context.protocol_version().as_ref());
        let call = ToolCall::new(name, arguments);
        if self.is_hidden(name) {
            let message = format!("Unknown tool: {name}");
            return Err(ErrorData::invalid_params(message, None));
        }
        let running = self.drain.as_ref().map(|drain| (drain, drain.begin()));
        if matches!(running, Some((_, None))) {
            let message = "The server is shutting down. The call did not run. Call it again later.";
            return Err(ErrorData::new(BUSY, message, None));
        }
        let mut options = CallOptions::new();
        if let Some(parts) = context.extensions.get::<Parts>() {
            options = options
                .with_extensions(parts.extensions.clone())
                .extension(parts.headers.clone());
        }
        let options = options.cancel(context.ct);
        let token = context.meta.get_progress_token();
        let run = self.run.clone();
        let execute = async |options: CallOptions| {
            let Ok(result) = run.oneshot(ToolRequest::new(call, options)).await;
            result
        };
        let executed = async {
            match token {
                Some(token) => report_progress_to(context.peer, token, options, execute).await,
                None => execute(options).await,
            }
        };
        let result = match &running {
            Some((drain, _)) => tokio::select! {
                biased;
                result = executed => result,
                () = drain.overdue.cancelled() => {
                    let message = "The server was shut down before the call ended. \
                        The call may have run.";
                    return Err(ErrorData::internal_error(message, None));
                }
            },
            None => executed.await,
        };
        match &result.error {
            // All revisions of the protocol require a JSON-RPC error here. Most clients show its
            // message to the model, so the message is the instruction with similar names.
            Some(error @ ToolError::UnknownTool(_)) => Err(ErrorData::invalid_params(
                error.for_model(&result.tool),
                None,
            )),
            _ => Ok(wire::write_result(result, is_modern)),
        }
    }
}

impl ServerHandler for ServerSession {
    fn get_info(&self) -> ServerConfig {
        let tools = ServerCapabilities::builder().enable_tools();
        let mut config = ServerConfig::new(tools.enable_tool_list_changed().build());
        config = config.with_server_info(self.info.implementation.clone());
        match &self.info.instructions {
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
        let tools = shown.filter_map(|tool| wire::export_tool(tool, is_modern));
        Ok(ListToolsResult::with_all_items(tools.collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = request.arguments.map_or(Value::Null, Value::Object);
        let called = self.run_call(&request.name, arguments, context).await;
        called.map(CallToolResponse::from)
    }

    /// Handles calls whose arguments are not an object, which `rmcp` rejects. The arguments are
    /// repaired if possible, for example an object in a string. Otherwise the model gets the usual
    /// error.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        if request.method != "tools/call" {
            return Err(ErrorData::new(
                ErrorCode::METHOD_NOT_FOUND,
                request.method,
                None,
            ));
        }
        let mut params = request.params.unwrap_or_default();
        let arguments = params.get_mut("arguments").map(Value::take);
        let Some(name) = params.get("name").and_then(Value::as_str) else {
            let message = "The tool call has no name";
            return Err(ErrorData::invalid_params(message, None));
        };
        let is_modern = wire::is_modern(context.protocol_version().as_ref());
        let result = self.run_call(name, arguments.unwrap_or_default(), context);
        let mut result = serde_json::to_value(result.await?)
            .map_err(|_| ErrorData::internal_error("The result cannot be serialized", None))?;
        // `rmcp` omits the field itself if it knows the type of the result.
        if let Some(fields) = result.as_object_mut().filter(|_| !is_modern) {
            fields.shift_remove("resultType");
        }
        Ok(CustomResult::new(result))
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        if self.reports_changes.swap(true, Ordering::Relaxed) {
            return;
        }
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
        let Ok(_permit) = self.subscriptions.try_acquire() else {
            let message = "The server has too many subscriptions; try again later";
            return Err(ErrorData::new(BUSY, message, None));
        };
        let mut changes = self.service.inner().registry.changes();
        let notify = async {
            while changes.changed().await.is_ok() {
                if context.sink().notify_tool_list_changed().await.is_err() {
                    break;
                }
            }
        };
        tokio::select! {
            () = notify => {}
            () = context.cancelled() => {}
        }
        Ok(())
    }
}
