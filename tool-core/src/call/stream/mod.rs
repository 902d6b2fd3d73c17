//! From the events of a stream to calls: one assembler, one provider a file.

mod anthropic;
mod bedrock;
mod frames;
mod gemini;
mod growing;
mod ollama;
mod open_ai_chat;
mod open_ai_responses;
mod partial_call;
mod streamed;

use serde_json::value::RawValue;

use crate::call::wire::{self, Fields};
use crate::call::{Api, Calls, WireError};
use frames::Frames;
use streamed::Streamed;

pub use partial_call::PartialCall;

/// Puts the calls of a stream together, and passes on finished ones only.
///
/// Give it each event as it arrives, by [`push`](Self::push), or the bytes of the body
/// as they arrive, by [`push_bytes`](Self::push_bytes); where the bytes are split does
/// not matter. [`partial`](Self::partial) is for a user interface meanwhile.
/// [`finish`](Self::finish) gives the calls once the stream has ended, in whatever way.
///
/// A call is finished if its arguments are a whole JSON value, or if the provider says
/// that the output is complete and they leave JSON without breaking off. Arguments of
/// which no piece arrived are whole only where the provider marks the end of each call.
/// The last call of a truncated output is never finished. Everything else is in
/// [`Calls::dropped`], with what had arrived.
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
    /// For one stream of that shape.
    #[must_use]
    pub fn new(api: Api) -> Self {
        Self {
            api,
            frames: Frames::default(),
            streamed: Streamed::default(),
        }
    }

    /// Takes one event, or an array of events: its JSON text, for server-sent events
    /// what follows `data:`. The text `[DONE]`, and events about other things, are
    /// passed over.
    ///
    /// # Errors
    ///
    /// If an event is no JSON object: the first such. It is passed over, all others are
    /// taken; the stream may go on.
    pub fn push(&mut self, event: &str) -> Result<(), WireError> {
        if event.trim() == "[DONE]" {
            return Ok(());
        }
        let error = match wire::object(event) {
            Ok(event) => {
                self.take(&Fields::of(&event));
                return Ok(());
            }
            Err(error) => error,
        };
        let Ok(events) = serde_json::from_str::<Vec<&RawValue>>(event) else {
            return Err(error);
        };
        let mut result = Ok(());
        for event in events {
            let event = wire::object(event.get());
            result = result.and(event.map(|event| self.take(&Fields::of(&event))));
        }
        result
    }

    fn take(&mut self, event: &Fields<'_>) {
        let streamed = &mut self.streamed;
        match self.api {
            Api::OpenAiChat => open_ai_chat::push(event, streamed),
            Api::OpenAiResponses => open_ai_responses::push(event, streamed),
            Api::Anthropic => anthropic::push(event, streamed),
            Api::Gemini => gemini::push(event, streamed),
            Api::Bedrock => bedrock::push(event, streamed),
            Api::Ollama => ollama::push(event, streamed),
        }
    }

    /// Takes bytes of the body: server-sent events, or one JSON object a line.
    ///
    /// # Errors
    ///
    /// If an event that ends in these bytes is no JSON object: the first such. It is
    /// passed over, all others are taken.
    pub fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), WireError> {
        let mut result = Ok(());
        for event in self.frames.push(bytes) {
            result = result.and(self.push(&event));
        }
        result
    }

    /// The calls that have begun, in the order of their beginning, as far as they are
    /// certain.
    pub fn partial(&self) -> impl Iterator<Item = PartialCall<'_>> {
        self.streamed.partial()
    }

    /// The calls, now that the stream has ended.
    #[must_use]
    pub fn finish(mut self) -> Calls {
        if let Some(event) = self.frames.rest() {
            // An event that was cut off says nothing.
            let _ = self.push(&event);
        }
        self.streamed.finish()
    }
}
