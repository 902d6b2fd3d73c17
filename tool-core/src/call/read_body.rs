use super::wire::{Choices, Draft};
use super::{Api, Calls, WireError};

/// Returns the calls in the body of a response that was not streamed.
///
/// The body is text, so arguments in an object keep all their digits. Parts with an unexpected
/// form are ignored. A response without calls has an empty list. The body may also be an array of
/// the events of a stream, or a line of a batch with the body in it. A response with alternative
/// answers (`n` of `OpenAI`) gives the calls of all of them.
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
/// listed. Neither are the custom tools of `OpenAI`, whose input is not JSON.
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
    let mut draft = Draft::new(api);
    draft.has_only_calls = true;
    if is_list_of_events(body) {
        draft.is_streamed = true;
        draft.push(body)?;
    } else {
        draft.read_text(body)?;
    }
    Ok(draft.calls.finish(Choices::All).calls)
}

/// Returns whether a body is an array of the events of a stream.
pub(crate) fn is_list_of_events(body: &str) -> bool {
    let body = body.trim_start_matches('\u{feff}').trim_start();
    let list = body.strip_prefix('[');
    list.is_some_and(|items| items.trim_start().starts_with('{'))
}
