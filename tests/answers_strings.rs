//! Servers that send a text in place of a list, or of an object in a list.

use serde_json::{Value, json};
use tool_core::answer::{Answer, AnswerStream, Delta};
use tool_core::call::Api;

fn bodies(content: &Value) -> Vec<(Api, Value)> {
    let message = json!({"role": "assistant", "content": content});
    vec![
        (
            Api::Anthropic,
            json!({"type": "message", "content": content, "stop_reason": "end_turn"}),
        ),
        (
            Api::Anthropic,
            json!({"role": "assistant", "content": content}),
        ),
        (
            Api::Anthropic,
            json!({"content": content, "stop_reason": "end_turn"}),
        ),
        (
            Api::Bedrock,
            json!({"output": {"message": message}, "stopReason": "end_turn"}),
        ),
        (Api::Bedrock, json!({"output": {"message": message}})),
        (
            Api::Gemini,
            json!({"candidates": [{"content": {"parts": content}}]}),
        ),
        (Api::Gemini, json!({"candidates": [{"content": content}]})),
        (Api::OpenAiChat, json!({"choices": [{"message": message}]})),
        (
            Api::Cohere,
            json!({"message": message, "finish_reason": "COMPLETE"}),
        ),
        (Api::Ollama, json!({"message": message, "done": true})),
        (
            Api::MistralConversations,
            json!({"object": "conversation.response",
                "outputs": [{"type": "message.output", "content": content}]}),
        ),
        (
            Api::GeminiInteractions,
            json!({"status": "completed", "steps": [{"type": "model_output", "content": content}]}),
        ),
    ]
}

#[test]
fn a_text_in_place_of_blocks_is_the_text_of_the_answer() {
    for content in [json!("Hi"), json!(["Hi"])] {
        for (api, body) in bodies(&content) {
            // A list is not the content of a candidate.
            let has_parts = body["candidates"][0]["content"]["parts"].is_array();
            if api == Api::Gemini && content.is_array() && !has_parts {
                continue;
            }
            let body = body.to_string();
            let answer = Answer::from_body(api, &body).unwrap_or_else(|e| panic!("{body}: {e}"));
            assert_eq!(answer.text, "Hi", "{body}");
        }
    }
}

/// A user interface shows the text of a server that does not stream.
#[test]
fn the_body_of_a_server_that_does_not_stream_has_the_text_as_delta() {
    for content in [json!("Hi"), json!([{"type": "text", "text": "Hi"}])] {
        for (api, body) in bodies(&content) {
            if api == Api::Gemini && content.is_array() {
                continue;
            }
            let mut stream = AnswerStream::new(api);
            stream.push(&body.to_string()).expect("an event");
            assert_eq!(stream.take_deltas(), [Delta::Text("Hi".into())], "{body}");
            assert_eq!(stream.finish().expect("an answer").text, "Hi", "{body}");
        }
    }
}

#[test]
fn the_first_event_of_anthropic_may_have_a_text() {
    let mut stream = AnswerStream::new(Api::Anthropic);
    for event in [
        json!({"type": "message_start", "message": {"role": "assistant", "content": "Hi"}}),
        json!({"type": "message_delta", "delta": {"stop_reason": "end_turn"}}),
    ] {
        stream.push(&event.to_string()).expect("an event");
    }
    assert_eq!(stream.take_deltas(), [Delta::Text("Hi".into())]);
    assert_eq!(stream.finish().expect("an answer").text, "Hi");
}

/// A message of another API has the same members.
#[test]
fn a_text_without_the_shape_of_a_message_is_no_answer() {
    for body in [
        json!({"content": "Hi"}),
        json!({"type": "message.output", "role": "assistant", "content": "Hi"}),
        json!({"type": "error", "role": "assistant", "content": "Hi"}),
    ] {
        assert!(
            Answer::from_body(Api::Anthropic, &body.to_string()).is_err(),
            "{body}"
        );
    }
}

/// The start of a stream may be lost.
#[test]
fn a_stream_of_cohere_is_read_without_its_first_event() {
    let call = json!({"id": "c", "function": {"name": "f", "arguments": "{\"a\": 1}"}});
    let start = json!({"type": "tool-call-start", "index": 0,
        "delta": {"message": {"tool_calls": call}}});
    let text = json!({"type": "content-delta", "index": 0,
        "delta": {"message": {"content": {"text": "Hi"}}}});
    let end = json!({"type": "message-end", "delta": {"finish_reason": "COMPLETE"}});
    for (first, expected) in [(start, ("", 1)), (text, ("Hi", 0))] {
        let mut stream = AnswerStream::new(Api::Cohere);
        for event in [&first, &end] {
            stream.push(&event.to_string()).expect("an event");
        }
        let answer = stream.finish().expect("an answer");
        assert_eq!((&*answer.text, answer.calls.len()), expected);
    }
    let mut stream = AnswerStream::new(Api::Cohere);
    stream
        .push(r#"{"type": "content_block_delta"}"#)
        .expect("an event");
    assert!(stream.finish().is_err());
}
