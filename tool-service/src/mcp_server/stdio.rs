use std::error::Error;
use std::io;
use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::service::{ServerInitializeError, ServiceExt};
use rmcp::transport::{IntoTransport, stdio_pipes};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Semaphore;

use super::McpServerBuilder;

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
        self.serve(stdio_pipes()).await
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
        self.serve((input, output)).await
    }

    async fn serve<T, E, A>(self, transport: T) -> io::Result<()>
    where
        T: IntoTransport<RoleServer, E, A>,
        E: Error + Send + Sync + 'static,
    {
        let subscriptions = Arc::new(Semaphore::new(MAX_SUBSCRIPTIONS));
        match self.session(subscriptions, None).serve(transport).await {
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
