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
/// [`CallOptions`](crate::CallOptions) set the timeout and the retries of a request. The connect
/// timeout is 10 seconds. The client stores no cookies.
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
    /// `None` means the default.
    pub(super) shows_error_body: Option<bool>,
}

impl RestApi {
    /// Creates an API with a base URL, such as `https://api.example.com/v1`. The paths of endpoints
    /// are appended to it.
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
    ///     "invalid base URL: the scheme must be `http` or `https`",
    /// );
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the scheme is neither `http` nor `https`, or if the URL contains a user, a query or
    /// a fragment. Also fails if the scheme is `https` and the feature `tls` is off.
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
                // By default, the client would request `gzip`.
                (ACCEPT_ENCODING, HeaderValue::from_static("identity")),
            ]),
            max_response_bytes: 1 << 20,
            max_redirects: 5,
            shows_error_body: None,
        })
    }

    /// Sets the credentials. Default: no credentials.
    ///
    /// # Errors
    ///
    /// Fails if the credentials contain characters that a request cannot carry.
    pub fn auth(mut self, auth: Auth) -> Result<Self, RestError> {
        self.credentials = Some(auth.credentials()?);
        Ok(self)
    }

    /// Sets a header of each request. The header may be `User-Agent`, `Accept`, `Accept-Encoding`
    /// (default `identity`; `gzip` is also supported) or `Content-Type`.
    ///
    /// # Errors
    ///
    /// Fails if the name or the value is invalid, or if the client sets the header itself, such as
    /// `Host` or `Content-Length`.
    pub fn default_header(mut self, name: &str, value: &str) -> Result<Self, RestError> {
        let mut header = HeaderValue::from_str(value).map_err(|_| {
            RestError::header(
                name,
                "the value contains a character that a header cannot contain",
            )
        })?;
        header.set_sensitive(true);
        self.headers.insert(parse_author_header(name)?, header);
        Ok(self)
    }

    /// Sets the maximum size of a response, in bytes after decompression. Default: 1 MiB. A longer
    /// response is an error.
    pub fn max_response_bytes(mut self, bytes: usize) -> Self {
        self.max_response_bytes = bytes;
        self
    }

    /// Sets the maximum number of redirects of a request. Default: 5. A redirect must keep the
    /// scheme, host and port, and lead to a path below the base URL, since credentials are sent
    /// along. Any other redirect is an error.
    pub fn max_redirects(mut self, redirects: usize) -> Self {
        self.max_redirects = redirects;
        self
    }

    /// Sets whether to show error bodies to the model. By default, the model sees bodies with
    /// status 400 and 422, since many APIs describe the invalid argument there. With `true`, the
    /// model sees bodies of all 4xx statuses that it can react to, which excludes 401, 403, 407,
    /// 408 and 429.
    ///
    /// The model sees at most 1000 characters of JSON or plain text.
    pub fn show_error_body(mut self, shown: bool) -> Self {
        self.shows_error_body = Some(shown);
        self
    }

    /// Uses the proxy of the environment variables `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and
    /// `NO_PROXY`. They are read during this call. Default: no proxy.
    ///
    /// # Errors
    ///
    /// Fails if the HTTP client cannot be built.
    pub fn proxy_from_environment(mut self) -> Result<Self, RestError> {
        self.client = build_client(true)?;
        Ok(self)
    }
}

impl fmt::Debug for RestApi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RestApi")
            // A path may be secret, for example in webhook URLs.
            .field("origin", &self.base.origin().ascii_serialization())
            .field("credentials", &self.credentials)
            .finish_non_exhaustive()
    }
}

fn build_client(with_proxy: bool) -> Result<Client, RestError> {
    let builder = Client::builder()
        .user_agent(concat!("tool-service/", env!("CARGO_PKG_VERSION")))
        // Handled separately, because a server that redirects may have run the call.
        .redirect(redirect::Policy::none())
        .connect_timeout(Duration::from_secs(10));
    // By default, `reqwest` reads the proxy from the environment.
    let builder = if with_proxy {
        builder
    } else {
        builder.no_proxy()
    };
    let client = builder.build();
    client.map_err(RestError::client)
}

fn parse_base(base: &str) -> Result<Url, RestError> {
    let wrong = |reason| Err(RestError::new(format!("invalid base URL: {reason}")));
    let Ok(url) = Url::parse(base) else {
        return wrong("it is not an absolute URL");
    };
    match url.scheme() {
        "http" => {}
        "https" if cfg!(feature = "tls") => {}
        "https" => {
            return Err(RestError::new(
                "a base URL with `https` requires the feature `tls` of `tool-service`",
            ));
        }
        _ => return wrong("the scheme must be `http` or `https`"),
    }
    if !url.username().is_empty() || url.password().is_some() {
        return wrong("it contains a user; use `RestApi::auth` for credentials");
    }
    if url.query().is_some() || url.fragment().is_some() {
        return wrong("it contains a query or a fragment");
    }
    Ok(url)
}
