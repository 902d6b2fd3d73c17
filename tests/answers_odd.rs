//! Answers that break the rules of their API, written by hand: nothing runs that nobody meant, and
//! nothing is lost in silence.

use serde_json::{Value, json};
use tests::check_answer;
use tool_core::answer::{Answer, AnswerStream, CallResult, StopReason};
use tool_core::call::{Api, DropReason};
use tool_core::conversation::{NextStep, Step, Supervisor};
use tool_core::{Definition, Definitions};

fn read_body(api: Api, body: &Value) -> Answer {
    Answer::from_body(api, &body.to_string()).expect("an answer")
}

fn read_events(api: Api, events: &[&str]) -> Answer {
    let mut stream = AnswerStream::new(api);
    for event in events {
        stream.push(event).expect("an event");
    }
    stream.finish().expect("an answer")
}

/// Returns the name and the arguments of each call, and the reason of each dropped one.
fn list(answer: &Answer) -> (Vec<(&str, &str)>, Vec<DropReason>) {
    let calls = answer.calls.iter();
    let dropped = answer.dropped.iter().map(|call| call.reason);
    (
        calls.map(|call| (&*call.name, &*call.raw)).collect(),
        dropped.collect(),
    )
}

/// Some servers leave out a list that has one item.
#[test]
fn reads_a_call_without_its_list() {
    let function = json!({"name": "f", "arguments": "{\"a\":1}"});
    for (api, body) in [
        (
            Api::OpenAiChat,
            json!({"choices": [{"finish_reason": "tool_calls", "message":
                {"tool_calls": {"id": "c1", "type": "function", "function": function}}}]}),
        ),
        (
            Api::Anthropic,
            json!({"type": "message", "role": "assistant", "stop_reason": "tool_use", "content":
                {"type": "tool_use", "id": "c1", "name": "f", "input": {"a": 1}}}),
        ),
        (
            Api::Gemini,
            json!({"candidates": [{"finishReason": "STOP", "content": {"role": "model", "parts":
                {"functionCall": {"name": "f", "args": {"a": 1}}}}}]}),
        ),
    ] {
        let answer = read_body(api, &body);
        assert_eq!(
            list(&answer),
            (vec![("f", r#"{"a":1}"#)], vec![]),
            "{api:?}"
        );
        assert_eq!(check_answer(api, &answer, None), Ok(()), "{api:?}");
    }
}

/// The provider reports calls, and the answer has none: a loop must not end as if it were done.
#[test]
fn reported_calls_that_are_missing_are_told() {
    for message in [
        json!(null),
        json!({"tool_calls": "f()"}),
        json!({"content": ""}),
    ] {
        let body = json!({"choices": [{"finish_reason": "tool_calls", "message": message}]});
        let answer = read_body(Api::OpenAiChat, &body);
        assert_eq!(
            list(&answer),
            (vec![], vec![DropReason::Inconsistent]),
            "{body}"
        );
        let next = Supervisor::new().settle(&answer, &mut []);
        assert_eq!(next, NextStep::Continue, "{body}");
        let messages = Value::from(answer.results([]).expect("no results")).to_string();
        assert!(messages.contains("arrived damaged"), "{messages}");
    }
    // An answer with a text is an answer, whatever its reason says.
    let body = json!({"choices": [{"finish_reason": "tool_calls", "message": {"content": "Hi"}}]});
    let answer = read_body(Api::OpenAiChat, &body);
    assert_eq!(list(&answer), (vec![], vec![]));
    assert_eq!(Supervisor::new().settle(&answer, &mut []), NextStep::Done);
}

/// Go escapes `<`, `>` and `&`, and writes numbers in its own way.
#[test]
fn a_result_reaches_a_call_without_id_however_its_json_is_written() {
    for arguments in [
        r#"{"code":"if a \u003c b \u0026\u0026 c","n":1e3}"#,
        "{\n  \"code\": \"x\",\n  \"n\": 123456789012345678901234567890\n}",
    ] {
        let body = format!(
            r#"{{"done": true, "done_reason": "stop", "message": {{"role": "assistant",
            "tool_calls": [{{"function": {{"name": "run", "arguments": {arguments}}}}}]}}}}"#
        );
        let answer = Answer::from_body(Api::Ollama, &body).expect("an answer");
        let results = answer.results([CallResult::text("it ran")]);
        let results = Value::from(results.expect("a result")).to_string();
        assert!(results.contains("it ran"), "{arguments}: {results}");
    }
}

/// A server sends one call twice.
#[test]
fn a_repeated_call_with_the_same_id_runs_once() {
    let call = json!({"id": "c1", "type": "function",
        "function": {"name": "pay", "arguments": "{\"amount\":5}"}});
    let choice = json!({"index": 0, "finish_reason": "tool_calls",
        "message": {"tool_calls": [call]}});
    for body in [
        json!({"choices": [{"index": 0, "finish_reason": "tool_calls",
            "message": {"tool_calls": [call, call]}}]}),
        json!({"choices": [choice, choice]}),
    ] {
        let answer = read_body(Api::OpenAiChat, &body);
        assert_eq!(list(&answer), (vec![("pay", r#"{"amount":5}"#)], vec![]));
        assert_eq!(check_answer(Api::OpenAiChat, &answer, None), Ok(()));
    }
    // Without an ID, each call counts.
    let call = json!({"functionCall": {"name": "roll", "args": {}}});
    let body = json!({"candidates": [{"finishReason": "STOP",
        "content": {"role": "model", "parts": [call, call]}}]});
    assert_eq!(read_body(Api::Gemini, &body).calls.len(), 2);
}

/// The arguments of a call arrive as a text, so they are not `{}`.
#[test]
fn text_in_the_block_of_a_call_makes_it_inconsistent() {
    let answer = read_events(
        Api::Anthropic,
        &[
            r#"{"type": "message_start", "message": {"role": "assistant", "content": []}}"#,
            r#"{"type": "content_block_start", "index": 0, "content_block":
                {"type": "tool_use", "id": "t1", "name": "delete", "input": {}}}"#,
            r#"{"type": "content_block_delta", "index": 0, "delta":
                {"type": "text_delta", "text": "{\"path\": \"/a\"}"}}"#,
            r#"{"type": "content_block_stop", "index": 0}"#,
            r#"{"type": "message_delta", "delta": {"stop_reason": "tool_use"}}"#,
            r#"{"type": "message_stop"}"#,
        ],
    );
    assert_eq!(list(&answer), (vec![], vec![DropReason::Inconsistent]));
}

fn stream_text(pieces: [&str; 2]) -> Answer {
    let part = |inside: &str, end: &str| {
        format!(
            r#"{{"candidates": [{{"content": {{"role": "model", "parts": [{{"functionCall": {{{inside}}}}}]}}{end}}}]}}"#
        )
    };
    let piece = |text: &str, more: bool| {
        let partial =
            format!(r#"{{"jsonPath": "$.t", "stringValue": "{text}", "willContinue": {more}}}"#);
        part(
            &format!(r#""partialArgs": [{partial}], "willContinue": true"#),
            "",
        )
    };
    let events = [
        part(r#""name": "f", "willContinue": true"#, ""),
        piece(pieces[0], true),
        piece(pieces[1], false),
        part("", r#", "finishReason": "STOP""#),
    ];
    read_events(Api::Gemini, &events.each_ref().map(String::as_str))
}

#[test]
fn halves_of_a_character_in_two_values_of_gemini_are_joined() {
    let answer = stream_text([r"a\ud83d", r"\ude00b"]);
    assert_eq!(list(&answer), (vec![("f", r#"{"t":"a😀b"}"#)], vec![]));
    for pieces in [[r"a\ud83d", "b"], ["a", r"\ude00b"], ["a", r"b\ud83d"]] {
        let answer = stream_text(pieces);
        assert_eq!(
            list(&answer),
            (vec![], vec![DropReason::Inconsistent]),
            "{pieces:?}"
        );
    }
}

/// A half that stays alone in arguments is an issue, wherever it stands.
#[test]
fn half_a_character_in_arguments_is_an_issue() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "string"}}});
    let tools = Definitions::new([Definition::new("f", "", schema).expect("a schema")]);
    let tools = tools.expect("one tool");
    for text in [r"\ud83d", r"x\ud83dy", r"x\ud83d", r"\ude00y"] {
        let arguments = format!(r#"{{\"a\":\"{text}\"}}"#);
        let body = format!(
            r#"{{"choices": [{{"finish_reason": "tool_calls", "message": {{"tool_calls": [
            {{"id": "c1", "function": {{"name": "f", "arguments": "{arguments}"}}}}]}}}}]}}"#
        );
        let answer = Answer::from_body(Api::OpenAiChat, &body).expect("an answer");
        let mut steps = Supervisor::new().review(&answer, |call| tools.parse(&call.name, call));
        let step = steps.pop().expect("one step");
        assert!(matches!(step, Step::Skip(_)), "{text}: {step:?}");
    }
}

/// This limits messages, not tokens, so shorter arguments would not help.
#[test]
fn a_limit_of_messages_asks_for_fewer_calls() {
    let call = json!({"type": "function_call", "id": "f1", "call_id": "c1", "name": "f",
        "arguments": "{\"a\":1}", "status": "completed"});
    let body = json!({"object": "response", "status": "incomplete", "output": [call],
        "incomplete_details": {"reason": "max_messages"}});
    let answer = read_body(Api::OpenAiResponses, &body);
    assert_eq!(list(&answer), (vec![], vec![DropReason::TooManyCalls]));
    assert_eq!(answer.stop, StopReason::Truncated);
}
