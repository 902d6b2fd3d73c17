//! Streams that break off.

use serde_json::{Value, json};
use tool_core::answer::{Answer, AnswerStream, StopReason};
use tool_core::call::Api;

/// The turn omits reasoning without its item, which the API rejects. The user has already seen it.
#[test]
fn the_reasoning_of_a_cut_stream_is_the_reasoning_of_the_answer() {
    let added = |id: &str, index: u32| {
        json!({"type": "response.output_item.added", "output_index": index,
            "item": {"type": "reasoning", "id": id, "summary": []}})
    };
    let summary = |part: u32, delta: &str| {
        json!({"type": "response.reasoning_summary_text.delta", "output_index": 0,
            "summary_index": part, "delta": delta})
    };
    let text = |delta: &str| {
        json!({"type": "response.reasoning_text.delta", "output_index": 1, "content_index": 0,
            "delta": delta})
    };
    let events: [Value; 7] = [
        added("rs_1", 0),
        summary(0, "I "),
        summary(0, "think. "),
        summary(1, "And "),
        added("rs_2", 1),
        text("so "),
        text("on."),
    ];
    let mut stream = AnswerStream::new(Api::OpenAiResponses);
    for event in events {
        stream.push(&event.to_string()).expect("an event");
    }
    let answer = stream.finish().expect("an answer");
    assert_eq!(answer.reasoning, "I think. And so on.");
    assert_eq!(answer.turn(), [] as [Value; 0]);
}

#[test]
fn an_event_without_its_item_changes_nothing() {
    let call = json!({"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "wait",
        "arguments": "{}", "status": "completed"});
    let done = |item: &Value| json!({"type": "response.output_item.done", "output_index": 0, "item": item});
    let mut stream = AnswerStream::new(Api::OpenAiResponses);
    for event in [done(&call), done(&Value::Null)] {
        stream.push(&event.to_string()).expect("an event");
    }
    assert_eq!(stream.finish().expect("an answer").turn(), [call]);
}

/// New input of the user may end a response after a whole item. Another response continues it.
#[test]
fn a_steered_response_is_paused_and_keeps_its_calls() {
    let call = json!({"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "wait",
        "arguments": "{}", "status": "completed"});
    let response = |reason: &str| {
        json!({"object": "response", "status": "incomplete", "output": [call],
            "incomplete_details": {"reason": reason}})
    };
    let read = |reason: &str| {
        let response = response(reason);
        let whole = Answer::from_body(Api::OpenAiResponses, &response.to_string());
        let mut stream = AnswerStream::new(Api::OpenAiResponses);
        let event = json!({"type": "response.incomplete", "response": response});
        stream.push(&event.to_string()).expect("an event");
        [whole, stream.finish()].map(|answer| {
            let answer = answer.expect("an answer");
            (answer.stop, answer.calls.len(), answer.dropped.len())
        })
    };
    assert_eq!(
        read("steered"),
        [(StopReason::Paused, 1, 0), (StopReason::Paused, 1, 0)]
    );
    for reason in ["max_output_tokens", "max_messages", "another"] {
        let cut = (StopReason::Truncated, 0, 1);
        assert_eq!(read(reason), [cut.clone(), cut], "{reason}");
    }
}
