//! Posts a call, or a request for a list of tools, to a server over HTTP and reads the answer. The
//! client of `rmcp` parses a JSON body itself and keeps nothing of it after a fault, although the tool
//! has run, or although only one tool of the list has the fault. This module knows HTTP only:
//! sessions, secrets and repeated requests are not its concern.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryStreamExt};
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, RETRY_AFTER, WWW_AUTHENTICATE};
use reqwest::{Client, Response, StatusCode};
use rmcp::model::{ClientJsonRpcMessage, ClientRequest, JsonRpcMessage};
use rmcp::transport::common::http_header::{EVENT_STREAM_MIME_TYPE, JSON_MIME_TYPE};
use rmcp::transport::streamable_http_client::{
    AuthRequiredError, HttpStatusError, InsufficientScopeError, SseError, StreamableHttpError,
    StreamableHttpPostResponse,
};
use sse_stream::SseStream;

use super::headers::{Headers, HttpError};
use super::readable::{Utf8Repair, read_message};
use crate::lines::MAX_LINE;

pub(super) type SseEvents = BoxStream<'static, Result<sse_stream::Sse, SseError>>;

/// Maximum number of bytes in the body of an error.
const MAX_ERROR: usize = 64 << 10;

const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");

/// Returns whether the message calls a tool or lists the tools. Everything else is posted by `rmcp`.
pub(super) fn is_posted_here(message: &ClientJsonRpcMessage) -> bool {
    matches!(message, ClientJsonRpcMessage::Request(request)
    if matches!(
        request.request,
        ClientRequest::CallToolRequest(_) | ClientRequest::ListToolsRequest(_)
    ))
}

/// Posts a request. The errors are those of the client of `rmcp`.
pub(super) async fn post_request(
    client: &Client,
    uri: &str,
    message: &ClientJsonRpcMessage,
    session_id: Option<Arc<str>>,
    token: Option<String>,
    headers: Headers,
) -> Result<StreamableHttpPostResponse, HttpError> {
    let body = serde_json::to_vec(message).map_err(io::Error::from)?;
    let mut request = client
        .post(uri)
        .headers(HeaderMap::from_iter(headers))
        .header(ACCEPT, [EVENT_STREAM_MIME_TYPE, JSON_MIME_TYPE].join(", "))
        .header(CONTENT_TYPE, JSON_MIME_TYPE)
        .body(body);
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    let has_session = session_id.is_some();
    if let Some(session) = session_id {
        request = request.header(SESSION_ID, &*session);
    }
    let response = request.send().await?;
    let status = response.status();
    if status == StatusCode::NOT_FOUND && has_session {
        return Err(StreamableHttpError::SessionExpired);
    }
    if status == StatusCode::ACCEPTED || status == StatusCode::NO_CONTENT {
        return Ok(StreamableHttpPostResponse::Accepted);
    }
    if status.is_success() {
        read_answer(response).await
    } else {
        read_error(response).await
    }
}

async fn read_answer(response: Response) -> Result<StreamableHttpPostResponse, HttpError> {
    let session = header(&response, SESSION_ID);
    match header(&response, CONTENT_TYPE) {
        Some(kind) if kind.starts_with(EVENT_STREAM_MIME_TYPE) => Ok(
            StreamableHttpPostResponse::Sse(read_events(response), session),
        ),
        Some(kind) if kind.starts_with(JSON_MIME_TYPE) => {
            let body = read_body(response, MAX_LINE).await?;
            let message = read_message(&body).ok_or_else(|| {
                StreamableHttpError::UnexpectedServerResponse("the body is not a message".into())
            })?;
            Ok(StreamableHttpPostResponse::Json(message, session))
        }
        kind => Err(StreamableHttpError::UnexpectedContentType(kind)),
    }
}

/// Reads an answer with a status of an error. Its body may be a JSON-RPC error.
async fn read_error(response: Response) -> Result<StreamableHttpPostResponse, HttpError> {
    let status = response.status();
    let is_refused = matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN);
    if let Some(challenge) = header(&response, WWW_AUTHENTICATE).filter(|_| is_refused) {
        return Err(if status == StatusCode::UNAUTHORIZED {
            StreamableHttpError::AuthRequired(AuthRequiredError::new(challenge))
        } else {
            let error = InsufficientScopeError::new(challenge, None);
            StreamableHttpError::InsufficientScope(error)
        });
    }
    let failed = if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() {
        HttpStatusError::new(status.as_u16(), header(&response, RETRY_AFTER)).into()
    } else {
        StreamableHttpError::UnexpectedServerResponse(format!("HTTP {status}").into())
    };
    let is_json =
        header(&response, CONTENT_TYPE).is_some_and(|kind| kind.starts_with(JSON_MIME_TYPE));
    if !is_json || is_refused || status == StatusCode::TOO_MANY_REQUESTS {
        return Err(failed);
    }
    let session = header(&response, SESSION_ID);
    let body = read_body(response, MAX_ERROR).await.unwrap_or_default();
    match read_message(&body) {
        Some(message @ JsonRpcMessage::Error(_)) => {
            Ok(StreamableHttpPostResponse::Json(message, session))
        }
        _ => Err(failed),
    }
}

fn header(response: &Response, name: HeaderName) -> Option<String> {
    let value = response.headers().get(name)?.as_bytes();
    Some(String::from_utf8_lossy(value).into_owned())
}

async fn read_body(mut response: Response, max_size: usize) -> Result<Vec<u8>, HttpError> {
    let mut body = Vec::new();
    while let Some(piece) = response.chunk().await? {
        if piece.len() > max_size - body.len() {
            return Err(StreamableHttpError::ResponseBodyTooLarge { max_size });
        }
        body.extend_from_slice(&piece);
    }
    Ok(body)
}

/// Returns the events of a stream. It ends with an error if more than [`MAX_LINE`] bytes arrive
/// without an event.
fn read_events(response: Response) -> SseEvents {
    let pending = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&pending);
    let bytes = response.bytes_stream().map_err(io::Error::other);
    let bytes = bytes.and_then(move |piece| {
        let size = counted.fetch_add(piece.len(), Ordering::Relaxed) + piece.len();
        let too_large = || io::Error::other("an event is too large");
        std::future::ready((size <= MAX_LINE).then_some(piece).ok_or_else(too_large))
    });
    // Invalid bytes would end the stream.
    let mut repair = Utf8Repair::default();
    let bytes = bytes.map_ok(move |piece| repair.take(piece));
    let events = SseStream::from_bytes_stream(bytes)
        .inspect_ok(move |_| pending.store(0, Ordering::Relaxed));
    events.boxed()
}
