//! Helpers for the tests of `tool-service`.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;

use serde_json::{Value, json};
use tokio_stream::Stream;
use tool_core::Definition;
use tool_core::definition::Annotations;
use tool_service::event::{Event, Events};
use tool_service::executor::{ExecutionContext, Executor, FailedAttempt, RetryAdvice};
use tool_service::{
    CallOptions, RegisterError, RegisteredTool, ToolCall, ToolError, ToolOutput, ToolService,
};

/// An executor that returns prepared answers, and records its arguments. After the last answer, it
/// returns its arguments.
#[derive(Clone, Default)]
pub struct Scripted {
    answers: Arc<Mutex<VecDeque<Result<ToolOutput, ToolError>>>>,
    asked: Arc<Mutex<Vec<Value>>>,
    retry: Option<RetryAdvice>,
}

impl Scripted {
    /// Creates an executor that returns these errors first.
    #[must_use]
    pub fn failing(errors: impl IntoIterator<Item = ToolError>) -> Self {
        let answers = errors.into_iter().map(Err).collect();
        Self {
            answers: Arc::new(Mutex::new(answers)),
            ..Self::default()
        }
    }

    /// Sets the retry advice for each failure.
    #[must_use]
    pub fn retrying(mut self, retry: RetryAdvice) -> Self {
        self.retry = Some(retry);
        self
    }

    /// Returns the arguments of each attempt.
    #[must_use]
    pub fn asked(&self) -> Vec<Value> {
        let asked = self.asked.lock();
        asked.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns a tool with this name, which takes an integer `n`.
    #[must_use]
    pub fn tool(&self, name: &str, annotations: Annotations) -> RegisteredTool {
        RegisteredTool::new(counter(name, annotations), self.clone())
    }
}

impl Executor for Scripted {
    type Arguments = Value;

    async fn execute(
        &self,
        arguments: Value,
        _: ExecutionContext<'_>,
    ) -> Result<ToolOutput, ToolError> {
        let asked = self.asked.lock();
        asked
            .unwrap_or_else(PoisonError::into_inner)
            .push(arguments.clone());
        let answers = self.answers.lock();
        let answer = answers.unwrap_or_else(PoisonError::into_inner).pop_front();
        answer.unwrap_or_else(|| Ok(ToolOutput::json(arguments)))
    }

    fn retry(&self, _: &FailedAttempt<'_>) -> RetryAdvice {
        self.retry.unwrap_or(RetryAdvice::Standard)
    }
}

/// Returns the definition of a tool that takes an integer `n`.
///
/// # Panics
///
/// Panics if the schema is not supported.
#[must_use]
pub fn counter(name: &str, annotations: Annotations) -> Definition {
    let schema = json!({
        "type": "object",
        "properties": {"n": {"type": "integer"}},
        "required": ["n"],
    });
    let definition = Definition::builder(name, "Counts.", schema).annotations(annotations);
    definition.build().expect("the schema is plain")
}

/// Creates a service with these tools.
///
/// # Errors
///
/// Fails if two have the same name.
pub fn service(
    tools: impl IntoIterator<Item = RegisteredTool>,
) -> Result<ToolService, RegisterError> {
    let service = ToolService::new();
    for tool in tools {
        service.register(tool)?;
    }
    Ok(service)
}

/// Runs a call with raw arguments. Returns the text, the class of the error and the number of
/// attempts.
pub async fn ran(service: &ToolService, name: &str, raw: &str) -> (String, &'static str, u32) {
    let result = service
        .execute(ToolCall::new(name, raw), CallOptions::new())
        .await;
    let class = result.error.as_ref().map_or("", |error| error.class());
    (result.text(), class, result.attempts)
}

/// Returns the events so far.
pub async fn arrived(events: &mut Events) -> Vec<Event> {
    let mut arrived = Vec::new();
    let all = std::future::poll_fn(|cx| {
        while let Poll::Ready(Some(event)) = Pin::new(&mut *events).poll_next(cx) {
            arrived.push(event);
        }
        Poll::Ready(())
    });
    // Regardless of their number.
    tokio::task::unconstrained(all).await;
    arrived
}
