use std::fmt;
use std::sync::Arc;

/// Progress that a tool reports: see
/// [`CallContext::report_progress`](crate::extract::CallContext::report_progress) for functions,
/// and [`ExecutionContext::report_progress`](crate::executor::ExecutionContext::report_progress)
/// for executors.
///
/// ```
/// use tool_service::Progress;
///
/// let progress = Progress::new(3.0).total(12.0).message("3 of 12 pages");
/// assert_eq!((progress.done, progress.total), (3.0, Some(12.0)));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
#[non_exhaustive]
pub struct Progress {
    /// Amount of work that is done, in any unit. It grows with each report of a call.
    pub done: f64,
    /// Total amount of work, in the same unit, if the tool knows it.
    pub total: Option<f64>,
    /// A short text for the user.
    pub message: Option<String>,
}

impl Progress {
    /// Creates progress with an unknown total.
    pub fn new(done: f64) -> Self {
        Self {
            done,
            total: None,
            message: None,
        }
    }

    /// Sets the total amount of work.
    pub fn total(mut self, total: f64) -> Self {
        self.total = Some(total);
        self
    }

    /// Sets a short text for the user.
    pub fn message(mut self, message: impl Into<String>) -> Self {
        self.message = Some(message.into());
        self
    }
}

/// A function that is called with each progress of one call.
#[derive(Clone)]
pub(crate) struct ProgressListener(Arc<dyn Fn(&Progress) + Send + Sync>);

impl ProgressListener {
    #[cfg(feature = "mcp")]
    pub(crate) fn new(listener: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        Self(Arc::new(listener))
    }

    pub(crate) fn report(&self, progress: &Progress) {
        (self.0)(progress);
    }
}

impl fmt::Debug for ProgressListener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProgressListener(..)")
    }
}
