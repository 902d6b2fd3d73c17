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

pub(crate) use lenient::Tolerance;
pub(crate) use parser::parse;
