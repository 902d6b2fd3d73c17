use super::wire::{Choices, Draft, Frames, PartialCall};
use super::{Api, Calls, WireError};

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
    frames: Frames,
    draft: Draft,
}

impl Assembler {
    /// Creates an assembler for one stream of this API.
    #[must_use]
    pub fn new(api: Api) -> Self {
        let mut draft = Draft::of_stream(api);
        draft.has_only_calls = true;
        Self {
            frames: Frames::default(),
            draft,
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
        self.draft.push(event)
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
        self.draft.calls.partial()
    }

    /// Returns the calls after the end of the stream.
    #[must_use]
    pub fn finish(mut self) -> Calls {
        for event in self.frames.rest() {
            // A truncated event contains nothing.
            let _ = self.push(&event);
        }
        self.draft.calls.finish(Choices::All).calls
    }
}
