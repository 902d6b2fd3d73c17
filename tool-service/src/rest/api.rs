use std::fmt;
use std::time::Duration;

use reqwest::header::{ACCEPT, ACCEPT_ENCODING, HeaderMap, HeaderValue};
use reqwest::{Client, Url, redirect};

use super::RestError;
use super::auth::{Auth, Credentials};
use super::places::parse_author_header;

/// An HTTP API: its address, its credentials and the limits of its responses. Its
/// [`Endpoint`](super::Endpoint)s are tools, which share one client and its connections.
///
/// [`CallOptions`](crate::CallOptions) set the timeout and the retries of a request. The timeout
/// of a connection is 10 seconds. The client keeps no cookies.
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
/// use tool_service::rest::RestApi;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let schema = json!({
///     "type": "object",
///     "properties": {"id": {"type": "integer"}, "page": {"type": "integer"}},
///     "required": ["id"],
/// });
/// let orders = Definition::new("orders", "The orders of a customer.", schema)?;
/// let api = RestApi::new("http://localhost:8080/v1")?;
/// // {"id": 7, "page": 2}: GET /v1/customers/7/orders?page=2
/// let tool = api.get("/customers/{id}/orders").tool(orders)?;
/// assert_eq!(tool.kind(), "rest");
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
#[must_use]
pub struct RestApi {
    pub(super) client: Client,
    pub(super) base: Url,
    pub(super) credentials: Option<Credentials>,
    pub(super) headers: HeaderMap,
    pub(super) max_response_bytes: usize,
    pub(super) max_redirects: usize,
    /// `None` if nothing was said.
    pub(super) shows_error_body: Option<bool>,
}

impl RestApi {
    /// An API at that base URL: `https://api.example.com/v1`, say. All its endpoints are
    /// below the path of it.
    ///
    /// ```
    /// use tool_service::rest::RestApi;
    ///
    /// # #[cfg(feature = "tls")] {
    /// assert!(RestApi::new("https://api.example.com/v1").is_ok());
    /// # }
    /// let error = RestApi::new("ftp://files.example.com").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the base URL cannot be used: it is none of `http` or `https`",
    /// );
    /// ```
    ///
    /// # Errors
    ///
    /// If the URL is none of `http` or `https`, or holds a user, a query or a fragment; if
    /// it is one of `https` and the feature `tls` is off.
    pub fn new(base: &str) -> Result<Self, RestError> {
        Ok(Self {
            client: build_client(false)?,
            base: parse_base(base)?,
            credentials: None,
            headers: HeaderMap::from_iter([
                (
                    ACCEPT,
                    HeaderValue::from_static("application/json, text/plain;q=0.9, */*;q=0.8"),
                ),
                // The client asks for `gzip` otherwise, which it can read.
                (ACCEPT_ENCODING, HeaderValue::from_static("identity")),
            ]),
            max_response_bytes: 1 << 20,
            max_redirects: 5,
            shows_error_body: None,
        })
    }

    /// How it is told who asks: not at all, unless this says how.
    ///
    /// # Errors
    ///
    /// If the credentials cannot be sent as they are.
    pub fn auth(mut self, auth: Auth) -> Result<Self, RestError> {
        self.credentials = Some(auth.credentials()?);
        Ok(self)
    }

    /// Sets a header of each request, also `User-Agent`, `Accept`, `Accept-Encoding` (by default
    /// `identity`; `gzip` can be read, too) and `Content-Type`.
    ///
    /// # Errors
    ///
    /// If a header cannot have that name or that value, or if the client has to set it:
    /// `Host`, `Content-Length` and others.
    pub fn default_header(mut self, name: &str, value: &str) -> Result<Self, RestError> {
        let mut header = HeaderValue::from_str(value)
            .map_err(|_| RestError::header(name, "its value holds a character that it cannot"))?;
        header.set_sensitive(true);
        self.headers.insert(parse_author_header(name)?, header);
        Ok(self)
    }

    /// Maximum number of bytes of an answer, once it is decompressed. Default: 1 MiB. A longer
    /// answer is an error.
    pub fn max_response_bytes(mut self, bytes: usize) -> Self {
        self.max_response_bytes = bytes;
        self
    }

    /// Maximum number of redirects that a request follows. Default: 5. A redirect has to lead to
    /// the same scheme, host and port, and to a path below that of the base URL, since credentials
    /// go along. Any other redirect is an error.
    pub fn max_redirects(mut self, redirects: usize) -> Self {
        self.max_redirects = redirects;
        self
    }

    /// Whether the model sees the body of an error. By default it sees that of 400 and 422, since
    /// many services say there which argument is wrong, and how. With `true` it sees that of each
    /// 4xx that it can do something about: not of 401, 403, 407, 408 and 429.
    ///
    /// It sees at most 1000 characters, of JSON or plain text.
    pub fn show_error_body(mut self, shown: bool) -> Self {
        self.shows_error_body = Some(shown);
        self
    }

    /// Takes the proxy that `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` name,
    /// when this is called. Without it there is none: requests go where they are sent.
    ///
    /// # Errors
    ///
    /// If the HTTP client cannot be set up so.
    pub fn proxy_from_environment(mut self) -> Result<Self, RestError> {
        self.client = build_client(true)?;
        Ok(self)
    }
}

impl fmt::Debug for RestApi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RestApi")
            // A path may be a secret: those of web hooks are.
            .field("origin", &self.base.origin().ascii_serialization())
            .field("credentials", &self.credentials)
            .finish_non_exhaustive()
    }
}

fn build_client(with_proxy: bool) -> Result<Client, RestError> {
    let builder = Client::builder()
        .user_agent(concat!("tool-service/", env!("CARGO_PKG_VERSION")))
        // They are followed one by one, to know of each what may have been acted on.
        .redirect(redirect::Policy::none())
        .connect_timeout(Duration::from_secs(10));
    // Without this `reqwest` reads the environment, whatever its features.
    let builder = if with_proxy {
        builder
    } else {
        builder.no_proxy()
    };
    let client = builder.build();
    client.map_err(RestError::client)
}

fn parse_base(base: &str) -> Result<Url, RestError> {
    let wrong = |reason| {
        Err(RestError::new(format!(
            "the base URL cannot be used: {reason}"
        )))
    };
    let Ok(url) = Url::parse(base) else {
        return wrong("it is no absolute URL");
    };
    match url.scheme() {
        "http" => {}
        "https" if cfg!(feature = "tls") => {}
        "https" => {
            return Err(RestError::new(
                "the base URL begins with `https`, which needs the feature `tls` of `tool-service`",
            ));
        }
        _ => return wrong("it is none of `http` or `https`"),
    }
    if !url.username().is_empty() || url.password().is_some() {
        return wrong("it holds a user; give the credentials by `RestApi::auth`");
    }
    if url.query().is_some() || url.fragment().is_some() {
        return wrong("it holds a query or a fragment");
    }
    Ok(url)
}
