//! Reads a type from the text of the arguments.
//!
//! [`Direct`] is the only `Deserializer` over text. It checks each value against the plan when the
//! type requests the value, and applies no rule. If a value does not conform, the walk takes over.
//! The result of the walk is written as text, and the same deserializer reads that text without
//! further checks.

mod ahead;
mod array;
mod buffered;
mod check;
mod checks;
mod direct;
mod flatten;
mod forms;
mod key;
mod known;
mod next;
mod object;
mod offer;
mod others;
mod raw;
mod reading;
mod refusal;
mod scalar;
mod tagged;
#[cfg(test)]
mod tests;
mod tries;
mod value;
mod variant;
mod words;

pub(crate) use checks::settle_check;
pub(crate) use direct::Direct;
pub use flatten::flatten;
pub use forms::read_form;
pub use others::{Beside, leave_others, take_others};
pub use reading::reads_trees;
pub(crate) use reading::{CheckErrors, FailedCheck, ReadOptions, read_call, with_forms};
pub(crate) use refusal::Refusal;
pub use tagged::read_tagged;
