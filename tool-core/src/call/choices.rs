//! The alternative answers of a response.

use super::wire::{WireFields, WireValue};

/// The alternative answers of a response whose calls are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choices {
    All,
    First,
}

impl Choices {
    /// Returns the answers to read. The first one has the index 0. Some servers send no index.
    pub(super) fn select<'a>(
        self,
        answers: impl Iterator<Item = WireValue<'a>>,
    ) -> impl Iterator<Item = WireFields<'a>> {
        let is_read = move |answer: &WireFields<'_>| {
            self == Self::All || answer.index("index").unwrap_or(0) == 0
        };
        let limit = match self {
            Self::All => usize::MAX,
            Self::First => 1,
        };
        answers.map(WireValue::fields).filter(is_read).take(limit)
    }
}
