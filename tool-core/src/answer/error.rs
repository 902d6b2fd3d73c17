use std::fmt;

use serde_json::Value;

use super::whole::Answer;
use crate::call::{Api, WireError};

/// A text that is not an answer of the API.
///
/// ```
/// use tool_core::answer::{Answer, AnswerError};
/// use tool_core::call::Api;
///
/// let chat = r#"{"choices": [{"message": {"content": "Hi"}}]}"#;
/// let error = Answer::from_body(Api::Anthropic, chat).unwrap_err();
/// assert_eq!(error.to_string(), "the input contains no answer of the API anthropic");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AnswerError {
    /// The text is not a JSON object.
    Wire(WireError),
    /// The provider reported an error, in the body or in an event.
    Provider(Box<ProviderError>),
    /// The input contains no answer of this API: it is the JSON of another API, a page of a proxy or
    /// an empty stream.
    OtherShape(Api),
}

impl From<WireError> for AnswerError {
    fn from(error: WireError) -> Self {
        Self::Wire(error)
    }
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wire(error) => error.fmt(f),
            Self::Provider(error) => error.fmt(f),
            Self::OtherShape(api) => {
                let name = api.as_str();
                write!(f, "the input contains no answer of the API {name}")
            }
        }
    }
}

impl std::error::Error for AnswerError {}

/// An error that a provider reported.
///
/// ```
/// use tool_core::answer::{Answer, AnswerError};
/// use tool_core::call::Api;
///
/// let body = r#"{"error": {"code": 404, "status": "NOT_FOUND", "message": "no such model"}}"#;
/// let Err(AnswerError::Provider(error)) = Answer::from_body(Api::Gemini, body) else {
///     panic!("expected an error");
/// };
/// assert_eq!(error.message, "no such model");
/// assert_eq!(error.kind.as_deref(), Some("NOT_FOUND"));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ProviderError {
    /// The provider's name for the kind of error, such as `rate_limit_error`.
    pub kind: Option<String>,
    /// The provider's message, or the whole error as JSON text if the message is missing.
    pub message: String,
    /// The error as the provider sent it.
    pub body: Value,
    /// The rejected calls, read from Groq's `failed_generation`; calls that break off are in
    /// [`Answer::dropped`]. The conversation can continue with this answer as if the provider had
    /// sent it.
    pub rejected: Option<Box<Answer>>,
}

impl ProviderError {
    /// Reads an error: an object with a message, or a text.
    pub(super) fn new(error: &Value, rejected: Option<Box<Answer>>) -> Self {
        let text = |key: &str| error.get(key).and_then(Value::as_str).map(str::to_owned);
        let kinds = ["code", "type", "status", "__type"];
        let kind = kinds.into_iter().find_map(text);
        let message = error.as_str().map(str::to_owned);
        let messages = ["message", "Message", "msg", "status_msg"];
        let message = message.or_else(|| messages.into_iter().find_map(text));
        Self {
            kind,
            message: message.unwrap_or_else(|| error.to_string()),
            body: error.clone(),
            rejected,
        }
    }
}

impl fmt::Display for ProviderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the provider reported an error: {}", self.message)?;
        match &self.kind {
            Some(kind) => write!(f, " ({kind})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ProviderError {}

/// The error of [`Answer::results`]: the number of results differs from the number of calls.
///
/// ```
/// use tool_core::answer::Answer;
/// use tool_core::call::Api;
///
/// let body = r#"{"message": {"tool_calls": [{"function": {"name": "a", "arguments": {}}}]}}"#;
/// let answer = Answer::from_body(Api::Ollama, body)?;
/// let error = answer.results([]).unwrap_err();
/// assert_eq!(error.to_string(), "expected a result for each of 1 calls, got 0");
/// # Ok::<(), tool_core::answer::AnswerError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultsError {
    pub(super) expected: usize,
    pub(super) got: usize,
}

impl fmt::Display for ResultsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { expected, got } = self;
        write!(
            f,
            "expected a result for each of {expected} calls, got {got}"
        )
    }
}

impl std::error::Error for ResultsError {}
