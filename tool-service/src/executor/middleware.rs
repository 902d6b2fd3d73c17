//! Middleware: code that wraps executors.

use std::fmt;
use std::future::Future;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::Value;

use super::{AnyArguments, AnyExecutor, ExecutionContext};
use crate::{ToolError, ToolOutput};

/// Code that wraps each attempt of a tool, such as a cache, a rate limit or a redaction.
///
/// A middleware wraps one tool ([`RegisteredTool::wrap`](crate::RegisteredTool::wrap)) or all tools
/// of a service ([`ToolServiceBuilder::wrap`](crate::ToolServiceBuilder::wrap)), of every kind. It
/// runs after the service has parsed the arguments and authorized the call. It sees the arguments
/// but cannot change them. The tool runs with the authorized arguments.
///
/// The time limit of an attempt includes the middleware. The service treats the result of the
/// middleware as the result of the tool: it may retry after an error. A call with an integer beyond
/// 64 bits is rejected, because a `serde_json` value cannot represent it.
///
/// ```
/// use std::collections::HashMap;
/// use std::sync::Mutex;
///
/// use serde_json::Value;
/// use tool_core::Tool;
/// use tool_service::executor::{ExecutionContext, Middleware, Next};
/// use tool_service::{CallOptions, ToolCall, ToolError, ToolOutput, ToolService};
///
/// /// Caches the results of a tool.
/// #[derive(Default)]
/// struct Cache(Mutex<HashMap<String, ToolOutput>>);
///
/// impl Middleware for Cache {
///     async fn handle(
///         &self,
///         arguments: &Value,
///         context: ExecutionContext<'_>,
///         next: Next<'_>,
///     ) -> Result<ToolOutput, ToolError> {
///         let key = format!("{} {arguments}", context.definition.name());
///         let known = self.0.lock().unwrap().get(&key).cloned();
///         if let Some(output) = known {
///             return Ok(output);
///         }
///         let output = next.run().await?;
///         self.0.lock().unwrap().insert(key, output.clone());
///         Ok(output)
///     }
/// }
///
/// /// Look a word up.
/// #[derive(Debug, Tool)]
/// #[tool(read_only)]
/// struct LookUp {
///     word: String,
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_service::RegisterError> {
/// let look_up = async |look_up: LookUp| {
///     println!("looking up {}", look_up.word);
///     Ok::<_, std::fmt::Error>(look_up.word.len())
/// };
/// let service = ToolService::new();
/// service.register(service.prepare(look_up)?.wrap(Cache::default()))?;
/// // Another spelling of the same arguments.
/// for arguments in [r#"{"word": "plan"}"#, "{'Word': ['plan']}"] {
///     let call = ToolCall::new("look_up", arguments);
///     assert_eq!(service.execute(call, CallOptions::new()).await.text(), "4");
/// }
/// # Ok(())
/// # }
/// ```
pub trait Middleware: Send + Sync + 'static {
    /// Answers an attempt, either by [`next`](Next::run) or directly.
    ///
    /// The arguments have their variables resolved. They may contain secrets that a hook inserted.
    ///
    /// # Errors
    ///
    /// Returns the error of the tool, or the reason why the tool was not run. In the second case,
    /// use [`Failure::not_run`](crate::Failure::not_run).
    fn handle(
        &self,
        arguments: &Value,
        context: ExecutionContext<'_>,
        next: Next<'_>,
    ) -> impl Future<Output = Result<ToolOutput, ToolError>> + Send;
}

/// An object-safe [`Middleware`].
pub(crate) trait AnyMiddleware: Send + Sync {
    fn handle<'a>(
        &'a self,
        arguments: &'a Value,
        context: ExecutionContext<'a>,
        next: Next<'a>,
    ) -> BoxFuture<'a, Result<ToolOutput, ToolError>>;
}

impl<M: Middleware> AnyMiddleware for M {
    fn handle<'a>(
        &'a self,
        arguments: &'a Value,
        context: ExecutionContext<'a>,
        next: Next<'a>,
    ) -> BoxFuture<'a, Result<ToolOutput, ToolError>> {
        Middleware::handle(self, arguments, context, next).boxed()
    }
}

/// Middleware, outermost first.
#[derive(Clone, Default)]
pub(crate) struct Stack(Vec<Arc<dyn AnyMiddleware>>);

impl Stack {
    pub(crate) fn add(&mut self, middleware: impl Middleware) {
        self.0.push(Arc::new(middleware));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn as_slice(&self) -> &[Arc<dyn AnyMiddleware>] {
        &self.0
    }
}

impl fmt::Debug for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Stack").field(&self.0.len()).finish()
    }
}

/// The rest of an attempt after a [`Middleware`].
///
/// ```
/// use serde_json::Value;
/// use tool_service::executor::{ExecutionContext, Middleware, Next};
/// use tool_service::{ToolError, ToolOutput};
///
/// /// Logs the duration of each attempt.
/// struct Clock;
///
/// impl Middleware for Clock {
///     async fn handle(
///         &self,
///         _: &Value,
///         context: ExecutionContext<'_>,
///         next: Next<'_>,
///     ) -> Result<ToolOutput, ToolError> {
///         let began = std::time::Instant::now();
///         let answer = next.run().await;
///         println!("{}: {:?}", context.definition.name(), began.elapsed());
///         answer
///     }
/// }
/// # let _ = Clock;
/// ```
#[must_use = "the tool does not run unless `run` is called"]
pub struct Next<'a> {
    /// Middleware of the service, then middleware of the tool.
    pub(crate) stacks: [&'a [Arc<dyn AnyMiddleware>]; 2],
    pub(crate) executor: &'a dyn AnyExecutor,
    /// Arguments for the executor.
    pub(crate) typed: AnyArguments,
    /// Arguments for the middleware.
    pub(crate) arguments: &'a Value,
    pub(crate) context: ExecutionContext<'a>,
}

impl<'a> Next<'a> {
    /// Runs the next middleware or the tool.
    ///
    /// # Errors
    ///
    /// Returns the error of the tool, or of a middleware that did not run it.
    pub async fn run(self) -> Result<ToolOutput, ToolError> {
        self.boxed().await
    }

    /// Does the same as [`run`](Self::run) without an additional future.
    #[inline]
    pub(crate) fn boxed(mut self) -> BoxFuture<'a, Result<ToolOutput, ToolError>> {
        let (arguments, context) = (self.arguments, self.context);
        for stack in &mut self.stacks {
            if let Some((first, rest)) = stack.split_first() {
                *stack = rest;
                return first.handle(arguments, context, self);
            }
        }
        self.executor.execute(self.typed, context)
    }
}
