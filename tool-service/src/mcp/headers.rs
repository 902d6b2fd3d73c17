//! Secret headers of HTTP requests to a server.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use http::header::InvalidHeaderValue;
use reqwest::StatusCode;
use reqwest::header::{HeaderName, HeaderValue};
use rmcp::transport::streamable_http_client::StreamableHttpError;

use super::error::status_of;
use crate::secret::{SecretValue, make_header_value, write_bearer};
use crate::{Failure, Secret, ToolError};

pub(super) type Headers = HashMap<HeaderName, HeaderValue>;
pub(super) type HttpError = StreamableHttpError<reqwest::Error>;

/// A header with a secret value.
#[derive(Clone)]
pub(super) struct SecretHeader {
    pub(super) name: HeaderName,
    pub(super) secret: Secret,
    /// `true` if the secret is a token that follows `Bearer`.
    pub(super) is_bearer: bool,
}

impl SecretHeader {
    pub(super) fn value(&self, given: &SecretValue) -> Result<HeaderValue, InvalidHeaderValue> {
        let text = if self.is_bearer {
            write_bearer(given.expose())
        } else {
            given.expose().into()
        };
        make_header_value(&text)
    }
}

/// All headers with secrets. They are added below `rmcp`, which therefore cannot log them.
#[derive(Clone)]
pub(super) struct SecretHeaders(Arc<[SecretHeader]>);

impl SecretHeaders {
    pub(super) fn new(headers: &[SecretHeader]) -> Self {
        Self(headers.into())
    }

    /// Sends a request with these headers. If the server rejects the secrets, sends it once more
    /// with new ones. A server that rejects them has not run the request.
    pub(super) async fn send<T, F>(
        &self,
        headers: Headers,
        request: impl Fn(Headers) -> F,
    ) -> Result<T, HttpError>
    where
        F: Future<Output = Result<T, HttpError>>,
    {
        let given = self.get(None).await?;
        let answer = request(self.add_to(&headers, &given)?).await;
        let is_refused = answer.as_ref().is_err_and(is_refused);
        if !is_refused || self.0.iter().all(|header| header.secret.fixed().is_some()) {
            return answer;
        }
        let given = self.get(Some(&given)).await?;
        request(self.add_to(&headers, &given)?).await
    }

    /// Returns the secret of each header. A rejected secret is replaced if it can change.
    async fn get(&self, refused: Option<&[SecretValue]>) -> Result<Vec<SecretValue>, HttpError> {
        let mut given = Vec::new();
        for (index, header) in self.0.iter().enumerate() {
            let refused = refused.and_then(|refused| refused.get(index));
            given.push(header.secret.get(refused).await.map_err(not_sent)?);
        }
        Ok(given)
    }

    fn add_to(&self, headers: &Headers, given: &[SecretValue]) -> Result<Headers, HttpError> {
        let mut headers = headers.clone();
        for (header, given) in self.0.iter().zip(given) {
            let value = header.value(given).map_err(|_| {
                header.secret.discard(given);
                let name = header.name.as_str();
                let message = format!("the header {name:?} has an invalid provided value");
                not_sent(ToolError::Authentication(Failure::new(message).not_run()))
            })?;
            headers.insert(header.name.clone(), value);
        }
        Ok(headers)
    }
}

/// Creates the error of a request that is not sent. [`http_error`](super::error::http_error)
/// extracts it.
fn not_sent(error: ToolError) -> HttpError {
    StreamableHttpError::Io(io::Error::other(error))
}

fn is_refused(error: &HttpError) -> bool {
    status_of(error) == Some(StatusCode::UNAUTHORIZED.as_u16())
}
