//! A provider's whole answer, and the messages that continue the conversation. Needs the feature
//! `answers`.
//!
//! An [`Answer`] contains the calls, the text, the reasoning, the token usage and the stop reason
//! of a response or a stream. [`Answer::turn`] returns the assistant turn that the next request
//! repeats, and [`Answer::results`] returns the messages with the results of the calls.
//!
//! ```
//! use tool_core::Tool;
//! use tool_core::answer::{Answer, CallResult, StopReason};
//! use tool_core::call::Api;
//!
//! /// Waits.
//! #[derive(Debug, Tool)]
//! struct Wait {
//!     seconds: u32,
//! }
//!
//! let body = r#"{"type": "message", "stop_reason": "tool_use", "content": [
//!     {"type": "tool_use", "id": "toolu_1", "name": "wait", "input": {"seconds": "5"}}
//! ]}"#;
//! let answer = Answer::from_body(Api::Anthropic, body)?;
//! assert_eq!(answer.stop, StopReason::ToolCalls);
//!
//! let mut results = Vec::new();
//! for call in &answer.calls {
//!     results.push(match Wait::parse(call) {
//!         Ok(wait) => CallResult::text(format!("waited {} s", wait.seconds)),
//!         Err(error) => CallResult::error(error.to_string()),
//!     });
//! }
//! let mut messages = answer.turn().to_vec();
//! messages.extend(answer.results(results)?);
//! assert_eq!(
//!     messages[1].to_string(),
//!     r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"waited 5 s"}]}"#,
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod assemble;
mod error;
mod failed_generation;
mod read;
mod results;
mod stop;
mod stream;
mod text_calls;
mod whole;

pub use crate::call::wire::{BuiltinCall, CallResult, Content, Delta, Usage};
pub use error::{AnswerError, ProviderError, ResultsError};
pub use read::ReadError;
pub use stop::StopReason;
pub use stream::AnswerStream;
pub use whole::Answer;
