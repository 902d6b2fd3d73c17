use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use futures_util::FutureExt;
use tool_core::conversation::{LoopGuard, LoopState};
use tower::{Layer, Service};

use super::layered::{Behavior, Layered, ResultFuture};
use crate::call::ToolRequest;
use crate::{Content, ToolCall, ToolError, ToolResult, ToolService};

/// Stops a model that repeats the same calls, by a [`LoopGuard`].
///
/// A call that closes a loop does not run. Its result is the correction, and its error is
/// [`ToolError::Loop`], which states whether to ask the user. If failures form a loop, the
/// correction follows the error text for the model.
///
/// Use one layer per conversation. Its clones and the services inside them share the guard.
///
/// ```
/// use tool_core::Tool;
/// use tool_core::conversation::LoopGuard;
/// use tool_service::layer::{ErrorsAsResultsLayer, LoopGuardLayer, execute_all};
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
///     .layer(ErrorsAsResultsLayer::new())
///     .layer(guard.clone())
///     .service(tools.clone());
///
/// let calls = vec![ToolCall::new("read_note", r#"{"name": "a"}"#); 3];
/// let results = execute_all(service, &tools, calls).await;
/// assert!(!results[1].is_error && results[2].is_error);
/// // The user sent a message.
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
    /// Creates a layer with this guard. `tools` resolves the names of calls, in any spelling.
    #[must_use]
    pub fn new(guard: LoopGuard, tools: &ToolService) -> Self {
        Self {
            guard: Arc::new(Mutex::new(guard)),
            tools: tools.clone(),
        }
    }

    /// Returns the current state of the guard, to store it with a session.
    pub fn guard(&self) -> LoopGuard {
        self.lock().clone()
    }

    /// Forgets all calls, for example after a message of the user.
    pub fn clear(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> MutexGuard<'_, LoopGuard> {
        // The methods of a guard do not panic, so its state is consistent.
        self.guard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count_call(&self, call: &ToolCall) -> LoopState {
        let name = self.resolve_name(call);
        self.lock().call(&name, &call.arguments)
    }

    fn count_failure(&self, call: &ToolCall) -> LoopState {
        let name = self.resolve_name(call);
        self.lock().failed(&name, &call.arguments)
    }

    /// Returns the name of the called tool.
    fn resolve_name(&self, call: &ToolCall) -> String {
        let definitions = self.tools.definitions();
        match definitions.resolve(&call.name) {
            Ok(resolved) => resolved.reader.definition().name().to_owned(),
            Err(_) => call.name.clone(),
        }
    }
}

impl<S> Layer<S> for LoopGuardLayer {
    type Service = Layered<S, Self>;

    fn layer(&self, inner: S) -> Layered<S, Self> {
        Layered::new(inner, self.clone())
    }
}

impl<S> Behavior<S> for LoopGuardLayer
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
        let call = request.call.clone();
        let (calls, ask_user) = match layer.count_call(&call) {
            LoopState::Warn(calls) => (calls, false),
            LoopState::AskUser(calls) => (calls, true),
            _ => {
                let answer = inner.call(request);
                return async move { Ok(add_correction(&layer, &call, answer.await?)) }.boxed();
            }
        };
        let name = layer.resolve_name(&call);
        let error = ToolError::Loop { calls, ask_user };
        async move { Ok(ToolResult::failed(call.id, name, error)) }.boxed()
    }
}

/// Adds the correction to the result of a call that closes a loop of failures.
fn add_correction(layer: &LoopGuardLayer, call: &ToolCall, mut result: ToolResult) -> ToolResult {
    if result.is_error
        && let LoopState::Warn(found) | LoopState::AskUser(found) = layer.count_failure(call)
    {
        result.content.push(Content::Text(found.correction()));
    }
    result
}
