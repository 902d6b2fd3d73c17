//! Tests which blocks of Anthropic Messages and of Bedrock Converse an answer contains, and which
//! blocks the next request repeats.

use serde_json::{Value, json};
use tests::write_frame;
use tool_core::answer::{Answer, AnswerStream, CallResult, StopReason};
use tool_core::call::Api;

fn from_body(api: Api, body: &Value) -> Answer {
    Answer::from_body(api, &body.to_string()).expect("an answer")
}

fn from_events(api: Api, events: &[Value]) -> Answer {
    let mut stream = AnswerStream::new(api);
    for event in events {
        stream.push(&event.to_string()).expect("an event");
    }
    stream.finish().expect("an answer")
}

/// A message of Anthropic with these blocks.
fn message(blocks: &Value, stop_reason: &str) -> Answer {
    let body = json!({"type": "message", "role": "assistant", "content": blocks,
        "stop_reason": stop_reason});
    from_body(Api::Anthropic, &body)
}

/// A stream of Anthropic with one block, which begins with `block` and grows by `deltas`.
fn streamed(block: &Value, deltas: &[Value], stop_reason: &str) -> Answer {
    let mut events = vec![
        json!({"type": "message_start", "message": {"content": []}}),
        json!({"type": "content_block_start", "index": 0, "content_block": block}),
    ];
    events.extend(
        deltas
            .iter()
            .map(|delta| json!({"type": "content_block_delta", "index": 0, "delta": delta})),
    );
    events.push(json!({"type": "content_block_stop", "index": 0}));
    events.push(json!({"type": "message_delta", "delta": {"stop_reason": stop_reason}}));
    from_events(Api::Anthropic, &events)
}

/// A message of Bedrock with these blocks.
fn converse(blocks: &Value, stop_reason: &str) -> Answer {
    let body = json!({"output": {"message": {"role": "assistant", "content": blocks}},
        "stopReason": stop_reason});
    from_body(Api::Bedrock, &body)
}

fn content(answer: &Answer) -> Value {
    let message = answer.turn().first();
    message.map_or(json!([]), |message| message["content"].clone())
}

/// After the results of calls that a program made, the first event has the whole content.
#[test]
fn calls_in_the_first_event_are_read() {
    let blocks = json!([
        {"type": "code_execution_tool_result", "tool_use_id": "srvtoolu_1", "content": {}},
        {"type": "tool_use", "id": "toolu_1", "name": "lookup", "input": {"id": 7},
            "caller": {"type": "code_execution_20260120", "tool_id": "srvtoolu_2"}},
        {"type": "tool_use", "id": "toolu_2", "name": "list", "input": {}},
    ]);
    let start = json!({"content": blocks, "stop_reason": "tool_use"});
    let answer = from_events(
        Api::Anthropic,
        &[
            json!({"type": "message_start", "message": start}),
            json!({"type": "message_stop"}),
        ],
    );
    let calls: Vec<_> = answer
        .calls
        .iter()
        .map(|call| (&*call.name, &*call.raw))
        .collect();
    assert_eq!(calls, [("lookup", r#"{"id":7}"#), ("list", "{}")]);
    assert_eq!(answer.calls[0].caller, Some(blocks[1]["caller"].clone()));
    assert_eq!(
        (answer.stop.clone(), content(&answer)),
        (StopReason::ToolCalls, blocks)
    );
}

/// The tools `screenshot` of the sets `browser` and `computer` have the same name.
#[test]
fn the_set_of_a_tool_is_its_namespace() {
    let block = json!({"type": "tool_use", "id": "toolu_1", "name": "screenshot", "input": {},
        "toolset_name": "browser"});
    let whole = message(&json!([block]), "tool_use");
    for answer in [whole, streamed(&block, &[], "tool_use")] {
        assert_eq!(answer.calls[0].namespace.as_deref(), Some("browser"));
        assert_eq!(content(&answer), json!([block]));
    }
}

#[test]
fn a_compaction_is_repeated_and_the_answer_continues() {
    let block = json!({"type": "compaction", "content": "A summary.", "encrypted_content": "EqQB"});
    let deltas = [json!({"type": "compaction_delta", "content": "A summary.",
        "encrypted_content": "EqQB"})];
    let begun = json!({"type": "compaction", "content": null});
    let answer = streamed(&begun, &deltas, "compaction");
    assert_eq!(
        (answer.stop.clone(), content(&answer)),
        (StopReason::Paused, json!([block]))
    );
}

/// The API rejects blank text, and thinking without its signature.
#[test]
fn blocks_that_the_api_rejects_are_left_out() {
    let call = json!({"type": "tool_use", "id": "toolu_1", "name": "list", "input": {}});
    let answer = message(&json!([{"type": "text", "text": "\n\n"}, call]), "tool_use");
    assert_eq!(content(&answer), json!([call]));

    let begun = json!({"type": "thinking", "thinking": "", "signature": ""});
    let thought = json!({"type": "thinking_delta", "thinking": "Hm."});
    let cut = streamed(&begun, std::slice::from_ref(&thought), "max_tokens");
    assert_eq!((&*cut.reasoning, cut.turn().len()), ("Hm.", 0));
    // Servers with the API of Anthropic may have no signatures.
    let unsigned = streamed(&begun, &[thought], "end_turn");
    assert_eq!(content(&unsigned)[0]["thinking"], "Hm.");

    let call = json!({"toolUse": {"toolUseId": "t1", "name": "list", "input": {}}});
    let answer = converse(&json!([{"text": " \n"}, call]), "tool_use");
    assert_eq!(content(&answer), json!([call]));
    let thought = json!({"reasoningContent": {"reasoningText": {"text": "Hm."}}});
    assert_eq!(converse(&json!([thought]), "max_tokens").turn().len(), 0);
    assert_eq!(
        content(&converse(&json!([thought]), "end_turn")),
        json!([thought])
    );
}

/// The API requires the result of the server, unless it paused the answer.
#[test]
fn a_call_of_the_server_that_is_cut_off_is_left_out() {
    let search = json!({"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search",
        "input": {"query": "x"}});
    let text = json!({"type": "text", "text": "I search."});
    let blocks = json!([text, search]);
    assert_eq!(content(&message(&blocks, "max_tokens")), json!([text]));
    assert_eq!(content(&message(&blocks, "pause_turn")), blocks);
    let begun = json!({"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}});
    assert_eq!(streamed(&begun, &[], "max_tokens").turn().len(), 0);
}

/// Some servers send arguments as text where the API has an object. The tool runs with them, so the
/// turn must show them.
#[test]
fn arguments_as_text_are_repeated_as_an_object() {
    let block = json!({"type": "tool_use", "id": "t1", "name": "wait", "input": "{\"s\": 5}"});
    let answer = message(&json!([block]), "tool_use");
    assert_eq!(answer.calls[0].raw, "{\"s\": 5}");
    assert_eq!(content(&answer)[0]["input"], json!({"s": 5}));
    let block = json!({"toolUse": {"toolUseId": "t1", "name": "wait", "input": "{\"s\": 5}"}});
    let answer = converse(&json!([block]), "tool_use");
    assert_eq!(content(&answer)[0]["toolUse"]["input"], json!({"s": 5}));
}

/// A stream of Bedrock sends citations next to the text. A request has both in one block.
#[test]
fn cited_text_of_bedrock_is_read_and_repeated() {
    let block = json!({"citationsContent": {"content": [{"text": "It is 5."}],
        "citations": [{"title": "a"}, {"title": "b"}]}});
    let delta =
        |delta: Value| json!({"contentBlockDelta": {"contentBlockIndex": 0, "delta": delta}});
    let streamed = from_events(
        Api::Bedrock,
        &[
            json!({"messageStart": {"role": "assistant"}}),
            delta(json!({"text": "It is "})),
            delta(json!({"citation": {"title": "a"}})),
            delta(json!({"text": "5."})),
            delta(json!({"citation": {"title": "b"}})),
            json!({"messageStop": {"stopReason": "end_turn"}}),
        ],
    );
    for answer in [streamed, converse(&json!([block]), "end_turn")] {
        assert_eq!(
            (&*answer.text, content(&answer)),
            ("It is 5.", json!([block]))
        );
    }
}

#[test]
fn reasoning_in_a_stream_of_bedrock_is_repeated() {
    let delta = |index: u64, reasoning: Value| {
        json!({"contentBlockDelta": {"contentBlockIndex": index,
            "delta": {"reasoningContent": reasoning}}})
    };
    let answer = from_events(
        Api::Bedrock,
        &[
            json!({"messageStart": {"role": "assistant"}}),
            delta(0, json!({"text": "H"})),
            delta(0, json!({"text": "m."})),
            delta(0, json!({"signature": "EqQB"})),
            delta(1, json!({"redactedContent": "RXFR"})),
            json!({"messageStop": {"stopReason": "end_turn"}}),
        ],
    );
    let expected = json!([
        {"reasoningContent": {"reasoningText": {"text": "Hm.", "signature": "EqQB"}}},
        {"reasoningContent": {"redactedContent": "RXFR"}},
    ]);
    assert_eq!((&*answer.reasoning, content(&answer)), ("Hm.", expected));
}

#[test]
fn an_image_in_a_stream_of_bedrock_is_repeated() {
    let answer = from_events(
        Api::Bedrock,
        &[
            json!({"messageStart": {"role": "assistant"}}),
            json!({"contentBlockStart": {"contentBlockIndex": 0,
                "start": {"image": {"format": "png"}}}}),
            json!({"contentBlockDelta": {"contentBlockIndex": 0,
                "delta": {"image": {"source": {"bytes": "aGk="}}}}}),
            json!({"messageStop": {"stopReason": "end_turn"}}),
        ],
    );
    let image = json!({"image": {"format": "png", "source": {"bytes": "aGk="}}});
    assert_eq!(content(&answer), json!([image]));
}

/// The API rejects blank text in a result.
#[test]
fn an_empty_result_of_bedrock_has_text() {
    let call = json!({"toolUse": {"toolUseId": "t1", "name": "list", "input": {}}});
    let answer = converse(&json!([call]), "tool_use");
    let messages = answer.results([CallResult::text("")]).expect("one result");
    assert_eq!(
        messages[0]["content"][0]["toolResult"]["content"],
        json!([{"text": "The result is empty."}])
    );
}

/// A frame of the type `error` has headers, and no payload.
#[test]
fn an_error_frame_of_amazon_is_an_error() {
    let headers = [
        (":error-code", "InternalError"),
        (":error-message", "try again"),
        (":message-type", "error"),
    ];
    let frame = write_frame(&headers, "");
    let mut stream = AnswerStream::new(Api::Bedrock);
    stream.push_bytes(&frame).expect("a frame");
    let error = stream.finish().expect_err("an error");
    assert_eq!(
        error.to_string(),
        "the provider reported an error: try again (InternalErrorException)"
    );
}
