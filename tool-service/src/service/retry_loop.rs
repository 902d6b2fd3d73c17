//! Runs the attempts of a call: time limits, retries, delays, panics.

use std::future::poll_fn;
use std::task::Poll;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::Value;
use tool_core::Arguments;

use super::progress::CallProgress;
use crate::executor::{
    AnyArguments, Attempt, ExecutionContext, FailedAttempt, Next, RetryAdvice, Stack,
};
use crate::{CallOptions, Failure, RegisteredTool, ToolCall, ToolError, ToolOutput};

/// The attempts of one call.
#[derive(Clone, Copy)]
pub(crate) struct RetryLoop<'a> {
    pub(crate) tool: &'a RegisteredTool,
    pub(crate) call: &'a ToolCall,
    pub(crate) options: &'a CallOptions,
    /// Middleware of the service.
    pub(crate) middleware: &'a Stack,
}

impl RetryLoop<'_> {
    /// Runs the tool until it answers or another attempt makes no sense.
    ///
    /// Parsed arguments are consumed by one attempt: `again` reads them for the next.
    pub(crate) async fn run(
        self,
        first: AnyArguments,
        again: impl Fn() -> Result<AnyArguments, ToolError>,
        mut progress: Option<&mut CallProgress<'_>>,
    ) -> Result<ToolOutput, ToolError> {
        let mut arguments = first;
        let mut waits = None;
        let mut number: u32 = 0;
        let mut may_have_run = false;
        loop {
            number = number.saturating_add(1);
            if let Some(progress) = &mut progress {
                progress.result.attempts = number;
            }
            // An inline block, because each async function would copy the output twice.
            let (error, is_running) = {
                let listen = || Some(progress.as_deref()?.listener(self.options));
                let attempt = Attempt::begin(self.options, &listen);
                let mut run = self.start(number, arguments, &attempt);
                // Most tools complete at the first poll and need no timer.
                let polled = poll_fn(|context| Poll::Ready(run.poll_unpin(context))).await;
                let outcome = match polled {
                    Poll::Ready(outcome) => outcome,
                    Poll::Pending => attempt.run_within_time(run).await,
                };
                match outcome {
                    Ok(output) => {
                        output.check(self.tool.definition())?;
                        return Ok(output);
                    }
                    Err(error) => (error, attempt.is_running()),
                }
            };
            let wait = waits
                .get_or_insert_with(|| self.options.backoff())
                .next()
                // A tool that is still running must not run twice concurrently.
                .filter(|_| !is_running)
                .and_then(|wait| self.wait(number, &error, wait));
            let Some(wait) = wait else {
                // An earlier attempt may have run even if the last one did not.
                let may_have_run = may_have_run || error.may_have_run();
                return Err(error.with_may_have_run(may_have_run));
            };
            may_have_run |= error.may_have_run();
            if let Some(progress) = &progress {
                progress.report_retry(wait, &error);
            }
            tokio::time::sleep(wait).await;
            arguments = again()?;
        }
    }

    /// Starts the tool with its middleware.
    fn start<'b>(
        &'b self,
        number: u32,
        arguments: AnyArguments,
        attempt: &'b Attempt<'b>,
    ) -> BoxFuture<'b, Result<ToolOutput, ToolError>> {
        let context = ExecutionContext {
            definition: self.tool.definition(),
            call: self.call,
            attempt: number,
            extensions: self.options.extensions(),
            running: Some(attempt),
        };
        let run = Next {
            stacks: [self.middleware, self.tool.middleware()].map(Stack::as_slice),
            executor: self.tool.executor(),
            typed: arguments,
            arguments: match &self.call.arguments {
                Arguments::Value(value) => value,
                // With middleware, the arguments are a value.
                Arguments::Text(_) => &Value::Null,
            },
            context,
        };
        run.boxed()
    }

    /// Returns the delay before the next attempt, or `None` to stop. `backoff` is the delay of the
    /// options.
    fn wait(self, attempt: u32, error: &ToolError, backoff: Duration) -> Option<Duration> {
        let failed = FailedAttempt {
            error,
            definition: self.tool.definition(),
            attempt,
            idempotent: self.options.says_idempotent(),
        };
        if matches!(error, ToolError::Validation(_)) {
            // Invalid arguments stay invalid.
            return None;
        }
        let asked = error.failure().and_then(Failure::retry_after);
        let longest = self.options.max_delay_or_default();
        let wait = match self.tool.executor().retry(&failed) {
            RetryAdvice::Never => return None,
            RetryAdvice::Backoff => return Some(backoff),
            RetryAdvice::After(wait) => return (wait <= longest).then_some(wait),
            RetryAdvice::Standard if !self.is_worth_it(error) => return None,
            RetryAdvice::Standard => match asked {
                Some(asked) => asked,
                None => return Some(backoff),
            },
        };
        // A server that asks for no delay does not switch the backoff off.
        (wait <= longest).then(|| backoff.max(self.options.add_jitter(wait)))
    }

    /// Returns whether a retry may succeed and does no harm.
    fn is_worth_it(self, error: &ToolError) -> bool {
        let may_help = matches!(
            error,
            ToolError::Network(_)
                | ToolError::Timeout(_)
                | ToolError::RateLimit(_)
                | ToolError::Server(_)
        );
        may_help && (!error.may_have_run() || self.may_be_repeated())
    }

    /// Returns whether a repeated call has no additional effect.
    fn may_be_repeated(self) -> bool {
        let annotations = self.tool.definition().annotations();
        self.options
            .says_idempotent()
            .unwrap_or(annotations.idempotent == Some(true) || annotations.read_only == Some(true))
    }
}
