//! Reads the calls of each provider's response, with one provider per file.

pub(super) mod anthropic;
pub(super) mod bedrock;
pub(super) mod cohere;
pub(super) mod gemini;
pub(super) mod gemini_interactions;
pub(super) mod mistral_conversations;
pub(super) mod ollama;
pub(super) mod open_ai_chat;
pub(super) mod open_ai_responses;

use crate::call::answer::Ending;
use crate::call::wire::{self, Fields};
use crate::call::{Api, Calls, WireError};

/// Returns the calls in the body of a response that was not streamed.
///
/// The body is text, so arguments in an object keep all their digits. Parts with an unexpected
/// form are ignored. A response without calls has an empty list.
///
/// Calls that may be truncated are in [`Calls::dropped`], as
/// [`DropReason::Incomplete`](crate::call::DropReason::Incomplete):
///
/// - The last call of a truncated response, unless other output follows it. Providers that send
///   arguments as an object always close the object, so the text does not show the truncation.
/// - A call whose arguments are a text that breaks off, regardless of the reported end.
/// - A call whose arguments are an empty text. Some servers send it for a call without arguments,
///   and a truncation has the same result. A caller that knows the server may still run the call.
///
/// Calls that the provider runs (`server_tool_use`, `mcp_call`, `web_search_call`, ...) are not
/// listed. Neither are the custom tools of `OpenAI`, whose input is not JSON.
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
    let places = wire::object(body)?;
    let body = Fields::of(&places);
    Ok(match api {
        Api::OpenAiChat => open_ai_chat::read(&body),
        Api::OpenAiResponses => open_ai_responses::read(&body),
        Api::Anthropic => anthropic::read(&body),
        Api::Gemini => gemini::read(&body),
        Api::GeminiInteractions => gemini_interactions::read(&body),
        Api::Bedrock => bedrock::read(&body),
        Api::Ollama => ollama::read(&body),
        Api::Cohere => cohere::read(&body),
        Api::MistralConversations => mistral_conversations::read(&body),
    })
}

/// Returns the end of an answer from the API's value.
pub(crate) fn find_ending(api: Api, reason: &str) -> Ending {
    let reason = Some(reason);
    match api {
        Api::OpenAiChat => open_ai_chat::ending(reason),
        Api::OpenAiResponses => open_ai_responses::ending(reason),
        Api::Anthropic => anthropic::ending(reason),
        Api::Gemini => gemini::ending(reason),
        Api::GeminiInteractions => gemini_interactions::ending(reason),
        Api::Bedrock => bedrock::ending(reason),
        Api::Ollama => ollama::ending(reason),
        Api::Cohere => cohere::ending(reason),
        Api::MistralConversations => Ending::Unknown,
    }
}
