use serde_json::json;

use super::shown;
use crate::call::{Api, Assembler};

fn calls(api: Api, events: &[&str]) -> String {
    let mut stream = Assembler::new(api);
    for event in events {
        stream.push(event).expect("an object");
    }
    shown(&stream.finish())
}

/// Chunks of Chat Completions, each with these pieces of calls.
fn chat(pieces: &[&str], finish: &str) -> String {
    let chunk = |piece: &&str| {
        format!(r#"{{"choices":[{{"index":0,"delta":{{"tool_calls":[{piece}]}}}}]}}"#)
    };
    let mut events: Vec<String> = pieces.iter().map(chunk).collect();
    events.insert(
        0,
        r#"{"choices":[{"index":0,"delta":{"role":"assistant","content":null}}]}"#.to_owned(),
    );
    events.push(format!(
        r#"{{"choices":[{{"index":0,"delta":{{}},"finish_reason":{finish}}}]}}"#
    ));
    events.push(r#"{"choices":[],"usage":{"total_tokens":1}}"#.to_owned());
    events.push("[DONE]".to_owned());
    let events: Vec<&str> = events.iter().map(String::as_str).collect();
    calls(Api::OpenAiChat, &events)
}

#[test]
fn of_open_ai_chat_interleaved_and_with_the_name_in_pieces() {
    insta::assert_snapshot!(chat(&[
        r#"{"index":0,"id":"call_1","type":"function","function":{"name":"get_","arguments":""}}"#,
        r#"{"index":1,"id":"call_2","type":"function","function":{"name":"b","arguments":""}}"#,
        r#"{"index":0,"function":{"name":"a"}}"#,
        r#"{"index":0,"function":{"arguments":"{\"x\""}},{"index":1,"function":{"arguments":"{\"y\":"}}"#,
        r#"{"index":1,"function":{"arguments":" 2}"}},{"index":0,"function":{"arguments":": 1}"}}"#,
    ], r#""tool_calls""#), @r#"
    call_1 get_a {"x": 1} complete
    call_2 b {"y": 2} complete
    "#);
}

#[test]
fn of_open_ai_chat_without_an_index() {
    insta::assert_snapshot!(chat(&[
        r#"{"id":"call_1","function":{"name":"a","arguments":"{\"x\":"}}"#,
        r#"{"function":{"arguments":" 1}"}}"#,
        r#"{"id":"call_2","function":{"name":"b","arguments":""}}"#,
        r#"{"id":"","function":{"name":"","arguments":"{}"}}"#,
        r#"{"function":{"name":"c","arguments":{"z":3}}},{"function":{"name":"c"}}"#,
    ], r#""stop""#), @r#"
    call_1 a {"x": 1} complete
    call_2 b {} complete
    - c {"z":3} complete
    - c  complete
    "#);
}

#[test]
fn of_open_ai_chat_with_the_same_index_for_all() {
    insta::assert_snapshot!(chat(&[
        r#"{"index":0,"id":"call_1","function":{"name":"a","arguments":"{}"}}"#,
        r#"{"index":0,"id":"call_2","function":{"name":"a","arguments":"{"}}"#,
        r#"{"index":0,"function":{"arguments":"}"}}"#,
        r#"{"index":0,"function":{"name":"b","arguments":"{}"}}"#,
    ], r#""tool_calls""#), @r"
    call_1 a {} complete
    call_2 a {} complete
    - b {} complete
    ");
}

#[test]
fn of_open_ai_chat_with_the_id_and_the_name_repeated() {
    insta::assert_snapshot!(chat(&[
        r#"{"index":0,"id":"call_1","function":{"name":"a","arguments":""}}"#,
        r#"{"index":0,"id":"call_1","function":{"name":"a","arguments":"{\"x\":"}}"#,
        r#"{"index":0,"id":"call_1","function":{"name":"a","arguments":"1}"}}"#,
        r#"{"index":1,"function":{"name":"b","arguments":"{"}}"#,
        r#"{"index":1,"function":{"name":"b","arguments":"}"}}"#,
    ], r#""tool_calls""#), @r#"
    call_1 a {"x":1} complete
    - b {} complete
    "#);
}

#[test]
fn drops_a_truncated_call() {
    let pieces = [
        r#"{"index":0,"id":"call_1","function":{"name":"a","arguments":"{\"x\": 1}"}}"#,
        r#"{"index":1,"id":"call_2","function":{"name":"b","arguments":"{\"path\": \"/a"}}"#,
        r#"{"index":2,"id":"call_3","function":{"name":"c","arguments":""}}"#,
        r#"{"index":3,"id":"call_4","function":{"name":"d","arguments":"{'x': 1}"}}"#,
        r#"{"index":4,"id":"call_5","function":{"name":"⚙","arguments":"{}"}}"#,
    ];
    insta::assert_snapshot!(chat(&pieces, r#""length""#), @r#"
    call_1 a {"x": 1} truncated
    call_3 c  complete
    call_4 d {'x': 1} truncated
    dropped call_2 "b" {"path": "/a incomplete
    dropped call_5 "⚙" {} no_name
    "#);
    insta::assert_snapshot!(chat(&pieces[..4], "null"), @r#"
    call_1 a {"x": 1} unknown
    call_3 c  complete
    dropped call_2 "b" {"path": "/a incomplete
    dropped call_4 "d" {'x': 1} incomplete
    "#);
    // The last call of truncated output is dropped, although it is closed.
    insta::assert_snapshot!(chat(&pieces[..1], r#""length""#), @r#"dropped call_1 "a" {"x": 1} incomplete"#);
    insta::assert_snapshot!(chat(&[pieces[0], r#"{"index":1,"id":"call_2","type":"custom","custom":{"name":"b","input":""}}"#], r#""length""#), @r#"call_1 a {"x": 1} truncated"#);
    // A text that breaks off is dropped, even if the provider reports complete output.
    insta::assert_snapshot!(chat(&pieces, r#""tool_calls""#), @r#"
    call_1 a {"x": 1} complete
    call_3 c  complete
    call_4 d {'x': 1} complete
    dropped call_2 "b" {"path": "/a incomplete
    dropped call_5 "⚙" {} no_name
    "#);
}

/// The reader repairs single quotes, a fence and a comma, but not missing text.
#[test]
fn drops_a_call_truncated_outside_of_its_json() {
    for (arguments, is_call) in [
        ("{'path': '/a'}", true),
        ("{'path': '/a", false),
        ("{path: \"/a\", line: 5}", true),
        ("{path: \"/a\", line: 5", false),
        ("```json\n{\"path\": \"/a\"}\n```", true),
        ("```json\n{\"path\": \"/a\"}", true),
        ("```json\n{\"path\": \"/a", false),
        ("{\"a\": [1,], \"b\": \"x\"}", true),
        ("{\"a\": [1,], \"b\": \"x", false),
        ("{\"a\": True, \"b\": \"x", false),
        ("{\"a\": 1}{\"b\": \"x", false),
        ("Sure: {\"a\": \"x", false),
        // JSON in a string, encoded once or more.
        (r#""{\"a\": \"x\"}""#, true),
        (r#""{\"a\": \"x\"""#, false),
        (r#""\"{\\\"a\\\": 1\"""#, false),
        // Without the beginning of an object, the reader reports the problem.
        ("no idea", true),
        (r#""no idea""#, true),
        (r#""nu""#, true),
        (r#""""#, true),
    ] {
        let piece =
            json!({"index": 0, "id": "1", "function": {"name": "a", "arguments": arguments}});
        let found = chat(&[&piece.to_string()], r#""tool_calls""#);
        assert_eq!(!found.starts_with("dropped"), is_call, "{found}");
    }
}

const RESPONSES: [&str; 9] = [
    r#"{"type":"response.created","response":{"status":"in_progress","output":[]}}"#,
    r#"{"type":"response.output_item.added","output_index":1,"item":{"type":"function_call","id":"fc_1","call_id":"call_1","name":"a","arguments":"","status":"in_progress"}}"#,
    r#"{"type":"response.output_item.added","output_index":2,"item":{"type":"function_call","id":"fc_2","call_id":"call_2","name":"b","arguments":"","status":"in_progress"}}"#,
    r#"{"type":"response.function_call_arguments.delta","item_id":"fc_1","output_index":1,"delta":"{\"x\":"}"#,
    r#"{"type":"response.function_call_arguments.delta","item_id":"fc_2","output_index":2,"delta":"{\"y\":"}"#,
    r#"{"type":"response.function_call_arguments.delta","item_id":"fc_1","output_index":1,"delta":"1}"}"#,
    r#"{"type":"response.function_call_arguments.done","item_id":"fc_1","output_index":1,"arguments":"{\"x\":1}"}"#,
    r#"{"type":"response.output_item.done","output_index":1,"item":{"type":"function_call","id":"fc_1","call_id":"call_1","name":"a","arguments":"{\"x\":1}","status":"completed"}}"#,
    r#"{"type":"response.incomplete","response":{"status":"incomplete","output":[{"type":"message"},{"type":"function_call","id":"fc_1","call_id":"call_1","name":"a","arguments":"{\"x\":1}","status":"completed"}]}}"#,
];

#[test]
fn of_open_ai_responses() {
    insta::assert_snapshot!(calls(Api::OpenAiResponses, &RESPONSES), @r#"
    call_1 a {"x":1} complete
    dropped call_2 "b" {"y": incomplete
    "#);
    // Without an index, the id of the item identifies the call.
    let by_id: Vec<String> = RESPONSES
        .iter()
        .map(|event| event.replace("\"output_index\"", "\"other\""))
        .collect();
    let by_id: Vec<&str> = by_id.iter().map(String::as_str).take(8).collect();
    insta::assert_snapshot!(calls(Api::OpenAiResponses, &by_id), @r#"
    call_1 a {"x":1} complete
    dropped call_2 "b" {"y": disconnected
    "#);
    // Only the whole item, which is the last one of an incomplete response.
    insta::assert_snapshot!(calls(Api::OpenAiResponses, &RESPONSES[8..]), @r#"dropped call_1 "a" {"x":1} incomplete"#);
    let followed = RESPONSES[8].replace("]}}", r#",{"type":"message"}]}}"#);
    insta::assert_snapshot!(calls(Api::OpenAiResponses, &[&followed]), @r#"call_1 a {"x":1} complete"#);
    let complete = RESPONSES[8].replace("incomplete", "completed");
    insta::assert_snapshot!(calls(Api::OpenAiResponses, &[&complete]), @r#"call_1 a {"x":1} complete"#);
}

/// The calls in the whole response at the end are the streamed ones, in all variations of
/// servers.
#[test]
fn reads_open_ai_responses_with_other_items_at_the_end() {
    let item = |id: &str, call_id: &str, name: &str, arguments: &str| json!({"type": "function_call", "id": id, "call_id": call_id, "name": name, "arguments": arguments, "status": "completed"});
    let streamed = |index: u64, id: &str, call_id: &str, name: &str| {
        let begun = item(id, call_id, name, "");
        let whole = item(id, call_id, name, "{}");
        [
            json!({"type": "response.output_item.added", "output_index": index, "item": begun}),
            json!({"type": "response.function_call_arguments.delta", "output_index": index, "item_id": id, "delta": "{}"}),
            json!({"type": "response.output_item.done", "output_index": index, "item": whole}),
        ]
    };
    let read = |indices: [u64; 2], last: &[serde_json::Value]| {
        let [one, two] = indices;
        let first = streamed(one, "fc_1", "call_1", "a").into_iter();
        let all = first.chain(streamed(two, "fc_2", "call_2", "a"));
        let end = json!({"type": "response.completed", "response": {"output": last}});
        let events: Vec<String> = all.chain([end]).map(|event| event.to_string()).collect();
        let events: Vec<&str> = events.iter().map(String::as_str).collect();
        calls(Api::OpenAiResponses, &events)
    };
    let listed = [
        item("fc_1", "call_1", "a", "{}"),
        item("fc_2", "call_2", "a", "{}"),
    ];
    let both = "call_1 a {} complete\ncall_2 a {} complete";
    assert_eq!(read([0, 1], &listed), both);
    // A reasoning item that is missing at the end shifts the indices.
    assert_eq!(read([1, 2], &listed), both);
    assert_eq!(read([1, 2], &listed[1..]), both);
    // One index for all items.
    assert_eq!(read([0, 0], &listed), both);
    // Other ids of the items, and other ids of everything.
    let items = [
        item("fc_3", "call_1", "a", "{}"),
        item("fc_4", "call_2", "a", "{}"),
    ];
    assert_eq!(read([1, 2], &items), both);
    let others = [
        item("fc_3", "call_3", "a", "{}"),
        item("fc_4", "call_4", "a", "{}"),
    ];
    assert_eq!(
        read([1, 2], &others),
        "call_3 a {} complete\ncall_4 a {} complete"
    );
    // A call that was not streamed.
    let more = [&listed[..], &[item("fc_5", "call_5", "b", "{}")]].concat();
    assert_eq!(
        read([1, 2], &more),
        format!("{both}\ncall_5 b {{}} complete")
    );
}

fn anthropic(stop_reason: &str, events: &[&str]) -> String {
    let end = format!(r#"{{"type":"message_delta","delta":{{"stop_reason":{stop_reason}}}}}"#);
    let mut all = vec![r#"{"type":"message_start","message":{"content":[]}}"#];
    all.extend(events);
    all.extend([end.as_str(), r#"{"type":"message_stop"}"#]);
    calls(Api::Anthropic, &all)
}

#[test]
fn passes_over_a_custom_tool_in_each_of_its_pieces() {
    insta::assert_snapshot!(chat(&[
        r#"{"index":0,"id":"call_1","type":"custom","custom":{"name":"run","input":""}}"#,
        r#"{"index":0,"custom":{"input":"print("}}"#,
        r#"{"index":0,"custom":{"input":"1)"}}"#,
        r#"{"index":1,"id":"call_2","type":"function","function":{"name":"a","arguments":"{}"}}"#,
    ], r#""tool_calls""#), @"call_2 a {} complete");
}

/// A server with a wrong stop reason: a truncated call is dropped.
#[test]
fn drops_truncated_calls_for_every_finish() {
    let begun = r#"{"index":0,"id":"call_1","function":{"name":"a","arguments":""}}"#;
    let piece = |text: &str| json!({"index": 0, "function": {"arguments": text}}).to_string();
    for finish in [
        r#""tool_calls""#,
        r#""stop""#,
        r#""length""#,
        r#""error""#,
        "null",
    ] {
        for cut in [
            r#"{"path": "/a", "lines": ["one", "two""#,
            r#"{"path": "/a", "content": "abc""#,
            r#"{"path": "/a", "lines": ["one"]"#,
            r#"[{"path": "/a"}"#,
        ] {
            let found = chat(&[begun, &piece(cut)], finish);
            assert!(found.starts_with("dropped call_1"), "{finish} {found}");
        }
    }
}

#[test]
fn of_anthropic() {
    let events = [
        r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hm"}}"#,
        r#"{"type":"content_block_stop","index":0}"#,
        r#"{"type":"ping"}"#,
        r#"{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"toolu_1","name":"a","input":{}}}"#,
        r#"{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":""}}"#,
        r#"{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"x\": 1"}}"#,
        r#"{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"}"}}"#,
        r#"{"type":"content_block_stop","index":1}"#,
        r#"{"type":"content_block_start","index":2,"content_block":{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{}}}"#,
        r#"{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{}"}}"#,
        r#"{"type":"content_block_start","index":3,"content_block":{"type":"tool_use","id":"toolu_2","name":"b","input":{}}}"#,
        r#"{"type":"content_block_stop","index":3}"#,
    ];
    insta::assert_snapshot!(anthropic(r#""tool_use""#, &events), @r#"
    toolu_1 a {"x": 1} complete
    toolu_2 b {} complete
    "#);
    insta::assert_snapshot!(anthropic(r#""max_tokens""#, &events), @r#"
    toolu_1 a {"x": 1} truncated
    dropped toolu_2 "b" {} empty
    "#);
    insta::assert_snapshot!(calls(Api::Anthropic, &events[..12]), @r#"
    toolu_1 a {"x": 1} unknown
    dropped toolu_2 "b" {} disconnected
    "#);
}

fn gemini(calls_: &[&str], finish: &str) -> String {
    let event = |call: &&str| {
        format!(
            r#"{{"candidates":[{{"content":{{"role":"model","parts":[{{"functionCall":{call}}}]}}}}]}}"#
        )
    };
    let mut events: Vec<String> = calls_.iter().map(event).collect();
    events.push(format!(r#"{{"candidates":[{{"finishReason":{finish}}}]}}"#));
    let events: Vec<&str> = events.iter().map(String::as_str).collect();
    calls(Api::Gemini, &events)
}

#[test]
fn of_gemini() {
    insta::assert_snapshot!(gemini(&[
        r#"{"name":"a","args":{"x":1}}"#,
        r#"{"name":"b","willContinue":true}"#,
        r#"{"partialArgs":[{"jsonPath":"$.text","stringValue":"Once ","willContinue":true}],"willContinue":true}"#,
        r#"{"partialArgs":[{"jsonPath":"$.text","stringValue":"\"upon\""},{"jsonPath":"$.n","numberValue":1.50}],"willContinue":true}"#,
        r#"{"partialArgs":[{"jsonPath":"$.edits[0].old","boolValue":true},{"jsonPath":"$.edits[0]['a b']","nullValue":"NULL_VALUE"}],"willContinue":true}"#,
        r"{}",
        r#"{"name":"c"}"#,
    ], r#""STOP""#), @r#"
    - a {"x":1} complete
    - b {"text":"Once \"upon\"","n":1.50,"edits":[{"old":true,"a b":null}]} complete
    - c  complete
    "#);
}

#[test]
fn of_gemini_cut_off_or_inconsistent() {
    insta::assert_snapshot!(gemini(&[
        r#"{"name":"a","willContinue":true}"#,
        r#"{"partialArgs":[{"jsonPath":"$.x","stringValue":"y","willContinue":true}],"willContinue":true}"#,
        r#"{"name":"b","partialArgs":[{"jsonPath":"$.x[3]","numberValue":1}]}"#,
        r#"{"name":"c","partialArgs":[{"jsonPath":"$.x","stringValue":"y"},{"jsonPath":"$.x.y","stringValue":"z"}]}"#,
        r#"{"name":"d","partialArgs":[{"jsonPath":"x","stringValue":"y"}]}"#,
        r#"{"name":"e"}"#,
    ], r#""MAX_TOKENS""#), @r#"
    - e  truncated
    dropped - "a" {"x":"y"} incomplete
    dropped - "b" {"x":[]} inconsistent
    dropped - "c" {"x":"y"} inconsistent
    dropped - "d" {} inconsistent
    "#);
}

#[test]
fn of_bedrock_and_ollama() {
    insta::assert_snapshot!(calls(Api::Bedrock, &[
        r#"{"contentBlockStart":{"contentBlockIndex":1,"start":{"toolUse":{"toolUseId":"tooluse_1","name":"a"}}}}"#,
        r#"{"contentBlockDelta":{"contentBlockIndex":1,"delta":{"toolUse":{"input":"{\"x\":"}}}}"#,
        r#"{"contentBlockIndex":1,"delta":{"toolUse":{"input":" 1}"}}}"#,
        r#"{"contentBlockStop":{"contentBlockIndex":1}}"#,
        r#"{"messageStop":{"stopReason":"tool_use"}}"#,
    ]), @r#"tooluse_1 a {"x": 1} complete"#);
    insta::assert_snapshot!(calls(Api::Ollama, &[
        r#"{"message":{"tool_calls":[{"function":{"name":"a","arguments":{"x":1}}}]},"done":false}"#,
        r#"{"message":{"content":""},"done":true,"done_reason":"stop"}"#,
    ]), @r#"- a {"x":1} complete"#);
}

#[test]
fn of_events_in_an_array_and_an_index_in_a_string() {
    insta::assert_snapshot!(calls(Api::OpenAiChat, &[
        r#"[{"choices":[{"delta":{"tool_calls":[{"index":"0","id":"call_1","function":{"name":"a","arguments":"{\"x\":"}}]}}]},
            {"choices":[{"delta":{"tool_calls":[{"index":"1","id":"call_2","function":{"name":"b","arguments":"{"}}]}}]}]"#,
        "[]",
        r#"[{"choices":[{"delta":{"tool_calls":[{"index":"0","function":{"arguments":"1}"}},{"index":"1","function":{"arguments":"}"}}]}}]}]"#,
    ]), @r#"
    call_1 a {"x":1} unknown
    dropped call_2 "b" {} disconnected
    "#);
    let mut stream = Assembler::new(Api::Ollama);
    let call = r#"{"message":{"tool_calls":[{"function":{"name":"a"}}]}}"#;
    let end = r#"{"message":{"content":""},"done":true}"#;
    assert!(stream.push(&format!("[7, {call}, null, {end}]")).is_err());
    insta::assert_snapshot!(shown(&stream.finish()), @"- a  complete");
}

#[test]
fn an_event_that_cannot_be_read_is_passed_over() {
    let mut stream = Assembler::new(Api::Ollama);
    assert!(stream.push("{").is_err());
    let error = stream.push_bytes(
        b"data: x\n\n{\"message\":{\"tool_calls\":[{\"function\":{\"name\":\"a\"}}]}}\n",
    );
    assert!(error.is_err());
    stream
        .push_bytes(b"event: x\r\ndata: {\"model\":\r\ndata: 1}\r\n\r\n")
        .expect("an object in two lines");
    let event = json!({"message": {"content": ""}, "done_reason": "stop"}).to_string();
    stream.push_bytes(event.as_bytes()).expect("nothing ended");
    insta::assert_snapshot!(shown(&stream.finish()), @r#"
    - a  complete
    dropped - "" { inconsistent
    "#);
}
