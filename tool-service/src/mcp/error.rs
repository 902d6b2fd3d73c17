//! Converts errors of a server into errors of tools.

use std::error::Error;
use std::fmt;
use std::time::{Duration, SystemTime};

use rmcp::model::{ErrorCode, ErrorData, ProtocolVersion};
use rmcp::service::{ClientInitializeError, ServiceError};
use rmcp::transport::DynamicTransportError;
use rmcp::transport::streamable_http_client::StreamableHttpError;

use crate::error::http::{class_of, retry_after};
use crate::lines::MAX_LINE;
use crate::{Failure, ToolError};

/// A JSON-RPC error of a server. It is the source of the [`ToolError`] of the call.
///
/// `Display` shows the message of the server. `Debug` omits it.
///
/// ```
/// use std::error::Error;
/// use tool_service::ToolError;
/// use tool_service::mcp::JsonRpcError;
///
/// /// Returns whether a server rejected the parameters of a call.
/// fn refused(error: &ToolError) -> bool {
///     let source = error.source().and_then(|source| source.downcast_ref::<JsonRpcError>());
///     source.is_some_and(|answer| answer.code() == -32602)
/// }
/// # let _ = refused;
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct JsonRpcError {
    code: i32,
    message: String,
}

impl JsonRpcError {
    fn new(error: &ErrorData) -> Self {
        Self {
            code: error.code.0,
            message: error.message.chars().take(2000).collect(),
        }
    }

    /// Returns the code, such as -32602 for invalid parameters.
    #[must_use]
    pub fn code(&self) -> i32 {
        self.code
    }

    /// Returns the message of the server, at most 2000 characters.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for JsonRpcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (JSON-RPC error {})", self.message, self.code)
    }
}

impl fmt::Debug for JsonRpcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JsonRpcError")
            .field("code", &self.code)
            .finish_non_exhaustive()
    }
}

impl Error for JsonRpcError {}

/// Converts the error of a request.
pub(super) fn request_error(server: &str, error: ServiceError) -> ToolError {
    match error {
        ServiceError::McpError(error) if error.code == OVERSIZED => {
            oversized_error(server, MAX_LINE)
        }
        ServiceError::McpError(error) => json_rpc_error(server, &error),
        ServiceError::TransportSend(error) => transport_error(server, error),
        ServiceError::TransportClosed => ToolError::Network(Failure::new(format!(
            "the MCP server {server:?} closed the connection before it answered"
        ))),
        ServiceError::Cancelled { .. } => ToolError::ToolExecution(Failure::new(format!(
            "the MCP server {server:?} cancelled the request"
        ))),
        _ => unreadable_error(server),
    }
}

/// Creates the error of a request whose session was lost.
pub(super) fn broken_error(server: &str, lost: ToolError) -> ToolError {
    let message = format!("the MCP server {server:?} closed the connection before it answered");
    ToolError::Network(Failure::new(message).with_source(lost))
}

/// Internal error code for an answer that is too long. Servers do not use it.
pub(super) const OVERSIZED: ErrorCode = ErrorCode(i32::MIN);

/// Creates the error of an answer that is too long.
pub(super) fn oversized_error(server: &str, most: usize) -> ToolError {
    let message = format!("the MCP server {server:?} sent an answer of more than {most} bytes");
    ToolError::Server(Failure::new(message))
}

/// Creates the error of an answer that violates the protocol.
pub(super) fn unreadable_error(server: &str) -> ToolError {
    let message = format!("the MCP server {server:?} sent an unreadable answer");
    ToolError::Server(Failure::new(message))
}

fn json_rpc_error(server: &str, error: &ErrorData) -> ToolError {
    let answer = JsonRpcError::new(error);
    let failure = |what: &str| {
        let message = format!(
            "the MCP server {server:?} {what} (JSON-RPC error {})",
            answer.code
        );
        Failure::new(message).with_source(answer.clone())
    };
    match error.code {
        ErrorCode::INVALID_PARAMS => {
            let words = format!("The tool refused the call: {}", answer.message);
            ToolError::Rejected(
                failure("refused the call")
                    .not_run()
                    .with_model_message(words),
            )
        }
        ErrorCode::METHOD_NOT_FOUND => {
            ToolError::NotFound(failure("does not support the method").not_run())
        }
        ErrorCode::INVALID_REQUEST | ErrorCode::PARSE_ERROR => {
            ToolError::ToolExecution(failure("could not read the request").not_run())
        }
        // Codes that JSON-RPC reserves for servers.
        ErrorCode::INTERNAL_ERROR | ErrorCode(-32099..=-32000) => {
            ToolError::Server(failure("failed"))
        }
        _ => ToolError::ToolExecution(failure("answered with an error")),
    }
}

/// Converts an error of the transport: the request was not sent, or HTTP failed.
fn transport_error(server: &str, error: DynamicTransportError) -> ToolError {
    match error
        .error
        .downcast::<StreamableHttpError<reqwest::Error>>()
    {
        Ok(error) => http_error(server, &error),
        Err(error) => {
            let message = format!("cannot send to the MCP server {server:?}");
            // The server ignores a line that was not written completely.
            ToolError::Network(Failure::new(message).with_source(error).not_run())
        }
    }
}

/// Converts an HTTP error, without URLs, headers and bodies.
pub(super) fn http_error(server: &str, error: &StreamableHttpError<reqwest::Error>) -> ToolError {
    let failure = |what: &str| Failure::new(format!("the MCP server {server:?} {what}"));
    if let Some(status) = status_of(error) {
        return status_error(server, status, requested_delay(error));
    }
    if let Some(error) = find_unsent_error(error) {
        return error.clone();
    }
    match error {
        StreamableHttpError::Client(error) => client_error(server, error),
        StreamableHttpError::SessionExpired => {
            ToolError::Network(failure("no longer knows the session").not_run())
        }
        StreamableHttpError::ResponseBodyTooLarge { max_size } => {
            oversized_error(server, *max_size)
        }
        StreamableHttpError::TransportChannelClosed
        | StreamableHttpError::UnexpectedEndOfStream
        | StreamableHttpError::Io(_)
        | StreamableHttpError::Sse(_) => {
            ToolError::Network(failure("closed the connection before it answered"))
        }
        _ => unreadable_error(server),
    }
}

/// Returns the status of an HTTP error, if there was one.
pub(super) fn status_of(error: &StreamableHttpError<reqwest::Error>) -> Option<u16> {
    match error {
        StreamableHttpError::Client(error) => Some(error.status()?.as_u16()),
        StreamableHttpError::HttpStatus(error) => Some(error.status),
        StreamableHttpError::AuthRequired(_) => Some(401),
        StreamableHttpError::InsufficientScope(_) => Some(403),
        StreamableHttpError::UnexpectedServerResponse(text) => status_in(text),
        _ => None,
    }
}

/// Returns the delay that the server requests.
fn requested_delay(error: &StreamableHttpError<reqwest::Error>) -> Option<Duration> {
    let StreamableHttpError::HttpStatus(error) = error else {
        return None;
    };
    retry_after(error.retry_after.as_deref()?, SystemTime::now())
}

/// Returns the error of a request that was not sent because credentials were missing.
fn find_unsent_error(error: &StreamableHttpError<reqwest::Error>) -> Option<&ToolError> {
    match error {
        StreamableHttpError::Io(error) => error.get_ref()?.downcast_ref(),
        _ => None,
    }
}

fn client_error(server: &str, error: &reqwest::Error) -> ToolError {
    if error.is_connect() {
        let message = format!("the MCP server {server:?} cannot be reached");
        return ToolError::Network(
            Failure::new(message)
                .with_source(describe_cause(error))
                .not_run(),
        );
    }
    let message = format!("the connection to the MCP server {server:?} broke");
    ToolError::Network(Failure::new(message).with_source(describe_cause(error)))
}

/// Returns the innermost cause, which contains no URL.
fn describe_cause(error: &reqwest::Error) -> String {
    let sources = std::iter::successors(error.source(), |&error| error.source());
    sources.last().map_or_else(String::new, ToString::to_string)
}

fn status_error(server: &str, status: u16, wait: Option<Duration>) -> ToolError {
    let message = format!("the MCP server {server:?} answered with HTTP status {status}");
    let mut failure = Failure::new(message).with_status(status);
    if let Some(wait) = wait {
        failure = failure.with_retry_after(wait);
    }
    // A server that answers with such a status has not run the call.
    if (400..500).contains(&status) && status != 408 {
        failure = failure.not_run();
    }
    class_of(status)(failure)
}

/// Parses the status in `HTTP 400 Bad Request: the body`, which is the format of `rmcp`.
fn status_in(text: &str) -> Option<u16> {
    text.strip_prefix("HTTP ")?.get(..3)?.parse().ok()
}

/// Creates the error of a server that answers `initialize` with an unsupported version. The version
/// is shortened, since the server controls it.
pub(super) fn unknown_version(server: &str, version: &ProtocolVersion) -> ToolError {
    let version: String = version.as_str().chars().take(40).collect();
    let message = format!(
        "the MCP server {server:?} answered with the protocol version {version:?}, \
         which this client does not speak"
    );
    ToolError::Server(Failure::new(message).not_run())
}

/// Converts the error of a failed handshake.
pub(super) fn startup_error(server: &str, error: ClientInitializeError) -> ToolError {
    let failure = |what: &str| Failure::new(format!("the MCP server {server:?} {what}"));
    match error {
        ClientInitializeError::JsonRpcError(error) if error.code == OVERSIZED => {
            oversized_error(server, MAX_LINE)
        }
        ClientInitializeError::JsonRpcError(error) => {
            let answer = JsonRpcError::new(&error);
            ToolError::Server(failure("refused the handshake").with_source(answer))
        }
        ClientInitializeError::TransportError { error, .. } => transport_error(server, error),
        ClientInitializeError::ConnectionClosed(_) => {
            ToolError::Network(failure("closed the connection during the handshake"))
        }
        ClientInitializeError::NoCompatibleProtocolVersion { .. } => {
            ToolError::Server(failure("supports no protocol version of this client"))
        }
        _ => unreadable_error(server),
    }
}
