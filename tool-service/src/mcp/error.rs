//! What goes wrong with a server, as the errors of tools.

use std::error::Error;
use std::fmt;
use std::time::{Duration, SystemTime};

use rmcp::model::{ErrorCode, ErrorData, ProtocolVersion};
use rmcp::service::{ClientInitializeError, ServiceError};
use rmcp::transport::DynamicTransportError;
use rmcp::transport::streamable_http_client::StreamableHttpError;

use super::line;
use crate::error::http::{class_of, retry_after};
use crate::{Failure, ToolError};

/// What a server answered in place of a result. It is the source of the
/// [`ToolError`] of the call.
///
/// Its `Display` holds the message as the server wrote it, its `Debug` does not.
///
/// ```
/// use std::error::Error;
/// use tool_service::ToolError;
/// use tool_service::mcp::JsonRpcError;
///
/// /// Whether a server refused the parameters of a call.
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

    /// The code: -32602 for parameters that the server refuses, say.
    #[must_use]
    pub fn code(&self) -> i32 {
        self.code
    }

    /// The message as the server wrote it, at most 2000 characters of it.
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

/// Why a request to a server has no result.
pub(super) fn request_error(server: &str, error: ServiceError) -> ToolError {
    match error {
        ServiceError::McpError(error) if error.code == OVERSIZED => {
            oversized_error(server, line::MAX_LINE)
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

/// An answer that does not come, since the session is lost.
pub(super) fn broken_error(server: &str, lost: ToolError) -> ToolError {
    let message = format!("the MCP server {server:?} closed the connection before it answered");
    ToolError::Network(Failure::new(message).with_source(lost))
}

/// The code of the error that stands for an answer that is too long. No server has it.
pub(super) const OVERSIZED: ErrorCode = ErrorCode(i32::MIN);

/// An answer that is too long.
pub(super) fn oversized_error(server: &str, most: usize) -> ToolError {
    let message = format!("the MCP server {server:?} gave an answer of more than {most} bytes");
    ToolError::Server(Failure::new(message))
}

/// An answer that is none of the protocol.
pub(super) fn unreadable_error(server: &str) -> ToolError {
    let message = format!("the MCP server {server:?} gave an answer that cannot be read");
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
            ToolError::NotFound(failure("does not know the method").not_run())
        }
        ErrorCode::INVALID_REQUEST | ErrorCode::PARSE_ERROR => {
            ToolError::ToolExecution(failure("could not read the request").not_run())
        }
        // The codes that the standard leaves to servers.
        ErrorCode::INTERNAL_ERROR | ErrorCode(-32099..=-32000) => {
            ToolError::Server(failure("failed"))
        }
        _ => ToolError::ToolExecution(failure("answered with an error")),
    }
}

/// What was not sent, or not answered by HTTP.
fn transport_error(server: &str, error: DynamicTransportError) -> ToolError {
    match error
        .error
        .downcast::<StreamableHttpError<reqwest::Error>>()
    {
        Ok(error) => http_error(server, &error),
        Err(error) => {
            let message = format!("nothing can be sent to the MCP server {server:?}");
            // A line that was not written to its end is not read.
            ToolError::Network(Failure::new(message).with_source(error).not_run())
        }
    }
}

/// What went wrong over HTTP, without URLs, headers and bodies.
pub(super) fn http_error(server: &str, error: &StreamableHttpError<reqwest::Error>) -> ToolError {
    let failure = |what: &str| Failure::new(format!("the MCP server {server:?} {what}"));
    if let Some(status) = status_of(error) {
        return status_error(server, status, wait_of(error));
    }
    if let Some(error) = own(error) {
        return error.clone();
    }
    match error {
        StreamableHttpError::Client(error) => client_error(server, error),
        StreamableHttpError::SessionExpired => {
            ToolError::Network(failure("does not know the session any more").not_run())
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

/// The status of an answer that is no success, if there was one.
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

/// How long the server asks to wait.
fn wait_of(error: &StreamableHttpError<reqwest::Error>) -> Option<Duration> {
    let StreamableHttpError::HttpStatus(error) = error else {
        return None;
    };
    retry_after(error.retry_after.as_deref()?, SystemTime::now())
}

/// The error of a request that was not sent for want of credentials.
fn own(error: &StreamableHttpError<reqwest::Error>) -> Option<&ToolError> {
    match error {
        StreamableHttpError::Io(error) => error.get_ref()?.downcast_ref(),
        _ => None,
    }
}

fn client_error(server: &str, error: &reqwest::Error) -> ToolError {
    if error.is_connect() {
        let message = format!("the MCP server {server:?} cannot be reached");
        return ToolError::Network(Failure::new(message).with_source(cause(error)).not_run());
    }
    let message = format!("the connection to the MCP server {server:?} broke");
    ToolError::Network(Failure::new(message).with_source(cause(error)))
}

/// The innermost cause, which knows no URL.
fn cause(error: &reqwest::Error) -> String {
    let sources = std::iter::successors(error.source(), |&error| error.source());
    sources.last().map_or_else(String::new, ToString::to_string)
}

fn status_error(server: &str, status: u16, wait: Option<Duration>) -> ToolError {
    let message = format!("the MCP server {server:?} answered with HTTP status {status}");
    let mut failure = Failure::new(message).with_status(status);
    if let Some(wait) = wait {
        failure = failure.with_retry_after(wait);
    }
    // What was refused with these was not acted on.
    if (400..500).contains(&status) && status != 408 {
        failure = failure.not_run();
    }
    class_of(status)(failure)
}

/// The status in `HTTP 400 Bad Request: the body`, which is how `rmcp` has it.
fn status_in(text: &str) -> Option<u16> {
    text.strip_prefix("HTTP ")?.get(..3)?.parse().ok()
}

/// A server that answers `initialize` with a version that this client does not speak. The
/// version is cut, since the server may write anything there.
pub(super) fn unknown_version(server: &str, version: &ProtocolVersion) -> ToolError {
    let version: String = version.as_str().chars().take(40).collect();
    let message = format!(
        "the MCP server {server:?} answered with the protocol version {version:?}, \
         which this client does not speak"
    );
    ToolError::Server(Failure::new(message).not_run())
}

/// Why a server did not get as far as to list its tools.
pub(super) fn startup_error(server: &str, error: ClientInitializeError) -> ToolError {
    let failure = |what: &str| Failure::new(format!("the MCP server {server:?} {what}"));
    match error {
        ClientInitializeError::JsonRpcError(error) if error.code == OVERSIZED => {
            oversized_error(server, line::MAX_LINE)
        }
        ClientInitializeError::JsonRpcError(error) => {
            let answer = JsonRpcError::new(&error);
            ToolError::Server(failure("refused the handshake").with_source(answer))
        }
        ClientInitializeError::TransportError { error, .. } => transport_error(server, error),
        ClientInitializeError::ConnectionClosed(_) => {
            ToolError::Network(failure("closed the connection during the handshake"))
        }
        ClientInitializeError::NoCompatibleProtocolVersion { .. } => ToolError::Server(failure(
            "speaks no version of the protocol that this client does",
        )),
        _ => unreadable_error(server),
    }
}
