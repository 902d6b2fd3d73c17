use std::fmt;

use base64::prelude::{BASE64_STANDARD, Engine};
use reqwest::header::{AUTHORIZATION, HeaderName, HeaderValue};
use reqwest::{Request, Url};
use secrecy::{ExposeSecret, SecretString};

use super::RestError;
use super::places::parse_author_header;
use crate::secret::{Given, bearer, header_value};
use crate::{Failure, Secret, ToolError};

/// How an API is told who asks. It prints no secret.
///
/// A [`Secret`] that changes, as an access token does, comes from a provider.
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
    /// `Authorization: Bearer ..`.
    pub fn bearer(token: impl Into<Secret>) -> Self {
        Self(Scheme::Bearer(token.into()))
    }

    /// A header of that name; its value is sent as it stands.
    pub fn header(name: impl Into<String>, value: impl Into<Secret>) -> Self {
        Self(Scheme::Header(name.into(), value.into()))
    }

    /// `Authorization: Basic ..`, of a user without a `:` in its name.
    pub fn basic(user: impl Into<String>, password: impl Into<Secret>) -> Self {
        Self(Scheme::Basic(user.into(), password.into()))
    }

    /// A parameter of the query. Servers and proxies write URLs into their logs: one of the
    /// others is better where the API has it.
    ///
    /// The request that follows a redirect has it as well. If the redirect names the parameter
    /// itself, its value is kept.
    pub fn query(name: impl Into<String>, value: impl Into<Secret>) -> Self {
        Self(Scheme::Query(name.into(), value.into()))
    }

    /// What is put into each request.
    pub(super) fn credentials(self) -> Result<Credentials, RestError> {
        let (place, secret) = match self.0 {
            Scheme::Bearer(token) => (Place::Header(AUTHORIZATION, Form::Bearer), token),
            Scheme::Header(name, value) => (
                Place::Header(parse_author_header(&name)?, Form::Plain),
                value,
            ),
            Scheme::Basic(user, _) if user.contains(':') => {
                let reason = "the name of the user holds a `:`";
                return Err(RestError::new(format!(
                    "the credentials cannot be sent: {reason}"
                )));
            }
            Scheme::Basic(user, password) => {
                (Place::Header(AUTHORIZATION, Form::Basic(user)), password)
            }
            Scheme::Query(name, value) => (Place::Query(name), value),
        };
        if let (Place::Header(_, form), Some(given)) = (&place, secret.fixed()) {
            form.value(given).map_err(|reason| {
                RestError::new(format!("the credentials cannot be sent: {reason}"))
            })?;
        }
        Ok(Credentials { place, secret })
    }
}

/// What is put into each request.
#[derive(Clone, Debug)]
pub(super) struct Credentials {
    place: Place,
    secret: Secret,
}

#[derive(Clone)]
enum Place {
    Header(HeaderName, Form),
    Query(String),
}

/// How a header holds a secret.
#[derive(Clone)]
enum Form {
    Plain,
    Bearer,
    /// Behind the name of the user.
    Basic(String),
}

impl Credentials {
    pub(super) fn header_name(&self) -> Option<&HeaderName> {
        match &self.place {
            Place::Header(name, _) => Some(name),
            Place::Query(_) => None,
        }
    }

    pub(super) fn query_name(&self) -> Option<&str> {
        match &self.place {
            Place::Header(..) => None,
            Place::Query(name) => Some(name),
        }
    }

    /// Whether there may be another secret than the one that was refused.
    pub(super) fn may_change(&self) -> bool {
        self.secret.fixed().is_none()
    }

    /// The secret for a request: see [`Secret::get`].
    pub(super) async fn get(&self, refused: Option<&Given>) -> Result<Given, ToolError> {
        self.secret.get(refused).await
    }

    /// Puts the secret into a request. A query that has the parameter keeps it.
    pub(super) fn put_into(&self, request: &mut Request, given: &Given) -> Result<(), ToolError> {
        match &self.place {
            Place::Header(name, form) => {
                let value = form.value(given).map_err(|reason| {
                    self.secret.discard(given);
                    let message = format!("the credentials cannot be sent: {reason}");
                    ToolError::Authentication(Failure::new(message).not_run())
                })?;
                request.headers_mut().insert(name.clone(), value);
            }
            Place::Query(name) => put_query(request.url_mut(), name, given.expose()),
        }
        Ok(())
    }
}

impl Form {
    fn value(&self, given: &Given) -> Result<HeaderValue, &'static str> {
        let text = match self {
            Self::Plain => given.expose().into(),
            Self::Bearer => bearer(given.expose()),
            Self::Basic(user) => encode_basic(user, given.expose()),
        };
        header_value(&text).map_err(|_| {
            "they hold a character that a header cannot hold, a line break at their end perhaps"
        })
    }
}

/// Without the name of the user.
impl fmt::Debug for Place {
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
