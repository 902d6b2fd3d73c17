use std::sync::atomic::{AtomicU64, Ordering};

/// The response of a model that a call came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Response(u64);

impl Response {
    /// One that is none of those before.
    pub(crate) fn next() -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        Self(NUMBER.fetch_add(1, Ordering::Relaxed))
    }
}
