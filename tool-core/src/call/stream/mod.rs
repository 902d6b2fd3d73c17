//! Assembles calls from the events of a stream, with one provider per file.

mod anthropic;
mod bedrock;
mod cohere;
mod event_stream;
mod frames;
mod gemini;
mod gemini_interactions;
mod growing;
mod json_text;
mod mistral_conversations;
mod ollama;
mod open_ai_chat;
mod open_ai_responses;
mod streamed;

use serde_json::value::RawValue;

use crate::call::answer::Ending;
use crate::call::body::{is_whole_body, without_mark};
use crate::call::choices::Choices;
use crate::call::halves::without_nan;
use crate::call::wire::{self, WireFields};
use crate::call::{Api, Calls, WireError, response};
pub(crate) use frames::Frames;
use streamed::Streamed;

pub use growing::PartialCall;

/// Puts the calls of a stream together, and returns only complete calls.
///
/// Pass each event to [`push`](Self::push), or the bytes of the body to
/// [`push_bytes`](Self::push_bytes), split at any place. Meanwhile, [`partial`](Self::partial)
/// returns the known part for a user interface. After the end of the stream,
/// [`finish`](Self::finish) returns the calls. For the text, the reasoning and the stop reason,
/// too, use [`AnswerStream`](crate::answer::AnswerStream).
///
/// Calls that the model writes into the text are not read. Use
/// [`AnswerStream::text_calls`](crate::answer::AnswerStream::text_calls) for them.
///
/// A call is complete in these cases:
///
/// - Its arguments are a whole JSON value.
/// - Its arguments are invalid JSON that does not break off, and the provider reports complete
///   output.
/// - No piece of its arguments arrived, and the stream did not break off. [`Call::finish`] tells the
///   reader whether some may be missing.
///
/// The last call of truncated output is never complete, unless its arguments are an empty text.
/// [`Calls::dropped`] contains all other calls, with their received part.
///
/// [`Call::finish`]: crate::call::Call::finish
///
/// ```
/// use tool_core::call::{Api, Assembler};
///
/// let mut stream = Assembler::new(Api::OpenAiChat);
/// for event in [
///     r#"{"choices": [{"delta": {"tool_calls": [{"index": 0, "id": "call_1", "function": {"name": "wait", "arguments": ""}}]}}]}"#,
///     r#"{"choices": [{"delta": {"tool_calls": [{"index": 0, "function": {"arguments": "{\"seconds\""}}]}}]}"#,
///     r#"{"choices": [{"delta": {"tool_calls": [{"index": 0, "function": {"arguments": ": 5}"}}]}}]}"#,
///     r#"{"choices": [{"delta": {}, "finish_reason": "tool_calls"}]}"#,
///     "[DONE]",
/// ] {
///     stream.push(event)?;
/// }
/// let found = stream.finish();
/// assert_eq!(found.calls[0].raw, r#"{"seconds": 5}"#);
/// # Ok::<(), tool_core::call::WireError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Assembler {
    api: Api,
    frames: Frames,
    streamed: Streamed,
}

impl Assembler {
    /// Creates an assembler for one stream of this API.
    #[must_use]
    pub fn new(api: Api) -> Self {
        Self {
            api,
            frames: Frames::default(),
            streamed: Streamed::default(),
        }
    }

    /// Adds one event, or an array of events, as JSON text. For server-sent events, this is the
    /// text after `data:`. Ignores the text `[DONE]` and events about other things. An event may
    /// also be the body of a whole response, from a server that does not stream.
    ///
    /// # Errors
    ///
    /// Returns the first event that is not a JSON object. The event is ignored, and all others
    /// are added. The stream may continue.
    pub fn push(&mut self, event: &str) -> Result<(), WireError> {
        if event.trim() == "[DONE]" {
            self.streamed.is_ended = true;
            return Ok(());
        }
        let event = &*without_nan(without_mark(event));
        let error = match wire::parse_object(event) {
            Ok(event) => {
                self.take(&WireFields::of(&event));
                return Ok(());
            }
            Err(error) => error,
        };
        let Ok(events) = serde_json::from_str::<Vec<&RawValue>>(event) else {
            return Err(error);
        };
        let mut result = Ok(());
        for event in events {
            let event = wire::parse_object(event.get());
            result = result.and(event.map(|event| self.take(&WireFields::of(&event))));
        }
        result
    }

    fn take(&mut self, event: &WireFields<'_>) {
        let streamed = &mut self.streamed;
        if is_whole_body(self.api, |key| event.has(key)) {
            let calls = response::read(self.api, event, Choices::All);
            streamed.whole.extend(calls);
            streamed.is_ended = true;
            return;
        }
        // An exception in Amazon's binary frames, which contain the streams of several APIs.
        if event.names_one("Exception") {
            streamed.set_ending(0, Ending::Failed);
            return;
        }
        match self.api {
            Api::OpenAiChat => open_ai_chat::push(event, streamed),
            Api::OpenAiResponses => open_ai_responses::push(event, streamed),
            Api::Anthropic => anthropic::push(event, streamed),
            Api::Gemini => gemini::push(event, streamed),
            Api::GeminiInteractions => gemini_interactions::push(event, streamed),
            Api::Bedrock => bedrock::push(event, streamed),
            Api::Ollama => ollama::push(event, streamed),
            Api::Cohere => cohere::push(event, streamed),
            Api::MistralConversations => mistral_conversations::push(event, streamed),
        }
    }

    /// Adds bytes of the body: server-sent events, JSON (one object per line, or an array of
    /// objects), or Amazon's binary frames.
    ///
    /// # Errors
    ///
    /// Returns the first event in these bytes that is not a JSON object. The event is ignored,
    /// and all others are added.
    pub fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), WireError> {
        let mut result = Ok(());
        for event in self.frames.push(bytes) {
            result = result.and(self.push(&event));
        }
        result
    }

    /// Returns the known part of all calls, in the order in which they began. Omits calls whose name
    /// has no letter and no digit, and those whose name has not arrived.
    pub fn partial(&self) -> impl Iterator<Item = PartialCall<'_>> {
        self.streamed.partial()
    }

    /// Returns the calls that have begun or have grown since the last call of this method: their
    /// positions in [`partial`](Self::partial), and the text that was added to their arguments.
    pub(crate) fn take_growth(&mut self) -> Vec<(usize, String)> {
        self.streamed.take_growth()
    }

    /// Returns the calls after the end of the stream.
    #[must_use]
    pub fn finish(mut self) -> Calls {
        for event in self.frames.rest() {
            // A truncated event contains nothing.
            let _ = self.push(&event);
        }
        self.streamed.finish(Choices::All)
    }

    /// Returns whether the end of the stream has arrived.
    pub(crate) fn is_ended(&self) -> bool {
        self.streamed.is_ended
    }

    /// Returns the calls of the first of several alternative answers.
    pub(crate) fn finish_first(self) -> Calls {
        self.streamed.finish(Choices::First)
    }
}
