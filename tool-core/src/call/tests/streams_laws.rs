use proptest::prelude::*;
use serde_json::{Value, json};

use crate::call::{Api, Assembler, Calls};
use crate::finish::Finish;

/// Arguments of all kinds: complete, malformed, truncated, with all kinds of characters.
fn arguments() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        any::<String>(),
        any::<(String, String)>().prop_map(|(a, b)| json!({"a": a, b: [1, true]}).to_string()),
        any::<(String, prop::sample::Index)>().prop_map(|(text, cut)| {
            let whole: Vec<char> = json!({"text": text}).to_string().chars().collect();
            whole[..cut.index(whole.len())].iter().collect()
        }),
    ]
}

/// Splits the text into pieces of about this size, and adds an empty one.
fn pieces(text: &str, size: usize) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    let mut pieces: Vec<String> = characters
        .chunks(size)
        .map(|piece| piece.iter().collect())
        .collect();
    pieces.insert(0, String::new());
    pieces
}

fn is_whole(raw: &str) -> bool {
    serde_json::from_str::<serde_json::Map<_, Value>>(raw).is_ok()
}

/// The events of a stream of calls, with interleaved pieces of this size.
fn events(api: Api, calls: &[(String, String)], size: usize, finish: bool) -> Vec<String> {
    let (mut begin, mut turns, mut end) = (Vec::new(), Vec::new(), Vec::new());
    for (index, (name, raw)) in calls.iter().enumerate() {
        let id = format!("id_{index}");
        let raw_pieces = pieces(raw, size);
        match api {
            Api::OpenAiChat => {
                let delta = |call: Value| json!({"choices": [{"delta": {"tool_calls": [call]}}]});
                for (at, piece) in pieces(name, size).into_iter().enumerate() {
                    let id = if at == 0 { json!(id) } else { Value::Null };
                    begin.push(delta(
                        json!({"index": index, "id": id, "function": {"name": piece}}),
                    ));
                }
                turns.extend(raw_pieces.into_iter().enumerate().map(|(turn, piece)| {
                    (
                        turn,
                        delta(json!({"index": index, "function": {"arguments": piece}})),
                    )
                }));
            }
            Api::Anthropic => {
                begin.push(json!({"type": "content_block_start", "index": index,
                    "content_block": {"type": "tool_use", "id": id, "name": name, "input": {}}}));
                turns.extend(raw_pieces.into_iter().enumerate().map(|(turn, piece)| {
                    (
                        turn,
                        json!({"type": "content_block_delta", "index": index,
                        "delta": {"type": "input_json_delta", "partial_json": piece}}),
                    )
                }));
                end.push(json!({"type": "content_block_stop", "index": index}));
            }
            Api::Bedrock => {
                begin.push(json!({"contentBlockStart": {"contentBlockIndex": index,
                    "start": {"toolUse": {"toolUseId": id, "name": name}}}}));
                turns.extend(raw_pieces.into_iter().enumerate().map(|(turn, piece)| {
                    (
                        turn,
                        json!({"contentBlockDelta": {"contentBlockIndex": index,
                        "delta": {"toolUse": {"input": piece}}}}),
                    )
                }));
                end.push(json!({"contentBlockStop": {"contentBlockIndex": index}}));
            }
            Api::OpenAiResponses => {
                begin.push(
                    json!({"type": "response.output_item.added", "output_index": index,
                    "item": {"type": "function_call", "call_id": id, "name": name}}),
                );
                turns.extend(raw_pieces.into_iter().enumerate().map(|(turn, piece)| {
                    (
                        turn,
                        json!({"type": "response.function_call_arguments.delta",
                        "output_index": index, "delta": piece}),
                    )
                }));
            }
            _ => {
                begin.push(json!({"candidates": [{"content": {"parts": [
                    {"functionCall": {"id": id, "name": name, "willContinue": true}}]}}]}));
                turns.extend(raw_pieces.into_iter().enumerate().map(|(turn, piece)| {
                    (turn, json!({"candidates": [{"content": {"parts": [
                        {"functionCall": {"id": id, "willContinue": true, "partialArgs": [
                            {"jsonPath": "$.a[0]['b c']", "stringValue": piece, "willContinue": true}]}}]}}]}))
                }));
                end.push(
                    json!({"candidates": [{"content": {"parts": [{"functionCall": {"id": id}}]}}]}),
                );
            }
        }
    }
    // A broken call among interleaved ones makes all of them doubtful.
    if calls.iter().all(|(_, raw)| is_whole(raw)) {
        turns.sort_by_key(|(turn, _)| *turn);
    }
    end.push(ends(api)[0].clone());
    let turns = turns.into_iter().map(|(_, event)| event);
    let all = begin.into_iter().chain(turns);
    let all: Vec<Value> = all.chain(end.into_iter().filter(|_| finish)).collect();
    all.iter().map(Value::to_string).collect()
}

/// The ends of a stream: complete, truncated, other.
fn ends(api: Api) -> [Value; 3] {
    match api {
        Api::OpenAiChat => ["tool_calls", "length", "error"]
            .map(|reason| json!({"choices": [{"delta": {}, "finish_reason": reason}]})),
        Api::Anthropic => ["tool_use", "max_tokens", "stop_sequence"]
            .map(|reason| json!({"type": "message_delta", "delta": {"stop_reason": reason}})),
        Api::Bedrock => ["tool_use", "max_tokens", "stop_sequence"]
            .map(|reason| json!({"messageStop": {"stopReason": reason}})),
        Api::OpenAiResponses => ["completed", "incomplete", "failed"]
            .map(|status| json!({"type": format!("response.{status}"), "response": {}})),
        _ => ["STOP", "MAX_TOKENS", "OTHER"]
            .map(|reason| json!({"candidates": [{"finishReason": reason}]})),
    }
}

fn assembled(api: Api, events: &[String]) -> Calls {
    let mut stream = Assembler::new(api);
    for event in events {
        stream.push(event).expect("an object");
    }
    stream.finish()
}

const STREAMED: [Api; 5] = [
    Api::Bedrock,
    Api::OpenAiChat,
    Api::OpenAiResponses,
    Api::Anthropic,
    Api::Gemini,
];

proptest! {
    /// The calls do not depend on how arguments and names are split.
    #[test]
    fn splitting_changes_nothing(
        calls in prop::collection::vec(("[a-z⚙]{0,6}", arguments()), 0..4),
        size in 1_usize..5,
        finish: bool,
    ) {
        for api in STREAMED {
            let whole = assembled(api, &events(api, &calls, 1 << 20, finish));
            let split = assembled(api, &events(api, &calls, size, finish));
            // For Gemini, the name tells the start of a call from its pieces.
            if api == Api::Gemini && calls.iter().any(|(name, _)| name.is_empty()) {
                let mut returned = split.calls.iter().chain(&whole.calls);
                prop_assert!(returned.all(|call| !call.name.is_empty()));
                continue;
            }
            if calls.iter().all(|(_, raw)| is_whole(raw)) {
                prop_assert_eq!(&split, &whole, "{:?}", api);
            }
            // A piece behind the arguments of a broken call may belong to each open call. All of them
            // are dropped then, and no call is another one.
            for call in &split.calls {
                prop_assert!(whole.calls.contains(call), "{:?}: {:?}", api, call);
            }
            prop_assert_eq!(split.calls.len() + split.dropped.len(), calls.len());
            prop_assert_eq!(whole.calls.len() + whole.dropped.len(), calls.len());
        }
    }

    /// The calls do not depend on how the bytes of the body are split.
    #[test]
    fn splitting_bytes_changes_nothing(
        calls in prop::collection::vec(("[a-z⚙]{0,6}", arguments()), 0..3),
        size in 1_usize..40,
        lines in prop_oneof![Just("\n"), Just("\r\n")],
    ) {
        for api in STREAMED {
            let events = events(api, &calls, 3, true);
            let mut stream = Assembler::new(api);
            let frame = |event: &String| format!("event: x{lines}data: {event}{lines}{lines}");
            let body = events.iter().map(frame).collect::<Vec<_>>().concat();
            for bytes in body.as_bytes().chunks(size) {
                stream.push_bytes(bytes).expect("objects");
            }
            prop_assert_eq!(stream.finish(), assembled(api, &events));
        }
    }

    /// If a stream breaks off at any place, with any reported end, each returned call is a call
    /// of the whole stream.
    #[test]
    fn an_incomplete_text_is_never_a_call(
        calls in prop::collection::vec(("[a-z]{1,6}", any::<String>()), 1..3),
        size in 1_usize..5,
        cut in any::<prop::sample::Index>(),
    ) {
        let calls: Vec<_> = calls.into_iter().map(|(name, text)| (name, json!({"a": text}).to_string())).collect();
        for api in STREAMED {
            let events = events(api, &calls, size, true);
            let whole = assembled(api, &events);
            prop_assert_eq!(whole.calls.len(), calls.len());
            for end in ends(api).iter().map(Some).chain([None]) {
                let mut cut = events[..cut.index(events.len())].to_vec();
                cut.extend(end.map(Value::to_string));
                // The reader decides on empty arguments.
                let calls = assembled(api, &cut).calls.into_iter();
                for call in calls.filter(|call| !call.raw.is_empty()) {
                    let same = |other: &crate::call::Call| other.id == call.id && other.name == call.name && other.raw == call.raw;
                    prop_assert!(whole.calls.iter().any(same), "{:?} {:?} {:?}", api, end, call);
                    prop_assert_ne!(call.finish(), Finish::Complete);
                }
            }
        }
    }

    /// No event causes a panic.
    #[test]
    fn any_event_is_taken(odd in prop::collection::vec(prop_oneof!["[0-9a-z]{0,3}".prop_map(Value::from), any::<i64>().prop_map(Value::from), Just(Value::Null), Just(json!({})), Just(json!([])), Just(json!([{}]))], 6)) {
        for api in [Api::OpenAiChat, Api::OpenAiResponses, Api::Anthropic, Api::Gemini, Api::Bedrock, Api::Ollama] {
            let [a, b, c, d, e, f] = <[Value; 6]>::try_from(odd.clone()).expect("six");
            let mut stream = Assembler::new(api);
            for event in [
                json!({"choices": [{"index": a, "delta": {"tool_calls": [{"index": b, "id": c, "function": {"name": d, "arguments": e}}, f]}}]}),
                json!({"type": "response.output_item.added", "output_index": a, "item": {"type": "function_call", "id": b, "name": c, "arguments": d}}),
                json!({"type": "response.function_call_arguments.delta", "item_id": b, "delta": c}),
                json!({"type": "content_block_start", "index": a, "content_block": {"type": "tool_use", "id": b, "name": c, "input": d}}),
                json!({"type": "content_block_delta", "index": a, "delta": {"partial_json": e}}),
                json!({"candidates": [{"index": a, "content": {"parts": [{"functionCall": {"name": b, "willContinue": true, "args": f, "partialArgs": [{"jsonPath": "$.a", "stringValue": c}, {"jsonPath": d, "numberValue": e}, f]}}]}}]}),
                json!({"contentBlockIndex": a, "start": {"toolUse": {"name": b}}, "delta": c}),
                json!({"message": {"tool_calls": [a, {"function": {"name": b, "arguments": c}}]}}),
            ] {
                stream.push(&event.to_string()).expect("an object");
                let _ = stream.partial().filter_map(|call| call.arguments).map(super::super::partial::Partial::to_value).count();
            }
            let _ = stream.finish();
        }
    }
}
