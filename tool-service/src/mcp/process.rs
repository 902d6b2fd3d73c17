//! A server that is a child process.

use std::future::Future;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use process_wrap::tokio::{ChildWrapper, CommandWrap, KillOnDrop};
use rmcp::RoleClient;
use rmcp::model::{CustomResult, ErrorData, ServerResult};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use serde_json::Value;
use tokio::io::Empty;
use tokio::process::{ChildStdin, Command};

use super::environment::Environment;
use super::error::{OVERSIZED, oversized_error};
use super::intake::Intake;
use super::line::{self, Lines, Read};
use super::loss::SessionLoss;
use crate::{Failure, ToolError};

/// How long a process may take to end, each time that it is asked to.
const GRACE: Duration = Duration::from_secs(2);

/// What is started, and started again when it has ended.
pub(super) struct Program {
    command: Mutex<CommandWrap>,
    pub(super) environment: Environment,
}

impl Program {
    pub(super) fn new(mut command: Command) -> Self {
        let environment = Environment::of(&command);
        command
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped());
        let mut command = CommandWrap::from(command);
        command.wrap(KillOnDrop);
        #[cfg(unix)]
        command.wrap(process_wrap::tokio::ProcessGroup::leader());
        Self {
            command: Mutex::new(command),
            environment,
        }
    }

    /// Starts it; the loss is told when it closes its output.
    pub(super) fn start(&self, loss: SessionLoss, intake: Intake) -> io::Result<Process> {
        let mut child = {
            let mut command = self.command.lock().unwrap_or_else(PoisonError::into_inner);
            self.environment.apply(command.command_mut());
            Owned(command.spawn()?)
        };
        if let Some(mut errors) = child.0.stderr().take() {
            // Nobody else reads it, and a full pipe would hold the server up.
            tokio::spawn(async move { tokio::io::copy(&mut errors, &mut tokio::io::sink()).await });
        }
        let (Some(input), Some(output)) = (child.0.stdin().take(), child.0.stdout().take()) else {
            return Err(io::Error::other("its input or output is no pipe"));
        };
        Ok(Process {
            child: Arc::new(tokio::sync::Mutex::new(child)),
            lines: Lines::new(output),
            input: AsyncRwTransport::new_client(tokio::io::empty(), input),
            loss,
            server: intake.server.as_str().into(),
            intake,
        })
    }
}

/// A child process that is killed when it is dropped, with all of its group.
struct Owned(Box<dyn ChildWrapper>);

impl Drop for Owned {
    fn drop(&mut self) {
        // It fails where there is nobody left to kill.
        drop(self.0.start_kill());
    }
}

/// A process that was started, as a transport of one JSON-RPC message a line.
///
/// It is not that of `rmcp`, which takes the command for good: a server that has ended is
/// started anew, and what it has started is to end with it. Nor does that of `rmcp` tell the
/// request whose answer it cannot read.
pub(super) struct Process {
    child: Arc<tokio::sync::Mutex<Owned>>,
    lines: Lines,
    /// Writes only.
    input: AsyncRwTransport<RoleClient, Empty, ChildStdin>,
    intake: Intake,
    loss: SessionLoss,
    server: Arc<str>,
}

/// Why nothing more is to be had of it.
async fn describe_end(child: &tokio::sync::Mutex<Owned>, server: &str) -> ToolError {
    let mut child = child.lock().await;
    // A process closes its pipes a moment before it has ended.
    let ended = tokio::time::timeout(Duration::from_millis(500), child.0.wait()).await;
    let message = match ended {
        Ok(Ok(status)) => format!("the process of the MCP server {server:?} ended ({status})"),
        _ => format!("the MCP server {server:?} closed its input or output"),
    };
    ToolError::Network(Failure::new(message))
}

impl Transport<RoleClient> for Process {
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let is_sent = self.intake.sending(&message);
        let sent = self.input.send(message);
        let (child, server) = (Arc::clone(&self.child), Arc::clone(&self.server));
        let loss = self.loss.clone();
        async move {
            let sent = sent.await;
            is_sent();
            if sent.is_err() {
                loss.tell(describe_end(&child, &server).await);
            }
            sent
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        let server = &self.server;
        let read = loop {
            match self.lines.next().await {
                Ok(Some(Read::Message(message))) => {
                    if let Some(message) = self.intake.take(*message) {
                        return Some(message);
                    }
                }
                read => break read,
            }
        };
        match read {
            // The request then fails as one with an answer that cannot be read.
            Ok(Some(Read::Unreadable(request))) => {
                let nothing = ServerResult::CustomResult(CustomResult::new(Value::Null));
                Some(RxJsonRpcMessage::<RoleClient>::response(nothing, request))
            }
            Ok(Some(Read::Oversized(Some(request)))) => {
                let error = ErrorData::new(OVERSIZED, "", None);
                Some(RxJsonRpcMessage::<RoleClient>::error(error, Some(request)))
            }
            Ok(Some(Read::Oversized(None))) => {
                self.loss.tell(oversized_error(server, line::MAX_LINE));
                None
            }
            Ok(None | Some(Read::Message(_))) | Err(_) => {
                self.loss.tell(describe_end(&self.child, server).await);
                None
            }
        }
    }

    /// Closes its input, which asks a server to end, and then makes it.
    async fn close(&mut self) -> io::Result<()> {
        // A write that the process does not read holds the pipe, and ends with the process.
        let _ = tokio::time::timeout(GRACE, self.input.close()).await;
        let mut child = self.child.lock().await;
        if tokio::time::timeout(GRACE, child.0.wait()).await.is_ok() {
            return Ok(());
        }
        #[cfg(unix)]
        {
            const SIGTERM: i32 = 15;
            child.0.signal(SIGTERM)?;
            if tokio::time::timeout(GRACE, child.0.wait()).await.is_ok() {
                return Ok(());
            }
        }
        Box::into_pin(child.0.kill()).await
    }
}
