//! Answers whose events were lost, repeated or moved, or that have arguments at another place: no
//! call runs without its arguments, or with those of another call.

use serde_json::{Value, json};
use tests::check_answer;
use tool_core::answer::{Answer, AnswerStream};
use tool_core::call::{Api, DropReason};

pub(crate) type Listed = (Vec<String>, Vec<DropReason>);

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

pub(crate) fn read_events(api: Api, events: &[Value]) -> Listed {
    let mut stream = AnswerStream::new(api);
    for event in events {
        stream.push(&event.to_string()).expect("an event");
    }
    list(api, &stream.finish().expect("an answer"))
}

pub(crate) fn read_body(api: Api, body: &Value) -> Listed {
    let answer = Answer::from_body(api, &body.to_string()).expect("an answer");
    list(api, &answer)
}

pub(crate) fn ran(call: &str) -> Listed {
    (vec![call.to_owned()], vec![])
}

pub(crate) fn dropped(reasons: &[DropReason]) -> Listed {
    (vec![], reasons.to_vec())
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
