use std::fmt;

use base64::prelude::{BASE64_STANDARD, Engine};
use reqwest::header::{AUTHORIZATION, HeaderName, HeaderValue};
use reqwest::{Request, Url};
use secrecy::{ExposeSecret, SecretString};

use super::RestError;
use super::places::parse_author_header;
use crate::secret::{SecretValue, make_header_value, write_bearer};
use crate::{Failure, Secret, ToolError};

/// Credentials for an API. `Debug` does not print secrets.
///
/// If a [`Secret`] changes, such as an access token, use a provider.
///
/// ```
/// use tool_service::Secret;
/// use tool_service::rest::Auth;
///
/// let bearer = Auth::bearer("t0ken");
/// let header = Auth::header("X-Api-Key", "k3y");
/// let basic = Auth::basic("ada", "l0velace");
/// let query = Auth::query("appid", "k3y");
/// assert!(!format!("{bearer:?} {header:?} {basic:?} {query:?}").contains("k3y"));
///
/// /// Logs in at the host's identity provider.
/// async fn log_in() -> std::io::Result<String> {
///     Ok("t0ken".to_owned())
/// }
///
/// let changing = Auth::bearer(Secret::from_provider(log_in));
/// # let _ = changing;
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Auth(Scheme);

#[derive(Clone, Debug)]
enum Scheme {
    Bearer(Secret),
    Header(String, Secret),
    Basic(String, Secret),
    Query(String, Secret),
}

impl Auth {
    /// Creates `Authorization: Bearer ..`.
    pub fn bearer(token: impl Into<Secret>) -> Self {
        Self(Scheme::Bearer(token.into()))
    }

    /// Creates a header with this name. Its value is sent unchanged.
    pub fn header(name: impl Into<String>, value: impl Into<Secret>) -> Self {
        Self(Scheme::Header(name.into(), value.into()))
    }

    /// Creates `Authorization: Basic ..`. The user name must not contain `:`.
    pub fn basic(user: impl Into<String>, password: impl Into<Secret>) -> Self {
        Self(Scheme::Basic(user.into(), password.into()))
    }

    /// Creates a query parameter. Servers and proxies log URLs, so prefer a header if the API
    /// supports it.
    ///
    /// The parameter is also added after a redirect, unless the redirect URL already contains it.
    pub fn query(name: impl Into<String>, value: impl Into<Secret>) -> Self {
        Self(Scheme::Query(name.into(), value.into()))
    }

    /// Validates the credentials and converts them for requests.
    pub(super) fn credentials(self) -> Result<Credentials, RestError> {
        let (place, secret) = match self.0 {
            Scheme::Bearer(token) => (
                SecretLocation::Header(AUTHORIZATION, SecretFormat::Bearer),
                token,
            ),
            Scheme::Header(name, value) => (
                SecretLocation::Header(parse_author_header(&name)?, SecretFormat::Plain),
                value,
            ),
            Scheme::Basic(user, _) if user.contains(':') => {
                let reason = "the user name contains `:`";
                return Err(RestError::new(format!(
                    "the credentials cannot be sent: {reason}"
                )));
            }
            Scheme::Basic(user, password) => (
                SecretLocation::Header(AUTHORIZATION, SecretFormat::Basic(user)),
                password,
            ),
            Scheme::Query(name, value) => (SecretLocation::Query(name), value),
        };
        if let (SecretLocation::Header(_, form), Some(given)) = (&place, secret.fixed()) {
            form.value(given).map_err(|reason| {
                RestError::new(format!("the credentials cannot be sent: {reason}"))
            })?;
        }
        Ok(Credentials { place, secret })
    }
}

/// Validated credentials of requests.
#[derive(Clone, Debug)]
pub(super) struct Credentials {
    place: SecretLocation,
    secret: Secret,
}

#[derive(Clone)]
enum SecretLocation {
    Header(HeaderName, SecretFormat),
    Query(String),
}

/// The format of a secret in a header.
#[derive(Clone)]
enum SecretFormat {
    Plain,
    Bearer,
    /// With the name of the user.
    Basic(String),
}

impl Credentials {
    pub(super) fn header_name(&self) -> Option<&HeaderName> {
        match &self.place {
            SecretLocation::Header(name, _) => Some(name),
            SecretLocation::Query(_) => None,
        }
    }

    pub(super) fn query_name(&self) -> Option<&str> {
        match &self.place {
            SecretLocation::Header(..) => None,
            SecretLocation::Query(name) => Some(name),
        }
    }

    /// Returns whether a rejected secret can change.
    pub(super) fn may_change(&self) -> bool {
        self.secret.fixed().is_none()
    }

    /// Returns the secret for a request: see [`Secret::get`].
    pub(super) async fn get(
        &self,
        refused: Option<&SecretValue>,
    ) -> Result<SecretValue, ToolError> {
        self.secret.get(refused).await
    }

    /// Adds the secret to a request. An existing query parameter is kept.
    pub(super) fn put_into(
        &self,
        request: &mut Request,
        given: &SecretValue,
    ) -> Result<(), ToolError> {
        match &self.place {
            SecretLocation::Header(name, form) => {
                let value = form.value(given).map_err(|reason| {
                    self.secret.discard(given);
                    let message = format!("the credentials cannot be sent: {reason}");
                    ToolError::Authentication(Failure::new(message).not_run())
                })?;
                request.headers_mut().insert(name.clone(), value);
            }
            SecretLocation::Query(name) => put_query(request.url_mut(), name, given.expose()),
        }
        Ok(())
    }
}

impl SecretFormat {
    fn value(&self, given: &SecretValue) -> Result<HeaderValue, &'static str> {
        let text = match self {
            Self::Plain => given.expose().into(),
            Self::Bearer => write_bearer(given.expose()),
            Self::Basic(user) => encode_basic(user, given.expose()),
        };
        make_header_value(&text).map_err(|_| {
            "they contain a character that a header cannot contain, such as a line break at the end"
        })
    }
}

/// Omits the name of the user.
impl fmt::Debug for SecretLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header(name, _) => f.debug_tuple("Header").field(name).finish(),
            Self::Query(name) => f.debug_tuple("Query").field(name).finish(),
        }
    }
}

fn encode_basic(user: &str, password: &str) -> SecretString {
    let pair = SecretString::from(format!("{user}:{password}"));
    format!("Basic {}", BASE64_STANDARD.encode(pair.expose_secret())).into()
}

fn put_query(url: &mut Url, name: &str, value: &str) {
    if !url.query_pairs().any(|(key, _)| key == name) {
        url.query_pairs_mut().append_pair(name, value);
    }
}
