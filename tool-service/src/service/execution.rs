//! One call, from what the model sent to its result.

use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::time::Duration;

use futures_util::FutureExt;
use serde_json::Value;
use tool_core::call::InvalidCall;
use tool_core::issue::Repair;
use tool_core::{Reader, Reading, ToolArgError};
use tracing::{Instrument, Span, field, info_span};

use super::progress::CallProgress;
use super::registry::Tools;
use super::resumed::Resumed;
use super::retry_loop::RetryLoop;
use super::state::ServiceState;
use crate::call::{Merged, READ_RESULT, unless_cancelled};
use crate::executor::AnyArguments;
use crate::results::Results;
use crate::{
    CallOptions, Content, Failure, RegisteredTool, ToolCall, ToolError, ToolOutput, ToolResult,
};

/// How long the store may take for a long result.
const MAX_KEEPING: Duration = Duration::from_secs(30);

tokio::task_local! {
    /// The services whose hooks are asked in this task, by their addresses.
    static ASKS_HOOKS_OF: Vec<usize>;
}

/// A call under way, with the tools as they stood when it began.
pub(crate) struct CallExecution<'a> {
    pub(super) inner: &'a ServiceState,
    tools: &'a Tools,
    pub(super) call: &'a ToolCall,
    options: &'a CallOptions,
    /// What a person answered, if the call waited.
    pub(super) resumed: Option<Resumed<'a>>,
}

/// A tool that was found, and the reader of its arguments.
pub(super) struct ResolvedTool<'a> {
    pub(super) tool: &'a RegisteredTool,
    /// How the call is run.
    pub(super) options: Merged<'a>,
    pub(super) reader: Reader<'a>,
    /// Most calls have none.
    repair: Option<Box<Repair>>,
}

impl ResolvedTool<'_> {
    pub(super) fn read(&self, call: &ToolCall) -> Result<Reading<AnyArguments>, ToolArgError> {
        self.tool.executor().read(&self.reader, call.input())
    }
}

impl<'a> CallExecution<'a> {
    pub(crate) fn new(
        inner: &'a ServiceState,
        tools: &'a Tools,
        call: &'a ToolCall,
        options: &'a CallOptions,
    ) -> Self {
        Self {
            inner,
            tools,
            call,
            options,
            resumed: None,
        }
    }

    /// The same call, after a person answered.
    pub(crate) fn with_answer(self, resumed: Resumed<'a>) -> Self {
        Self {
            resumed: Some(resumed),
            ..self
        }
    }

    /// Runs the call. The result lacks the id, and the name if it is that of the call: the caller
    /// moves them there by [`ToolResult::end`].
    pub(crate) async fn execute(&self, result: &mut ToolResult) {
        // The names are those of OpenTelemetry's conventions for generative AI.
        let span = info_span!(
            target: "tool_service",
            "execute_tool",
            "gen_ai.operation.name" = "execute_tool",
            "gen_ai.tool.name" = field::Empty,
            "gen_ai.tool.call.id" = self.call.id,
            "error.type" = field::Empty,
        );
        if span.is_disabled() {
            // The future is large, so that moving it is slow.
            pin!(self.run_to_result(&span, result)).await;
            return;
        }
        self.run_to_result(&span, result)
            .instrument(span.clone())
            .await;
    }

    async fn run_to_result(&self, span: &Span, result: &mut ToolResult) {
        let mut progress = CallProgress::begin(self.inner, self.call, self.options, span, result);
        if let Err(error) = self.run_guarded(&mut progress).await {
            progress.fail(error);
        }
        let max = progress.options().max_output_or_default();
        let kept = match self.long_text(&progress, max) {
            Some((results, text)) => self.keep(results, text).await,
            None => None,
        };
        progress.result.bound(max, kept.as_deref());
        if let Some(note) = progress.note.take()
            && progress.result.error.is_none()
        {
            progress.result.content.push(Content::Text(note));
        }
        if let Some(record) = progress.end() {
            // What it panics with is logged where it runs.
            let _ = record.await;
        }
    }

    /// Returns the text of a result that is longer than a model may be shown, if there is a store
    /// that keeps it.
    #[inline]
    fn long_text(&self, progress: &CallProgress<'_>, max: usize) -> Option<(&'a Results, String)> {
        let results = self.inner.results.as_ref()?;
        // What is read of a result is not kept once more.
        let is_kept = progress.tool != READ_RESULT && self.tools.get(READ_RESULT).is_some();
        let text = if is_kept {
            progress.result.long_text(max)
        } else {
            None
        };
        Some((results, text?))
    }

    /// Keeps the text of a result, and returns its id. The tool was run: whatever the store does,
    /// the result is not lost.
    async fn keep(&self, results: &Results, text: String) -> Option<String> {
        let options = CallOptions::merge([self.options, &self.inner.options]);
        let kept = AssertUnwindSafe(results.keep(text, options.extensions())).catch_unwind();
        let error = match tokio::time::timeout(MAX_KEEPING, kept).await {
            Ok(Ok(Ok(id))) => return Some(id),
            Ok(Ok(Err(error))) => error,
            Ok(Err(panic)) => ToolError::from_panic("the store", &*panic).into(),
            Err(elapsed) => elapsed.into(),
        };
        tracing::error!(target: "tool_service", %error, "a long result is not kept");
        None
    }

    async fn run_guarded(&self, progress: &mut CallProgress<'a>) -> Result<(), ToolError> {
        let answer = {
            // All code of others that a call runs is in here, also that of dropping it.
            let answer = pin!(async {
                let answer = pin!(self.answer(&mut *progress));
                unless_cancelled([&self.inner.options, self.options], answer).await
            });
            AssertUnwindSafe(answer).catch_unwind().await
        };
        match answer {
            Ok(Some(answer)) => answer,
            Ok(None) => Err(progress.cancelled_error()),
            Err(panic) => Err(progress.panic_error(&*panic)),
        }
    }

    async fn answer(&self, progress: &mut CallProgress<'a>) -> Result<(), ToolError> {
        progress.check_runtime()?;
        if let Some(resumed) = self.resumed {
            progress.set_tool_name(resumed.pending.tool());
            resumed.check(self.inner, self.options).await?;
        }
        let resolved = if self.inner.hooks.is_empty_before() {
            None
        } else {
            Some(self.apply_before().await?)
        };
        let call = resolved.as_ref().unwrap_or(self.call);
        let mut found = self.resolve_tool()?;
        progress.begin_tool(found.tool, found.options.clone());
        let reading = match found.read(call) {
            Ok(reading) => reading,
            Err(error) => {
                progress.report_repairs(found.repair.into_iter().map(|repair| *repair).collect());
                let error = self.hide_variables(error, call);
                self.reject(error, &found.options, progress.result).await;
                return Ok(());
            }
        };
        let mut reading = self.read_as_sent(reading, call);
        if let Some(repair) = found.repair.take() {
            reading.repairs.insert(0, *repair);
        }
        progress.report_repairs(reading.repairs);
        progress.report_ignored(reading.ignored, &found.options);
        let output = {
            let output = pin!(self.run(&found, call, reading.value, &mut *progress));
            unless_cancelled([found.tool.own_options()], output).await
        };
        match output {
            // What a tool finds in its arguments is told as what reading finds.
            Some(Err(ToolError::Validation(error))) => {
                let error = self.hide_variables(error, call);
                self.reject(error, &found.options, progress.result).await;
                Ok(())
            }
            Some(outcome) => outcome,
            None => Err(progress.cancelled_error()),
        }
    }

    pub(crate) async fn validate(&self) -> Result<Reading<Value>, ToolError> {
        let reading = AssertUnwindSafe(self.read_call()).catch_unwind().await;
        reading.unwrap_or_else(|panic| Err(ToolError::from_panic("the reading", &*panic).not_run()))
    }

    /// Reads the arguments as those of a call, and then as a value.
    async fn read_call(&self) -> Result<Reading<Value>, ToolError> {
        let service = self.address();
        let is_in_hook = ASKS_HOOKS_OF.try_with(|asked| asked.contains(&service)) == Ok(true);
        let resolved = if is_in_hook || self.inner.hooks.is_empty_before() {
            None
        } else {
            Some(self.apply_before().await?)
        };
        let call = resolved.as_ref().unwrap_or(self.call);
        let found = self.resolve_tool()?;
        let read = || {
            let executor = found.tool.executor();
            executor.read(&found.reader, call.input())?;
            found.reader.read::<Value>(call.input())
        };
        let reading = read().map_err(|error| self.hide_variables(error, call))?;
        let mut reading = self.read_as_sent(reading, call);
        reading
            .repairs
            .splice(0..0, found.repair.map(|repair| *repair));
        Ok(reading)
    }

    /// The call with its variables resolved by the hooks.
    async fn apply_before(&self) -> Result<ToolCall, ToolError> {
        let options = CallOptions::merge([self.options, &self.inner.options]);
        let hooks = &self.inner.hooks;
        let resolved = hooks.apply_before(self.call, options.extensions());
        let mut asked = ASKS_HOOKS_OF.try_with(Vec::clone).unwrap_or_default();
        asked.push(self.address());
        let resolved = ASKS_HOOKS_OF.scope(asked, resolved).await;
        let resolved = resolved.map_err(ToolError::not_run)?;
        Ok(ToolCall {
            arguments: resolved.arguments,
            ..self.call.clone()
        })
    }

    fn address(&self) -> usize {
        std::ptr::from_ref(self.inner).addr()
    }

    /// The tool that is called. It is found by the call as it was sent: an unknown name is
    /// told of with its arguments.
    fn resolve_tool(&self) -> Result<ResolvedTool<'a>, ToolError> {
        let (tools, call) = (self.tools, self.call);
        if let Some(tool) = tools.get(&call.name) {
            let reader = self.with_settings(tool.definition().reader(), tool);
            return Ok(self.resolve_as(tool, reader, None));
        }
        let mut found = None;
        let settings = |reader: Reader<'a>| {
            // `Tools` keeps the definitions and the tools in step, so there is one.
            found = tools.get(reader.definition().name());
            match found {
                Some(tool) => self.with_settings(reader, tool),
                None => reader,
            }
        };
        let definitions = tools.definitions();
        let resolved = definitions
            .resolve_call(&call.name, &call.arguments, settings)
            .map_err(ToolError::from_call_error)?;
        let tool = found.ok_or_else(|| {
            let name = resolved.reader.definition().name();
            let message = format!("the definition {name:?} has no registered tool");
            ToolError::NotFound(Failure::new(message).not_run())
        })?;
        Ok(self.resolve_as(tool, resolved.reader, resolved.repair))
    }

    fn resolve_as(
        &self,
        tool: &'a RegisteredTool,
        reader: Reader<'a>,
        repair: Option<Repair>,
    ) -> ResolvedTool<'a> {
        ResolvedTool {
            tool,
            options: self.options_of(tool),
            reader,
            repair: repair.map(Box::new),
        }
    }

    /// The reader as the call and the options of its tool have it.
    fn with_settings(&self, reader: Reader<'a>, tool: &RegisteredTool) -> Reader<'a> {
        let options = [self.options, tool.own_options(), &self.inner.options];
        match options.into_iter().find_map(CallOptions::reading) {
            Some(leniency) => reader.leniency(leniency),
            None => reader,
        }
    }

    /// How a call of that tool is run.
    fn options_of(&self, tool: &'a RegisteredTool) -> Merged<'a> {
        CallOptions::merge([self.options, tool.own_options(), &self.inner.options])
    }

    /// The error of the call as it was sent, without what its variables stand for.
    fn hide_variables(&self, error: ToolArgError, read: &ToolCall) -> ToolArgError {
        if self.is_as_sent(read) {
            error
        } else {
            error.as_sent(self.call.arguments.clone())
        }
    }

    /// The reading, with the repairs of the call as it was sent.
    #[inline]
    fn read_as_sent<T>(&self, reading: Reading<T>, read: &ToolCall) -> Reading<T> {
        if self.is_as_sent(read) {
            reading
        } else {
            reading.as_sent(&self.call.arguments)
        }
    }

    /// Whether the arguments that were read are those that were sent. Where there are no
    /// hooks the call is the same one, and is not compared with itself.
    #[inline]
    pub(super) fn is_as_sent(&self, read: &ToolCall) -> bool {
        std::ptr::eq(read, self.call) || read.arguments == self.call.arguments
    }

    /// Sets the result of a call whose arguments do not fit: the answer of the tool for invalid
    /// calls if there is one, else the text that the options name.
    async fn reject(&self, error: ToolArgError, options: &CallOptions, result: &mut ToolResult) {
        // What this tool does wrong costs the model its words, and no more.
        let told = AssertUnwindSafe(self.run_invalid_tool(&error)).catch_unwind();
        let output = match told.await {
            Ok(Some(output)) => output,
            _ => ToolOutput::text(error.render(options.retry_format())),
        };
        result.answer(output.error());
        result.error = Some(ToolError::Validation(error));
    }

    async fn run_invalid_tool(&self, error: &ToolArgError) -> Option<ToolOutput> {
        let definition = self.tools.definitions().invalid_call()?;
        let tool = self.tools.get(definition.name())?;
        let arguments = serde_json::to_value(InvalidCall::from(error.clone())).ok()?;
        let call = ToolCall::new(definition.name(), arguments);
        let found = self.resolve_as(tool, definition.reader(), None);
        let authorized = if self.needs_settled_arguments(&found) {
            Some(self.authorize(&found, &call, &call, None).await.ok()?)
        } else {
            None
        };
        let call = authorized.as_ref().unwrap_or(&call);
        let read = || Ok(found.read(call)?.value);
        let attempts = RetryLoop {
            tool,
            call,
            options: &found.options,
            middleware: &self.inner.middleware,
        };
        attempts.run(read().ok()?, read, None).await.ok()
    }
}
