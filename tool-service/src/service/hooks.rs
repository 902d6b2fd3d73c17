use std::fmt;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use http::Extensions;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use tracing::Instrument;

use crate::{ToolCall, ToolError, ToolResult};

type BeforeHook =
    dyn Fn(ToolCall, Extensions) -> BoxFuture<'static, Result<ToolCall, ToolError>> + Send + Sync;
type AfterHook = dyn Fn(ToolCall, ToolResult, Extensions) -> BoxFuture<'static, ()> + Send + Sync;

/// Hooks that run before and after each call, in the order of registration.
#[derive(Clone, Default)]
pub(crate) struct Hooks {
    before: Vec<Arc<BeforeHook>>,
    after: Vec<Arc<AfterHook>>,
}

impl Hooks {
    pub(crate) fn add_before<F, R>(&mut self, hook: F)
    where
        F: Fn(ToolCall, Extensions) -> R + Send + Sync + 'static,
        R: Future<Output = Result<ToolCall, ToolError>> + Send + 'static,
    {
        let hook = move |call, extensions| hook(call, extensions).boxed();
        self.before.push(Arc::new(hook));
    }

    pub(crate) fn add_after<F, R>(&mut self, hook: F)
    where
        F: Fn(ToolCall, ToolResult, Extensions) -> R + Send + Sync + 'static,
        R: Future<Output = ()> + Send + 'static,
    {
        let hook = move |call, result, extensions| hook(call, result, extensions).boxed();
        self.after.push(Arc::new(hook));
    }

    /// Returns whether the list of hooks before calls is empty.
    pub(crate) fn is_empty_before(&self) -> bool {
        self.before.is_empty()
    }

    /// Applies the hooks before a call.
    pub(crate) async fn apply_before(
        &self,
        call: &ToolCall,
        extensions: &Extensions,
    ) -> Result<ToolCall, ToolError> {
        let mut resolved = call.clone();
        for hook in &self.before {
            resolved = hook(resolved, extensions.clone()).await?;
        }
        Ok(resolved)
    }

    /// Returns whether the list of hooks after calls is empty.
    pub(crate) fn is_empty_after(&self) -> bool {
        self.after.is_empty()
    }

    /// Runs the hooks of [`ToolServiceBuilder::after`](crate::ToolServiceBuilder::after) in a
    /// separate task, which a dropped call does not stop.
    pub(crate) fn record(
        &self,
        runtime: &Handle,
        call: ToolCall,
        result: ToolResult,
        extensions: Extensions,
    ) -> JoinHandle<()> {
        let hooks = self.after.clone();
        let record = async move {
            for hook in &hooks {
                let recorded =
                    async { hook(call.clone(), result.clone(), extensions.clone()).await };
                if let Err(panic) = AssertUnwindSafe(recorded).catch_unwind().await {
                    tracing::error!(target: "tool_service", error = %ToolError::from_panic("a hook", &*panic), "a call was not recorded");
                }
            }
        };
        runtime.spawn(record.in_current_span())
    }
}

impl fmt::Debug for Hooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hooks")
            .field("before", &self.before.len())
            .field("after", &self.after.len())
            .finish()
    }
}
