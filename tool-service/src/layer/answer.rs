use std::convert::Infallible;
use std::task::{Context, Poll};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tower::load_shed::error::Overloaded;
use tower::timeout::error::Elapsed;
use tower::{Layer, Service, ServiceExt};

use crate::{BoxError, Failure, Request, ToolError, ToolResult};

/// Makes a result of what the layers below refuse, so that each call has one.
///
/// An error that is a [`ToolError`] is taken as it is. A load that `tower` sheds is a
/// [`ToolError::RateLimit`] of a call that was not run, its timeout a
/// [`ToolError::Timeout`], and any other error a [`ToolError::ToolExecution`] of a call
/// that may have been acted on.
///
/// ```
/// use std::convert::Infallible;
///
/// use tool_service::layer::{AnswerLayer, execute_all};
/// use tool_service::{BoxError, ErrorClass, Request, ToolCall, ToolResult, ToolService};
/// use tower::{ServiceBuilder, service_fn};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// // A service that refuses every call.
/// let closed = service_fn(async |_: Request| Err::<ToolResult, BoxError>("closed today".into()));
/// let service = ServiceBuilder::new().layer(AnswerLayer::new()).service(closed);
///
/// let results = execute_all(service, &ToolService::new(), [ToolCall::new("read_note", "{}")]).await;
/// let error = results[0].error.as_ref().unwrap();
/// assert_eq!(error.class(), ErrorClass::ToolExecution);
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct AnswerLayer(());

impl AnswerLayer {
    /// The layer.
    #[must_use]
    pub fn new() -> Self {
        Self(())
    }
}

impl<S> Layer<S> for AnswerLayer {
    type Service = Answer<S>;

    fn layer(&self, inner: S) -> Answer<S> {
        Answer { inner }
    }
}

/// A service with a result for each call: see [`AnswerLayer`].
///
/// ```
/// use tool_service::ToolService;
/// use tool_service::layer::{Answer, AnswerLayer};
/// use tower::Layer;
///
/// let service: Answer<ToolService> = AnswerLayer::new().layer(ToolService::new());
/// # let _ = service;
/// ```
#[derive(Clone, Debug)]
pub struct Answer<S> {
    inner: S,
}

impl<S> Service<Request> for Answer<S>
where
    S: Service<Request, Response = ToolResult> + Clone + Send + 'static,
    S::Error: Into<BoxError>,
    S::Future: Send,
{
    type Response = ToolResult;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<ToolResult, Infallible>>;

    /// Always ready: whether the layers below are is asked for each call, which has a
    /// result also where one of them gives an error instead.
    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let inner = self.inner.clone();
        async move {
            let (id, name) = (request.call.id.clone(), request.call.name.clone());
            let answer = inner.oneshot(request).await;
            Ok(answer.unwrap_or_else(|error| ToolResult::failed(id, name, refused(error.into()))))
        }
        .boxed()
    }
}

fn refused(error: BoxError) -> ToolError {
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
