//! One attempt under way: its time, its cancellation and its progress.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::call::TimeLimits;
use crate::{CallOptions, Failure, Progress, ToolError};

/// Where the progress of an attempt is told.
pub(crate) type Listener = Box<dyn Fn(Progress) + Send + Sync>;

/// One attempt under way. Dropping it ends the attempt: its token is cancelled, and later reports
/// of progress are ignored.
pub(crate) struct Attempt<'a> {
    options: &'a CallOptions,
    began: Instant,
    listen: &'a (dyn Fn() -> Option<Listener> + Sync),
    /// Made when it is first asked for, which most tools never do.
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

    /// Runs what goes on running where nobody waits for it any more.
    pub(crate) async fn run_to_end<F: Future>(&self, run: F) -> F::Output {
        self.is_running.store(true, Ordering::Relaxed);
        let output = run.await;
        self.is_running.store(false, Ordering::Relaxed);
        output
    }

    /// Whether the tool may still be running: it began, and whoever waited for it stopped.
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

    /// The time at which the attempt is over unless it reports progress; `None` if there is no
    /// such time that a clock can show.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        match self.shared.get() {
            Some(shared) => shared.deadline(),
            None => self.first_deadline(),
        }
    }

    fn first_deadline(&self) -> Option<Instant> {
        self.began.checked_add(self.options.time_limits().timeout)
    }

    /// Waits for the future up to the deadline, which progress moves meanwhile.
    pub(crate) async fn within_time<T>(
        &self,
        mut run: impl Future<Output = Result<T, ToolError>> + Unpin,
    ) -> Result<T, ToolError> {
        let mut waited_until = None;
        loop {
            let deadline = self.deadline();
            if deadline.is_some() && deadline == waited_until {
                return Err(ToolError::Timeout(self.out_of_time()));
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

    fn out_of_time(&self) -> Failure {
        let TimeLimits {
            timeout,
            max_timeout,
        } = self.options.time_limits();
        let has_progress = self.deadline() != self.first_deadline();
        let message = if !has_progress {
            format!("no answer within {timeout:?}")
        } else if self.began.elapsed() >= max_timeout {
            format!("no answer within {max_timeout:?}, in spite of progress")
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

/// What the service shares with the tool that it runs, also where that runs on after its attempt.
pub(crate) struct AttemptHandle {
    timeout: Duration,
    /// No progress moves the deadline beyond it.
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

    /// Tells of progress and restarts the time limit. The lock is held meanwhile, so that nothing
    /// is told of an attempt that is over.
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
        // A state is whole after each change.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
