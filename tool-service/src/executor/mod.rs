//! Tools of other kinds, and code that wraps tools.

mod attempt;
mod erased;
mod middleware;

use std::fmt;
use std::future::Future;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use http::Extensions;
use serde::de::DeserializeOwned;
use tokio::time::Instant;
use tool_core::Definition;

use crate::{Progress, ToolCall, ToolError, ToolOutput};

pub(crate) use attempt::{Attempt, AttemptHandle, Listener};
pub(crate) use erased::{AnyArguments, AnyExecutor};
pub(crate) use middleware::Stack;
pub use middleware::{Middleware, Next};

/// Runs one tool, such as a function, a request or a process.
///
/// The service parses the arguments first; they satisfy the tool's definition. The service also
/// enforces time limits, retries failed attempts, catches panics, and drops the future of an
/// attempt that ended.
///
/// ```
/// use serde_json::{Value, json};
/// use tool_core::Definition;
/// use tool_service::executor::{ExecutionContext, Executor, FailedAttempt, RetryAdvice};
/// use tool_service::{
///     CallOptions, Failure, RegisteredTool, ToolCall, ToolError, ToolOutput, ToolService,
/// };
///
/// /// Sends calls to a queue that other programs process.
/// struct Queue;
///
/// impl Executor for Queue {
///     type Arguments = Value;
///
///     fn kind(&self) -> &'static str {
///         "queue"
///     }
///
///     async fn execute(
///         &self,
///         arguments: Value,
///         context: ExecutionContext<'_>,
///     ) -> Result<ToolOutput, ToolError> {
///         if context.attempt == 1 {
///             return Err(ToolError::Server(Failure::new("the queue is full")));
///         }
///         Ok(ToolOutput::text(format!("queued {arguments}")))
///     }
///
///     /// A full queue refuses a call before it runs.
///     fn retry(&self, failed: &FailedAttempt<'_>) -> RetryAdvice {
///         match failed.error {
///             ToolError::Server(_) => RetryAdvice::Backoff,
///             _ => RetryAdvice::Standard,
///         }
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let schema = json!({"type": "object", "properties": {"job": {"type": "integer"}}});
/// let definition = Definition::new("enqueue", "Queue a job.", schema)?;
/// let service = ToolService::new();
/// service.register(RegisteredTool::new(definition, Queue))?;
///
/// let call = ToolCall::new("enqueue", r#"{"job": "7"}"#);
/// let result = service.execute(call, CallOptions::new()).await;
/// assert_eq!((result.text().as_str(), result.attempts), (r#"queued {"job":7}"#, 2));
/// # Ok(())
/// # }
/// ```
pub trait Executor: Send + Sync + 'static {
    /// Type of the arguments: [`Value`](serde_json::Value) for a tool with a JSON Schema, or the
    /// struct of a derived tool.
    type Arguments: DeserializeOwned + Send + 'static;

    /// Returns the kind of the tool, for logs and lists. Default: `custom`.
    fn kind(&self) -> &'static str {
        "custom"
    }

    /// Returns the name of the MCP server or other program that runs the tool. An approval for the
    /// tool of one server does not apply to the tool of another.
    fn server(&self) -> Option<&str> {
        None
    }

    /// Runs the tool once.
    ///
    /// # Errors
    ///
    /// Returns the error of the call. If the tool itself reports a failure, return an
    /// output with `is_error` instead.
    fn execute(
        &self,
        arguments: Self::Arguments,
        context: ExecutionContext<'_>,
    ) -> impl Future<Output = Result<ToolOutput, ToolError>> + Send;

    /// Decides whether and when a failed attempt is retried. The
    /// [`CallOptions`](crate::CallOptions) still limit the number of retries and the delay. Invalid
    /// arguments ([`ToolError::Validation`]) are never retried.
    fn retry(&self, failed: &FailedAttempt<'_>) -> RetryAdvice {
        let _ = failed;
        RetryAdvice::Standard
    }
}

/// Context of an attempt, in addition to the arguments.
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
/// use tool_service::executor::ExecutionContext;
/// use tool_service::ToolCall;
///
/// let wait = Definition::new("wait", "Wait a while.", json!({"type": "object"}))?;
/// let call = ToolCall::new("wait", "{}");
/// // Calls an executor in a test.
/// let context = ExecutionContext::new(&wait, &call);
/// assert_eq!((context.definition.name(), context.attempt), ("wait", 1));
/// # Ok::<(), tool_core::SchemaError>(())
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct ExecutionContext<'a> {
    /// The definition of the tool.
    pub definition: &'a Definition,
    /// The call, with variables resolved and with raw arguments.
    pub call: &'a ToolCall,
    /// Number of the attempt. The first is 1.
    pub attempt: u32,
    /// Values of the call: see [`CallOptions::extension`](crate::CallOptions::extension).
    pub extensions: &'a Extensions,
    /// `None` if the executor runs without a service.
    pub(crate) running: Option<&'a Attempt<'a>>,
}

static NO_EXTENSIONS: LazyLock<Extensions> = LazyLock::new(Extensions::new);

impl<'a> ExecutionContext<'a> {
    /// Creates the context of a first attempt without values, for tests of an executor.
    #[must_use]
    pub fn new(definition: &'a Definition, call: &'a ToolCall) -> Self {
        Self {
            definition,
            call,
            attempt: 1,
            extensions: &NO_EXTENSIONS,
            running: None,
        }
    }

    /// Sets the values of the call.
    #[must_use]
    pub fn with_extensions(mut self, extensions: &'a Extensions) -> Self {
        self.extensions = extensions;
        self
    }

    /// Returns the time at which the attempt ends. [`report_progress`](Self::report_progress) moves
    /// it. Returns `None` without a limit.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.running?.deadline()
    }

    /// Reports progress to [`Event::Progress`](crate::event::Event::Progress), and to the client of
    /// a call over MCP. Restarts the time limit of the attempt, up to
    /// [`CallOptions::max_timeout`](crate::CallOptions::max_timeout).
    ///
    /// This function never waits. Without a service, as with [`new`](Self::new), it has no effect.
    pub fn report_progress(&self, progress: Progress) {
        if let Some(attempt) = self.running {
            attempt.shared().report(progress);
        }
    }

    pub(crate) fn shared(&self) -> Option<&'a Arc<AttemptHandle>> {
        self.running.map(Attempt::shared)
    }
}

/// Omits the arguments, which may contain the values of variables.
impl fmt::Debug for ExecutionContext<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExecutionContext")
            .field("tool", &self.definition.name())
            .field("id", &self.call.id)
            .field("attempt", &self.attempt)
            .finish_non_exhaustive()
    }
}

/// A failed attempt.
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
/// use tool_service::executor::FailedAttempt;
/// use tool_service::{Failure, ToolError};
///
/// let wait = Definition::new("wait", "Wait a while.", json!({"type": "object"}))?;
/// let error = ToolError::Server(Failure::new("503"));
/// // Tests the retry advice of an executor.
/// let failed = FailedAttempt::new(&error, &wait);
/// assert_eq!(failed.attempt, 1);
/// # Ok::<(), tool_core::SchemaError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FailedAttempt<'a> {
    /// Error of the attempt.
    pub error: &'a ToolError,
    /// The definition of the tool.
    pub definition: &'a Definition,
    /// Number of the attempt. The first is 1.
    pub attempt: u32,
    /// Value of [`CallOptions::idempotent`](crate::CallOptions::idempotent) for the call.
    pub idempotent: Option<bool>,
}

impl<'a> FailedAttempt<'a> {
    /// Creates a failed first attempt, for tests of an executor.
    #[must_use]
    pub fn new(error: &'a ToolError, definition: &'a Definition) -> Self {
        Self {
            error,
            definition,
            attempt: 1,
            idempotent: None,
        }
    }
}

/// Advice on retrying a failed attempt.
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
/// use tool_service::executor::{FailedAttempt, RetryAdvice};
/// use tool_service::{Failure, ToolError};
///
/// let wait = Definition::new("wait", "Wait a while.", json!({"type": "object"}))?;
/// /// Retries only if the server requests a delay.
/// fn retry(failed: &FailedAttempt<'_>) -> RetryAdvice {
///     let wait = failed.error.failure().and_then(Failure::retry_after);
///     wait.map_or(RetryAdvice::Never, RetryAdvice::After)
/// }
///
/// let error = ToolError::Server(Failure::new("503"));
/// assert_eq!(retry(&FailedAttempt::new(&error, &wait)), RetryAdvice::Never);
/// # Ok::<(), tool_core::SchemaError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RetryAdvice {
    /// Retries after network errors, timeouts, rate limits and server failures. The delay is the
    /// backoff of the options, or the delay that the server requests, if that is at most
    /// [`max_delay`](crate::CallOptions::max_delay). A tool that is neither idempotent nor
    /// read-only is retried only if the failed call had no effect.
    Standard,
    /// Does not retry.
    Never,
    /// Retries with the backoff of the options.
    Backoff,
    /// Retries after this delay.
    After(Duration),
}
