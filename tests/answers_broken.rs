//! Streams with an event that is not JSON: it is reported, and no call runs without its piece.

use serde_json::{Value, json};
use tests::{SentCall, SentEnd, check_answer, write_events};
use tool_core::answer::{Answer, AnswerStream};
use tool_core::call::{Api, DropReason, WireError};

const APIS: [Api; 5] = [
    Api::OpenAiChat,
    Api::Anthropic,
    Api::Cohere,
    Api::Ollama,
    Api::Gemini,
];

fn calls() -> [SentCall; 2] {
    [
        SentCall::new(0, "read", "{\"path\": \"/a\"}"),
        SentCall::new(1, "write", "{\"path\": \"/b\", \"text\": \"c\"}"),
    ]
}

fn read(api: Api, bytes: &str) -> (Answer, Result<(), WireError>) {
    let mut stream = AnswerStream::new(api);
    let result = stream.push_bytes(bytes.as_bytes());
    (stream.finish().expect("an answer"), result)
}

/// Returns the bytes of a stream as server-sent events, and as one object per line.
fn write(events: &[String]) -> [String; 2] {
    let sse = events.iter().map(|event| format!("data: {event}\n\n"));
    let lines = events.iter().map(|event| format!("{event}\n"));
    [sse.collect(), lines.collect()]
}

fn texts(api: Api, pieces: usize) -> Vec<String> {
    let events = write_events(api, &calls(), pieces, false, SentEnd::Normal);
    events.iter().map(|event| event.json.to_string()).collect()
}

/// Adds a line break in the last string of a text.
fn with_line_break(text: &str) -> String {
    let end = text.rfind('"').expect("a string");
    format!("{}\n{}", &text[..end], &text[end..])
}

#[test]
fn a_broken_event_drops_the_calls_that_it_may_belong_to() {
    for api in APIS {
        for pieces in [1, 3] {
            let events = texts(api, pieces);
            for (at, event) in events.iter().enumerate() {
                let cut = &event[..event.len() - 1];
                for broken in [cut.to_owned(), with_line_break(event)] {
                    let mut events = events.clone();
                    events[at].clone_from(&broken);
                    for (form, bytes) in write(&events).iter().enumerate() {
                        // A line without its last bracket goes on in the next line.
                        if form == 1 && broken == cut {
                            continue;
                        }
                        let (answer, result) = read(api, bytes);
                        assert!(result.is_err(), "{api:?}: {broken}");
                        let checked = check_answer(api, &answer, Some(&calls()));
                        assert_eq!(checked, Ok(()), "{api:?}: {broken}");
                        let start = broken.split('\n').next().unwrap_or_default();
                        let mut dropped = answer.dropped.iter();
                        let is_told = dropped.any(|dropped| {
                            dropped.reason == DropReason::Inconsistent
                                && dropped.raw.contains(start)
                        });
                        assert!(is_told, "{api:?}: {broken}: {:?}", answer.dropped);
                    }
                }
            }
        }
    }
}

#[test]
fn words_between_events_drop_no_call() {
    for api in APIS {
        for word in ["ping", "", " ", "[done]", "\"[DONE]\"", "1", "null"] {
            let events = texts(api, 3);
            for at in 0..events.len() {
                let mut events = events.clone();
                events.insert(at, word.to_owned());
                let [sse, _] = write(&events);
                let (answer, _) = read(api, &sse);
                let names: Vec<_> = answer.calls.iter().map(|call| &*call.name).collect();
                assert_eq!(names, ["read", "write"], "{api:?}: {word:?} at {at}");
                assert!(answer.dropped.is_empty(), "{api:?}: {:?}", answer.dropped);
            }
        }
    }
}

#[test]
fn a_stream_that_breaks_off_in_an_event_reports_only_its_calls() {
    for api in APIS {
        let events = texts(api, 1);
        let [sse, lines] = write(&events);
        for bytes in [sse, lines] {
            let bytes = &bytes[..bytes.len() - 6];
            let (answer, result) = read(api, bytes);
            assert_eq!(result, Ok(()), "{api:?}");
            let mut dropped = answer.dropped.iter();
            assert!(
                dropped.all(|call| !call.name.is_empty()),
                "{:?}",
                answer.dropped
            );
        }
    }
}

#[test]
fn a_broken_element_of_an_array_drops_the_open_call() {
    let chunk = |arguments: Value, name: Value| {
        json!({"choices": [{"index": 0, "delta": {"tool_calls": [{"index": 0,
            "function": {"name": name, "arguments": arguments}}]}}]})
    };
    let start = chunk(json!("{\"path\": \"/a"), json!("rm"));
    let rest = chunk(json!("\"}"), Value::Null);
    let end = json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]});
    let read_with = |element: Value| {
        let events = json!([start, element, rest, end]);
        let mut stream = AnswerStream::new(Api::OpenAiChat);
        assert!(stream.push(&events.to_string()).is_err());
        stream.finish().expect("an answer")
    };
    assert!(read_with(json!("{\"choices\": [")).calls.is_empty());
    assert_eq!(read_with(json!(7)).calls.len(), 1);
}
