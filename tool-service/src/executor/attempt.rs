//! A running attempt: its time limit, cancellation and progress.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::call::TimeLimits;
use crate::{CallOptions, Failure, Progress, ToolError};

/// Receives the progress of an attempt.
pub(crate) type Listener = Box<dyn Fn(Progress) + Send + Sync>;

/// A running attempt. Dropping it ends the attempt: its token is cancelled, and later progress
/// reports are ignored.
pub(crate) struct Attempt<'a> {
    options: &'a CallOptions,
    began: Instant,
    listen: &'a (dyn Fn() -> Option<Listener> + Sync),
    /// Created on first use; most tools never use it.
    shared: OnceLock<Arc<AttemptHandle>>,
    is_running: AtomicBool,
}

impl<'a> Attempt<'a> {
    #[inline]
    pub(crate) fn begin(
        options: &'a CallOptions,
        listen: &'a (dyn Fn() -> Option<Listener> + Sync),
    ) -> Self {
        Self {
            options,
            began: Instant::now(),
            listen,
            shared: OnceLock::new(),
            is_running: AtomicBool::new(false),
        }
    }

    /// Runs a future, and records the tool as running until the future completes.
    pub(crate) async fn run_to_end<F: Future>(&self, run: F) -> F::Output {
        self.is_running.store(true, Ordering::Relaxed);
        let output = run.await;
        self.is_running.store(false, Ordering::Relaxed);
        output
    }

    /// Returns whether the tool may still be running: it started, and the caller dropped the
    /// attempt.
    pub(crate) fn is_running(&self) -> bool {
        self.is_running.load(Ordering::Relaxed)
    }

    pub(crate) fn shared(&self) -> &Arc<AttemptHandle> {
        self.shared.get_or_init(|| {
            let limits = self.options.time_limits();
            Arc::new(AttemptHandle {
                timeout: limits.timeout,
                end: self.began.checked_add(limits.max_timeout),
                cancellation: CancellationToken::new(),
                state: Mutex::new(AttemptState {
                    deadline: self.first_deadline(),
                    listener: (self.listen)(),
                    is_over: false,
                }),
            })
        })
    }

    /// Returns the time at which the attempt ends unless it reports progress. `None` means that the
    /// time exceeds the range of the clock.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        match self.shared.get() {
            Some(shared) => shared.deadline(),
            None => self.first_deadline(),
        }
    }

    fn first_deadline(&self) -> Option<Instant> {
        self.began.checked_add(self.options.time_limits().timeout)
    }

    /// Runs the future until the deadline. Progress moves the deadline.
    pub(crate) async fn run_within_time<T>(
        &self,
        mut run: impl Future<Output = Result<T, ToolError>> + Unpin,
    ) -> Result<T, ToolError> {
        let mut waited_until = None;
        loop {
            let deadline = self.deadline();
            if deadline.is_some() && deadline == waited_until {
                return Err(ToolError::Timeout(self.make_timeout_failure()));
            }
            let Some(deadline) = deadline else {
                return run.await;
            };
            if let Ok(output) = tokio::time::timeout_at(deadline, &mut run).await {
                return output;
            }
            waited_until = Some(deadline);
        }
    }

    fn make_timeout_failure(&self) -> Failure {
        let TimeLimits {
            timeout,
            max_timeout,
        } = self.options.time_limits();
        let has_progress = self.deadline() != self.first_deadline();
        let message = if !has_progress {
            format!("no answer within {timeout:?}")
        } else if self.began.elapsed() >= max_timeout {
            format!("no answer within {max_timeout:?}, despite progress")
        } else {
            format!("no progress within {timeout:?}")
        };
        Failure::new(message)
    }
}

impl Drop for Attempt<'_> {
    fn drop(&mut self) {
        if let Some(shared) = self.shared.get() {
            shared.end();
        }
    }
}

/// Shared by the service and the running tool. The tool may outlive its attempt.
pub(crate) struct AttemptHandle {
    timeout: Duration,
    /// The latest possible deadline.
    end: Option<Instant>,
    cancellation: CancellationToken,
    state: Mutex<AttemptState>,
}

struct AttemptState {
    deadline: Option<Instant>,
    listener: Option<Listener>,
    is_over: bool,
}

impl AttemptHandle {
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.state().deadline
    }

    pub(crate) fn cancellation(&self) -> &CancellationToken {
        &self.cancellation
    }

    /// Reports progress and restarts the time limit. The lock is held during the report: an ended
    /// attempt reports no progress.
    pub(crate) fn report(&self, progress: Progress) {
        let mut state = self.state();
        if state.is_over {
            return;
        }
        state.deadline = state.deadline.and_then(|deadline| {
            let moved = Instant::now().checked_add(self.timeout);
            let moved = [moved, self.end].into_iter().flatten().min()?;
            Some(moved.max(deadline))
        });
        if let Some(listener) = &state.listener {
            listener(progress);
        }
    }

    fn end(&self) {
        let listener = {
            let mut state = self.state();
            state.is_over = true;
            state.listener.take()
        };
        drop(listener);
        self.cancellation.cancel();
    }

    fn state(&self) -> MutexGuard<'_, AttemptState> {
        // The state is consistent after each change.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
