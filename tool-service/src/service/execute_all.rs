use std::convert::Infallible;

use futures_util::stream::{self, StreamExt};
use tower::{Service, ServiceExt};

use crate::{Request, ToolResult};

/// Runs the calls of one response through a service with layers, `at_once` of them (at
/// least 1) at once, and gives their results in the order of the calls.
///
/// It is [`ToolService::execute_all`](crate::ToolService::execute_all) for a service with
/// layers; see [the module](crate::layer) for an example.
///
/// ```
/// use tool_service::layer::{AnswerLayer, execute_all};
/// use tool_service::{ToolCall, ToolService};
/// use tower::ServiceBuilder;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let service = ServiceBuilder::new().layer(AnswerLayer::new()).service(ToolService::new());
/// let calls = ["one", "two"].map(|name| ToolCall::new(name, "{}"));
/// let results = execute_all(service, calls, 2).await;
/// assert_eq!((results[0].tool.as_str(), results[1].tool.as_str()), ("one", "two"));
/// # }
/// ```
pub async fn execute_all<S, R>(
    service: S,
    calls: impl IntoIterator<Item = R>,
    at_once: usize,
) -> Vec<ToolResult>
where
    S: Service<Request, Response = ToolResult, Error = Infallible> + Clone,
    R: Into<Request>,
{
    let requests: Vec<Request> = calls.into_iter().map(Into::into).collect();
    // Put in order afterwards, so that a slow call holds up none of those behind it.
    let mut results: Vec<_> = stream::iter(requests.into_iter().enumerate())
        .map(|(number, request)| {
            let service = service.clone();
            async move {
                let Ok(result) = service.oneshot(request).await;
                (number, result)
            }
        })
        .buffer_unordered(at_once.max(1))
        .collect()
        .await;
    results.sort_unstable_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}
