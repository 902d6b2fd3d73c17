//! JSON of another API, which is an error and never an answer without calls.

use examples::answers::APIS;
use serde_json::{Value, json};
use tool_core::answer::{Answer, AnswerError, AnswerStream, StopReason};
use tool_core::call::{Api, calls_in_response};

/// A body and the start of a stream for each API. The last two have older forms.
fn answers() -> Vec<(Api, Value, Value)> {
    let text = json!({"type": "text", "text": "Hi"});
    vec![
        (
            Api::OpenAiChat,
            json!({"object": "chat.completion", "choices": [{"index": 0, "finish_reason": "stop",
                "message": {"role": "assistant", "content": "Hi"}}]}),
            json!({"choices": [{"index": 0, "delta": {"role": "assistant", "content": "Hi"}}]}),
        ),
        (
            Api::OpenAiResponses,
            json!({"object": "response", "status": "completed", "output": [{"type": "message",
                "role": "assistant", "content": [{"type": "output_text", "text": "Hi"}]}]}),
            json!({"type": "response.output_text.delta", "output_index": 0, "delta": "Hi"}),
        ),
        (
            Api::Anthropic,
            json!({"type": "message", "role": "assistant", "stop_reason": "end_turn",
                "content": [text]}),
            json!({"type": "message_start", "message": {"role": "assistant", "content": []}}),
        ),
        (
            Api::Gemini,
            json!({"candidates": [{"finishReason": "STOP", "content": {"parts": [{"text": "Hi"}]}}]}),
            json!({"candidates": [{"content": {"parts": [{"text": "Hi"}]}}]}),
        ),
        (
            Api::GeminiInteractions,
            json!({"object": "interaction", "status": "completed",
                "steps": [{"type": "model_output", "content": [text]}]}),
            json!({"event_type": "step.start", "index": 0, "step": {"type": "model_output"}}),
        ),
        (
            Api::Bedrock,
            json!({"stopReason": "end_turn",
                "output": {"message": {"role": "assistant", "content": [{"text": "Hi"}]}}}),
            json!({"messageStart": {"role": "assistant"}}),
        ),
        (
            Api::Ollama,
            json!({"model": "qwen3", "done": true, "done_reason": "stop",
                "message": {"role": "assistant", "content": "Hi"}}),
            json!({"model": "qwen3", "done": false,
                "message": {"role": "assistant", "content": "Hi"}}),
        ),
        (
            Api::Cohere,
            json!({"finish_reason": "COMPLETE",
                "message": {"role": "assistant", "content": [text]}}),
            json!({"type": "message-start", "delta": {"message": {"role": "assistant"}}}),
        ),
        (
            Api::MistralConversations,
            json!({"object": "conversation.response",
                "outputs": [{"type": "message.output", "role": "assistant", "content": "Hi"}]}),
            json!({"type": "message.output.delta", "id": "m", "role": "assistant",
                "content": "Hi"}),
        ),
        (
            Api::GeminiInteractions,
            json!({"status": "completed", "outputs": [text]}),
            json!({"event_type": "content.delta", "index": 0, "delta": text}),
        ),
        (
            Api::MistralConversations,
            json!({"outputs": [{"type": "message.output", "content": "Hi"}]}),
            json!({"type": "conversation.response.started", "conversation_id": "c"}),
        ),
    ]
}

fn read_event(api: Api, event: &Value) -> Result<Answer, AnswerError> {
    let mut stream = AnswerStream::new(api);
    stream.push(&event.to_string()).expect("a JSON object");
    stream.finish()
}

#[test]
fn the_json_of_another_api_is_an_error() {
    for (of, body, event) in answers() {
        for api in APIS {
            let read = [
                Answer::from_body(api, &body.to_string()),
                read_event(api, &body),
                read_event(api, &event),
            ];
            for read in read {
                if api == of {
                    assert!(read.is_ok(), "{of:?}: {read:?}");
                } else {
                    assert_eq!(read, Err(AnswerError::OtherShape(api)), "{of:?}");
                }
            }
        }
    }
}

#[test]
fn the_json_of_an_older_api_is_an_error() {
    let bodies = [
        (
            Api::OpenAiChat,
            json!({"object": "text_completion",
                "choices": [{"index": 0, "text": "Hi", "finish_reason": "stop"}]}),
        ),
        (
            Api::Anthropic,
            json!({"type": "completion", "completion": "Hi", "stop_reason": "stop_sequence"}),
        ),
        (
            Api::Ollama,
            json!({"model": "qwen3", "response": "Hi", "done": true, "done_reason": "stop"}),
        ),
        (
            Api::Cohere,
            json!({"text": "", "finish_reason": "COMPLETE",
                "tool_calls": [{"name": "wait", "parameters": {}}]}),
        ),
    ];
    for (api, body) in bodies {
        let read = Answer::from_body(api, &body.to_string());
        assert_eq!(read, Err(AnswerError::OtherShape(api)), "{body}");
    }
}

#[test]
fn an_object_named_message_is_not_an_error() {
    let body = r#"{"message": {"content": "Hi"}, "done": true, "done_reason": "stop"}"#;
    let read = Answer::from_body(Api::OpenAiChat, body);
    assert_eq!(read, Err(AnswerError::OtherShape(Api::OpenAiChat)));
    let read = Answer::from_body(Api::OpenAiChat, r#"{"message": "no credit"}"#);
    assert!(matches!(read, Err(AnswerError::Provider(error)) if error.message == "no credit"));
}

/// An event near the end of a stream shows the API, too.
#[test]
fn the_last_events_of_a_stream_are_an_answer() {
    let events = [
        (
            Api::Anthropic,
            json!({"type": "message_delta", "delta": {"stop_reason": "max_tokens"}}),
        ),
        (
            Api::Bedrock,
            json!({"messageStop": {"stopReason": "max_tokens"}}),
        ),
    ];
    for (api, event) in events {
        let answer = read_event(api, &event).expect("an answer");
        assert_eq!(answer.stop, StopReason::Truncated, "{api:?}");
    }
}

#[test]
fn an_interaction_that_goes_on_is_an_answer() {
    let body = r#"{"id": "v1_a", "status": "in_progress", "model": "gemini-3-pro"}"#;
    let answer = Answer::from_body(Api::GeminiInteractions, body).expect("an answer");
    assert_eq!(answer.stop, StopReason::Other("in_progress".to_owned()));
}

/// The calls and the text are of the same choice.
#[test]
fn the_first_of_several_answers_has_the_index_0() {
    let choice = |index: u32, id: &str| {
        let call = json!({"id": id, "type": "function",
            "function": {"name": "wait", "arguments": "{\"s\": 5}"}});
        json!({"index": index, "finish_reason": "tool_calls",
            "message": {"role": "assistant", "content": id, "tool_calls": [call]}})
    };
    let body = json!({"choices": [choice(1, "b"), choice(0, "a")]}).to_string();
    let answer = Answer::from_body(Api::OpenAiChat, &body).expect("an answer");
    assert_eq!(answer.text, "a");
    assert_eq!(answer.calls[0].id.as_deref(), Some("a"));
    let all = calls_in_response(Api::OpenAiChat, &body).expect("a body");
    assert_eq!((all.calls.len(), all.dropped.len()), (1, 1));

    let candidate = |index: u32, text: &str| {
        json!({"index": index, "finishReason": "STOP", "content": {"role": "model", "parts": [
            {"text": text}, {"functionCall": {"name": text, "args": {}}}]}})
    };
    let body = json!({"candidates": [candidate(1, "b"), candidate(0, "a")]}).to_string();
    let answer = Answer::from_body(Api::Gemini, &body).expect("an answer");
    assert_eq!((&*answer.text, &*answer.calls[0].name), ("a", "a"));
}

#[test]
fn calls_of_another_api_with_a_message_are_not_calls() {
    let call = json!({"id": "c1", "type": "function",
        "function": {"name": "wait", "arguments": "{}"}});
    let message = json!({"role": "assistant", "tool_calls": [call]});
    let of_cohere = json!({"finish_reason": "TOOL_CALL", "message": message});
    let of_ollama = json!({"done": true, "done_reason": "stop", "message": message});
    for (api, own, other) in [
        (Api::Cohere, &of_cohere, &of_ollama),
        (Api::Ollama, &of_ollama, &of_cohere),
    ] {
        let count = |body: &Value| {
            let found = calls_in_response(api, &body.to_string());
            found.expect("a JSON object").calls.len()
        };
        assert_eq!((count(own), count(other)), (1, 0), "{api:?}");
    }
}

/// Names of providers in clients and SDKs.
#[test]
fn an_api_is_found_by_the_name_of_a_provider() {
    let names = [
        (
            Api::Gemini,
            "google-gla google-vertex google.generative-ai generateContent",
        ),
        (Api::Bedrock, "amazon-bedrock bedrock_converse"),
        (
            Api::OpenAiChat,
            "llama.cpp LM_Studio z.ai x.ai groq deepseek mistral together-ai",
        ),
        (
            Api::OpenAiChat,
            "fireworks cerebras openrouter moonshotai alibaba-cloud vllm",
        ),
        (
            Api::OpenAiChat,
            "openai.chat openai-compatible mistral-ai cloudflare",
        ),
        (Api::OpenAiResponses, "openai.responses openai-responses"),
    ];
    for (api, names) in names {
        for name in names.split(' ') {
            assert_eq!(name.parse(), Ok(api), "{name}");
        }
    }
}

/// The list also contains faults of an interaction that goes on.
#[test]
fn a_failed_interaction_has_its_error_in_a_list() {
    let errors = json!([{"code": "internal", "message": "no capacity"}]);
    let read = |status: &str| {
        let body = json!({"status": status, "steps": [], "errors": errors});
        Answer::from_body(Api::GeminiInteractions, &body.to_string())
    };
    let error = read("failed").expect_err("an error");
    assert_eq!(
        error.to_string(),
        "the provider reported an error: no capacity (internal)"
    );
    assert_eq!(read("completed").expect("an answer").stop, StopReason::Done);
}
