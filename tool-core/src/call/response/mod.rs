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
use crate::call::choices::Choices;
use crate::call::wire::WireFields;
use crate::call::{Api, Calls};
pub(crate) use open_ai_chat::{goes_on_elsewhere, list_first};
pub(crate) use open_ai_responses::find_incomplete_ending;

/// Reads the calls of a whole body.
pub(super) fn read(api: Api, body: &WireFields<'_>, choices: Choices) -> Calls {
    match api {
        Api::OpenAiChat => open_ai_chat::read(body, choices),
        Api::OpenAiResponses => open_ai_responses::read(body),
        Api::Anthropic => anthropic::read(body),
        Api::Gemini => gemini::read(body, choices),
        Api::GeminiInteractions => gemini_interactions::read(body),
        Api::Bedrock => bedrock::read(body),
        Api::Ollama => ollama::read(body),
        Api::Cohere => cohere::read(body),
        Api::MistralConversations => mistral_conversations::read(body),
    }
}

/// Returns the end of an answer from the API's value.
pub(crate) fn find_ending(api: Api, reason: &str) -> Ending {
    let reason = Some(reason);
    match api {
        Api::OpenAiChat => open_ai_chat::read_ending(reason),
        Api::OpenAiResponses => open_ai_responses::read_ending(reason),
        Api::Anthropic => anthropic::read_ending(reason),
        Api::Gemini => gemini::read_ending(reason),
        Api::GeminiInteractions => gemini_interactions::read_ending(reason),
        Api::Bedrock => bedrock::read_ending(reason),
        Api::Ollama => ollama::read_ending(reason),
        Api::Cohere => cohere::read_ending(reason),
        Api::MistralConversations => Ending::Unknown,
    }
}
