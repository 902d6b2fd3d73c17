//! The connection to a server. It outlives its sessions.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use tokio::sync::oneshot;

use super::register;
use super::server::McpServerConfig;
use super::shared::Shared;
use super::supervisor::ConnectionSupervisor;
use crate::{ToolError, ToolService};

impl ToolService {
    /// Connects to an MCP server and registers its tools: see [`mcp`](crate::mcp). A child process
    /// is started first.
    ///
    /// The service maintains the connection, even if the handle is dropped, until
    /// [`Connection::disconnect`] is called or the service ends.
    ///
    /// # Errors
    ///
    /// Fails if the server cannot be started or reached, rejects the credentials, does not speak
    /// the protocol, or does not list its tools in time. All resources of the connection are then
    /// released.
    pub async fn connect(&self, server: McpServerConfig) -> Result<Connection, ToolError> {
        let shared = Arc::new(Shared::new(self.inner(), server));
        let changes = self.inner().registry.changes();
        let supervisor = ConnectionSupervisor::new(Arc::clone(&shared), changes);
        // Closes the connection if this future is dropped.
        let close_on_drop = shared.close_requested.clone().drop_guard();
        let (sender, outcome) = oneshot::channel();
        tokio::spawn(supervisor.run(sender));
        // The channel closes if the runtime ends.
        let outcome = outcome.await.unwrap_or_else(|_| Err(shared.close()));
        outcome?;
        close_on_drop.disarm();
        Ok(Connection { shared })
    }
}

/// The connection to an MCP server: see [`ToolService::connect`]. Clones share the connection.
///
/// ```
/// use tool_service::mcp::{Connection, McpServerConfig};
/// use tool_service::ToolService;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_service::ToolError> {
/// let service = ToolService::new();
/// // No server listens on this port.
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
    /// Returns the name of the server.
    #[must_use]
    pub fn server(&self) -> &str {
        &self.shared.server.name
    }

    /// Returns whether the server can be called now, as far as the client knows.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.shared.current_session().is_ok()
    }

    /// Returns the registered name of each tool, by its name on the server. A host can store them
    /// for [`McpServerConfig::names`].
    pub async fn names(&self) -> BTreeMap<String, String> {
        let known = self.shared.known.lock().await;
        let names = known.current_names();
        names
            .map(|(tool, name)| (tool.to_owned(), name.to_owned()))
            .collect()
    }

    /// Lists the tools of the server again, as after a change notification. Returns their number.
    ///
    /// # Errors
    ///
    /// Fails if the server is not connected, or does not list its tools in time. The registered
    /// tools then stay unchanged.
    pub async fn refresh(&self) -> Result<usize, ToolError> {
        let session = self.shared.current_session()?;
        let _request = session.requests.token();
        self.shared
            .run_within_startup(register::refresh_list(&self.shared, &session))
            .await
    }

    /// Removes the tools of the server and closes the connection. Running calls fail. A child
    /// process has exited when this returns.
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
