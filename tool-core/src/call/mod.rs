//! Reads calls from a provider's response, from plain text and from a stream, and defines the
//! sets of tools that read them. All functions are pure: they do no I/O.
//! Needs the feature `answers`.
//!
//! | from | by |
//! |---|---|
//! | the body of a response, with its text and stop reason | [`Answer`](crate::answer::Answer) |
//! | a stream, with its text and stop reason | [`AnswerStream`](crate::answer::AnswerStream) |
//! | the body of a response, only the calls | [`calls_in_response`] |
//! | text in which a model wrote its calls | [`read_text`](crate::text::read_text) |
//! | the events of a stream, only the calls, and while they arrive | [`Assembler`], [`Partial`] |
//!
//! All of them return [`Calls`]. A [`Call`] contains the arguments as text, and whether its
//! output was truncated. [`Call::read`] reads the arguments, and every other method that reads
//! accepts the call as an [`Input`](crate::Input). [`Calls::dropped`] contains the calls that
//! may be truncated: the last one of a truncated response, and calls whose arguments break off.
//!
//! ```
//! use tool_core::call::{Api, calls_in_response};
//! use tool_core::{Finish, Tool};
//!
//! /// Wait a while.
//! #[derive(Debug, Tool)]
//! struct Wait {
//!     seconds: u32,
//! }
//!
//! let body = r#"{"stop_reason": "tool_use", "content": [
//!     {"type": "tool_use", "id": "toolu_1", "name": "wait", "input": {"seconds": "5"}}
//! ]}"#;
//! let found = calls_in_response(Api::Anthropic, body)?;
//! let call = &found.calls[0];
//! assert_eq!((call.name.as_str(), call.reported), ("wait", Finish::Complete));
//!
//! assert_eq!(Wait::parse(call)?.seconds, 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod api;
mod assembler;
mod calls;
pub(crate) mod definitions;
pub(crate) mod error;
mod halves;
mod invalid;
mod names;
mod partial;
mod server;
pub(crate) mod set;
mod set_error;
mod spelling;
pub(crate) mod wire;

pub use api::Api;
pub use assembler::{Assembler, calls_in_response};
pub use calls::{Call, Calls, Dropped};
pub use definitions::ParsedCall;
pub use error::{NotACall, UnknownTool};
pub use invalid::InvalidCallTool;
pub use names::Resolved;
pub use partial::{Partial, PartialTool};
pub use set_error::SetError;
pub use wire::{PartialCall, WireError};

pub use crate::drop_reason::DropReason;

pub(crate) use definitions::Definitions;
pub(crate) use error::CallError;
pub(crate) use partial::ObjectInText;

#[cfg(test)]
mod tests;
