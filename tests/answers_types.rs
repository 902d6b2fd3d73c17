//! Events whose type is that of another event of the same API. What such an event has is read, or it
//! is reported as dropped output.

use serde_json::{Value, json};
use tool_core::answer::{Answer, AnswerStream};
use tool_core::call::{Api, DropReason};

fn read(api: Api, events: &[Value]) -> Answer {
    let mut stream = AnswerStream::new(api);
    for event in events {
        stream.push(&event.to_string()).expect("an object");
    }
    stream.finish().expect("an answer")
}

/// Returns the calls and the reasons of the dropped output.
fn outcome(answer: &Answer) -> (Vec<String>, Vec<DropReason>) {
    let calls = answer.calls.iter();
    let calls = calls.map(|call| format!("{} {}", call.name, call.raw));
    let reasons = answer.dropped.iter().map(|dropped| dropped.reason);
    (calls.collect(), reasons.collect())
}

fn anthropic() -> Vec<Value> {
    vec![
        json!({"type": "message_start", "message": {"type": "message", "role": "assistant", "content": []}}),
        json!({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}),
        json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Yes."}}),
        json!({"type": "content_block_stop", "index": 0}),
        json!({"type": "content_block_start", "index": 1, "content_block":
            {"type": "tool_use", "id": "a", "name": "rm", "input": {}}}),
        json!({"type": "content_block_delta", "index": 1, "delta":
            {"type": "input_json_delta", "partial_json": "{\"path\": "}}),
        json!({"type": "content_block_delta", "index": 1, "delta":
            {"type": "input_json_delta", "partial_json": "\"/a\"}"}}),
        json!({"type": "content_block_stop", "index": 1}),
        json!({"type": "message_delta", "delta": {"stop_reason": "tool_use"}}),
        json!({"type": "message_stop"}),
    ]
}

#[test]
fn a_delta_of_anthropic_is_read_by_its_members() {
    let whole = read(Api::Anthropic, &anthropic());
    for (at, kind) in [
        (2, "message_delta"),
        (5, "message_delta"),
        (8, "content_block_delta"),
    ] {
        let mut events = anthropic();
        events[at]["type"] = json!(kind);
        let answer = read(Api::Anthropic, &events);
        assert_eq!(outcome(&answer), outcome(&whole), "{at}");
        assert_eq!(answer.turn(), whole.turn(), "{at}");
        assert_eq!(answer.stop, whole.stop, "{at}");
    }
}

#[test]
fn output_under_another_type_is_reported() {
    for (at, kind) in [
        (2, "content_block_stop"),
        (2, "message_stop"),
        (5, "content_block_stop"),
        (6, "ping"),
        (6, "message_stop"),
        (4, "content_block_stop"),
        (4, "message_delta"),
    ] {
        let mut events = anthropic();
        events[at]["type"] = json!(kind);
        let (calls, reasons) = outcome(&read(Api::Anthropic, &events));
        assert!(
            reasons.contains(&DropReason::Inconsistent),
            "{at} {kind}: {reasons:?}"
        );
        // A lost text says nothing about the call.
        assert_eq!(calls.len(), usize::from(at < 4), "{at} {kind}");
    }
}

#[test]
fn a_call_of_cohere_begins_by_its_name() {
    let call = |kind: &str, calls: Value| json!({"type": kind, "index": 0, "delta": {"message": {"tool_calls": calls}}});
    let start = json!({"id": "a", "type": "function", "function": {"name": "rm", "arguments": ""}});
    let piece = json!({"function": {"arguments": "{\"path\": \"/a\"}"}});
    let end = json!({"type": "message-end", "delta": {"finish_reason": "TOOL_CALL"}});
    for kinds in [
        ["tool-call-start", "tool-call-delta"],
        ["tool-call-delta", "tool-call-delta"],
        ["tool-call-start", "tool-call-start"],
    ] {
        let events = [
            call(kinds[0], start.clone()),
            call(kinds[1], piece.clone()),
            json!({"type": "tool-call-end", "index": 0}),
            end.clone(),
        ];
        let (calls, reasons) = outcome(&read(Api::Cohere, &events));
        assert_eq!(calls, ["rm {\"path\": \"/a\"}"], "{kinds:?}");
        assert!(reasons.is_empty(), "{kinds:?}");
    }
    for kind in [
        "content-delta",
        "tool-plan-delta",
        "tool-call-end",
        "message-end",
    ] {
        let events = [
            call("tool-call-start", start.clone()),
            call(kind, piece.clone()),
            end.clone(),
        ];
        let (calls, reasons) = outcome(&read(Api::Cohere, &events));
        assert!(calls.is_empty(), "{kind}: {calls:?}");
        assert!(
            reasons.contains(&DropReason::Inconsistent),
            "{kind}: {reasons:?}"
        );
    }
}

#[test]
fn a_piece_of_responses_under_the_type_of_a_text_changes_no_call() {
    let item = |status: &str, raw: &str| {
        json!({"type": "function_call", "id": "f", "call_id": "c",
        "name": "rm", "arguments": raw, "status": status})
    };
    let piece = |kind: &str, delta: &str| json!({"type": kind, "output_index": 0, "item_id": "f", "delta": delta});
    let arguments = "response.function_call_arguments.delta";
    let mut events = vec![
        json!({"type": "response.output_item.added", "output_index": 0, "item": item("in_progress", "")}),
        piece(arguments, "{\"path\": \"/a\""),
        piece("response.output_text.delta", ", \"force\": false"),
        piece(arguments, "}"),
    ];
    let broken = read(Api::OpenAiResponses, &events);
    assert!(broken.calls.is_empty());
    let raw = "{\"path\": \"/a\", \"force\": false}";
    events.push(json!({"type": "response.output_item.done", "output_index": 0, "item": item("completed", raw)}));
    events.push(json!({"type": "response.completed", "response": {"status": "completed"}}));
    let (calls, _) = outcome(&read(Api::OpenAiResponses, &events));
    assert_eq!(calls, [format!("rm {raw}")]);
}

#[test]
fn a_text_of_mistral_without_an_id_keeps_its_place() {
    let text = |id: Value, content: &str| json!({"type": "message.output.delta", "id": id, "content": content});
    let call = json!({"type": "function.call.delta", "id": "f", "tool_call_id": "c", "name": "rm",
        "arguments": "{}"});
    let end = json!({"type": "conversation.response.done", "usage": {}});
    for ids in [
        [json!(null), json!(null)],
        [json!("m"), json!(null)],
        [json!(null), json!("n")],
    ] {
        let [first, second] = ids.clone();
        let events = [
            text(first, "Before"),
            text(json!(null), " it."),
            call.clone(),
            text(second, "After it."),
            end.clone(),
        ];
        let turn = read(Api::MistralConversations, &events).turn().to_vec();
        let texts: Vec<_> = turn.iter().map(|entry| entry["content"].as_str()).collect();
        assert_eq!(
            texts,
            [Some("Before it."), None, Some("After it.")],
            "{ids:?}"
        );
    }
}

#[test]
fn an_event_of_mistral_under_another_type_is_reported() {
    let text = json!({"type": "message.output.delta", "id": "m", "content": "Yes."});
    let call = json!({"type": "function.call.delta", "id": "f", "tool_call_id": "c", "name": "rm",
        "arguments": "{}"});
    let end = json!({"type": "conversation.response.done", "usage": {}});
    for (at, kind) in [
        (0, "function.call.delta"),
        (0, "conversation.response.started"),
        (1, "message.output.delta"),
        (1, "conversation.response.done"),
    ] {
        let mut events = [text.clone(), call.clone(), end.clone()];
        events[at]["type"] = json!(kind);
        let (calls, reasons) = outcome(&read(Api::MistralConversations, &events));
        assert_eq!(calls.len(), 1 - at, "{at} {kind}");
        assert!(reasons.contains(&DropReason::Inconsistent), "{at} {kind}");
        assert!(
            reasons
                .iter()
                .all(|reason| *reason == DropReason::Inconsistent)
        );
    }
}
