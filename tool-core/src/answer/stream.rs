use std::borrow::Cow;
use std::mem;

use super::error::AnswerError;
use super::whole::Answer;
use crate::call::wire::{Delta, Draft, Frames};
use crate::call::{Api, Definitions, Partial, PartialCall, WireError};
use crate::text::{TextDelta, TextOptions, TextReader};

/// Assembles an [`Answer`] from a stream.
///
/// Pass each event to [`push`](Self::push), or the bytes of the body to
/// [`push_bytes`](Self::push_bytes). During the stream, [`take_deltas`](Self::take_deltas) returns
/// new text and reasoning for a user interface, and [`partial`](Self::partial) returns the known
/// part of each call. [`finish`](Self::finish) returns the same answer as a response without
/// streaming.
///
/// ```
/// use tool_core::answer::{AnswerStream, Delta, StopReason};
/// use tool_core::call::Api;
///
/// let mut stream = AnswerStream::new(Api::Ollama);
/// stream.push_bytes(b"{\"message\": {\"content\": \"Hel\"}}\n{\"message\": {\"con")?;
/// assert_eq!(stream.take_deltas(), [Delta::Text("Hel".into())]);
/// stream.push_bytes(b"tent\": \"lo\"}, \"done\": true, \"done_reason\": \"stop\"}\n")?;
/// let answer = stream.finish()?;
/// assert_eq!((answer.text.as_str(), answer.stop), ("Hello", StopReason::Done));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AnswerStream {
    frames: Frames,
    draft: Draft,
    /// The reader of calls in the text, if they are read.
    text: Option<TextReader<'static>>,
}

impl AnswerStream {
    /// Creates a reader for one stream of this API.
    #[must_use]
    pub fn new(api: Api) -> Self {
        Self {
            frames: Frames::default(),
            draft: Draft::of_stream(api),
            text: None,
        }
    }

    /// Also reads the calls that the model writes into the text, as [`Answer::text_calls`] does.
    ///
    /// The deltas omit the text of these calls, and [`partial`](Self::partial) shows them like
    /// native calls. Text that may become a call is held back. Has no effect for APIs without a
    /// chat message.
    ///
    /// ```
    /// use tool_core::Definitions;
    /// use tool_core::answer::{AnswerStream, Delta};
    /// use tool_core::call::Api;
    /// use tool_core::text::TextOptions;
    ///
    /// let tools = Definitions::default();
    /// let mut stream = AnswerStream::new(Api::OpenAiChat).text_calls(&tools, TextOptions::new());
    /// for piece in ["I wait. <tool", "_call>{\\\"name\\\": \\\"wait\\\", ",
    ///     "\\\"arguments\\\": {}}</tool_call>"] {
    ///     stream.push(&format!(r#"{{"choices": [{{"delta": {{"content": "{piece}"}}}}]}}"#))?;
    /// }
    /// assert_eq!(stream.take_deltas()[0], Delta::Text("I wait. ".into()));
    /// assert_eq!(stream.finish()?.calls[0].name, "wait");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn text_calls(mut self, tools: &Definitions, options: TextOptions) -> Self {
        if self.draft.api.has_message() {
            let tools = Cow::Owned(tools.clone());
            self.text = Some(TextReader::with_tools(tools, options));
        }
        self
    }

    /// Adds one event, or an array of events, as JSON text. For server-sent events, this is the
    /// text after `data:`. Ignores the text `[DONE]`. An event may also be the body of a whole
    /// response, from a server that does not stream.
    ///
    /// # Errors
    ///
    /// Returns an error if an event is not a JSON object. The stream may continue. The calls that the
    /// event may belong to are dropped: its text is in [`Answer::dropped`], unless it is only a word,
    /// such as `ping`.
    pub fn push(&mut self, event: &str) -> Result<(), WireError> {
        let shown = self.draft.deltas.len();
        let result = self.draft.push(event);
        let grown = self.draft.calls.take_growth().into_iter();
        let grown = grown.map(|(index, added)| Delta::Call { index, added });
        self.draft.deltas.extend(grown);
        if let Some(text) = &mut self.text {
            let before = self.draft.calls.partial().count();
            let new = self.draft.deltas.split_off(shown);
            let read = new
                .into_iter()
                .flat_map(|delta| read_delta(delta, before, text));
            self.draft.deltas.extend(read);
        }
        result
    }

    /// Adds bytes of the body: server-sent events, JSON (one object per line, or an array of
    /// objects), or Amazon's binary frames. The bytes may be split anywhere.
    ///
    /// # Errors
    ///
    /// Returns an error if an event that ends in these bytes is not a JSON object, as
    /// [`push`](Self::push) does. All others are added.
    pub fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), WireError> {
        let mut result = Ok(());
        for event in self.frames.push(bytes) {
            result = result.and(self.push(&event));
        }
        result
    }

    /// Returns the output that arrived since the last call of this method, in order.
    #[must_use]
    pub fn take_deltas(&mut self) -> Vec<Delta> {
        mem::take(&mut self.draft.deltas)
    }

    /// Returns the known part of all calls, in the order in which they began. A call keeps its place:
    /// in text, a part may turn out to be no call.
    pub fn partial(&self) -> impl Iterator<Item = PartialCall<'_>> {
        let in_text = self.text.iter().flat_map(TextReader::partial_calls);
        self.draft.calls.partial().chain(in_text)
    }

    /// Returns the known part of the value of a
    /// [response format](crate::provider::ResponseFormat): the object in the text, or the
    /// arguments of the first call. Never use it as the value: [`Answer::read`] reads it at the
    /// end.
    ///
    /// ```
    /// use tool_core::answer::AnswerStream;
    /// use tool_core::call::Api;
    ///
    /// let mut stream = AnswerStream::new(Api::Ollama);
    /// stream.push(r#"{"message": {"content": "{\"name\": \"Oslo\", \"popul"}}"#)?;
    /// let place = stream.partial_value().unwrap();
    /// assert_eq!(place.to_value(), tool_core::json!({"name": "Oslo"}));
    /// # Ok::<(), tool_core::call::WireError>(())
    /// ```
    #[must_use]
    pub fn partial_value(&self) -> Option<Partial<'_>> {
        let of_call = || self.partial().find_map(|call| call.arguments);
        self.draft.value.get().or_else(of_call)
    }

    /// Returns the answer after the end of the stream, even if the stream broke off.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Answer::from_body`]: an event reports an error, or no event has the
    /// shape of this API.
    pub fn finish(mut self) -> Result<Answer, AnswerError> {
        for event in self.frames.rest() {
            // The host has no use for an error behind the end.
            let _ = self.push(&event);
        }
        let answer = Answer::from_draft(self.draft)?;
        Ok(match self.text {
            Some(text) if answer.may_have_text_calls() => {
                let finish = answer.finish_of_text(text.options());
                let read = text.finish(finish);
                answer.with_text_calls(read)
            }
            _ => answer,
        })
    }
}

/// Reads the calls in a piece of text. `before` is the number of calls that are not in the text.
fn read_delta(delta: Delta, before: usize, text: &mut TextReader<'_>) -> Vec<Delta> {
    let Delta::Text(piece) = delta else {
        return vec![delta];
    };
    text.push(&piece);
    let read = text.take_deltas().into_iter();
    let read = read.filter_map(|delta| match delta {
        TextDelta::Text(text) => Some(Delta::Text(text)),
        TextDelta::Reasoning(text) => Some(Delta::Reasoning(text)),
        TextDelta::Call(_) => None,
    });
    let mut deltas: Vec<_> = read.collect();
    let grown = text.take_growth().into_iter();
    deltas.extend(grown.map(|(at, added)| Delta::Call {
        index: before + at,
        added,
    }));
    deltas
}
