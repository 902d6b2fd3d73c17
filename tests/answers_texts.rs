//! Texts of a stream whose events are lost, late or repeated, or whose last event lists other items:
//! each text is in the answer once, and the deltas have it.

use serde_json::{Value, json};
use tool_core::answer::{Answer, AnswerStream, Delta};
use tool_core::call::Api;

/// Returns the answer and the text of the deltas.
fn read(api: Api, events: &[Value]) -> (Answer, String) {
    let mut stream = AnswerStream::new(api);
    let mut shown = String::new();
    for event in events {
        stream.push(&event.to_string()).expect("an event");
        for delta in stream.take_deltas() {
            if let Delta::Text(text) = delta {
                shown.push_str(&text);
            }
        }
    }
    (stream.finish().expect("an answer"), shown)
}

/// Checks the text of the answer and of the turn.
fn check(api: Api, events: &[Value], text: &str) {
    let (answer, shown) = read(api, events);
    assert_eq!(answer.text, text, "{events:?}");
    assert!(text.contains(&shown), "{shown}: {events:?}");
    let turn = Value::from(answer.turn().to_vec()).to_string();
    let count = turn.matches(&json!(text).to_string()).count();
    assert_eq!(count, 1, "{turn}");
}

mod responses {
    use super::*;

    const API: Api = Api::OpenAiResponses;

    fn message(id: &str, text: &str) -> Value {
        let content = match text {
            "" => json!([]),
            _ => json!([{"type": "output_text", "text": text, "annotations": []}]),
        };
        json!({"type": "message", "id": id, "role": "assistant", "content": content})
    }

    fn added(index: u64, item: &Value) -> Value {
        json!({"type": "response.output_item.added", "output_index": index, "item": item})
    }

    fn done(index: u64, item: &Value) -> Value {
        json!({"type": "response.output_item.done", "output_index": index, "item": item})
    }

    fn delta(index: u64, id: &str, text: &str) -> Value {
        json!({"type": "response.output_text.delta", "output_index": index, "item_id": id,
            "content_index": 0, "delta": text})
    }

    fn completed(output: &[Value]) -> Value {
        json!({"type": "response.completed",
            "response": {"object": "response", "status": "completed", "output": output}})
    }

    fn call() -> Value {
        json!({"type": "function_call", "id": "f1", "call_id": "c1", "name": "f",
            "arguments": "{}", "status": "completed"})
    }

    /// Returns the events of one message.
    fn written(index: u64, id: &str, text: &str) -> [Value; 3] {
        [
            added(index, &message(id, "")),
            delta(index, id, text),
            done(index, &message(id, text)),
        ]
    }

    #[test]
    fn a_list_that_lacks_a_message_keeps_the_message() {
        let mut events = written(0, "m1", "Hello").to_vec();
        events.push(completed(&[call()]));
        check(API, &events, "Hello");
        let (answer, _) = read(API, &events);
        assert_eq!(answer.calls.len(), 1);
        // The message keeps its place.
        let kinds: Vec<_> = answer.turn().iter().map(|item| &item["type"]).collect();
        assert_eq!(kinds, ["message", "function_call"]);

        let two = [written(0, "m1", "A"), written(1, "m2", "B")].concat();
        for listed in [
            vec![message("m1", "A")],
            vec![message("m2", "B")],
            vec![message("n2", "B")],
            vec![message("m1", "A"), message("m2", "B")],
            vec![message("n1", "A"), message("n2", "B")],
        ] {
            let (answer, _) = read(API, &[&two[..], &[completed(&listed)]].concat());
            assert_eq!(
                (&*answer.text, answer.turn().len()),
                ("AB", 2),
                "{listed:?}"
            );
        }
    }

    #[test]
    fn a_list_that_lacks_a_call_of_a_custom_tool_keeps_the_call() {
        let custom = |id: &str| {
            json!({"type": "custom_tool_call", "id": format!("i{id}"), "call_id": id,
                "name": "sql", "input": "SELECT 1", "status": "completed"})
        };
        let events = [
            done(0, &custom("c1")),
            done(1, &custom("c2")),
            completed(&[custom("c2")]),
        ];
        let (answer, _) = read(API, &events);
        let ids: Vec<_> = answer.builtin_calls.iter().map(|call| &*call.id).collect();
        assert_eq!(ids, ["c1", "c2"]);
    }

    #[test]
    fn a_listed_message_replaces_the_pieces() {
        for (id, text) in [("m1", "Hello"), ("n1", "Hello"), ("m1", "Bye")] {
            let events = [
                added(0, &message("m1", "")),
                delta(0, "m1", "Hel"),
                completed(&[message(id, text)]),
            ];
            let (answer, _) = read(API, &events);
            assert_eq!((&*answer.text, answer.turn().len()), (text, 1));
        }
    }

    fn text_done(kind: &str, number: u64, key: &str, text: &str) -> Value {
        json!({"type": format!("response.{kind}.done"), "output_index": 0, "item_id": "m1",
            "content_index": number, "summary_index": number, key: text})
    }

    #[test]
    fn a_text_that_only_its_end_has_is_read_once() {
        let part = json!({"type": "response.content_part.done", "output_index": 0, "item_id": "m1",
            "content_index": 0, "part": {"type": "output_text", "text": "Hello"}});
        let whole = text_done("output_text", 0, "text", "Hello");
        let (piece, rest) = (delta(0, "m1", "Hel"), delta(0, "m1", "lo"));
        let none = completed(&[]);
        for events in [
            vec![&whole],
            vec![&part],
            vec![&whole, &part],
            vec![&piece, &whole, &part],
            vec![&piece, &rest, &whole, &part],
        ] {
            let events: Vec<_> = events.into_iter().chain([&none]).cloned().collect();
            check(API, &events, "Hello");
            assert_eq!(read(API, &events).1, "Hello", "{events:?}");
        }
        // The item has a text whose pieces were lost.
        let end = done(0, &message("m1", "Hello"));
        check(
            API,
            &[rest, whole.clone(), end.clone(), none.clone()],
            "Hello",
        );
        // The text is complete.
        check(API, &[end, whole, part, none], "Hello");
    }

    #[test]
    fn each_block_is_read_from_its_own_end() {
        let events = [
            text_done("output_text", 0, "text", "A"),
            text_done("output_text", 1, "text", "B"),
            text_done("refusal", 2, "refusal", "C"),
            completed(&[]),
        ];
        assert_eq!(read(API, &events).0.text, "ABC");
        for kind in ["reasoning_text", "reasoning_summary_text"] {
            let events = [text_done(kind, 0, "text", "Hm."), completed(&[])];
            assert_eq!(read(API, &events).0.reasoning, "Hm.", "{kind}");
        }
    }

    #[test]
    fn a_late_piece_adds_nothing() {
        let [start, piece, end] = written(0, "m1", "Hello");
        let whole = completed(&[message("m1", "Hello")]);
        let none = completed(&[]);
        for events in [
            [&start, &end, &piece, &none],
            [&start, &end, &none, &piece],
            [&start, &piece, &whole, &end],
            [&start, &whole, &piece, &end],
            [&start, &whole, &end, &piece],
            [&whole, &start, &piece, &end],
        ] {
            check(API, &events.map(Clone::clone), "Hello");
        }
    }

    #[test]
    fn a_lost_or_repeated_start_loses_no_text() {
        let [start, piece, end] = written(0, "m1", "Hello");
        let none = completed(&[]);
        for events in [
            vec![&piece, &none],
            vec![&piece, &end, &none],
            vec![&piece, &start, &end, &none],
            vec![&start, &start, &piece, &end, &none],
            vec![&start, &piece, &end, &start, &none],
            vec![&start, &piece, &end, &end, &none],
            vec![&piece],
        ] {
            let events: Vec<_> = events.into_iter().cloned().collect();
            check(API, &events, "Hello");
        }
    }

    #[test]
    fn an_item_without_text_does_not_replace_a_text() {
        let [start, piece, end] = written(0, "m1", "Hello");
        let empty = message("m1", "");
        check(
            API,
            &[
                start.clone(),
                piece.clone(),
                done(0, &empty),
                completed(&[]),
            ],
            "Hello",
        );
        check(API, &[start, piece, end, completed(&[empty])], "Hello");
    }

    #[test]
    fn items_with_one_index_are_different_items() {
        let two = [written(0, "m1", "A"), written(0, "m2", "B")].concat();
        for end in [vec![], vec![message("m1", "A"), message("m2", "B")]] {
            let (answer, shown) = read(API, &[&two[..], &[completed(&end)]].concat());
            assert_eq!((&*answer.text, &*shown), ("AB", "AB"));
            assert_eq!(answer.turn().len(), 2);
        }
    }
}

mod interactions {
    use super::*;

    const API: Api = Api::GeminiInteractions;

    fn start(index: u64, step: &Value) -> Value {
        json!({"event_type": "step.start", "index": index, "step": step})
    }

    fn piece(index: u64, text: &str) -> Value {
        json!({"event_type": "step.delta", "index": index, "delta": {"type": "text", "text": text}})
    }

    fn stop(index: u64) -> Value {
        json!({"event_type": "step.stop", "index": index})
    }

    fn completed(steps: &[Value]) -> Value {
        json!({"event_type": "interaction.completed",
            "interaction": {"status": "requires_action", "steps": steps}})
    }

    fn output(text: &str) -> Value {
        json!({"type": "model_output", "content": [{"type": "text", "text": text}]})
    }

    fn call() -> Value {
        json!({"type": "function_call", "id": "c1", "name": "f", "arguments": {"a": 1}})
    }

    #[test]
    fn a_lost_start_loses_no_text() {
        for index in [0, 1] {
            let events = [
                start(1, &call()),
                stop(1),
                piece(index, "Hello"),
                completed(&[]),
            ];
            check(API, &events, "Hello");
        }
        let thought = json!({"event_type": "step.delta", "index": 0, "delta":
            {"type": "thought_summary", "content": {"type": "text", "text": "Hm."}}});
        assert_eq!(read(API, &[thought, completed(&[])]).0.reasoning, "Hm.");
    }

    #[test]
    fn the_list_at_the_end_adds_what_the_events_lack() {
        let begun = start(0, &json!({"type": "model_output"}));
        let of_call = [start(1, &call()), stop(1)];
        let question = json!({"type": "user_input", "content": [{"type": "text", "text": "Q"}]});
        let all = [question, output("Hello"), call()];
        for texts in [
            vec![],
            vec![begun.clone(), piece(0, "Hel")],
            vec![begun, piece(0, "Hello")],
        ] {
            for steps in [&all[..], &all[1..]] {
                let events = [&texts[..], &of_call, &[completed(steps)]].concat();
                check(API, &events, "Hello");
                let (answer, _) = read(API, &events);
                assert_eq!(answer.turn(), &all[1..]);
                assert_eq!(answer.calls.len(), 1);
            }
        }
        // A piece arrives twice, or the list arrives first.
        let begun = start(0, &json!({"type": "model_output"}));
        let twice = [
            begun.clone(),
            piece(0, "Hel"),
            piece(0, "Hel"),
            piece(0, "lo"),
        ];
        let listed = completed(&all);
        let after = [&twice[..], &of_call, std::slice::from_ref(&listed)].concat();
        let before = [&[listed, begun, piece(0, "Hello")], &of_call[..]].concat();
        for events in [after, before] {
            let (answer, _) = read(API, &events);
            assert_eq!((&*answer.text, answer.calls.len()), ("Hello", 1));
        }
        // The list lacks the text.
        let events = [
            start(0, &json!({"type": "model_output"})),
            piece(0, "Hello"),
            stop(0),
            start(1, &call()),
            stop(1),
            completed(&[call()]),
        ];
        check(API, &events, "Hello");
        assert_eq!(read(API, &events).0.turn(), [output("Hello"), call()]);
    }
}
