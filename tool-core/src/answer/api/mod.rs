//! The formats of answers and of the next request, with one API per file.

mod anthropic;
mod bedrock;
mod call_item;
mod cohere;
mod failed_generation;
mod gemini;
mod gemini_interactions;
mod message;
mod mistral_conversations;
mod ollama;
mod open_ai_chat;
mod open_ai_pieces;
mod open_ai_responses;
mod texts;

use serde_json::{Value, json};

use super::builtin::BuiltinCall;
use super::draft::{Draft, build_message, enter_member};
use super::turn::{Answered, TurnCalls};
use crate::call::{Api, Calls};
pub(super) use call_item::CallItem;
pub(super) use failed_generation::{list_rejected, read_failed_generation};

pub(super) fn read_body(api: Api, body: &Value, draft: &mut Draft) {
    match api {
        Api::OpenAiChat => open_ai_chat::read_body(body, draft),
        Api::OpenAiResponses => open_ai_responses::read_body(body, draft),
        Api::Anthropic => anthropic::read_body(body, draft),
        Api::Gemini => gemini::read_body(body, draft),
        Api::GeminiInteractions => gemini_interactions::read_body(body, draft),
        Api::Bedrock => bedrock::read_body(body, draft),
        Api::Ollama => ollama::read_body(body, draft),
        Api::Cohere => cohere::read_body(body, draft),
        Api::MistralConversations => mistral_conversations::read_body(body, draft),
    }
}

pub(super) fn read_event(api: Api, event: &Value, draft: &mut Draft) {
    if let Some(error) = find_exception(event) {
        draft.set_error(&error);
        return;
    }
    match api {
        Api::OpenAiChat => open_ai_chat::read_event(event, draft),
        Api::OpenAiResponses => open_ai_responses::read_event(event, draft),
        Api::Anthropic => anthropic::read_event(event, draft),
        Api::Gemini => gemini::read_event(event, draft),
        Api::GeminiInteractions => gemini_interactions::read_event(event, draft),
        Api::Bedrock => bedrock::read_event(event, draft),
        Api::Ollama => ollama::read_body(event, draft),
        Api::Cohere => cohere::read_event(event, draft),
        Api::MistralConversations => mistral_conversations::read_event(event, draft),
    }
}

/// Returns the exception in one of Amazon's binary frames: `{"throttlingException": {"message"}}`.
/// The frames contain the streams of several APIs.
fn find_exception(event: &Value) -> Option<Value> {
    let mut members = event.as_object()?.iter();
    let (name, error) = members.find(|(name, _)| name.ends_with("Exception"))?;
    let mut error = error.clone();
    if error.is_object() {
        *enter_member(&mut error, "type") = name.as_str().into();
    }
    Some(error)
}

/// Adds the calls that a server sent in another choice than the text of the answer.
pub(super) fn add_other_choice(draft: &mut Draft, calls: &Calls) {
    if draft.api == Api::OpenAiChat {
        open_ai_chat::add_other_choice(draft, calls);
    }
}

/// Returns the assistant turn, and adds its calls to `listed`. `cut` contains the calls that are
/// not calls of functions and may be cut off.
pub(super) fn build_turn(
    api: Api,
    draft: &Draft,
    calls: &Calls,
    cut: &[BuiltinCall],
    listed: &mut TurnCalls,
) -> Vec<Value> {
    match api {
        Api::OpenAiChat => {
            let turn = message::build_turn(draft, calls, &open_ai_chat::MEMBERS, listed);
            for call in cut {
                listed.push_builtin(call);
            }
            turn
        }
        Api::OpenAiResponses => open_ai_responses::build_turn(draft, calls, cut, listed),
        Api::Anthropic => anthropic::build_turn(draft, listed),
        Api::Gemini => gemini::build_turn(draft, calls, listed),
        Api::GeminiInteractions => gemini_interactions::build_turn(draft, listed),
        Api::Bedrock => bedrock::build_turn(draft, listed),
        Api::Ollama => message::build_turn(draft, calls, &ollama::MEMBERS, listed),
        Api::Cohere => message::build_turn(draft, calls, &cohere::MEMBERS, listed),
        Api::MistralConversations => mistral_conversations::build_turn(draft, listed),
    }
}

/// Returns the text for the user, and the reasoning.
pub(super) fn collect_texts(api: Api, draft: &Draft) -> (String, String) {
    let (mut text, mut reasoning) = (String::new(), String::new());
    match api {
        Api::OpenAiChat | Api::Ollama | Api::Cohere => {
            texts::read_texts(&draft.message, &mut text, &mut reasoning);
        }
        _ => {
            let read = match api {
                Api::OpenAiResponses => open_ai_responses::read_texts,
                Api::Anthropic => anthropic::read_texts,
                Api::Bedrock => bedrock::read_texts,
                Api::Gemini => gemini::read_texts,
                Api::GeminiInteractions => gemini_interactions::read_texts,
                _ => mistral_conversations::read_texts,
            };
            for part in &draft.parts {
                read(&part.json, &mut text, &mut reasoning);
            }
        }
    }
    (text, reasoning)
}

/// Returns whether the model refused to answer, for APIs whose stop reason does not show it.
pub(super) fn has_refusal(api: Api, draft: &Draft) -> bool {
    match api {
        Api::OpenAiChat => {
            let refusal = draft.message.get("refusal").and_then(Value::as_str);
            refusal.is_some_and(|refusal| !refusal.is_empty())
        }
        Api::OpenAiResponses => draft
            .parts
            .iter()
            .any(|part| open_ai_responses::is_refusal(&part.json)),
        _ => false,
    }
}

/// Returns whether the last output of the answer is a refusal, for APIs whose stop reason does not
/// show it.
pub(super) fn ends_in_refusal(draft: &Draft) -> bool {
    match draft.api {
        Api::OpenAiResponses => open_ai_responses::ends_in_refusal(draft),
        api => has_refusal(api, draft),
    }
}

/// Adds the text about the dropped calls after the results. Where an API may reject a message of
/// the user after a result, the text goes into the message with the last result: Mistral's API and
/// chat templates reject it, and Bedrock rejects two messages of the user in a row.
pub(super) fn add_report(api: Api, text: &str, messages: &mut Vec<Value>) {
    let block = match api {
        Api::Anthropic | Api::Cohere => json!({"type": "text", "text": text}),
        _ => json!({"text": text}),
    };
    match messages.last_mut().and_then(|last| last.get_mut("content")) {
        Some(Value::Array(blocks)) => blocks.push(block),
        Some(Value::String(result)) => {
            result.push_str("\n\nAnother call of the same turn: ");
            result.push_str(text);
        }
        _ => messages.push(build_user_message(api, text)),
    }
}

/// Returns a message of the user.
pub(super) fn build_user_message(api: Api, text: &str) -> Value {
    match api {
        Api::Gemini => json!({"role": "user", "parts": [{"text": text}]}),
        Api::Bedrock => json!({"role": "user", "content": [{"text": text}]}),
        Api::GeminiInteractions => {
            json!({"type": "user_input", "content": [{"type": "text", "text": text}]})
        }
        Api::MistralConversations => {
            json!({"object": "entry", "type": "message.input", "role": "user", "content": text})
        }
        _ => json!({"role": "user", "content": text}),
    }
}

/// Returns the messages with the results.
pub(super) fn write_results(api: Api, answered: &[Answered<'_>]) -> Vec<Value> {
    let make = |result: fn(&Answered<'_>) -> Value| answered.iter().map(result).collect();
    match api {
        Api::OpenAiChat => make(open_ai_chat::write_result),
        Api::OpenAiResponses => make(open_ai_responses::write_result),
        Api::Anthropic => build_message("user", "content", make(anthropic::write_result)),
        Api::Gemini => build_message("user", "parts", make(gemini::write_result)),
        Api::GeminiInteractions => make(gemini_interactions::write_result),
        Api::Bedrock => build_message("user", "content", make(bedrock::write_result)),
        Api::Ollama => make(ollama::write_result),
        Api::Cohere => make(cohere::write_result),
        Api::MistralConversations => make(mistral_conversations::write_result),
    }
}
