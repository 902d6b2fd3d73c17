//! The reader of JSON text: the strict grammar at full speed, and the tolerant
//! rules at the places where a text leaves it.

#![allow(
    clippy::inline_always,
    reason = "the steps of the grammar must melt into the loop over an object: a call costs as much as a step"
)]

mod fence;
mod hint;
mod lenient;
mod parser;
mod scanner;
#[cfg(test)]
pub(crate) mod tests;
mod tolerant;

pub(crate) use fence::Fence;
pub(crate) use lenient::{Failure, Tolerance, not_utf8};
pub(crate) use parser::{END, parse_strict, value_at};
pub(crate) use scanner::{Scanned, Scanner, end_of_plain};
pub(crate) use tolerant::parse_tolerant;

use crate::tree::{ParseContext, Tree};

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

/// Reads a whole text as one JSON value: by the strict grammar, and if that fails and the
/// tolerance allows it, once more from the start by the tolerant rules. Returns `None` only if
/// there is an issue that says why.
pub(crate) fn parse<'a>(
    text: &'a str,
    tolerance: Tolerance,
    intake: &mut ParseContext,
) -> Option<Tree<'a>> {
    match parse_strict(text, intake) {
        Ok(tree) => Some(tree),
        Err(failure) => parse_tolerant(text, *failure, tolerance, intake),
    }
}
