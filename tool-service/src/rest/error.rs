use std::error::Error;
use std::fmt::{self, Display};

use tool_core::SchemaError;

use crate::BoxError;

/// An error in the configuration of an API or an endpoint. The text contains no secrets. It also
/// omits the base URL, which may contain one by mistake.
///
/// ```
/// use tool_service::rest::RestApi;
///
/// let error = RestApi::new("http://ann:secret@localhost").unwrap_err();
/// assert!(error.to_string().starts_with("invalid base URL: it contains a user"));
/// assert!(!error.to_string().contains("secret"));
/// ```
#[derive(Debug)]
pub struct RestError {
    message: String,
    source: Option<BoxError>,
}

impl RestError {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            source: None,
        }
    }

    pub(super) fn argument(name: &str, reason: &str) -> Self {
        Self::new(format!("the argument `{name}` cannot be sent: {reason}"))
    }

    pub(super) fn header(name: &str, reason: &str) -> Self {
        Self::new(format!("the header `{name}` cannot be set: {reason}"))
    }

    pub(super) fn client(error: reqwest::Error) -> Self {
        Self {
            source: Some(error.without_url().into()),
            ..Self::new("the HTTP client cannot be set up")
        }
    }

    pub(super) fn schema(error: &SchemaError) -> Self {
        Self::new(error.to_string())
    }
}

impl Display for RestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for RestError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}
