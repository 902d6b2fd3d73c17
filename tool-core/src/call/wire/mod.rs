//! Reads the answers of all APIs and writes the next messages: one file per API, one interpreter per
//! file.
//!
//! An interpreter passes what it reads to a [`Draft`]: text, reasoning, calls and their pieces, other
//! items, usage and the end. The calls, the deltas, the turn and the messages with results are made
//! from the draft alone, so that they agree. This module owns the JSON of the providers: no other
//! one names a member of it. It knows no tools, and decides nothing about arguments.

mod anthropic;
mod arguments;
mod bedrock;
mod builtin;
mod cohere;
mod delta;
mod draft;
mod ending;
mod events;
mod frames;
mod gemini;
mod gemini_interactions;
mod growing;
mod interpreter;
mod json;
mod listed;
mod message;
mod mistral_conversations;
mod node;
mod ollama;
mod open_ai_chat;
mod open_ai_responses;
mod open_ai_texts;
mod output;
mod part;
mod places;
mod positions;
mod result;
mod shape;
mod streamed;
mod texts;
mod turn;
mod usage;

use serde_json::Value;

use super::Api;
use arguments::FoundArguments;
use growing::Growing;
use interpreter::Wire;
use json::{
    append, build_message, enter_member, items_of, parse_arguments_object, push_all, set,
    without_nulls,
};
use message::Members;
use node::Node;
use part::DraftPart;
use shape::CallShape;
use streamed::Key;
use turn::Answered;
use usage::Pointers;

pub use builtin::BuiltinCall;
pub use delta::Delta;
pub use growing::PartialCall;
pub use node::WireError;
pub use result::{CallResult, Content};
pub use usage::Usage;

pub(crate) use draft::Draft;
pub(crate) use ending::Ending;
pub(crate) use frames::Frames;
pub(crate) use message::read_calls;
pub(crate) use part::{TurnCall, TurnCalls};
pub(crate) use streamed::FoundCalls;

impl Api {
    pub(crate) fn wire(self) -> &'static dyn Wire {
        match self {
            Self::OpenAiChat => &open_ai_chat::OpenAiChat,
            Self::OpenAiResponses => &open_ai_responses::OpenAiResponses,
            Self::Anthropic => &anthropic::Anthropic,
            Self::Gemini => &gemini::Gemini,
            Self::GeminiInteractions => &gemini_interactions::GeminiInteractions,
            Self::Bedrock => &bedrock::Bedrock,
            Self::Ollama => &ollama::Ollama,
            Self::Cohere => &cohere::Cohere,
            Self::MistralConversations => &mistral_conversations::MistralConversations,
        }
    }

    /// Returns whether an answer is one chat message, to which calls in its text can be added.
    pub(crate) fn has_message(self) -> bool {
        self.wire().members().is_some()
    }
}

/// Adds the text about the dropped calls after the results. Where an API may reject a message of
/// the user after a result, the text goes into the message with the last result: Mistral's API and
/// chat templates reject it, and Bedrock rejects two messages of the user in a row.
pub(crate) fn add_report(api: Api, text: &str, messages: &mut Vec<Value>) {
    match messages.last_mut().and_then(|last| last.get_mut("content")) {
        Some(Value::Array(blocks)) => blocks.push(api.wire().write_text_block(text)),
        Some(Value::String(result)) => {
            result.push_str("\n\nAnother call of the same turn: ");
            result.push_str(text);
        }
        _ => messages.push(api.wire().write_user_message(text)),
    }
}
