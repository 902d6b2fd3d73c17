use serde_json::Value;

use super::stop::StopReason;
use crate::call::wire::{BuiltinCall, TurnCalls, Usage};
use crate::call::{Api, Call, Dropped};

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
    /// The provider's sentence about the stop reason, such as `finishMessage` of Gemini: why it
    /// rejected a call, or blocked the prompt.
    pub stop_message: Option<String>,
    /// The text for the user, without reasoning. May be empty.
    pub text: String,
    /// The visible reasoning. Empty if the provider hides it.
    pub reasoning: String,
    /// The calls that can be run, in the order of the answer. A call that the server has run, and
    /// whose result is in the answer, is only in the [`turn`](Self::turn).
    pub calls: Vec<Call>,
    /// The calls that cannot be run, and why. [`results`](Self::results) answers them.
    pub dropped: Vec<Dropped>,
    /// Calls of tools that the provider defines and the client runs.
    pub builtin_calls: Vec<BuiltinCall>,
    /// The tokens that the request took.
    pub usage: Usage,
    pub(super) api: Api,
    pub(super) turn: Vec<Value>,
    pub(super) turn_calls: TurnCalls,
}

impl Answer {
    /// Returns the assistant turn as the next request has to repeat it: messages of a chat,
    /// output items of `OpenAI` Responses, steps or entries.
    ///
    /// It holds what the API needs to continue: thinking with its signatures, encrypted
    /// reasoning, thought signatures, `reasoning_content`. Arguments that are not a JSON object
    /// are replaced by `{}`, since most servers reject them.
    #[must_use]
    pub fn turn(&self) -> &[Value] {
        &self.turn
    }
}
