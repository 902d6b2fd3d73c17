//! Where in a request an argument goes, and which headers are nobody's to set.

use reqwest::header::HeaderName;
use serde_json::Value;

use super::RestError;

/// Where in a request an argument goes that is not in the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ParameterLocation {
    /// The parameter of that name.
    Query(String),
    /// The header of that name.
    Header(HeaderName),
    /// The whole body.
    Body,
}

/// Headers that say where a message goes, and where it ends.
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

/// Headers that say who asks, and what the body is.
const OF_THE_AUTHOR: [&str; 5] = [
    "authorization",
    "content-encoding",
    "content-type",
    "cookie",
    "proxy-authorization",
];

/// The name of a header that the author of a tool sets.
pub(super) fn parse_author_header(name: &str) -> Result<HeaderName, RestError> {
    let header = HeaderName::from_bytes(name.as_bytes())
        .map_err(|_| RestError::header(name, "it is no name of a header"))?;
    if OF_THE_CLIENT.contains(&header.as_str()) {
        return Err(RestError::header(name, "the client sets it"));
    }
    Ok(header)
}

/// The name of a header that an argument sets.
pub(super) fn parse_argument_header(name: &str) -> Result<HeaderName, RestError> {
    let header = parse_author_header(name)?;
    if OF_THE_AUTHOR.contains(&header.as_str()) {
        return Err(RestError::header(name, "no argument may set it"));
    }
    Ok(header)
}

/// A scalar as it is written outside of JSON; nothing for `null`, arrays and objects.
pub(super) fn to_plain_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// A value as it is written in a query: what is no scalar is JSON.
pub(super) fn query_text(value: &Value) -> String {
    to_plain_text(value).unwrap_or_else(|| value.to_string())
}
