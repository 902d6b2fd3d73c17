use std::any::Any;
use std::future::ready;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tool_core::{Input, Reader, Reading, ToolArgError};

use super::{ExecutionContext, Executor, FailedAttempt, RetryAdvice};
use crate::{Failure, ToolError, ToolOutput};

/// Parsed arguments of the type that their executor expects.
pub(crate) type AnyArguments = Box<dyn Any + Send>;

/// An executor with its argument type erased.
pub(crate) trait AnyExecutor: Send + Sync {
    fn kind(&self) -> &'static str;

    fn server(&self) -> Option<&str>;

    fn read(
        &self,
        reader: &Reader<'_>,
        input: Input<'_>,
    ) -> Result<Reading<AnyArguments>, ToolArgError>;

    fn execute<'a>(
        &'a self,
        arguments: AnyArguments,
        context: ExecutionContext<'a>,
    ) -> BoxFuture<'a, Result<ToolOutput, ToolError>>;

    fn retry(&self, failed: &FailedAttempt<'_>) -> RetryAdvice;
}

impl<E: Executor> AnyExecutor for E {
    fn kind(&self) -> &'static str {
        Executor::kind(self)
    }

    fn server(&self) -> Option<&str> {
        Executor::server(self)
    }

    fn read(
        &self,
        reader: &Reader<'_>,
        input: Input<'_>,
    ) -> Result<Reading<AnyArguments>, ToolArgError> {
        let reading = reader.read::<E::Arguments>(input)?;
        Ok(reading.map(|arguments| Box::new(arguments) as AnyArguments))
    }

    fn execute<'a>(
        &'a self,
        arguments: AnyArguments,
        context: ExecutionContext<'a>,
    ) -> BoxFuture<'a, Result<ToolOutput, ToolError>> {
        let Ok(arguments) = arguments.downcast::<E::Arguments>() else {
            // `read` of the same executor created them.
            let failure = Failure::new("the arguments belong to another tool");
            return ready(Err(ToolError::ToolExecution(failure.not_run()))).boxed();
        };
        Executor::execute(self, *arguments, context).boxed()
    }

    fn retry(&self, failed: &FailedAttempt<'_>) -> RetryAdvice {
        Executor::retry(self, failed)
    }
}
