//! The parameters that a function may take before its arguments.

mod call_context;
mod from_call;
mod state;
mod states;

pub use call_context::CallContext;
pub use from_call::{Extension, FromCall};
pub use state::State;
pub use states::States;
