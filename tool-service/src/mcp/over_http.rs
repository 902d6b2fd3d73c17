//! Configuration of an MCP server over HTTP.

use reqwest::Url;
use reqwest::header::{AUTHORIZATION, HeaderName};

use super::McpServerConfig;
use super::headers::SecretHeader;
use super::http::HttpEndpoint;
use super::server::ServerTransport;
use crate::{Failure, Secret, ToolError};

/// Headers that the MCP client sets.
const OF_THE_PROTOCOL: [&str; 5] = [
    "accept",
    "content-type",
    "last-event-id",
    "mcp-protocol-version",
    "mcp-session-id",
];

impl McpServerConfig {
    /// Creates the configuration of a server over streamable HTTP.
    ///
    /// The client follows redirects within the same origin that keep the method (307 and 308). It
    /// uses the proxies of the environment.
    ///
    /// # Errors
    ///
    /// Returns [`ToolError::Configuration`] if the URL is invalid, if its scheme is neither `http`
    /// nor `https`, or if it is `https` and the feature `tls` is off.
    pub fn http(name: impl Into<String>, url: impl AsRef<str>) -> Result<Self, ToolError> {
        let name = name.into();
        let wrong = |reason: &str| {
            make_configuration_error(format!("the URL of the MCP server {name:?} {reason}"))
        };
        let url = Url::parse(url.as_ref());
        let url = url.map_err(|error| wrong(&format!("cannot be parsed: {error}")))?;
        match url.scheme() {
            "https" if !cfg!(feature = "tls") => {
                return Err(wrong("uses https, which requires the feature `tls`"));
            }
            "http" | "https" => {}
            scheme => {
                let reason = format!("has the scheme {scheme:?}; use http or https");
                return Err(wrong(&reason));
            }
        }
        Ok(Self::new(
            name,
            ServerTransport::Http(HttpEndpoint::new(url)),
        ))
    }

    /// Sends `Authorization: Bearer TOKEN` with each HTTP request. For a token that changes, use
    /// [`Secret::from_provider`]. For a child process, set a variable on its command instead.
    ///
    /// ```
    /// use tool_service::mcp::McpServerConfig;
    /// use tool_service::Secret;
    ///
    /// /// Logs in at the host's identity provider.
    /// async fn log_in() -> std::io::Result<String> {
    ///     Ok("t0ken".to_owned())
    /// }
    ///
    /// let server = McpServerConfig::http("travel", "http://localhost:8080/mcp")?
    ///     .bearer(Secret::from_provider(log_in))?;
    /// # let _ = server;
    /// # Ok::<(), tool_service::ToolError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`ToolError::Configuration`] if the token is not a valid header value, or if the
    /// server is a child process.
    pub fn bearer(self, token: impl Into<Secret>) -> Result<Self, ToolError> {
        self.secret_header(AUTHORIZATION, token.into(), true)
    }

    /// Sends a header with each HTTP request. The value is never printed. For a value that changes,
    /// use [`Secret::from_provider`].
    ///
    /// # Errors
    ///
    /// Returns [`ToolError::Configuration`] if the name or the value is invalid, if the protocol
    /// itself sets the header, or if the server is a child process.
    pub fn header(
        self,
        name: impl AsRef<str>,
        value: impl Into<Secret>,
    ) -> Result<Self, ToolError> {
        let (name, server) = (name.as_ref(), &self.name);
        let header = HeaderName::from_bytes(name.as_bytes()).map_err(|_| {
            make_configuration_error(format!(
                "invalid header name {name:?} for the MCP server {server:?}; use letters, digits, `-` and `_`"
            ))
        })?;
        if OF_THE_PROTOCOL.contains(&header.as_str()) {
            return Err(make_configuration_error(format!(
                "the header {name:?} cannot be set for the MCP server {server:?}: the protocol sets it"
            )));
        }
        self.secret_header(header, value.into(), false)
    }

    fn secret_header(
        mut self,
        name: HeaderName,
        secret: Secret,
        is_bearer: bool,
    ) -> Result<Self, ToolError> {
        let server = &self.name;
        let ServerTransport::Http(endpoint) = &mut self.transport else {
            return Err(make_configuration_error(format!(
                "the MCP server {server:?} is a child process, which takes no header; pass secrets in its environment"
            )));
        };
        let header = SecretHeader {
            name,
            secret,
            is_bearer,
        };
        if let Some(Err(_)) = header.secret.fixed().map(|given| header.value(given)) {
            let name = header.name.as_str();
            return Err(make_configuration_error(format!(
                "invalid value of the header {name:?} for the MCP server {server:?}; use visible ASCII characters and spaces"
            )));
        }
        endpoint.headers.retain(|other| other.name != header.name);
        endpoint.headers.push(header);
        Ok(self)
    }
}

fn make_configuration_error(message: String) -> ToolError {
    ToolError::Configuration(Failure::new(message).not_run())
}
