//! Tools of a kind of your own, and code that runs around tools.

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

/// What runs one tool: a function, a request, a process.
///
/// The service has read the arguments before: they fit the tool's definition. Time
/// limits, retries, panics and cancelling are the service's, which drops the future of
/// an attempt that is over.
///
/// ```
/// use serde_json::{Value, json};
/// use tool_core::Definition;
/// use tool_service::executor::{ExecutionContext, Executor, FailedAttempt, RetryAdvice};
/// use tool_service::{
///     CallOptions, Failure, RegisteredTool, ToolCall, ToolError, ToolOutput, ToolService,
/// };
///
/// /// Asks a queue that other programs answer.
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
///     /// What was refused by a full queue was not acted on.
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
    /// What the arguments are read as: [`Value`](serde_json::Value) for a tool that is
    /// known by its JSON Schema, or the struct of a derived tool.
    type Arguments: DeserializeOwned + Send + 'static;

    /// What kind of tool it is, for logs and lists: `custom` unless it says otherwise.
    fn kind(&self) -> &'static str {
        "custom"
    }

    /// The name of the MCP server, or of another program, that runs the tool. A call that was
    /// approved for the tool of one server is not run by that of another.
    fn server(&self) -> Option<&str> {
        None
    }

    /// Runs the tool once.
    ///
    /// # Errors
    ///
    /// Why there is no answer. What the tool itself has to say of a failure is rather an
    /// output with `is_error`.
    fn execute(
        &self,
        arguments: Self::Arguments,
        context: ExecutionContext<'_>,
    ) -> impl Future<Output = Result<ToolOutput, ToolError>> + Send;

    /// Whether an attempt that failed is made again, and when. The number of retries and
    /// the longest wait are bounded by the [`CallOptions`](crate::CallOptions) all the same, and
    /// arguments that do not fit ([`ToolError::Validation`]) are never tried again.
    fn retry(&self, failed: &FailedAttempt<'_>) -> RetryAdvice {
        let _ = failed;
        RetryAdvice::Standard
    }
}

/// What an executor is told beside the arguments.
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
/// use tool_service::executor::ExecutionContext;
/// use tool_service::ToolCall;
///
/// let wait = Definition::new("wait", "Wait a while.", json!({"type": "object"}))?;
/// let call = ToolCall::new("wait", "{}");
/// // To call an executor in a test.
/// let context = ExecutionContext::new(&wait, &call);
/// assert_eq!((context.definition.name(), context.attempt), ("wait", 1));
/// # Ok::<(), tool_core::SchemaError>(())
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct ExecutionContext<'a> {
    /// The tool.
    pub definition: &'a Definition,
    /// The call; its variables are resolved, its arguments not yet read.
    pub call: &'a ToolCall,
    /// Which attempt it is: 1 for the first.
    pub attempt: u32,
    /// The values of the call: see [`CallOptions::extension`](crate::CallOptions::extension).
    pub extensions: &'a Extensions,
    /// Nothing where no service runs the executor.
    pub(crate) running: Option<&'a Attempt<'a>>,
}

static NO_EXTENSIONS: LazyLock<Extensions> = LazyLock::new(Extensions::new);

impl<'a> ExecutionContext<'a> {
    /// That of a first attempt, without values of the call: to test an executor by itself.
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

    /// The same with values of the call.
    #[must_use]
    pub fn with_extensions(mut self, extensions: &'a Extensions) -> Self {
        self.extensions = extensions;
        self
    }

    /// Returns the time at which the attempt is over. [`report_progress`](Self::report_progress)
    /// moves it. `None` if there is no limit.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.running?.deadline()
    }

    /// Reports progress: to [`Event::Progress`](crate::event::Event::Progress), and to the client if the
    /// call came over MCP. The time limit of the attempt starts again, up to
    /// [`CallOptions::max_timeout`](crate::CallOptions::max_timeout).
    ///
    /// It never waits. Without a service, as with [`new`](Self::new), it does nothing.
    pub fn report_progress(&self, progress: Progress) {
        if let Some(attempt) = self.running {
            attempt.shared().report(progress);
        }
    }

    pub(crate) fn shared(&self) -> Option<&'a Arc<AttemptHandle>> {
        self.running.map(Attempt::shared)
    }
}

/// Without the arguments, which may hold values of variables.
impl fmt::Debug for ExecutionContext<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExecutionContext")
            .field("tool", &self.definition.name())
            .field("id", &self.call.id)
            .field("attempt", &self.attempt)
            .finish_non_exhaustive()
    }
}

/// An attempt that failed.
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
/// use tool_service::executor::FailedAttempt;
/// use tool_service::{Failure, ToolError};
///
/// let wait = Definition::new("wait", "Wait a while.", json!({"type": "object"}))?;
/// let error = ToolError::Server(Failure::new("503"));
/// // To ask an executor in a test what it does about a failure.
/// let failed = FailedAttempt::new(&error, &wait);
/// assert_eq!(failed.attempt, 1);
/// # Ok::<(), tool_core::SchemaError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FailedAttempt<'a> {
    /// Why.
    pub error: &'a ToolError,
    /// The tool.
    pub definition: &'a Definition,
    /// Which attempt it was: 1 for the first.
    pub attempt: u32,
    /// What [`CallOptions::idempotent`](crate::CallOptions::idempotent) says of the call.
    pub idempotent: Option<bool>,
}

impl<'a> FailedAttempt<'a> {
    /// A first attempt that failed: to test an executor by itself.
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

/// Whether an attempt that failed is made again.
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
/// use tool_service::executor::{FailedAttempt, RetryAdvice};
/// use tool_service::{Failure, ToolError};
///
/// let wait = Definition::new("wait", "Wait a while.", json!({"type": "object"}))?;
/// /// Tries again what the other side says how long to wait for.
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
    /// As the service does it: after a network error, a timeout, too many calls and a
    /// failure of the other side, by the backoff of the options or after as long as the
    /// other side asks for, if that is no longer than
    /// [`max_delay`](crate::CallOptions::max_delay); a tool that is neither idempotent nor read-only only where
    /// the call was surely not acted on.
    Standard,
    /// No.
    Never,
    /// Yes, by the backoff of the options.
    Backoff,
    /// Yes, after that time.
    After(Duration),
}
