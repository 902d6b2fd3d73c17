//! Reads JSON text while it arrives, and keeps the known part.

mod builder;
mod escape;
mod nodes;

pub(crate) use builder::Builder;
pub(crate) use escape::{EscapeStep, PartialEscape};
pub(crate) use nodes::{DEPTH, NodeContent, Nodes};
