use std::error::Error;
use std::fmt;

use tool_core::SchemaError;

use crate::BoxError;

/// Why an API, or an endpoint of one, cannot be used as it was described. It names no
/// secret, and not the base URL, which may hold one by mistake.
///
/// ```
/// use tool_service::rest::{RestApi, RestError};
///
/// let error = RestApi::new("http://ann:secret@localhost").unwrap_err();
/// assert!(matches!(error, RestError::Base { .. }));
/// assert!(!error.to_string().contains("secret"));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum RestError {
    /// The base URL cannot be used.
    Base {
        /// Why.
        reason: &'static str,
    },
    /// The base URL begins with `https`, and the feature `tls` is off.
    NoTls,
    /// The HTTP client cannot be set up.
    Client(BoxError),
    /// The credentials cannot be sent.
    Auth {
        /// Why.
        reason: &'static str,
    },
    /// A header cannot be set.
    Header {
        /// Its name.
        name: String,
        /// Why.
        reason: &'static str,
    },
    /// The method is not one of a tool.
    Method {
        /// Its name.
        method: String,
    },
    /// The path cannot be used.
    Path {
        /// The path as it was given.
        path: String,
        /// Why.
        reason: String,
    },
    /// An argument cannot be sent as it is to be.
    Argument {
        /// Its name.
        name: String,
        /// Why.
        reason: &'static str,
    },
    /// A pattern in the schema's `patternProperties` cannot be used.
    Pattern {
        /// The pattern.
        pattern: String,
    },
    /// The tool's schema cannot be used.
    Schema(SchemaError),
}

impl RestError {
    pub(super) fn argument(name: &str, reason: &'static str) -> Self {
        let name = name.to_owned();
        Self::Argument { name, reason }
    }

    pub(super) fn header(name: &str, reason: &'static str) -> Self {
        let name = name.to_owned();
        Self::Header { name, reason }
    }
}

impl fmt::Display for RestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Base { reason } => write!(f, "the base URL cannot be used: {reason}"),
            Self::NoTls => f.write_str(
                "the base URL begins with `https`, which needs the feature `tls` of `tool-service`",
            ),
            Self::Client(_) => f.write_str("the HTTP client cannot be set up"),
            Self::Auth { reason } => write!(f, "the credentials cannot be sent: {reason}"),
            Self::Header { name, reason } => {
                write!(f, "the header `{name}` cannot be set: {reason}")
            }
            Self::Method { method } => write!(f, "a tool cannot be a request of {method}"),
            Self::Path { path, reason } => write!(f, "the path `{path}` cannot be used: {reason}"),
            Self::Argument { name, reason } => {
                write!(f, "the argument `{name}` cannot be sent: {reason}")
            }
            Self::Pattern { pattern } => write!(
                f,
                "the pattern `{pattern}` in `patternProperties` cannot be used: correct it, or send \
                 undeclared arguments with `Endpoint::pass_undeclared`"
            ),
            Self::Schema(error) => error.fmt(f),
        }
    }
}

impl Error for RestError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Client(error) => Some(&**error),
            Self::Schema(error) => error.source(),
            _ => None,
        }
    }
}

impl From<SchemaError> for RestError {
    fn from(error: SchemaError) -> Self {
        Self::Schema(error)
    }
}
