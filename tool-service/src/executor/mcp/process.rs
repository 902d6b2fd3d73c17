//! A server that is a child process.

use std::future::Future;
use std::io;
use std::sync::Mutex;
use std::time::Duration;

use process_wrap::tokio::{ChildWrapper, CommandWrap, KillOnDrop};
use rmcp::RoleClient;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use tokio::process::{ChildStdin, ChildStdout, Command};

use super::loss::Loss;
use crate::{Failure, ToolError};

/// How long a process may take to end, each time that it is asked to.
const GRACE: Duration = Duration::from_secs(2);

/// What is started, and started again when it has ended.
pub(super) struct Program(Mutex<CommandWrap>);

impl Program {
    pub(super) fn new(mut command: Command) -> Self {
        command
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped());
        let mut command = CommandWrap::from(command);
        command.wrap(KillOnDrop);
        #[cfg(unix)]
        command.wrap(process_wrap::tokio::ProcessGroup::leader());
        Self(Mutex::new(command))
    }

    /// Starts it; the loss is told when it closes its output.
    pub(super) fn start(&self, loss: Loss, server: &str) -> io::Result<Process> {
        let mut child = {
            let mut command = self.0.lock().unwrap_or_else(|broken| broken.into_inner());
            Owned(command.spawn()?)
        };
        let (Some(input), Some(output)) = (child.0.stdin().take(), child.0.stdout().take()) else {
            return Err(io::Error::other("its input or output is no pipe"));
        };
        Ok(Process {
            child,
            lines: AsyncRwTransport::new_client(output, input),
            loss,
            server: server.to_owned(),
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
/// started anew, and what it has started is to end with it.
pub(super) struct Process {
    child: Owned,
    lines: AsyncRwTransport<RoleClient, ChildStdout, ChildStdin>,
    loss: Loss,
    server: String,
}

impl Process {
    /// Why nothing more comes from it.
    async fn ending(&mut self) -> ToolError {
        // A process closes its output a moment before it has ended.
        let ended = tokio::time::timeout(Duration::from_millis(500), self.child.0.wait()).await;
        let server = &self.server;
        let message = match ended {
            Ok(Ok(status)) => format!("the process of the MCP server {server:?} ended ({status})"),
            _ => format!("the MCP server {server:?} closed its output"),
        };
        ToolError::Network(Failure::new(message))
    }

    /// Closes its input, which asks a server to end, and then makes it.
    async fn end(&mut self) -> io::Result<()> {
        self.lines.close().await?;
        if tokio::time::timeout(GRACE, self.child.0.wait())
            .await
            .is_ok()
        {
            return Ok(());
        }
        #[cfg(unix)]
        {
            const SIGTERM: i32 = 15;
            self.child.0.signal(SIGTERM)?;
            if tokio::time::timeout(GRACE, self.child.0.wait())
                .await
                .is_ok()
            {
                return Ok(());
            }
        }
        Box::into_pin(self.child.0.kill()).await
    }
}

impl Transport<RoleClient> for Process {
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        self.lines.send(message)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        let message = self.lines.receive().await;
        if message.is_none() {
            let error = self.ending().await;
            self.loss.tell(error);
        }
        message
    }

    async fn close(&mut self) -> io::Result<()> {
        self.end().await
    }
}
