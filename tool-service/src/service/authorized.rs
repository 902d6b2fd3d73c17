//! Authorizes a call with parsed arguments.

use serde_json::{Map, Value};
use tool_core::{Arguments, ToolArgError};

use super::execution::{CallExecution, ResolvedTool};
use super::progress::CallProgress;
use super::resumed::{Resumed, find_approvals};
use super::retry_loop::RetryLoop;
use crate::approval::Approval;
use crate::approval::authorization::{Proposal, Verdict};
use crate::executor::AnyArguments;
use crate::{Failure, ToolCall, ToolError};

/// Maximum number of times that authorizations may change the arguments of one call.
const MAX_CHANGES: usize = 8;

impl ResolvedTool<'_> {
    /// Reads arguments into a value that needs no more repairs. One repair can enable another:
    /// after a null property is removed, an alias of it may apply. The value lacks the hidden
    /// properties, which neither a person nor the store of a host may see.
    fn read_settled(&self, arguments: &Arguments) -> Result<Value, ToolArgError> {
        let mut value = self.reader.read::<Value>(arguments)?.value;
        let definition = self.reader.definition();
        definition.remove_hidden(&mut value);
        for _ in 0..MAX_CHANGES {
            let reading = self.reader.read::<Value>(&value)?;
            value = reading.value;
            definition.remove_hidden(&mut value);
            if reading.repairs.is_empty() {
                break;
            }
        }
        Ok(value)
    }

    /// Reads authorized arguments into the type of the tool, without repairs. `sent` is the call of
    /// the model.
    fn read_authorized(&self, call: &ToolCall, sent: &ToolCall) -> Result<AnyArguments, ToolError> {
        let reading = self
            .read(call)
            .map_err(|error| refuse_authorized(error, sent))?;
        if reading.repairs.is_empty() {
            return Ok(reading.value);
        }
        let failure =
            Failure::new("the arguments of the tool differ from the authorized arguments");
        Err(ToolError::ToolExecution(failure.not_run()))
    }

    /// Hides the values that hooks inserted, for a person and for the store of a host. `resolved`
    /// are the arguments with the values, and `sent` the arguments of the model.
    fn restore_unresolved(
        &self,
        proposed: &Value,
        resolved: &Arguments,
        sent: &Arguments,
    ) -> Value {
        let sent = self.read_settled(sent).unwrap_or_else(|_| match sent {
            Arguments::Text(text) => Value::from(text.as_str()),
            Arguments::Value(value) => value.clone(),
        });
        match self.read_settled(resolved) {
            Ok(resolved) => restore_unresolved(proposed, &resolved, sent),
            Err(_) => sent,
        }
    }
}

/// Replaces a value that a hook inserted.
const HIDDEN: &str = "…";

/// Returns `sent`, with the changes that an authorization made to `resolved`. Values of `resolved`
/// that `sent` lacks are hidden.
fn restore_unresolved(proposed: &Value, resolved: &Value, sent: Value) -> Value {
    match (proposed, resolved) {
        _ if proposed == resolved => sent,
        (Value::Object(proposed), Value::Object(resolved)) => {
            let mut sent = match sent {
                Value::Object(sent) => sent,
                _ => Map::new(),
            };
            let fields = proposed.iter().map(|(key, proposed)| {
                let sent = sent.remove(key).unwrap_or_else(|| HIDDEN.into());
                let shown = match resolved.get(key) {
                    Some(resolved) => restore_unresolved(proposed, resolved, sent),
                    None => proposed.clone(),
                };
                (key.clone(), shown)
            });
            Value::Object(fields.collect())
        }
        (Value::Array(proposed), Value::Array(resolved)) => {
            let sent = sent.as_array().map_or(&[][..], Vec::as_slice);
            let is_in_place = proposed.len() == resolved.len() && sent.len() == resolved.len();
            let items = proposed.iter().enumerate().map(|(at, item)| {
                let sent = sent.get(at).filter(|_| is_in_place).cloned();
                let sent = sent.unwrap_or_else(|| HIDDEN.into());
                match resolved.get(at) {
                    Some(resolved) if is_in_place => restore_unresolved(item, resolved, sent),
                    _ if resolved.contains(item) => sent,
                    _ => item.clone(),
                }
            });
            Value::Array(items.collect())
        }
        _ => proposed.clone(),
    }
}

/// Creates the error of invalid authorized arguments. It shows the call of the model.
fn refuse_authorized(error: ToolArgError, sent: &ToolCall) -> ToolError {
    let failure = Failure::new("the arguments of an authorization are invalid for the tool");
    let error = error.as_sent(sent.arguments.clone());
    ToolError::ToolExecution(failure.with_source(error).not_run())
}

impl CallExecution<'_> {
    /// Runs a tool with parsed arguments, if the call is authorized.
    pub(super) async fn run(
        &self,
        found: &ResolvedTool<'_>,
        call: &ToolCall,
        mut arguments: AnyArguments,
        progress: &mut CallProgress<'_>,
    ) -> Result<(), ToolError> {
        let authorized = if self.resumed.is_some() || self.needs_settled_arguments(found) {
            let authorized = self.authorize(found, call, self.call, self.resumed);
            Some(authorized.await?)
        } else {
            None
        };
        if let Some(call) = &authorized {
            arguments = found.read_authorized(call, self.call)?;
        }
        let call = authorized.as_ref().unwrap_or(call);
        let attempts = RetryLoop {
            tool: found.tool,
            call,
            options: &found.options,
            middleware: &self.inner.middleware,
        };
        let again = || Ok(found.read(call)?.value);
        let output = attempts.run(arguments, again, Some(&mut *progress)).await;
        match output {
            Ok(output) => {
                progress.result.answer(output);
                Ok(())
            }
            // Hides the values of the authorization from the model.
            Err(ToolError::Validation(error)) if authorized.is_some() => {
                Err(error.as_sent(self.call.arguments.clone()).into())
            }
            Err(error) => Err(error),
        }
    }

    /// Returns whether the call needs an authorization or passes a middleware. Both require
    /// arguments that need no more repairs.
    #[inline]
    pub(super) fn needs_settled_arguments(&self, found: &ResolvedTool<'_>) -> bool {
        let middleware = [&self.inner.middleware, found.tool.middleware()];
        !self.inner.authorizations.is_empty() || middleware.iter().any(|stack| !stack.is_empty())
    }

    /// Authorizes the call, and asks a person if necessary. Returns it with the arguments that will
    /// run. `sent` is the call of the model.
    pub(super) async fn authorize(
        &self,
        found: &ResolvedTool<'_>,
        call: &ToolCall,
        sent: &ToolCall,
        resumed: Option<Resumed<'_>>,
    ) -> Result<ToolCall, ToolError> {
        let mut proposal = Proposal {
            tool: found.tool.clone(),
            arguments: found.read_settled(&call.arguments)?,
            call: sent.clone(),
            extensions: found.options.extensions().clone(),
        };
        let is_asked = self.decide(found, &mut proposal).await?;
        if let Some(resumed) = resumed {
            resumed.claim(self.inner, &proposal).await?;
        }
        let is_granted = resumed.is_some_and(|resumed| *resumed.approval == Approval::Granted);
        if is_asked && !is_granted {
            let shown = if self.is_as_sent(call) {
                proposal.arguments.clone()
            } else {
                found.restore_unresolved(&proposal.arguments, &call.arguments, &sent.arguments)
            };
            let pending = find_approvals(self.inner)?.ask(&proposal, shown)?;
            return Err(ToolError::ApprovalRequired(pending));
        }
        Ok(ToolCall {
            arguments: proposal.arguments.into(),
            ..call.clone()
        })
    }

    /// Runs the authorizations until none changes the arguments. Returns whether one requests
    /// approval.
    async fn decide(
        &self,
        found: &ResolvedTool<'_>,
        proposal: &mut Proposal,
    ) -> Result<bool, ToolError> {
        let sent = proposal.call.clone();
        let read = |arguments: Value| {
            let read = found.read_settled(&arguments.into());
            read.map_err(|error| refuse_authorized(error, &sent))
        };
        for _ in 0..=MAX_CHANGES {
            let verdict = self.inner.authorizations.decide(proposal, read).await;
            match verdict.map_err(ToolError::not_run)? {
                Verdict::Allowed => return Ok(false),
                Verdict::Asked => return Ok(true),
                Verdict::Changed(arguments) => proposal.arguments = arguments,
            }
        }
        let message = format!("authorizations changed the arguments more than {MAX_CHANGES} times");
        Err(ToolError::ToolExecution(Failure::new(message).not_run()))
    }
}
