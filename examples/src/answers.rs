//! Answers of the providers, made from their content.

use tool_core::call::Api;
use tool_core::{Value, json};

/// All APIs whose answers `tool-core` reads.
pub const APIS: [Api; 9] = [
    Api::OpenAiChat,
    Api::OpenAiResponses,
    Api::Anthropic,
    Api::Gemini,
    Api::GeminiInteractions,
    Api::Bedrock,
    Api::Ollama,
    Api::Cohere,
    Api::MistralConversations,
];

/// The content of an answer.
#[derive(Clone, Debug)]
pub struct AnswerContent {
    /// Reasoning. The APIs of `OpenAI` and Cohere do not show it.
    pub thought: String,
    /// Text before the calls.
    pub text: String,
    /// ID, name and arguments of each call. Ollama and Gemini have no IDs.
    pub calls: Vec<(String, String, Value)>,
    /// `true` if the token limit cut the answer off.
    pub is_cut: bool,
}

impl AnswerContent {
    /// Returns the body of the response that has this content.
    #[must_use]
    pub fn body(&self, api: Api) -> Value {
        let as_text = self.calls.iter().map(|(id, name, parsed)| {
            json!({"id": id, "type": "function", "function": {"name": name, "arguments": parsed.to_string()}})
        });
        match api {
            Api::OpenAiChat => json!({"choices": [{
                "finish_reason": if self.is_cut { "length" } else { "tool_calls" },
                "message": {
                    "role": "assistant", "content": self.text,
                    "tool_calls": as_text.collect::<Vec<_>>(),
                },
            }]}),
            Api::Cohere => json!({
                "finish_reason": if self.is_cut { "MAX_TOKENS" } else { "TOOL_CALL" },
                "message": {
                    "role": "assistant", "tool_plan": self.text,
                    "tool_calls": as_text.collect::<Vec<_>>(),
                },
            }),
            Api::Ollama => {
                let calls = self.calls.iter().map(
                    |(_, name, parsed)| json!({"function": {"name": name, "arguments": parsed}}),
                );
                json!({"done": true, "done_reason": if self.is_cut { "length" } else { "stop" }, "message": {
                    "role": "assistant", "content": self.text, "thinking": self.thought,
                    "tool_calls": calls.collect::<Vec<_>>(),
                }})
            }
            Api::OpenAiResponses => {
                let mut output = vec![
                    json!({"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAA"}),
                    json!({"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [
                        {"type": "output_text", "text": self.text, "annotations": []},
                    ]}),
                ];
                output.extend(self.calls.iter().map(|(id, name, parsed)| {
                    json!({"type": "function_call", "id": format!("fc_{id}"), "call_id": id, "name": name,
                           "arguments": parsed.to_string(), "status": "completed"})
                }));
                let details = self.is_cut.then(|| json!({"reason": "max_output_tokens"}));
                json!({"object": "response", "output": output, "incomplete_details": details,
                       "status": if self.is_cut { "incomplete" } else { "completed" }})
            }
            Api::Anthropic => {
                let mut content = vec![
                    json!({"type": "thinking", "thinking": self.thought, "signature": "EqQB"}),
                    json!({"type": "text", "text": self.text}),
                ];
                content.extend(self.calls.iter().map(|(id, name, parsed)| {
                    json!({"type": "tool_use", "id": id, "name": name, "input": parsed})
                }));
                json!({"type": "message", "role": "assistant", "content": content,
                       "stop_reason": if self.is_cut { "max_tokens" } else { "tool_use" }})
            }
            Api::Bedrock => {
                let mut content = vec![
                    json!({"reasoningContent": {"reasoningText": {"text": self.thought, "signature": "EqQB"}}}),
                    json!({"text": self.text}),
                ];
                content.extend(self.calls.iter().map(|(id, name, parsed)| {
                    json!({"toolUse": {"toolUseId": id, "name": name, "input": parsed}})
                }));
                json!({"output": {"message": {"role": "assistant", "content": content}},
                       "stopReason": if self.is_cut { "max_tokens" } else { "tool_use" }})
            }
            Api::Gemini => {
                let mut parts = vec![json!({"text": self.text})];
                parts.extend(self.calls.iter().map(|(_, name, parsed)| {
                    json!({"functionCall": {"name": name, "args": parsed}, "thoughtSignature": "RXFRQg=="})
                }));
                json!({"candidates": [{"content": {"role": "model", "parts": parts},
                       "finishReason": if self.is_cut { "MAX_TOKENS" } else { "STOP" }}]})
            }
            Api::GeminiInteractions => {
                let mut steps = vec![
                    json!({"type": "thought", "signature": "RXFRQg=="}),
                    json!({"type": "model_output", "content": [{"type": "text", "text": self.text}]}),
                ];
                steps.extend(self.calls.iter().map(|(id, name, parsed)| {
                    json!({"type": "function_call", "id": id, "name": name, "arguments": parsed})
                }));
                json!({"id": "i_1", "object": "interaction", "steps": steps,
                       "status": if self.is_cut { "incomplete" } else { "requires_action" }})
            }
            _ => {
                let mut outputs = vec![
                    json!({"type": "message.output", "role": "assistant", "content": self.text}),
                ];
                outputs.extend(self.calls.iter().map(|(id, name, parsed)| {
                    json!({"type": "function.call", "tool_call_id": id, "name": name, "arguments": parsed.to_string()})
                }));
                json!({"object": "conversation.response", "conversation_id": "conv_1", "outputs": outputs})
            }
        }
    }
}
