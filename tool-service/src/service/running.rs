//! One call, from what the model sent to its result.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;
use serde_json::Value;
use tool_core::{InvalidCall, Reader, Reading, Repair, ToolArgError};
use tracing::{Instrument, field, info_span};

use super::answer::{self, Answer};
use super::attempts::{Attempts, panicked};
use super::inner::Inner;
use super::progress::Progress;
use super::registry::Tools;
use crate::{Failure, Options, RegisteredTool, ToolCall, ToolError, ToolOutput, ToolResult};

/// A call under way, with the tools as they stood when it began.
pub(crate) struct Running<'a> {
    inner: &'a Inner,
    tools: &'a Tools,
    call: &'a ToolCall,
    options: &'a Options,
}

/// A tool that was found, and the reader of its arguments.
struct Found<'a> {
    tool: &'a RegisteredTool,
    reader: Reader<'a>,
    repair: Option<Repair>,
}

impl<'a> Running<'a> {
    pub(crate) fn new(
        inner: &'a Inner,
        tools: &'a Tools,
        call: &'a ToolCall,
        options: &'a Options,
    ) -> Self {
        Self {
            inner,
            tools,
            call,
            options,
        }
    }

    pub(crate) async fn execute(&self) -> ToolResult {
        // The names are those of OpenTelemetry's conventions for generative AI.
        let span = info_span!(
            target: "tool_service",
            "execute_tool",
            "gen_ai.operation.name" = "execute_tool",
            "gen_ai.tool.name" = field::Empty,
            "gen_ai.tool.call.id" = self.call.id,
            "error.type" = field::Empty,
        );
        self.answered().instrument(span).await
    }

    async fn answered(&self) -> ToolResult {
        let mut progress = Progress::begin(self.inner, self.call);
        let answer = self.stoppable(&mut progress).await;
        let result = answer::result(self.call, &mut progress, answer);
        progress.end(&result);
        let recorded = self.inner.hooks.record(self.call, &result);
        if let Err(panic) = AssertUnwindSafe(recorded).catch_unwind().await {
            tracing::error!(target: "tool_service", error = %panicked(&*panic), "a hook after a call panicked");
        }
        result
    }

    async fn stoppable(&self, progress: &mut Progress<'_>) -> Result<Answer, ToolError> {
        let options = self.options.over(&self.inner.options);
        // All code of others that a call runs is in here.
        let answer = AssertUnwindSafe(self.answer(progress)).catch_unwind();
        let answer = match options.cancellation() {
            Some(token) => token.run_until_cancelled(answer).await,
            None => Some(answer.await),
        };
        match answer {
            Some(Ok(answer)) => answer,
            Some(Err(panic)) => Err(panicked(&*panic)),
            None => Err(progress.cancelled()),
        }
    }

    async fn answer(&self, progress: &mut Progress<'_>) -> Result<Answer, ToolError> {
        let resolved = self.resolved().await?;
        let call = resolved.as_ref().unwrap_or(self.call);
        let mut found = self.found(call)?;
        progress.found(found.tool.definition().name());
        let read = || {
            let reading = found.tool.executor().read(&found.reader, &call.arguments);
            reading.map_err(|error| self.told(error, resolved.as_ref()))
        };
        let mut reading = match read() {
            Ok(reading) => reading,
            Err(error) => return Ok(self.invalid(error).await),
        };
        reading.repairs.splice(0..0, found.repair.take());
        progress.coerced(reading.repairs);
        let options = self.options_of(found.tool);
        let attempts = Attempts {
            tool: found.tool,
            call,
            options: &options,
        };
        let output = attempts.run(reading.value, || Ok(read()?.value), Some(progress));
        match output.await {
            Ok(output) => Ok(Answer::of(output)),
            // What a tool finds in its arguments is told as what reading finds.
            Err(ToolError::Validation(error)) => Err(self.told(error, resolved.as_ref()).into()),
            Err(error) => Err(error),
        }
    }

    /// Reads the arguments as those of a call, and then as a value.
    pub(crate) async fn validate(&self) -> Result<Reading<Value>, ToolError> {
        let resolved = self.resolved().await?;
        let call = resolved.as_ref().unwrap_or(self.call);
        let found = self.found(call)?;
        let read = || {
            let executor = found.tool.executor();
            executor.read(&found.reader, &call.arguments)?;
            found.reader.read_arguments::<Value>(&call.arguments)
        };
        let mut reading = read().map_err(|error| self.told(error, resolved.as_ref()))?;
        reading.repairs.splice(0..0, found.repair);
        Ok(reading)
    }

    /// The call with its variables resolved, if there are hooks.
    async fn resolved(&self) -> Result<Option<ToolCall>, ToolError> {
        let resolved = self.inner.hooks.resolved(self.call).await?;
        Ok(resolved.map(|resolved| ToolCall {
            arguments: resolved.arguments,
            ..self.call.clone()
        }))
    }

    fn found(&self, call: &ToolCall) -> Result<Found<'a>, ToolError> {
        let (tools, finish) = (self.tools, call.finish);
        let settings = |reader: Reader<'a>| {
            let reader = reader.finish(finish);
            let tool = tools.get(reader.definition().name());
            match tool.and_then(|tool| self.options_of(tool).reading()) {
                Some(leniency) => reader.leniency(leniency),
                None => reader,
            }
        };
        let definitions = tools.definitions();
        let (reader, repair) = definitions.reader(&call.name, &call.arguments, settings)?;
        let name = reader.definition().name();
        // Each definition is that of a tool.
        let tool = tools.get(name).ok_or_else(|| {
            ToolError::NotFound(Failure::new("the tool is being registered").not_run())
        })?;
        Ok(Found {
            tool,
            reader,
            repair,
        })
    }

    /// How a call of that tool is run.
    fn options_of(&self, tool: &RegisteredTool) -> Options {
        let options = self.options.over(tool.own_options());
        options.over(&self.inner.options)
    }

    /// The error of the call as it was sent, without what its variables stand for.
    fn told(&self, error: ToolArgError, resolved: Option<&ToolCall>) -> ToolArgError {
        match resolved {
            Some(resolved) if resolved.arguments != self.call.arguments => {
                error.as_sent(self.call.arguments.clone())
            }
            _ => error,
        }
    }

    /// What the model is told of arguments that do not fit: the answer of the tool for
    /// invalid calls, where there is one, else the instruction.
    async fn invalid(&self, error: ToolArgError) -> Answer {
        let output = match self.told_by_tool(&error).await {
            Some(output) => output,
            None => ToolOutput::text(error.instruction()),
        };
        Answer {
            output: output.error(),
            error: Some(ToolError::Validation(error)),
        }
    }

    async fn told_by_tool(&self, error: &ToolArgError) -> Option<ToolOutput> {
        let definition = self.tools.definitions().invalid_call()?;
        let tool = self.tools.get(definition.name())?;
        let arguments = serde_json::to_value(InvalidCall::from(error.clone())).ok()?;
        let call = ToolCall::new(definition.name(), arguments);
        let read = || {
            let reading = tool.executor().read(&definition.reader(), &call.arguments);
            Ok(reading?.value)
        };
        let attempts = Attempts {
            tool,
            call: &call,
            options: &self.options_of(tool),
        };
        attempts.run(read().ok()?, read, None).await.ok()
    }
}
