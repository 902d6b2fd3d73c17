use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use futures_util::FutureExt;
use tool_core::CallError;
use tool_core::conversation::{RetryBudget, RetryDecision};
use tower::{Layer, Service};

use super::layered::{Behavior, Layered, ResultFuture};
use crate::call::{Response, ToolRequest};
use crate::{Content, ToolError, ToolResult};

/// Limits failing calls by a [`RetryBudget`]: calls with invalid arguments, and calls of unknown
/// tools.
///
/// The first failure of a tool keeps its text. A later failure gets the list of issues with the
/// shape of the arguments. When the budget is spent, the error of the result is
/// [`ToolError::RetriesSpent`] with a summary for the user. If several calls of one tool fail in
/// one [`execute_all`](crate::layer::execute_all), only the first counts.
///
/// Use one layer per conversation. Its clones and the services inside them share the budget.
///
/// ```
/// use tool_core::Tool;
/// use tool_core::conversation::RetryBudget;
/// use tool_service::layer::{RetryBudgetLayer, ToolRequest};
/// use tool_service::{ToolCall, ToolError, ToolService};
/// use tower::{ServiceBuilder, ServiceExt};
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let tools = ToolService::new();
/// tools.register(async |wait: Wait| Ok::<_, std::fmt::Error>(wait.seconds))?;
/// let budget = RetryBudgetLayer::new(RetryBudget::new().retries(1));
/// let service = ServiceBuilder::new().layer(budget.clone()).service(tools);
///
/// let call = || ToolRequest::from(ToolCall::new("wait", r#"{"seconds": "soon"}"#));
/// let first = service.clone().oneshot(call()).await?;
/// assert!(matches!(first.error, Some(ToolError::Validation(_))));
/// let second = service.oneshot(call()).await?;
/// let Some(ToolError::RetriesSpent { summary, .. }) = second.error else {
///     panic!("one retry is allowed");
/// };
/// assert!(summary.starts_with("The model could not call wait: 2 attempts failed."));
/// // The user sent a message.
/// budget.clear();
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct RetryBudgetLayer {
    full: RetryBudget,
    held: Arc<Mutex<Held>>,
}

#[derive(Debug)]
struct Held {
    budget: RetryBudget,
    /// For each tool, the response of its last counted failure.
    counted: BTreeMap<String, Response>,
}

impl RetryBudgetLayer {
    /// Creates a layer with this budget.
    #[must_use]
    pub fn new(budget: RetryBudget) -> Self {
        Self {
            full: budget.clone(),
            held: Arc::new(Mutex::new(Held {
                budget,
                counted: BTreeMap::new(),
            })),
        }
    }

    /// Returns the current state of the budget, to store it with a session.
    pub fn budget(&self) -> RetryBudget {
        self.lock().budget.clone()
    }

    /// Resets the budget to the value passed to [`new`](Self::new), for example after a message of
    /// the user.
    pub fn clear(&self) {
        let mut held = self.lock();
        held.budget = self.full.clone();
        held.counted.clear();
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        // The methods of a budget do not panic, so its state is consistent.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count(&self, mut result: ToolResult, response: Option<Response>) -> ToolResult {
        let error = match &result.error {
            Some(ToolError::Validation(error)) => CallError::from(error.clone()),
            Some(ToolError::UnknownTool(error)) => error.clone(),
            _ => {
                if result.attempts > 0 {
                    self.lock().budget.succeeded(&result.tool);
                }
                return result;
            }
        };
        let Some(decision) = self.lock().count_failure(&error, response) else {
            return result;
        };
        match decision {
            // The result already has the error, possibly as other text.
            RetryDecision::Again(text) if text == error.to_string() => {}
            RetryDecision::Again(text) => result.content = vec![Content::Text(text)],
            RetryDecision::GiveUp(summary) => {
                result.error = Some(ToolError::RetriesSpent { summary, error });
            }
        }
        result
    }
}

impl Held {
    /// Counts a failure, unless the same response already has a counted failure of the tool.
    fn count_failure(
        &mut self,
        error: &CallError,
        response: Option<Response>,
    ) -> Option<RetryDecision> {
        if let Some(response) = response {
            let tool = match error {
                CallError::Arguments(error) => error.tool(),
                // Unknown tools share one count.
                _ => "",
            };
            let before = self.counted.insert(tool.to_owned(), response);
            if before == Some(response) {
                return None;
            }
        }
        Some(self.budget.failed(error.clone()))
    }
}

impl<S> Layer<S> for RetryBudgetLayer {
    type Service = Layered<S, Self>;

    fn layer(&self, inner: S) -> Layered<S, Self> {
        Layered::new(inner, self.clone())
    }
}

impl<S> Behavior<S> for RetryBudgetLayer
where
    S: Service<ToolRequest, Response = ToolResult>,
    S::Future: Send + 'static,
{
    type Error = S::Error;

    fn poll_ready(&self, inner: &mut S, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        inner.poll_ready(cx)
    }

    fn call(&self, inner: &mut S, request: ToolRequest) -> ResultFuture<S::Error> {
        let layer = self.clone();
        let response = request.options.response();
        let answer = inner.call(request);
        async move { Ok(layer.count(answer.await?, response)) }.boxed()
    }
}
