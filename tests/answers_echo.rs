//! Members that the next request repeats, omits or replaces.

use serde_json::{Value, json};
use tool_core::answer::{Answer, AnswerStream};
use tool_core::call::Api;

fn from_events(api: Api, events: &[Value]) -> Answer {
    let mut stream = AnswerStream::new(api);
    for event in events {
        stream.push(&event.to_string()).expect("an event");
    }
    stream.finish().expect("an answer")
}

/// Only the events of a stream have an index. A request with one is invalid.
#[test]
fn the_turn_of_cohere_has_the_blocks_of_a_stream_without_indexes() {
    let event = |kind: &str, index: u32, block: Value| json!({"type": kind, "index": index, "delta": {"message": {"content": block}}});
    let answer = from_events(
        Api::Cohere,
        &[
            json!({"type": "message-start", "delta": {"message": {"role": "assistant"}}}),
            event(
                "content-start",
                0,
                json!({"type": "thinking", "thinking": ""}),
            ),
            event("content-delta", 0, json!({"thinking": "H"})),
            event("content-delta", 0, json!({"thinking": "m."})),
            event("content-start", 1, json!({"type": "text", "text": ""})),
            event("content-delta", 1, json!({"text": "Yes"})),
            json!({"type": "message-end", "delta": {"finish_reason": "COMPLETE"}}),
        ],
    );
    let content = json!([
        {"type": "thinking", "thinking": "Hm."},
        {"type": "text", "text": "Yes"},
    ]);
    assert_eq!(
        answer.turn(),
        [json!({"role": "assistant", "content": content})]
    );
}

#[test]
fn arguments_that_are_not_json_become_an_object_for_mistral() {
    for (arguments, expected) in [("{a: 1}", "{}"), ("", "{}"), ("{\"a\": 1}", "{\"a\": 1}")] {
        let body = json!({"object": "conversation.response", "outputs": [{"type": "function.call",
            "tool_call_id": "c1", "name": "wait", "arguments": arguments}]});
        let answer = Answer::from_body(Api::MistralConversations, &body.to_string());
        let answer = answer.expect("an answer");
        assert_eq!(answer.turn()[0]["arguments"], expected, "{arguments}");
    }
}

/// A request needs the member, and a call without arguments may arrive without it.
#[test]
fn a_call_of_an_interaction_has_arguments_in_the_turn() {
    let answer = from_events(
        Api::GeminiInteractions,
        &[
            json!({"event_type": "step.start", "index": 0,
                "step": {"type": "function_call", "id": "c1", "name": "list"}}),
            json!({"event_type": "step.stop", "index": 0}),
            json!({"event_type": "interaction.completed",
                "interaction": {"status": "requires_action"}}),
        ],
    );
    assert_eq!(answer.calls.len(), 1);
    assert_eq!(
        answer.turn(),
        [json!({"type": "function_call", "id": "c1", "name": "list", "arguments": {}})]
    );
}

#[test]
fn the_result_of_a_shell_call_repeats_the_maximum_length() {
    let result = |action: Value| {
        let body = json!({"status": "completed", "output": [{"type": "shell_call",
            "id": "sh_1", "call_id": "c1", "status": "completed", "action": action}]});
        let answer = Answer::from_body(Api::OpenAiResponses, &body.to_string());
        answer.expect("an answer").builtin_calls[0].result(json!([]))
    };
    assert_eq!(
        result(json!({"commands": ["ls"], "max_output_length": 4096})),
        json!({"type": "shell_call_output", "call_id": "c1", "output": [],
            "max_output_length": 4096})
    );
    assert_eq!(
        result(json!({"commands": ["ls"], "max_output_length": null})),
        json!({"type": "shell_call_output", "call_id": "c1", "output": []})
    );
}
