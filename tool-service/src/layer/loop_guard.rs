use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tool_core::conversation::{LoopGuard, LoopState};
use tower::{Layer, Service};

use crate::{Content, Looping, Request, ToolCall, ToolError, ToolResult, ToolService};

/// Stops a model that makes the same calls over and over, by a [`LoopGuard`].
///
/// A call that closes a loop is not run: its result is the correction, and its error
/// [`ToolError::Loop`], which says whether the user is to be asked. Where a loop of
/// failures is seen, the correction follows what the model is told of the failure.
///
/// One layer is for one conversation; its clones, and the services that it is put around,
/// share the guard.
///
/// ```
/// use tool_core::Tool;
/// use tool_core::conversation::LoopGuard;
/// use tool_service::layer::{AnswerLayer, LoopGuardLayer, execute_all};
/// use tool_service::{ToolCall, ToolService};
/// use tower::ServiceBuilder;
///
/// /// Read a note.
/// #[derive(Debug, Tool)]
/// struct ReadNote {
///     name: String,
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_service::RegisterError> {
/// let tools = ToolService::new();
/// tools.register(async |note: ReadNote| Ok::<_, std::fmt::Error>(note.name))?;
/// let guard = LoopGuardLayer::new(LoopGuard::new(), &tools);
/// let service = ServiceBuilder::new()
///     .layer(AnswerLayer::new())
///     .layer(guard.clone())
///     .service(tools.clone());
///
/// let calls = vec![ToolCall::new("read_note", r#"{"name": "a"}"#); 3];
/// let results = execute_all(service, &tools, calls).await;
/// assert!(!results[1].is_error && results[2].is_error);
/// // The user has spoken.
/// guard.clear();
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct LoopGuardLayer {
    guard: Arc<Mutex<LoopGuard>>,
    tools: ToolService,
}

impl LoopGuardLayer {
    /// A layer that watches by that guard; calls go by the names of those tools,
    /// whatever the spelling.
    #[must_use]
    pub fn new(guard: LoopGuard, tools: &ToolService) -> Self {
        Self {
            guard: Arc::new(Mutex::new(guard)),
            tools: tools.clone(),
        }
    }

    /// The guard as it stands, to keep it with the rest of a session.
    #[must_use]
    pub fn guard(&self) -> LoopGuard {
        self.locked().clone()
    }

    /// Forgets the calls: when the user has spoken, say.
    pub fn clear(&self) {
        self.locked().clear();
    }

    fn locked(&self) -> MutexGuard<'_, LoopGuard> {
        // A guard is whole after each of its calls, which do not panic.
        self.guard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn called(&self, call: &ToolCall) -> LoopState {
        let name = self.name_of(call);
        self.locked().call(&name, &call.arguments)
    }

    fn failed(&self, call: &ToolCall) -> LoopState {
        let name = self.name_of(call);
        self.locked().failed(&name, &call.arguments)
    }

    /// The name of the tool that the call is meant for.
    fn name_of(&self, call: &ToolCall) -> String {
        let definitions = self.tools.definitions();
        match definitions.resolve(&call.name) {
            Ok(resolved) => resolved.reader.definition().name().to_owned(),
            Err(_) => call.name.clone(),
        }
    }
}

impl<S> Layer<S> for LoopGuardLayer {
    type Service = LoopGuarded<S>;

    fn layer(&self, inner: S) -> LoopGuarded<S> {
        LoopGuarded {
            inner,
            layer: self.clone(),
        }
    }
}

/// A service that is watched for loops: see [`LoopGuardLayer`].
///
/// ```
/// use tool_core::conversation::LoopGuard;
/// use tool_service::ToolService;
/// use tool_service::layer::{LoopGuardLayer, LoopGuarded};
/// use tower::Layer;
///
/// let tools = ToolService::new();
/// let guarded: LoopGuarded<_> = LoopGuardLayer::new(LoopGuard::new(), &tools).layer(tools);
/// # let _ = guarded;
/// ```
#[derive(Clone, Debug)]
pub struct LoopGuarded<S> {
    inner: S,
    layer: LoopGuardLayer,
}

impl<S> Service<Request> for LoopGuarded<S>
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
        let call = request.call.clone();
        let looping = match layer.called(&call) {
            LoopState::Warn(calls) => Looping::new(calls, false),
            LoopState::AskUser(calls) => Looping::new(calls, true),
            _ => {
                let answer = self.inner.call(request);
                return async move { Ok(watched(&layer, &call, answer.await?)) }.boxed();
            }
        };
        let name = layer.name_of(&call);
        async move { Ok(ToolResult::failed(call.id, name, ToolError::Loop(looping))) }.boxed()
    }
}

fn watched(layer: &LoopGuardLayer, call: &ToolCall, mut result: ToolResult) -> ToolResult {
    if result.is_error
        && let LoopState::Warn(found) | LoopState::AskUser(found) = layer.failed(call)
    {
        result.content.push(Content::Text(found.correction()));
    }
    result
}
