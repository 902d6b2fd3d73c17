//! The reader of JSON text: the strict grammar at full speed, and the tolerant
//! rules at the places where a text leaves it.

#![allow(
    clippy::inline_always,
    reason = "the steps of the grammar must melt into the loop over an object: a call costs as much as a step"
)]

mod cursor;
mod lenient;
mod number;
mod parser;
mod string;
#[cfg(test)]
pub(crate) mod tests;
mod tolerant;

pub(crate) use lenient::{Tolerance, not_utf8};

use crate::tree::{Intake, Tree};

/// Reads a whole text as one JSON value: to the letter, and where that fails
/// and the tolerance allows it, once more from the start by the tolerant rules.
/// Nothing only if there is an issue that says why.
pub(crate) fn parse<'a>(
    text: &'a str,
    tolerance: Tolerance,
    intake: &mut Intake,
) -> Option<Tree<'a>> {
    parser::parse(text, intake).or_else(|| tolerant::read(text, tolerance, intake))
}
