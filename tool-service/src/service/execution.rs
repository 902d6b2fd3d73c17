//! Executes one call: from the input of the model to the result.

use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::time::Duration;

use futures_util::FutureExt;
use serde_json::Value;
use tool_core::call::InvalidCallTool;
use tool_core::issue::Repair;
use tool_core::{CallError, Definition, Reader, Reading, ToolArgError};
use tracing::{Instrument, Span, field, info_span};

use super::progress::CallProgress;
use super::registry::Tools;
use super::resumed::Resumed;
use super::retry_loop::RetryLoop;
use super::state::ServiceState;
use crate::call::{Merged, READ_RESULT, run_unless_cancelled};
use crate::executor::AnyArguments;
use crate::results::Results;
use crate::{
    CallOptions, Content, Failure, RegisteredTool, ToolCall, ToolError, ToolOutput, ToolResult,
};

/// Maximum time for storing a long result.
const MAX_STORE_TIME: Duration = Duration::from_secs(30);

tokio::task_local! {
    /// Addresses of the services whose hooks run in this task.
    static ASKS_HOOKS_OF: Vec<usize>;
}

/// The execution of a call, with a snapshot of the tools.
pub(crate) struct CallExecution<'a> {
    pub(super) inner: &'a ServiceState,
    tools: &'a Tools,
    pub(super) call: &'a ToolCall,
    options: &'a CallOptions,
    /// The answer of a person, if the call was pending.
    pub(super) resumed: Option<Resumed<'a>>,
}

/// A resolved tool, and the reader of its arguments.
pub(super) struct ResolvedTool<'a> {
    pub(super) tool: &'a RegisteredTool,
    /// Options of the call.
    pub(super) options: Merged<'a>,
    pub(super) reader: Reader<'a>,
    /// Repair of the name. Boxed, because it is rare.
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

    /// Adds the answer of a person.
    pub(crate) fn with_answer(self, resumed: Resumed<'a>) -> Self {
        Self {
            resumed: Some(resumed),
            ..self
        }
    }

    /// Runs the call. The result lacks the id and, unless the tool was found by another name, the
    /// name. The caller moves them there by [`ToolResult::end`].
    pub(crate) async fn execute(&self, result: &mut ToolResult) {
        // The names follow OpenTelemetry's conventions for generative AI.
        let span = info_span!(
            target: "tool_service",
            "execute_tool",
            "gen_ai.operation.name" = "execute_tool",
            "gen_ai.tool.name" = field::Empty,
            "gen_ai.tool.call.id" = self.call.id,
            "error.type" = field::Empty,
        );
        if span.is_disabled() {
            // Pinned, because the future is large and slow to move.
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
        let max_media = progress.options().max_media_or_default();
        progress.result.limit_media(max_media);
        let max = progress.options().max_output_or_default();
        let stored = match self.long_text(&progress, max) {
            Some((results, text)) => self.keep(results, text).await,
            None => None,
        };
        progress.result.truncate(max, stored.as_deref());
        if !progress.options().is_verbatim() {
            let tools = self.tools.definitions().iter();
            let tools: Vec<_> = tools.map(Definition::name).collect();
            progress.result.neutralize(&tools);
        }
        if let Some(note) = progress.note.take()
            && progress.result.error.is_none()
        {
            progress.result.content.push(Content::Text(note));
        }
        if let Some(record) = progress.end() {
            // The task logs a panic of the hook.
            let _ = record.await;
        }
    }

    /// Returns the text of a result that is too long, if there is a store.
    #[inline]
    fn long_text(&self, progress: &CallProgress<'_>, max: usize) -> Option<(&'a Results, String)> {
        let results = self.inner.results.as_ref()?;
        // Parts of a stored result are not stored again.
        let is_kept = progress.tool != READ_RESULT && self.tools.get(READ_RESULT).is_some();
        let text = if is_kept {
            progress.result.long_text(max)
        } else {
            None
        };
        Some((results, text?))
    }

    /// Stores the text of a result and returns its id. A failure of the store must not lose the
    /// result, because the tool has run.
    async fn keep(&self, results: &Results, text: String) -> Option<String> {
        let options = CallOptions::merge([self.options, &self.inner.options]);
        let stored = AssertUnwindSafe(results.keep(text, options.extensions())).catch_unwind();
        let error = match tokio::time::timeout(MAX_STORE_TIME, stored).await {
            Ok(Ok(Ok(id))) => return Some(id),
            Ok(Ok(Err(error))) => error,
            Ok(Err(panic)) => ToolError::from_panic("the store", &*panic).into(),
            Err(elapsed) => elapsed.into(),
        };
        tracing::error!(target: "tool_service", %error, "a long result was not stored");
        None
    }

    async fn run_guarded(&self, progress: &mut CallProgress<'a>) -> Result<(), ToolError> {
        let answer = {
            // This future contains all foreign code of a call, including its drop.
            let answer = pin!(async {
                let answer = pin!(self.answer(&mut *progress));
                run_unless_cancelled([&self.inner.options, self.options], answer).await
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
        let mut found = match self.resolve_tool() {
            Ok(found) => found,
            Err(ToolError::UnknownTool(error)) => {
                self.reject_name(error, progress.result).await;
                return Ok(());
            }
            Err(error) => return Err(error),
        };
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
            run_unless_cancelled([found.tool.own_options()], output).await
        };
        match output {
            // Errors of the tool about its arguments look like errors of the reader.
            Some(Err(ToolError::Validation(error))) => {
                let error = self.hide_variables(error, call);
                self.reject(error, &found.options, progress.result).await;
                Ok(())
            }
            Some(outcome) => {
                outcome?;
                progress.classify_reported_failure();
                Ok(())
            }
            None => Err(progress.cancelled_error()),
        }
    }

    pub(crate) async fn validate(&self) -> Result<Reading<Value>, ToolError> {
        let reading = AssertUnwindSafe(self.read_call()).catch_unwind().await;
        reading.unwrap_or_else(|panic| Err(ToolError::from_panic("the reader", &*panic).not_run()))
    }

    /// Reads the arguments as raw input, then as a value.
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

    /// Returns the call with its variables resolved by the hooks.
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

    /// Resolves the called tool. It uses the call of the model, because the error of an unknown
    /// name shows the arguments.
    fn resolve_tool(&self) -> Result<ResolvedTool<'a>, ToolError> {
        let (tools, call) = (self.tools, self.call);
        if let Some(tool) = tools.get(&call.name) {
            let reader = self.with_settings(tool.definition().reader(), tool);
            return Ok(self.resolve_as(tool, reader, None));
        }
        let mut found = None;
        let settings = |reader: Reader<'a>| {
            // `Tools` keeps definitions and tools consistent, so the tool exists.
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

    /// Configures the reader by the call and the options of its tool.
    fn with_settings(&self, reader: Reader<'a>, tool: &RegisteredTool) -> Reader<'a> {
        let options = [self.options, tool.own_options(), &self.inner.options];
        match options.into_iter().find_map(CallOptions::reading) {
            Some(leniency) => reader.leniency(leniency),
            None => reader,
        }
    }

    /// Merges the options of the call, its tool and the service.
    fn options_of(&self, tool: &'a RegisteredTool) -> Merged<'a> {
        CallOptions::merge([self.options, tool.own_options(), &self.inner.options])
    }

    /// Rewrites an error to show the call of the model, without the values of variables.
    fn hide_variables(&self, error: ToolArgError, read: &ToolCall) -> ToolArgError {
        if self.is_as_sent(read) {
            error
        } else {
            error.as_sent(self.call.arguments.clone())
        }
    }

    /// Replaces the repairs with the repairs of the model's call.
    #[inline]
    fn read_as_sent<T>(&self, reading: Reading<T>, read: &ToolCall) -> Reading<T> {
        if self.is_as_sent(read) {
            reading
        } else {
            reading.as_sent(&self.call.arguments)
        }
    }

    /// Returns whether hooks left the arguments unchanged. Without hooks, both calls are the same
    /// reference, and the comparison is skipped.
    #[inline]
    pub(super) fn is_as_sent(&self, read: &ToolCall) -> bool {
        std::ptr::eq(read, self.call) || read.arguments == self.call.arguments
    }

    /// Sets the result of a call with invalid arguments: the answer of the tool for invalid calls,
    /// or the text in the format of the options.
    async fn reject(&self, error: ToolArgError, options: &CallOptions, result: &mut ToolResult) {
        // A failure of this tool only loses its text.
        let text = error.render(options.retry_style());
        let mut invalid = InvalidCallTool::from(error.clone());
        invalid.error.clone_from(&text);
        let answer = AssertUnwindSafe(self.run_invalid_tool(&invalid)).catch_unwind();
        let output = match answer.await {
            Ok(Some(output)) => output,
            _ => ToolOutput::text(text),
        };
        result.answer(output.error());
        result.error = Some(ToolError::Validation(error));
    }

    /// Sets the result of a call of an unknown tool, like [`reject`](Self::reject).
    async fn reject_name(&self, error: CallError, result: &mut ToolResult) {
        let invalid = InvalidCallTool::from(error.clone());
        let answer = AssertUnwindSafe(self.run_invalid_tool(&invalid)).catch_unwind();
        result.fail(&self.call.name, ToolError::UnknownTool(error));
        if let Ok(Some(output)) = answer.await {
            result.answer(output.error());
        }
    }

    async fn run_invalid_tool(&self, invalid: &InvalidCallTool) -> Option<ToolOutput> {
        let definition = self.tools.definitions().invalid_call()?;
        let tool = self.tools.get(definition.name())?;
        let arguments = serde_json::to_value(invalid).ok()?;
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
