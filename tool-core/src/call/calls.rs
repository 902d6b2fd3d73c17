use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::drop_reason::DropReason;
use crate::finish::Finish;
use crate::tool::{AsInput, Definition, Input, Reading, ToolArgError};

/// A tool call of a model, with unread arguments.
///
/// ```
/// use tool_core::call::{Api, calls_in_response};
///
/// let body = r#"{"done_reason": "stop", "message": {"tool_calls": [
///     {"function": {"name": "wait", "arguments": {"seconds": 5}}},
///     {"function": {"name": "", "arguments": {}}}
/// ]}}"#;
/// let found = calls_in_response(Api::Ollama, body)?;
/// let call = &found.calls[0];
/// assert_eq!((call.name.as_str(), call.raw.as_str()), ("wait", r#"{"seconds": 5}"#));
/// assert_eq!(call.id, None);
/// # Ok::<(), tool_core::call::WireError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Call {
    /// The provider's id of the call. The result must contain it. Ollama, older Gemini models
    /// and calls in text have no id. If a provider gives one id to two calls, the second gets another
    /// one.
    pub id: Option<String>,
    /// The name as sent. It contains a letter or a digit.
    pub name: String,
    /// Namespace of the tool, if the provider has namespaces: of `OpenAI` Responses, or the set of
    /// tools of Anthropic, such as `browser`.
    pub namespace: Option<String>,
    /// The program that made the call, as the provider describes it: `{"type": "program",
    /// "caller_id": ".."}` of `OpenAI`, or Anthropic's code execution. `None` if the provider reports
    /// no caller.
    pub caller: Option<Value>,
    /// `true` if the model goes on without the result, so the result may be sent in a later request
    /// (`OpenAI` Responses, for tools that are exported with `async`).
    pub is_async: bool,
    /// The arguments as text: the content of a string, or the JSON text of an object. Empty if they
    /// were empty, `null` or missing.
    pub raw: String,
    /// The end of the output as the provider reported it. It is not reliable: servers report
    /// `tool_calls` for truncated output. A call with empty arguments also has
    /// [`Finish::Complete`] if other output follows it.
    pub reported: Finish,
}

impl Call {
    pub(crate) fn new(id: Option<String>, name: String, raw: String, reported: Finish) -> Self {
        Self {
            id,
            name,
            namespace: None,
            caller: None,
            is_async: false,
            raw,
            reported,
        }
    }

    /// Reads the arguments, with the leniency of the tool and the [`finish`](Self::finish)
    /// of the call.
    ///
    /// ```
    /// use tool_core::Tool;
    /// use tool_core::call::{Api, calls_in_response};
    ///
    /// /// Wait a while.
    /// #[derive(Debug, Tool)]
    /// struct Wait {
    ///     seconds: u32,
    /// }
    ///
    /// let body = r#"{"done_reason": "stop", "message": {"tool_calls": [
    ///     {"function": {"name": "wait", "arguments": {"seconds": "5"}}}
    /// ]}}"#;
    /// let calls = calls_in_response(Api::Ollama, body)?.calls;
    /// let reading = calls[0].read::<Wait>(Wait::definition())?;
    /// assert_eq!((reading.value.seconds, reading.repairs.len()), (5, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Reader::read`](crate::Reader::read).
    pub fn read<T: DeserializeOwned + 'static>(
        &self,
        definition: &Definition,
    ) -> Result<Reading<T>, ToolArgError> {
        definition.reader().read(self)
    }

    /// Returns the finish for the reader: [`Finish::Truncated`] if the provider reported it,
    /// otherwise [`Finish::Unknown`]. Never returns [`Finish::Complete`], because no report of
    /// a provider allows the reader to close open containers.
    ///
    /// Empty arguments are [`Finish::Truncated`] unless the answer ended normally or other output
    /// follows. The reader then accepts them only for a tool without properties.
    #[must_use]
    pub fn finish(&self) -> Finish {
        match self.reported {
            Finish::Truncated => Finish::Truncated,
            Finish::Unknown if self.has_empty_arguments() => Finish::Truncated,
            Finish::Complete | Finish::Unknown => Finish::Unknown,
        }
    }

    pub(super) fn has_empty_arguments(&self) -> bool {
        self.raw.trim().is_empty()
    }
}

impl AsInput for Call {
    fn as_input(&self) -> Input<'_> {
        self.raw.as_input().finish(self.finish())
    }
}

/// Output that looks like a call and cannot run.
///
/// ```
/// use tool_core::call::{Api, calls_in_response};
///
/// let body = r#"{"done_reason": "stop", "message": {"tool_calls": [
///     {"function": {"name": "wait", "arguments": {"seconds": 5}}},
///     {"function": {"name": "", "arguments": {}}}
/// ]}}"#;
/// let found = calls_in_response(Api::Ollama, body)?;
/// let dropped = &found.dropped[0];
/// assert_eq!(dropped.reason.to_string(), "the name holds no letter or digit");
/// # Ok::<(), tool_core::call::WireError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Dropped {
    /// The provider's id. Some providers require a result with this id.
    pub id: Option<String>,
    /// The received part of the name.
    pub name: String,
    /// The received part of the arguments, or the text that was not read.
    pub raw: String,
    /// The reason.
    pub reason: DropReason,
}

impl Dropped {
    pub(crate) fn new(id: Option<String>, name: String, raw: String, reason: DropReason) -> Self {
        Self {
            id,
            name,
            raw,
            reason,
        }
    }

    /// Returns the text that tells the model why the call did not run.
    ///
    /// ```
    /// use tool_core::call::{Api, calls_in_response};
    ///
    /// let body = r#"{"stop_reason": "max_tokens", "content": [
    ///     {"type": "tool_use", "id": "toolu_1", "name": "write", "input": {"path": "/b"}}
    /// ]}"#;
    /// let found = calls_in_response(Api::Anthropic, body)?;
    /// assert_eq!(
    ///     found.dropped[0].message(),
    ///     "The output was cut off before the call was complete, so the call did not run. \
    ///      Call the tool again, with shorter arguments.",
    /// );
    /// # Ok::<(), tool_core::call::WireError>(())
    /// ```
    #[must_use]
    pub fn message(&self) -> &'static str {
        match self.reason {
            DropReason::NoName => {
                "The name of the call has no letter or digit, so the call did not run. Call a \
                 tool by its exact name."
            }
            DropReason::Incomplete => {
                "The output was cut off before the call was complete, so the call did not run. \
                 Call the tool again, with shorter arguments."
            }
            DropReason::Empty => {
                "The output was cut off before the arguments began, so the call did not run. \
                 Call the tool again."
            }
            DropReason::Ambiguous => {
                "The call can be read in two ways, so it did not run. Call the tool again, in the \
                 format that the instructions give."
            }
            DropReason::BrokenTags => {
                "The tags of the call are damaged or incomplete, so it did not run. Call the tool \
                 again, in the format that the instructions give."
            }
            DropReason::InReasoning => {
                "The call is inside reasoning, so it did not run. End the reasoning, then call the \
                 tool again."
            }
            DropReason::NotMeant => {
                "The text next to the call denies it, quotes it or asks about it, so it did not \
                 run. To run it, call the tool again without such text."
            }
            DropReason::OtherChoice => {
                "The call was in another choice of the response, so it did not run. If it is \
                 needed, make the same call again."
            }
            DropReason::Inconsistent => {
                "The call arrived damaged, so it did not run. Make the same call again."
            }
            DropReason::NotJson => {
                "The arguments are not JSON, so the call did not run. Call the tool again, with \
                 one JSON object as the arguments."
            }
            DropReason::UnknownTool => {
                "The called tool does not exist, so the call did not run. Call only the tools \
                 that you were given, by their exact names."
            }
            DropReason::TooManyCalls => {
                "The answer had too many calls, so the call did not run. Make fewer calls at once."
            }
            DropReason::Filtered => {
                "A content filter stopped the answer, so the call did not run. Do not repeat the \
                 call."
            }
            DropReason::Refused => {
                "The answer ended in a refusal, so the call did not run. Do not repeat the call."
            }
            DropReason::Failed => {
                "The provider failed before the call was complete, so the call did not run. Make \
                 the same call again."
            }
            DropReason::Disconnected => {
                "The connection was lost before the call was complete, so the call did not run. \
                 Make the same call again."
            }
        }
    }
}

/// The calls and the dropped calls of a response, each in the order of the response.
///
/// ```
/// use tool_core::call::{Api, calls_in_response};
///
/// let body = r#"{"done_reason": "stop", "message": {"tool_calls": [
///     {"function": {"name": "wait", "arguments": {"seconds": 5}}},
///     {"function": {"name": "", "arguments": {}}}
/// ]}}"#;
/// let found = calls_in_response(Api::Ollama, body)?;
/// assert_eq!((found.calls.len(), found.dropped.len()), (1, 1));
/// # Ok::<(), tool_core::call::WireError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Calls {
    /// The calls to run.
    pub calls: Vec<Call>,
    /// The dropped calls, with reasons.
    pub dropped: Vec<Dropped>,
}

impl Calls {
    pub(crate) fn new(calls: Vec<Call>, dropped: Vec<Dropped>) -> Self {
        Self { calls, dropped }
    }

    /// Adds a call, or drops it. `reason` is set if the end of the answer or of the call may have
    /// cut its arguments.
    pub(super) fn take(&mut self, call: Call, reason: Option<DropReason>) {
        if !call.name.chars().any(char::is_alphanumeric) {
            return self.drop(call, DropReason::NoName);
        }
        // A truncation of an empty text loses nothing: the reader decides.
        let is_text_kept = call.has_empty_arguments() && reason == Some(DropReason::Incomplete);
        match reason {
            None => self.calls.push(call),
            Some(_) if is_text_kept => self.calls.push(call),
            Some(DropReason::Incomplete) if call.raw.trim() == "{}" => {
                self.drop(call, DropReason::Empty);
            }
            Some(reason) => self.drop(call, reason),
        }
    }

    /// Drops a call for this reason, or for the missing name.
    pub(super) fn drop_named(&mut self, call: Call, reason: DropReason) {
        let is_named = call.name.chars().any(char::is_alphanumeric);
        self.drop(call, if is_named { reason } else { DropReason::NoName });
    }

    pub(super) fn drop(&mut self, call: Call, reason: DropReason) {
        let Call { id, name, raw, .. } = call;
        self.dropped.push(Dropped::new(id, name, raw, reason));
    }
}
