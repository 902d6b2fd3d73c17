//! Answers of servers that leave out a list, an ID or the index of a piece: no text is lost, and the
//! turn is one that the API accepts.

use serde_json::{Value, json};
use tests::check_answer;
use tool_core::answer::{Answer, AnswerStream, CallResult};
use tool_core::call::Api;

fn read_body(api: Api, body: &Value) -> Answer {
    Answer::from_body(api, &body.to_string()).expect("an answer")
}

fn read_events(api: Api, events: &[Value]) -> Answer {
    let mut stream = AnswerStream::new(api);
    for event in events {
        stream.push(&event.to_string()).expect("an event");
    }
    stream.finish().expect("an answer")
}

/// Returns the body whose content is a chunk, without a list around it.
fn body_with(api: Api, chunk: &Value) -> Value {
    let message = json!({"role": "assistant", "content": chunk});
    match api {
        Api::OpenAiChat => json!({"choices": [{"finish_reason": "stop", "message": message}]}),
        Api::Ollama => json!({"done": true, "done_reason": "stop", "message": message}),
        Api::Cohere => json!({"finish_reason": "COMPLETE", "message": message}),
        Api::Anthropic => json!({"type": "message", "role": "assistant", "content": chunk,
            "stop_reason": "end_turn"}),
        Api::Gemini => {
            json!({"candidates": [{"content": {"parts": chunk}, "finishReason": "STOP"}]})
        }
        Api::GeminiInteractions => json!({"object": "interaction", "status": "completed",
            "steps": {"type": "model_output", "content": chunk}}),
        Api::Bedrock => json!({"output": {"message": message}, "stopReason": "end_turn"}),
        Api::OpenAiResponses => json!({"object": "response", "status": "completed",
            "output": {"type": "message", "role": "assistant", "content": chunk}}),
        _ => json!({"object": "conversation.response",
            "outputs": {"type": "message.output", "role": "assistant", "content": chunk}}),
    }
}

const MESSAGES: [Api; 3] = [Api::OpenAiChat, Api::Ollama, Api::Cohere];

#[test]
fn reads_text_without_its_list() {
    let chunk = json!({"type": "text", "text": "hi"});
    for api in [
        Api::OpenAiChat,
        Api::Ollama,
        Api::Cohere,
        Api::Anthropic,
        Api::Gemini,
        Api::GeminiInteractions,
        Api::Bedrock,
        Api::OpenAiResponses,
        Api::MistralConversations,
    ] {
        let answer = read_body(api, &body_with(api, &chunk));
        assert_eq!(answer.text, "hi", "{api:?}");
        assert!(!answer.turn().is_empty(), "{api:?}");
    }
    // A chunk in an event is a piece.
    let event = |text: &str, reason: Option<&str>| {
        json!({"choices": [{"finish_reason": reason,
            "delta": {"content": {"type": "text", "text": text}}}]})
    };
    let events = [event("h", None), event("i", Some("stop"))];
    let answer = read_events(Api::OpenAiChat, &events);
    assert_eq!(answer.text, "hi");
    assert_eq!(
        answer.turn()[0]["content"],
        json!([{"type": "text", "text": "hi"}])
    );
}

#[test]
fn reads_reasoning_without_its_list() {
    let chunk = json!({"type": "thinking", "thinking": "hm"});
    for api in MESSAGES {
        let answer = read_body(api, &body_with(api, &chunk));
        assert_eq!((&*answer.text, &*answer.reasoning), ("", "hm"), "{api:?}");
    }
}

/// Some servers parse the value of a response format.
#[test]
fn an_object_as_content_is_its_json_text() {
    for value in [
        json!({"answer": 42}),
        json!({"text": "hi", "score": 1}),
        json!({"type": "cat", "name": "Tom"}),
    ] {
        for api in MESSAGES {
            let answer = read_body(api, &body_with(api, &value));
            assert_eq!(answer.text, value.to_string(), "{api:?}");
            assert_eq!(
                answer.turn()[0]["content"],
                value.to_string(),
                "{api:?}: the API accepts no object"
            );
        }
    }
}

/// An ID that is the empty text is missing: the turn and the result have another one.
#[test]
fn an_empty_id_is_a_missing_id() {
    let function = json!({"id": "", "type": "function",
        "function": {"name": "f", "arguments": "{\"a\":1}"}});
    let entry = |id: &str| {
        json!({"type": "function.call", "id": id, "tool_call_id": "", "name": "f",
            "arguments": "{\"a\":1}"})
    };
    let mistral = |id: &str| json!({"object": "conversation.response", "outputs": [entry(id)]});
    let chat = json!({"choices": [{"finish_reason": "tool_calls",
        "message": {"tool_calls": [function]}}]});
    let anthropic = json!({"type": "message", "role": "assistant", "stop_reason": "tool_use",
        "content": [{"type": "tool_use", "id": "", "name": "f", "input": {"a": 1}}]});
    let responses = json!({"object": "response", "status": "completed", "output": [
        {"type": "function_call", "id": "", "call_id": "", "name": "f", "arguments": "{\"a\":1}",
            "status": "completed"}]});
    let bodies = [
        (Api::OpenAiChat, chat),
        (Api::Anthropic, anthropic),
        (Api::OpenAiResponses, responses),
        (Api::MistralConversations, mistral("")),
        (Api::MistralConversations, mistral("fc_1")),
    ];
    let mut answers: Vec<_> = bodies
        .iter()
        .map(|(api, body)| (*api, read_body(*api, body)))
        .collect();
    let mut start = entry("fc_1");
    start["type"] = "function.call.delta".into();
    start["arguments"] = "{\"a\"".into();
    let mut piece = start.clone();
    piece["arguments"] = ":1}".into();
    let end = json!({"type": "conversation.response.done", "usage": {}});
    let api = Api::MistralConversations;
    answers.push((api, read_events(api, &[start, piece, end])));
    for (api, answer) in answers {
        let calls: Vec<_> = answer.calls.iter().map(|call| &*call.raw).collect();
        assert_eq!(calls, [r#"{"a":1}"#], "{api:?}");
        assert_eq!(check_answer(api, &answer, None), Ok(()), "{api:?}");
        let turn = Value::from(answer.turn().to_vec()).to_string();
        assert!(!turn.contains(r#"call_id":"""#), "{api:?}: {turn}");
    }
}

/// Gemini needs no ID.
#[test]
fn an_empty_id_of_gemini_is_left_out() {
    let body = json!({"candidates": [{"finishReason": "STOP", "content": {"role": "model", "parts":
        [{"functionCall": {"id": "", "name": "f", "args": {}}}]}}]});
    let answer = read_body(Api::Gemini, &body);
    let results = answer.results([CallResult::text("done")]);
    assert_eq!(
        answer.turn(),
        [json!({"role": "model", "parts": [{"functionCall": {"name": "f", "args": {}}}]})]
    );
    assert_eq!(
        results.expect("a result"),
        [json!({"role": "user", "parts": [
            {"functionResponse": {"name": "f", "response": {"result": "done"}}}]})]
    );
}

/// The piece is one of the only open call. The text block must stay one that the API accepts.
#[test]
fn a_piece_with_the_index_of_a_text_does_not_change_the_text() {
    let anthropic = [
        json!({"type": "message_start", "message": {"role": "assistant", "content": []}}),
        json!({"type": "content_block_start", "index": 0,
            "content_block": {"type": "text", "text": "x"}}),
        json!({"type": "content_block_stop", "index": 0}),
        json!({"type": "content_block_start", "index": 1,
            "content_block": {"type": "tool_use", "id": "c1", "name": "f", "input": {}}}),
        json!({"type": "content_block_delta", "index": 0,
            "delta": {"type": "input_json_delta", "partial_json": "{\"a\":1}"}}),
        json!({"type": "content_block_stop", "index": 1}),
        json!({"type": "message_delta", "delta": {"stop_reason": "tool_use"}}),
    ];
    let bedrock = [
        json!({"messageStart": {"role": "assistant"}}),
        json!({"contentBlockDelta": {"contentBlockIndex": 0, "delta": {"text": "x"}}}),
        json!({"contentBlockStart": {"contentBlockIndex": 1,
            "start": {"toolUse": {"toolUseId": "c1", "name": "f"}}}}),
        json!({"contentBlockDelta": {"contentBlockIndex": 0,
            "delta": {"toolUse": {"input": "{\"a\":1}"}}}}),
        json!({"contentBlockStop": {"contentBlockIndex": 1}}),
        json!({"messageStop": {"stopReason": "tool_use"}}),
    ];
    for (api, events, text) in [
        (
            Api::Anthropic,
            &anthropic[..],
            json!({"type": "text", "text": "x"}),
        ),
        (Api::Bedrock, &bedrock[..], json!({"text": "x"})),
    ] {
        let answer = read_events(api, events);
        let calls: Vec<_> = answer.calls.iter().map(|call| &*call.raw).collect();
        assert_eq!(calls, [r#"{"a":1}"#], "{api:?}");
        assert_eq!(answer.turn()[0]["content"][0], text, "{api:?}");
        assert_eq!(check_answer(api, &answer, None), Ok(()), "{api:?}");
    }
}
