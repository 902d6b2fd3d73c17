//! The texts of errors, for the model's next call.
//!
//! [`ToolArgError`](crate::ToolArgError) contains data.
//! [`ToolArgError::render`](crate::ToolArgError::render) returns the text of a [`Format`], and
//! [`ToolArgError::payload`](crate::ToolArgError::payload) the error as JSON. The text of an
//! issue is always one line.

mod alternatives;
mod annotated;
mod calls;
mod cut;
mod expected;
mod format;
mod got;
mod instruction;
mod limits;
mod line;
mod list;
mod members;
mod message;
mod numbered;
mod payload;
mod places;
mod preflight;
mod remark;
mod required;
mod skeleton;
mod structured;

pub(crate) use calls::{describe_unknown_tool, not_a_call, show_name};
pub use format::Format;
pub(crate) use instruction::{LastFault, give_up};
pub use limits::TextLimits;
pub(crate) use payload::build_payload;
pub(crate) use skeleton::write_shape;
pub(crate) use structured::write_answer_format;

pub use crate::tool::Salvage;

#[cfg(test)]
mod tests;
