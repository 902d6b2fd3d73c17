//! A server over streamable HTTP.

use std::sync::Arc;
use std::time::Duration;

use reqwest::redirect::{Attempt, Policy};
use reqwest::{Client, StatusCode, Url};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::common::client_side_sse::ExponentialBackoff;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;

use super::channel::Channel;
use super::headers::{SecretHeader, SecretHeaders};
use super::intake::Intake;
use super::loss::SessionLoss;
use super::watched::WatchingClient;
use crate::{Failure, ToolError};

/// The URL of a server and the headers of each request.
pub(super) struct HttpEndpoint {
    url: Url,
    pub(super) headers: Vec<SecretHeader>,
}

impl HttpEndpoint {
    pub(super) fn new(url: Url) -> Self {
        Self {
            url,
            headers: Vec::new(),
        }
    }

    /// Opens the transport. It records the loss of the session when the server disappears.
    pub(super) fn open(&self, loss: SessionLoss, intake: Intake) -> Result<Channel, ToolError> {
        let server = intake.server.as_str();
        let client = Client::builder()
            // The feature `rest` enables gzip, which would delay events.
            .no_gzip()
            .redirect(Policy::custom(follow_same_origin))
            // Servers close connections that are idle for 5 seconds. A request at that moment would
            // be lost.
            .pool_idle_timeout(Duration::from_secs(3))
            .connect_timeout(Duration::from_secs(10))
            .build()
            .map_err(|error| {
                let message = format!("cannot create an HTTP client for the MCP server {server:?}");
                ToolError::Network(
                    Failure::new(message)
                        .with_source(error.without_url())
                        .not_run(),
                )
            })?;
        let secrets = SecretHeaders::new(&self.headers);
        let client = WatchingClient::new(client, secrets, loss, server.into());
        let mut config = StreamableHttpClientTransportConfig::with_uri(self.url.as_str())
            // A new session requires a new connection, which lists the tools again.
            .reinit_on_expired_session(false)
            // The service limits the number of concurrent calls.
            .max_concurrent_requests(usize::MAX);
        let mut retries = ExponentialBackoff::default();
        retries.max_times = Some(3);
        retries.base_duration = Duration::from_millis(500);
        config.retry_config = Arc::new(retries);
        let transport = StreamableHttpClientTransport::with_client(client, config);
        Ok(Channel::new(transport, intake))
    }
}

/// Follows redirects that keep the method and the origin. The origin matters because of the
/// headers.
fn follow_same_origin(attempt: Attempt<'_>) -> reqwest::redirect::Action {
    let status = attempt.status();
    let keeps_method =
        status == StatusCode::TEMPORARY_REDIRECT || status == StatusCode::PERMANENT_REDIRECT;
    let first = attempt.previous().first();
    let same_origin = first.is_some_and(|first| first.origin() == attempt.url().origin());
    if keeps_method && same_origin && attempt.previous().len() <= 10 {
        attempt.follow()
    } else {
        attempt.stop()
    }
}
