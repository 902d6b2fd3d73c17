//! Law 13: under one fault of a stream, each returned call has the arguments that were sent for it,
//! is in the turn once, and gets one result.

use examples::answers::APIS;
use serde_json::{Value, json};
use tests::{
    SentCall, SentEnd, check_answer, check_results, recordings, shared_rows, write_events,
};
use tool_core::answer::{Answer, AnswerStream};
use tool_core::call::Api;

const NAMES: [&str; 3] = ["alpha", "beta", "gamma"];

fn list_calls(count: usize) -> Vec<SentCall> {
    let names = NAMES.iter().take(count).enumerate();
    let arguments = |at: usize, name: &str| json!({"x": at + 1, "note": name}).to_string();
    names
        .map(|(at, name)| SentCall::new(at, name, &arguments(at, name)))
        .collect()
}

/// Members that identify a call, an item or a block.
const KEYS: [&str; 8] = [
    "index",
    "output_index",
    "contentBlockIndex",
    "id",
    "item_id",
    "call_id",
    "tool_call_id",
    "toolUseId",
];

/// Returns the pointers to members that identify something.
fn list_keys(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                let at = format!("{at}/{key}");
                if KEYS.contains(&key.as_str()) && !at.contains("/args") {
                    found.push(at.clone());
                }
                list_keys(value, &at, found);
            }
        }
        Value::Array(items) => {
            for (number, item) in items.iter().enumerate() {
                list_keys(item, &format!("{at}/{number}"), found);
            }
        }
        _ => {}
    }
}

fn read(api: Api, events: &[Value]) -> Option<Answer> {
    let mut stream = AnswerStream::new(api);
    for event in events {
        stream.push(&event.to_string()).expect("an object");
    }
    stream.finish().ok()
}

/// Each event is lost, repeated and moved, and each index and ID is wrong or missing.
#[test]
fn a_stream_with_one_fault_returns_no_other_call() {
    let (mut count, mut faults) = (0, Vec::new());
    for api in APIS {
        for (calls, pieces) in [
            (1, 1),
            (1, 2),
            (1, 3),
            (2, 1),
            (2, 2),
            (2, 3),
            (3, 1),
            (3, 2),
        ] {
            let sent = list_calls(calls);
            let events = write_events(api, &sent, pieces, false, SentEnd::Normal);
            let all: Vec<Value> = events.iter().map(|event| event.json.clone()).collect();
            let whole = read(api, &all).expect("an answer");
            assert_eq!(whole.calls.len(), calls, "{api:?}: {whole:?}");
            let mut run = |what: String, events: &[Value], is_seen: bool| {
                count += 1;
                let Some(answer) = read(api, events) else {
                    return;
                };
                if let Err(error) = check_answer(api, &answer, is_seen.then_some(&*sent)) {
                    faults.push(format!("{api:?} {calls}x{pieces} {what}: {error}"));
                }
            };
            run("none".to_owned(), &all, true);
            for at in 0..all.len() {
                let is_piece = events[at].is_piece;
                let is_part = is_piece && pieces > 1;
                let mut lost = all.clone();
                let event = lost.remove(at);
                run(format!("lost {event}"), &lost, !is_piece);
                let mut repeated = all.clone();
                repeated.insert(at, event.clone());
                run(format!("repeated {event}"), &repeated, !is_part);
                if at + 1 < all.len() {
                    let mut moved = all.clone();
                    moved.swap(at, at + 1);
                    let is_seen = !(is_part && events[at + 1].is_piece);
                    run(format!("moved {event}"), &moved, is_seen);
                }
                let mut keys = Vec::new();
                list_keys(&event, "", &mut keys);
                for key in keys {
                    for value in [
                        json!(null),
                        json!(0),
                        json!(1),
                        json!(7),
                        json!("c0"),
                        json!("other"),
                    ] {
                        let mut wrong = all.clone();
                        let place = wrong[at].pointer_mut(&key).expect("a member");
                        if place.is_number() != value.is_number() && !value.is_null()
                            || *place == value
                        {
                            continue;
                        }
                        *place = value.clone();
                        run(format!("{key} is {value} in {event}"), &wrong, true);
                    }
                }
            }
        }
    }
    println!("{count} streams");
    let shown = faults
        .iter()
        .take(40)
        .cloned()
        .collect::<Vec<_>>()
        .join("\n");
    assert!(
        faults.is_empty(),
        "{} of {count} streams:\n{shown}",
        faults.len()
    );
}

/// The same faults in recorded streams: the calls, the turn and the results agree.
#[test]
fn recorded_streams_with_one_fault_keep_calls_and_turn_together() {
    let (mut count, mut faults) = (0, Vec::new());
    for recording in recordings(shared_rows("recordings.jsonl")) {
        let Some(api) = recording.api.filter(|_| !recording.calls.is_empty()) else {
            continue;
        };
        let events: Vec<Value> = recording
            .events
            .iter()
            .filter_map(|event| serde_json::from_str(event).ok())
            .collect();
        if events.is_empty() || events.len() > 120 {
            continue;
        }
        let step = 1 + events.len() / 12;
        for at in (0..events.len()).step_by(step) {
            let mut lost = events.clone();
            let event = lost.remove(at);
            let mut repeated = events.clone();
            repeated.insert(at, event.clone());
            let mut moved = events.clone();
            moved.swap(at, (at + 1).min(events.len() - 1));
            let mut streams = vec![("lost", lost), ("repeated", repeated), ("moved", moved)];
            let mut keys = Vec::new();
            list_keys(&event, "", &mut keys);
            for key in keys.into_iter().take(4) {
                let mut wrong = events.clone();
                *wrong[at].pointer_mut(&key).expect("a member") = json!(null);
                streams.push(("without a key", wrong));
            }
            for (what, events) in streams {
                count += 1;
                let Some(answer) = read(api, &events) else {
                    continue;
                };
                if let Err(error) = check_results(&answer) {
                    faults.push(format!("{} {what} {at}: {error}", recording.id));
                }
            }
        }
    }
    println!("{count} streams");
    let shown = faults
        .iter()
        .take(20)
        .cloned()
        .collect::<Vec<_>>()
        .join("\n");
    assert!(
        faults.is_empty(),
        "{} of {count} streams:\n{shown}",
        faults.len()
    );
}
