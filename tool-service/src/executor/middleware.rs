//! What runs around executors.

use std::fmt;
use std::future::Future;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::Value;

use super::{AnyArguments, AnyExecutor, ExecutionContext};
use crate::{ToolError, ToolOutput};

/// Code that runs around each attempt of a tool: a cache, a rate limit, a redaction.
///
/// It wraps one tool ([`RegisteredTool::wrap`](crate::RegisteredTool::wrap)) or all tools of a service
/// ([`ToolServiceBuilder::wrap`](crate::ToolServiceBuilder::wrap)), of whatever kind they are. It runs after the
/// arguments were read and the authorizations have allowed the call. It sees the arguments, but it
/// cannot change them: what runs is what was authorized.
///
/// The time limit of an attempt holds for it as well, and what it gives back is treated as the
/// answer of the tool: an error may be retried.
/// An integer beyond 64 bits is no JSON value of `serde_json`, so that a call with one is rejected.
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
/// /// Remembers the answers of a tool.
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
/// // The second spelling is a call with the same arguments.
/// for arguments in [r#"{"word": "plan"}"#, "{'Word': ['plan']}"] {
///     let call = ToolCall::new("look_up", arguments);
///     assert_eq!(service.execute(call, CallOptions::new()).await.text(), "4");
/// }
/// # Ok(())
/// # }
/// ```
pub trait Middleware: Send + Sync + 'static {
    /// Answers an attempt: by [`next`](Next::run), or without it.
    ///
    /// The arguments are those that the tool runs with, after variables were resolved. They may
    /// hold secrets that a hook put in.
    ///
    /// # Errors
    ///
    /// The error of the tool, or why the attempt is not made.
    /// [`Failure::not_run`](crate::Failure::not_run) says that the tool was not run.
    fn handle(
        &self,
        arguments: &Value,
        context: ExecutionContext<'_>,
        next: Next<'_>,
    ) -> impl Future<Output = Result<ToolOutput, ToolError>> + Send;
}

/// A middleware without its type.
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

/// Middleware, the outermost first.
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

/// The rest of an attempt, behind a [`Middleware`].
///
/// ```
/// use serde_json::Value;
/// use tool_service::executor::{ExecutionContext, Middleware, Next};
/// use tool_service::{ToolError, ToolOutput};
///
/// /// Says how long each attempt takes.
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
    /// Those of the service, then those of the tool.
    pub(crate) stacks: [&'a [Arc<dyn AnyMiddleware>]; 2],
    pub(crate) executor: &'a dyn AnyExecutor,
    /// As the executor takes them.
    pub(crate) typed: AnyArguments,
    /// As a middleware sees them.
    pub(crate) arguments: &'a Value,
    pub(crate) context: ExecutionContext<'a>,
}

impl<'a> Next<'a> {
    /// Runs the next middleware, or the tool.
    ///
    /// # Errors
    ///
    /// The error of the tool, or of a middleware that did not run it.
    pub async fn run(self) -> Result<ToolOutput, ToolError> {
        self.boxed().await
    }

    /// The same without another future around it.
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
