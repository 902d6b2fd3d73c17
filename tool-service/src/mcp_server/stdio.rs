use std::io;
use std::sync::Arc;

use rmcp::service::{ServerInitializeError, ServiceExt};
use rmcp::transport::stdio_pipes;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Semaphore;

use super::McpServerBuilder;
use super::line_transport::LineTransport;

/// Maximum number of subscriptions of one client, which usually needs one.
const MAX_SUBSCRIPTIONS: usize = 100;

impl McpServerBuilder {
    /// Serves the client that started this process, over standard input and output, until the
    /// client closes its end. Other code must not write to standard output.
    ///
    /// # Errors
    ///
    /// Fails if the client does not speak the protocol.
    pub async fn stdio(self) -> io::Result<()> {
        let (input, output) = stdio_pipes();
        self.streams(input, output).await
    }

    /// Serves one client over a pair of byte streams with one message per line, until the client
    /// closes its end.
    ///
    /// # Errors
    ///
    /// Fails if the client does not speak the protocol.
    pub async fn streams(
        self,
        input: impl AsyncRead + Send + Unpin + 'static,
        output: impl AsyncWrite + Send + Unpin + 'static,
    ) -> io::Result<()> {
        let subscriptions = Arc::new(Semaphore::new(MAX_SUBSCRIPTIONS));
        match self
            .session(subscriptions, None)
            .serve(LineTransport::new(input, output))
            .await
        {
            Ok(running) => {
                running.waiting().await.map_err(io::Error::other)?;
                Ok(())
            }
            // The client disconnected before the handshake.
            Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}
