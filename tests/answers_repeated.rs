//! Calls that an answer has twice, or that the provider has answered within the same answer.

use examples::answers::APIS;
use serde_json::{Value, json};
use tests::check_answer;
use tool_core::answer::{Answer, AnswerStream, StopReason};
use tool_core::call::{Api, DropReason, calls_in_response};

fn read_events(api: Api, events: &[Value]) -> Answer {
    let mut stream = AnswerStream::new(api);
    for event in events {
        stream.push(&event.to_string()).expect("an event");
    }
    stream.finish().expect("an answer")
}

fn read_body(api: Api, body: &Value) -> Answer {
    Answer::from_body(api, &body.to_string()).expect("an answer")
}

fn list(answer: &Answer) -> (Vec<&str>, Vec<DropReason>) {
    let calls = answer.calls.iter().map(|call| &*call.raw);
    let dropped = answer.dropped.iter().map(|call| call.reason);
    (calls.collect(), dropped.collect())
}

/// Returns a call with an ID, as an item of this API.
fn call(api: Api, id: &str, name: &str, raw: &str) -> Value {
    let value = || serde_json::from_str::<Value>(raw).expect("JSON");
    match api {
        Api::OpenAiResponses => json!({"type": "function_call", "id": format!("fc_{id}"),
            "call_id": id, "name": name, "arguments": raw, "status": "completed"}),
        Api::Anthropic => json!({"type": "tool_use", "id": id, "name": name, "input": value()}),
        Api::Gemini => json!({"functionCall": {"id": id, "name": name, "args": value()}}),
        Api::GeminiInteractions => {
            json!({"type": "function_call", "id": id, "name": name, "arguments": value()})
        }
        Api::Bedrock => {
            json!({"toolUse": {"toolUseId": id, "name": name, "input": value()}})
        }
        Api::MistralConversations => json!({"type": "function.call", "id": format!("e_{id}"),
            "tool_call_id": id, "name": name, "arguments": raw}),
        Api::Ollama => json!({"id": id, "function": {"name": name, "arguments": value()}}),
        _ => json!({"id": id, "type": "function", "function": {"name": name, "arguments": raw}}),
    }
}

/// Returns the result of a call, for the APIs whose answers may have one.
fn result(api: Api, id: &str) -> Option<Value> {
    Some(match api {
        Api::OpenAiResponses => {
            json!({"type": "function_call_output", "call_id": id, "output": "ok"})
        }
        Api::Anthropic => json!({"type": "tool_result", "tool_use_id": id, "content": "ok"}),
        Api::Gemini => {
            json!({"functionResponse": {"id": id, "name": "f", "response": {"result": "ok"}}})
        }
        Api::GeminiInteractions => {
            json!({"type": "function_result", "call_id": id, "result": "ok"})
        }
        Api::Bedrock => json!({"toolResult": {"toolUseId": id, "content": [{"text": "ok"}]}}),
        Api::MistralConversations => {
            json!({"type": "function.result", "tool_call_id": id, "result": "ok"})
        }
        _ => return None,
    })
}

/// Returns a body with these items, which are calls for an API with messages.
fn body(api: Api, items: &[Value]) -> Value {
    match api {
        Api::OpenAiResponses => {
            json!({"object": "response", "status": "completed", "output": items})
        }
        Api::Anthropic => json!({"type": "message", "role": "assistant", "content": items,
            "stop_reason": "tool_use"}),
        Api::Gemini => json!({"candidates": [{"finishReason": "STOP",
            "content": {"role": "model", "parts": items}}]}),
        Api::GeminiInteractions => json!({"object": "interaction", "status": "completed",
            "steps": items}),
        Api::Bedrock => json!({"stopReason": "tool_use",
            "output": {"message": {"role": "assistant", "content": items}}}),
        Api::MistralConversations => json!({"object": "conversation.response", "outputs": items}),
        Api::Ollama => json!({"done": true, "done_reason": "stop",
            "message": {"role": "assistant", "tool_calls": items}}),
        Api::Cohere => json!({"finish_reason": "TOOL_CALL",
            "message": {"role": "assistant", "tool_calls": items}}),
        _ => json!({"choices": [{"finish_reason": "tool_calls",
            "message": {"role": "assistant", "tool_calls": items}}]}),
    }
}

#[test]
fn a_call_with_its_result_is_in_the_turn_and_does_not_run() {
    for api in APIS {
        let (Some(result), Some(other)) = (result(api, "c1"), result(api, "c9")) else {
            continue;
        };
        let first = call(api, "c1", "f", "{\"a\":1}");
        let answer = read_body(api, &body(api, &[first.clone(), result.clone()]));
        assert_eq!(list(&answer), (vec![], vec![]), "{api:?}");
        assert_eq!(answer.stop, StopReason::Done, "{api:?}");
        let turn = Value::from(answer.turn().to_vec()).to_string();
        for item in [&first, &result] {
            assert!(turn.contains(&item.to_string()), "{api:?}: {turn}");
        }
        assert_eq!(answer.results([]), Ok(vec![]), "{api:?}");

        // The call after it, and a call without a result, run.
        let second = call(api, "c2", "g", "{}");
        let items = [first.clone(), result.clone(), second];
        assert_eq!(
            list(&read_body(api, &body(api, &items))).0,
            ["{}"],
            "{api:?}"
        );
        let text = body(api, &items).to_string();
        let found = calls_in_response(api, &text).expect("calls");
        assert_eq!(found.calls.len(), 1, "{api:?}");
        let answer = read_body(api, &body(api, &[first.clone(), other]));
        assert_eq!(list(&answer).0, ["{\"a\":1}"], "{api:?}");
        // A result may come first.
        let answer = read_body(api, &body(api, &[result.clone(), first.clone()]));
        assert_eq!(list(&answer).0, [""; 0], "{api:?}");
        // A later call has the same ID.
        let again = call(api, "c1", "c1", "{\"a\":1}");
        let items = [call(api, "c1", "c1", "{\"a\":0}"), result, again];
        assert_eq!(
            list(&read_body(api, &body(api, &items))).0,
            ["{\"a\":1}"],
            "{api:?}"
        );
    }
}

#[test]
fn a_result_of_gemini_without_an_id_answers_one_call_of_its_tool() {
    let call = json!({"functionCall": {"name": "f", "args": {}}});
    let result = |name: &str| json!({"functionResponse": {"name": name, "response": {}}});
    let read = |items: &[Value]| {
        read_body(Api::Gemini, &body(Api::Gemini, items))
            .calls
            .len()
    };
    assert_eq!(read(&[call.clone(), result("f")]), 0);
    assert_eq!(read(&[call.clone(), result("g")]), 1);
    assert_eq!(read(&[call.clone(), call.clone(), result("f")]), 1);
    assert_eq!(read(&[call.clone(), result("f"), call, result("f")]), 0);
}

#[test]
fn a_call_with_its_result_in_a_stream_does_not_run() {
    let api = Api::OpenAiResponses;
    let item = |kind: &str, item: Value| json!({"type": format!("response.output_item.{kind}"), "item": item});
    let responses = [
        item("added", call(api, "c1", "f", "")),
        item("done", call(api, "c1", "f", "{\"a\":1}")),
        item("added", json!({"type": "function_call_output"})),
        item("done", result(api, "c1").expect("a result")),
        json!({"type": "response.completed",
            "response": {"object": "response", "status": "completed"}}),
    ];
    let api = Api::GeminiInteractions;
    let step =
        |index: u64, step: Value| json!({"event_type": "step.start", "index": index, "step": step});
    let interactions = [
        step(0, call(api, "c1", "f", "{}")),
        json!({"event_type": "step.delta", "index": 0,
            "delta": {"type": "arguments_delta", "arguments": "{\"a\":1}"}}),
        json!({"event_type": "step.stop", "index": 0}),
        step(1, result(api, "c1").expect("a result")),
        json!({"event_type": "step.stop", "index": 1}),
        json!({"event_type": "interaction.completed", "interaction": {"status": "completed"}}),
    ];
    let api = Api::Anthropic;
    let block = |index: u64, block: Value| json!({"type": "content_block_start", "index": index, "content_block": block});
    let anthropic = [
        json!({"type": "message_start", "message": {"role": "assistant", "content": []}}),
        block(0, call(api, "c1", "f", "{}")),
        json!({"type": "content_block_delta", "index": 0,
            "delta": {"type": "input_json_delta", "partial_json": "{\"a\":1}"}}),
        json!({"type": "content_block_stop", "index": 0}),
        block(1, result(api, "c1").expect("a result")),
        json!({"type": "content_block_stop", "index": 1}),
        json!({"type": "message_delta", "delta": {"stop_reason": "end_turn"}}),
    ];
    let api = Api::Bedrock;
    let bedrock = [
        json!({"messageStart": {"role": "assistant"}}),
        json!({"contentBlockStart": {"contentBlockIndex": 0,
            "start": {"toolUse": {"toolUseId": "c1", "name": "f"}}}}),
        json!({"contentBlockDelta": {"contentBlockIndex": 0,
            "delta": {"toolUse": {"input": "{\"a\":1}"}}}}),
        json!({"contentBlockStop": {"contentBlockIndex": 0}}),
        json!({"contentBlockStart": {"contentBlockIndex": 1, "start": result(api, "c1")}}),
        json!({"contentBlockStop": {"contentBlockIndex": 1}}),
        json!({"messageStop": {"stopReason": "end_turn"}}),
    ];
    // Some gateways run the tools.
    let mut delta = call(Api::OpenAiChat, "c1", "f", "{\"a\":1}");
    delta["index"] = 0.into();
    let chat = [
        json!({"choices": [{"delta": {"tool_calls": [delta]}}]}),
        json!({"choices": [{"delta": {"role": "tool", "tool_call_id": "c1", "content": "ok"}}]}),
        json!({"choices": [{"delta": {"content": "Done."}, "finish_reason": "stop"}]}),
    ];
    let api = Api::Ollama;
    let ollama = [
        json!({"message": {"tool_calls": [call(api, "c1", "f", "{\"a\":1}")]}}),
        json!({"message": {"role": "tool", "tool_call_id": "c1", "content": "ok"}}),
        json!({"message": {"content": "Done."}, "done": true, "done_reason": "stop"}),
    ];
    for (api, events) in [
        (Api::OpenAiResponses, &responses[..]),
        (Api::GeminiInteractions, &interactions[..]),
        (Api::Anthropic, &anthropic[..]),
        (Api::Bedrock, &bedrock[..]),
        (Api::OpenAiChat, &chat[..]),
        (Api::Ollama, &ollama[..]),
    ] {
        let answer = read_events(api, events);
        assert_eq!(list(&answer), (vec![], vec![]), "{api:?}");
        assert_eq!(answer.stop, StopReason::Done, "{api:?}");
        let turn = Value::from(answer.turn().to_vec()).to_string();
        // A message has no place for the result.
        let has_items = !matches!(api, Api::OpenAiChat | Api::Ollama);
        assert_eq!(turn.contains("\"f\""), has_items, "{api:?}: {turn}");
        assert_eq!(answer.results([]), Ok(vec![]), "{api:?}");
    }
}

#[test]
fn calls_with_one_id_and_equal_arguments_are_one_call() {
    for api in APIS {
        for other in [
            "{\"a\":1,\"b\":2}",
            "{\"b\": 2, \"a\": 1}",
            "{\"a\":1.0,\"b\":2}",
        ] {
            let items = [
                call(api, "c1", "f", "{\"a\":1,\"b\":2}"),
                call(api, "c1", "f", other),
            ];
            let answer = read_body(api, &body(api, &items));
            let (calls, dropped) = list(&answer);
            assert_eq!((calls.len(), dropped.len()), (1, 0), "{api:?} {other}");
            assert_eq!(check_answer(api, &answer, None), Ok(()), "{api:?} {other}");
        }
    }
}

/// Some servers give one ID to several calls. The turn has an ID for each.
#[test]
fn calls_with_one_id_and_different_arguments_are_two_calls() {
    for api in APIS {
        for (name, other) in [
            ("f", "{\"a\":2}"),
            ("f", "{\"a\":1,\"b\":1}"),
            ("f", "{}"),
            ("g", "{\"a\":1}"),
        ] {
            let items = [
                call(api, "c1", "f", "{\"a\":1}"),
                call(api, "c1", name, other),
            ];
            let answer = read_body(api, &body(api, &items));
            assert_eq!(answer.calls.len(), 2, "{api:?} {name} {other}");
            let checked = check_answer(api, &answer, None);
            assert_eq!(checked, Ok(()), "{api:?} {name} {other}");
        }
    }
    // Floats do not hold the digits in which these numbers differ.
    let items = [
        "{\"a\":12345678901234567890123}",
        "{\"a\":12345678901234567890124}",
    ];
    let items = items.map(|raw| call(Api::OpenAiChat, "c1", "f", raw));
    let answer = read_body(Api::OpenAiChat, &body(Api::OpenAiChat, &items));
    assert_eq!(answer.calls.len(), 2);
}

/// The name of a call comes before its arguments.
#[test]
fn a_name_behind_the_arguments_begins_another_call_with_the_same_id() {
    let piece = |id: Option<&str>, name: Option<&str>, arguments: &str| {
        let function = json!({"name": name, "arguments": arguments});
        json!({"choices": [{"delta": {"tool_calls": [{"id": id, "function": function}]}}]})
    };
    let end = json!({"choices": [{"delta": {}, "finish_reason": "tool_calls"}]});
    let names = |answer: Answer| {
        let names = answer.calls.into_iter().map(|call| call.name);
        names.collect::<Vec<_>>()
    };
    let events = [
        piece(Some("c1"), Some("f"), ""),
        piece(None, None, "{\"a\":1}"),
        piece(Some("c1"), Some("g"), ""),
        end.clone(),
    ];
    assert_eq!(names(read_events(Api::OpenAiChat, &events)), ["f", "g"]);
    let events = [
        piece(Some("c1"), Some("get_"), ""),
        piece(Some("c1"), Some("time"), ""),
        piece(None, None, "{\"a\":1}"),
        end,
    ];
    assert_eq!(names(read_events(Api::OpenAiChat, &events)), ["get_time"]);
}

/// The start of a call arrives again with another index. The arguments belong to one call.
#[test]
fn a_repeated_start_with_another_index_runs_no_call() {
    let anthropic = |index: u64| {
        json!({"type": "content_block_start", "index": index,
            "content_block": call(Api::Anthropic, "c1", "f", "{}")})
    };
    let anthropic = [
        json!({"type": "message_start", "message": {"role": "assistant", "content": []}}),
        anthropic(0),
        anthropic(1),
        json!({"type": "content_block_delta", "index": 1,
            "delta": {"type": "input_json_delta", "partial_json": "{\"a\":1}"}}),
        json!({"type": "content_block_stop", "index": 1}),
        json!({"type": "content_block_stop", "index": 0}),
        json!({"type": "message_delta", "delta": {"stop_reason": "tool_use"}}),
    ];
    let bedrock = |index: u64| {
        json!({"contentBlockStart": {"contentBlockIndex": index,
            "start": {"toolUse": {"toolUseId": "c1", "name": "f"}}}})
    };
    let bedrock = [
        json!({"messageStart": {"role": "assistant"}}),
        bedrock(0),
        bedrock(1),
        json!({"contentBlockDelta": {"contentBlockIndex": 1,
            "delta": {"toolUse": {"input": "{\"a\":1}"}}}}),
        json!({"messageStop": {"stopReason": "tool_use"}}),
    ];
    for (api, events) in [
        (Api::Anthropic, &anthropic[..]),
        (Api::Bedrock, &bedrock[..]),
    ] {
        let answer = read_events(api, events);
        let inconsistent = vec![DropReason::Inconsistent; 2];
        assert_eq!(list(&answer), (vec![], inconsistent), "{api:?}");
        assert_eq!(check_answer(api, &answer, None), Ok(()), "{api:?}");
    }
}

#[test]
fn a_whole_message_at_the_end_of_a_stream_repeats_the_calls() {
    let piece = |index: u64, raw: &str| {
        let mut piece = call(Api::OpenAiChat, &format!("c{index}"), "f", raw);
        piece["index"] = index.into();
        json!({"choices": [{"delta": {"tool_calls": [piece]}}]})
    };
    let begun = [piece(0, "{\"a\":1}"), piece(1, "{\"a\":2}")];
    let message = |calls: &[Value]| {
        json!({"choices": [{"finish_reason": "tool_calls",
            "message": {"role": "assistant", "content": "", "tool_calls": calls}}]})
    };
    let read = |calls: &[Value]| {
        let events = [&begun[..], &[message(calls)]].concat();
        read_events(Api::OpenAiChat, &events)
    };
    let without_id = |raw: &str| json!({"function": {"name": "f", "arguments": raw}});
    let of_id = |id: &str, raw: &str| call(Api::OpenAiChat, id, "f", raw);
    let expected = ["{\"a\":1}", "{\"a\":2}"];
    for (first, second) in [
        (without_id("{\"a\": 1}"), without_id("{\"a\": 2}")),
        (of_id("c0", "{\"a\":1}"), of_id("c1", "{\"a\":2}")),
        (of_id("new", "{\"a\":1}"), of_id("newer", "{\"a\":2}")),
    ] {
        let answer = read(&[first, second]);
        assert_eq!(list(&answer), (expected.to_vec(), vec![]));
        assert_eq!(check_answer(Api::OpenAiChat, &answer, None), Ok(()));
    }
    // A call that the pieces lack is another call.
    let answer = read(&[
        without_id("{\"a\":1}"),
        without_id("{\"a\":2}"),
        without_id("{\"a\":3}"),
    ]);
    assert_eq!(list(&answer).0, ["{\"a\":1}", "{\"a\":2}", "{\"a\":3}"]);
}

/// The last event of a stream lists all calls. Some servers change the IDs in it.
mod listed {
    use super::*;

    fn responses(id: &str, raw: &str) -> Value {
        call(Api::OpenAiResponses, id, "f", raw)
    }

    fn read(begun: &[(&str, &str)], listed: &[(&str, &str)]) -> Vec<String> {
        let item = |(index, (id, raw)): (usize, &(&str, &str))| {
            json!({"type": "response.output_item.done", "output_index": index,
                "item": responses(id, raw)})
        };
        let mut events: Vec<_> = begun.iter().enumerate().map(item).collect();
        let output: Vec<_> = listed.iter().map(|(id, raw)| responses(id, raw)).collect();
        events.push(json!({"type": "response.completed",
            "response": {"object": "response", "status": "completed", "output": output}}));
        let answer = read_events(Api::OpenAiResponses, &events);
        assert_eq!(check_answer(Api::OpenAiResponses, &answer, None), Ok(()));
        let calls = answer.calls.iter();
        let mut calls: Vec<_> = calls
            .map(|call| format!("{} {}", call.id.as_deref().unwrap_or_default(), call.raw))
            .collect();
        calls.sort();
        calls
    }

    const A: &str = "{\"a\":1}";
    const B: &str = "{\"a\":2}";

    #[test]
    fn a_call_with_another_id_in_the_list_is_the_same_call() {
        let expected = ["y {\"a\":1}", "z {\"a\":2}"];
        let begun = [("c1", A), ("c2", B)];
        assert_eq!(read(&begun, &[("y", A), ("z", B)]), expected);
        assert_eq!(read(&begun, &[("z", B), ("y", A)]), expected);
        assert_eq!(
            read(&[("c1", "{\"a\""), ("c2", B)], &[("y", A), ("z", B)]),
            expected
        );
    }

    #[test]
    fn a_call_with_another_id_and_other_arguments_is_another_call() {
        let both = ["c1 {\"a\":1}", "c2 {\"a\":2}"];
        assert_eq!(read(&[("c2", B)], &[("c1", A)]), both);
        assert_eq!(read(&[("c2", B)], &[("c1", A), ("c2", B)]), both);
        assert_eq!(read(&[("c1", A), ("c2", B)], &[("c2", B)]), both);
    }

    #[test]
    fn a_wrong_id_in_the_events_of_interactions_runs_no_call_twice() {
        let api = Api::GeminiInteractions;
        let all = [call(api, "c1", "f", A), call(api, "c2", "g", "{}")];
        for id in [json!("c1"), json!("c2"), json!("other"), Value::Null] {
            let mut events = Vec::new();
            for (index, step) in all.iter().enumerate() {
                let mut begun = step.clone();
                begun["arguments"] = json!({});
                if index == 0 {
                    begun["id"] = id.clone();
                }
                let raw = step["arguments"].to_string();
                events.extend([
                    json!({"event_type": "step.start", "index": index, "step": begun}),
                    json!({"event_type": "step.delta", "index": index,
                        "delta": {"type": "arguments_delta", "arguments": raw}}),
                    json!({"event_type": "step.stop", "index": index}),
                ]);
            }
            events.push(json!({"event_type": "interaction.completed",
                "interaction": {"status": "requires_action", "steps": all}}));
            let answer = read_events(api, &events);
            assert_eq!(list(&answer), (vec![A, "{}"], vec![]), "{id}");
            assert_eq!(answer.turn(), all, "{id}");
        }
    }
}
