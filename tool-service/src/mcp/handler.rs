use rmcp::ClientHandler;
use rmcp::model::{ClientCapabilities, ClientConfig, Implementation};

/// The client information. The [`Intake`](super::intake::Intake) handles messages of the server.
pub(super) struct ClientInfoHandler;

impl ClientHandler for ClientInfoHandler {
    fn get_info(&self) -> ClientConfig {
        let client = Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        ClientConfig::new(ClientCapabilities::default(), client)
    }
}
