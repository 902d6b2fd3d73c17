//! Answers of real providers are read: as bodies, as events, and as bytes in pieces.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use tests::shared_rows;
use tool_core::answer::{Answer, AnswerError, AnswerStream};
use tool_core::call::Api;

/// Recordings whose list of calls was made by a client that reads them otherwise.
const OTHERWISE: &[(&str, &str)] = &[
    (
        "3906_openai_responses_bytes",
        "the call is cut off, and dropped",
    ),
    ("4536_gemini_bytes", "the client knows no `partialArgs`"),
    ("4537_gemini_bytes", "the client knows no `partialArgs`"),
    ("4538_gemini_bytes", "the client knows no `partialArgs`"),
];

#[test]
fn finds_the_calls_of_each_recording() {
    for (row, id, api) in rows() {
        let answer = match row["op"].as_str() {
            Some("body") => Answer::from_body(api, row["body"].as_str().unwrap()),
            Some("bytes") => read_bytes(api, row["body"].as_str().unwrap().as_bytes(), 1 << 20),
            _ => read_events(api, row["events"].as_array().unwrap()),
        };
        let is_listed = OTHERWISE.iter().any(|(other, _)| *other == id);
        let is_expected = list_calls(&answer) == row["expected_calls"];
        assert_ne!(is_expected, is_listed, "{id}: {answer:#?}");
    }
}

#[test]
fn pieces_of_any_size_give_the_same_answer() {
    for (row, id, api) in rows() {
        let bytes = match (row["op"].as_str(), row["aws_base64"].as_str()) {
            (Some("bytes"), _) => row["body"].as_str().unwrap().as_bytes().to_vec(),
            (_, Some(frames)) => STANDARD.decode(frames).unwrap(),
            _ => continue,
        };
        let events = read_events(api, row["events"].as_array().unwrap());
        for size in [1, 7, 64] {
            let pieces = read_bytes(api, &bytes, size);
            assert_eq!(pieces, events, "{id} in pieces of {size} bytes");
        }
    }
}

/// A cut stream gives no call that the whole stream does not give.
#[test]
fn a_stream_cut_after_any_event_gives_no_other_call() {
    for (row, id, api) in rows() {
        let Some(events) = row["events"].as_array() else {
            continue;
        };
        let Ok(whole) = read_events(api, events) else {
            continue;
        };
        let step = 1 + events.len() / 40;
        for end in (0..events.len()).step_by(step) {
            let Ok(cut) = read_events(api, &events[..end]) else {
                continue;
            };
            for call in &cut.calls {
                let is_whole = |whole: &tool_core::call::Call| {
                    (&whole.id, &whole.name, &whole.raw) == (&call.id, &call.name, &call.raw)
                };
                assert!(whole.calls.iter().any(is_whole), "{id} at {end}: {call:?}");
            }
        }
    }
}

/// Each call of the turn is answered once, in order, whatever is dropped.
#[test]
fn answers_each_call_of_the_turn_once() {
    for (row, id, api) in rows() {
        let answer = match row["op"].as_str() {
            Some("body") => Answer::from_body(api, row["body"].as_str().unwrap()),
            _ => read_events(api, row["events"].as_array().unwrap()),
        };
        let Ok(answer) = answer else { continue };
        let results = answer.calls.iter().map(|call| call.name.clone().into());
        let made = answer.results(results).unwrap();
        let (asked, answered) = (ids(answer.turn()), ids(&made));
        assert_eq!(asked, answered, "{id}");
    }
}

fn rows() -> Vec<(Value, String, Api)> {
    let rows = shared_rows("recordings.jsonl").unwrap_or_default();
    let read = rows.into_iter().map(|row| {
        let id = row["id"].as_str().unwrap().to_owned();
        let api = row["api"].as_str().unwrap().parse().unwrap();
        (row, id, api)
    });
    read.collect()
}

fn read_events(api: Api, events: &[Value]) -> Result<Answer, AnswerError> {
    let mut stream = AnswerStream::new(api);
    for event in events {
        // An event that is not JSON is left out.
        let _ = stream.push(event.as_str().unwrap());
    }
    stream.finish()
}

fn read_bytes(api: Api, bytes: &[u8], size: usize) -> Result<Answer, AnswerError> {
    let mut stream = AnswerStream::new(api);
    for piece in bytes.chunks(size) {
        let _ = stream.push_bytes(piece);
    }
    stream.finish()
}

fn list_calls(answer: &Result<Answer, AnswerError>) -> Value {
    let calls = answer.iter().flat_map(|answer| &answer.calls);
    let calls = calls.map(|call| {
        let raw = if call.raw.trim().is_empty() {
            "{}"
        } else {
            &call.raw
        };
        let arguments: Value = serde_json::from_str(raw).unwrap_or_else(|_| json!(["TEXT", raw]));
        json!({"id": call.id, "name": call.name, "arguments": arguments})
    });
    calls.collect::<Vec<_>>().into()
}

/// The IDs of the calls, or of the results, in the order of their messages. A result names its
/// call by another key than the call itself.
fn ids(messages: &[Value]) -> Vec<String> {
    let mut found = Vec::new();
    for message in messages {
        collect_ids(message, &mut found);
    }
    found
}

fn collect_ids(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            let kind = object.get("type").and_then(Value::as_str);
            let key = match kind {
                _ if object.contains_key("toolUseId") => "toolUseId",
                Some("tool_use" | "function") => "id",
                Some("tool_result") => "tool_use_id",
                Some("function_call" | "function_call_output" | "function_result") => {
                    if object.contains_key("call_id") {
                        "call_id"
                    } else {
                        "id"
                    }
                }
                _ if object.contains_key("tool_call_id") => "tool_call_id",
                _ if object.contains_key("function") => "id",
                _ => "",
            };
            let is_run_by_server = kind == Some("server_tool_use");
            let id = object.get(key).and_then(Value::as_str);
            // Amazon's results of its own tools are in the turn as well.
            let is_own = object.contains_key("toolUseId")
                && kind.is_some_and(|kind| kind.ends_with("_result"));
            if let Some(id) = id.filter(|_| !is_run_by_server && !is_own) {
                found.push(id.to_owned());
            }
            for (name, inner) in object {
                if !matches!(name.as_str(), "input" | "arguments" | "args" | "response") {
                    collect_ids(inner, found);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect_ids(item, found)),
        _ => {}
    }
}

/// No event and no body panics, whatever its members are.
#[test]
fn reads_members_of_any_type_without_a_panic() {
    let others = [
        json!(null),
        json!("x"),
        json!(7),
        json!([1]),
        json!({"a": {}}),
    ];
    for (at, (row, _, api)) in rows().into_iter().enumerate() {
        if row["op"] == "body" {
            let Ok(body) = serde_json::from_str::<Value>(row["body"].as_str().unwrap()) else {
                continue;
            };
            for (number, pointer) in pointers(&body).into_iter().enumerate().step_by(3).take(60) {
                let mut body = body.clone();
                *body.pointer_mut(&pointer).unwrap() = others[(at + number) % 5].clone();
                let _ = Answer::from_body(api, &body.to_string());
            }
            continue;
        }
        let events = row["events"].as_array().unwrap();
        let texts = events.iter().filter_map(Value::as_str);
        let events: Vec<Value> = texts
            .filter_map(|text| serde_json::from_str(text).ok())
            .collect();
        for round in 0..2 {
            let mut stream = AnswerStream::new(api);
            for (number, event) in events.iter().enumerate() {
                let mut event = event.clone();
                let pointers = pointers(&event);
                let choice = (number * 31 + round * 7 + at) % (pointers.len() * 2);
                if let Some(pointer) = pointers.get(choice) {
                    *event.pointer_mut(pointer).unwrap() = others[(number + round) % 5].clone();
                }
                let _ = stream.push(&event.to_string());
            }
            let _ = stream.finish();
        }
    }
}

/// The JSON Pointers of all values inside a value, and of the value.
fn pointers(value: &Value) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut at = 0;
    while let Some(pointer) = found.get(at).cloned() {
        let keys: Vec<String> = match value.pointer(&pointer) {
            Some(Value::Object(object)) => object.keys().cloned().collect(),
            Some(Value::Array(items)) => (0..items.len()).map(|at| at.to_string()).collect(),
            _ => vec![],
        };
        let escape = |key: String| key.replace('~', "~0").replace('/', "~1");
        found.extend(
            keys.into_iter()
                .map(|key| format!("{pointer}/{}", escape(key))),
        );
        at += 1;
    }
    found
}

/// Magistral streams thinking as chunks and text as strings.
#[test]
fn content_in_chunks_and_in_strings_is_kept() {
    let mut stream = AnswerStream::new(Api::OpenAiChat);
    for content in [
        json!(""),
        json!([{"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}]),
        json!("It is "),
        json!("5."),
    ] {
        let event = json!({"choices": [{"delta": {"content": content}}]});
        stream.push(&event.to_string()).unwrap();
    }
    let answer = stream.finish().unwrap();
    assert_eq!((&*answer.reasoning, &*answer.text), ("Hm.", "It is 5."));
    assert_eq!(
        answer.turn(),
        [json!({"role": "assistant", "content": [
            {"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]},
            {"type": "text", "text": "It is 5."},
        ]})],
    );
}

/// The turn has a call that must be answered, so the model is not done.
#[test]
fn an_answer_with_only_a_dropped_call_is_not_done() {
    let body = json!({"choices": [{"finish_reason": "stop", "message": {"tool_calls": [
        {"id": "call_1", "function": {"name": "f", "arguments": "{\"a\": 1"}}
    ]}}]});
    let answer = Answer::from_body(Api::OpenAiChat, &body.to_string()).unwrap();
    assert_eq!(
        (answer.stop.as_str(), answer.calls.len()),
        ("tool_calls", 0)
    );
    assert_eq!(answer.results([]).unwrap()[0]["tool_call_id"], "call_1");
}
