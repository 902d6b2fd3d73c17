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

/// Why a call gave no answer, for the host; [`ToolError::for_model`] has the words for
/// the model.
///
/// Its `Display` and `Debug` hold no secret of the service: no credentials, no URL with
/// its query, no answer of a server.
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
    /// The other side could not be reached, or the connection broke.
    Network(Failure),
    /// No answer came in time.
    Timeout(Failure),
    /// The arguments are invalid. The model gets the retry instruction.
    Validation(ToolArgError),
    /// The other side rejected the arguments, although they fit the schema: HTTP 400 or 422, say.
    /// Its words for the model, if it has any, say what to correct.
    Rejected(Failure),
    /// The other side does not know who asks: HTTP 401, say.
    Authentication(Failure),
    /// There were too many calls: HTTP 429, say, or a layer that sheds load.
    RateLimit(Failure),
    /// The other side failed: HTTP 5xx, say.
    Server(Failure),
    /// The tool ran and failed, or panicked.
    ToolExecution(Failure),
    /// No such tool exists. The model gets the names that are near.
    UnknownTool(CallError),
    /// The tool found nothing where it was sent: HTTP 404, say.
    NotFound(Failure),
    /// The tool may not do that: HTTP 403, say.
    Permission(Failure),
    /// The caller configured the tool or its server wrongly. It is never retried.
    Configuration(Failure),
    /// The call was cancelled before it was over.
    Cancelled(Failure),
    /// The call was not run, since the model makes the same calls over and over.
    /// [`LoopGuardLayer`](crate::layer::LoopGuardLayer) makes this error.
    Loop {
        /// The repeated calls.
        calls: CallLoop,
        /// Whether the model went on after a correction, so that the user should be asked.
        ask_user: bool,
    },
    /// The call was not run: it waits for the approval of a person.
    ApprovalRequired(Pending),
    /// The name or the arguments of the call are invalid, and the model has spent its retries.
    /// [`RetryBudgetLayer`](crate::layer::RetryBudgetLayer) makes this error.
    RetriesSpent {
        /// What the model could not do, for the user.
        summary: String,
        /// The error of the last call.
        error: CallError,
    },
}

/// The failure in an error, behind whichever kind of reference the error is.
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
    /// Returns the stable name of the class of the error, to count by: the name of the variant with
    /// `Error` behind it, such as `NetworkError`. [`Rejected`](Self::Rejected) is a
    /// `ValidationError` as well.
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

    /// What went wrong while the tool ran; nothing where it was not run for what the
    /// model sent.
    #[must_use]
    pub fn failure(&self) -> Option<&Failure> {
        failure_of!(self)
    }

    /// Whether the call may have been acted on.
    #[must_use]
    pub fn may_have_run(&self) -> bool {
        self.failure().is_some_and(Failure::may_have_run)
    }

    /// The error of code that panicked; `what` names the code.
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

    /// The error of a call that was not run.
    pub(crate) fn not_run(self) -> Self {
        self.of_call_that_may_have_run(false)
    }

    /// The same error, of a call that may have been acted on, or was surely not.
    pub(crate) fn of_call_that_may_have_run(mut self, may_have_run: bool) -> Self {
        if let Some(failure) = failure_of!(&mut self) {
            failure.set_may_have_run(may_have_run);
        }
        self
    }

    /// What the model is told: the instruction where it can mend its call, the words of
    /// the [`Failure`] where it has some, else a plain sentence.
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
                self.unsure(format!("The connection to the tool {tool} broke off."))
            }
            Self::Network(_) => format!("The tool {tool} could not be reached."),
            Self::Timeout(_) => self.unsure(format!("The tool {tool} did not answer in time.")),
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
            Self::Server(_) => self.unsure(format!("The service behind the tool {tool} failed.")),
            Self::ToolExecution(_) => format!("The tool {tool} failed."),
            Self::NotFound(_) => format!("The tool {tool} found nothing there."),
            Self::Permission(_) => format!("The tool {tool} is not allowed to do that."),
            Self::Configuration(_) => format!("The tool {tool} is not set up correctly."),
            Self::Cancelled(_) => self.unsure(format!("The call of {tool} was cancelled.")),
            Self::ApprovalRequired(_) => {
                format!("The call of {tool} waits for the approval of a person. It was not run.")
            }
        }
    }

    /// The sentence, and that the call may have had its effect, if it may.
    fn unsure(&self, sentence: String) -> String {
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
