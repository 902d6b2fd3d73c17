//! JSON-RPC errors for rejected requests.

use std::convert::Infallible;

use bytes::Bytes;
use http::header::{CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderValue, Response, StatusCode};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use serde::de::IgnoredAny;
use serde_json::json;

use super::session::BUSY;

pub(super) type HttpAnswer = Response<BoxBody<Bytes, Infallible>>;

/// Returns the answer if the limit of sessions is reached.
pub(super) fn answer_too_many_sessions() -> HttpAnswer {
    let message = "The server has too many sessions; try again later";
    answer(StatusCode::SERVICE_UNAVAILABLE, BUSY.0, message)
}

/// Returns the answer to a new session or call during a shutdown.
pub(super) fn answer_shutting_down() -> HttpAnswer {
    let message = "The server is shutting down; try again later";
    let mut answer = answer(StatusCode::SERVICE_UNAVAILABLE, BUSY.0, message);
    let headers = answer.headers_mut();
    headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
    answer
}

/// Returns the answer to a request for a session of another principal. It is the answer to an
/// unknown session.
pub(super) fn answer_unknown_session() -> HttpAnswer {
    answer(StatusCode::NOT_FOUND, -32001, "Session not found")
}

/// Returns the answer to a request with duplicate `Host` or `Origin` headers.
pub(super) fn answer_ambiguous() -> HttpAnswer {
    let message = "The request has more than one Host or Origin header";
    answer(StatusCode::BAD_REQUEST, -32600, message)
}

/// Returns the answer to a body that is not a JSON-RPC message. The error distinguishes invalid
/// JSON from an invalid message.
pub(super) fn answer_unreadable(body: &[u8]) -> HttpAnswer {
    // `serde_json` does not validate the UTF-8 of skipped strings.
    let text = std::str::from_utf8(body).ok();
    let is_json = text.is_some_and(|text| serde_json::from_str::<IgnoredAny>(text).is_ok());
    let (code, message) = if is_json {
        (-32600, "The body is not a JSON-RPC message")
    } else {
        (-32700, "The body is not JSON")
    };
    answer(StatusCode::BAD_REQUEST, code, message)
}

fn answer(status: StatusCode, code: i32, message: &str) -> HttpAnswer {
    let error = json!({"code": code, "message": message});
    let error = json!({"jsonrpc": "2.0", "id": null, "error": error});
    let mut answer = Response::new(Full::from(error.to_string()).boxed());
    *answer.status_mut() = status;
    let json = HeaderValue::from_static("application/json");
    answer.headers_mut().insert(CONTENT_TYPE, json);
    answer
}
