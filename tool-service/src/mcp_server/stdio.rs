use std::error::Error;
use std::io;
use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::service::{ServerInitializeError, ServiceExt};
use rmcp::transport::{IntoTransport, stdio_pipes};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Semaphore;

use super::McpServerBuilder;

/// Maximum number of subscriptions of one client, which needs one of them.
const MAX_SUBSCRIPTIONS: usize = 100;

impl McpServerBuilder {
    /// Serves the client that started this process, over its standard input and output, until
    /// it closes its end. Nothing else may print to the standard output meanwhile.
    ///
    /// # Errors
    ///
    /// If the client does not speak the protocol.
    pub async fn stdio(self) -> io::Result<()> {
        self.serve(stdio_pipes()).await
    }

    /// Serves one client over a pair of byte streams with one message a line, until the client
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
        match self.session(subscriptions).serve(transport).await {
            Ok(running) => {
                running.waiting().await.map_err(io::Error::other)?;
                Ok(())
            }
            // It went before it said anything.
            Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}
