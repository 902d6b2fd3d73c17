use std::convert::Infallible;
use std::task::{Context, Poll};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use futures_util::stream::{self, StreamExt};
use tool_core::Definitions;
use tower::{Service, ServiceExt};

use crate::call::{Response, ToolRequest};
use crate::{CallOptions, ToolCall, ToolResult, ToolService};

/// Implements the service for layers of `tower`: see [`layer`](crate::layer). It is always ready
/// and never fails, since each call has a result.
impl Service<ToolRequest> for ToolService {
    type Response = ToolResult;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<ToolResult, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: ToolRequest) -> Self::Future {
        let service = self.clone();
        async move { Ok(service.execute(request.call, request.options).await) }.boxed()
    }
}

impl ToolService {
    /// Runs the calls of one response, and returns their results in the order of the calls.
    ///
    /// Consecutive calls of tools that are annotated as read-only run together.
    /// [`concurrency`](crate::ToolServiceBuilder::concurrency) limits their number. Any other call
    /// runs alone, after all earlier calls and before all later ones. A model may, for example,
    /// create a folder with one call and a file in it with the next one. With
    /// [`in_order(false)`](crate::ToolServiceBuilder::in_order), all calls run together.
    pub async fn execute_all<C: Into<ToolCall>>(
        &self,
        calls: impl IntoIterator<Item = C>,
        options: CallOptions,
    ) -> Vec<ToolResult> {
        let requests = calls.into_iter();
        let requests = requests.map(|call| ToolRequest::new(call, options.clone()));
        execute_all(self.clone(), self, requests).await
    }
}

/// Runs the calls of one response through a service with layers around `tools`, as
/// [`ToolService::execute_all`](crate::ToolService::execute_all) does without layers: calls of
/// read-only tools run together, and any other call runs alone. The results are in the order of the
/// calls.
///
/// See [the module](crate::layer) for a service with more layers.
///
/// ```
/// use tool_service::layer::{ErrorsAsResultsLayer, execute_all};
/// use tool_service::{ToolCall, ToolService};
/// use tower::ServiceBuilder;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let tools = ToolService::new();
/// let service = ServiceBuilder::new().layer(ErrorsAsResultsLayer::new()).service(tools.clone());
/// let calls = ["one", "two"].map(|name| ToolCall::new(name, "{}"));
/// let results = execute_all(service, &tools, calls).await;
/// assert_eq!((results[0].tool.as_str(), results[1].tool.as_str()), ("one", "two"));
/// # }
/// ```
pub async fn execute_all<S, R>(
    service: S,
    tools: &ToolService,
    calls: impl IntoIterator<Item = R>,
) -> Vec<ToolResult>
where
    S: Service<ToolRequest, Response = ToolResult, Error = Infallible> + Clone,
    R: Into<ToolRequest>,
{
    let inner = tools.inner();
    let mut requests = calls.into_iter().map(Into::into).peekable();
    let mut results = Vec::new();
    let response = Response::next();
    while let Some(first) = requests.next() {
        let definitions = tools.definitions();
        let may_run_together =
            |call: &ToolCall| !inner.runs_in_order || has_no_effect(&definitions, call);
        let mut together = vec![first];
        if may_run_together(&together[0].call) {
            while let Some(next) =
                requests.next_if(|next: &ToolRequest| may_run_together(&next.call))
            {
                together.push(next);
            }
        }
        for request in &mut together {
            request.options.set_response(response);
        }
        results.extend(run_together(&service, together, inner.concurrency).await);
    }
    results
}

/// Returns whether the called tool is read-only.
fn has_no_effect(definitions: &Definitions, call: &ToolCall) -> bool {
    let found = definitions.resolve(&call.name);
    found.is_ok_and(|resolved| resolved.reader.definition().annotations().read_only == Some(true))
}

/// Runs calls, at most `concurrency` at a time. The results are in the order of the calls.
async fn run_together<S>(
    service: &S,
    requests: Vec<ToolRequest>,
    concurrency: usize,
) -> Vec<ToolResult>
where
    S: Service<ToolRequest, Response = ToolResult, Error = Infallible> + Clone,
{
    // Sorted at the end: a slow call then does not block later calls.
    let mut results: Vec<_> = stream::iter(requests.into_iter().enumerate())
        .map(|(number, request)| {
            let service = service.clone();
            async move {
                let Ok(result) = service.oneshot(request).await;
                (number, result)
            }
        })
        .buffer_unordered(concurrency)
        .collect()
        .await;
    results.sort_unstable_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}
