use super::wire::{Draft, Frames, PartialCall};
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
        Self {
            frames: Frames::default(),
            draft: Draft::of_stream(api),
        }
    }

    /// Adds one event, or an array of events, as JSON text. For server-sent events, this is the
    /// text after `data:`. Ignores the text `[DONE]` and events about other things. An event may
    /// also be the body of a whole response, from a server that does not stream. An event of another
    /// API is not read: its text is in [`Calls::dropped`] at the end.
    ///
    /// # Errors
    ///
    /// Returns the first event that is not a JSON object. All others are added, and the stream may
    /// continue. The calls that the event may belong to are dropped: its text is in
    /// [`Calls::dropped`], unless it is only a word, such as `ping`.
    pub fn push(&mut self, event: &str) -> Result<(), WireError> {
        let result = self.draft.push(event);
        self.draft.deltas.clear();
        result
    }

    /// Adds bytes of the body: server-sent events, JSON (one object per line, or an array of
    /// objects), or Amazon's binary frames.
    ///
    /// # Errors
    ///
    /// Returns the first event in these bytes that is not a JSON object, as [`push`](Self::push)
    /// does. All others are added.
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
            // The host has no use for an error behind the end.
            let _ = self.push(&event);
        }
        self.draft.finish().0.calls
    }
}

/// Returns the calls in the body of a response that was not streamed.
///
/// The body is text, so arguments in an object keep all their digits. Parts with an unexpected
/// form are ignored. A response without calls has an empty list. The body may also be an array of
/// the events of a stream, or a line of a batch with the body in it. The calls of alternative answers
/// (`n` of `OpenAI`) are in [`Calls::dropped`], as
/// [`DropReason::OtherChoice`](crate::call::DropReason::OtherChoice).
///
/// Calls that may be truncated are in [`Calls::dropped`], as
/// [`DropReason::Incomplete`](crate::call::DropReason::Incomplete) or with the cause:
///
/// - The last call of a truncated response, unless other output follows it. Providers that send
///   arguments as an object always close the object, so the text does not show the truncation.
/// - A call whose arguments are a text that breaks off, regardless of the reported end.
///
/// A call whose arguments are an empty text is kept. Some servers send it for a call without
/// arguments, and a truncation has the same form. The reader decides by [`Call::finish`] and by the
/// schema of the tool.
///
/// [`Call::finish`]: crate::call::Call::finish
///
/// Calls that the provider runs (`server_tool_use`, `mcp_call`, `web_search_call`, ...) are not
/// listed, and neither are calls whose result is in the response. The custom tools of `OpenAI`, whose
/// input is not JSON, are not listed either.
///
/// Calls that the model wrote into the text are not listed. Use
/// [`Answer::text_calls`](crate::answer::Answer::text_calls) if the server leaves calls there.
///
/// ```
/// use tool_core::call::{Api, DropReason, calls_in_response};
///
/// let body = r#"{"stop_reason": "max_tokens", "content": [
///     {"type": "tool_use", "id": "toolu_1", "name": "read", "input": {"path": "/a"}},
///     {"type": "tool_use", "id": "toolu_2", "name": "write", "input": {"path": "/b"}}
/// ]}"#;
/// let found = calls_in_response(Api::Anthropic, body)?;
/// assert_eq!(found.calls[0].name, "read");
/// assert_eq!(found.dropped[0].name, "write");
/// assert_eq!(found.dropped[0].reason, DropReason::Incomplete);
/// # Ok::<(), tool_core::call::WireError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the body is not a JSON object.
pub fn calls_in_response(api: Api, body: &str) -> Result<Calls, WireError> {
    Ok(Draft::of_body(api, body)?.finish().0.calls)
}
