//! Calls of MCP tools.

use std::pin::pin;
use std::sync::Arc;

use rmcp::model::{CallToolRequest, CallToolRequestParams, ClientRequest, ServerResult};
use rmcp::service::{PeerRequestOptions, ServiceError};
use serde_json::Value;
use tokio::time::Instant;

use super::error::{broken_error, request_error, unreadable_error};
use super::output::read_result;
use super::progress::CancelOnDrop;
use super::shared::{SessionHandle, Shared};
use crate::executor::{ExecutionContext, Executor};
use crate::{Failure, ToolError, ToolOutput};

/// A tool of an MCP server.
pub(super) struct McpTool {
    pub(super) shared: Arc<Shared>,
    /// Name of the tool on the server.
    pub(super) name: String,
}

impl Executor for McpTool {
    type Arguments = Value;

    fn kind(&self) -> &'static str {
        "mcp"
    }

    fn server(&self) -> Option<&str> {
        Some(&self.shared.server.name)
    }

    async fn execute(
        &self,
        arguments: Value,
        context: ExecutionContext<'_>,
    ) -> Result<ToolOutput, ToolError> {
        let mut call = CallToolRequestParams::new(self.name.clone());
        match arguments {
            Value::Object(arguments) => call = call.with_arguments(arguments),
            Value::Null => {}
            // Only an unchecked tool can get arguments that are not an object.
            _ => {
                let failure = Failure::new("the arguments are not an object");
                let failure = failure.with_model_message("The arguments have to be a JSON object.");
                return Err(ToolError::ToolExecution(failure.not_run()));
            }
        }
        let session = self.session(context.deadline()).await?;
        let _request = session.requests.token();
        let server = &self.shared.server.name;
        match request_or_lost(&session, call, server, context).await? {
            ServerResult::CallToolResult(result) => Ok(read_result(result)),
            // The client declared support for neither elicitation nor tasks.
            _ => Err(unreadable_error(server)),
        }
    }
}

impl McpTool {
    /// Returns the session of a call. A call that times out before there is a session counts as not
    /// run.
    async fn session(&self, deadline: Option<Instant>) -> Result<SessionHandle, ToolError> {
        let session = self.shared.session();
        let Some(deadline) = deadline else {
            return session.await;
        };
        let session = tokio::time::timeout_at(deadline, session).await;
        session.unwrap_or_else(|_| {
            let server = &self.shared.server.name;
            let message = format!("the MCP server {server:?} was not connected in time");
            Err(ToolError::Timeout(Failure::new(message).not_run()))
        })
    }
}

/// Waits for the answer of the server or the loss of the session. Dropping the future sends a
/// cancellation to the server.
async fn request_or_lost(
    session: &SessionHandle,
    call: CallToolRequestParams,
    server: &str,
    context: ExecutionContext<'_>,
) -> Result<ServerResult, ToolError> {
    // A call that is lost with the session may have had its effect.
    let lost = async {
        if session.is_all {
            session.loss.wait().await
        } else {
            broken_error(server, session.loss.wait_for_all().await)
        }
    };
    tokio::select! {
        biased;
        answer = send(session, call, context) => answer.map_err(|error| {
            match (error, session.loss.error()) {
                (ServiceError::TransportClosed, Some(lost)) if session.is_all => lost.clone(),
                (error, _) => request_error(server, error),
            }
        }),
        lost = lost => Err(lost),
    }
}

/// Sends a call and reports its progress until the server answers.
async fn send(
    session: &SessionHandle,
    call: CallToolRequestParams,
    context: ExecutionContext<'_>,
) -> Result<ServerResult, ServiceError> {
    let request = ClientRequest::CallToolRequest(CallToolRequest::new(call));
    let options = PeerRequestOptions::no_options();
    let request = session
        .peer
        .send_cancellable_request(request, options)
        .await?;
    let mut progress = session.reports.listen(request.progress_token.clone());
    let cancel_on_drop = CancelOnDrop::new(&session.peer, request.id.clone());
    let mut answer = pin!(request.await_response());
    let answer = loop {
        tokio::select! {
            biased;
            answer = &mut answer => break answer,
            progress = progress.next() => context.report_progress(progress),
        }
    };
    // A server that answers at once leaves no pause in which its progress would be reported.
    if let Some(progress) = progress.take_latest() {
        context.report_progress(progress);
    }
    cancel_on_drop.mark_answered();
    answer
}
