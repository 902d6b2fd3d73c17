//! Reads a type from the text of the arguments.
//!
//! [`Direct`] is the one `Deserializer` over text. It holds each value against the plan when the
//! type asks for it. What does not conform is for the walk, whose result is written as text and
//! read by the same deserializer, with nothing left to check.

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
mod note;
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

pub use checks::are_paths_traced;
pub(crate) use checks::{
    CheckErrors, FailedCheck, collect_checks, settle_check, with_traced_paths,
};
pub(crate) use direct::Direct;
pub use flatten::flatten;
pub use forms::read_form;
pub(crate) use forms::with_forms;
pub use others::{Beside, has_others, leave_others, take_others};
pub(crate) use refusal::Refusal;
pub use tagged::read_tagged;
