//! Law 13: under one fault of a stream, each returned call has the arguments that were sent for it,
//! is in the turn once, and gets one result.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tests::{recordings, shared_rows};
use tool_core::answer::{Answer, AnswerStream, CallResult};
use tool_core::call::Api;

const APIS: [Api; 9] = [
    Api::OpenAiChat,
    Api::OpenAiResponses,
    Api::Anthropic,
    Api::Gemini,
    Api::GeminiInteractions,
    Api::Bedrock,
    Api::Ollama,
    Api::Cohere,
    Api::MistralConversations,
];

const NAMES: [&str; 3] = ["alpha", "beta", "gamma"];

fn arguments(call: usize) -> String {
    json!({"x": call + 1, "note": NAMES[call]}).to_string()
}

/// An event, and whether it has a piece of arguments that no later event repeats.
struct Event {
    json: Value,
    is_piece: bool,
}

/// Returns the events of an answer with these numbers of calls and of pieces.
#[expect(
    clippy::needless_range_loop,
    clippy::too_many_lines,
    reason = "one arm for each API, which numbers its calls"
)]
fn write_events(api: Api, calls: usize, pieces: usize) -> Vec<Event> {
    let mut events = Vec::new();
    let mut add = |json: Value, is_piece: bool| events.push(Event { json, is_piece });
    add(begin(api), false);
    for call in 0..calls {
        let text = arguments(call);
        let size = text.len().div_ceil(pieces);
        let parts: Vec<&str> = (0..pieces)
            .map(|at| {
                let end = ((at + 1) * size).min(text.len());
                &text[(at * size).min(end)..end]
            })
            .collect();
        let (id, item, name) = (format!("c{call}"), format!("f{call}"), NAMES[call]);
        let object: Value = serde_json::from_str(&text).expect("an object");
        let function = |arguments: &str| {
            json!({"type": "function_call", "id": item,
            "call_id": id, "name": name, "arguments": arguments, "status": "completed"})
        };
        match api {
            Api::OpenAiChat => {
                let of = |call: Value| {
                    json!({"choices": [{"index": 0, "finish_reason": null,
                    "delta": {"tool_calls": [call]}}]})
                };
                add(
                    of(json!({"index": call, "id": id, "type": "function",
                    "function": {"name": name, "arguments": ""}})),
                    false,
                );
                for part in parts {
                    add(
                        of(json!({"index": call, "function": {"arguments": part}})),
                        true,
                    );
                }
            }
            Api::OpenAiResponses => {
                add(
                    json!({"type": "response.output_item.added", "output_index": call,
                    "item": function("")}),
                    false,
                );
                for part in parts {
                    add(
                        json!({"type": "response.function_call_arguments.delta",
                        "output_index": call, "item_id": item, "delta": part}),
                        false,
                    );
                }
                add(
                    json!({"type": "response.function_call_arguments.done",
                    "output_index": call, "item_id": item, "arguments": text}),
                    false,
                );
                add(
                    json!({"type": "response.output_item.done", "output_index": call,
                    "item": function(&text)}),
                    false,
                );
            }
            Api::Anthropic => {
                add(
                    json!({"type": "content_block_start", "index": call, "content_block":
                    {"type": "tool_use", "id": id, "name": name, "input": {}}}),
                    false,
                );
                for part in parts {
                    add(
                        json!({"type": "content_block_delta", "index": call,
                        "delta": {"type": "input_json_delta", "partial_json": part}}),
                        true,
                    );
                }
                add(json!({"type": "content_block_stop", "index": call}), false);
            }
            Api::Gemini => add(
                json!({"candidates": [{"index": 0, "content": {"role": "model",
                "parts": [{"functionCall": {"id": id, "name": name, "args": object}}]}}]}),
                false,
            ),
            Api::GeminiInteractions => {
                add(
                    json!({"event_type": "step.start", "index": call, "step":
                    {"type": "function_call", "id": id, "name": name, "arguments": {}}}),
                    false,
                );
                for part in parts {
                    add(
                        json!({"event_type": "step.delta", "index": call,
                        "delta": {"type": "arguments_delta", "arguments": part}}),
                        true,
                    );
                }
                add(json!({"event_type": "step.stop", "index": call}), false);
            }
            Api::Bedrock => {
                add(
                    json!({"contentBlockStart": {"contentBlockIndex": call,
                    "start": {"toolUse": {"toolUseId": id, "name": name}}}}),
                    false,
                );
                for part in parts {
                    add(
                        json!({"contentBlockDelta": {"contentBlockIndex": call,
                        "delta": {"toolUse": {"input": part}}}}),
                        true,
                    );
                }
                add(
                    json!({"contentBlockStop": {"contentBlockIndex": call}}),
                    false,
                );
            }
            Api::Ollama => add(
                json!({"message": {"role": "assistant", "tool_calls": [
                {"id": id, "function": {"name": name, "arguments": object}}]}}),
                false,
            ),
            Api::Cohere => {
                let of = |kind: &str, call_json: Value| {
                    json!({"type": kind, "index": call,
                    "delta": {"message": {"tool_calls": call_json}}})
                };
                add(
                    of(
                        "tool-call-start",
                        json!({"id": id, "type": "function",
                    "function": {"name": name, "arguments": ""}}),
                    ),
                    false,
                );
                for part in parts {
                    add(
                        of("tool-call-delta", json!({"function": {"arguments": part}})),
                        true,
                    );
                }
                add(json!({"type": "tool-call-end", "index": call}), false);
            }
            Api::MistralConversations => {
                for part in parts {
                    add(
                        json!({"type": "function.call.delta", "output_index": call, "id": item,
                        "tool_call_id": id, "name": name, "arguments": part}),
                        true,
                    );
                }
            }
            _ => unreachable!("an API of the list"),
        }
    }
    for json in end(api, calls) {
        add(json, false);
    }
    events
}

fn begin(api: Api) -> Value {
    match api {
        Api::OpenAiChat => json!({"choices": [{"index": 0, "delta": {"role": "assistant"}}]}),
        Api::OpenAiResponses => json!({"type": "response.created", "response": {"id": "r"}}),
        Api::Anthropic => json!({"type": "message_start", "message":
            {"type": "message", "role": "assistant", "content": []}}),
        Api::Gemini => {
            json!({"candidates": [{"index": 0, "content": {"parts": [{"text": "Hi"}]}}]})
        }
        Api::GeminiInteractions => json!({"event_type": "interaction.created"}),
        Api::Bedrock => json!({"messageStart": {"role": "assistant"}}),
        Api::Ollama => json!({"message": {"role": "assistant", "content": "Hi"}}),
        Api::Cohere => json!({"type": "message-start"}),
        _ => json!({"type": "conversation.response.started"}),
    }
}

fn end(api: Api, calls: usize) -> Vec<Value> {
    match api {
        Api::OpenAiChat => {
            vec![json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]})]
        }
        Api::OpenAiResponses => {
            let output: Vec<_> = (0..calls)
                .map(|call| {
                    json!({"type": "function_call",
                "id": format!("f{call}"), "call_id": format!("c{call}"), "name": NAMES[call],
                "arguments": arguments(call), "status": "completed"})
                })
                .collect();
            vec![json!({"type": "response.completed", "response":
                {"object": "response", "status": "completed", "output": output}})]
        }
        Api::Anthropic => vec![
            json!({"type": "message_delta", "delta": {"stop_reason": "tool_use"}}),
            json!({"type": "message_stop"}),
        ],
        Api::Gemini => vec![json!({"candidates": [{"index": 0, "finishReason": "STOP"}]})],
        Api::GeminiInteractions => vec![json!({"event_type": "interaction.completed",
            "interaction": {"status": "requires_action"}})],
        Api::Bedrock => vec![json!({"messageStop": {"stopReason": "tool_use"}})],
        Api::Ollama => vec![json!({"message": {}, "done": true, "done_reason": "stop"})],
        Api::Cohere => {
            vec![json!({"type": "message-end", "delta": {"finish_reason": "TOOL_CALL"}})]
        }
        _ => vec![json!({"type": "conversation.response.done", "usage": {}})],
    }
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

/// Checks the turn and the results of an answer. `sent` has the arguments by name, where a fault can
/// be seen.
fn check(api: Api, answer: &Answer, sent: Option<&BTreeMap<&str, Value>>) -> Result<(), String> {
    let turn = Value::from(answer.turn().to_vec()).to_string();
    let mut names = Vec::new();
    for call in &answer.calls {
        let raw = if call.raw.is_empty() { "{}" } else { &call.raw };
        let arguments = serde_json::from_str::<Value>(raw).ok();
        if let Some(sent) = sent {
            if arguments.as_ref() != sent.get(call.name.as_str()) {
                return Err(format!("other arguments: {call:?}"));
            }
            if names.contains(&&call.name) {
                return Err(format!("a call twice: {call:?}"));
            }
        }
        names.push(&call.name);
        let in_turn = format!("\"name\":\"{}\"", call.name);
        let count = answer
            .calls
            .iter()
            .filter(|other| other.name == call.name)
            .count();
        let dropped = answer
            .dropped
            .iter()
            .filter(|other| other.name == call.name)
            .count();
        let found = turn.matches(&in_turn).count();
        if found < count || found > count + dropped {
            return Err(format!("{found} times in the turn: {call:?} in {turn}"));
        }
    }
    let results = (0..answer.calls.len()).map(|at| CallResult::text(format!("result {at}")));
    let messages = answer.results(results).map_err(|error| error.to_string())?;
    let messages = Value::from(messages).to_string();
    for at in 0..answer.calls.len() {
        let count = messages.matches(&format!("result {at}")).count();
        if count != 1 {
            return Err(format!("result {at} is sent {count} times: {messages}"));
        }
    }
    // Each ID of the turn has one result.
    let key = match api {
        Api::Bedrock => "toolUseId",
        Api::OpenAiResponses => "call_id",
        Api::MistralConversations => "tool_call_id",
        Api::Gemini | Api::Ollama => return Ok(()),
        _ => "id",
    };
    let mut ids = Vec::new();
    let turn_items = Value::from(answer.turn().to_vec());
    collect(&turn_items, key, &mut ids);
    for (at, id) in ids.iter().enumerate() {
        if ids[..at].contains(id) {
            return Err(format!("{id} is twice in the turn: {turn}"));
        }
        let count = messages.matches(&format!("\"{id}\"")).count();
        if count != 1 {
            return Err(format!("{id} has {count} results: {messages}"));
        }
    }
    Ok(())
}

fn collect<'v>(value: &'v Value, key: &str, found: &mut Vec<&'v str>) {
    match value {
        Value::Object(object) => {
            found.extend(object.get(key).and_then(Value::as_str));
            object.values().for_each(|value| collect(value, key, found));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, key, found)),
        _ => {}
    }
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
            let sent: BTreeMap<_, _> = (0..calls)
                .map(|call| {
                    (
                        NAMES[call],
                        serde_json::from_str(&arguments(call)).expect("JSON"),
                    )
                })
                .collect();
            let events = write_events(api, calls, pieces);
            let all: Vec<Value> = events.iter().map(|event| event.json.clone()).collect();
            let whole = read(api, &all).expect("an answer");
            assert_eq!(whole.calls.len(), calls, "{api:?}: {whole:?}");
            let mut run = |what: String, events: &[Value], is_seen: bool| {
                count += 1;
                let Some(answer) = read(api, events) else {
                    return;
                };
                if let Err(error) = check(api, &answer, is_seen.then_some(&sent)) {
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

/// Each call gets its result once.
fn check_results(answer: &Answer) -> Result<(), String> {
    let results = (0..answer.calls.len()).map(|at| CallResult::text(format!("result {at}")));
    let messages = answer.results(results).map_err(|error| error.to_string())?;
    let messages = Value::from(messages).to_string();
    for at in 0..answer.calls.len() {
        let count = messages.matches(&format!("result {at}")).count();
        if count != 1 {
            return Err(format!("result {at} is sent {count} times"));
        }
    }
    Ok(())
}
