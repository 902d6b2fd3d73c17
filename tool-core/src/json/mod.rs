//! The reader of JSON text: a fast strict parser, and tolerant rules for text that is not valid
//! JSON.

#![allow(
    clippy::inline_always,
    reason = "the steps of the grammar must melt into the loop over an object: a call costs as much as a step"
)]

mod elision;
mod expected;
mod hint;
mod lenient;
mod parser;
mod partial;
mod scanner;
mod stop;
#[cfg(test)]
pub(crate) mod tests;
mod tolerant;

pub(crate) use expected::{END, ROOT};
pub(crate) use lenient::{ParseFailure, Tolerance, not_utf8};
pub(crate) use parser::{parse_strict, parse_value_at, value_of};
pub(crate) use partial::Builder;
#[cfg(feature = "answers")]
pub(crate) use partial::{EscapeStep, NodeContent, Nodes, PartialEscape};
pub(crate) use scanner::{Scanned, Scanner};
pub(crate) use stop::{Stop, Stopped};
pub(crate) use tolerant::parse_tolerant;

pub(crate) use crate::tree::write_string;
#[cfg(feature = "answers")]
pub(crate) use crate::tree::{
    count_spaces, end_of_short_run, find_any, find_end_of_plain, write_content,
};

use crate::tree::{ParseContext, Tree};

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
