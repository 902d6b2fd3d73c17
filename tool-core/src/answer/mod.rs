//! A provider's whole answer, and the messages that continue the conversation.
//!
//! An [`Answer`] holds what a response or a stream contains: the calls, the text, the
//! reasoning, the token usage and why the model stopped. [`Answer::turn`] is the assistant
//! turn that the next request has to repeat, and [`Answer::results`] are the messages with
//! the results of the calls.
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

mod api;
mod builtin;
mod calls;
mod draft;
mod error;
mod result;
mod stop;
mod stream;
mod usage;

use serde_json::Value;

use crate::call::{Api, Call, Dropped, calls_in_response};
use draft::Draft;

pub use builtin::BuiltinCall;
pub use error::{AnswerError, ProviderError, ResultsError};
pub use result::{CallResult, Content};
pub use stop::StopReason;
pub use stream::{AnswerStream, Delta};
pub use usage::Usage;

/// A provider's answer: a whole response, or a stream that has ended.
///
/// ```
/// use tool_core::answer::{Answer, StopReason};
/// use tool_core::call::Api;
///
/// let body = r#"{"choices": [{"finish_reason": "length", "message": {"content": "It is"}}],
///     "usage": {"prompt_tokens": 12, "completion_tokens": 2}}"#;
/// let answer = Answer::from_body(Api::OpenAiChat, body)?;
/// assert_eq!((answer.text.as_str(), answer.stop), ("It is", StopReason::Truncated));
/// assert_eq!(answer.usage.output, Some(2));
/// # Ok::<(), tool_core::answer::AnswerError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Answer {
    /// Why the model stopped.
    pub stop: StopReason,
    /// The text for the user, without reasoning. Empty if there is none.
    pub text: String,
    /// The reasoning, as far as the provider shows it. Empty if there is none.
    pub reasoning: String,
    /// The calls that can be run, in the order of the answer.
    pub calls: Vec<Call>,
    /// The calls that cannot be run, and why. [`results`](Self::results) answers them.
    pub dropped: Vec<Dropped>,
    /// Calls of tools that the provider defines and the client runs.
    pub builtin_calls: Vec<BuiltinCall>,
    /// The tokens that the request took.
    pub usage: Usage,
    api: Api,
    turn: Vec<Value>,
    turn_calls: calls::TurnCalls,
}

impl Answer {
    /// Reads the body of a response that was not streamed.
    ///
    /// ```
    /// use tool_core::answer::{Answer, AnswerError};
    /// use tool_core::call::Api;
    ///
    /// let body = r#"{"error": {"type": "rate_limit_error", "message": "slow down"}}"#;
    /// let error = Answer::from_body(Api::Anthropic, body).unwrap_err();
    /// assert_eq!(error.to_string(), "the provider reported an error: slow down (rate_limit_error)");
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the body is not a JSON object, reports an error, or has the shape of another
    /// API. The calls that Groq rejects as `tool_use_failed` are in
    /// [`ProviderError::rejected`].
    pub fn from_body(api: Api, body: &str) -> Result<Self, AnswerError> {
        let calls = calls_in_response(api, body)?;
        let body = serde_json::from_str(body).map_err(AnswerError::from_json)?;
        let mut draft = Draft::new(api);
        api::read_body(api, &body, &mut draft);
        draft.into_answer(calls)
    }

    /// Returns the assistant turn as the next request has to repeat it: messages of a chat,
    /// output items of `OpenAI` Responses, steps or entries.
    ///
    /// It holds what the API needs to continue: thinking with its signatures, encrypted
    /// reasoning, thought signatures, `reasoning_content`. Arguments that are not a JSON object
    /// are replaced by `{}`, since most servers reject a conversation that holds others.
    #[must_use]
    pub fn turn(&self) -> &[Value] {
        &self.turn
    }
}
