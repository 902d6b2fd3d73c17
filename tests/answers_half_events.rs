//! Events of a stream that have lost a member: their output is in no call, and is reported.

use serde_json::{Value, json};
use tool_core::answer::Answer;
use tool_core::call::Api;

use crate::answers_strays::{list, read};

/// The type of an event was lost: its output is in no call, and is reported.
#[test]
fn output_of_an_event_without_its_type_is_reported() {
    let streams = [
        (
            Api::Anthropic,
            vec![
                json!({"type": "message_start", "message": {"role": "assistant"}}),
                json!({"type": "content_block_start", "index": 0, "content_block":
                {"type": "tool_use", "id": "t", "name": "f", "input": {}}}),
                json!({"type": "content_block_delta", "index": 0, "delta":
                {"type": "input_json_delta", "partial_json": "{\"a\": 1}"}}),
                json!({"type": "content_block_stop", "index": 0}),
                json!({"type": "message_delta", "delta": {"stop_reason": "tool_use"}}),
            ],
        ),
        (
            Api::Cohere,
            vec![
                json!({"type": "message-start"}),
                json!({"type": "tool-call-start", "index": 0, "delta": {"message": {"tool_calls":
                {"id": "t", "type": "function", "function": {"name": "f", "arguments": ""}}}}}),
                json!({"type": "tool-call-delta", "index": 0, "delta": {"message": {"tool_calls":
                {"function": {"arguments": "{\"a\": 1}"}}}}}),
                json!({"type": "tool-call-end", "index": 0}),
                json!({"type": "message-end", "delta": {"finish_reason": "TOOL_CALL"}}),
            ],
        ),
        (
            Api::GeminiInteractions,
            vec![
                json!({"event_type": "interaction.created"}),
                json!({"event_type": "step.start", "index": 0, "step":
                {"type": "function_call", "id": "t", "name": "f", "arguments": {}}}),
                json!({"event_type": "step.delta", "index": 0, "delta":
                {"type": "arguments_delta", "arguments": "{\"a\": 1}"}}),
                json!({"event_type": "step.stop", "index": 0}),
                json!({"event_type": "interaction.completed", "interaction":
                {"status": "requires_action"}}),
            ],
        ),
    ];
    for (api, events) in streams {
        assert_eq!(list(&read(api, &events)).len(), 1);
        for lost in [json!(null), json!(7), json!("new")] {
            for at in [1, 2] {
                let mut events = events.clone();
                let key = if api == Api::GeminiInteractions {
                    "event_type"
                } else {
                    "type"
                };
                events[at][key] = lost.clone();
                let answer = read(api, &events);
                assert!(answer.calls.is_empty(), "{api:?} {at}: {:?}", answer.calls);
                let sent = events[at].to_string();
                let mut dropped = answer.dropped.iter();
                let is_reported = dropped.any(|dropped| dropped.raw == sent);
                assert!(is_reported, "{:?}", answer.dropped);
            }
        }
    }
}

#[test]
fn a_piece_of_bedrock_without_arguments_drops_its_call() {
    let start = json!({"toolUse": {"toolUseId": "t", "name": "f"}});
    for (delta, expected) in [
        (json!({}), "f: inconsistent"),
        (json!({"toolUse": null}), "f: inconsistent"),
        (json!({"toolUse": ["{}"]}), "f: inconsistent"),
        (json!({"toolUse": {"input": ""}}), "f {}"),
    ] {
        let events = [
            json!({"contentBlockStart": {"contentBlockIndex": 0, "start": start}}),
            json!({"contentBlockDelta": {"contentBlockIndex": 0, "delta": delta}}),
            json!({"contentBlockStop": {"contentBlockIndex": 0}}),
            json!({"messageStop": {"stopReason": "tool_use"}}),
        ];
        assert_eq!(list(&read(Api::Bedrock, &events)), [expected], "{delta}");
    }
}

/// A start whose `toolUse` is another value than an object gives no name, so its pieces are dropped.
#[test]
fn the_start_of_a_call_of_bedrock_without_its_object_is_reported() {
    for start in [
        json!(true),
        json!(7),
        json!([{"toolUseId": "t", "name": "f"}]),
    ] {
        let events = [
            json!({"contentBlockStart": {"contentBlockIndex": 0, "start": {"toolUse": start}}}),
            json!({"contentBlockDelta": {"contentBlockIndex": 0,
                "delta": {"toolUse": {"input": "{\"a\": 1}"}}}}),
            json!({"contentBlockStop": {"contentBlockIndex": 0}}),
            json!({"messageStop": {"stopReason": "tool_use"}}),
        ];
        let answer = read(Api::Bedrock, &events);
        assert!(answer.calls.is_empty(), "{:?}", answer.calls);
        let dropped = answer.dropped.iter().map(|dropped| &*dropped.raw);
        let dropped: Vec<_> = dropped.collect();
        assert!(dropped.contains(&"{\"a\": 1}"), "{dropped:?}");
        assert!(
            dropped.iter().any(|raw| raw.contains("toolUse")),
            "{dropped:?}"
        );
    }
}

/// The piece with the index of another candidate may be of the open call.
#[test]
fn a_piece_of_another_candidate_drops_the_open_call() {
    let part = |index: u64, call: &Value| json!({"candidates": [{"index": index, "content": {"parts": [{"functionCall": call}]}}]});
    let piece = json!({"partialArgs": [{"jsonPath": "$.a", "numberValue": 1}],
        "willContinue": true});
    for (index, expected) in [(0, "f {\"a\":1}"), (1, "f: inconsistent")] {
        let events = [
            part(0, &json!({"name": "f", "willContinue": true})),
            part(index, &piece),
            part(0, &json!({})),
            json!({"candidates": [{"finishReason": "STOP"}]}),
        ];
        assert_eq!(list(&read(Api::Gemini, &events))[0], expected);
    }
}

/// A block whose type was lost has the name of a call.
#[test]
fn a_call_without_its_type_is_dropped() {
    let call = json!({"id": "t", "name": "f", "input": {"a": 1}});
    for content in [json!([call]), json!([{"type": "text", "text": "Hi"}, call])] {
        let body = json!({"type": "message", "role": "assistant", "content": content,
            "stop_reason": "tool_use"});
        let answer = Answer::from_body(Api::Anthropic, &body.to_string()).expect("an answer");
        assert_eq!(list(&answer), ["f: inconsistent"]);
    }
}
