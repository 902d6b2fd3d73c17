use std::fmt;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use tracing::Instrument;

use super::progress::panicked;
use crate::{ToolCall, ToolError, ToolResult};

type Before = dyn Fn(ToolCall) -> BoxFuture<'static, Result<ToolCall, ToolError>> + Send + Sync;
type After = dyn Fn(ToolCall, ToolResult) -> BoxFuture<'static, ()> + Send + Sync;

/// What is asked before each call, and told after it, in the order in which it was given.
#[derive(Clone, Default)]
pub(crate) struct Hooks {
    before: Vec<Arc<Before>>,
    after: Vec<Arc<After>>,
}

impl Hooks {
    pub(crate) fn add_before<F, R>(&mut self, hook: F)
    where
        F: Fn(ToolCall) -> R + Send + Sync + 'static,
        R: Future<Output = Result<ToolCall, ToolError>> + Send + 'static,
    {
        self.before.push(Arc::new(move |call| hook(call).boxed()));
    }

    pub(crate) fn add_after<F, R>(&mut self, hook: F)
    where
        F: Fn(ToolCall, ToolResult) -> R + Send + Sync + 'static,
        R: Future<Output = ()> + Send + 'static,
    {
        let hook = move |call, result| hook(call, result).boxed();
        self.after.push(Arc::new(hook));
    }

    /// Whether no function is called before a call is read.
    pub(crate) fn is_empty_before(&self) -> bool {
        self.before.is_empty()
    }

    /// The call as its hooks have it; nothing if there are none.
    pub(crate) async fn resolved(&self, call: &ToolCall) -> Result<Option<ToolCall>, ToolError> {
        let Some((first, rest)) = self.before.split_first() else {
            return Ok(None);
        };
        let mut resolved = first(call.clone()).await?;
        for hook in rest {
            resolved = hook(resolved).await?;
        }
        Ok(Some(resolved))
    }

    /// The runtime that tells the functions of [`Builder::after`](crate::Builder::after); `None` if
    /// there are no such functions.
    pub(crate) fn runtime(&self) -> Option<Handle> {
        if self.after.is_empty() {
            return None;
        }
        let runtime = Handle::try_current();
        if runtime.is_err() {
            tracing::error!(target: "tool_service", "a call is not recorded: there is no runtime");
        }
        runtime.ok()
    }

    /// Tells the functions of [`Builder::after`](crate::Builder::after) what a call came to, in a
    /// task of its own, so that they are told also where the call is dropped meanwhile.
    pub(crate) fn record(
        &self,
        runtime: &Handle,
        call: &ToolCall,
        result: &ToolResult,
    ) -> JoinHandle<()> {
        let (hooks, call, result) = (self.after.clone(), call.clone(), result.clone());
        let record = async move {
            for hook in &hooks {
                let recorded = async { hook(call.clone(), result.clone()).await };
                if let Err(panic) = AssertUnwindSafe(recorded).catch_unwind().await {
                    tracing::error!(target: "tool_service", error = %panicked("a hook", &*panic), "a call is not recorded");
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
