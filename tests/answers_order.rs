//! Calls that the turn lists in another order than the answer.

use serde_json::{Value, json};
use tool_core::answer::{Answer, AnswerStream, CallResult};
use tool_core::call::Api;

fn results_of(answer: &Answer) -> Vec<Value> {
    let results = answer.calls.iter();
    let results = results.map(|call| CallResult::text(format!("result of {}", call.raw)));
    answer.results(results).expect("one result for each call")
}

fn item(number: u32, arguments: &str, status: &str) -> Value {
    json!({"type": "function_call", "id": format!("fc_{number}"),
        "call_id": format!("call_{number}"), "name": "wait", "arguments": arguments,
        "status": status})
}

/// The last event lists the items by their index, and the calls began in another order.
#[test]
fn each_result_belongs_to_the_call_with_its_id() {
    let mut stream = AnswerStream::new(Api::OpenAiResponses);
    let added = |number: u32| {
        json!({"type": "response.output_item.added", "output_index": number,
            "item": item(number, "", "in_progress")})
    };
    let done = |number: u32| {
        json!({"type": "response.output_item.done", "output_index": number,
            "item": item(number, &number.to_string(), "completed")})
    };
    let output = [item(0, "0", "completed"), item(1, "1", "completed")];
    let end = json!({"type": "response.completed",
        "response": {"object": "response", "status": "completed", "output": output}});
    for event in [added(1), added(0), done(0), done(1), end] {
        stream.push(&event.to_string()).expect("an event");
    }
    let answer = stream.finish().expect("an answer");
    assert_eq!(answer.turn(), output);
    assert_eq!(
        results_of(&answer),
        [
            json!({"type": "function_call_output", "call_id": "call_0", "output": "result of 0"}),
            json!({"type": "function_call_output", "call_id": "call_1", "output": "result of 1"}),
        ]
    );
}

/// Some servers send an empty `call_id`. The `id` identifies the call then.
#[test]
fn a_call_with_an_empty_call_id_has_the_id_of_its_item() {
    let mut sent = item(1, "{}", "completed");
    sent["call_id"] = json!("");
    let body = json!({"object": "response", "status": "completed", "output": [sent]});
    let answer = Answer::from_body(Api::OpenAiResponses, &body.to_string()).expect("an answer");
    assert_eq!(answer.turn()[0]["call_id"], "fc_1");
    assert_eq!(
        results_of(&answer),
        [json!({"type": "function_call_output", "call_id": "fc_1", "output": "result of {}"})]
    );

    let entry = json!({"type": "function.call", "id": "fc_1", "tool_call_id": "",
        "name": "wait", "arguments": "{}"});
    let body = json!({"object": "conversation.response", "outputs": [entry]});
    let answer = Answer::from_body(Api::MistralConversations, &body.to_string());
    assert_eq!(
        results_of(&answer.expect("an answer")),
        [json!({"type": "function.result", "tool_call_id": "fc_1", "result": "result of {}"})]
    );
}

/// Without IDs, the arguments show which call was dropped.
#[test]
fn a_dropped_call_before_a_call_of_the_same_tool_gets_no_result() {
    let call = |arguments: &str| json!({"function": {"name": "wait", "arguments": arguments}});
    let message = json!({"tool_calls": [call("{\"s\": "), call("{\"s\": 5}")]});
    let body = json!({"choices": [{"finish_reason": "tool_calls", "message": message}]});
    let answer = Answer::from_body(Api::OpenAiChat, &body.to_string()).expect("an answer");
    let results = results_of(&answer);
    assert_eq!(results.len(), 2);
    assert_eq!(results[0]["content"], answer.dropped[0].message());
    assert_eq!(results[1]["content"], "result of {\"s\": 5}");
}
