use std::error::Error;
use std::io;
use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::service::{ServerInitializeError, ServiceExt};
use rmcp::transport::{IntoTransport, stdio_pipes};
use tokio::sync::Semaphore;

use super::Serve;

/// Maximum number of subscriptions of one client, which needs one of them.
const MAX_SUBSCRIPTIONS: usize = 100;

impl Serve {
    /// Serves the client that started this process, over its standard input and output, until
    /// it closes its end. Nothing else may print to the standard output meanwhile.
    ///
    /// # Errors
    ///
    /// If the client does not speak the protocol.
    pub async fn stdio(self) -> io::Result<()> {
        self.transport(stdio_pipes()).await
    }

    /// Serves one client over a transport of `rmcp`, until it closes its end: a pair of an
    /// `AsyncRead` and an `AsyncWrite`, say, with one message a line.
    ///
    /// # Errors
    ///
    /// If the client does not speak the protocol.
    pub async fn transport<T, E, A>(self, transport: T) -> io::Result<()>
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
