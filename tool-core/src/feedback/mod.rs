//! The texts of errors, for the model's next call.
//!
//! [`ToolArgError`](crate::ToolArgError) holds data, and
//! [`ToolArgError::render`](crate::ToolArgError::render) makes the text of a [`Format`].
//! [`ToolArgError::payload`](crate::ToolArgError::payload) is the error as JSON. Whatever
//! the arguments hold, the text of an issue is one line.

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

pub(crate) use calls::{not_a_call, shown_name, unknown_tool};
pub use format::Format;
pub(crate) use instruction::give_up;
pub use limits::TextLimits;
pub(crate) use payload::payload_of;
pub(crate) use skeleton::shape_at;

pub use crate::tool::Salvage;

#[cfg(test)]
mod tests;
