//! The reasons of dropped calls, with the texts for the model.

use insta::assert_snapshot;
use serde_json::{Value, json};
use tool_core::answer::{Answer, AnswerStream, StopReason};
use tool_core::call::{Api, DropReason};
use tool_core::conversation::{NextStep, RetryBudget, RetryDecision, Step, Supervisor};
use tool_core::{CallError, Definition};

fn gemini(reason: &Value, message: &str, parts: &Value) -> Answer {
    let body = json!({"candidates": [{"content": {"role": "model", "parts": parts},
        "finishReason": reason, "finishMessage": message}]});
    Answer::from_body(Api::Gemini, &body.to_string()).expect("an answer")
}

fn chat(reason: &str) -> Answer {
    let call = json!({"id": "c1", "function": {"name": "f", "arguments": "{\"a\":1}"}});
    let body = json!({"choices": [{"finish_reason": reason, "message": {"tool_calls": [call]}}]});
    Answer::from_body(Api::OpenAiChat, &body.to_string()).expect("an answer")
}

fn line(answer: &Answer) -> String {
    let dropped = answer.dropped.iter();
    let dropped = dropped.map(|dropped| format!("{} [{}]", dropped.message(), dropped.reason));
    let dropped: Vec<_> = dropped.collect();
    format!("{}: {}", answer.stop, dropped.join(" / "))
}

#[test]
fn each_reason_has_a_text_of_its_own() {
    let call = json!([{"functionCall": {"name": "list_files", "args": {}}}]);
    let unexpected = "Model tried to call an undeclared function: list_files";
    for parts in [&call, &json!([])] {
        let answer = gemini(&json!("UNEXPECTED_TOOL_CALL"), unexpected, parts);
        assert_eq!(
            line(&answer),
            "error: The called tool does not exist, so the call did not run. Call only the tools that you were given, by their exact names. [the provider does not know the tool]"
        );
        assert_eq!(answer.stop_message.as_deref(), Some(unexpected));
        assert_eq!(answer.results([]).expect("no calls").len(), 1);
    }
    let many = gemini(&json!("TOO_MANY_TOOL_CALLS"), "", &call);
    assert_snapshot!(line(&many), @"error: The answer had too many calls, so the call did not run. Make fewer calls at once. [the answer has too many calls]");
    let malformed = gemini(&json!("MALFORMED_FUNCTION_CALL"), "print(f())", &json!([]));
    assert_snapshot!(line(&malformed), @"error: The arguments are not JSON, so the call did not run. Call the tool again, with one JSON object as the arguments. [the arguments are not written as JSON]");
    assert_snapshot!(line(&chat("length")), @"truncated: The output was cut off before the call was complete, so the call did not run. Call the tool again, with shorter arguments. [the output ended before the arguments did]");
    assert_snapshot!(line(&chat("content_filter")), @"filtered: A content filter stopped the answer, so the call did not run. Do not repeat the call. [a content filter stopped the answer]");
    assert_snapshot!(line(&chat("refusal")), @"refused: The answer ended in a refusal, so the call did not run. Do not repeat the call. [the answer ended in a refusal]");
    assert_snapshot!(line(&chat("network_error")), @"error: The provider failed before the call was complete, so the call did not run. Make the same call again. [the provider failed]");
    let body = json!({"output": {"message": {"role": "assistant", "content": [
        {"toolUse": {"toolUseId": "t1", "name": "f", "input": {"a": 1}}}]}},
        "stopReason": "malformed_tool_use"});
    let bedrock = Answer::from_body(Api::Bedrock, &body.to_string()).expect("an answer");
    assert_eq!(bedrock.dropped[0].reason, DropReason::NotJson);
}

fn broken_off() -> Answer {
    let mut stream = AnswerStream::new(Api::OpenAiChat);
    let call =
        json!({"index": 0, "id": "c1", "function": {"name": "edit", "arguments": "{\"path\""}});
    let event = json!({"choices": [{"index": 0, "delta": {"tool_calls": [call]}}]});
    stream.push(&event.to_string()).expect("an event");
    stream.finish().expect("an answer")
}

#[test]
fn a_lost_connection_is_told_and_never_counts() {
    let answer = broken_off();
    assert_eq!(answer.stop, StopReason::Disconnected);
    assert_snapshot!(line(&answer), @"the connection was lost: The connection was lost before the call was complete, so the call did not run. Make the same call again. [the connection broke off before the arguments ended]");

    let schema = json!({"type": "object", "properties": {"path": {"type": "string"}}});
    let edit = Definition::new("edit", "Edits a file.", schema).expect("a definition");
    let mut supervisor = Supervisor::new();
    let mut budget = RetryBudget::new();
    for _ in 0..10 {
        let steps: Vec<Step<Value>> =
            supervisor.review(&answer, |call| edit.parse(call).map_err(CallError::from));
        assert!(steps.is_empty());
        assert_eq!(supervisor.settle(&answer, &mut []), NextStep::Continue);
        assert!(matches!(
            budget.dropped(&answer.dropped[0]),
            RetryDecision::Again(_)
        ));
    }
    // A truncation is a fault of the model.
    let truncated = chat("length");
    let decisions: Vec<_> = (0..3)
        .map(|_| budget.dropped(&truncated.dropped[0]))
        .collect();
    assert!(matches!(decisions[2], RetryDecision::GiveUp(_)));
}

/// A stream whose end has arrived did not break off, whatever the end says.
#[test]
fn only_a_stream_without_its_end_is_disconnected() {
    let text = json!({"choices": [{"index": 0, "delta": {"content": "Hi"}}]}).to_string();
    for (end, stop) in [
        (None, "disconnected"),
        (Some("[DONE]"), "other"),
        (
            Some(r#"{"choices": [{"delta": {}, "finish_reason": "stop"}]}"#),
            "done",
        ),
        (
            Some(r#"{"choices": [{"delta": {}, "finish_reason": "new"}]}"#),
            "other",
        ),
    ] {
        let mut stream = AnswerStream::new(Api::OpenAiChat);
        stream.push(&text).expect("an event");
        if let Some(end) = end {
            stream.push(end).expect("an event");
        }
        assert_eq!(
            stream.finish().expect("an answer").stop.as_str(),
            stop,
            "{end:?}"
        );
    }
    let ends = [
        (
            Api::Anthropic,
            json!({"type": "message_start", "message": {"role": "assistant"}}),
        ),
        (
            Api::OpenAiResponses,
            json!({"type": "response.created", "response": {"id": "r"}}),
        ),
        (
            Api::Gemini,
            json!({"candidates": [{"content": {"parts": [{"text": "Hi"}]}}]}),
        ),
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
    for (api, event) in ends {
        let mut stream = AnswerStream::new(api);
        stream.push(&event.to_string()).expect("an event");
        let answer = stream.finish().expect("an answer");
        assert_eq!(answer.stop, StopReason::Disconnected, "{api:?}");
    }
    // A whole body has no end of its own.
    let body = json!({"choices": [{"message": {"content": "Hi"}}]});
    let answer = Answer::from_body(Api::OpenAiChat, &body.to_string()).expect("an answer");
    assert_eq!(answer.stop, StopReason::Other(String::new()));
}

/// Without a message about a call, the call among the parts is the rejected one.
#[test]
fn a_malformed_call_of_gemini_is_dropped_once() {
    let call = |name: &str| json!({"functionCall": {"name": name, "args": {"a": 1}}});
    for (calls, message, expected) in [
        (vec![call("f")], json!(null), vec!["f"]),
        (vec![call("f"), call("g")], json!(null), vec!["g"]),
        (
            vec![call("f")],
            json!("Malformed function call: g(1)"),
            vec!["f", ""],
        ),
        (vec![], json!(null), vec![""]),
    ] {
        let candidate = json!({"finishReason": "MALFORMED_FUNCTION_CALL", "finishMessage": message,
            "content": {"parts": calls}});
        let body = json!({"candidates": [candidate]}).to_string();
        let answer = Answer::from_body(Api::Gemini, &body).expect("an answer");
        let mut stream = AnswerStream::new(Api::Gemini);
        stream.push(&body).expect("an event");
        for answer in [answer, stream.finish().expect("an answer")] {
            let dropped = answer.dropped.iter().map(|call| (&*call.name, call.reason));
            let expected = expected.iter().map(|name| (*name, DropReason::NotJson));
            assert!(dropped.eq(expected), "{:?}", answer.dropped);
        }
    }
}
