//! A server in a child process.

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
use tokio::process::{ChildStdin, ChildStdout, Command};

use super::environment::Environment;
use super::error::{OVERSIZED, oversized_error};
use super::intake::Intake;
use super::line::{self, LineRead};
use super::loss::SessionLoss;
use crate::lines::{Lines, MAX_LINE};
use crate::{Failure, ToolError};

/// Maximum time for a process to exit after each request to do so.
const GRACE: Duration = Duration::from_secs(2);

/// The command of the server. It can be started repeatedly.
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

    /// Starts the process. Records the loss of the session when the process closes its output.
    pub(super) fn start(&self, loss: SessionLoss, intake: Intake) -> io::Result<Process> {
        let mut child = {
            let mut command = self.command.lock().unwrap_or_else(PoisonError::into_inner);
            self.environment.apply(command.command_mut());
            Owned(command.spawn()?)
        };
        if let Some(mut errors) = child.0.stderr().take() {
            // Drained, because a full pipe would block the server.
            tokio::spawn(async move { tokio::io::copy(&mut errors, &mut tokio::io::sink()).await });
        }
        let (Some(input), Some(output)) = (child.0.stdin().take(), child.0.stdout().take()) else {
            return Err(io::Error::other("its input or output is not a pipe"));
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

/// A child process. Dropping it kills the process and its group.
struct Owned(Box<dyn ChildWrapper>);

impl Drop for Owned {
    fn drop(&mut self) {
        // Fails if the process has already exited.
        drop(self.0.start_kill());
    }
}

/// A running process, as a transport of one JSON-RPC message per line.
///
/// The transport of `rmcp` does not fit for two reasons. It consumes the command, but a lost server
/// has to be restarted, and its process group has to be killed. It also does not report which
/// request an unreadable answer belongs to.
pub(super) struct Process {
    child: Arc<tokio::sync::Mutex<Owned>>,
    lines: Lines<ChildStdout>,
    /// Used for writing only.
    input: AsyncRwTransport<RoleClient, Empty, ChildStdin>,
    intake: Intake,
    loss: SessionLoss,
    server: Arc<str>,
}

/// Describes why the process has ended or closed its output.
async fn describe_end(child: &tokio::sync::Mutex<Owned>, server: &str) -> ToolError {
    let mut child = child.lock().await;
    // A process closes its pipes shortly before it exits.
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
        let is_sent = self.intake.prepare_sending(&message);
        let sent = self.input.send(message);
        let (child, server) = (Arc::clone(&self.child), Arc::clone(&self.server));
        let loss = self.loss.clone();
        async move {
            let sent = sent.await;
            is_sent();
            if sent.is_err() {
                loss.record(describe_end(&child, &server).await);
            }
            sent
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        let server = &self.server;
        let read = loop {
            match line::next(&mut self.lines).await {
                Ok(Some(LineRead::Message(message))) => {
                    if let Some(message) = self.intake.take(*message) {
                        return Some(message);
                    }
                }
                read => break read,
            }
        };
        match read {
            // The request fails because of an unreadable answer.
            Ok(Some(LineRead::Unreadable(request))) => {
                let nothing = ServerResult::CustomResult(CustomResult::new(Value::Null));
                Some(RxJsonRpcMessage::<RoleClient>::response(nothing, request))
            }
            Ok(Some(LineRead::Oversized(Some(request)))) => {
                let error = ErrorData::new(OVERSIZED, "", None);
                Some(RxJsonRpcMessage::<RoleClient>::error(error, Some(request)))
            }
            Ok(Some(LineRead::Oversized(None))) => {
                self.loss.record(oversized_error(server, MAX_LINE));
                None
            }
            Ok(None | Some(LineRead::Message(_))) | Err(_) => {
                self.loss.record(describe_end(&self.child, server).await);
                None
            }
        }
    }

    /// Closes the input, which asks the server to exit. Then terminates the process.
    async fn close(&mut self) -> io::Result<()> {
        // A blocked write holds the pipe, and ends with the process.
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
