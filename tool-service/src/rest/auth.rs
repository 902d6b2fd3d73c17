use base64::prelude::{BASE64_STANDARD, Engine};
use reqwest::header::{AUTHORIZATION, HeaderName, HeaderValue};
use reqwest::{Request, Url};
use secrecy::{ExposeSecret, SecretString};

use super::RestError;
use super::places::author_header;

/// How an API is told who asks. It prints no secret.
///
/// ```
/// use tool_service::rest::Auth;
///
/// let bearer = Auth::bearer("t0ken");
/// let header = Auth::header("X-Api-Key", "k3y");
/// let basic = Auth::basic("ada", "l0velace");
/// let query = Auth::query("appid", "k3y");
/// assert!(!format!("{bearer:?} {header:?} {basic:?} {query:?}").contains("k3y"));
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Auth(Scheme);

#[derive(Clone, Debug)]
enum Scheme {
    Bearer(SecretString),
    Header(String, SecretString),
    Basic(String, SecretString),
    Query(String, SecretString),
}

impl Auth {
    /// `Authorization: Bearer ..`.
    pub fn bearer(token: impl Into<SecretString>) -> Self {
        Self(Scheme::Bearer(token.into()))
    }

    /// A header of that name; its value is sent as it stands.
    pub fn header(name: impl Into<String>, value: impl Into<SecretString>) -> Self {
        Self(Scheme::Header(name.into(), value.into()))
    }

    /// `Authorization: Basic ..`, of a user without a `:` in its name.
    pub fn basic(user: impl Into<String>, password: impl Into<SecretString>) -> Self {
        Self(Scheme::Basic(user.into(), password.into()))
    }

    /// A parameter of the query. Servers and proxies write URLs into their logs: one of the
    /// others is better where the API has it.
    pub fn query(name: impl Into<String>, value: impl Into<SecretString>) -> Self {
        Self(Scheme::Query(name.into(), value.into()))
    }

    /// What is put into each request.
    pub(super) fn credentials(self) -> Result<Credentials, RestError> {
        let (name, value) = match self.0 {
            Scheme::Bearer(token) => (AUTHORIZATION, bearer(&token)),
            Scheme::Header(name, value) => (author_header(&name)?, value),
            Scheme::Basic(user, _) if user.contains(':') => {
                let reason = "the name of the user holds a `:`";
                return Err(RestError::Auth { reason });
            }
            Scheme::Basic(user, password) => (AUTHORIZATION, basic(&user, &password)),
            Scheme::Query(name, value) => return Ok(Credentials::Query(name, value)),
        };
        let mut value = HeaderValue::from_str(value.expose_secret()).map_err(|_| {
            let reason = "they hold a character that a header cannot hold, a line break at their end perhaps";
            RestError::Auth { reason }
        })?;
        value.set_sensitive(true);
        Ok(Credentials::Header(name, value))
    }
}

fn bearer(token: &SecretString) -> SecretString {
    format!("Bearer {}", token.expose_secret()).into()
}

fn basic(user: &str, password: &SecretString) -> SecretString {
    let pair = SecretString::from(format!("{user}:{}", password.expose_secret()));
    format!("Basic {}", BASE64_STANDARD.encode(pair.expose_secret())).into()
}

/// What is put into each request; a header's value is marked as sensitive, so that it is
/// not printed.
#[derive(Clone, Debug)]
pub(super) enum Credentials {
    Header(HeaderName, HeaderValue),
    Query(String, SecretString),
}

impl Credentials {
    pub(super) fn header_name(&self) -> Option<&HeaderName> {
        match self {
            Self::Header(name, _) => Some(name),
            Self::Query(..) => None,
        }
    }

    pub(super) fn query_name(&self) -> Option<&str> {
        match self {
            Self::Header(..) => None,
            Self::Query(name, _) => Some(name),
        }
    }

    pub(super) fn put_into(&self, request: &mut Request) {
        match self {
            Self::Header(name, value) => {
                request.headers_mut().insert(name.clone(), value.clone());
            }
            Self::Query(name, value) => put_query(request.url_mut(), name, value.expose_secret()),
        }
    }
}

fn put_query(url: &mut Url, name: &str, value: &str) {
    url.query_pairs_mut().append_pair(name, value);
}
