//! How often something may be done that others can cause.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Lets something be done a few times at once, and then once in a while.
#[derive(Debug)]
pub(crate) struct Pace {
    at_once: u32,
    interval: Duration,
    /// The time at which nothing of what was done counts any more.
    free: Mutex<Option<Instant>>,
}

impl Pace {
    pub(crate) fn new(at_once: u32, interval: Duration) -> Self {
        Self {
            at_once,
            interval,
            free: Mutex::new(None),
        }
    }

    /// Counts it as done now.
    ///
    /// # Errors
    ///
    /// For how long to wait before it may be done. It is not counted then.
    pub(crate) fn take(&self) -> Result<(), Duration> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let next = free.map_or(now, |free| free.max(now)) + self.interval;
        let wait = (next - now).saturating_sub(self.interval * self.at_once);
        if wait > Duration::ZERO {
            return Err(wait);
        }
        *free = Some(next);
        Ok(())
    }
}
