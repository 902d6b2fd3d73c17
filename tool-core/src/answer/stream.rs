use std::mem;

use serde_json::Value;

use super::delta::Delta;
use super::draft::Draft;
use super::error::AnswerError;
use super::whole::Answer;
use crate::call::{Api, Assembler, Frames, Partial, PartialCall, WireError, clean};

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
    calls: Assembler,
    draft: Draft,
}

impl AnswerStream {
    /// Creates a reader for one stream of this API.
    #[must_use]
    pub fn new(api: Api) -> Self {
        let mut draft = Draft::new(api);
        draft.is_streamed = true;
        Self {
            frames: Frames::default(),
            calls: Assembler::new(api),
            draft,
        }
    }

    /// Adds one event, or an array of events, as JSON text. For server-sent events, this is the
    /// text after `data:`. Ignores the text `[DONE]`. An event may also be the body of a whole
    /// response, from a server that does not stream.
    ///
    /// # Errors
    ///
    /// Returns an error if an event is not a JSON object. The event is ignored, and the stream may
    /// continue.
    pub fn push(&mut self, event: &str) -> Result<(), WireError> {
        let event = &*clean(event);
        let before = self.calls.size();
        let result = self.calls.push(event);
        match serde_json::from_str(event) {
            Ok(Value::Array(events)) => {
                for event in events {
                    self.draft.read_event(event);
                }
            }
            Ok(event) => self.draft.read_event(event),
            Err(_) => {}
        }
        if self.calls.size() != before {
            self.draft.deltas.push(Delta::Call);
        }
        result
    }

    /// Adds bytes of the body: server-sent events, JSON (one object per line, or an array of
    /// objects), or Amazon's binary frames. The bytes may be split anywhere.
    ///
    /// # Errors
    ///
    /// Returns an error if an event that ends in these bytes is not a JSON object. The event is
    /// ignored, and all others are added.
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

    /// Returns the known part of all calls, in the order in which they began.
    pub fn partial(&self) -> impl Iterator<Item = PartialCall<'_>> {
        self.calls.partial()
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
    /// assert_eq!(place.to_value(), serde_json::json!({"name": "Oslo"}));
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
            // A truncated event is ignored.
            let _ = self.push(&event);
        }
        self.draft.into_answer(self.calls.finish_first())
    }
}
