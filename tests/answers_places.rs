//! Answers with their arguments, their words or their texts at the places of other APIs.

use serde_json::{Value, json};
use tool_core::answer::Answer;
use tool_core::call::{Api, DropReason, calls_in_response};

use crate::answers_lost::{Listed, dropped, ran, read_body, read_events};

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

fn read_interaction(events: &[Value], steps: &[Value]) -> Listed {
    let interaction = json!({"id": "x", "status": "requires_action", "steps": steps});
    let end = json!({"event_type": "interaction.completed", "interaction": interaction});
    let start = json!({"event_type": "interaction.created", "interaction": {"id": "x"}});
    let events = [&[start], events, &[end]].concat();
    read_events(Api::GeminiInteractions, &events)
}

#[test]
fn the_steps_at_the_end_of_an_interaction_replace_lost_events() {
    let start = json!({"event_type": "step.start", "index": 0, "step":
        {"type": "function_call", "id": "a", "name": "rm", "arguments": {}}});
    let piece = |text: &str| {
        json!({"event_type": "step.delta", "index": 0, "delta":
            {"type": "arguments_delta", "arguments": text}})
    };
    let stop = json!({"event_type": "step.stop", "index": 0});
    let whole = json!({"type": "function_call", "id": "a", "name": "rm", "arguments": {"x": 1}});
    let text = json!({"event_type": "step.start", "index": 0, "step": {"type": "model_output"}});
    for events in [
        vec![start.clone(), piece("{\"x\": 1}"), stop.clone()],
        vec![start.clone(), stop.clone()],
        vec![start.clone(), piece("{\"x\":"), stop.clone()],
        vec![start],
        vec![text, stop],
    ] {
        let (calls, dropped) = read_interaction(&events, std::slice::from_ref(&whole));
        assert_eq!(dropped, [], "{events:?}");
        assert_eq!(calls.len(), 1, "{events:?}");
        assert_eq!(calls[0].replace(' ', ""), "rm{\"x\":1}", "{events:?}");
    }
}

#[test]
fn pieces_of_mistral_with_the_keys_of_two_calls_drop_both() {
    let piece = |id: &str, call: &str, arguments: &str| {
        json!({"type": "function.call.delta", "id": id, "tool_call_id": call, "name": "rm",
            "arguments": arguments})
    };
    let done = json!({"type": "conversation.response.done"});
    let lost = [DropReason::Inconsistent; 2];
    let read = |events: [Value; 2]| {
        let events = [&events[..], std::slice::from_ref(&done)].concat();
        read_events(Api::MistralConversations, &events)
    };
    let x = "{\"x\":1}";
    assert_eq!(
        read([piece("e1", "t1", ""), piece("e1", "t2", x)]),
        dropped(&lost)
    );
    let mut bare = piece("", "", x);
    assert_eq!(read([piece("e1", "t1", ""), bare.clone()]), dropped(&lost));
    bare["arguments"] = json!("\"x\":1}");
    let (calls, lost) = read([bare.clone(), bare]);
    assert_eq!(
        (calls, lost),
        (vec![], vec![DropReason::Inconsistent; 2]),
        "a piece without its start"
    );
    assert_eq!(
        read([piece("e1", "t1", "{\"x\""), piece("e1", "t1", ":1}")]),
        ran("rm {\"x\":1}")
    );
}

#[test]
fn an_empty_error_beside_an_answer_is_none() {
    for error in [
        json!(null),
        json!(false),
        json!(0),
        json!(""),
        json!([]),
        json!({}),
        json!({"code": null, "message": null}),
    ] {
        let mut body = bodies(&json!({"arguments": {"x": 1}})).remove(0).1;
        body["error"] = error;
        assert_eq!(read_body(Api::OpenAiChat, &body), ran("rm {\"x\":1}"));
    }
    for error in [json!(true), json!(500), json!({"message": "x"})] {
        let mut body = bodies(&json!({"arguments": {"x": 1}})).remove(0).1;
        body["error"] = error;
        assert!(Answer::from_body(Api::OpenAiChat, &body.to_string()).is_err());
    }
}

#[test]
fn a_message_beside_an_empty_delta_is_read() {
    let calls = json!([{"id": "a", "function": {"name": "rm", "arguments": "{\"x\":1}"}}]);
    let event = json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls",
        "message": {"content": "", "tool_calls": calls}}]});
    assert_eq!(read_events(Api::OpenAiChat, &[event]), ran("rm {\"x\":1}"));
}

#[test]
fn chunks_whose_type_is_reasoning_are_not_text() {
    for kind in ["reasoning", "reasoning_text", "thinking", "thought"] {
        let chat = json!([{"type": kind, "text": "Hm."}, {"type": "text", "text": "Hi"}]);
        let chat = json!({"choices": [{"finish_reason": "stop", "message": {"content": chat}}]});
        let responses =
            json!([{"type": kind, "text": "Hm."}, {"type": "output_text", "text": "Hi"}]);
        let responses = json!({"status": "completed", "output": [
            {"type": "message", "role": "assistant", "content": responses}]});
        for (api, body) in [(Api::OpenAiChat, chat), (Api::OpenAiResponses, responses)] {
            let answer = Answer::from_body(api, &body.to_string()).expect("an answer");
            assert_eq!(
                (&*answer.text, &*answer.reasoning),
                ("Hi", "Hm."),
                "{api:?} {kind}"
            );
        }
    }
}

#[test]
fn the_only_choice_is_the_answer_whatever_its_index() {
    let body = json!({"choices": [{"index": 1, "finish_reason": "stop", "message":
        {"content": "Hi"}}]});
    let answer = Answer::from_body(Api::OpenAiChat, &body.to_string()).expect("an answer");
    assert_eq!(answer.text, "Hi");
}

/// A message has its calls in another member than its content.
#[test]
fn a_call_among_the_blocks_of_a_message_is_reported() {
    for (kind, is_call) in [
        ("tool_use", true),
        ("tool_call", true),
        ("function_call", true),
        ("tool_result", false),
        ("server_tool_use", false),
        ("text", false),
    ] {
        let block = json!({"type": kind, "id": "t", "name": "rm", "input": {"x": 1}, "text": ""});
        let content = json!([{"type": "text", "text": "Hi"}, block]);
        let expected = if is_call {
            dropped(&[DropReason::Inconsistent])
        } else {
            dropped(&[])
        };
        let message = json!({"role": "assistant", "content": content});
        let chat = json!({"choices": [{"finish_reason": "stop", "message": message}]});
        assert_eq!(read_body(Api::OpenAiChat, &chat), expected, "{kind}");
        let event = json!({"choices": [{"finish_reason": "stop", "delta": message}]});
        assert_eq!(read_events(Api::OpenAiChat, &[event]), expected, "{kind}");
        let ollama = json!({"message": message, "done": true, "done_reason": "stop"});
        assert_eq!(read_body(Api::Ollama, &ollama), expected, "{kind}");
        let only_calls = calls_in_response(Api::OpenAiChat, &chat.to_string()).expect("a body");
        assert_eq!(only_calls.dropped.len(), expected.1.len(), "{kind}");
    }
    // The call is in both places.
    let block = json!({"type": "tool_use", "id": "t", "name": "rm", "input": {"x": 1}});
    let call = json!({"id": "t", "function": {"name": "rm", "arguments": "{\"x\":1}"}});
    let message = json!({"content": [block], "tool_calls": [call]});
    let chat = json!({"choices": [{"finish_reason": "tool_calls", "message": message}]});
    assert_eq!(read_body(Api::OpenAiChat, &chat), ran("rm {\"x\":1}"));
}

#[test]
fn calls_beside_the_answer_of_a_body_are_reported() {
    let calls = json!([{"id": "t", "function": {"name": "rm", "arguments": "{}"}}]);
    for (api, mut body) in [
        (
            Api::Anthropic,
            json!({"type": "message", "role": "assistant", "stop_reason": "tool_use",
                "content": [{"type": "text", "text": "Hi"}]}),
        ),
        (
            Api::OpenAiChat,
            json!({"choices": [{"finish_reason": "tool_calls", "message": {"content": "Hi"}}]}),
        ),
        (
            Api::Cohere,
            json!({"message": {"content": "Hi"}, "finish_reason": "TOOL_CALL"}),
        ),
    ] {
        assert_eq!(read_body(api, &body), dropped(&[]), "{api:?}");
        body["tool_calls"] = calls.clone();
        assert_eq!(
            read_body(api, &body),
            dropped(&[DropReason::Inconsistent]),
            "{api:?}"
        );
    }
}
