//! Bodies that are not one answer: arrays of events, lines of a batch, errors of gateways, whole
//! responses inside a stream.

use serde_json::{Value, json};
use tool_core::answer::{Answer, AnswerError, AnswerStream};
use tool_core::call::{Api, calls_in_response};

/// A body with the call `wait` of each API.
fn bodies() -> [(Api, Value); 9] {
    let function = json!({"id": "c1", "type": "function",
        "function": {"name": "wait", "arguments": "{\"s\":5}"}});
    let response = json!({"type": "function_call", "id": "fc1", "call_id": "c1",
        "name": "wait", "arguments": "{\"s\":5}", "status": "completed"});
    let arguments = json!({"s": 5});
    [
        (
            Api::OpenAiChat,
            json!({"choices": [{"index": 0, "finish_reason": "tool_calls",
            "message": {"role": "assistant", "content": null, "tool_calls": [function]}}]}),
        ),
        (
            Api::OpenAiResponses,
            json!({"object": "response", "status": "completed", "output": [response]}),
        ),
        (
            Api::Anthropic,
            json!({"type": "message", "stop_reason": "tool_use", "content": [
            {"type": "tool_use", "id": "c1", "name": "wait", "input": arguments}]}),
        ),
        (
            Api::Gemini,
            json!({"candidates": [{"finishReason": "STOP", "content": {"parts": [
            {"functionCall": {"name": "wait", "args": arguments}}]}}]}),
        ),
        (
            Api::GeminiInteractions,
            json!({"status": "requires_action", "steps": [
            {"type": "function_call", "id": "c1", "name": "wait", "arguments": arguments}]}),
        ),
        (
            Api::Bedrock,
            json!({"stopReason": "tool_use", "output": {"message": {"content": [
            {"toolUse": {"toolUseId": "c1", "name": "wait", "input": arguments}}]}}}),
        ),
        (
            Api::Ollama,
            json!({"done_reason": "stop", "message": {"content": "", "tool_calls": [
            {"function": {"name": "wait", "arguments": arguments}}]}}),
        ),
        (
            Api::Cohere,
            json!({"finish_reason": "TOOL_CALL",
            "message": {"role": "assistant", "tool_calls": [function]}}),
        ),
        (
            Api::MistralConversations,
            json!({"outputs": [{"type": "function.call",
            "tool_call_id": "c1", "name": "wait", "arguments": "{\"s\":5}"}]}),
        ),
    ]
}

fn read_stream(api: Api, body: &str) -> Result<Answer, AnswerError> {
    let mut stream = AnswerStream::new(api);
    stream.push_bytes(body.as_bytes()).expect("JSON");
    stream.finish()
}

fn message(api: Api, body: &str) -> String {
    let error = Answer::from_body(api, body).expect_err(body);
    assert_eq!(
        read_stream(api, body).expect_err(body),
        error,
        "in a stream"
    );
    error.to_string()
}

/// A server that does not stream answers with a whole response.
#[test]
fn a_whole_response_in_a_stream_is_the_answer() {
    for (api, body) in bodies() {
        let answer = Answer::from_body(api, &body.to_string()).expect("an answer");
        assert_eq!(answer.calls[0].name, "wait", "{api:?}");
        let streamed = read_stream(api, &format!("{body:#}")).expect("an answer");
        assert_eq!(streamed.calls.len(), 1, "{api:?}");
        assert_eq!(streamed.calls[0].id, answer.calls[0].id, "{api:?}");
        assert_eq!(
            (streamed.turn(), &streamed.stop),
            (answer.turn(), &answer.stop),
            "{api:?}"
        );
    }
}

/// Gemini answers with an array of events if a streamed request lacks `alt=sse`.
#[test]
fn an_array_of_events_is_the_answer() {
    let event = |part: Value| json!({"candidates": [{"content": {"parts": [part]}}]});
    let body = json!([
        event(json!({"text": "I wait."})),
        event(json!({"functionCall": {"name": "wait", "args": {"s": 5}}})),
        {"candidates": [{"finishReason": "STOP"}], "usageMetadata": {"promptTokenCount": 3}},
    ]);
    let body = format!("{body:#}");
    let answer = Answer::from_body(Api::Gemini, &body).expect("an answer");
    assert_eq!((&*answer.text, answer.usage.input), ("I wait.", Some(3)));
    let calls = calls_in_response(Api::Gemini, &body).expect("calls").calls;
    assert_eq!((&*calls[0].name, &answer.calls), ("wait", &calls));
}

#[test]
fn the_line_of_a_batch_is_the_answer_in_it() {
    for (api, body) in bodies() {
        let line = match api {
            Api::Anthropic => json!({"custom_id": "1",
                "result": {"type": "succeeded", "message": body}}),
            Api::Gemini => json!({"key": "1", "response": body}),
            _ => json!({"custom_id": "1", "error": null,
                "response": {"status_code": 200, "body": body}}),
        };
        let line = line.to_string();
        let answer = Answer::from_body(api, &body.to_string());
        assert_eq!(Answer::from_body(api, &line), answer, "{api:?}");
        let calls = calls_in_response(api, &line).expect("calls").calls;
        assert_eq!(calls, answer.expect("an answer").calls, "{api:?}");
    }
    let line = json!({"custom_id": "1", "result": {"type": "errored", "error":
        {"type": "error", "error": {"type": "api_error", "message": "overloaded"}}}});
    let error = Answer::from_body(Api::Anthropic, &line.to_string()).expect_err("an error");
    assert_eq!(
        error.to_string(),
        "the provider reported an error: overloaded (api_error)"
    );
}

/// Gateways and servers send errors in other forms.
#[test]
fn an_error_body_in_any_form_is_an_error() {
    let vllm = r#"{"object": "error", "message": "too long", "type": "BadRequestError"}"#;
    let zai = r#"{"code": 500, "msg": "not found", "success": false}"#;
    let fast_api = r#"{"detail": "Not authenticated"}"#;
    for (api, _) in bodies() {
        assert_eq!(
            message(api, vllm),
            "the provider reported an error: too long (BadRequestError)",
        );
        assert_eq!(
            message(api, zai),
            "the provider reported an error: not found"
        );
        assert_eq!(
            message(api, fast_api),
            "the provider reported an error: Not authenticated"
        );
        let open_ai = r#"{"error": {"message": "no key", "type": "auth"}}"#;
        assert_eq!(
            message(api, open_ai),
            "the provider reported an error: no key (auth)"
        );
        assert!(
            message(api, r#"{"hello": 1}"#).starts_with("the input contains no answer of the API"),
            "{api:?}"
        );
    }
}

/// Gateways send the same form of error within the stream of each API.
#[test]
fn an_error_within_a_stream_is_an_error() {
    let starts = [
        (
            Api::OpenAiChat,
            json!({"choices": [{"delta": {"content": "Hi"}}]}),
        ),
        (
            Api::OpenAiResponses,
            json!({"type": "response.created", "response": {}}),
        ),
        (
            Api::Anthropic,
            json!({"type": "message_start", "message": {}}),
        ),
        (Api::Gemini, json!({"candidates": []})),
        (
            Api::GeminiInteractions,
            json!({"event_type": "interaction.created"}),
        ),
        (Api::Bedrock, json!({"messageStart": {"role": "assistant"}})),
        (Api::Ollama, json!({"message": {"content": "Hi"}})),
        (Api::Cohere, json!({"type": "message-start"})),
        (
            Api::MistralConversations,
            json!({"type": "conversation.response.started"}),
        ),
    ];
    for (api, start) in starts {
        let error = json!({"error": {"message": "overloaded", "type": "server_error"}});
        let mut stream = AnswerStream::new(api);
        stream.push(&start.to_string()).expect("an event");
        stream.push(&error.to_string()).expect("an event");
        let error = stream.finish().expect_err("an error");
        assert_eq!(
            error.to_string(),
            "the provider reported an error: overloaded (server_error)",
            "{api:?}"
        );
    }
}

/// Servers that cut output between two tokens send half of a character.
#[test]
fn half_of_a_character_is_replaced() {
    let body = r#"{"choices": [{"finish_reason": "stop", "message":
        {"content": "a\ud83d \ud83d\ude00 \\ud83d \udc00b"}}]}"#;
    let answer = Answer::from_body(Api::OpenAiChat, body).expect("an answer");
    assert_eq!(answer.text, "a\u{fffd} \u{1f600} \\ud83d \u{fffd}b");
    let mut stream = AnswerStream::new(Api::OpenAiChat);
    stream
        .push(r#"{"choices": [{"delta": {"content": "a\ud83d"}}]}"#)
        .expect("an event");
    assert_eq!(stream.finish().expect("an answer").text, "a\u{fffd}");
}

#[test]
fn a_byte_order_mark_is_ignored() {
    for (api, body) in bodies() {
        let marked = Answer::from_body(api, &format!("\u{feff}{body}"));
        assert_eq!(marked, Answer::from_body(api, &body.to_string()), "{api:?}");
    }
}
