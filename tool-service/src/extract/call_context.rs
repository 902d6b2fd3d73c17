use std::fmt;
use std::sync::Arc;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::executor::{AttemptHandle, ExecutionContext};
use crate::extract::{FromCall, States};
use crate::{Progress, RegisterError, ToolError};

/// Context of a call: the id, the attempt, the deadline and the cancellation. A function takes it
/// before its arguments, and uses it to report progress.
///
/// ```
/// use tool_core::Tool;
/// use tool_service::extract::CallContext;
/// use tool_service::{CallOptions, Progress, ToolCall, ToolService};
///
/// /// Read pages of a document.
/// #[derive(Debug, Tool)]
/// struct ReadPages {
///     pages: u32,
/// }
///
/// async fn read_pages(call: CallContext, read: ReadPages) -> Result<String, std::io::Error> {
///     for page in 1..=read.pages {
///         // .. read the page ..
///         call.report_progress(Progress::new(page.into()).total(read.pages.into()));
///     }
///     Ok(format!("{} pages", read.pages))
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_service::RegisterError> {
/// let service = ToolService::new();
/// service.register(read_pages)?;
/// let call = ToolCall::new("read_pages", r#"{"pages": 3}"#);
/// assert_eq!(service.execute(call, CallOptions::new()).await.text(), "3 pages");
/// # Ok(())
/// # }
/// ```
///
/// A clone belongs to the same attempt. `CallContext::default()` is the context of a first attempt
/// without a service, for tests of a function.
#[derive(Clone)]
#[non_exhaustive]
pub struct CallContext {
    /// Id that the provider gave the call.
    pub id: Option<String>,
    /// Number of the attempt. The first is 1.
    pub attempt: u32,
    shared: Option<Arc<AttemptHandle>>,
}

impl CallContext {
    /// Returns the time at which the attempt ends. [`report_progress`](Self::report_progress) moves
    /// it. Returns `None` without a limit.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.shared.as_ref()?.deadline()
    }

    /// Returns a token that is cancelled when the attempt ends: after a timeout, after the call was
    /// cancelled or dropped, or when the function returns.
    ///
    /// An `async` function needs the token for tasks that it spawns, since the service drops only
    /// its future. A blocking function runs until it returns, and should check
    /// [`is_cancelled`](CancellationToken::is_cancelled) regularly.
    #[must_use]
    pub fn cancellation(&self) -> CancellationToken {
        let shared = self.shared.as_ref();
        shared.map_or_else(CancellationToken::new, |shared| {
            shared.cancellation().child_token()
        })
    }

    /// Reports progress to [`Event::Progress`](crate::event::Event::Progress), and to the client of
    /// a call over MCP. Restarts the time limit of the attempt, up to
    /// [`CallOptions::max_timeout`](crate::CallOptions::max_timeout).
    ///
    /// This function never waits. It has no effect after the attempt has ended.
    pub fn report_progress(&self, progress: Progress) {
        if let Some(shared) = &self.shared {
            shared.report(progress);
        }
    }
}

impl Default for CallContext {
    fn default() -> Self {
        Self {
            id: None,
            attempt: 1,
            shared: None,
        }
    }
}

impl fmt::Debug for CallContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallContext")
            .field("id", &self.id)
            .field("attempt", &self.attempt)
            .finish_non_exhaustive()
    }
}

impl FromCall for CallContext {
    type Shared = ();

    fn prepare(_: &States) -> Result<(), RegisterError> {
        Ok(())
    }

    fn from_call((): &(), context: &ExecutionContext<'_>) -> Result<Self, ToolError> {
        Ok(Self {
            id: context.call.id.clone(),
            attempt: context.attempt,
            shared: context.shared().cloned(),
        })
    }
}
