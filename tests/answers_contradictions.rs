//! Answers that contradict themselves or end in a way that no API defines: no call is guessed, and
//! each call that does not run has its reason.

use serde_json::{Value, json};
use tests::{SentCall, SentEnd, write_body, write_events};
use tool_core::answer::{Answer, AnswerStream, CallResult};
use tool_core::call::{Api, Assembler, DropReason, calls_in_response};

use super::answers_strays::{list, read};

const ALPHA: &str = r#"{"path":"/a/b","n":12}"#;
const BETA: &str = r#"{"path":"/c"}"#;

fn two_calls() -> [SentCall; 2] {
    [
        SentCall::new(0, "alpha", ALPHA),
        SentCall::new(1, "beta", BETA),
    ]
}

fn stream_of(api: Api) -> Vec<Value> {
    let events = write_events(api, &two_calls(), 3, false, SentEnd::Normal);
    events.into_iter().map(|event| event.json).collect()
}

fn body(api: Api, body: &str) -> Answer {
    Answer::from_body(api, body).expect("an answer")
}

fn names(answer: &Answer) -> Vec<&str> {
    answer.calls.iter().map(|call| call.name.as_str()).collect()
}

/// Replaces the values of all members with one of these keys.
fn set(value: &mut Value, keys: &[&str], new: &Value) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                if keys.contains(&key.as_str()) && !value.is_null() {
                    *value = new.clone();
                } else {
                    set(value, keys, new);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| set(item, keys, new)),
        _ => {}
    }
}

/// An API, whether its body has the arguments as a value, and whether its stream has.
const WITH_WORDS: [(Api, bool, bool); 6] = [
    (Api::OpenAiChat, false, false),
    (Api::Cohere, false, false),
    (Api::Anthropic, true, false),
    (Api::Bedrock, true, false),
    (Api::Gemini, true, true),
    (Api::Ollama, true, true),
];

/// An API closes a value of its JSON, so it does not show a truncation. A text shows it.
#[test]
fn only_a_known_normal_end_keeps_a_last_call_that_may_be_cut() {
    let cuts = [
        "truncated",
        "tool_calls_truncated",
        "repetition_truncation",
        "interrupted",
        "cancel",
        "USER_CANCEL",
        "preempted",
        "model_error",
        "engine_overloaded",
        "MAX_TOKENS: stop",
    ];
    let unknown = ["new", "handoff", "brand_new: stopped"];
    let normal = ["stop", "tool_calls", "FinishReason.STOP", "unspecified"];
    let keys = [
        "finish_reason",
        "finishReason",
        "stop_reason",
        "stopReason",
        "done_reason",
    ];
    for (api, is_value, is_streamed_value) in WITH_WORDS {
        let (whole, events) = (
            write_body(api, &two_calls(), SentEnd::Normal),
            stream_of(api),
        );
        let read_both = |word: &str| {
            let (mut whole, mut events) = (whole.clone(), events.clone());
            set(&mut whole, &keys, &json!(word));
            for event in &mut events {
                set(event, &keys, &json!(word));
            }
            [body(api, &whole.to_string()), read(api, &events)]
        };
        for word in cuts {
            for answer in read_both(word) {
                assert_eq!(names(&answer), ["alpha"], "{api:?} {word}");
                assert_eq!(answer.dropped[0].name, "beta", "{api:?} {word}");
            }
        }
        for word in unknown {
            let may_be_cut = [is_value, is_streamed_value];
            for (answer, may_be_cut) in read_both(word).iter().zip(may_be_cut) {
                assert_eq!(
                    answer.calls.len(),
                    2 - usize::from(may_be_cut),
                    "{api:?} {word}"
                );
                assert_eq!(answer.stop.as_str(), "other", "{api:?} {word}");
            }
        }
        for word in normal {
            for answer in read_both(word) {
                assert_eq!(answer.calls.len(), 2, "{api:?} {word}");
            }
        }
    }
}

#[test]
fn text_behind_a_call_shows_that_an_unknown_end_has_not_cut_it() {
    let call = json!({"type": "tool_use", "id": "c0", "name": "alpha", "input": {"a": 1}});
    for (content, count) in [
        (json!([call]), 0),
        (json!([call, {"type": "text", "text": "And so on."}]), 1),
    ] {
        let answer = json!({"type": "message", "role": "assistant", "stop_reason": "new",
            "content": content});
        let answer = body(Api::Anthropic, &answer.to_string());
        assert_eq!(answer.calls.len(), count, "{content}");
    }
}

#[test]
fn a_call_in_progress_or_an_unfinished_body_is_dropped() {
    let whole = write_body(Api::OpenAiResponses, &two_calls(), SentEnd::Normal);
    let mut unfinished = whole.clone();
    unfinished["output"][0]["status"] = json!("in_progress");
    let mut of_program = unfinished.clone();
    of_program["output"][0]["caller"] = json!({"type": "program", "caller_id": "c9"});
    for (whole, expected) in [
        (&whole, vec!["alpha", "beta"]),
        (&unfinished, vec!["beta"]),
        (&of_program, vec!["alpha", "beta"]),
    ] {
        let answer = body(Api::OpenAiResponses, &whole.to_string());
        assert_eq!(names(&answer), expected, "{whole}");
    }
    let mut whole = write_body(Api::Ollama, &two_calls(), SentEnd::Normal);
    assert_eq!(body(Api::Ollama, &whole.to_string()).calls.len(), 2);
    whole["done"] = json!(false);
    for reason in [json!("stop"), Value::Null] {
        whole["done_reason"] = reason;
        assert_eq!(names(&body(Api::Ollama, &whole.to_string())), ["alpha"]);
    }
}

/// The pieces, the end of the arguments, the end of the item and the list at the end agree, or the call
/// is dropped.
#[test]
fn no_report_of_a_call_overrides_another_one() {
    let api = Api::OpenAiResponses;
    let events = stream_of(api);
    let places = [
        ("response.function_call_arguments.done", ""),
        ("response.output_item.done", "/item"),
        ("response.completed", "/response/output/0"),
    ];
    let other = r#"{"path":"/zzz"}"#;
    for (kind, place) in places {
        let at = events
            .iter()
            .position(|event| event["type"] == kind)
            .expect("an event");
        let change = |key: &str, value: &str| {
            let mut events = events.clone();
            let holder = events[at].pointer_mut(place).expect("an object");
            holder[key] = json!(value);
            list(&read(api, &events))
        };
        let dropped = [format!("beta {BETA}"), "alpha: inconsistent".to_owned()];
        for whole in [other, "[]", "5", "{}", r#"{"path":"/a/b","n":13}"#] {
            assert_eq!(change("arguments", whole), dropped, "{kind} {whole}");
        }
        // The same value, in another form.
        let same = change("arguments", r#"{"n": 12, "path": "/a/b"}"#);
        assert_eq!(same.len(), 2, "{kind} {same:?}");
        assert!(
            same.iter().all(|call| !call.contains("inconsistent")),
            "{kind} {same:?}"
        );
        let renamed = change("name", "other");
        assert_eq!(renamed[0], format!("beta {BETA}"), "{kind}");
        assert!(renamed[1].ends_with(": inconsistent"), "{kind} {renamed:?}");
    }
    // A lost piece is in the end of the arguments.
    let is_delta = |event: &Value| event["type"] == "response.function_call_arguments.delta";
    let mut events = events.clone();
    let at = events.iter().position(is_delta).expect("a piece");
    events.remove(at);
    assert_eq!(read(api, &events).calls.len(), 2);
}

/// An empty object is the whole arguments once the call has ended.
#[test]
fn no_later_report_overrides_an_empty_object() {
    let calls = [SentCall::new(0, "alpha", "{}")];
    let events = write_events(Api::OpenAiResponses, &calls, 1, false, SentEnd::Normal);
    let mut events: Vec<_> = events.into_iter().map(|event| event.json).collect();
    assert_eq!(list(&read(Api::OpenAiResponses, &events)), ["alpha {}"]);
    let last = events.len() - 1;
    for other in ["[]", "{\"a\":1}"] {
        events[last]["response"]["output"][0]["arguments"] = json!(other);
        let found = list(&read(Api::OpenAiResponses, &events));
        assert_eq!(found, ["alpha: inconsistent"], "{other}");
    }
}

#[test]
fn two_calls_with_one_id_get_two_ids() {
    for api in examples::answers::APIS {
        let mut calls = two_calls();
        let id = calls[0].id.clone();
        calls[1].id = id;
        let whole = write_body(api, &calls, SentEnd::Normal).to_string();
        let answer = body(api, &whole);
        assert_eq!(names(&answer), ["alpha", "beta"], "{api:?}");
        let ids: Vec<_> = answer.calls.iter().map(|call| call.id.as_deref()).collect();
        assert_eq!(ids, [Some("c0"), Some("call_1")], "{api:?}");
        assert_eq!(
            calls_in_response(api, &whole).expect("calls").calls,
            answer.calls
        );
        let messages = answer.results([CallResult::text("1"), CallResult::text("2")]);
        let messages = Value::from(messages.expect("two results")).to_string();
        assert!(messages.contains("call_1"), "{api:?} {messages}");
        assert!(
            Value::from(answer.turn().to_vec())
                .to_string()
                .contains("call_1"),
            "{api:?}"
        );
        // The same call twice is one call.
        calls[1] = calls[0].clone();
        let answer = body(api, &write_body(api, &calls, SentEnd::Normal).to_string());
        assert_eq!(names(&answer), ["alpha"], "{api:?}");
    }
}

/// Returns the body of a chat with a call, where a text is replaced by another one.
fn chat_with(old: &str, new: &str) -> Answer {
    let whole = r#"{"choices":[{"index":0,"message":{"role":"assistant","tool_calls":[{"id":"a",
        "type":"function","function":{"name":"f","arguments":"{\"path\":\"/safe\"}"}}]},
        "finish_reason":"tool_calls"}]}"#;
    assert!(whole.contains(old));
    body(Api::OpenAiChat, &whole.replace(old, new))
}

#[test]
fn a_key_with_two_values_drops_the_calls() {
    for (old, new) in [
        (r#""name":"f""#, r#""name":"f","name":"g""#),
        (
            r#""arguments":"#,
            r#""arguments":"{\"path\":\"/evil\"}","arguments":"#,
        ),
        (
            r#""finish_reason":"#,
            r#""finish_reason":"length","finish_reason":"#,
        ),
        (r#""tool_calls":["#, r#""tool_calls":[],"tool_calls":["#),
        (r#"{"choices":"#, r#"{"choices":[],"choices":"#),
    ] {
        let answer = chat_with(old, new);
        assert_eq!(names(&answer), [""; 0], "{new}");
        assert!(
            answer
                .dropped
                .iter()
                .all(|call| call.reason == DropReason::Inconsistent)
        );
        assert!(!answer.dropped.is_empty(), "{new}");
    }
    // The same value twice, and a value behind `null`, contradict nothing.
    for (old, new) in [
        (r#""name":"f""#, r#""name":"f","name":"f""#),
        (r#""name":"f""#, r#""name":null,"name":"f""#),
        (
            r#""finish_reason":"tool_calls""#,
            r#""finish_reason":null,"finish_reason":"tool_calls""#,
        ),
        (r#""role":"assistant""#, r#""unread":1,"unread":2"#),
    ] {
        assert_eq!(names(&chat_with(old, new)), ["f"], "{new}");
    }
    // The reader of the arguments judges their keys.
    let whole = r#"{"role":"assistant","stop_reason":"tool_use","content":[{"type":"tool_use",
        "id":"a","name":"f","input":{"a":1,"a":2}}]}"#;
    assert_eq!(body(Api::Anthropic, whole).calls[0].raw, r#"{"a":1,"a":2}"#);
}

#[test]
fn a_key_with_two_values_in_an_event_drops_its_calls() {
    let api = Api::OpenAiChat;
    for (key, other) in [("finish_reason", "length"), ("id", "c7"), ("name", "gamma")] {
        let mut stream = AnswerStream::new(api);
        for event in stream_of(api) {
            let text = event.to_string();
            let member = format!(r#""{key}":""#);
            let twice = format!(r#""{key}":"{other}","{key}":""#);
            stream
                .push(&text.replacen(&member, &twice, 1))
                .expect("an event");
        }
        let answer = stream.finish().expect("an answer");
        assert_eq!(names(&answer), [""; 0], "{key}");
    }
}

#[test]
fn an_older_call_beside_other_calls_is_not_lost() {
    let call = |name: &str| json!({"name": name, "arguments": "{\"x\":1}"});
    for (name, expected) in [
        ("f", vec![r#"f {"x":1}"#]),
        ("g", vec![r#"f {"x":1}"#, "g: inconsistent"]),
    ] {
        let message = json!({"role": "assistant", "function_call": call(name),
            "tool_calls": [{"index": 0, "id": "a", "type": "function", "function": call("f")}]});
        let whole = json!({"choices": [{"index": 0, "finish_reason": "tool_calls",
            "message": message}]});
        let events = [
            json!({"choices": [{"index": 0, "delta": message}]}),
            json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]}),
        ];
        assert_eq!(list(&body(Api::OpenAiChat, &whole.to_string())), expected);
        assert_eq!(list(&read(Api::OpenAiChat, &events)), expected);
    }
}

/// Replaces an event, and returns the calls and the dropped ones.
fn damage(api: Api, is_event: fn(&Value) -> bool, change: &dyn Fn(&mut Value)) -> Vec<String> {
    let mut events = stream_of(api);
    let at = events.iter().position(is_event).expect("an event");
    change(&mut events[at]);
    list(&read(api, &events))
}

#[test]
fn a_damaged_call_has_a_reason_and_its_neighbour_runs() {
    let beta = format!("beta {BETA}");
    // The first piece of a call is lost. Each piece has the name.
    let mut events = stream_of(Api::MistralConversations);
    events.remove(1);
    let found = list(&read(Api::MistralConversations, &events));
    assert_eq!(found, [&*beta, "alpha: inconsistent"]);

    let is_call = |event: &Value| event.to_string().contains("alpha");
    let call = "/candidates/0/content/parts/1/functionCall";
    let call = call.replace("/1/", "/0/");
    for value in [json!("{\"name\":\"alpha\"}"), json!(["alpha"]), json!(7)] {
        let found = damage(Api::Gemini, is_call, &|event| {
            *event.pointer_mut(&call).expect("a call") = value.clone();
        });
        assert_eq!(found, [&*beta, ": no_name"], "{value}");
    }
    let found = damage(Api::Gemini, is_call, &|event| {
        event.pointer_mut(&call).expect("a call")["name"] = Value::Null;
    });
    assert_eq!(found, [&*beta, ": no_name"]);
    for (place, value) in [
        ("/message/tool_calls", json!("alpha")),
        ("/message/tool_calls", json!(["alpha"])),
        ("/message", json!("alpha")),
        ("/message", json!(["alpha"])),
    ] {
        let found = damage(Api::Ollama, is_call, &|event| {
            event["done"] = json!(false);
            *event.pointer_mut(place).expect("a member") = value.clone();
        });
        assert_eq!(found, [&*beta, ": inconsistent"], "{place} {value}");
    }
    let found = damage(Api::Anthropic, is_call, &|event| {
        event["content_block"]["type"] = json!("");
    });
    assert_eq!(found, [&*beta, "alpha: inconsistent"]);
}

/// Servers fill members without calls in several ways.
#[test]
fn an_empty_value_in_place_of_calls_is_no_lost_call() {
    for value in [json!(""), json!(false), json!([]), json!({}), Value::Null] {
        let message = json!({"role": "assistant", "content": "Hi", "tool_calls": value});
        let whole = json!({"choices": [{"finish_reason": "stop", "message": message}]});
        let chat = body(Api::OpenAiChat, &whole.to_string());
        let whole = json!({"message": message, "done": true, "done_reason": "stop"});
        let events = [json!({"message": message, "done": false}), whole];
        for answer in [chat, read(Api::Ollama, &events)] {
            let is_empty_call = value == json!({});
            assert_eq!(answer.calls.len(), 0, "{value}");
            assert_eq!(
                answer.dropped.is_empty(),
                !is_empty_call,
                "{value} {:?}",
                answer.dropped
            );
        }
    }
}

#[test]
fn a_stream_that_is_sent_again_gives_each_call_once() {
    for api in examples::answers::APIS {
        let once = stream_of(api);
        let twice = [&once[..], &once[..]].concat();
        let answer = read(api, &twice);
        for name in ["alpha", "beta"] {
            let count = names(&answer).iter().filter(|of| **of == name).count();
            assert!(count <= 1, "{api:?} {:?}", list(&answer));
        }
        if matches!(api, Api::Gemini | Api::Ollama) {
            assert_eq!(names(&answer), ["alpha", "beta"], "{api:?}");
        }
    }
    // The calls and the end may be in one event.
    let part = |name: &str| json!({"functionCall": {"name": name, "args": {}}});
    let last = json!({"candidates": [{"index": 0, "finishReason": "STOP",
        "content": {"parts": [part("f"), part("g")]}}]});
    assert_eq!(names(&read(Api::Gemini, &[last])), ["f", "g"]);
    // Another choice ends later.
    let of_choice = |index: u64, name: &str| {
        json!({"choices": [{"index": index, "finish_reason": "tool_calls", "delta": {"tool_calls": [
            {"index": 0, "id": name, "function": {"name": name, "arguments": "{}"}}]}}]})
    };
    let events = [of_choice(0, "f"), of_choice(1, "g")];
    assert_eq!(
        list(&read(Api::OpenAiChat, &events)),
        ["f {}", "g: other_choice"]
    );
}

/// `Assembler`, `calls_in_response` and `Answer` read one answer alike.
#[test]
fn calls_of_another_choice_are_dropped_everywhere() {
    let candidate = |index: u64, name: &str| {
        json!({"index": index, "content": {"parts": [{"functionCall": {"name": name, "args": {}}}]},
            "finishReason": "STOP"})
    };
    let whole = json!({"candidates": [candidate(0, "f"), candidate(1, "g")]});
    let events = [
        json!({"candidates": [candidate(0, "f")]}),
        json!({"candidates": [candidate(1, "g")]}),
    ];
    let mut assembler = Assembler::new(Api::Gemini);
    for event in &events {
        assembler.push(&event.to_string()).expect("an event");
    }
    let of_body = calls_in_response(Api::Gemini, &whole.to_string()).expect("calls");
    let answer = body(Api::Gemini, &whole.to_string());
    let streamed = read(Api::Gemini, &events);
    for found in [assembler.finish(), of_body] {
        assert_eq!(
            (&found.calls, &found.dropped),
            (&answer.calls, &answer.dropped)
        );
        assert_eq!(
            (&found.calls, &found.dropped),
            (&streamed.calls, &streamed.dropped)
        );
        assert_eq!(found.dropped[0].reason, DropReason::OtherChoice);
    }
}

#[test]
fn an_error_event_drops_the_last_call_of_each_api() {
    for (api, error) in [
        (Api::OpenAiChat, json!({"error": {"message": "overloaded"}})),
        (
            Api::Anthropic,
            json!({"type": "error", "error": {"type": "overloaded_error"}}),
        ),
        (
            Api::Gemini,
            json!({"error": {"code": 503, "message": "overloaded"}}),
        ),
        (Api::Ollama, json!({"error": "overloaded"})),
    ] {
        let mut assembler = Assembler::new(api);
        let mut events = stream_of(api);
        events.pop();
        if api == Api::Anthropic {
            events.pop();
        }
        for event in events.iter().chain([&error]) {
            assembler.push(&event.to_string()).expect("an event");
        }
        let found = assembler.finish();
        assert_eq!(found.calls.len(), 1, "{api:?}");
        assert_eq!(found.dropped[0].reason, DropReason::Failed, "{api:?}");
    }
}

#[test]
fn a_name_that_grows_is_not_joined() {
    let event = |id: Option<&str>, name: &str, arguments: &str| {
        json!({"choices": [{"index": 0, "delta": {"tool_calls": [{"index": 0, "id": id,
            "function": {"name": name, "arguments": arguments}}]}}]})
    };
    let end = json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]});
    let id = Some("a");
    for (events, expected) in [
        // Each piece has the ID and the name so far.
        (
            [
                event(id, "read", ""),
                event(id, "read_file", ""),
                event(None, "", "{}"),
            ],
            "read_file {}",
        ),
        // The name comes in pieces.
        (
            [
                event(id, "read", ""),
                event(None, "_file", ""),
                event(None, "", "{}"),
            ],
            "read_file {}",
        ),
        // The name is repeated.
        (
            [
                event(id, "read", ""),
                event(id, "read", ""),
                event(None, "", "{}"),
            ],
            "read {}",
        ),
        // It may be a piece, or the whole name.
        (
            [
                event(id, "re", ""),
                event(None, "read", ""),
                event(None, "", "{}"),
            ],
            "read: inconsistent",
        ),
    ] {
        let events = [&events[..], std::slice::from_ref(&end)].concat();
        assert_eq!(list(&read(Api::OpenAiChat, &events)), [expected]);
    }
}
