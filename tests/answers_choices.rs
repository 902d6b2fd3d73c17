//! Calls in several choices of a response: each is a call of the answer, or a dropped one.

use insta::assert_snapshot;
use serde_json::{Value, json};
use tool_core::answer::{Answer, AnswerStream, CallResult};
use tool_core::call::{Api, DropReason, calls_in_response};

fn call(name: &str) -> Value {
    json!({"index": 0, "id": name, "type": "function",
        "function": {"name": name, "arguments": "{\"a\": 1}"}})
}

fn choice(finish: &str, content: &str, calls: &[Value]) -> Value {
    let mut message = json!({"role": "assistant", "content": content});
    if !calls.is_empty() {
        message["tool_calls"] = calls.into();
    }
    json!({"finish_reason": finish, "message": message})
}

/// Returns the answer of the choices as a body, and as a stream with one event per choice. Without an
/// index, all choices of a stream are the first one.
fn read(choices: &[Value], has_index: bool) -> Vec<Answer> {
    let mut choices = choices.to_vec();
    if has_index {
        for (index, choice) in choices.iter_mut().enumerate() {
            choice["index"] = index.into();
        }
    }
    let body = json!({"choices": choices});
    let mut answers = vec![Answer::from_body(Api::OpenAiChat, &body.to_string()).expect("a body")];
    if has_index {
        let mut stream = AnswerStream::new(Api::OpenAiChat);
        for mut choice in choices {
            choice["delta"] = choice["message"].take();
            let event = json!({"choices": [choice]});
            stream.push(&event.to_string()).expect("an event");
        }
        answers.push(stream.finish().expect("an answer"));
    }
    answers
}

fn list(answer: &Answer) -> (Vec<&str>, Vec<(&str, DropReason)>) {
    let calls = answer.calls.iter().map(|call| &*call.name);
    let dropped = answer.dropped.iter();
    let dropped = dropped.map(|call| (&*call.name, call.reason));
    (calls.collect(), dropped.collect())
}

/// The first choice is not an answer: it has neither text nor calls.
#[test]
fn calls_of_another_choice_are_the_answer_if_the_first_one_is_empty() {
    let choices = [
        choice("stop", "", &[]),
        choice("tool_calls", "", &[call("f")]),
    ];
    for has_index in [false, true] {
        for answer in read(&choices, has_index) {
            assert_eq!(list(&answer), (vec!["f"], vec![]));
            assert_eq!(answer.stop.as_str(), "tool_calls");
            assert_eq!(
                answer
                    .results([CallResult::text("1")])
                    .expect("a result")
                    .len(),
                1
            );
        }
    }
}

/// The first choice is complete, so the other one is an alternative to it.
#[test]
fn calls_of_another_choice_than_a_complete_answer_are_dropped() {
    let choices = [
        choice("stop", "Hi", &[]),
        choice("tool_calls", "", &[call("f")]),
    ];
    for has_index in [false, true] {
        for answer in read(&choices, has_index) {
            assert_eq!(
                list(&answer),
                (vec![], vec![("f", DropReason::OtherChoice)])
            );
            assert_eq!((&*answer.text, answer.stop.as_str()), ("Hi", "done"));
            assert!(answer.dropped[0].reason.is_of_provider());
        }
    }
}

#[test]
fn the_model_is_told_about_a_call_of_another_choice() {
    let choices = [
        choice("stop", "Hi", &[]),
        choice("tool_calls", "", &[call("f")]),
    ];
    let messages = read(&choices, true)[0].results([]).expect("no result");
    assert_eq!(messages.len(), 1);
    assert_snapshot!(messages[0]["content"].as_str().expect("a text"), @"The call was in another choice of the response, so it did not run. If it is needed, make the same call again.");
}

/// The model must not repeat an alternative to a call that has run.
#[test]
fn calls_of_alternatives_are_dropped_without_a_text_for_the_model() {
    let choices = [
        choice("tool_calls", "", &[call("f")]),
        choice("tool_calls", "", &[call("g"), call("h")]),
    ];
    for has_index in [false, true] {
        for answer in read(&choices, has_index) {
            let dropped = [
                ("g", DropReason::OtherChoice),
                ("h", DropReason::OtherChoice),
            ];
            assert_eq!(list(&answer), (vec!["f"], dropped.to_vec()));
            assert_eq!(
                answer
                    .results([CallResult::text("1")])
                    .expect("a result")
                    .len(),
                1
            );
        }
    }
    let body = json!({"choices": choices}).to_string();
    let all = calls_in_response(Api::OpenAiChat, &body).expect("a body");
    assert_eq!((all.calls.len(), all.dropped.len()), (1, 2));
}

/// The custom tools of `OpenAI` have no JSON as arguments.
#[test]
fn custom_calls_of_another_choice_are_dropped() {
    let custom = json!({"id": "c", "type": "custom", "custom": {"name": "sql", "input": "x"}});
    let choices = [
        choice("stop", "Hi", &[]),
        choice("tool_calls", "", &[custom]),
    ];
    for answer in read(&choices, true) {
        assert_eq!(
            list(&answer),
            (vec![], vec![("sql", DropReason::OtherChoice)])
        );
    }
}

#[test]
fn calls_of_another_candidate_of_gemini_are_dropped() {
    let candidate = |part: Value| json!({"content": {"parts": [part]}, "finishReason": "STOP"});
    let call = || candidate(json!({"functionCall": {"name": "f", "args": {}}}));
    for (first, expected) in [
        (
            candidate(json!({"text": "Hi"})),
            (vec![], vec![("f", DropReason::OtherChoice)]),
        ),
        (
            json!({"content": {"parts": []}, "finishReason": "STOP"}),
            (vec!["f"], vec![]),
        ),
    ] {
        let body = json!({"candidates": [first, call()]});
        let answer = Answer::from_body(Api::Gemini, &body.to_string()).expect("an answer");
        assert_eq!(list(&answer), expected);
    }
}

/// Reads a stream whose answers have these indexes and texts, with an end if `ends`.
fn read_texts(api: Api, texts: &[(u64, &str)], ends: bool) -> Answer {
    let mut stream = AnswerStream::new(api);
    for (index, text) in texts {
        let mut answer = if api == Api::Gemini {
            json!({"index": index, "content": {"role": "model", "parts": [{"text": text}]}})
        } else {
            json!({"index": index, "delta": {"content": text}})
        };
        let (list, end) = match api {
            Api::Gemini => ("candidates", "finishReason"),
            _ => ("choices", "finish_reason"),
        };
        if ends {
            answer[end] = json!("stop");
        }
        let event = json!({list: [answer]});
        stream.push(&event.to_string()).expect("an event");
    }
    stream.finish().expect("an answer")
}

#[test]
fn the_only_answer_of_a_stream_is_read_whatever_its_index() {
    for api in [Api::OpenAiChat, Api::Gemini] {
        for (ends, stop) in [(true, "done"), (false, "disconnected")] {
            let answer = read_texts(api, &[(1, "He"), (1, "llo")], ends);
            assert_eq!((&*answer.text, answer.stop.as_str()), ("Hello", stop));
            assert!(answer.turn()[0].to_string().contains("Hello"), "{api:?}");
            // The first answer has no output. The next one is read.
            let answer = read_texts(api, &[(2, "B"), (1, "A")], ends);
            assert_eq!(answer.text, "A", "{api:?}");
            // An alternative answer is not read.
            let answer = read_texts(api, &[(1, "A"), (0, "Hello"), (1, "B")], ends);
            assert_eq!((&*answer.text, answer.stop.as_str()), ("Hello", stop));
        }
    }
}

#[test]
fn the_text_in_front_of_the_calls_of_another_choice_is_read() {
    let text = json!({"index": 1, "delta": {"content": "Let me"}});
    let mut calls = json!({"index": 1, "delta": {}, "finish_reason": "tool_calls"});
    calls["delta"]["tool_calls"] = json!([call("f")]);
    let mut stream = AnswerStream::new(Api::OpenAiChat);
    for choice in [text, calls] {
        let event = json!({"choices": [choice]});
        stream.push(&event.to_string()).expect("an event");
    }
    let answer = stream.finish().expect("an answer");
    assert_eq!(
        (&*answer.text, list(&answer)),
        ("Let me", (vec!["f"], vec![]))
    );
    let parts = json!([{"text": "Let me"}, {"functionCall": {"name": "f", "args": {}}}]);
    let candidate = json!({"index": 1, "content": {"parts": parts}, "finishReason": "STOP"});
    let mut stream = AnswerStream::new(Api::Gemini);
    let event = json!({"candidates": [candidate]});
    stream.push(&event.to_string()).expect("an event");
    let answer = stream.finish().expect("an answer");
    assert_eq!(
        (&*answer.text, list(&answer)),
        ("Let me", (vec!["f"], vec![]))
    );
}
