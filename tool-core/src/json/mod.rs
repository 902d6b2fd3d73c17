//! The reader of JSON text: a fast strict parser, and tolerant rules for text that is not valid
//! JSON.

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

/// Signals that reading cannot continue. A [`Stop`] holds the reason separately, which keeps
/// results small.
#[derive(Debug)]
pub(crate) struct Stopped;

/// The reason why reading stopped.
#[derive(Clone, Copy)]
pub(crate) enum Stop {
    /// The text ends before the value is complete.
    Truncated,
    /// The text is not valid JSON.
    Invalid { expected: &'static str, at: usize },
    /// The issue is recorded elsewhere.
    Recorded,
}

/// Reads a whole text as one JSON value with the strict grammar. If that fails and the tolerance
/// allows it, reads the text again with the tolerant rules. Returns `None` only if an issue states
/// the reason.
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
