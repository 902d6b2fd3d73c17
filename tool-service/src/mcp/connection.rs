//! The connection to a server, which outlives its sessions.

use std::fmt;
use std::sync::Arc;

use tokio::sync::oneshot;

use super::register;
use super::server::McpServerConfig;
use super::shared::Shared;
use super::supervisor::Supervisor;
use crate::{ToolError, ToolService};

impl ToolService {
    /// Starts or reaches an MCP server, and registers its tools: see [`mcp`](crate::mcp).
    ///
    /// The connection is kept up from then on, also where the handle is dropped, until
    /// [`Connection::disconnect`] is called or the service is gone.
    ///
    /// # Errors
    ///
    /// If the server cannot be started or reached, refuses who asks, does not speak the
    /// protocol, or has not listed its tools in time. Nothing is left behind then.
    pub async fn connect(&self, server: McpServerConfig) -> Result<Connection, ToolError> {
        let shared = Arc::new(Shared::new(self.inner(), server));
        let changes = self.inner().registry.changes();
        let supervisor = Supervisor::new(Arc::clone(&shared), changes);
        // The connection is given up where this future is dropped.
        let given_up = shared.close_requested.clone().drop_guard();
        let (told, begun) = oneshot::channel();
        tokio::spawn(supervisor.run(told));
        // The task ends without a word where the runtime ends.
        let begun = begun.await.unwrap_or_else(|_| Err(shared.give_up()));
        begun?;
        given_up.disarm();
        Ok(Connection { shared })
    }
}

/// The connection to an MCP server: see [`ToolService::connect`]. A clone is the same
/// connection.
///
/// ```
/// use tool_service::mcp::{Connection, McpServerConfig};
/// use tool_service::ToolService;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_service::ToolError> {
/// let service = ToolService::new();
/// // Nothing listens there.
/// let server = McpServerConfig::http("notes", "http://127.0.0.1:9/mcp")?;
/// let connection: Result<Connection, _> = service.connect(server).await;
/// assert_eq!(connection.unwrap_err().class(), "NetworkError");
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Connection {
    shared: Arc<Shared>,
}

impl Connection {
    /// The name of the server.
    #[must_use]
    pub fn server(&self) -> &str {
        &self.shared.server.name
    }

    /// Whether the server can be called now, as far as is known.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.shared.line().is_ok()
    }

    /// Lists the server's tools anew, as is done when it says that they changed, and gives
    /// their number.
    ///
    /// # Errors
    ///
    /// If the server is not there, or does not list them in time. The tools stay as they
    /// were then.
    pub async fn refresh(&self) -> Result<usize, ToolError> {
        let line = self.shared.line()?;
        let _under_way = line.requests.token();
        self.shared
            .within_startup(register::refresh_list(&self.shared, &line))
            .await
    }

    /// Removes the server's tools and ends the connection: a child process has ended when
    /// this is over. Calls under way fail.
    pub async fn disconnect(&self) {
        self.shared.close_requested.cancel();
        self.shared.ended.cancelled().await;
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection")
            .field("server", &self.shared.server)
            .field("is_connected", &self.is_connected())
            .finish_non_exhaustive()
    }
}
