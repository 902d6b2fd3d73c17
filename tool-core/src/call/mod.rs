//! What stands between a provider's answer and a tool: the calls in a response,
//! in plain text, and in a stream; and sets of tools, which a call is held against. Pure functions; nothing is sent or awaited.
//!
//! | from | by |
//! |---|---|
//! | the body of a response | [`calls_in_response`] |
//! | text in which a model wrote its calls | [`calls_in_text`] |
//! | the events of a stream, and while they arrive | [`Assembler`], [`Partial`] |
//!
//! All of them give [`Calls`]: each [`Call`] has the arguments as they were sent,
//! which a [`Reader`](crate::Reader) reads with the call's own [`Finish`](crate::Finish).
//! A call whose output may have been cut off is in [`Calls::dropped`]: the last one of a
//! truncated response, and one whose arguments break off.
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
//! let reader = Wait::definition().reader().finish(call.finish);
//! assert_eq!(reader.read::<Wait>(&call.raw)?.value.seconds, 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod api;
mod definitions;
mod error;
mod found;
mod invalid;
pub(crate) mod members;
mod names;
mod partial;
mod places;
mod response;
pub(crate) mod sent;
mod server;
pub(crate) mod set;
mod set_error;
mod spelling;
mod stream;
mod text;
mod whole;
mod wire;

pub use api::{Api, UnknownApi};
pub use definitions::{Definitions, ParsedCall, Resolved};
pub use error::{CallError, NotACall, UnknownTool};
pub use found::{Call, Calls, DropReason, Dropped};
pub use invalid::InvalidCall;
pub use partial::Partial;
pub use response::calls_in_response;
pub use set::ToolSet;
pub use set_error::SetError;
pub use stream::{Assembler, PartialCall};
pub use text::calls_in_text;
pub use wire::WireError;

#[cfg(test)]
mod tests;
