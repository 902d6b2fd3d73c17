use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::BoxError;

/// The failure of a tool, for the host.
///
/// The message is a sentence without secrets. The model does not see it;
/// [`Failure::with_model_message`] sets a text for the model.
///
/// ```
/// use std::time::Duration;
/// use tool_service::{Failure, ToolError};
///
/// let refused = std::io::Error::from(std::io::ErrorKind::ConnectionRefused);
/// let failure = Failure::new("cannot connect to the index").with_source(refused).not_run();
///
/// let error = ToolError::Network(failure);
/// assert!(!error.may_have_run());
/// assert_eq!(error.to_string(), "network: cannot connect to the index");
/// assert_eq!(error.class(), "NetworkError");
/// ```
#[derive(Clone)]
#[must_use]
pub struct Failure(Box<FailureData>);

#[derive(Clone)]
struct FailureData {
    message: String,
    source: Option<Arc<dyn Error + Send + Sync>>,
    for_model: Option<String>,
    may_have_run: bool,
    retry_after: Option<Duration>,
    status: Option<u16>,
    body: Option<String>,
}

impl Failure {
    /// Creates a failure of a call that may have had an effect.
    pub fn new(message: impl Into<String>) -> Self {
        Self(Box::new(FailureData {
            message: message.into(),
            source: None,
            for_model: None,
            may_have_run: true,
            retry_after: None,
            status: None,
            body: None,
        }))
    }

    /// Sets the error that caused the failure. [`std::error::Error::source`] returns it.
    pub fn with_source(mut self, source: impl Into<BoxError>) -> Self {
        self.0.source = Some(Arc::from(source.into()));
        self
    }

    /// Marks the call as not run. The service may then retry it even if the tool is not idempotent.
    pub fn not_run(mut self) -> Self {
        self.0.may_have_run = false;
        self
    }

    /// Sets the minimum delay before a retry.
    pub fn with_retry_after(mut self, wait: Duration) -> Self {
        self.0.retry_after = Some(wait);
        self
    }

    /// Sets the status of the HTTP response.
    pub fn with_status(mut self, status: u16) -> Self {
        self.0.status = Some(status);
        self
    }

    /// Sets the body of the HTTP response, possibly truncated, for the host. The body may contain
    /// secrets, so `Display` and `Debug` omit it.
    pub fn with_body(mut self, text: impl Into<String>) -> Self {
        self.0.body = Some(text.into());
        self
    }

    /// Sets the text for the model. It replaces the default sentence of the error class. The text
    /// may come from a server, so `Display` and `Debug` omit it.
    pub fn with_model_message(mut self, text: impl Into<String>) -> Self {
        self.0.for_model = Some(text.into());
        self
    }

    pub(crate) fn may_have_run(&self) -> bool {
        self.0.may_have_run
    }

    /// Returns the minimum delay before a retry, if the server requested one.
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        self.0.retry_after
    }

    /// Returns the status of the HTTP response, if there was one.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        self.0.status
    }

    /// Returns the body of the HTTP response, if it was kept: see [`Failure::with_body`].
    #[must_use]
    pub fn body(&self) -> Option<&str> {
        self.0.body.as_deref()
    }

    pub(crate) fn model_message(&self) -> Option<&str> {
        self.0.for_model.as_deref()
    }

    pub(crate) fn set_may_have_run(&mut self, may_have_run: bool) {
        self.0.may_have_run = may_have_run;
    }

    pub(crate) fn cause(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source.as_deref().map(|source| source as _)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Failure")
            .field("message", &self.0.message)
            .field("source", &self.0.source)
            .field("may_have_run", &self.0.may_have_run)
            .field("retry_after", &self.0.retry_after)
            .field("status", &self.0.status)
            .finish_non_exhaustive()
    }
}
