use std::fmt;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::stop::StopReason;
use super::whole::Answer;
use crate::call::wire::CallResult;
use crate::call::{Call, Definitions};
use crate::finish::Finish;
use crate::tool::{Definition, Input, Reading, Tool, ToolArgError};

impl Answer {
    /// Reads the value of a [response format](crate::provider::ResponseFormat): the text, or the
    /// call of the tool that replaces the format. The reader applies the same rules as for
    /// arguments, so it also drops text around the JSON.
    ///
    /// ```
    /// use tool_core::Tool;
    /// use tool_core::answer::{Answer, ReadError};
    /// use tool_core::call::Api;
    ///
    /// /// A place that a text mentions.
    /// #[derive(Debug, Tool)]
    /// struct Place {
    ///     name: String,
    ///     population: u64,
    /// }
    ///
    /// let body = r#"{"done_reason": "stop", "message":
    ///     {"content": "Here it is: {\"name\": \"Oslo\", \"population\": \"724000\"}"}}"#;
    /// let reading = Answer::from_body(Api::Ollama, body)?.read::<Place>()?;
    /// assert_eq!((reading.value.population, reading.repairs.len()), (724_000, 2));
    ///
    /// let body = r#"{"done_reason": "stop", "message": {"content": "{\"name\": \"Oslo\"}"}}"#;
    /// let answer = Answer::from_body(Api::Ollama, body)?;
    /// let Err(ReadError::Invalid(error)) = answer.read::<Place>() else { unreachable!() };
    /// let retry = answer.retry(error.to_string());
    /// assert_eq!(retry[0]["role"], "user");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`ReadError::Missing`] if the answer has no value, and [`ReadError::Invalid`] if the
    /// value is invalid. A truncated value is invalid, too: check [`stop`](Answer::stop) before a
    /// [`retry`](Answer::retry), because the next answer may end at the same limit.
    ///
    /// # Panics
    ///
    /// Panics if the schema of the type cannot be used: see [`Tool::definition`].
    pub fn read<T: Tool>(&self) -> Result<Reading<T>, ReadError> {
        self.read_with(T::definition())
    }

    /// Reads the value of a response format of this definition, with the leniency of the
    /// definition.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`read`](Answer::read).
    pub fn read_with<T: DeserializeOwned + 'static>(
        &self,
        definition: &Definition,
    ) -> Result<Reading<T>, ReadError> {
        if let Some(call) = self.find_call(definition) {
            return call.read(definition).map_err(ReadError::Invalid);
        }
        if !self.has_value_in_text() {
            return Err(ReadError::Missing {
                name: definition.name().to_owned(),
                stop: self.stop.clone(),
            });
        }
        let finish = match self.stop {
            StopReason::Truncated | StopReason::Paused | StopReason::Disconnected => {
                Finish::Truncated
            }
            _ => Finish::Unknown,
        };
        let text = Input::from(&*self.text).finish(finish);
        let reading = definition.reader().read(text);
        reading.map_err(|error| ReadError::Invalid(error.of_answer()))
    }

    /// Returns the messages that ask the model for another answer, for example with the text of a
    /// [`ReadError`]. Append them to the conversation after [`turn`](Self::turn). Each call of the
    /// answer gets the text as its result. Without a call, the text is a message of the user.
    ///
    /// ```
    /// use tool_core::answer::Answer;
    /// use tool_core::call::Api;
    /// use tool_core::json;
    ///
    /// let body = r#"{"candidates": [{"finishReason": "STOP",
    ///     "content": {"role": "model", "parts": [{"text": "Oslo"}]}}]}"#;
    /// let answer = Answer::from_body(Api::Gemini, body)?;
    /// assert_eq!(
    ///     answer.retry("Answer with JSON."),
    ///     [json!({"role": "user", "parts": [{"text": "Answer with JSON."}]})],
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn retry(&self, text: impl Into<String>) -> Vec<Value> {
        let text = text.into();
        if self.turn_calls.0.is_empty() {
            return vec![self.api.wire().write_user_message(&text)];
        }
        let results = self.calls.iter().map(|_| CallResult::error(&*text));
        self.results(results).unwrap_or_default()
    }

    /// Returns the first call of the tool that replaces the format.
    fn find_call(&self, definition: &Definition) -> Option<&Call> {
        if self.calls.is_empty() {
            return None;
        }
        let only = Definitions::new([definition.clone()]).ok()?;
        self.calls
            .iter()
            .find(|call| only.resolve(&call.name).is_ok())
    }

    /// Returns whether the text may be the value, and not a refusal or a remark before a call.
    fn has_value_in_text(&self) -> bool {
        let is_other = match self.stop {
            StopReason::Refused
            | StopReason::Filtered
            | StopReason::Error
            | StopReason::ToolCalls => true,
            StopReason::Other(_) => !self.calls.is_empty(),
            _ => false,
        };
        !is_other && !self.text.trim().is_empty()
    }
}

/// The error of [`Answer::read`].
///
/// ```
/// use tool_core::Tool;
/// use tool_core::answer::{Answer, StopReason, ReadError};
/// use tool_core::call::Api;
///
/// /// A place that a text mentions.
/// #[derive(Debug, Tool)]
/// struct Place {
///     name: String,
/// }
///
/// let body = r#"{"choices": [{"finish_reason": "stop", "message": {"refusal": "I cannot."}}]}"#;
/// let error = Answer::from_body(Api::OpenAiChat, body)?.read::<Place>().unwrap_err();
/// assert_eq!(error.to_string(), "the answer has no value of `place`: the model refused to answer");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The answer has no value. The stop reason shows why.
    Missing {
        /// The name of the definition.
        name: String,
        /// The stop reason of the answer.
        stop: StopReason,
    },
    /// The value is invalid. The text of the error is the instruction for the model.
    Invalid(ToolArgError),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, stop) = match self {
            Self::Invalid(error) => return error.fmt(f),
            Self::Missing { name, stop } => (name, stop),
        };
        let why = match stop {
            StopReason::ToolCalls => "the model made calls without it",
            StopReason::Truncated => "a limit of tokens cut it off",
            StopReason::Refused => "the model refused to answer",
            StopReason::Filtered => "a content filter blocked it",
            StopReason::Paused => "the provider paused it",
            StopReason::Error => "the provider failed",
            StopReason::Disconnected => "the connection was lost",
            StopReason::Done | StopReason::Other(_) => "it has no text",
        };
        write!(f, "the answer has no value of `{name}`: {why}")
    }
}

impl std::error::Error for ReadError {}
