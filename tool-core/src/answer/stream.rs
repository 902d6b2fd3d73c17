use std::mem;

use serde_json::Value;

use super::api;
use super::delta::Delta;
use super::draft::Draft;
use super::error::AnswerError;
use super::whole::Answer;
use crate::call::{Api, Assembler, Frames, PartialCall, WireError};

/// Puts an [`Answer`] together from a stream.
///
/// Give it each event by [`push`](Self::push), or the bytes of the body by
/// [`push_bytes`](Self::push_bytes). While the stream lasts, [`take_deltas`](Self::take_deltas)
/// returns new text and reasoning for a user interface, and [`partial`](Self::partial) the calls
/// as far as they are certain. [`finish`](Self::finish) returns the answer, equal to that of
/// the response that was not streamed.
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
    api: Api,
    frames: Frames,
    calls: Assembler,
    draft: Draft,
}

impl AnswerStream {
    /// Creates a reader of one stream.
    #[must_use]
    pub fn new(api: Api) -> Self {
        Self {
            api,
            frames: Frames::default(),
            calls: Assembler::new(api),
            draft: Draft::new(api),
        }
    }

    /// Takes one event: its JSON text, for server-sent events the text behind `data:`. An
    /// array of events and the text `[DONE]` are taken as well.
    ///
    /// # Errors
    ///
    /// Fails if an event is not a JSON object. It is left out; the stream may go on.
    pub fn push(&mut self, event: &str) -> Result<(), WireError> {
        let before = self.calls.size();
        let result = self.calls.push(event);
        match serde_json::from_str(event) {
            Ok(Value::Array(events)) => {
                for event in &events {
                    api::read_event(self.api, event, &mut self.draft);
                }
            }
            Ok(event) => api::read_event(self.api, &event, &mut self.draft),
            Err(_) => {}
        }
        if self.calls.size() != before {
            self.draft.deltas.push(Delta::Call);
        }
        result
    }

    /// Takes bytes of the body: server-sent events, one JSON object per line, or Amazon's
    /// binary frames. The bytes may be split anywhere.
    ///
    /// # Errors
    ///
    /// Fails if an event that ends in these bytes is not a JSON object. It is left out; all
    /// others are taken.
    pub fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), WireError> {
        let mut result = Ok(());
        for event in self.frames.push(bytes) {
            result = result.and(self.push(&event));
        }
        result
    }

    /// Returns the output that has arrived since the last time, in its order.
    #[must_use]
    pub fn take_deltas(&mut self) -> Vec<Delta> {
        mem::take(&mut self.draft.deltas)
    }

    /// Returns the calls that have begun, in their order, as far as they are certain.
    pub fn partial(&self) -> impl Iterator<Item = PartialCall<'_>> {
        self.calls.partial()
    }

    /// Returns the answer, after the stream has ended or has broken off.
    ///
    /// # Errors
    ///
    /// Fails as [`Answer::from_body`] does: if an event reports an error, or if no event had
    /// the shape of this API.
    pub fn finish(mut self) -> Result<Answer, AnswerError> {
        if let Some(event) = self.frames.rest() {
            // An event that was cut off is left out.
            let _ = self.push(&event);
        }
        self.draft.into_answer(self.calls.finish())
    }
}
