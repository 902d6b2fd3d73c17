//! Answers whose events were lost, repeated or moved, or that have arguments at another place: no
//! call runs without its arguments, or with those of another call.

use serde_json::{Value, json};
use tests::check_answer;
use tool_core::answer::{Answer, AnswerStream};
use tool_core::call::{Api, DropReason};

type Listed = (Vec<String>, Vec<DropReason>);

fn list(api: Api, answer: &Answer) -> Listed {
    assert_eq!(check_answer(api, answer, None), Ok(()), "{answer:?}");
    let calls = answer.calls.iter();
    let dropped = answer.dropped.iter().map(|call| call.reason);
    (
        calls
            .map(|call| format!("{} {}", call.name, call.raw))
            .collect(),
        dropped.collect(),
    )
}

fn read_events(api: Api, events: &[Value]) -> Listed {
    let mut stream = AnswerStream::new(api);
    for event in events {
        stream.push(&event.to_string()).expect("an event");
    }
    list(api, &stream.finish().expect("an answer"))
}

fn read_body(api: Api, body: &Value) -> Listed {
    let answer = Answer::from_body(api, &body.to_string()).expect("an answer");
    list(api, &answer)
}

fn ran(call: &str) -> Listed {
    (vec![call.to_owned()], vec![])
}

fn dropped(reasons: &[DropReason]) -> Listed {
    (vec![], reasons.to_vec())
}

mod gemini {
    use super::*;

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
        assert_eq!(read(&[begin.clone()]), incomplete);
        assert_eq!(read(&[begin.clone(), piece("a", "b", true)]), incomplete);
        assert_eq!(read(&[begin, json!({})]), ran("rm "));
        let begun = [part(&json!({"name": "rm", "willContinue": true}))];
        let lost = dropped(&[DropReason::Disconnected]);
        assert_eq!(read_events(Api::Gemini, &begun), lost);
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
            assert_eq!(read(&[function.clone()]), expected);
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
}

mod responses {
    use super::*;

    fn call(id: &str, name: &str, arguments: &str) -> Value {
        json!({"type": "function_call", "id": format!("fc_{id}"), "call_id": id, "name": name,
            "arguments": arguments, "status": "completed"})
    }

    fn added(index: u64, item: &Value) -> Value {
        json!({"type": "response.output_item.added", "output_index": index, "item": item})
    }

    fn done(index: u64, item: &Value) -> Value {
        json!({"type": "response.output_item.done", "output_index": index, "item": item})
    }

    fn arguments(kind: &str, index: u64, id: &str, text: &str) -> Value {
        json!({"type": format!("response.function_call_arguments.{kind}"), "output_index": index,
            "item_id": format!("fc_{id}"), "arguments": text, "delta": text})
    }

    fn completed(output: &[Value]) -> Value {
        let response = json!({"object": "response", "status": "completed", "output": output});
        json!({"type": "response.completed", "response": response})
    }

    #[test]
    fn arguments_with_the_keys_of_two_calls_drop_both() {
        for kind in ["delta", "done"] {
            let events = [
                added(0, &call("a", "rm", "")),
                arguments("done", 0, "a", "{\"path\":\"/a\"}"),
                added(1, &call("b", "read", "")),
                arguments(kind, 1, "a", "{\"path\":\"/b\"}"),
                completed(&[]),
            ];
            let both = [DropReason::Inconsistent; 2];
            assert_eq!(read_events(Api::OpenAiResponses, &events), dropped(&both));
        }
        // The whole item shows which arguments are its own.
        let items = [
            call("a", "rm", "{\"path\":\"/a\"}"),
            call("b", "read", "{\"path\":\"/b\"}"),
        ];
        let mut events = vec![
            added(0, &call("a", "rm", "")),
            added(1, &call("b", "read", "")),
            arguments("done", 1, "a", "{\"path\":\"/b\"}"),
        ];
        events.push(completed(&items));
        let both = ["rm {\"path\":\"/a\"}", "read {\"path\":\"/b\"}"].map(str::to_owned);
        let both = (both.to_vec(), vec![]);
        assert_eq!(read_events(Api::OpenAiResponses, &events), both);
    }

    #[test]
    fn an_empty_object_replaces_no_arguments() {
        let empty = call("a", "rm", "{}");
        for received in ["{\"path\":", "{\"path\":\"/a\"}"] {
            let events = [
                added(0, &call("a", "rm", "")),
                arguments("delta", 0, "a", received),
                done(0, &empty),
                completed(std::slice::from_ref(&empty)),
            ];
            let reason = [DropReason::Inconsistent];
            assert_eq!(read_events(Api::OpenAiResponses, &events), dropped(&reason));
        }
        let events = [added(0, &empty), arguments("done", 0, "a", "{\"x\":1}")];
        let events = [&events[..], &[completed(&[])]].concat();
        assert_eq!(
            read_events(Api::OpenAiResponses, &events),
            ran("rm {\"x\":1}")
        );
        let events = [added(0, &empty), done(0, &empty), completed(&[])];
        assert_eq!(read_events(Api::OpenAiResponses, &events), ran("rm {}"));
    }

    #[test]
    fn an_empty_object_is_no_arguments_if_the_stream_breaks_off() {
        let empty = call("a", "rm", "{}");
        let lost = dropped(&[DropReason::Disconnected]);
        let events = [added(0, &empty)];
        assert_eq!(read_events(Api::OpenAiResponses, &events), lost);
        let events = [added(0, &empty), done(0, &empty)];
        assert_eq!(read_events(Api::OpenAiResponses, &events), ran("rm {}"));
        let start = json!({"type": "tool-call-start", "index": 0, "delta": {"message": {"tool_calls":
            {"id": "a", "function": {"name": "rm", "arguments": "{}"}}}}});
        let end = json!({"type": "tool-call-end", "index": 0});
        let first = json!({"type": "message-start", "delta": {}});
        assert_eq!(
            read_events(Api::Cohere, &[first.clone(), start.clone()]),
            lost
        );
        assert_eq!(read_events(Api::Cohere, &[first, start, end]), ran("rm {}"));
        let chunk = super::chat::chunk(&json!([super::chat::call("rm", "{}")]));
        assert_eq!(read_events(Api::OpenAiChat, &[chunk]), lost);
    }
}

mod chat {
    use super::*;

    pub(super) fn call(name: &str, arguments: &str) -> Value {
        json!({"index": 0, "function": {"name": name, "arguments": arguments}})
    }

    pub(super) fn chunk(calls: &Value) -> Value {
        json!({"choices": [{"index": 0, "delta": {"tool_calls": calls}}]})
    }

    fn read(lists: &[Value]) -> Listed {
        let mut events: Vec<_> = lists.iter().map(chunk).collect();
        events.push(json!({"choices": [{"delta": {}, "finish_reason": "tool_calls"}]}));
        read_events(Api::OpenAiChat, &events)
    }

    #[test]
    fn names_with_one_index_in_one_list_are_not_joined() {
        let x = "{\"x\":1}";
        let both = dropped(&[DropReason::Inconsistent; 2]);
        assert_eq!(read(&[json!([call("get_", ""), call("time", x)])]), both);
        let two = ["get {\"x\":1}", "time {\"x\":1}"].map(str::to_owned);
        let two = (two.to_vec(), vec![]);
        assert_eq!(read(&[json!([call("get", x), call("time", x)])]), two);
        let pieces = [json!([call("get_", "")]), json!([call("time", x)])];
        assert_eq!(read(&pieces), ran("get_time {\"x\":1}"));
    }

    #[test]
    fn a_second_value_without_an_index_is_not_joined() {
        for first in ["{}", "{\"a\":1}"] {
            let begun = json!([{"id": "a", "function": {"name": "now", "arguments": first}}]);
            let second = json!([{"function": {"arguments": "{\"q\":1}"}}]);
            let reason = [DropReason::Inconsistent];
            assert_eq!(read(&[begun, second]), dropped(&reason), "{first}");
        }
    }
}

#[test]
fn arguments_of_a_call_whose_start_was_lost_are_not_run_with_another_call() {
    let arguments = "{\"path\":\"/a\"}";
    let anthropic = [
        json!({"type": "message_start", "message": {"role": "assistant", "content": []}}),
        json!({"type": "content_block_start", "index": 1, "content_block":
            {"type": "tool_use", "id": "a", "name": "now", "input": {}}}),
        json!({"type": "content_block_delta", "index": 2, "delta":
            {"type": "input_json_delta", "partial_json": arguments}}),
        json!({"type": "content_block_stop", "index": 1}),
        json!({"type": "content_block_stop", "index": 2}),
        json!({"type": "message_delta", "delta": {"stop_reason": "tool_use"}}),
        json!({"type": "message_stop"}),
    ];
    let cohere = [
        json!({"type": "message-start"}),
        json!({"type": "tool-call-start", "index": 0, "delta": {"message": {"tool_calls":
            {"id": "a", "function": {"name": "now", "arguments": ""}}}}}),
        json!({"type": "tool-call-delta", "index": 1, "delta": {"message": {"tool_calls":
            {"function": {"arguments": arguments}}}}}),
        json!({"type": "tool-call-end", "index": 1}),
        json!({"type": "tool-call-end", "index": 0}),
        json!({"type": "message-end", "delta": {"finish_reason": "TOOL_CALL"}}),
    ];
    let bedrock = [
        json!({"role": "assistant"}),
        json!({"contentBlockIndex": 0, "start": {"toolUse": {"toolUseId": "a", "name": "now"}}}),
        json!({"contentBlockIndex": 1, "delta": {"toolUse": {"input": arguments}}}),
        json!({"contentBlockIndex": 1}),
        json!({"contentBlockIndex": 0}),
        json!({"stopReason": "tool_use"}),
    ];
    for (api, events) in [
        (Api::Anthropic, &anthropic[..]),
        (Api::Cohere, &cohere),
        (Api::Bedrock, &bedrock),
    ] {
        let (calls, dropped) = read_events(api, events);
        assert_eq!(calls, Vec::<String>::new(), "{api:?}");
        assert!(dropped.contains(&DropReason::Inconsistent), "{api:?}");
    }
}

/// Bodies with one call of the tool `rm` for these members of its function.
fn bodies(members: &Value) -> Vec<(Api, Value)> {
    let with = |more: Value| {
        let mut call = more;
        let of_call = call.as_object_mut().expect("an object");
        of_call.extend(members.as_object().expect("an object").clone());
        call
    };
    let flat = with(json!({"name": "rm", "id": "a"}));
    let tool_use = with(json!({"type": "tool_use", "id": "a", "name": "rm"}));
    let bedrock = with(json!({"toolUseId": "a", "name": "rm"}));
    let item = with(json!({"type": "function_call", "id": "f", "call_id": "a", "name": "rm"}));
    let function = with(json!({"name": "rm"}));
    let chat = json!([{"id": "a", "type": "function", "function": function}]);
    vec![
        (
            Api::OpenAiChat,
            json!({"choices": [{"finish_reason": "tool_calls", "message": {"tool_calls": chat}}]}),
        ),
        (
            Api::OpenAiResponses,
            json!({"status": "completed", "output": [item]}),
        ),
        (
            Api::Anthropic,
            json!({"type": "message", "role": "assistant", "content": [tool_use],
                "stop_reason": "tool_use"}),
        ),
        (
            Api::Gemini,
            json!({"candidates": [{"finishReason": "STOP", "content": {"role": "model", "parts":
                [{"functionCall": flat}]}}]}),
        ),
        (
            Api::Bedrock,
            json!({"stopReason": "tool_use", "output": {"message": {"content":
                [{"toolUse": bedrock}]}}}),
        ),
        (
            Api::Ollama,
            json!({"message": {"tool_calls": [{"function": function}]}, "done": true,
                "done_reason": "stop"}),
        ),
        (
            Api::Cohere,
            json!({"message": {"tool_calls": chat}, "finish_reason": "TOOL_CALL"}),
        ),
    ]
}

#[test]
fn arguments_in_the_member_of_another_api_are_read() {
    for member in ["arguments", "args", "input", "parameters"] {
        for (api, body) in bodies(&json!({member: {"x": 1}})) {
            assert_eq!(
                read_body(api, &body),
                ran("rm {\"x\":1}"),
                "{api:?} {member}"
            );
        }
    }
    let beside = json!([{"id": "a", "function": {"name": "rm"}, "arguments": "{\"x\":1}"}]);
    let body = json!({"choices": [{"finish_reason": "stop", "message": {"tool_calls": beside}}]});
    assert_eq!(read_body(Api::OpenAiChat, &body), ran("rm {\"x\":1}"));
    for calls in [
        beside,
        json!([{"id": "a", "function": {"name": "rm", "parameters": {"x": 1}}}]),
    ] {
        let events = [
            json!({"choices": [{"index": 0, "delta": {"tool_calls": calls}}]}),
            json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]}),
        ];
        assert_eq!(read_events(Api::OpenAiChat, &events), ran("rm {\"x\":1}"));
    }
}

#[test]
fn a_call_with_its_arguments_in_an_unknown_place_is_dropped() {
    let lost = dropped(&[DropReason::Inconsistent]);
    for members in [
        json!({"values": {"x": 1}}),
        json!({"args": {"x": 1}, "arguments": null, "input": {"x": 2}, "parameters": {"x": 3}}),
    ] {
        for (api, body) in bodies(&members) {
            let has_own = match api {
                Api::Gemini => members["args"].is_object(),
                Api::Anthropic | Api::Bedrock => members["input"].is_object(),
                _ => false,
            };
            if !has_own {
                assert_eq!(read_body(api, &body), lost, "{api:?} {members}");
            }
        }
    }
    for (api, body) in bodies(&json!({"cache_control": {"type": "ephemeral"}, "values": {}})) {
        assert_eq!(read_body(api, &body).1, [], "{api:?}");
    }
}

#[test]
fn a_word_for_the_end_means_the_same_in_each_api() {
    let words = [
        ("max_tokens", DropReason::Incomplete),
        ("MAX_TOKENS", DropReason::Incomplete),
        ("FinishReason.MAX_TOKENS", DropReason::Incomplete),
        ("max_completion_tokens", DropReason::Incomplete),
        ("length", DropReason::Incomplete),
        ("incomplete", DropReason::Incomplete),
        ("content_filter", DropReason::Filtered),
        ("content_filtered", DropReason::Filtered),
        ("guardrail_intervened", DropReason::Filtered),
        ("SAFETY", DropReason::Filtered),
        ("refusal", DropReason::Refused),
        ("error", DropReason::Failed),
        ("failed", DropReason::Failed),
        ("server_error", DropReason::Failed),
        ("MALFORMED_FUNCTION_CALL", DropReason::NotJson),
        (
            "function_call_filter: MALFORMED_FUNCTION_CALL",
            DropReason::NotJson,
        ),
    ];
    let members = json!({"arguments": {"x": 1}});
    for (word, reason) in words {
        for (api, mut body) in bodies(&members) {
            let place = match api {
                Api::OpenAiChat => "/choices/0/finish_reason",
                Api::OpenAiResponses => "/status",
                Api::Anthropic => "/stop_reason",
                Api::Gemini => "/candidates/0/finishReason",
                Api::Bedrock => "/stopReason",
                Api::Ollama => "/done_reason",
                _ => "/finish_reason",
            };
            *body.pointer_mut(place).expect("a reason") = json!(word);
            let (calls, dropped) = read_body(api, &body);
            assert_eq!(calls, Vec::<String>::new(), "{api:?} {word}");
            assert!(dropped.contains(&reason), "{api:?} {word} {dropped:?}");
        }
        let (_, mut body) = bodies(&members).remove(0);
        body["choices"][0]["native_finish_reason"] = json!(word);
        let expected = self::dropped(&[reason]);
        assert_eq!(read_body(Api::OpenAiChat, &body), expected, "{word}");
    }
    for (api, body) in bodies(&members) {
        assert_eq!(read_body(api, &body), ran("rm {\"x\":1}"), "{api:?}");
    }
}
