//! Reads JSON text while it arrives, and keeps the known part.

mod builder;
mod escape;
mod nodes;

pub(crate) use builder::Builder;
#[cfg(feature = "answers")]
pub(crate) use escape::{EscapeStep, PartialEscape};
#[cfg(feature = "answers")]
pub(crate) use nodes::{NodeContent, Nodes};
