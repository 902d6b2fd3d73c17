//! Members that gateways and single providers add to the messages of `OpenAI` Chat.

use serde_json::{Value, json};
use tool_core::answer::{Answer, AnswerError, AnswerStream, Delta, StopReason};
use tool_core::call::Api;

fn call() -> Value {
    json!({"index": 0, "id": "c1", "type": "function",
        "function": {"name": "list", "arguments": "{}"}})
}

fn written_call() -> Value {
    json!({"id": "c1", "type": "function", "function": {"name": "list", "arguments": "{}"}})
}

fn from_body(message: &Value) -> Answer {
    let choice = json!({"index": 0, "finish_reason": "stop", "message": message});
    let body = json!({"choices": [choice]}).to_string();
    Answer::from_body(Api::OpenAiChat, &body).expect("an answer")
}

fn from_deltas(deltas: &[Value]) -> (Answer, Vec<Delta>) {
    let mut stream = AnswerStream::new(Api::OpenAiChat);
    for delta in deltas {
        let event = json!({"choices": [{"index": 0, "delta": delta}]});
        stream.push(&event.to_string()).expect("an event");
    }
    let end = json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]});
    stream.push(&end.to_string()).expect("an event");
    let deltas = stream.take_deltas();
    (stream.finish().expect("an answer"), deltas)
}

/// The server rejects a turn of Gemini or Claude without its opaque reasoning.
#[test]
fn the_turn_repeats_the_reasoning_of_github_copilot() {
    let whole = from_body(&json!({"role": "assistant", "content": "I look.",
        "reasoning_text": "Hm.", "reasoning_opaque": "b3BhcXVl", "tool_calls": [call()]}));
    let (streamed, deltas) = from_deltas(&[
        json!({"role": "assistant", "reasoning_text": "H"}),
        json!({"reasoning_text": "m."}),
        json!({"content": "I look.", "reasoning_opaque": "b3BhcXVl"}),
        json!({"tool_calls": [call()], "reasoning_opaque": "b3BhcXVl"}),
    ]);
    assert_eq!(deltas[0], Delta::Reasoning("H".to_owned()));
    for answer in [whole, streamed] {
        assert_eq!(answer.reasoning, "Hm.");
        assert_eq!(
            answer.turn(),
            [
                json!({"role": "assistant", "content": "I look.", "reasoning_text": "Hm.",
                "reasoning_opaque": "b3BhcXVl", "tool_calls": [written_call()]})
            ]
        );
    }
}

/// `LiteLLM` converts the blocks to the thinking of Claude, which needs the signature.
#[test]
fn the_turn_repeats_the_thinking_blocks_of_litellm() {
    let block = |thinking: &str, signature: &str| json!({"type": "thinking", "thinking": thinking, "signature": signature});
    let whole = from_body(&json!({"role": "assistant", "content": null,
        "reasoning_content": "Hm.Oh.", "thinking_blocks": [block("Hm.", "s1"), block("Oh.", "s2")],
        "tool_calls": [call()]}));
    let (streamed, _) = from_deltas(&[
        json!({"reasoning_content": "H", "thinking_blocks": [block("H", "")]}),
        json!({"reasoning_content": "m.", "thinking_blocks": [block("m.", "")]}),
        json!({"reasoning_content": "", "thinking_blocks": [block("", "s1")]}),
        json!({"reasoning_content": "Oh.",
            "thinking_blocks": [{"type": "thinking", "thinking": "Oh."}]}),
        json!({"reasoning_content": "", "thinking_blocks": [block("", "s2")]}),
        json!({"tool_calls": [call()]}),
    ]);
    for answer in [whole, streamed] {
        assert_eq!(answer.reasoning, "Hm.Oh.");
        assert_eq!(
            answer.turn(),
            [json!({"role": "assistant", "reasoning_content": "Hm.Oh.",
                "thinking_blocks": [block("Hm.", "s1"), block("Oh.", "s2")],
                "tool_calls": [written_call()]})]
        );
    }
}

#[test]
fn the_turn_repeats_the_signature_of_a_call() {
    for key in ["extra_content", "provider_specific_fields"] {
        let mut sent = call();
        sent[key] = json!({"thought_signature": "s"});
        let mut expected = written_call();
        expected[key] = json!({"thought_signature": "s"});
        let answer = from_body(&json!({"content": null, "tool_calls": [sent]}));
        assert_eq!(answer.turn()[0]["tool_calls"], json!([expected]));

        let mut sent = call();
        sent[key] = Value::Null;
        let answer = from_body(&json!({"content": null, "tool_calls": [sent]}));
        assert_eq!(answer.turn()[0]["tool_calls"], json!([written_call()]));
    }
}

/// A request refers to spoken output by its ID.
#[test]
fn the_transcript_of_spoken_output_is_the_text() {
    let whole = from_body(&json!({"role": "assistant", "content": null, "audio":
        {"id": "audio_1", "data": "UklGRg==", "transcript": "Hello.", "expires_at": 1_729_018_505}}));
    let (streamed, deltas) = from_deltas(&[
        json!({"role": "assistant", "audio": {"id": "audio_1", "transcript": "Hel"}}),
        json!({"audio": {"transcript": "lo."}}),
        json!({"audio": {"data": "UklGRg=="}}),
        json!({"audio": {"expires_at": 1_729_018_505}}),
    ]);
    let texts = ["Hel", "lo."].map(|text| Delta::Text(text.to_owned()));
    assert_eq!(deltas, texts);
    for answer in [whole, streamed] {
        assert_eq!(answer.text, "Hello.");
        assert_eq!(
            answer.turn(),
            [json!({"role": "assistant", "audio": {"id": "audio_1"}})]
        );
    }
}

/// `MiniMax` sends the tokens in the last event, next to the whole message.
#[test]
fn a_whole_message_after_its_pieces_adds_nothing() {
    let message = |arguments: &str| {
        json!({"role": "assistant", "content": "I look.", "reasoning_content": "Hm.",
            "tool_calls": [{"id": "c1", "type": "function",
                "function": {"name": "list", "arguments": arguments}}]})
    };
    let pieces = [
        json!({"role": "assistant", "reasoning_content": "H"}),
        json!({"reasoning_content": "m."}),
        json!({"content": "I "}),
        json!({"content": "look."}),
        json!({"tool_calls": [{"index": 0, "id": "c1", "type": "function",
            "function": {"name": "list", "arguments": "{\"a\""}}]}),
        json!({"tool_calls": [{"index": 0, "function": {"arguments": ":1}"}}]}),
    ];
    for arguments in ["{\"a\":1}", "{\"a\": 1}"] {
        let mut stream = AnswerStream::new(Api::OpenAiChat);
        for delta in &pieces {
            let event = json!({"choices": [{"index": 0, "delta": delta}]});
            stream.push(&event.to_string()).expect("an event");
        }
        let _ = stream.take_deltas();
        let whole = json!({"object": "chat.completion", "usage": {"completion_tokens": 9},
            "choices": [{"index": 0, "finish_reason": "tool_calls", "message": message(arguments)}]});
        stream.push(&whole.to_string()).expect("an event");
        let texts = stream.take_deltas();
        let is_call = |delta: &Delta| matches!(delta, Delta::Call { .. });
        assert!(texts.iter().all(is_call), "{texts:?}");
        let answer = stream.finish().expect("an answer");
        assert_eq!((&*answer.text, &*answer.reasoning), ("I look.", "Hm."));
        assert_eq!(answer.calls.len(), 1);
        assert_eq!(answer.calls[0].raw, arguments);
        assert_eq!(answer.usage.output, Some(9));
        assert_eq!(answer.turn(), [message(arguments)]);
    }
}

#[test]
fn the_summary_in_the_content_of_databricks_is_the_reasoning() {
    let content = json!([
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": "Hm."}]},
        {"type": "text", "text": "Yes"},
    ]);
    let answer = from_body(&json!({"role": "assistant", "content": content}));
    assert_eq!((&*answer.reasoning, &*answer.text), ("Hm.", "Yes"));
    assert_eq!(answer.turn()[0]["content"], content);
}

/// The turn of a stream is the turn of the same answer without a stream.
#[test]
fn the_pieces_of_mistrals_thinking_are_one_chunk() {
    let thinking =
        |text: &str| json!({"type": "thinking", "thinking": [{"type": "text", "text": text}]});
    let (answer, _) = from_deltas(&[
        json!({"role": "assistant", "content": ""}),
        json!({"content": [thinking("H")]}),
        json!({"content": [thinking("m.")]}),
        json!({"content": "Yes"}),
    ]);
    assert_eq!(answer.reasoning, "Hm.");
    let content = json!([thinking("Hm."), {"type": "text", "text": "Yes"}]);
    assert_eq!(
        answer.turn(),
        [json!({"role": "assistant", "content": content})]
    );
}

/// A whole message in a stream is read like a body.
#[test]
fn two_calls_with_one_id_in_an_event_are_two_calls() {
    let call = |arguments: &str| {
        json!({"id": "wait", "type": "function",
            "function": {"name": "wait", "arguments": arguments}})
    };
    let list = json!([call("{\"s\": 5}"), call("{\"s\": 6}")]);
    let (streamed, _) = from_deltas(&[json!({"tool_calls": list})]);
    let whole = from_body(&json!({"content": null, "tool_calls": list}));
    assert_eq!(whole.calls.len(), 2);
    assert_eq!(
        streamed
            .calls
            .iter()
            .map(|call| &call.raw)
            .collect::<Vec<_>>(),
        whole.calls.iter().map(|call| &call.raw).collect::<Vec<_>>(),
    );
    // An event at the end that repeats each call adds no call.
    let other = json!({"id": "stop", "type": "function",
        "function": {"name": "stop", "arguments": "{\"s\": 5}"}});
    let list = json!([call("{\"s\": 5}"), other]);
    let event = json!({"tool_calls": list});
    let (streamed, _) = from_deltas(&[event.clone(), event]);
    assert_eq!(streamed.calls.len(), 2);
}

/// Snowflake sends each member of the API, with empty values for the unused ones.
#[test]
fn empty_members_of_a_message_are_ignored() {
    let message = json!({"role": "assistant", "content": "Hi", "refusal": "", "annotations": null,
        "audio": {"id": "", "data": "", "expires_at": 0, "transcript": ""},
        "function_call": {"arguments": "", "name": ""}, "tool_calls": []});
    let (streamed, _) = from_deltas(&[message.clone(), message.clone()]);
    for (answer, text) in [(from_body(&message), "Hi"), (streamed, "HiHi")] {
        assert_eq!((&answer.calls[..], &answer.dropped[..]), (&[][..], &[][..]));
        assert_eq!(
            (&*answer.text, answer.stop.clone()),
            (text, StopReason::Done)
        );
        assert_eq!(
            answer.turn(),
            [json!({"role": "assistant", "content": text})]
        );
    }
    let nameless = json!({"content": null, "function_call": {"name": "", "arguments": "{}"}});
    assert_eq!(from_body(&nameless).dropped.len(), 1);
}

#[test]
fn an_empty_error_next_to_an_answer_is_ignored() {
    let choice = json!({"index": 0, "finish_reason": "stop", "message": {"content": "Hi"}});
    for error in [json!({}), json!(""), Value::Null] {
        let body = json!({"choices": [choice], "error": error}).to_string();
        let answer = Answer::from_body(Api::OpenAiChat, &body).expect("an answer");
        assert_eq!((&*answer.text, answer.stop), ("Hi", StopReason::Done));
    }
    let body = r#"{"error": {}}"#;
    let read = Answer::from_body(Api::OpenAiChat, body);
    assert_eq!(read, Err(AnswerError::OtherShape(Api::OpenAiChat)));
}

#[test]
fn the_status_of_minimax_without_an_answer_is_the_error() {
    let status = json!({"status_code": 1004, "status_msg": "login fail"});
    let body = json!({"id": "1", "choices": null, "base_resp": status}).to_string();
    let error = Answer::from_body(Api::OpenAiChat, &body).expect_err("an error");
    assert_eq!(
        error.to_string(),
        "the provider reported an error: login fail"
    );

    let choice = json!({"index": 0, "finish_reason": "stop", "message": {"content": "Hi"}});
    let status = json!({"status_code": 0, "status_msg": ""});
    let body = json!({"choices": [choice], "base_resp": status}).to_string();
    assert!(Answer::from_body(Api::OpenAiChat, &body).is_ok());
}
