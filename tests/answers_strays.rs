//! Events of a stream that may belong to another call or to another API: no call gets them.

use serde_json::{Value, json};
use tool_core::answer::{Answer, AnswerStream};
use tool_core::call::{Api, Assembler};
use tool_core::{Definition, Finish};

pub(crate) fn read(api: Api, events: &[Value]) -> Answer {
    let mut stream = AnswerStream::new(api);
    for event in events {
        stream.push(&event.to_string()).expect("an event");
    }
    stream.finish().expect("an answer")
}

/// Returns the calls as `name {..}`, and the dropped ones as `name: reason`.
pub(crate) fn list(answer: &Answer) -> Vec<String> {
    let calls = answer
        .calls
        .iter()
        .map(|call| format!("{} {}", call.name, call.raw));
    let dropped = answer.dropped.iter();
    let dropped = dropped.map(|call| format!("{}: {}", call.name, call.reason.as_str()));
    calls.chain(dropped).collect()
}

fn chat(calls: &Value) -> Value {
    json!({"choices": [{"index": 0, "delta": {"tool_calls": [calls]}}]})
}

fn end() -> Value {
    json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]})
}

fn start(index: Option<u64>, id: Option<&str>, name: &str, arguments: &str) -> Value {
    let mut call = json!({"function": {"name": name, "arguments": arguments}});
    if let Some(index) = index {
        call["index"] = index.into();
    }
    if let Some(id) = id {
        call["id"] = id.into();
    }
    chat(&call)
}

fn piece(index: u64, arguments: &str) -> Value {
    chat(&json!({"index": index, "function": {"arguments": arguments}}))
}

/// The white space of a string came with the index of another call.
#[test]
fn white_space_with_a_wrong_index_drops_the_call_with_the_open_string() {
    for first in ["{}", "", " "] {
        let events = [
            start(Some(0), Some("a"), "f", first),
            start(Some(1), Some("b"), "g", "{\"s\": \"rm"),
            piece(0, " "),
            piece(1, "x\"}"),
            end(),
        ];
        let answer = read(Api::OpenAiChat, &events);
        assert_eq!(answer.calls[0].name, "f");
        assert_eq!(list(&answer)[1..], ["g: inconsistent"], "{first:?}");
    }
    let block = |index: u64, name: &str| {
        json!({"type": "content_block_start", "index": index,
            "content_block": {"type": "tool_use", "id": name, "name": name, "input": {}}})
    };
    let piece = |index: u64, json: &str| {
        json!({"type": "content_block_delta", "index": index,
            "delta": {"type": "input_json_delta", "partial_json": json}})
    };
    let stop = |index: u64| json!({"type": "content_block_stop", "index": index});
    let events = [
        block(0, "f"),
        piece(0, "{}"),
        stop(0),
        block(1, "g"),
        piece(1, "{\"s\": \"rm"),
        piece(0, " "),
        piece(1, "x\"}"),
        stop(1),
        json!({"type": "message_delta", "delta": {"stop_reason": "tool_use"}}),
    ];
    let answer = read(Api::Anthropic, &events);
    assert_eq!(list(&answer), ["f {} ", "g: inconsistent"]);
}

/// No string is open, so the white space is in no arguments.
#[test]
fn white_space_around_arguments_drops_no_call() {
    let events = [
        start(Some(0), Some("a"), "f", "{}"),
        piece(0, " \n"),
        start(Some(1), Some("b"), "g", "{\"s\":"),
        piece(0, " "),
        piece(1, "\"rm x\"}"),
        piece(1, "\n"),
        end(),
    ];
    let answer = read(Api::OpenAiChat, &events);
    let calls = answer.calls.iter().map(|call| call.raw.trim());
    assert_eq!(calls.collect::<Vec<_>>(), ["{}", "{\"s\":\"rm x\"}"]);
}

#[test]
fn two_names_are_never_one() {
    let inconsistent = ["get: inconsistent", "list: inconsistent"];
    for (first, second, expected) in [
        ((None, None, ""), (None, ""), inconsistent),
        ((Some(0), Some("a"), ""), (None, ""), inconsistent),
        ((None, None, ""), (None, "{}"), ["get ", "list {}"]),
        ((Some(0), Some("a"), ""), (None, "{}"), ["get ", "list {}"]),
        ((Some(0), Some("a"), "{}"), (None, ""), ["get {}", "list "]),
    ] {
        let (index, id, arguments) = first;
        let events = [
            start(index, id, "get", arguments),
            start(second.0, None, "list", second.1),
            end(),
        ];
        assert_eq!(
            list(&read(Api::OpenAiChat, &events)),
            expected,
            "{first:?} {second:?}"
        );
    }
}

/// The pieces have the index of the call and no arguments.
#[test]
fn the_pieces_of_a_name_are_joined() {
    let events = [
        start(Some(0), Some("a"), "get", ""),
        start(Some(0), None, "_list", ""),
        piece(0, "{\"a\": 1}"),
        end(),
    ];
    assert_eq!(
        list(&read(Api::OpenAiChat, &events)),
        ["get_list {\"a\": 1}"]
    );
}

/// Another API's calls must not vanish from a stream.
#[test]
fn events_of_another_api_are_reported() {
    let own = json!({"choices": [{"delta": {"content": "Hi"}}]});
    let end = json!({"choices": [{"delta": {}, "finish_reason": "stop"}]});
    for other in [
        json!({"type": "content_block_start", "index": 0,
            "content_block": {"type": "tool_use", "id": "t", "name": "f", "input": {}}}),
        json!({"type": "response.output_item.done", "output_index": 0,
            "item": {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}}),
        json!({"candidates": [{"content": {"parts": [{"functionCall": {"name": "f"}}]}}]}),
        json!({"contentBlockDelta": {"contentBlockIndex": 0, "delta": {"text": "x"}}}),
        json!({"type": "tool-call-start", "index": 0, "delta": {}}),
        json!({"type": "function.call.delta", "id": "c", "name": "f", "arguments": "{}"}),
        json!({"event_type": "step.start", "index": 0, "step": {"type": "function_call"}}),
        json!({"message": {"tool_calls": [{"function": {"name": "f"}}]}, "done": true}),
    ] {
        let answer = read(Api::OpenAiChat, &[own.clone(), other.clone(), end.clone()]);
        assert_eq!(
            (&*answer.text, list(&answer)),
            ("Hi", vec![": inconsistent".to_owned()])
        );
        assert_eq!(answer.dropped[0].raw, other.to_string());
        let mut calls = Assembler::new(Api::OpenAiChat);
        calls.push(&other.to_string()).expect("an event");
        assert_eq!(calls.finish().dropped.len(), 1, "{other}");
    }
    for other in [
        json!({"type": "ping"}),
        json!({"usage": {}}),
        json!({"choices": []}),
    ] {
        let answer = read(Api::OpenAiChat, &[own.clone(), other, end.clone()]);
        assert!(answer.dropped.is_empty(), "{:?}", answer.dropped);
    }
}

fn gemini(call: &Value) -> Value {
    json!({"candidates": [{"content": {"parts": [{"functionCall": call}]}}]})
}

/// Without an ID, a piece may belong to each open call.
#[test]
fn a_piece_of_gemini_for_two_open_calls_drops_both() {
    let start = |name: &str| gemini(&json!({"name": name, "willContinue": true}));
    let piece = gemini(
        &json!({"partialArgs": [{"jsonPath": "$.a", "stringValue": "x"}],
        "willContinue": true}),
    );
    let end = gemini(&json!({}));
    let stop = json!({"candidates": [{"finishReason": "STOP"}]});
    let both = ["f: inconsistent", "g: inconsistent"];
    for (events, expected) in [
        (
            [
                start("f"),
                start("g"),
                piece.clone(),
                end.clone(),
                end.clone(),
                stop.clone(),
            ],
            both,
        ),
        (
            [
                start("f"),
                start("g"),
                end.clone(),
                piece.clone(),
                end.clone(),
                stop.clone(),
            ],
            both,
        ),
        (
            [
                start("f"),
                piece.clone(),
                end.clone(),
                start("g"),
                end.clone(),
                stop.clone(),
            ],
            ["f {\"a\":\"x\"}", "g "],
        ),
    ] {
        assert_eq!(list(&read(Api::Gemini, &events))[..2], expected);
    }
}

/// The arguments may have been lost with the mark of the end, so the reader decides.
#[test]
fn an_empty_call_without_its_end_runs_only_without_properties() {
    let schema = |properties: Value| json!({"type": "object", "properties": properties});
    let [none, optional] = [json!({}), json!({"zone": {"type": "string"}})].map(|properties| {
        Definition::new("now", "Returns the time.", schema(properties)).expect("a definition")
    });
    let block = json!({"type": "tool_use", "id": "t", "name": "now", "input": {}});
    let anthropic = [
        json!({"type": "content_block_start", "index": 0, "content_block": block}),
        json!({"type": "message_delta", "delta": {"stop_reason": "tool_use"}}),
    ];
    let start = json!({"toolUse": {"toolUseId": "t", "name": "now"}});
    let bedrock = [
        json!({"contentBlockStart": {"contentBlockIndex": 0, "start": start}}),
        json!({"messageStop": {"stopReason": "tool_use"}}),
    ];
    for (api, events) in [(Api::Anthropic, anthropic), (Api::Bedrock, bedrock)] {
        let answer = read(api, &events);
        assert_eq!(list(&answer), ["now "], "{api:?}");
        assert_eq!(answer.calls[0].reported, Finish::Unknown);
        assert!(none.parse(&answer.calls[0]).is_ok());
        assert!(optional.parse(&answer.calls[0]).is_err());
    }
}

/// A new reason may mean that the output was cut off, and the API closes the arguments.
#[test]
fn an_unknown_stop_reason_of_calls_is_shown() {
    let part = json!({"functionCall": {"name": "f", "args": {"a": 1}}});
    let body = json!({"candidates": [{"content": {"parts": [part]}, "finishReason": "NEW"}]});
    let answer = Answer::from_body(Api::Gemini, &body.to_string()).expect("an answer");
    assert_eq!(
        (answer.calls.len(), answer.stop.to_string()),
        (0, "NEW".to_owned())
    );
    for no_reason in [json!(""), json!(null)] {
        let call = json!({"id": "c", "function": {"name": "f", "arguments": "{}"}});
        let body = json!({"choices": [{"finish_reason": no_reason,
            "message": {"tool_calls": [call]}}]});
        let answer = Answer::from_body(Api::OpenAiChat, &body.to_string()).expect("an answer");
        assert_eq!(answer.stop.as_str(), "tool_calls");
    }
}

/// An event that only describes the answer has no output, so the open and later calls are whole.
#[test]
fn an_event_without_output_doubts_no_call() {
    let anthropic = [
        json!({"type": "message_start", "message": {"role": "assistant", "content": []}}),
        json!({"type": "content_block_start", "index": 0, "content_block":
            {"type": "tool_use", "id": "t", "name": "f", "input": {}}}),
        json!({"type": "content_block_delta", "index": 0, "delta":
            {"type": "input_json_delta", "partial_json": "{\"a\": 1}"}}),
        json!({"type": "content_block_stop", "index": 0}),
        json!({"type": "message_delta", "delta": {"stop_reason": "tool_use"}}),
    ];
    let call = json!({"index": 0, "id": "c", "type": "function",
        "function": {"name": "f", "arguments": "{\"a\": 1}"}});
    let chat = [
        json!({"choices": [{"index": 0, "delta": {"tool_calls": [call]}}]}),
        json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]}),
    ];
    let descriptions = [
        json!({"message": {"type": "message", "role": "assistant", "content": []}}),
        json!({"usage": {"prompt_tokens": 3}, "choices": []}),
        json!({"type": "response.in_progress", "response": {"id": "r", "status": "in_progress",
            "output": [], "store": true, "tools": [{"type": "function", "name": "f"}]}}),
        json!({"candidates": [], "usageMetadata": {"promptTokenCount": 1}}),
        json!({"message": {"role": "assistant", "content": ""}, "done": false}),
    ];
    for (api, events) in [
        (Api::Anthropic, &anthropic[..]),
        (Api::OpenAiChat, &chat[..]),
    ] {
        for event in &descriptions {
            for at in 0..events.len() {
                let mut events = events.to_vec();
                events.insert(at, event.clone());
                assert_eq!(list(&read(api, &events)), ["f {\"a\": 1}"], "{event} {at}");
            }
        }
        for output in [
            json!({"choices": [{"delta": {"content": "Hi"}}]}),
            json!({"type": "content_block_delta", "delta": {"text": "Hi"}}),
            json!({"type": "response.output_text.delta", "delta": "Hi"}),
        ] {
            let mut events = events.to_vec();
            let is_own = output.get("choices").is_some() == (api == Api::OpenAiChat);
            if is_own {
                continue;
            }
            events.insert(0, output.clone());
            assert!(!read(api, &events).dropped.is_empty(), "{api:?} {output}");
        }
    }
}

/// Gateways write the reasons in other styles.
#[test]
fn a_stop_reason_counts_in_any_style() {
    for reason in [
        "toolUse",
        "tool-calls",
        "function_calls",
        "done",
        "END_TURN",
        "endTurn",
    ] {
        let call = json!({"id": "c", "function": {"name": "f", "arguments": "{}"}});
        let body = json!({"choices": [{"finish_reason": reason,
            "message": {"tool_calls": [call]}}]});
        let answer = Answer::from_body(Api::OpenAiChat, &body.to_string()).expect("an answer");
        assert_eq!(answer.stop.as_str(), "tool_calls", "{reason}");
    }
}
