//! A rate limit for actions that others can trigger.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Allows a burst of actions, and then one action per interval.
#[derive(Debug)]
pub(crate) struct Pace {
    at_once: u32,
    interval: Duration,
    /// The time at which all earlier actions have expired.
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

    /// Counts one action.
    ///
    /// # Errors
    ///
    /// Returns the delay after which the action is allowed. The action is not counted.
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
