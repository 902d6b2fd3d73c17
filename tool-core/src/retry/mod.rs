//! The words of errors: what the model is told, so that its next call is right.
//!
//! [`ToolArgError`](crate::ToolArgError) holds data; each function here makes
//! one text of it. The methods of the same names take the default limits.
//!
//! | renderer | for | issues |
//! |---|---|---|
//! | [`instruction`] | one line, also the error's `Display` | the first 5 |
//! | [`list`] | the cheapest text that names each fault with what was sent | the first 5 |
//! | [`numbered`] | a report | all |
//! | [`payload`] | an `invalid` tool, a log | all |
//!
//! Whatever the arguments hold, the text of an issue stays on its line.

mod cut;
mod expected;
mod got;
mod instruction;
mod limits;
mod line;
mod list;
mod members;
mod message;
mod numbered;
mod payload;

pub use instruction::instruction;
pub use limits::TextLimits;
pub use list::list;
pub use message::message;
pub use numbered::numbered;
pub use payload::payload;

#[cfg(test)]
mod tests;
