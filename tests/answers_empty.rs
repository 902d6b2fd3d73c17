//! Calls whose arguments are an empty text: the reader decides.

use insta::assert_snapshot;
use serde_json::{Value, json};
use tool_core::answer::{Answer, AnswerStream};
use tool_core::call::{Api, DropReason};
use tool_core::{Definition, Finish, Input};

fn tool(properties: &Value, required: &[&str]) -> Definition {
    let schema = json!({"type": "object", "properties": properties, "required": required,
        "additionalProperties": false});
    Definition::new("now", "Returns the time.", schema).expect("a definition")
}

fn tools() -> [Definition; 3] {
    let zone = json!({"zone": {"type": "string"}});
    [
        tool(&json!({}), &[]),
        tool(&zone, &[]),
        tool(&zone, &["zone"]),
    ]
}

/// Returns the outcome for a tool without properties, with an optional one, and with a required one.
fn outcomes(answer: &Answer) -> String {
    let [call] = &answer.calls[..] else {
        let dropped = answer.dropped.iter().map(|dropped| dropped.reason.as_str());
        return format!("dropped: {}", dropped.collect::<Vec<_>>().join(", "));
    };
    let outcomes = tools().map(|tool| match tool.parse(call) {
        Ok(value) => value.to_string(),
        Err(error) => {
            let text = error.to_string();
            text.rsplit("Errors: ")
                .next()
                .unwrap_or_default()
                .to_owned()
        }
    });
    outcomes.join(" | ")
}

fn chat(arguments: Option<Value>, finish: &Value) -> Value {
    let mut call = json!({"id": "c1", "type": "function", "function": {"name": "now"}});
    if let Some(arguments) = arguments {
        call["function"]["arguments"] = arguments;
    }
    json!({"choices": [{"index": 0, "finish_reason": finish,
        "message": {"role": "assistant", "content": null, "tool_calls": [call]}}]})
}

fn read(api: Api, body: &Value) -> Answer {
    Answer::from_body(api, &body.to_string()).expect("an answer")
}

fn read_stream(api: Api, events: &[Value]) -> Answer {
    let mut stream = AnswerStream::new(api);
    for event in events {
        match event.as_str() {
            Some(text) => stream.push(text).expect("an event"),
            None => stream.push(&event.to_string()).expect("an event"),
        }
    }
    stream.finish().expect("an answer")
}

/// The three forms of empty arguments have one meaning, in bodies and streams.
#[test]
fn empty_arguments_are_read_by_the_end_of_the_answer() {
    for arguments in [None, Some(json!(null)), Some(json!("")), Some(json!(" \n"))] {
        let of_body =
            |finish: Value| outcomes(&read(Api::OpenAiChat, &chat(arguments.clone(), &finish)));
        let of_stream = |finish: Value| {
            let mut event = chat(arguments.clone(), &json!(null));
            let choice = event["choices"][0].as_object_mut().expect("a choice");
            let message = choice.remove("message").expect("a message");
            choice.insert("delta".to_owned(), message);
            let end = json!({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]});
            outcomes(&read_stream(
                Api::OpenAiChat,
                &[event, end, json!("[DONE]")],
            ))
        };
        let complete = "{} | {} | zone: Required (the arguments are empty)";
        for finish in ["tool_calls", "stop", "function_call"] {
            assert_eq!(of_body(json!(finish)), complete, "{arguments:?} {finish}");
            assert_eq!(of_stream(json!(finish)), complete, "{arguments:?} {finish}");
        }
        let unclear = "{} | the arguments are empty; send {} for a call without arguments | \
                       zone: Required (the arguments are empty)";
        for finish in [json!("length"), json!("unheard_of"), json!(null)] {
            assert_eq!(of_body(finish.clone()), unclear, "{arguments:?} {finish}");
            assert_eq!(of_stream(finish.clone()), unclear, "{arguments:?} {finish}");
        }
        for (finish, reason) in [
            ("content_filter", "filtered"),
            ("refusal", "refused"),
            ("error", "failed"),
        ] {
            let dropped = format!("dropped: {reason}");
            assert_eq!(of_body(json!(finish)), dropped, "{arguments:?}");
            assert_eq!(of_stream(json!(finish)), dropped, "{arguments:?}");
        }
    }
}

/// Later output and the status of an item show that nothing is missing.
#[test]
fn empty_arguments_are_complete_if_output_follows() {
    let call = |name: &str, arguments: &str| json!({"id": name, "type": "function", "function": {"name": name, "arguments": arguments}});
    let body = json!({"choices": [{"index": 0, "finish_reason": "length", "message":
        {"tool_calls": [call("now", ""), call("other", "{\"a\": 1}")]}}]});
    let answer = read(Api::OpenAiChat, &body);
    assert_eq!(answer.calls.len(), 1);
    assert_eq!(
        outcomes(&answer),
        "{} | {} | zone: Required (the arguments are empty)"
    );

    for (status, expected) in [
        (
            "completed",
            "{} | {} | zone: Required (the arguments are empty)",
        ),
        (
            "incomplete",
            "{} | the arguments are empty; send {} for a call without arguments | \
             zone: Required (the arguments are empty)",
        ),
    ] {
        let item = json!({"type": "function_call", "id": "f1", "call_id": "c1", "name": "now",
            "arguments": "", "status": status});
        let body = json!({"object": "response", "status": "incomplete",
            "incomplete_details": {"reason": "max_output_tokens"}, "output": [item]});
        assert_eq!(
            outcomes(&read(Api::OpenAiResponses, &body)),
            expected,
            "{status}"
        );
        let events = [
            json!({"type": "response.output_item.added", "output_index": 0, "item": item}),
            json!({"type": "response.output_item.done", "output_index": 0, "item": item}),
            json!({"type": "response.incomplete", "response": body}),
        ];
        assert_eq!(
            outcomes(&read_stream(Api::OpenAiResponses, &events)),
            expected,
            "{status}"
        );
    }
}

/// A name may arrive in pieces, so a call without arguments is not complete if the stream broke off.
#[test]
fn empty_arguments_of_a_stream_that_broke_off_are_dropped() {
    let begin = json!({"choices": [{"index": 0, "delta": {"tool_calls": [
        {"index": 0, "id": "c1", "function": {"name": "now", "arguments": ""}}]}}]});
    let answer = read_stream(Api::OpenAiChat, &[begin]);
    assert_eq!(answer.stop.as_str(), "disconnected");
    assert_eq!(answer.dropped[0].reason, DropReason::Disconnected);
}

/// Providers that send an object close it, so an empty one may be cut off.
#[test]
fn an_empty_object_of_a_truncated_answer_is_dropped() {
    let body = json!({"type": "message", "role": "assistant", "stop_reason": "max_tokens",
        "content": [{"type": "tool_use", "id": "c1", "name": "now", "input": {}}]});
    let answer = read(Api::Anthropic, &body);
    assert_eq!(outcomes(&answer), "dropped: empty");
    assert_snapshot!(answer.dropped[0].message(), @"The output was cut off before the arguments began, so the call did not run. Call the tool again.");
    let events = [
        json!({"type": "message_start", "message": {"role": "assistant"}}),
        json!({"type": "content_block_start", "index": 0, "content_block": body["content"][0]}),
        json!({"type": "content_block_stop", "index": 0}),
        json!({"type": "message_delta", "delta": {"stop_reason": "max_tokens"}}),
        json!({"type": "message_stop"}),
    ];
    assert_eq!(
        outcomes(&read_stream(Api::Anthropic, &events)),
        "dropped: empty"
    );
}

/// The rule belongs to the reader, so it holds for each caller that knows the end.
#[test]
fn the_reader_reads_blank_text_by_its_end() {
    let [none, optional, required] = tools();
    for finish in [Finish::Complete, Finish::Unknown, Finish::Truncated] {
        assert!(none.parse(Input::from("").finish(finish)).is_ok());
        let is_cut = finish == Finish::Truncated;
        assert_eq!(
            optional.parse(Input::from("").finish(finish)).is_err(),
            is_cut
        );
        let error = required.parse(Input::from(" ").finish(finish)).unwrap_err();
        assert!(error.to_string().contains("zone: Required"), "{error}");
    }
    // A map takes arguments, too.
    let schema = json!({"type": "object", "additionalProperties": {"type": "string"}});
    let map = Definition::new("now", "Returns the time.", schema).expect("a definition");
    assert!(
        map.parse(Input::from("").finish(Finish::Truncated))
            .is_err()
    );
    assert!(map.parse(Input::from("")).is_ok());
}
