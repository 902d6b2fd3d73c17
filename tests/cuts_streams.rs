//! Recorded streams are cut after every event and in every piece of arguments. They end with every
//! stop reason of the provider, and without one. Each returned call is a recorded call.

use serde_json::{Value, json};
use tests::{Recording, recordings, shared_rows, stop_reasons};
use tool_core::call::{Api, Assembler, Calls};

/// Returns the events that end a stream of the provider, one for each stop reason.
fn ends(api: Api) -> Vec<Value> {
    let end = |reason: &&str| match api {
        Api::OpenAiChat => {
            json!({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})
        }
        Api::OpenAiResponses => {
            json!({"type": format!("response.{reason}"), "response": {"status": reason}})
        }
        Api::Anthropic => json!({"type": "message_delta", "delta": {"stop_reason": reason}}),
        Api::Gemini => json!({"candidates": [{"finishReason": reason}]}),
        Api::Bedrock => json!({"messageStop": {"stopReason": reason}}),
        _ => json!({"done": true, "done_reason": reason}),
    };
    let (truncated, others) = stop_reasons(api);
    truncated.iter().chain(others).map(end).collect()
}

/// Returns the pieces of arguments in an event.
fn pieces(api: Api, event: &mut Value) -> Vec<&mut Value> {
    let pointers: &[&str] = match api {
        Api::OpenAiChat => &[
            "/choices/0/delta/tool_calls/0/function/arguments",
            "/choices/0/delta/tool_calls/1/function/arguments",
        ],
        Api::OpenAiResponses if event["type"] == "response.function_call_arguments.delta" => {
            &["/delta"]
        }
        Api::Anthropic => &["/delta/partial_json"],
        Api::Bedrock => &[
            "/delta/toolUse/input",
            "/contentBlockDelta/delta/toolUse/input",
        ],
        _ => &[],
    };
    let there = pointers
        .iter()
        .rfind(|pointer| event.pointer(pointer).is_some());
    there
        .and_then(|pointer| event.pointer_mut(pointer))
        .into_iter()
        .collect()
}

/// The streams of the APIs that are read.
fn streams_of_read_apis() -> Vec<(Api, Recording)> {
    let (mut streams, mut others) = (Vec::new(), 0);
    for mut recording in recordings(shared_rows("recordings.jsonl")) {
        match recording.api {
            _ if recording.events.is_empty() => {}
            None => others += 1,
            Some(api) => {
                // The list of these calls differs from the stream.
                let in_paths = |event: &String| event.contains("partialArgs");
                if recording.events.iter().any(in_paths) {
                    recording.calls = calls_at_paths(&recording.events);
                }
                streams.push((api, recording));
            }
        }
    }
    println!(
        "{} streams; {others} of APIs that are not read are passed over",
        streams.len()
    );
    streams
}

/// The calls whose arguments come as values at paths of one segment or of
/// `operations[number]` and a segment.
fn calls_at_paths(events: &[String]) -> Vec<(String, Value)> {
    let mut calls: Vec<(String, Value)> = Vec::new();
    for event in events {
        let event: Value = serde_json::from_str(event).expect("an event");
        let call = &event["candidates"][0]["content"]["parts"][0]["functionCall"];
        if let Some(name) = call["name"].as_str() {
            calls.push((name.to_owned(), json!({})));
        }
        for partial in call["partialArgs"].as_array().into_iter().flatten() {
            let (_, arguments) = calls.last_mut().expect("a call");
            let path = partial["jsonPath"].as_str().expect("a path");
            let mut place = arguments;
            for step in path.trim_start_matches("$.").split(['.', '[']) {
                place = match step.trim_end_matches(']').parse::<usize>() {
                    Ok(index) => {
                        if place.is_null() {
                            *place = json!([]);
                        }
                        let items = place.as_array_mut().expect("an array");
                        items.resize(items.len().max(index + 1), Value::Null);
                        &mut items[index]
                    }
                    Err(_) => &mut place[step],
                };
            }
            match partial["stringValue"].as_str() {
                Some(text) => *place = json!(format!("{}{text}", place.as_str().unwrap_or(""))),
                None => *place = partial["numberValue"].clone(),
            }
        }
    }
    calls
}

/// Returns true if all calls are in the recording. The reader decides on empty arguments, which a
/// cut may leave.
fn is_recorded(recording: &Recording, found: &Calls) -> bool {
    found.calls.iter().all(|call| {
        if call.raw.is_empty() {
            return true;
        }
        let arguments = serde_json::from_str::<Value>(&call.raw).unwrap_or_default();
        recording.calls.contains(&(call.name.clone(), arguments))
    })
}

/// Ends the stream in each way, and counts them.
fn end(api: Api, recording: &Recording, stream: &Assembler, at: usize) -> usize {
    let ends = ends(api);
    for end in ends.iter().map(Some).chain([None]) {
        let mut stream = stream.clone();
        if let Some(end) = end {
            stream.push(&end.to_string()).expect("an event");
        }
        let found = stream.finish();
        let is_recorded = is_recorded(recording, &found);
        assert!(
            is_recorded,
            "{} cut at {at}, {end:?}: {found:?}",
            recording.id
        );
    }
    ends.len() + 1
}

#[test]
fn truncated_stream_returns_no_partial_call() {
    let (mut streams, mut cuts, mut calls) = (0, 0, 0);
    for (api, recording) in streams_of_read_apis() {
        streams += 1;
        let mut stream = Assembler::new(api);
        cuts += end(api, &recording, &stream, 0);
        for (at, text) in recording.events.iter().enumerate() {
            cuts += cut_inside(api, &recording, &stream, at);
            let _ = stream.push(text);
            cuts += end(api, &recording, &stream, at + 1);
        }
        let found = stream.finish();
        assert_eq!(found.calls.len(), recording.calls.len(), "{}", recording.id);
        calls += found.calls.len();
    }
    println!("{streams} streams with {calls} calls, {cuts} cuts, 0 partial calls");
    assert_eq!(streams == 0, cuts == 0);
}

/// Cuts the last piece of arguments of an event after each character. Returns the number of cuts.
fn cut_inside(api: Api, recording: &Recording, stream: &Assembler, at: usize) -> usize {
    let mut event: Value = serde_json::from_str(&recording.events[at]).unwrap_or_default();
    let piece = pieces(api, &mut event)
        .pop()
        .and_then(|piece| piece.as_str().map(str::to_owned));
    let mut cuts = 0;
    for (length, _) in piece.iter().flat_map(|piece| piece.char_indices()) {
        if let (Some(place), Some(piece)) = (pieces(api, &mut event).pop(), &piece) {
            *place = json!(piece[..length]);
        }
        let mut stream = stream.clone();
        stream.push(&event.to_string()).expect("an event");
        cuts += end(api, recording, &stream, at);
    }
    cuts
}

/// Distance of the cuts in bytes. A cut after every byte takes too long for each run. `CUTS=all`
/// selects it.
const STEP: usize = 23;

#[test]
fn body_truncated_at_any_byte_returns_no_partial_call() {
    let step = if std::env::var("CUTS").is_ok_and(|cuts| cuts == "all") {
        1
    } else {
        STEP
    };
    let mut cuts = 0;
    for (api, recording) in streams_of_read_apis() {
        let Some(body) = &recording.body else {
            continue;
        };
        let mut stream = Assembler::new(api);
        for (at, bytes) in body.as_bytes().chunks(step).enumerate() {
            let _ = stream.push_bytes(bytes);
            let found = stream.clone().finish();
            assert!(
                is_recorded(&recording, &found),
                "{} {at}: {found:?}",
                recording.id
            );
            cuts += 1;
        }
    }
    println!("{cuts} bodies of streams cut at a byte, 0 partial calls");
}
