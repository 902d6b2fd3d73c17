//! The memory of a tape, kept for the next one: for a small call it would cost as much to
//! get and give back as the call takes to read.

use std::cell::Cell;

use crate::tape::{Tape, Token};

/// What a thread keeps is no larger, in tokens and in bytes.
const MOST_TOKENS: usize = 1024;
const MOST_MADE: usize = 4096;

#[derive(Default)]
pub(super) struct Spare {
    pub(super) tokens: Vec<Token>,
    pub(super) made: String,
}

thread_local! {
    static SPARE: Cell<Spare> = Cell::default();
}

impl Spare {
    /// What the last tape of this thread has left.
    pub(super) fn take() -> Self {
        // Where the thread is ending there is nothing to be had.
        SPARE.try_with(Cell::take).unwrap_or_default()
    }
}

impl Drop for Tape<'_> {
    fn drop(&mut self) {
        if self.tokens.capacity() > MOST_TOKENS || self.made.capacity() > MOST_MADE {
            return;
        }
        let mut spare = Spare {
            tokens: std::mem::take(&mut self.tokens),
            made: std::mem::take(&mut self.made),
        };
        spare.tokens.clear();
        spare.made.clear();
        // Where the thread is ending it is dropped.
        let _ = SPARE.try_with(|kept| kept.set(spare));
    }
}
