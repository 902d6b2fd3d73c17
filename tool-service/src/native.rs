mod function;

use std::future::{Future, ready};
use std::marker::PhantomData;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::Either;
use tokio_util::task::AbortOnDropHandle;
use tool_core::Tool;
use tracing::Span;

use crate::call::{IntoOutput, OutputOf};
use crate::error::IntoToolError;
use crate::executor::{ExecutionContext, Executor};
use crate::extract::{FromCall, States};
use crate::{Failure, IntoTool, RegisterError, RegisteredTool, ToolError, ToolOutput};

/// A function that implements a tool: see [`IntoTool`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a valid tool function",
    note = "expected `fn(Arguments) -> Result<impl Serialize, E>`, `async` or not, where `Arguments` derives `Tool`",
    note = "parameters before the arguments must be `State<T>`, `Extension<T>` or `CallContext`"
)]
pub trait Handler<M>: Send + Sync + 'static {
    /// Struct of the arguments.
    type Arguments: Tool + Send;
    /// Parameters before the arguments.
    type Extracted: Parameters;
    /// `true` if a started call runs to completion even after the caller drops it.
    const RUNS_ON: bool = false;

    /// Runs the function.
    ///
    /// # Errors
    ///
    /// Returns the error of the function.
    fn call(
        self: Arc<Self>,
        extracted: Self::Extracted,
        arguments: Self::Arguments,
    ) -> impl Future<Output = Result<ToolOutput, ToolError>> + Send;
}

/// The parameters of a function that precede its arguments.
pub trait Parameters: Sized + Send + 'static {
    /// State shared by all calls.
    type Shared: Clone + Send + Sync + 'static;

    fn prepare(states: &States) -> Result<Self::Shared, RegisterError>;

    fn from_call(shared: &Self::Shared, context: &ExecutionContext<'_>) -> Result<Self, ToolError>;
}

/// Executor of a native tool.
struct Native<H: Handler<M>, M> {
    handler: Arc<H>,
    shared: <H::Extracted as Parameters>::Shared,
    kind: &'static str,
    marker: PhantomData<fn() -> M>,
}

impl<H: Handler<M>, M: 'static> Executor for Native<H, M> {
    type Arguments = H::Arguments;

    fn kind(&self) -> &'static str {
        self.kind
    }

    fn execute(
        &self,
        arguments: H::Arguments,
        context: ExecutionContext<'_>,
    ) -> impl Future<Output = Result<ToolOutput, ToolError>> + Send {
        let extracted = match H::Extracted::from_call(&self.shared, &context) {
            Ok(extracted) => extracted,
            Err(error) => return Either::Right(ready(Err(error))),
        };
        let run = Arc::clone(&self.handler).call(extracted, arguments);
        Either::Left(match context.running.filter(|_| H::RUNS_ON) {
            // Boxed to keep the future of an `async` function small.
            Some(attempt) => Either::Left(attempt.run_to_end(run).boxed()),
            None => Either::Right(run),
        })
    }
}

impl<H: Handler<M>, M: 'static> IntoTool<M> for H {
    fn into_tool(self, states: &States) -> Result<RegisteredTool, RegisterError> {
        make_native(self, "native", states)
    }
}

/// Creates the executor of a native tool.
pub(crate) fn make_native<M: 'static, H: Handler<M>>(
    handler: H,
    kind: &'static str,
    states: &States,
) -> Result<RegisteredTool, RegisterError> {
    let definition = H::Arguments::try_definition().map_err(RegisterError::Schema)?;
    let executor = Native {
        handler: Arc::new(handler),
        shared: H::Extracted::prepare(states)?,
        kind,
        marker: PhantomData,
    };
    Ok(RegisteredTool::new(definition.clone(), executor))
}

/// Marks `async` functions in implementations of [`Handler`].
#[derive(Debug)]
pub struct Async;

/// Marks functions that are not `async`.
#[derive(Debug)]
pub struct Blocking;

macro_rules! handlers {
    ($($state:ident),*) => {
        #[allow(non_snake_case, reason = "type parameters double as variable names")]
        impl<$($state: FromCall,)*> Parameters for ($($state,)*) {
            type Shared = ($($state::Shared,)*);

            fn prepare(_states: &States) -> Result<Self::Shared, RegisterError> {
                Ok(($($state::prepare(_states)?,)*))
            }

            fn from_call(
                ($($state,)*): &Self::Shared,
                _context: &ExecutionContext<'_>,
            ) -> Result<Self, ToolError> {
                Ok(($($state::from_call($state, _context)?,)*))
            }
        }

        #[allow(non_snake_case, reason = "type parameters double as variable names")]
        impl<F, R, T, O, E, $($state,)*> Handler<(Async, T, $($state,)*)> for F
        where
            F: Fn($($state,)* T) -> R + Send + Sync + 'static,
            R: Future<Output = Result<O, E>> + Send,
            T: Tool + Send,
            O: OutputOf<T>,
            E: IntoToolError,
            $($state: FromCall,)*
        {
            type Arguments = T;
            type Extracted = ($($state,)*);

            fn call(
                self: Arc<Self>,
                ($($state,)*): Self::Extracted,
                arguments: T,
            ) -> impl Future<Output = Result<ToolOutput, ToolError>> + Send {
                self($($state,)* arguments).map(convert_output)
            }
        }

        #[allow(non_snake_case, reason = "type parameters double as variable names")]
        impl<F, T, O, E, $($state,)*> Handler<(Blocking, T, $($state,)*)> for F
        where
            F: Fn($($state,)* T) -> Result<O, E> + Send + Sync + 'static,
            T: Tool + Send,
            O: OutputOf<T>,
            E: IntoToolError,
            $($state: FromCall,)*
        {
            type Arguments = T;
            type Extracted = ($($state,)*);
            const RUNS_ON: bool = true;

            async fn call(
                self: Arc<Self>,
                ($($state,)*): Self::Extracted,
                arguments: T,
            ) -> Result<ToolOutput, ToolError> {
                run_blocking(move || convert_output(self($($state,)* arguments))).await
            }
        }
    };
}

handlers!();
handlers!(S1);
handlers!(S1, S2);
handlers!(S1, S2, S3);
handlers!(S1, S2, S3, S4);

fn convert_output<O: IntoOutput, E: IntoToolError>(
    result: Result<O, E>,
) -> Result<ToolOutput, ToolError> {
    match result {
        Ok(value) => value.into_output(),
        Err(error) => Err(error.into_tool_error()),
    }
}

/// Runs blocking code on a thread. A call that was dropped before it started does not start.
async fn run_blocking(
    run: impl FnOnce() -> Result<ToolOutput, ToolError> + Send + 'static,
) -> Result<ToolOutput, ToolError> {
    let span = Span::current();
    let task = tokio::task::spawn_blocking(move || span.in_scope(run));
    match AbortOnDropHandle::new(task).await {
        Ok(result) => result,
        // The service turns it into an error, as it does with every panic.
        Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
        Err(error) => {
            let failure = Failure::new("the runtime is shutting down").with_source(error);
            Err(ToolError::Cancelled(failure.not_run()))
        }
    }
}
