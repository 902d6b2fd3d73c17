//! The reader of JSON text: the strict grammar at full speed, and the tolerant
//! rules at the places where a text leaves it.

#![allow(
    clippy::inline_always,
    reason = "the steps of the grammar must melt into the loop over an object: a call costs as much as a step"
)]

mod cursor;
mod hint;
mod lenient;
mod number;
mod parser;
mod string;
#[cfg(test)]
pub(crate) mod tests;
mod tolerant;

pub(crate) use lenient::{Failure, Tolerance, not_utf8};
pub(crate) use parser::{END, parse as exact};
pub(crate) use tolerant::read as mended;

use crate::tape::Tape;
use crate::tree::{Intake, Tree};

/// What a text was read as.
pub(crate) enum Parsed<'a> {
    /// It is JSON to the letter.
    Tape(Tape<'a>),
    Tree(Tree<'a>),
}

impl<'a> Parsed<'a> {
    /// The tree; of a key that stands twice the intake is told.
    pub(crate) fn into_tree(self, intake: &mut Intake) -> Tree<'a> {
        match self {
            Self::Tape(tape) => tape.tree(intake),
            Self::Tree(tree) => tree,
        }
    }
}

/// Reads a whole text as one JSON value: to the letter, and where that fails
/// and the tolerance allows it, once more from the start by the tolerant rules.
/// Nothing only if there is an issue that says why.
pub(crate) fn read<'a>(
    text: &'a str,
    tolerance: Tolerance,
    intake: &mut Intake,
) -> Option<Parsed<'a>> {
    match exact(text, &intake.limits()) {
        Ok(tape) => Some(Parsed::Tape(tape)),
        Err(failure) => mended(text, *failure, tolerance, intake).map(Parsed::Tree),
    }
}

/// The same, as a tree in any case.
pub(crate) fn parse<'a>(
    text: &'a str,
    tolerance: Tolerance,
    intake: &mut Intake,
) -> Option<Tree<'a>> {
    let parsed = read(text, tolerance, intake)?;
    Some(parsed.into_tree(intake))
}
