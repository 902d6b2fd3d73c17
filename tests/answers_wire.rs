//! The events in the bytes of a stream.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use tests::write_frame;
use tool_core::answer::{Answer, AnswerError, AnswerStream};
use tool_core::call::{Api, Assembler};

/// A stream of `OpenAI` Chat with one call.
fn events() -> [Value; 3] {
    let piece = |call: Value| json!({"choices": [{"index": 0, "delta": {"tool_calls": [call]}}]});
    [
        piece(json!({"index": 0, "id": "call_1", "function":
            {"name": "wait", "arguments": "{\"seconds\""}})),
        piece(json!({"index": 0, "function": {"arguments": ": 5}"}})),
        json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]}),
    ]
}

/// Reads a body whole, and in pieces of every size up to 9 bytes.
fn read(api: Api, body: &str) -> Result<Answer, AnswerError> {
    let read_pieces = |size: usize| {
        let mut stream = AnswerStream::new(api);
        for piece in body.as_bytes().chunks(size) {
            let _ = stream.push_bytes(piece);
        }
        stream.finish()
    };
    let whole = read_pieces(body.len().max(1));
    for size in 1..10 {
        assert_eq!(read_pieces(size), whole, "pieces of {size} bytes");
    }
    whole
}

fn assert_one_call(body: &str) {
    let answer = read(Api::OpenAiChat, body).expect(body);
    assert_eq!(answer.stop.as_str(), "tool_calls", "{body}");
    let calls: Vec<_> = answer.calls.iter().map(|call| &*call.raw).collect();
    assert_eq!(calls, [r#"{"seconds": 5}"#], "{body}");
}

/// Writes each event as a server-sent event.
fn write(event: impl Fn(&Value) -> String) -> String {
    events().iter().map(event).collect()
}

#[test]
fn server_sent_events_are_found_in_each_notation() {
    for end in ["\n", "\r\n", "\r"] {
        assert_one_call(&write(|event| format!("data: {event}{end}{end}")));
    }
    assert_one_call(&write(|event| format!("data:{event}\n\n")));
    assert_one_call(&format!(
        "\u{feff}{}",
        write(|event| format!("data: {event}\n\n"))
    ));
    assert_one_call(&write(|event| {
        format!(": keep-alive\n\nid: 7\nevent: chunk\nretry: 3\ndata: {event}\n\n")
    }));
}

#[test]
fn one_event_may_have_several_lines_of_data() {
    assert_one_call(&write(|event| {
        let lines = serde_json::to_string_pretty(event).expect("JSON");
        let lines: String = lines
            .lines()
            .flat_map(|line| ["data: ", line, "\n"])
            .collect();
        format!("{lines}\n")
    }));
}

/// Some servers omit the empty line between events.
#[test]
fn events_without_an_empty_line_between_them_are_found() {
    let body = write(|event| format!("data: {event}\n"));
    assert_one_call(&format!("{body}data: [DONE]\n"));
    assert_one_call(body.trim_end());
}

#[test]
fn objects_are_found_in_lines_and_in_an_array() {
    assert_one_call(&write(|event| format!("{event}\n")));
    assert_one_call(&write(|event| format!("  {event}\r\n")));
    let list = Value::from(events().to_vec());
    assert_one_call(&list.to_string());
    assert_one_call(&format!("{list:#}"));
    let items: Vec<_> = events().iter().map(|event| format!("{event:#}")).collect();
    assert_one_call(&format!("[{}\n]\n", items.join("\n,\r\n")));
}

/// Gemini streams an array if the request lacks `alt=sse`. A cut within it loses only the object
/// that is cut.
#[test]
fn an_array_that_is_cut_gives_its_whole_objects() {
    let list = format!("{:#}", Value::from(events().to_vec()));
    for end in 0..list.len() {
        let Ok(answer) = read(Api::OpenAiChat, &list[..end]) else {
            continue;
        };
        let raws = answer.calls.iter().map(|call| &*call.raw);
        assert!(
            raws.eq(["{\"seconds\": 5}"]) || answer.calls.is_empty(),
            "{end}"
        );
    }
}

/// A line that is cut does not hide the next one.
#[test]
fn a_line_that_is_cut_loses_only_itself() {
    let [first, second, third] = events();
    let body = format!("{{\"choices\": [{{\"del\n{first}\n{second}\n{third}\n");
    assert_one_call(&body);
}

#[test]
fn an_error_body_over_several_lines_is_an_error() {
    let body = format!(
        "{:#}",
        json!({"error": {"type": "auth", "message": "bad key"}})
    );
    let error = read(Api::OpenAiChat, &body).expect_err("an error");
    assert_eq!(
        error.to_string(),
        "the provider reported an error: bad key (auth)"
    );
    let error = read(Api::Gemini, &format!("[{body}]")).expect_err("an error");
    assert_eq!(
        error.to_string(),
        "the provider reported an error: bad key (auth)"
    );
}

/// The server of llama.cpp sends errors in a field `error`.
#[test]
fn an_error_field_is_an_error() {
    let begin = write(|event| format!("data: {event}\n\n"));
    let body = format!("{begin}error: {{\"code\": 500, \"message\": \"no slot\"}}\n\n");
    let error = read(Api::OpenAiChat, &body).expect_err("an error");
    assert_eq!(error.to_string(), "the provider reported an error: no slot");
}

/// Writes an event of a model in a frame.
fn chunk(event: &Value) -> Vec<u8> {
    let bytes = STANDARD.encode(event.to_string());
    let payload = json!({"bytes": bytes, "p": "abc"}).to_string();
    write_frame(&[(":event-type", "chunk")], &payload)
}

/// `InvokeModelWithResponseStream` of Bedrock has the events of the model's own API in base64.
#[test]
fn chunks_of_bedrock_contain_the_events_of_the_model() {
    let block = json!({"type": "tool_use", "id": "toolu_1", "name": "wait", "input": {}});
    let events = [
        json!({"type": "content_block_start", "index": 0, "content_block": block}),
        json!({"type": "content_block_delta", "index": 0,
            "delta": {"type": "input_json_delta", "partial_json": "{\"seconds\": \"~\u{fc}\"}"}}),
        json!({"type": "content_block_stop", "index": 0}),
        json!({"type": "message_delta", "delta": {"stop_reason": "tool_use"}}),
    ];
    let frames = events.map(|event| chunk(&event));
    for size in [1, 7, 64, 1 << 20] {
        let mut stream = AnswerStream::new(Api::Anthropic);
        for piece in frames.concat().chunks(size) {
            stream.push_bytes(piece).expect("events");
        }
        let answer = stream.finish().expect("an answer");
        assert_eq!(answer.calls[0].raw, "{\"seconds\": \"~\u{fc}\"}", "{size}");
        assert_eq!(answer.stop.as_str(), "tool_calls");
    }
}

/// Exceptions are frames of their own, without base64.
#[test]
fn an_exception_ends_a_stream_of_chunks_with_an_error() {
    let block = json!({"type": "tool_use", "id": "toolu_1", "name": "wait", "input": {}});
    let begin = chunk(&json!({"type": "content_block_start", "index": 0, "content_block": block}));
    let end = chunk(&json!({"type": "content_block_stop", "index": 0}));
    let exception = write_frame(
        &[(":exception-type", "modelStreamErrorException")],
        "{\"message\": \"no capacity\"}",
    );
    for frames in [vec![], vec![begin.clone()], vec![begin, end]] {
        let bytes = [frames.concat(), exception.clone()].concat();
        let mut stream = AnswerStream::new(Api::Anthropic);
        stream.push_bytes(&bytes).expect("events");
        let error = stream.finish().expect_err("an error");
        assert_eq!(
            error.to_string(),
            "the provider reported an error: no capacity (modelStreamErrorException)"
        );
        let mut calls = Assembler::new(Api::Anthropic);
        calls.push_bytes(&bytes).expect("events");
        assert!(calls.finish().calls.is_empty());
    }
}

#[test]
fn a_chunk_that_is_not_base64_is_an_invalid_event() {
    let mut stream = AnswerStream::new(Api::Anthropic);
    let chunk = write_frame(&[(":event-type", "chunk")], "{\"bytes\": \"e30!\"}");
    assert!(stream.push_bytes(&chunk).is_err());
}

/// Two frames of Amazon's own test suite for the format.
#[test]
fn verifies_the_checksums_of_frames_as_amazon_writes_them() {
    let empty = [
        0, 0, 0, 16, 0, 0, 0, 0, 5, 0xc2, 0x48, 0xeb, 0x7d, 0x98, 0xc8, 0xff,
    ];
    let payload = b"\0\0\0\x1d\0\0\0\0\xfd\x52\x8c\x5a{'foo':'bar'}\xc3\x65\x39\x36";
    let mut stream = AnswerStream::new(Api::Bedrock);
    stream.push_bytes(&empty).expect("an empty event");
    let error = stream.push_bytes(payload).expect_err("no JSON");
    assert!(
        error.to_string().contains("key must be a string"),
        "{error}"
    );
    assert_eq!(write_frame(&[], ""), empty);
    assert_eq!(write_frame(&[], "{'foo':'bar'}"), payload);
}

/// A damaged byte may be one of the arguments, so the frame and all after it are not read.
#[test]
fn no_call_has_arguments_of_a_damaged_frame() {
    let start = json!({"contentBlockIndex": 0,
        "start": {"toolUse": {"toolUseId": "t1", "name": "wait"}}});
    let delta = json!({"contentBlockIndex": 0,
        "delta": {"toolUse": {"input": "{\"seconds\": 5}"}}});
    let frames = [
        ("contentBlockStart", start),
        ("contentBlockDelta", delta),
        ("contentBlockStop", json!({"contentBlockIndex": 0})),
        ("messageStop", json!({"stopReason": "tool_use"})),
    ];
    let frames =
        frames.map(|(kind, event)| write_frame(&[(":event-type", kind)], &event.to_string()));
    let whole = frames.concat();
    let read = |bytes: &[u8]| {
        let mut stream = AnswerStream::new(Api::Bedrock);
        let pushed = stream.push_bytes(bytes);
        (
            pushed,
            stream
                .finish()
                .map_or_else(|_| Vec::new(), |answer| answer.calls),
        )
    };
    let (pushed, calls) = read(&whole);
    assert_eq!((pushed, calls.len()), (Ok(()), 1));
    for at in 1..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 4;
        let (pushed, calls) = read(&damaged);
        let arguments_are_whole = at >= whole.len() - frames[2].len() - frames[3].len();
        let raw: Vec<_> = calls.iter().map(|call| &*call.raw).collect();
        assert!(
            raw.is_empty() || arguments_are_whole && raw == ["{\"seconds\": 5}"],
            "byte {at}: {raw:?}"
        );
        assert!(pushed.is_err(), "byte {at}");
    }
}
