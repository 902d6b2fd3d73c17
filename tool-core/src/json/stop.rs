/// Signals that reading stopped. A [`Stop`] contains the reason. It is stored separately, which
/// keeps the results that carry this signal small.
#[derive(Debug)]
pub(crate) struct Stopped;

/// The reason why reading stopped.
#[derive(Clone, Copy)]
pub(crate) enum Stop {
    /// The text ends before the value is complete.
    Truncated,
    /// The text is not valid JSON.
    Invalid { expected: &'static str, at: usize },
    /// An issue is already recorded.
    Recorded,
}

impl Stop {
    /// Returns the reason for a text that is invalid at a position. At the end of the text, the
    /// reason is truncation.
    pub(crate) fn at(text: &str, expected: &'static str, at: usize) -> Self {
        if at > 0 && at >= text.len() {
            Self::Truncated
        } else {
            Self::Invalid { expected, at }
        }
    }
}
