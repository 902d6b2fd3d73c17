use std::sync::atomic::{AtomicU64, Ordering};

/// Identifies the model response that contained a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Response(u64);

impl Response {
    /// Returns a new, unique response.
    pub(crate) fn next() -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        Self(NUMBER.fetch_add(1, Ordering::Relaxed))
    }
}
