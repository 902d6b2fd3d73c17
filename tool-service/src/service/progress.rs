use std::any::Any;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tool_core::issue::{Ignored, Repair};
use tracing::Span;

use super::state::ServiceState;
use crate::call::{Merged, describe_ignored};
use crate::event::Event;
use crate::executor::Listener;
use crate::{CallOptions, Failure, RegisteredTool, ToolCall, ToolError, ToolResult};

/// The progress of a call. It reports the end of a call even if the call is dropped.
pub(crate) struct CallProgress<'a> {
    inner: &'a ServiceState,
    sent: &'a ToolCall,
    /// Options of the caller.
    options: &'a CallOptions,
    /// Merged options, once the tool is resolved.
    merged: Option<Merged<'a>>,
    /// Number of the call.
    call: u64,
    began: Instant,
    /// Name of the tool. Until it is resolved, the name as the model sent it.
    pub(crate) tool: &'a str,
    /// The result so far, as [`CallExecution::execute`](super::execution::CallExecution::execute)
    /// leaves it.
    pub(crate) result: &'a mut ToolResult,
    /// A note for the model after the result of the tool.
    pub(crate) note: Option<String>,
    /// Runtime of the hooks that run after calls, if there are such hooks.
    runtime: Option<Handle>,
    /// Stored explicitly: without a subscriber, the current span belongs to other code.
    span: &'a Span,
    is_over: bool,
}

impl<'a> CallProgress<'a> {
    #[inline]
    pub(crate) fn begin(
        inner: &'a ServiceState,
        call: &'a ToolCall,
        options: &'a CallOptions,
        span: &'a Span,
        result: &'a mut ToolResult,
    ) -> Self {
        let number = inner.next_call();
        inner.events.send(|| Event::Started {
            call: number,
            id: call.id.clone(),
            name: call.name.clone(),
            extensions: CallOptions::merge([options, &inner.options])
                .extensions()
                .clone(),
        });
        let is_recorded = !inner.hooks.is_empty_after();
        Self {
            inner,
            sent: call,
            options,
            merged: None,
            call: number,
            began: Instant::now(),
            tool: &call.name,
            result,
            note: None,
            runtime: is_recorded.then(|| Handle::try_current().ok()).flatten(),
            span,
            is_over: false,
        }
    }

    #[inline]
    pub(crate) fn begin_tool(&mut self, tool: &'a RegisteredTool, options: Merged<'a>) {
        self.merged = Some(options);
        self.set_tool_name(tool.definition().name());
        self.span.record("gen_ai.tool.name", self.tool);
    }

    /// Sets the name of the tool. The result gets it only if it differs from the name of the call.
    /// Otherwise the name of the call is moved to the result at the end.
    #[inline]
    pub(crate) fn set_tool_name(&mut self, tool: &'a str) {
        self.tool = tool;
        self.result.tool.clear();
        if tool != self.sent.name {
            self.result.tool.push_str(tool);
        }
    }

    /// Returns the merged options, as far as the tool is known.
    #[inline]
    pub(crate) fn options(&self) -> Merged<'_> {
        match &self.merged {
            Some(options) => options.clone(),
            None => CallOptions::merge([self.options, &self.inner.options]),
        }
    }

    /// Fails if hooks that run after calls have no runtime. A call without a record must not run.
    #[inline]
    pub(crate) fn check_runtime(&self) -> Result<(), ToolError> {
        if self.runtime.is_some() || self.inner.hooks.is_empty_after() {
            return Ok(());
        }
        let failure = Failure::new("recording a call requires a tokio runtime");
        Err(ToolError::Configuration(failure.not_run()))
    }

    #[inline]
    pub(crate) fn report_repairs(&mut self, repairs: Vec<Repair>) {
        if repairs.is_empty() {
            return;
        }
        self.inner.events.send(|| Event::ArgumentsRepaired {
            call: self.call,
            tool: self.tool.to_owned(),
            repairs: repairs.as_slice().into(),
        });
        self.result.repairs = repairs;
    }

    /// Reports undeclared keys, and adds a note for the model about those that the options select.
    #[inline]
    pub(crate) fn report_ignored(&mut self, keys: Vec<Ignored>, options: &CallOptions) {
        if keys.is_empty() {
            return;
        }
        self.note = describe_ignored(&keys, options.notes_ignored());
        self.inner.events.send(|| Event::Ignored {
            call: self.call,
            tool: self.tool.to_owned(),
            keys: keys.into(),
        });
    }

    pub(crate) fn report_retry(&self, wait: Duration, error: &ToolError) {
        tracing::debug!(target: "tool_service", attempt = self.result.attempts, ?wait, %error, "retrying the tool");
        self.inner.events.send(|| Event::Retried {
            call: self.call,
            tool: self.tool.to_owned(),
            attempt: self.result.attempts,
            wait,
            error: error.clone(),
        });
    }

    /// Returns a listener that reports the progress of the tool.
    pub(crate) fn listener(&self, options: &CallOptions) -> Listener {
        let (events, call, tool) = (self.inner.events.clone(), self.call, self.tool.to_owned());
        let listener = options.progress_listener();
        Box::new(move |progress| {
            if let Some(listener) = &listener {
                listener.report(&progress);
            }
            events.send(|| Event::Progress {
                call,
                tool: tool.clone(),
                progress,
            });
        })
    }

    /// Creates the error of a call that panicked.
    pub(crate) fn panic_error(&self, panic: &(dyn Any + Send)) -> ToolError {
        match self.result.attempts {
            0 => ToolError::from_panic("code before the tool", panic).not_run(),
            _ => ToolError::from_panic("the tool", panic),
        }
    }

    /// Creates the error of a call that was cancelled.
    pub(crate) fn cancelled_error(&self) -> ToolError {
        let failure = Failure::new("the caller cancelled the call");
        ToolError::Cancelled(match self.result.attempts {
            0 => failure.not_run(),
            _ => failure,
        })
    }

    /// Gives a failure that the tool reported itself an error for the host. The model reads the
    /// text of the tool.
    pub(crate) fn classify_reported_failure(&mut self) {
        if self.result.is_error && self.result.error.is_none() {
            let failure = Failure::new("the tool reported a failure");
            self.result.error = Some(ToolError::ToolExecution(failure));
        }
    }

    /// Turns the result into the result of a failed call.
    pub(crate) fn fail(&mut self, error: ToolError) {
        self.result.fail(self.tool, error);
    }

    /// Reports the end of the call as an event and to the hooks after calls.
    #[inline]
    pub(crate) fn end(&mut self) -> Option<JoinHandle<()>> {
        self.report_end();
        let runtime = self.runtime.as_ref()?;
        let mut result = self.result.clone();
        result.end(self.sent.id.clone(), self.sent.name.clone());
        let extensions = self.options().extensions().clone();
        let hooks = &self.inner.hooks;
        Some(hooks.record(runtime, self.sent.clone(), result, extensions))
    }

    fn report_end(&mut self) {
        self.is_over = true;
        let call = self.call;
        let error = self.result.error.as_ref();
        if let Some(error) = error {
            self.span.record("error.type", error.class());
        }
        self.inner.events.send(|| match error {
            None => Event::Completed {
                call,
                tool: self.tool.to_owned(),
                took: self.began.elapsed(),
            },
            Some(error) => Event::Failed {
                call,
                tool: self.tool.to_owned(),
                error: error.clone(),
                took: self.began.elapsed(),
            },
        });
    }
}

impl Drop for CallProgress<'_> {
    fn drop(&mut self) {
        if !self.is_over {
            self.fail(self.cancelled_error());
            self.end();
        }
    }
}
