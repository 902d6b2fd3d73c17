use std::convert::Infallible;
use std::task::{Context, Poll};

use futures_util::FutureExt;
use tower::load_shed::error::Overloaded;
use tower::timeout::error::Elapsed;
use tower::{Layer, Service, ServiceExt};

use super::layered::{Behavior, Layered, ResultFuture};
use crate::call::ToolRequest;
use crate::{BoxError, Failure, ToolError, ToolResult};

/// Converts the errors of the inner layers into results: each call then has one.
///
/// A [`ToolError`] keeps its class. A call that `tower` sheds was not run and becomes a
/// [`ToolError::RateLimit`]. A timeout of `tower` becomes a [`ToolError::Timeout`]. Any other error
/// becomes a [`ToolError::ToolExecution`] of a call that may have had its effect.
///
/// ```
/// use std::convert::Infallible;
///
/// use tool_service::layer::{ErrorsAsResultsLayer, ToolRequest, execute_all};
/// use tool_service::{BoxError, ToolCall, ToolResult, ToolService};
/// use tower::{ServiceBuilder, service_fn};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// // A service that refuses every call.
/// let closed = service_fn(async |_: ToolRequest| Err::<ToolResult, BoxError>("closed today".into()));
/// let service = ServiceBuilder::new().layer(ErrorsAsResultsLayer::new()).service(closed);
///
/// let results = execute_all(service, &ToolService::new(), [ToolCall::new("read_note", "{}")]).await;
/// let error = results[0].error.as_ref().unwrap();
/// assert_eq!(error.class(), "ToolExecutionError");
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ErrorsAsResultsLayer(());

impl ErrorsAsResultsLayer {
    /// Creates the layer.
    #[must_use]
    pub fn new() -> Self {
        Self(())
    }
}

impl<S> Layer<S> for ErrorsAsResultsLayer {
    type Service = Layered<S, Self>;

    fn layer(&self, inner: S) -> Layered<S, Self> {
        Layered::new(inner, *self)
    }
}

impl<S> Behavior<S> for ErrorsAsResultsLayer
where
    S: Service<ToolRequest, Response = ToolResult> + Clone + Send + 'static,
    S::Error: Into<BoxError>,
    S::Future: Send,
{
    type Error = Infallible;

    fn poll_ready(&self, _: &mut S, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&self, inner: &mut S, request: ToolRequest) -> ResultFuture<Infallible> {
        let inner = inner.clone();
        async move {
            let (id, name) = (request.call.id.clone(), request.call.name.clone());
            let answer = inner.oneshot(request).await;
            Ok(answer.unwrap_or_else(|error| ToolResult::failed(id, name, classify(error.into()))))
        }
        .boxed()
    }
}

/// Classifies the error of a layer.
fn classify(error: BoxError) -> ToolError {
    let error = match error.downcast::<ToolError>() {
        Ok(error) => return *error,
        Err(error) => error,
    };
    let (sheds, is_late) = (error.is::<Overloaded>(), error.is::<Elapsed>());
    let failure = Failure::new(format!("a layer refused the call: {error}")).with_source(error);
    if sheds {
        ToolError::RateLimit(failure.not_run())
    } else if is_late {
        ToolError::Timeout(failure)
    } else {
        ToolError::ToolExecution(failure)
    }
}
