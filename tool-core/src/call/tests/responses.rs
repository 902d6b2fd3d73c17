use super::shown;
use crate::call::{Api, Assembler, calls_in_response};
use crate::finish::Finish;

const ALL: [Api; 6] = [
    Api::OpenAiChat,
    Api::OpenAiResponses,
    Api::Anthropic,
    Api::Gemini,
    Api::Bedrock,
    Api::Ollama,
];

fn calls(api: Api, body: &str) -> String {
    shown(&calls_in_response(api, body).expect("an object"))
}

#[test]
fn of_open_ai_chat() {
    let body = r#"{"id": "chatcmpl-1", "object": "chat.completion", "choices": [{"index": 0,
        "finish_reason": "tool_calls", "message": {"role": "assistant", "content": null, "tool_calls": [
            {"id": "call_1", "type": "function", "function": {"name": "a", "arguments": "{\"x\": 1}"}},
            {"id": "call_2", "type": "function", "function": {"name": "b", "arguments": {"n": 12345678901234567890123}}},
            {"id": "call_3", "type": "function", "function": {"name": "c", "arguments": ""}},
            {"id": "call_4", "type": "function", "function": {"name": "d"}},
            {"id": "call_5", "type": "function", "function": {"name": "⚙", "arguments": "{}"}},
            {"id": "", "name": "e", "arguments": null},
            {"id": "call_6", "type": "custom", "custom": {"name": "f", "input": "text"}}
        ]}}]}"#;
    insta::assert_snapshot!(calls(Api::OpenAiChat, body), @r#"
    call_1 a {"x": 1} complete
    call_2 b {"n": 12345678901234567890123} complete
    call_3 c  complete
    call_4 d  complete
    - e  complete
    dropped call_5 "⚙" {} no_name
    "#);
    let before_tools = r#"{"choices": [{"finish_reason": "function_call",
        "message": {"function_call": {"name": "a", "arguments": "{}"}}}]}"#;
    assert_eq!(calls(Api::OpenAiChat, before_tools), "- a {} complete");
}

#[test]
fn of_open_ai_responses() {
    let body = r#"{"object": "response", "status": "incomplete", "output": [
        {"type": "reasoning", "id": "rs_1", "summary": []},
        {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "a", "arguments": "{}", "status": "completed"},
        {"type": "function_call", "id": "fc_2", "name": "b", "arguments": "{\"x"},
        {"type": "mcp_call", "id": "mcp_1", "name": "c", "arguments": "{}"},
        {"type": "function_call", "call_id": "call_3", "arguments": "{}"}
    ]}"#;
    insta::assert_snapshot!(calls(Api::OpenAiResponses, body), @r#"
    call_1 a {} complete
    dropped fc_2 "b" {"x incomplete
    dropped call_3 "" {} no_name
    "#);
}

#[test]
fn of_anthropic() {
    let body = r#"{"type": "message", "stop_reason": "tool_use", "content": [
        {"type": "text", "text": "I will look."},
        {"type": "tool_use", "id": "toolu_1", "name": "a", "input": {"x": [1.50]}},
        {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}},
        {"type": "tool_use", "id": "toolu_2", "name": "b", "input": "{\"x\": 1}"},
        {"type": "tool_use", "id": "toolu_3", "name": "c"}
    ]}"#;
    insta::assert_snapshot!(calls(Api::Anthropic, body), @r#"
    toolu_1 a {"x": [1.50]} complete
    toolu_2 b {"x": 1} complete
    toolu_3 c  complete
    "#);
}

#[test]
fn of_gemini_that_could_not_read_its_model() {
    let malformed = r#"{"candidates": [{"content": {}, "finishReason": "MALFORMED_FUNCTION_CALL",
        "finishMessage": "Malformed function call: print(default_api.wait(seconds=5))"}]}"#;
    let dropped =
        r#"dropped - "" Malformed function call: print(default_api.wait(seconds=5)) not_json"#;
    assert_eq!(calls(Api::Gemini, malformed), dropped);
    let mut stream = Assembler::new(Api::Gemini);
    stream.push(malformed).expect("an event");
    assert_eq!(shown(&stream.finish()), dropped);
    let silent = r#"{"candidates": [{"finishReason": "MALFORMED_FUNCTION_CALL"}]}"#;
    assert_eq!(calls(Api::Gemini, silent), r#"dropped - ""  not_json"#);
}

#[test]
fn of_gemini() {
    let body = r#"{"candidates": [{"content": {"role": "model", "parts": [
        {"text": "..."},
        {"functionCall": {"name": "a", "args": {"x": 1}}, "thoughtSignature": "c2ln"},
        {"functionCall": {"id": "f1", "name": "b"}}
    ]}, "finishReason": "STOP"}]}"#;
    insta::assert_snapshot!(calls(Api::Gemini, body), @r#"
    - a {"x": 1} complete
    f1 b  complete
    "#);
}

#[test]
fn of_bedrock() {
    let body = r#"{"output": {"message": {"role": "assistant", "content": [
        {"text": "..."},
        {"toolUse": {"toolUseId": "tooluse_1", "name": "a", "input": {"x": 1}}},
        {"toolUse": {"toolUseId": "tooluse_2", "name": " ", "input": {}}}
    ]}}, "stopReason": "max_tokens"}"#;
    insta::assert_snapshot!(calls(Api::Bedrock, body), @r#"
    tooluse_1 a {"x": 1} truncated
    dropped tooluse_2 " " {} no_name
    "#);
}

#[test]
fn of_ollama() {
    let body = r#"{"model": "m", "message": {"role": "assistant", "content": "", "tool_calls": [
        {"function": {"name": "a", "arguments": {"x": 1}}},
        {"id": "call_1", "function": {"index": 1, "name": "b", "arguments": {}}}
    ]}, "done_reason": "stop", "done": true}"#;
    insta::assert_snapshot!(calls(Api::Ollama, body), @r#"
    - a {"x": 1} complete
    call_1 b {} complete
    "#);
}

/// Returns a response with these calls, with this JSON as arguments and this end.
fn body(api: Api, reason: &str, arguments: &str, names: &[&str]) -> String {
    let list = |call: &dyn Fn(&str) -> String| {
        let calls: Vec<String> = names.iter().map(|name| call(name)).collect();
        calls.join(",")
    };
    let function =
        list(&|name| format!(r#"{{"function":{{"name":"{name}","arguments":{arguments}}}}}"#));
    match api {
        Api::OpenAiChat => format!(
            r#"{{"choices":[{{"finish_reason":{reason},"message":{{"tool_calls":[{function}]}}}}]}}"#
        ),
        Api::OpenAiResponses => {
            let calls = list(&|name| {
                format!(r#"{{"type":"function_call","name":"{name}","arguments":{arguments}}}"#)
            });
            format!(r#"{{"status":{reason},"output":[{calls}]}}"#)
        }
        Api::Anthropic => {
            let calls = list(&|name| {
                format!(r#"{{"type":"tool_use","name":"{name}","input":{arguments}}}"#)
            });
            format!(r#"{{"stop_reason":{reason},"content":[{calls}]}}"#)
        }
        Api::Gemini => {
            let calls = list(&|name| {
                format!(r#"{{"functionCall":{{"name":"{name}","args":{arguments}}}}}"#)
            });
            format!(
                r#"{{"candidates":[{{"finishReason":{reason},"content":{{"parts":[{calls}]}}}}]}}"#
            )
        }
        Api::Bedrock => {
            let calls =
                list(&|name| format!(r#"{{"toolUse":{{"name":"{name}","input":{arguments}}}}}"#));
            format!(r#"{{"stopReason":{reason},"output":{{"message":{{"content":[{calls}]}}}}}}"#)
        }
        Api::Ollama => {
            format!(r#"{{"done_reason":{reason},"message":{{"tool_calls":[{function}]}}}}"#)
        }
        Api::Cohere => {
            format!(r#"{{"finish_reason":{reason},"message":{{"tool_calls":[{function}]}}}}"#)
        }
        Api::GeminiInteractions => {
            let calls = list(&|name| {
                format!(r#"{{"type":"function_call","name":"{name}","arguments":{arguments}}}"#)
            });
            format!(r#"{{"status":{reason},"steps":[{calls}]}}"#)
        }
        Api::MistralConversations => {
            let calls = list(&|name| {
                format!(r#"{{"type":"function.call","name":"{name}","arguments":{arguments}}}"#)
            });
            format!(r#"{{"outputs":[{calls}]}}"#)
        }
    }
}

#[test]
fn a_call_is_read_with_less_than_the_provider_reported() {
    let ends = |api: Api, reason: &str| {
        let body = body(api, reason, r#"{"x": 1}"#, &["a", "b"]);
        let found = calls_in_response(api, &body).expect("an object");
        let call = &found.calls[0];
        let finish = if call.reported == Finish::Truncated {
            Finish::Truncated
        } else {
            Finish::Unknown
        };
        assert_eq!(call.finish(), finish);
        call.reported.as_str()
    };
    for (api, complete, truncated) in [
        (Api::OpenAiChat, "stop", "content_filter"),
        (Api::OpenAiResponses, "completed", "failed"),
        (Api::Anthropic, "end_turn", "model_context_window_exceeded"),
        (Api::Gemini, "STOP", "SAFETY"),
        (Api::Bedrock, "end_turn", "guardrail_intervened"),
        (Api::Ollama, "stop", "length"),
        (Api::Cohere, "COMPLETE", "MAX_TOKENS"),
        (Api::GeminiInteractions, "completed", "incomplete"),
    ] {
        assert_eq!(ends(api, &format!("{complete:?}")), "complete");
        assert_eq!(ends(api, &format!("{truncated:?}")), "truncated");
        for other in ["null", "777", "\"stop_sequence\"", "\"something new\""] {
            // An unknown number of Gemini may be the limit of tokens.
            let is_number = api == Api::Gemini && other == "777";
            let want = if is_number { "truncated" } else { "unknown" };
            assert_eq!(ends(api, other), want, "{api:?} {other}");
        }
    }
}

/// A provider closes the object of arguments even if the output is truncated.
#[test]
fn drops_the_last_call_of_a_truncated_response() {
    for (api, reason, may_be_cut) in [
        (Api::OpenAiChat, "length", true),
        (Api::OpenAiChat, "error", true),
        (Api::OpenAiChat, "stop", false),
        (Api::OpenAiResponses, "incomplete", true),
        (Api::OpenAiResponses, "in_progress", true),
        (Api::OpenAiResponses, "completed", false),
        (Api::Anthropic, "max_tokens", true),
        (Api::Anthropic, "stop_sequence", true),
        (Api::Anthropic, "pause_turn", false),
        (Api::Gemini, "MAX_TOKENS", true),
        (Api::Gemini, "OTHER", true),
        (Api::Gemini, "STOP", false),
        (Api::Bedrock, "max_tokens", true),
        (Api::Bedrock, "stop_sequence", true),
        (Api::Bedrock, "tool_use", false),
        (Api::Ollama, "length", true),
        (Api::Ollama, "stop", false),
    ] {
        let names = |arguments: &str| {
            let body = body(api, &format!("{reason:?}"), arguments, &["a", "b"]);
            let found = calls_in_response(api, &body).expect("an object");
            let calls = found.calls.into_iter().map(|call| call.name);
            let dropped = found.dropped.into_iter();
            let dropped = dropped.map(|call| format!("-{}", call.name));
            calls.chain(dropped).collect::<Vec<_>>().join(" ")
        };
        let last = if may_be_cut { "a -b" } else { "a b" };
        assert_eq!(names(r#"{"x": 1}"#), last, "{api:?} {reason}");
        assert_eq!(names("{}"), last, "{api:?} {reason}");
        assert_eq!(names(r#""{\"x\": 1}""#), last, "{api:?} {reason}");
        // A text that breaks off is never a call.
        for cut in [r#""{\"x\": 1""#, r#""{\"x\": [{\"y\": 1}]""#] {
            assert_eq!(names(cut), "-a -b", "{api:?} {reason} {cut}");
        }
        // The reader decides on an empty text, unless the provider failed.
        let is_failure = matches!(reason, "error" | "OTHER");
        for empty in [r#""""#, r#"" ""#, "null"] {
            let expected = if is_failure { "a -b" } else { "a b" };
            assert_eq!(names(empty), expected, "{api:?} {reason} {empty}");
        }
    }
}

#[test]
fn keeps_the_last_call_of_a_truncated_response_if_output_follows_it() {
    let anthropic = |block: &str| {
        format!(
            r#"{{"stop_reason":"max_tokens","content":[{{"type":"tool_use","name":"a","input":{{}}}},{block}]}}"#
        )
    };
    let responses = |item: &str| {
        format!(
            r#"{{"status":"incomplete","incomplete_details":{{"reason":"max_output_tokens"}},"output":[
                {{"type":"function_call","name":"a","arguments":"{{}}","status":"completed"}},{item}]}}"#
        )
    };
    let gemini = |part: &str| {
        format!(
            r#"{{"candidates":[{{"finishReason":"MAX_TOKENS","content":{{"parts":[{{"functionCall":{{"name":"a","args":{{"x":1}}}}}},{part}]}}}}]}}"#
        )
    };
    let bedrock = |block: &str| {
        format!(
            r#"{{"stopReason":"max_tokens","output":{{"message":{{"content":[{{"toolUse":{{"name":"a","input":{{}}}}}},{block}]}}}}}}"#
        )
    };
    let chat = |call: &str| {
        format!(
            r#"{{"choices":[{{"finish_reason":"length","message":{{"tool_calls":[{{"function":{{"name":"a","arguments":"{{}}"}}}},{call}]}}}}]}}"#
        )
    };
    for (api, body, is_kept) in [
        (
            Api::Anthropic,
            anthropic(r#"{"type":"text","text":"So"}"#),
            true,
        ),
        (
            Api::Anthropic,
            anthropic(r#"{"type":"text","text":" \n"}"#),
            false,
        ),
        (
            Api::Anthropic,
            anthropic(r#"{"type":"server_tool_use","name":"b","input":{}}"#),
            true,
        ),
        (
            Api::OpenAiResponses,
            responses(r#"{"type":"message"}"#),
            true,
        ),
        (Api::OpenAiResponses, responses("null"), false),
        (Api::Gemini, gemini(r#"{"text":"So"}"#), true),
        (
            Api::Gemini,
            gemini(r#"{"text":"","thoughtSignature":"c2ln"}"#),
            false,
        ),
        (Api::Bedrock, bedrock(r#"{"text":"So"}"#), true),
        (Api::Bedrock, bedrock(r#"{"text":""}"#), false),
        (
            Api::Bedrock,
            bedrock(r#"{"toolUse":{"name":"b","type":"server_tool_use"}}"#),
            true,
        ),
        (
            Api::OpenAiChat,
            chat(r#"{"type":"custom","custom":{"name":"b"}}"#),
            true,
        ),
    ] {
        let found = calls_in_response(api, &body).expect("an object");
        assert_eq!(found.calls.len(), usize::from(is_kept), "{body}");
    }
    // The first of several choices is the answer, and has its own end.
    let choice = |name: &str, reason: &str| {
        format!(
            r#"{{"finish_reason":"{reason}","message":{{"tool_calls":[{{"function":{{"name":"{name}","arguments":"{{}}"}}}}]}}}}"#
        )
    };
    let body = format!(
        r#"{{"choices":[{},{}]}}"#,
        choice("a", "length"),
        choice("b", "stop")
    );
    insta::assert_snapshot!(calls(Api::OpenAiChat, &body), @r#"
    dropped - "a" {} empty
    dropped - "b" {} other_choice
    "#);
}

#[test]
fn rejects_a_body_that_is_not_an_object() {
    let error = calls_in_response(Api::OpenAiChat, "<html>").unwrap_err();
    insta::assert_snapshot!(error, @r#"expected a JSON object from the provider: expected value at line 1 column 1, got "<html>""#);
    let error = calls_in_response(Api::Gemini, "[]").unwrap_err();
    insta::assert_snapshot!(error, @"expected a JSON object from the provider: invalid type: sequence, expected a map at line 1 column 0");
    let error = "telex".parse::<Api>().unwrap_err();
    insta::assert_snapshot!(error, @r#"unknown API `telex`; expected openai_chat, openai_responses, anthropic, gemini, gemini_interactions, bedrock, ollama, cohere or mistral_conversations"#);
}

#[test]
fn a_name_reads_as_the_api_that_bears_it() {
    for api in ALL {
        assert_eq!(api.as_str().parse(), Ok(api));
    }
}

/// With an odd value in the place of any part, nothing panics, and no other call is lost.
#[test]
fn other_shapes_lose_no_other_call() {
    for odd in [
        "null",
        "true",
        "7",
        "-1e400",
        r#""""#,
        r#""a""#,
        r#""\ud800""#,
        "[]",
        "[[1]]",
        "{}",
        r#"{"name":3}"#,
    ] {
        let chat = format!(
            r#"{{"choices":[{odd},{{"message":{{"tool_calls":[{odd},{{"function":{{"name":"a"}}}}]}}}}]}}"#
        );
        let responses =
            format!(r#"{{"output":[{odd},{{"type":"function_call","name":"a","status":{odd}}}]}}"#);
        let anthropic =
            format!(r#"{{"content":[{odd},{{"type":"tool_use","name":"a","id":{odd}}}]}}"#);
        let gemini = format!(
            r#"{{"candidates":[{odd},{{"content":{{"parts":[{odd},{{"functionCall":{{"name":"a","args":{odd}}}}}]}}}}]}}"#
        );
        let bedrock = format!(
            r#"{{"output":{{"message":{{"content":[{odd},{{"toolUse":{{"name":"a","input":{odd}}}}}]}}}}}}"#
        );
        let ollama = format!(
            r#"{{"message":{{"tool_calls":[{odd},{{"function":{{"name":"a","arguments":{odd}}}}}]}}}}"#
        );
        for (api, body) in ALL
            .into_iter()
            .zip([chat, responses, anthropic, gemini, bedrock, ollama])
        {
            let found = calls_in_response(api, &body).expect("an object");
            // Arguments that are an empty text may be truncated.
            let dropped = found.dropped.iter().filter(|_| odd == r#""""#);
            let calls = found.calls.iter().map(|call| &call.name);
            let mut names = calls.chain(dropped.map(|call| &call.name));
            assert!(names.any(|name| name == "a"), "{body}");
            let whole = format!(
                r#"{{"choices":{odd},"output":{odd},"content":{odd},"candidates":{odd},"message":{odd}}}"#
            );
            let found = calls_in_response(api, &whole).expect("an object");
            assert_eq!(found.calls, [], "{whole}");
        }
    }
}
