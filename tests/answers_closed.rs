//! Pieces of arguments with the index of output that has ended. An index that is one too low must
//! not give the arguments of one call to another one, and no call runs without its arguments.

use serde_json::{Value, json};
use tool_core::answer::{Answer, AnswerStream};
use tool_core::call::{Api, DropReason};

/// An event of a block: its start, a piece of its arguments, or its end.
#[derive(Clone, Copy)]
enum Event {
    Call(u64, &'static str),
    OfServer(u64),
    Piece(u64, &'static str),
    End(u64),
}
use Event::{Call, End, OfServer, Piece};

const APIS: [Api; 3] = [Api::Anthropic, Api::Bedrock, Api::GeminiInteractions];

fn write(api: Api, event: Event) -> Value {
    let id = |name: &str| format!("call_{name}");
    match (api, event) {
        (Api::Anthropic, Call(index, name)) => json!({"type": "content_block_start",
            "index": index, "content_block":
            {"type": "tool_use", "id": id(name), "name": name, "input": {}}}),
        (Api::Anthropic, OfServer(index)) => json!({"type": "content_block_start",
            "index": index, "content_block":
            {"type": "server_tool_use", "id": id("search"), "name": "web_search", "input": {}}}),
        (Api::Anthropic, Piece(index, piece)) => json!({"type": "content_block_delta",
            "index": index, "delta": {"type": "input_json_delta", "partial_json": piece}}),
        (Api::Anthropic, End(index)) => {
            json!({"type": "content_block_stop", "index": index})
        }
        (Api::Bedrock, Call(index, name)) => json!({"contentBlockStart":
            {"contentBlockIndex": index, "start":
            {"toolUse": {"toolUseId": id(name), "name": name}}}}),
        (Api::Bedrock, OfServer(index)) => json!({"contentBlockStart":
            {"contentBlockIndex": index, "start":
            {"toolUse": {"toolUseId": id("search"), "name": "search", "type": "server_tool_use"}}}}),
        (Api::Bedrock, Piece(index, piece)) => json!({"contentBlockDelta":
            {"contentBlockIndex": index, "delta": {"toolUse": {"input": piece}}}}),
        (Api::Bedrock, End(index)) => {
            json!({"contentBlockStop": {"contentBlockIndex": index}})
        }
        (_, Call(index, name)) => json!({"event_type": "step.start", "index": index,
            "step": {"type": "function_call", "id": id(name), "name": name, "arguments": {}}}),
        (_, OfServer(index)) => json!({"event_type": "step.start", "index": index,
            "step": {"type": "google_search_call", "id": id("search"), "arguments": {}}}),
        (_, Piece(index, piece)) => json!({"event_type": "step.delta", "index": index,
            "delta": {"type": "arguments_delta", "arguments": piece}}),
        (_, End(index)) => json!({"event_type": "step.stop", "index": index}),
    }
}

fn read(api: Api, events: &[Event]) -> Answer {
    let mut stream = AnswerStream::new(api);
    let end = match api {
        Api::Anthropic => {
            json!({"type": "message_delta", "delta": {"stop_reason": "tool_use"}})
        }
        Api::Bedrock => json!({"messageStop": {"stopReason": "tool_use"}}),
        _ => json!({"event_type": "interaction.completed",
            "interaction": {"status": "requires_action"}}),
    };
    let events = events.iter().map(|event| write(api, *event));
    for event in events.chain([end]) {
        stream.push(&event.to_string()).expect("an event");
    }
    stream.finish().expect("an answer")
}

fn check(events: &[Event], expected: &[(&str, &str)], inconsistent: &[&str]) {
    for api in APIS {
        let answer = read(api, events);
        let calls: Vec<_> = answer
            .calls
            .iter()
            .map(|call| (call.name.as_str(), call.raw.as_str()))
            .collect();
        assert_eq!(calls, expected, "{api:?}");
        let mut dropped: Vec<_> = answer
            .dropped
            .iter()
            .inspect(|one| assert_eq!(one.reason, DropReason::Inconsistent, "{api:?}"))
            .map(|one| one.name.as_str())
            .collect();
        dropped.sort_unstable();
        assert_eq!(dropped, inconsistent, "{api:?}");
    }
}

#[test]
fn a_piece_with_the_index_of_an_ended_empty_call_drops_both_calls() {
    let piece = Piece(0, "{\"b\":2}");
    let begun = [Call(0, "f"), End(0), Call(1, "g")];
    check(&[&begun[..], &[piece, End(1)]].concat(), &[], &["f", "g"]);
    check(&[&begun[..], &[End(1), piece]].concat(), &[], &["f", "g"]);
    check(&[&begun[..1], &begun[1..2], &[piece]].concat(), &[], &["f"]);
}

#[test]
fn a_piece_with_the_index_of_an_ended_call_of_the_server_drops_the_open_call() {
    let begun = [OfServer(0), Piece(0, "{\"q\":\"a\"}"), End(0), Call(1, "g")];
    let piece = Piece(0, "{\"b\":2}");
    check(&[&begun[..], &[piece, End(1)]].concat(), &[], &["g"]);
    check(&[&begun[..], &[End(1), piece]].concat(), &[], &["g"]);
    // The index of a block may be used again for a later one.
    check(
        &[&begun[..], &[Piece(1, "{}"), End(1)]].concat(),
        &[("g", "{}")],
        &[],
    );
}

#[test]
fn the_arguments_of_an_ended_call_may_be_repeated() {
    let begun = [
        Call(0, "f"),
        Piece(0, "{\"a\":1}"),
        End(0),
        Piece(0, "{\"a\":1}"),
    ];
    check(&begun, &[("f", "{\"a\":1}")], &[]);
}

#[test]
fn an_index_may_be_used_again_after_its_end() {
    let first = [Call(0, "f"), Piece(0, "{\"a\":1}"), End(0)];
    let second = [Call(0, "g"), Piece(0, "{\"b\":2}"), End(0)];
    check(
        &[first, second].concat(),
        &[("f", "{\"a\":1}"), ("g", "{\"b\":2}")],
        &[],
    );
    let of_server = [OfServer(0), Piece(0, "{\"a\":1}"), End(0)];
    check(&[of_server, second].concat(), &[("g", "{\"b\":2}")], &[]);
}

/// A later event of Responses repeats a call with the same ID and arguments.
#[test]
fn a_call_that_is_repeated_with_another_name_is_dropped() {
    let item = |name: &str, arguments: &str| json!({"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": name, "arguments": arguments});
    let whole = "{\"a\":1}";
    let added =
        json!({"type": "response.output_item.added", "output_index": 0, "item": item("f", "")});
    let delta = json!({"type": "response.function_call_arguments.delta", "output_index": 0, "item_id": "fc_1", "delta": whole});
    let done = |name| json!({"type": "response.output_item.done", "output_index": 0, "item": item(name, whole)});
    let end = |name| json!({"type": "response.completed", "response": {"object": "response", "status": "completed", "output": [item(name, whole)]}});
    for (done_name, end_name, calls) in [("f", "f", 1), ("g", "f", 0), ("f", "g", 0)] {
        let mut stream = AnswerStream::new(Api::OpenAiResponses);
        for event in [&added, &delta, &done(done_name), &end(end_name)] {
            stream.push(&event.to_string()).expect("an event");
        }
        let answer = stream.finish().expect("an answer");
        assert_eq!(answer.calls.len(), calls, "{done_name} {end_name}");
        let reasons: Vec<_> = answer.dropped.iter().map(|one| one.reason).collect();
        assert_eq!(reasons, vec![DropReason::Inconsistent; 1 - calls]);
    }
}
