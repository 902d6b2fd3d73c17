//! Calls of Gemini that come in pieces, of which events were lost, repeated or moved.

use serde_json::{Value, json};
use tool_core::call::{Api, DropReason};

use crate::answers_lost::{Listed, dropped, ran, read_body, read_events};

const LOST: DropReason = DropReason::Inconsistent;

fn part(function: &Value) -> Value {
    json!({"candidates": [{"content": {"role": "model", "parts": [{"functionCall": function}]}}]})
}

fn read(functions: &[Value]) -> Listed {
    let mut events: Vec<_> = functions.iter().map(part).collect();
    events.push(json!({"candidates": [{"finishReason": "STOP"}]}));
    read_events(Api::Gemini, &events)
}

fn begin(name: &str, id: &str) -> Value {
    json!({"name": name, "id": id, "willContinue": true})
}

fn piece(key: &str, text: &str, continues: bool) -> Value {
    let at = format!("$.{key}");
    json!({"partialArgs": [{"jsonPath": at, "stringValue": text}], "willContinue": continues})
}

#[test]
fn a_repeated_start_begins_no_call() {
    let (a, b) = (begin("read", "a"), begin("write", "b"));
    let (first, second) = (piece("path", "/a", false), piece("path", "/b", false));
    let both = ["read {\"path\":\"/a\"}", "write {\"path\":\"/b\"}"].map(str::to_owned);
    let both = (both.to_vec(), vec![]);
    let events = [a.clone(), first.clone(), b.clone(), second.clone()];
    assert_eq!(read(&events), both);
    let events = [
        a.clone(),
        first.clone(),
        b.clone(),
        a.clone(),
        second.clone(),
    ];
    assert_eq!(read(&events), both);
    let events = [a.clone(), a.clone(), first.clone(), b.clone(), second];
    assert_eq!(read(&events), both);
    // It is unknown to which of two open calls the piece belongs.
    let open = piece("path", "/a", true);
    let end = json!({});
    let events = [a.clone(), open.clone(), b, a.clone(), first, end.clone()];
    assert_eq!(read(&events), dropped(&[LOST, LOST]));
    let again = json!({"name": "read", "id": "a"});
    let events = [a, open, end.clone(), again, end];
    assert_eq!(read(&events), ran("read {\"path\":\"/a\"}"));
}

#[test]
fn a_call_without_its_last_piece_is_dropped() {
    let begin = json!({"name": "rm", "willContinue": true});
    let incomplete = dropped(&[DropReason::Incomplete]);
    assert_eq!(read(std::slice::from_ref(&begin)), incomplete);
    assert_eq!(read(&[begin.clone(), piece("a", "b", true)]), incomplete);
    assert_eq!(read(&[begin, json!({})]), ran("rm "));
    let started = [part(&json!({"name": "rm", "willContinue": true}))];
    let lost = dropped(&[DropReason::Disconnected]);
    assert_eq!(read_events(Api::Gemini, &started), lost);
}

#[test]
fn a_piece_outside_of_a_call_drops_the_calls_that_it_may_belong_to() {
    let (begin, end) = (begin("rm", ""), json!({}));
    let first = piece("path", "/a", true);
    assert_eq!(
        read(&[first.clone(), begin.clone(), end.clone()]),
        dropped(&[LOST])
    );
    let whole = json!({"name": "rm"});
    for events in [
        vec![whole.clone(), first.clone(), end.clone()],
        vec![
            begin,
            first.clone(),
            end.clone(),
            piece("force", "no", false),
        ],
    ] {
        assert_eq!(read(&events), dropped(&[LOST, LOST]), "{events:?}");
    }
    let mut again = first;
    again["name"] = json!("rm");
    assert_eq!(read(&[whole, again, end]), dropped(&[LOST, LOST]));
}

#[test]
fn pieces_are_read_in_snake_case_and_in_a_body() {
    let camel = json!({"name": "rm", "partialArgs": [
        {"jsonPath": "$.s", "stringValue": "a"}, {"jsonPath": "$.n", "numberValue": 1},
        {"jsonPath": "$.b", "boolValue": false}, {"jsonPath": "$.z", "nullValue": "NULL_VALUE"},
    ]});
    let snake = json!({"name": "rm", "partial_args": [
        {"json_path": "$.s", "string_value": "a", "will_continue": false},
        {"json_path": "$.n", "number_value": 1},
        {"json_path": "$.b", "bool_value": false}, {"json_path": "$.z", "null_value": null},
    ], "will_continue": false});
    let expected = ran("rm {\"s\":\"a\",\"n\":1,\"b\":false,\"z\":null}");
    for function in [camel, snake] {
        assert_eq!(read(std::slice::from_ref(&function)), expected);
        let mut body = part(&function);
        body["candidates"][0]["finishReason"] = json!("STOP");
        assert_eq!(read_body(Api::Gemini, &body), expected);
    }
    let parts = [
        begin("rm", ""),
        piece("path", "/a", true),
        json!({}),
        json!({"name": "now", "args": {}}),
    ];
    let parts = parts.map(|function| json!({"functionCall": function}));
    let body = json!({"candidates": [{"content": {"parts": parts}, "finishReason": "STOP"}]});
    let both = ["rm {\"path\":\"/a\"}", "now {}"].map(str::to_owned);
    assert_eq!(read_body(Api::Gemini, &body), (both.to_vec(), vec![]));
}

#[test]
fn a_value_of_another_type_than_its_member_drops_the_call() {
    for value in [
        json!({"boolValue": "true"}),
        json!({"boolValue": 1}),
        json!({"stringValue": 5}),
        json!({"numberValue": {}}),
        json!({"nullValue": "x"}),
        json!({"stringValue": "a", "boolValue": true}),
        json!({"stringValue": "a", "willContinue": "false"}),
    ] {
        let mut value = value;
        value["jsonPath"] = json!("$.a");
        let function = json!({"name": "rm", "partialArgs": [value]});
        assert_eq!(read(&[function]), dropped(&[LOST]), "{value}");
    }
    let text = json!({"name": "rm", "partialArgs": "x"});
    assert_eq!(read(&[text]), dropped(&[LOST]));
}
