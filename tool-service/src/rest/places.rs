//! Locations of arguments in a request, and reserved headers.

use reqwest::header::HeaderName;
use serde_json::Value;

use super::RestError;

/// Location of an argument outside the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ParameterLocation {
    /// The parameter with this name.
    Query(String),
    /// The header with this name.
    Header(HeaderName),
    /// The whole body.
    Body,
}

/// Headers that define the target or the end of a message. Only the client sets them.
const OF_THE_CLIENT: [&str; 11] = [
    "connection",
    "content-length",
    "expect",
    "host",
    "http2-settings",
    "keep-alive",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Headers for credentials and the format of the body. Only the author of a tool sets them.
const OF_THE_AUTHOR: [&str; 5] = [
    "authorization",
    "content-encoding",
    "content-type",
    "cookie",
    "proxy-authorization",
];

/// Parses the name of a header that the author of a tool sets.
pub(super) fn parse_author_header(name: &str) -> Result<HeaderName, RestError> {
    let header = HeaderName::from_bytes(name.as_bytes()).map_err(|_| {
        RestError::header(
            name,
            "the name is invalid; use letters, digits, `-` and `_`",
        )
    })?;
    if OF_THE_CLIENT.contains(&header.as_str()) {
        return Err(RestError::header(name, "the HTTP client sets it itself"));
    }
    Ok(header)
}

/// Parses the name of a header that an argument sets.
pub(super) fn parse_argument_header(name: &str) -> Result<HeaderName, RestError> {
    let header = parse_author_header(name)?;
    if OF_THE_AUTHOR.contains(&header.as_str()) {
        return Err(RestError::header(
            name,
            "arguments must not set it; use `RestApi::default_header`",
        ));
    }
    Ok(header)
}

/// Returns a scalar as plain text. Returns `None` for `null`, arrays and objects.
pub(super) fn to_plain_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Returns a value as text for a query. An array or an object becomes JSON.
pub(super) fn query_text(value: &Value) -> String {
    to_plain_text(value).unwrap_or_else(|| value.to_string())
}
