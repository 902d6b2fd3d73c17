use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tool_core::CallError;
use tool_core::conversation::{RetryBudget, RetryDecision};
use tower::{Layer, Service};

use crate::call::Response;
use crate::{Content, Request, RetriesSpent, ToolError, ToolResult};

/// Answers calls that fail again and again by a [`RetryBudget`]: calls with arguments that do not
/// fit, and calls of unknown tools.
///
/// The first failure of a tool keeps its text. A later one gets the list with the shape of the
/// arguments. When the budget is spent, the error of the result is [`ToolError::RetriesSpent`],
/// which has a summary for the user. Of calls of one tool that fail side by side in one
/// [`execute_all`](crate::layer::execute_all), the first counts.
///
/// One layer is for one conversation; its clones, and the services that it is put around, share
/// the budget.
///
/// ```
/// use tool_core::Tool;
/// use tool_core::conversation::RetryBudget;
/// use tool_service::layer::RetryBudgetLayer;
/// use tool_service::{Request, ToolCall, ToolError, ToolService};
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
/// let call = || Request::from(ToolCall::new("wait", r#"{"seconds": "soon"}"#));
/// let first = service.clone().oneshot(call()).await?;
/// assert!(matches!(first.error, Some(ToolError::Validation(_))));
/// let second = service.oneshot(call()).await?;
/// let Some(ToolError::RetriesSpent(spent)) = second.error else {
///     panic!("one retry is allowed");
/// };
/// assert!(spent.summary.starts_with("The model could not call wait: 2 attempts failed."));
/// // The user has spoken.
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
    /// The response of each tool's last failure that counted.
    counted: BTreeMap<String, Response>,
}

impl RetryBudgetLayer {
    /// Creates a layer with that budget.
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

    /// Returns the budget as it stands, to keep it with the rest of a session.
    #[must_use]
    pub fn budget(&self) -> RetryBudget {
        self.locked().budget.clone()
    }

    /// Sets the budget to that of [`new`](Self::new): when the user has spoken, say.
    pub fn clear(&self) {
        let mut held = self.locked();
        held.budget = self.full.clone();
        held.counted.clear();
    }

    fn locked(&self) -> MutexGuard<'_, Held> {
        // A budget is whole after each of its calls, which do not panic.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watched(&self, mut result: ToolResult, response: Option<Response>) -> ToolResult {
        let error = match &result.error {
            Some(ToolError::Validation(error)) => CallError::from(error.clone()),
            Some(ToolError::UnknownTool(error)) => error.clone(),
            _ => {
                if result.attempts > 0 {
                    self.locked().budget.succeeded(&result.tool);
                }
                return result;
            }
        };
        let Some(retry) = self.locked().failed(&error, response) else {
            return result;
        };
        match retry {
            // The service has told it, maybe in other words.
            RetryDecision::Again(text) if text == error.to_string() => {}
            RetryDecision::Again(text) => result.content = vec![Content::Text(text)],
            RetryDecision::GiveUp(summary) => {
                result.error = Some(ToolError::RetriesSpent(RetriesSpent::new(summary, error)));
            }
        }
        result
    }
}

impl Held {
    /// Counts a failure, unless one of that tool was counted in the same response.
    fn failed(&mut self, error: &CallError, response: Option<Response>) -> Option<RetryDecision> {
        if let Some(response) = response {
            let tool = match error {
                CallError::Arguments(error) => error.tool(),
                // They are counted together.
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
    type Service = RetryBudgeted<S>;

    fn layer(&self, inner: S) -> RetryBudgeted<S> {
        RetryBudgeted {
            inner,
            layer: self.clone(),
        }
    }
}

/// A service with a budget of retries: see [`RetryBudgetLayer`].
///
/// ```
/// use tool_core::conversation::RetryBudget;
/// use tool_service::ToolService;
/// use tool_service::layer::{RetryBudgetLayer, RetryBudgeted};
/// use tower::Layer;
///
/// let layer = RetryBudgetLayer::new(RetryBudget::new());
/// let service: RetryBudgeted<ToolService> = layer.layer(ToolService::new());
/// # let _ = service;
/// ```
#[derive(Clone, Debug)]
pub struct RetryBudgeted<S> {
    inner: S,
    layer: RetryBudgetLayer,
}

impl<S> Service<Request> for RetryBudgeted<S>
where
    S: Service<Request, Response = ToolResult>,
    S::Future: Send + 'static,
{
    type Response = ToolResult;
    type Error = S::Error;
    type Future = BoxFuture<'static, Result<ToolResult, S::Error>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let layer = self.layer.clone();
        let response = request.options.response();
        let answer = self.inner.call(request);
        async move { Ok(layer.watched(answer.await?, response)) }.boxed()
    }
}
