mod failure;
mod for_model;
#[cfg(any(feature = "mcp", feature = "rest"))]
pub(crate) mod http;
mod register;

use std::any::Any;
use std::error::Error;
use std::fmt;

use tool_core::conversation::CallLoop;
use tool_core::{CallError, ToolArgError};

use crate::pending::Pending;

pub use failure::Failure;
pub use for_model::{ForModel, IntoToolError};
pub use register::RegisterError;

/// The reason why a call failed, for the host. [`ToolError::for_model`] returns the text for the
/// model.
///
/// `Display` and `Debug` contain no secrets of the service: no credentials, no query of a URL, no
/// response body.
///
/// ```
/// use tool_service::{Failure, ToolError};
///
/// let error = ToolError::Timeout(Failure::new("no answer in 30 s"));
/// assert_eq!(error.to_string(), "timeout: no answer in 30 s");
/// assert_eq!(
///     error.for_model("search"),
///     "The tool search did not answer in time. The call may have had its effect all the same.",
/// );
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ToolError {
    /// The server could not be reached, or the connection broke.
    Network(Failure),
    /// The call did not finish in time.
    Timeout(Failure),
    /// The arguments are invalid. The model gets the retry instruction.
    Validation(ToolArgError),
    /// The server rejected the arguments although they satisfy the schema, for example with HTTP
    /// 400 or 422. If the server sent a text for the model, the model can correct the call.
    Rejected(Failure),
    /// The server did not accept the credentials, for example with HTTP 401.
    Authentication(Failure),
    /// There were too many calls: the server answered HTTP 429, or a layer shed the call.
    RateLimit(Failure),
    /// The server failed, for example with HTTP 5xx.
    Server(Failure),
    /// The tool ran and failed, or panicked.
    ToolExecution(Failure),
    /// No tool has this name. The model gets similar names.
    UnknownTool(CallError),
    /// The tool did not find the requested resource, for example because of HTTP 404.
    NotFound(Failure),
    /// The tool lacks a permission, for example because of HTTP 403.
    Permission(Failure),
    /// The caller configured the tool or its server wrongly. It is never retried.
    Configuration(Failure),
    /// The call was cancelled before it finished.
    Cancelled(Failure),
    /// The call was not run, because the model repeats the same calls.
    /// [`LoopGuardLayer`](crate::layer::LoopGuardLayer) returns this error.
    Loop {
        /// The repeated calls.
        calls: CallLoop,
        /// `true` if the service should ask the user: the model continued the loop after a
        /// correction.
        ask_user: bool,
    },
    /// The call was not run. It waits for the approval of a person.
    ApprovalRequired(Pending),
    /// The name or the arguments of the call are invalid, and the retry budget is spent.
    /// [`RetryBudgetLayer`](crate::layer::RetryBudgetLayer) returns this error.
    RetriesSpent {
        /// Summary of the failed attempts, for the user.
        summary: String,
        /// Error of the last call.
        error: CallError,
    },
}

/// Matches the failure in an error, by reference or mutable reference.
macro_rules! failure_of {
    ($error:expr) => {
        match $error {
            Self::Network(failure)
            | Self::Timeout(failure)
            | Self::Rejected(failure)
            | Self::Authentication(failure)
            | Self::RateLimit(failure)
            | Self::Server(failure)
            | Self::ToolExecution(failure)
            | Self::NotFound(failure)
            | Self::Permission(failure)
            | Self::Configuration(failure)
            | Self::Cancelled(failure) => Some(failure),
            Self::Validation(_)
            | Self::UnknownTool(_)
            | Self::Loop { .. }
            | Self::RetriesSpent { .. }
            | Self::ApprovalRequired(_) => None,
        }
    };
}

impl ToolError {
    /// Returns the stable name of the error class, for metrics. It is the name of the variant
    /// followed by `Error`, such as `NetworkError`. [`Rejected`](Self::Rejected) is also a
    /// `ValidationError`.
    #[must_use]
    pub fn class(&self) -> &'static str {
        match self {
            Self::Network(_) => "NetworkError",
            Self::Timeout(_) => "TimeoutError",
            Self::Validation(_) | Self::Rejected(_) => "ValidationError",
            Self::Authentication(_) => "AuthenticationError",
            Self::RateLimit(_) => "RateLimitError",
            Self::Server(_) => "ServerError",
            Self::ToolExecution(_) => "ToolExecutionError",
            Self::UnknownTool(_) => "UnknownToolError",
            Self::NotFound(_) => "NotFoundError",
            Self::Permission(_) => "PermissionError",
            Self::Configuration(_) => "ConfigurationError",
            Self::Cancelled(_) => "CancelledError",
            Self::Loop { .. } => "LoopError",
            Self::ApprovalRequired(_) => "ApprovalRequiredError",
            Self::RetriesSpent { .. } => "RetriesSpentError",
        }
    }

    /// Returns the failure of the tool. Returns `None` if the call itself was invalid or did not
    /// run.
    #[must_use]
    pub fn failure(&self) -> Option<&Failure> {
        failure_of!(self)
    }

    /// Returns whether the call may have had an effect.
    #[must_use]
    pub fn may_have_run(&self) -> bool {
        self.failure().is_some_and(Failure::may_have_run)
    }

    /// Creates the error of code that panicked. `what` names the code.
    pub(crate) fn from_panic(what: &str, panic: &(dyn Any + Send)) -> Self {
        let message = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied());
        Self::ToolExecution(Failure::new(match message {
            Some(message) => format!("{what} panicked: {message}"),
            None => format!("{what} panicked"),
        }))
    }

    pub(crate) fn from_call_error(error: CallError) -> Self {
        match error {
            CallError::Arguments(error) => Self::Validation(error),
            error => Self::UnknownTool(error),
        }
    }

    /// Marks the call as not run.
    pub(crate) fn not_run(self) -> Self {
        self.with_may_have_run(false)
    }

    /// Sets whether the call may have had an effect.
    pub(crate) fn with_may_have_run(mut self, may_have_run: bool) -> Self {
        if let Some(failure) = failure_of!(&mut self) {
            failure.set_may_have_run(may_have_run);
        }
        self
    }

    /// Returns the text for the model. This is the retry instruction if the model can correct its
    /// call, the text of the [`Failure`] if it has one, or a default sentence.
    #[must_use]
    pub fn for_model(&self, tool: &str) -> String {
        if let Some(words) = self.failure().and_then(Failure::model_message) {
            return words.to_owned();
        }
        match self {
            Self::Validation(error) => error.to_string(),
            Self::UnknownTool(error) | Self::RetriesSpent { error, .. } => error.to_string(),
            Self::Loop { calls, .. } => calls.correction(),
            Self::Network(failure) if failure.may_have_run() => {
                self.add_effect_note(format!("The connection to the tool {tool} broke off."))
            }
            Self::Network(_) => format!("The tool {tool} could not be reached."),
            Self::Timeout(_) => {
                self.add_effect_note(format!("The tool {tool} did not answer in time."))
            }
            Self::Rejected(_) => {
                format!(
                    "The tool {tool} rejected the arguments. Correct them before you call it again."
                )
            }
            Self::Authentication(_) => {
                format!("The tool {tool} is not logged in to the service that it needs.")
            }
            Self::RateLimit(_) => {
                format!("The tool {tool} is called too often. Try again later.")
            }
            Self::Server(_) => {
                self.add_effect_note(format!("The service behind the tool {tool} failed."))
            }
            Self::ToolExecution(_) => format!("The tool {tool} failed."),
            Self::NotFound(_) => format!("The tool {tool} found nothing there."),
            Self::Permission(_) => format!("The tool {tool} is not allowed to do that."),
            Self::Configuration(_) => format!("The tool {tool} is not set up correctly."),
            Self::Cancelled(_) => {
                self.add_effect_note(format!("The call of {tool} was cancelled."))
            }
            Self::ApprovalRequired(_) => {
                format!("The call of {tool} waits for the approval of a person. It was not run.")
            }
        }
    }

    /// Appends a note to the sentence if the call may have had its effect.
    fn add_effect_note(&self, sentence: String) -> String {
        if self.may_have_run() {
            sentence + " The call may have had its effect all the same."
        } else {
            sentence
        }
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Network(failure) => write!(f, "network: {failure}"),
            Self::Timeout(failure) => write!(f, "timeout: {failure}"),
            Self::Validation(error) => error.fmt(f),
            Self::Rejected(failure) => write!(f, "rejected arguments: {failure}"),
            Self::Authentication(failure) => write!(f, "authentication: {failure}"),
            Self::RateLimit(failure) => write!(f, "rate limit: {failure}"),
            Self::Server(failure) => write!(f, "server: {failure}"),
            Self::ToolExecution(failure) => write!(f, "tool execution: {failure}"),
            Self::UnknownTool(error) => error.fmt(f),
            Self::NotFound(failure) => write!(f, "not found: {failure}"),
            Self::Permission(failure) => write!(f, "permission: {failure}"),
            Self::Configuration(failure) => write!(f, "configuration: {failure}"),
            Self::Cancelled(failure) => write!(f, "cancelled: {failure}"),
            Self::Loop { calls, .. } => calls.fmt(f),
            Self::ApprovalRequired(pending) => {
                write!(
                    f,
                    "approval required: the call of {} waits for a person",
                    pending.tool()
                )
            }
            Self::RetriesSpent { summary, .. } => f.write_str(summary),
        }
    }
}

impl From<ToolArgError> for ToolError {
    fn from(error: ToolArgError) -> Self {
        Self::Validation(error)
    }
}

impl Error for ToolError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.failure().and_then(Failure::cause)
    }
}
