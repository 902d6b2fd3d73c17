//! Differences of servers with the API of `OpenAI` Chat, in bodies and in streams.

use serde_json::{Value, json};
use tool_core::Definitions;
use tool_core::answer::{Answer, AnswerStream, CallResult, Delta};
use tool_core::call::{Api, Partial, calls_in_response};
use tool_core::text::TextOptions;

fn from_body(message: &Value, finish_reason: &str) -> Answer {
    let choice = json!({"index": 0, "finish_reason": finish_reason, "message": message});
    let body = json!({"choices": [choice]}).to_string();
    Answer::from_body(Api::OpenAiChat, &body).expect("an answer")
}

fn from_deltas(deltas: &[Value], finish_reason: &str) -> Answer {
    let mut stream = AnswerStream::new(Api::OpenAiChat);
    for delta in deltas {
        let event = json!({"choices": [{"index": 0, "delta": delta}]});
        stream.push(&event.to_string()).expect("an event");
    }
    let end = json!({"choices": [{"index": 0, "delta": {}, "finish_reason": finish_reason}]});
    stream.push(&end.to_string()).expect("an event");
    stream.finish().expect("an answer")
}

fn call(id: Option<&str>, name: &str, arguments: &str) -> Value {
    let function = json!({"name": name, "arguments": arguments});
    match id {
        Some(id) => json!({"index": 0, "id": id, "type": "function", "function": function}),
        None => json!({"index": 0, "type": "function", "function": function}),
    }
}

fn calls(answer: &Answer) -> Vec<(Option<&str>, &str, &str)> {
    let calls = answer.calls.iter();
    calls
        .map(|call| (call.id.as_deref(), &*call.name, &*call.raw))
        .collect()
}

/// Returns the assistant message and the messages with the results.
fn round(answer: &Answer) -> Vec<Value> {
    let results = answer.calls.iter().map(|_| CallResult::text("done"));
    let mut messages = answer.turn().to_vec();
    messages.extend(answer.results(results).expect("a result for each call"));
    messages
}

/// The API accepts the older form only with results of the older role.
#[test]
fn an_older_function_call_is_answered_in_its_own_form() {
    let expected = [
        json!({"role": "assistant",
            "function_call": {"name": "wait", "arguments": "{\"s\": 5}"}}),
        json!({"role": "function", "name": "wait", "content": "done"}),
    ];
    let message = json!({"role": "assistant", "content": null,
        "function_call": {"name": "wait", "arguments": "{\"s\": 5}"}});
    assert_eq!(round(&from_body(&message, "function_call")), expected);
    let pieces = [
        json!({"function_call": {"name": "wait", "arguments": ""}}),
        json!({"function_call": {"arguments": "{\"s\""}}),
        json!({"function_call": {"arguments": ": 5}"}}),
    ];
    assert_eq!(round(&from_deltas(&pieces, "function_call")), expected);
}

#[test]
fn a_call_in_both_forms_is_one_call() {
    let message = json!({"tool_calls": [call(Some("c1"), "wait", "{}")],
        "function_call": {"name": "wait", "arguments": "{}"}});
    let expected = [(Some("c1"), "wait", "{}")];
    assert_eq!(calls(&from_body(&message, "tool_calls")), expected);
    assert_eq!(calls(&from_deltas(&[message], "tool_calls")), expected);
}

/// The API requires an ID in a request. Some servers send none, or an empty one.
#[test]
fn calls_without_an_id_get_one_in_the_next_request() {
    let list = json!({"tool_calls": [
        call(None, "wait", "{\"s\":1}"),
        call(Some("call_1"), "wait", "{\"s\":2}"),
        call(Some(""), "wait", "{\"s\":3}"),
    ]});
    let answer = from_body(&list, "tool_calls");
    assert_eq!(answer.calls[0].id, None);
    let messages = round(&answer);
    let asked = messages[0]["tool_calls"].as_array().expect("calls");
    let ids: Vec<_> = asked.iter().map(|call| call["id"].as_str()).collect();
    assert_eq!(ids, [Some("call_2"), Some("call_1"), Some("call_3")]);
    let answered = messages[1..].iter();
    let answered: Vec<_> = answered
        .map(|message| message["tool_call_id"].as_str())
        .collect();
    assert_eq!(answered, ids);
    // A dropped call is answered, too.
    let answer = from_body(
        &json!({"tool_calls": [call(None, "wait", "{\"s\"")]}),
        "length",
    );
    assert_eq!(round(&answer)[1]["content"], answer.dropped[0].message());
}

#[test]
fn arguments_that_a_server_repeats_or_replaces_are_read_once() {
    // The last event repeats the whole call.
    let whole = json!({"tool_calls": [call(Some("c1"), "wait", "{\"s\":5}")]});
    let expected = [(Some("c1"), "wait", "{\"s\":5}")];
    assert_eq!(
        calls(&from_deltas(&[whole.clone(), whole], "tool_calls")),
        expected
    );
    // An empty object comes before the pieces.
    let pieces = [
        json!({"tool_calls": [call(Some("c1"), "wait", "{}")]}),
        json!({"tool_calls": [{"index": 0, "function": {"arguments": "{\"s\""}}]}),
        json!({"tool_calls": [{"index": 0, "function": {"arguments": ":5}"}}]}),
    ];
    assert_eq!(calls(&from_deltas(&pieces, "tool_calls")), expected);
    // Each piece has the name and a new ID.
    let pieces = [
        json!({"tool_calls": [call(Some("c1"), "wait", "{\"s\"")]}),
        json!({"tool_calls": [call(Some("c2"), "wait", ":5}")]}),
    ];
    assert_eq!(calls(&from_deltas(&pieces, "tool_calls")), expected);
}

/// Alternatives are not one answer: each may contain the same call.
#[test]
fn only_the_first_of_several_choices_is_the_answer() {
    let choice = |index: u64| {
        json!({"index": index, "finish_reason": "tool_calls", "message": {
            "content": format!("choice {index}"),
            "tool_calls": [call(Some(&format!("c{index}")), "wait", "{}")],
        }})
    };
    let body = json!({"choices": [choice(0), choice(1)]}).to_string();
    let answer = Answer::from_body(Api::OpenAiChat, &body).expect("an answer");
    assert_eq!(
        (&*answer.text, calls(&answer)),
        ("choice 0", vec![(Some("c0"), "wait", "{}")])
    );
    let all = calls_in_response(Api::OpenAiChat, &body).expect("calls");
    assert_eq!(
        (all.calls, all.dropped),
        (answer.calls.clone(), answer.dropped.clone())
    );

    let mut stream = AnswerStream::new(Api::OpenAiChat);
    for index in [1, 0] {
        let mut choice = choice(index);
        choice["delta"] = choice["message"].take();
        stream
            .push(&json!({"choices": [choice]}).to_string())
            .expect("an event");
    }
    let streamed = stream.finish().expect("an answer");
    assert_eq!((streamed.text, streamed.calls), (answer.text, answer.calls));
}

#[test]
fn finish_reasons_of_compatible_servers_are_known() {
    let reasons = [
        ("eos", "done"),
        ("eos_token", "done"),
        ("STOP", "done"),
        ("stop_sequence", "done"),
        ("tool_use", "tool_calls"),
        ("MAX_TOKENS", "truncated"),
        ("model_length", "truncated"),
        ("model_context_window_exceeded", "truncated"),
        ("sensitive", "filtered"),
        ("network_error", "error"),
        ("cancelled", "error"),
        ("timeout", "error"),
        ("function_call_filter: MALFORMED_FUNCTION_CALL", "error"),
        ("brand_new", "other"),
    ];
    for (reason, stop) in reasons {
        let answer = from_body(&json!({"content": "x"}), reason);
        assert_eq!(answer.stop.as_str(), stop, "{reason}");
    }
}

#[test]
fn usage_is_found_where_servers_report_it() {
    let usage = json!({"prompt_tokens": 3, "completion_tokens": 4});
    let end = json!({"index": 0, "delta": {}, "finish_reason": "stop"});
    let mut of_moonshot = end.clone();
    of_moonshot["usage"] = usage.clone();
    for event in [
        json!({"choices": [], "usage": usage}),
        json!({"choices": [of_moonshot]}),
        json!({"choices": [end], "x_groq": {"id": "req_1", "usage": usage}}),
    ] {
        let mut stream = AnswerStream::new(Api::OpenAiChat);
        stream.push(&event.to_string()).expect("an event");
        let usage = stream.finish().expect("an answer").usage;
        assert_eq!((usage.input, usage.output), (Some(3), Some(4)), "{event}");
    }
}

#[test]
fn tokens_from_a_cache_are_found_where_servers_report_them() {
    for usage in [
        json!({"prompt_tokens_details": {"cached_tokens": 7}}),
        json!({"prompt_cache_hit_tokens": 7, "prompt_cache_miss_tokens": 2}),
        json!({"cached_tokens": 7}),
    ] {
        let body = json!({"choices": [], "usage": usage}).to_string();
        let answer = Answer::from_body(Api::OpenAiChat, &body).expect("an answer");
        assert_eq!(answer.usage.cache_read, Some(7), "{usage}");
    }
}

#[test]
fn a_refusal_is_text_for_the_user() {
    let answer = from_body(&json!({"content": null, "refusal": "I cannot."}), "stop");
    assert_eq!(
        (&*answer.text, answer.stop.as_str()),
        ("I cannot.", "refused")
    );
    let pieces = [json!({"refusal": "I "}), json!({"refusal": "cannot."})];
    assert_eq!(from_deltas(&pieces, "stop").text, "I cannot.");
}

#[test]
fn reasoning_is_found_in_each_of_its_members() {
    for message in [
        json!({"reasoning": "Hm."}),
        json!({"reasoning_content": "Hm."}),
        json!({"reasoning_details": [{"type": "reasoning.text", "text": "Hm."}]}),
        json!({"reasoning_details": [{"type": "reasoning.summary", "summary": "Hm."}]}),
        json!({"reasoning": "Hm.",
            "reasoning_details": [{"type": "reasoning.text", "text": "Hm."}]}),
        json!({"content": [{"type": "thinking", "thinking": "Hm."}]}),
    ] {
        assert_eq!(from_body(&message, "stop").reasoning, "Hm.", "{message}");
        assert_eq!(
            from_deltas(std::slice::from_ref(&message), "stop").reasoning,
            "Hm.",
            "{message}"
        );
    }
}

/// `OpenRouter` reports the failure of a provider in the choice.
#[test]
fn an_error_in_the_choice_is_an_error() {
    let body = json!({"choices": [{"finish_reason": "error", "message": {"content": ""},
        "error": {"code": 502, "message": "the provider failed"}}]});
    let error = Answer::from_body(Api::OpenAiChat, &body.to_string()).expect_err("an error");
    assert_eq!(
        error.to_string(),
        "the provider reported an error: the provider failed"
    );
}

/// Groq reports why it ended a stream early.
#[test]
fn an_error_of_groq_is_an_error() {
    let events = [
        json!({"choices": [{"index": 0, "delta": {"content": "It"}}]}),
        json!({"choices": [], "x_groq": {"id": "r1", "error": "over capacity"}}),
    ];
    let mut stream = AnswerStream::new(Api::OpenAiChat);
    for event in events {
        stream.push(&event.to_string()).expect("an event");
    }
    let error = stream.finish().expect_err("an error");
    assert_eq!(
        error.to_string(),
        "the provider reported an error: over capacity"
    );
}

/// Servers of open models leave calls in the content if they have no parser for the model.
#[test]
fn calls_in_the_text_of_a_stream_are_read_when_selected() {
    let text =
        "I wait.\n<tool_call>\n{\"name\": \"wait\", \"arguments\": {\"s\": 5}}\n</tool_call>";
    for size in [1, 2, 3, 7, text.len()] {
        let mut stream = AnswerStream::new(Api::OpenAiChat)
            .text_calls(&Definitions::default(), TextOptions::new());
        let (mut shown, mut names) = (String::new(), Vec::new());
        let characters: Vec<_> = text.chars().collect();
        for piece in characters.chunks(size) {
            let piece: String = piece.iter().collect();
            let event = json!({"choices": [{"delta": {"content": piece}}]});
            stream.push(&event.to_string()).expect("an event");
            for delta in stream.take_deltas() {
                match delta {
                    Delta::Text(text) => shown.push_str(&text),
                    Delta::Call { index, .. } => {
                        let call = stream.partial().nth(index).expect("a call");
                        names.push(call.name.to_owned());
                    }
                    _ => {}
                }
            }
        }
        let end = json!({"choices": [{"delta": {}, "finish_reason": "stop"}]});
        stream.push(&end.to_string()).expect("an event");
        let answer = stream.finish().expect("an answer");
        assert_eq!(
            (shown.trim(), &*answer.text),
            ("I wait.", "I wait."),
            "{size}"
        );
        assert_eq!(
            calls(&answer),
            [(Some("text_call_1"), "wait", "{\"s\": 5}")],
            "{size}"
        );
        assert_eq!(answer.stop.as_str(), "tool_calls", "{size}");
        // The last piece may contain the whole call.
        assert!(
            size == text.len() || names.contains(&"wait".to_owned()),
            "{size}: {names:?}"
        );
        assert_eq!(round(&answer).len(), 2, "{size}");
    }
    // A call that is cut off is dropped.
    let cut = &text[..text.len() - 14];
    let event = json!({"choices": [{"delta": {"content": cut}, "finish_reason": "length"}]});
    let mut stream =
        AnswerStream::new(Api::OpenAiChat).text_calls(&Definitions::default(), TextOptions::new());
    stream.push(&event.to_string()).expect("an event");
    let answer = stream.finish().expect("an answer");
    assert_eq!((answer.calls.len(), answer.dropped.len()), (0, 1));
    let [turn, result] = &round(&answer)[..] else {
        panic!("a turn and a result");
    };
    let arguments = &turn["tool_calls"][0]["function"]["arguments"];
    assert_eq!(arguments, "{\"s\": 5}");
    assert_eq!(result["tool_call_id"], "text_call_1");
}

/// As for the calls of other answers: all calls, in order, with the part of their arguments.
#[test]
fn partial_shows_the_arguments_of_all_calls_in_the_text() {
    let (first, second) = (json!({"s": 5}), json!({"t": "long"}));
    for text in [
        "[TOOL_CALLS][{\"name\": \"a\", \"arguments\": {\"s\": 5}}, \
         {\"name\": \"b\", \"arguments\": {\"t\": \"long\"}}]",
        "<tool_call>\n{\"name\": \"a\", \"arguments\": {\"s\": 5}}\n</tool_call>\n\
         <tool_call>\n{\"arguments\": {\"t\": \"long\"}, \"name\": \"b\"}\n</tool_call>",
        "{\"name\": \"a\", \"parameters\": {\"s\": 5}}; \
         {\"name\": \"b\", \"parameters\": {\"t\": \"long\"}}",
    ] {
        let mut stream = AnswerStream::new(Api::OpenAiChat)
            .text_calls(&Definitions::default(), TextOptions::new());
        let mut shown = Vec::new();
        for piece in text.chars() {
            let event = json!({"choices": [{"delta": {"content": piece}}]});
            stream.push(&event.to_string()).expect("an event");
            let calls = stream.partial().map(|call| {
                let arguments = call.arguments.map_or_else(|| json!({}), Partial::to_value);
                (call.name.to_owned(), arguments)
            });
            let calls: Vec<_> = calls.collect();
            assert!(calls.len() >= shown.len(), "{text}: {calls:?}");
            shown = calls;
            for ((name, arguments), expected) in shown.iter().zip(["a", "b"]) {
                let keys = arguments.as_object().into_iter().flatten();
                let keys: Vec<_> = keys.map(|(key, _)| key.as_str()).collect();
                let key = if expected == "a" { "s" } else { "t" };
                assert_eq!(name, expected, "{text}");
                assert!(keys.is_empty() || keys == [key], "{text}: {shown:?}");
            }
        }
        let expected = [
            ("a".to_owned(), first.clone()),
            ("b".to_owned(), second.clone()),
        ];
        assert_eq!(shown, expected, "{text}");
    }
}

/// Some servers send the name after the arguments.
#[test]
fn a_name_after_the_arguments_belongs_to_the_same_call() {
    for index in [json!(0), json!("0")] {
        let pieces = [
            json!({"tool_calls": [{"index": index, "id": "c1",
                "function": {"arguments": "{\"s\":5}"}}]}),
            json!({"tool_calls": [{"index": index,
                "function": {"name": "wait", "arguments": ""}}]}),
        ];
        let answer = from_deltas(&pieces, "tool_calls");
        assert_eq!(
            calls(&answer),
            [(Some("c1"), "wait", "{\"s\":5}")],
            "{index}"
        );
        assert_eq!(
            round(&answer)[0]["tool_calls"][0]["function"]["name"],
            "wait"
        );
    }
}

/// Some servers end each stream with `stop`.
#[test]
fn a_later_finish_reason_does_not_undo_a_truncation() {
    let mut stream = AnswerStream::new(Api::OpenAiChat);
    for reason in ["length", "stop"] {
        let delta = json!({"content": "It is"});
        let event = json!({"choices": [{"delta": delta, "finish_reason": reason}]});
        stream.push(&event.to_string()).expect("an event");
    }
    assert_eq!(
        stream.finish().expect("an answer").stop.as_str(),
        "truncated"
    );
}

/// `SGLang` numbers the first piece of a call by the tool, and its other pieces by the call.
#[test]
fn pieces_with_the_index_of_another_call_continue_the_last_one() {
    let start = |index: u64, id: &str, name: &str| {
        json!({"tool_calls": [{"index": index, "id": id,
            "function": {"name": name, "arguments": ""}}]})
    };
    let rest = |index: u64, piece: &str| json!({"tool_calls": [{"index": index, "function": {"arguments": piece}}]});
    for (first, second) in [(2, 5), (1, 0), (0, 1), (1, 2)] {
        let pieces = [
            start(first, "c1", "wait"),
            rest(0, "{\"s\":"),
            rest(0, "5}"),
            start(second, "c2", "stop"),
            rest(1, "{\"t\":"),
            rest(1, "6}"),
        ];
        let answer = from_deltas(&pieces, "tool_calls");
        assert_eq!(
            calls(&answer),
            [
                (Some("c1"), "wait", "{\"s\":5}"),
                (Some("c2"), "stop", "{\"t\":6}"),
            ],
            "{first} {second}"
        );
        let turn = &round(&answer)[0]["tool_calls"];
        assert_eq!(turn[0]["function"]["arguments"], "{\"s\":5}");
        assert_eq!(turn[1]["id"], "c2");
    }
}
