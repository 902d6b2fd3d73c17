use std::convert::Infallible;
use std::task::{Context, Poll};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tower::Service;

use crate::{Request, ToolResult, ToolService};

/// As a part of the `tower` ecosystem: see [`layer`](crate::layer). It is always ready,
/// and never gives an error, since there is a result for each call.
impl Service<Request> for ToolService {
    type Response = ToolResult;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<ToolResult, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let service = self.clone();
        async move { Ok(service.execute(request.call, &request.options).await) }.boxed()
    }
}
