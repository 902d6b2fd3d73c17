//! The texts of errors, for the model's next call.
//!
//! [`ToolArgError`](crate::ToolArgError) contains data.
//! [`ToolArgError::render`](crate::ToolArgError::render) returns the text of a [`Style`], and
//! [`ToolArgError::payload`](crate::ToolArgError::payload) the error as JSON. The text of an
//! issue is always one line.

mod alternatives;
mod annotated;
#[cfg(feature = "answers")]
mod calls;
mod cut;
mod expected;
#[cfg(feature = "answers")]
mod give_up;
mod got;
mod group;
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
#[cfg(feature = "providers")]
mod structured;
mod style;

#[cfg(feature = "answers")]
pub(crate) use calls::show_name;
#[cfg(feature = "answers")]
pub(crate) use calls::{describe_unknown_tool, not_a_call};
#[cfg(feature = "answers")]
pub(crate) use give_up::{LastFault, give_up};
pub use limits::TextLimits;
#[cfg(feature = "answers")]
pub(crate) use payload::build_payload;
#[cfg(feature = "providers")]
pub(crate) use skeleton::write_shape;
#[cfg(feature = "providers")]
pub(crate) use structured::write_answer_format;
pub use style::Style;

pub use crate::tool::Salvage;

#[cfg(test)]
mod tests;
