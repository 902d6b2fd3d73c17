//! The words of errors: what the model is told, so that its next call is right.
//!
//! [`ToolArgError`](crate::ToolArgError) holds data; each function here makes
//! one text of it. The methods of the same names take the default limits.
//!
//! | renderer | for | issues |
//! |---|---|---|
//! | [`instruction`] | one line, also the error's `Display` | the first 5 |
//! | [`list`] | the cheapest text that names each fault with what was sent | the first 5 |
//! | [`list_again`] | a second failure of the same kind: with the shape of the arguments | the first 5 |
//! | [`annotated`] | long arguments: what was sent, each fault beside its line | the first 5 |
//! | [`preflight`] | hosts that look at the required fields first | all that are missing |
//! | [`numbered`] | a report | all |
//! | [`payload`] | an `invalid` tool, a log | all |
//!
//! Whatever the arguments hold, the text of an issue stays on its line.

mod alternatives;
mod annotated;
mod calls;
mod cut;
mod expected;
mod give_up;
mod got;
mod instruction;
mod limits;
mod line;
mod list;
mod list_again;
mod members;
mod message;
mod numbered;
mod payload;
mod places;
mod preflight;
mod remark;
mod required;
mod schema;
mod skeleton;

pub use annotated::annotated;
pub(crate) use calls::{not_a_call, shown_name, unknown_tool};
pub(crate) use give_up::give_up;
pub use instruction::instruction;
pub use limits::TextLimits;
pub use list::list;
pub use list_again::list_again;
pub use message::message;
pub use numbered::numbered;
pub use payload::payload;
pub(crate) use payload::payload_of;
pub use preflight::preflight;
pub(crate) use skeleton::shape_at;

#[cfg(test)]
mod tests;
