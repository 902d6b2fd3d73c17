/// Reading cannot go on; a [`Stop`] says why. Kept apart from the reason, so that no result
/// that is passed up grows by it.
#[derive(Debug)]
pub(crate) struct Stopped;

/// Why reading stopped.
#[derive(Clone, Copy)]
pub(crate) enum Stop {
    /// The text ends before the value is complete.
    Truncated,
    /// The text leaves JSON.
    Invalid { expected: &'static str, at: usize },
    /// It is recorded elsewhere.
    Recorded,
}

impl Stop {
    /// The text leaves JSON at a place. At its end it is truncated instead.
    pub(crate) fn at(text: &str, expected: &'static str, at: usize) -> Self {
        if at > 0 && at >= text.len() {
            Self::Truncated
        } else {
            Self::Invalid { expected, at }
        }
    }
}
