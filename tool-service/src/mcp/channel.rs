//! The transport of a session over HTTP.

use std::future::Future;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::streamable_http_client::StreamableHttpError;
use rmcp::transport::{StreamableHttpClientTransport, Transport};

use super::headers::HttpError;
use super::intake::Intake;
use super::watched::WatchingClient;

/// Maximum time for an orderly shutdown of a session.
const GRACE: Duration = Duration::from_secs(6);

/// The transport of a session. It can be closed even while its worker waits to deliver a message
/// that has no receiver.
pub(super) struct Channel {
    /// `None` after the transport is closed.
    transport: Option<StreamableHttpClientTransport<WatchingClient>>,
    intake: Intake,
}

impl Channel {
    pub(super) fn new(
        transport: StreamableHttpClientTransport<WatchingClient>,
        intake: Intake,
    ) -> Self {
        Self {
            transport: Some(transport),
            intake,
        }
    }
}

impl Transport<RoleClient> for Channel {
    type Error = HttpError;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = Result<(), HttpError>> + Send + 'static {
        let is_sent = self.intake.prepare_sending(&message);
        let sent = self.transport.as_mut();
        let sent = sent.map(|transport| transport.send(message));
        async move {
            let sent = match sent {
                Some(sent) => sent.await,
                None => Err(StreamableHttpError::TransportChannelClosed),
            };
            is_sent();
            sent
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        loop {
            let message = self.transport.as_mut()?.receive().await?;
            if let Some(message) = self.intake.take(message) {
                return Some(message);
            }
        }
    }

    async fn close(&mut self) -> Result<(), HttpError> {
        let Some(transport) = &mut self.transport else {
            return Ok(());
        };
        let closed = tokio::time::timeout(GRACE, transport.close()).await;
        self.transport = None;
        closed.unwrap_or(Ok(()))
    }
}
