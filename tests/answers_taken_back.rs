//! Calls that the model did not mean: in an answer that ended in a refusal, or in a thought.

use serde_json::{Value, json};
use tests::check_answer;
use tool_core::answer::{Answer, AnswerStream, StopReason};
use tool_core::call::{Api, DropReason};

fn read_body(api: Api, body: &Value) -> Answer {
    let answer = Answer::from_body(api, &body.to_string()).expect("an answer");
    assert_eq!(check_answer(api, &answer, None), Ok(()), "{body}");
    answer
}

fn read_events(api: Api, events: &[Value]) -> Answer {
    let mut stream = AnswerStream::new(api);
    for event in events {
        stream.push(&event.to_string()).expect("an event");
    }
    let answer = stream.finish().expect("an answer");
    assert_eq!(check_answer(api, &answer, None), Ok(()), "{events:?}");
    answer
}

fn list_dropped(answer: &Answer) -> Vec<(&str, DropReason)> {
    let dropped = answer.dropped.iter();
    dropped.map(|call| (&*call.name, call.reason)).collect()
}

fn check_refused(answer: &Answer, names: &[&str]) {
    assert!(answer.calls.is_empty(), "{answer:?}");
    assert!(answer.builtin_calls.is_empty(), "{answer:?}");
    let expected: Vec<_> = names
        .iter()
        .map(|name| (*name, DropReason::Refused))
        .collect();
    assert_eq!(list_dropped(answer), expected);
    assert_eq!(answer.stop, StopReason::Refused);
}

fn chat_call(name: &str) -> Value {
    json!({"id": name, "type": "function", "function": {"name": name, "arguments": "{\"a\":1}"}})
}

fn chat(refusal: &Value, reason: Option<&str>) -> Value {
    json!({"choices": [{"finish_reason": reason, "message": {"role": "assistant",
        "refusal": refusal, "tool_calls": [chat_call("f"), chat_call("g")]}}]})
}

/// The documentation of Anthropic asks to take the whole answer out of the conversation.
#[test]
fn a_refusal_takes_back_all_calls() {
    let call = |name: &str| json!({"type": "tool_use", "id": name, "name": name, "input": {}});
    let body = json!({"type": "message", "role": "assistant", "stop_reason": "refusal",
        "content": [call("f"), {"type": "text", "text": "no"}, call("g")]});
    check_refused(&read_body(Api::Anthropic, &body), &["f", "g"]);

    let mut events = vec![json!({"type": "message_start", "message": {"role": "assistant"}})];
    for (index, name) in ["f", "g"].into_iter().enumerate() {
        events.push(json!({"type": "content_block_start", "index": index,
            "content_block": call(name)}));
        events.push(json!({"type": "content_block_delta", "index": index,
            "delta": {"type": "input_json_delta", "partial_json": "{\"a\":1}"}}));
        events.push(json!({"type": "content_block_stop", "index": index}));
    }
    events.push(json!({"type": "message_delta", "delta": {"stop_reason": "refusal"}}));
    check_refused(&read_events(Api::Anthropic, &events), &["f", "g"]);

    let body = chat(&json!(null), Some("refusal"));
    check_refused(&read_body(Api::OpenAiChat, &body), &["f", "g"]);
}

#[test]
fn a_refusal_of_chat_takes_back_the_calls_unless_the_answer_ended_in_them() {
    for reason in [Some("stop"), None] {
        let body = chat(&json!("I can't help."), reason);
        check_refused(&read_body(Api::OpenAiChat, &body), &["f", "g"]);
    }
    let events = |reason: &str| {
        [
            json!({"choices": [{"delta": {"role": "assistant", "refusal": "I can't"}}]}),
            json!({"choices": [{"delta": {"tool_calls": [{"index": 0, "id": "c1",
                "function": {"name": "f", "arguments": "{\"a\":1}"}}]}}]}),
            json!({"choices": [{"delta": {}, "finish_reason": reason}]}),
        ]
    };
    check_refused(&read_events(Api::OpenAiChat, &events("stop")), &["f"]);

    // The provider tells that the answer ended in calls.
    let answer = read_events(Api::OpenAiChat, &events("tool_calls"));
    assert_eq!(
        (answer.calls.len(), &answer.stop),
        (1, &StopReason::ToolCalls)
    );
    let answer = read_body(
        Api::OpenAiChat,
        &chat(&json!("Not that."), Some("tool_calls")),
    );
    assert_eq!(
        (answer.calls.len(), &answer.stop),
        (2, &StopReason::ToolCalls)
    );
    for no_refusal in [json!(""), json!(null), json!(false)] {
        let answer = read_body(Api::OpenAiChat, &chat(&no_refusal, Some("stop")));
        assert_eq!(answer.calls.len(), 2, "{no_refusal}");
    }
}

/// The items of this API have an order, so it shows whether the model called after its refusal.
#[test]
fn a_refusal_of_responses_takes_back_the_calls_before_it() {
    let refusal = json!({"type": "message", "id": "m1", "role": "assistant",
        "status": "completed", "content": [{"type": "refusal", "refusal": "no"}]});
    let call = json!({"type": "function_call", "id": "f1", "call_id": "c1", "name": "f",
        "arguments": "{\"a\":1}", "status": "completed"});
    let shell = json!({"type": "custom_tool_call", "id": "s1", "call_id": "c2", "name": "sh",
        "input": "rm", "status": "completed"});
    let body =
        |output: &[&Value]| json!({"object": "response", "status": "completed", "output": output});
    let stream = |output: &[&Value], whole: &[&Value]| {
        let mut events = Vec::new();
        for (index, item) in output.iter().enumerate() {
            let mut start = (*item).clone();
            start["status"] = "in_progress".into();
            for (kind, item) in [("added", &start), ("done", *item)] {
                events.push(json!({"type": format!("response.output_item.{kind}"),
                    "output_index": index, "item": item}));
            }
        }
        events.push(json!({"type": "response.completed", "response": body(whole)}));
        events
    };
    let api = Api::OpenAiResponses;
    let output = [&call, &shell, &refusal];
    check_refused(&read_body(api, &body(&output)), &["f", "sh"]);
    check_refused(&read_events(api, &stream(&output, &output)), &["f", "sh"]);
    check_refused(&read_events(api, &stream(&output, &[])), &["f", "sh"]);

    let output = [&refusal, &call, &shell];
    for answer in [
        read_body(api, &body(&output)),
        read_events(api, &stream(&output, &output)),
        read_events(api, &stream(&output, &[])),
    ] {
        assert_eq!((answer.calls.len(), answer.builtin_calls.len()), (1, 1));
        assert_eq!(answer.stop, StopReason::ToolCalls);
    }
}

/// The API defines `thought` as the mark of a thought, and no recorded call has it.
#[test]
fn a_call_in_a_thought_of_gemini_never_runs() {
    let part = |name: &str, is_thought: bool| json!({"thought": is_thought, "functionCall": {"name": name, "args": {"a": 1}}});
    let response = |parts: &[Value], reason: Option<&str>| {
        json!({"candidates": [{"content": {"role": "model", "parts": parts},
            "finishReason": reason}]})
    };
    let parts = [part("f", true), part("g", false), part("f", true)];
    let dropped = [("f", DropReason::InReasoning); 2];
    for answer in [
        read_body(Api::Gemini, &response(&parts, Some("STOP"))),
        read_events(
            Api::Gemini,
            &[
                response(&parts[..1], None),
                response(&parts[1..2], None),
                response(&parts[2..], Some("STOP")),
            ],
        ),
    ] {
        let names: Vec<_> = answer.calls.iter().map(|call| &*call.name).collect();
        assert_eq!(names, ["g"]);
        assert_eq!(list_dropped(&answer), dropped);
        assert_eq!(
            answer.dropped[0].message(),
            "The call is inside reasoning, so it did not run. End the reasoning, then call the \
             tool again."
        );
    }
    // A stream omits the call from the partial calls. A signature alone does not mark a thought.
    let mut stream = AnswerStream::new(Api::Gemini);
    stream
        .push(&response(&parts[..1], None).to_string())
        .expect("an event");
    assert_eq!(stream.partial().count(), 0);
    let signed = json!({"thoughtSignature": "RXFRQg==",
        "functionCall": {"name": "g", "args": {}}});
    let answer = read_body(Api::Gemini, &response(&[signed], Some("STOP")));
    assert_eq!(answer.calls.len(), 1);
}
