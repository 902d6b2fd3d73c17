use std::task::{Context, Poll};

use futures_util::future::BoxFuture;
use tower::Service;

use crate::ToolResult;
use crate::call::ToolRequest;

pub(super) type ResultFuture<E> = BoxFuture<'static, Result<ToolResult, E>>;

/// The behavior of a layer of this crate.
pub trait Behavior<S> {
    type Error;

    fn poll_ready(&self, inner: &mut S, cx: &mut Context<'_>) -> Poll<Result<(), Self::Error>>;

    fn call(&self, inner: &mut S, request: ToolRequest) -> ResultFuture<Self::Error>;
}

/// A service inside a layer of this module.
///
/// ```
/// use tool_service::ToolService;
/// use tool_service::layer::{ErrorsAsResultsLayer, Layered};
/// use tower::Layer;
///
/// let service: Layered<ToolService, _> = ErrorsAsResultsLayer::new().layer(ToolService::new());
/// # let _ = service;
/// ```
#[derive(Clone, Debug)]
pub struct Layered<S, L> {
    inner: S,
    layer: L,
}

impl<S, L> Layered<S, L> {
    pub(super) fn new(inner: S, layer: L) -> Self {
        Self { inner, layer }
    }
}

impl<S, L: Behavior<S>> Service<ToolRequest> for Layered<S, L> {
    type Response = ToolResult;
    type Error = L::Error;
    type Future = ResultFuture<L::Error>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), L::Error>> {
        self.layer.poll_ready(&mut self.inner, cx)
    }

    fn call(&mut self, request: ToolRequest) -> Self::Future {
        self.layer.call(&mut self.inner, request)
    }
}
