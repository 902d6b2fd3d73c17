//! From each provider's response to calls, one provider a file.

pub(super) mod anthropic;
pub(super) mod bedrock;
pub(super) mod gemini;
pub(super) mod ollama;
pub(super) mod open_ai_chat;
pub(super) mod open_ai_responses;

use crate::call::wire::Fields;
use crate::call::{Api, Calls, WireError};

/// The calls in the body of a response that was not streamed.
///
/// The body is taken as text, so that arguments sent as an object keep each of their
/// digits. What has another shape than the provider's is passed over; a response
/// without calls has none. Each call bears how the provider says that the output
/// ended: one that was cut off is refused when it is read.
///
/// Calls that the provider runs itself (`server_tool_use`, `mcp_call`,
/// `web_search_call`, ...) are not listed, nor are `OpenAI`'s custom tools, whose input
/// is no JSON.
///
/// ```
/// use tool_core::Finish;
/// use tool_core::call::{Api, calls_in_response};
///
/// let body = r#"{"choices": [{"finish_reason": "length", "message": {"tool_calls": [
///     {"id": "call_1", "type": "function", "function": {"name": "wait", "arguments": "{\"sec"}}
/// ]}}]}"#;
/// let found = calls_in_response(Api::OpenAiChat, body)?;
/// assert_eq!(found.calls[0].raw, r#"{"sec"#);
/// assert_eq!(found.calls[0].finish, Finish::Truncated);
/// # Ok::<(), tool_core::call::WireError>(())
/// ```
///
/// # Errors
///
/// If the body is no JSON object.
pub fn calls_in_response(api: Api, body: &str) -> Result<Calls, WireError> {
    let body = Fields::parse(body)?;
    let mut calls = Calls::default();
    match api {
        Api::OpenAiChat => open_ai_chat::read(&body, &mut calls),
        Api::OpenAiResponses => open_ai_responses::read(&body, &mut calls),
        Api::Anthropic => anthropic::read(&body, &mut calls),
        Api::Gemini => gemini::read(&body, &mut calls),
        Api::Bedrock => bedrock::read(&body, &mut calls),
        Api::Ollama => ollama::read(&body, &mut calls),
    }
    Ok(calls)
}
