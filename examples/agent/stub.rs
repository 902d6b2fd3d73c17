//! A server that plays the model. It rejects a conversation in which a call has no result.

use std::convert::Infallible;

use axum::body::{Body, Bytes};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::stream;
use serde_json::{Value, json};

use crate::script::{End, FORGE, MAIN, REVIEW, Turn};

/// Starts the server. Returns its base URL.
pub(crate) async fn start() -> std::io::Result<String> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let base = format!("http://{}", listener.local_addr()?);
    let style = format!("{base}/style.txt");
    let app = Router::new()
        .route(
            "/style.txt",
            get(|| async { "Write \"Hello\" with two l." }),
        )
        .route(
            "/v1/messages",
            post({
                let style = style.clone();
                async move |body: Bytes| play(&body, "messages", &style, anthropic)
            }),
        )
        .route(
            "/v1/responses",
            post(async move |body: Bytes| play(&body, "input", &style, responses)),
        );
    tokio::spawn(async move { axum::serve(listener, app).await });
    Ok(base)
}

type Encode = fn(usize, &Turn, &[(&str, String)]) -> Vec<Value>;

/// Answers a request with the next turn of its script, as server-sent events.
fn play(body: &[u8], messages: &str, style: &str, encode: Encode) -> Response {
    let request: Value = serde_json::from_slice(body).unwrap_or_default();
    let none = Vec::new();
    let messages = request[messages].as_array().unwrap_or(&none);
    if let Err(message) = check_results(messages) {
        let error = json!({"type": "error", "error": {"type": "invalid_request_error", "message": message}});
        return (StatusCode::BAD_REQUEST, Json(error)).into_response();
    }
    let task = messages.first().map(Value::to_string).unwrap_or_default();
    let script = match &task {
        task if task.contains("Review") => REVIEW,
        task if task.contains("Forge") => FORGE,
        _ => MAIN,
    };
    // Each turn has one item of thoughts, which the client must send back.
    let at: usize = messages
        .iter()
        .map(|message| message.to_string().matches("sig_").count())
        .sum();
    let Some(turn) = script.get(at) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let calls = turn
        .calls
        .iter()
        .map(|(name, raw)| (*name, raw.replace("STYLE", style)));
    let events = encode(at, turn, &calls.collect::<Vec<_>>());
    let events = events
        .into_iter()
        .map(|event| Ok::<_, Infallible>(format!("data: {event}\n\n")));
    Body::from_stream(stream::iter(events)).into_response()
}

/// Checks that each call has exactly one result.
fn check_results(messages: &[Value]) -> Result<(), String> {
    let blocks = messages
        .iter()
        .flat_map(|message| match message["content"].as_array() {
            Some(blocks) => blocks.iter().collect(),
            None => vec![message],
        });
    let mut open = Vec::new();
    for block in blocks {
        match block["type"].as_str() {
            Some("tool_use") => open.push(&block["id"]),
            Some("function_call") => open.push(&block["call_id"]),
            Some("tool_result" | "function_call_output") => {
                let id = block.get("tool_use_id").unwrap_or(&block["call_id"]);
                let at = open.iter().position(|of| *of == id);
                open.remove(at.ok_or_else(|| format!("no call has the id {id}"))?);
            }
            _ => {}
        }
    }
    open.first()
        .map_or(Ok(()), |id| Err(format!("the call {id} has no result")))
}

/// The two parts in which arguments arrive. Of a truncated call, only the first arrives.
fn pieces<'a>(turn: &Turn, raw: &'a str) -> Vec<&'a str> {
    let (start, end) = raw.split_at(raw.len() * 2 / 3);
    if turn.end == End::Cut {
        vec![start]
    } else {
        vec![start, end]
    }
}

fn anthropic(at: usize, turn: &Turn, calls: &[(&str, String)]) -> Vec<Value> {
    let mut blocks = vec![(
        json!({"type": "thinking", "thinking": "", "signature": ""}),
        vec![
            json!({"type": "thinking_delta", "thinking": turn.thought}),
            json!({"type": "signature_delta", "signature": format!("sig_{at}")}),
        ],
    )];
    if !turn.text.is_empty() {
        let words = turn.text.split_inclusive(' ');
        let words = words.map(|word| json!({"type": "text_delta", "text": word}));
        blocks.push((json!({"type": "text", "text": ""}), words.collect()));
    }
    for (number, (name, raw)) in calls.iter().enumerate() {
        let start = json!({"type": "tool_use", "id": format!("toolu_{at}_{number}"), "name": name, "input": {}});
        let deltas = pieces(turn, raw).into_iter();
        let deltas = deltas.map(|text| json!({"type": "input_json_delta", "partial_json": text}));
        blocks.push((start, deltas.collect()));
    }
    let mut events =
        vec![json!({"type": "message_start", "message": {"type": "message", "content": []}})];
    for (index, (start, deltas)) in blocks.into_iter().enumerate() {
        events.push(json!({"type": "content_block_start", "index": index, "content_block": start}));
        events.extend(
            deltas.into_iter().map(
                |delta| json!({"type": "content_block_delta", "index": index, "delta": delta}),
            ),
        );
        events.push(json!({"type": "content_block_stop", "index": index}));
    }
    let reason = match (turn.end, calls) {
        (End::Cut, _) => "max_tokens",
        (End::Refused, _) => "refusal",
        (End::Complete, []) => "end_turn",
        (End::Complete, _) => "tool_use",
    };
    events.push(json!({"type": "message_delta", "delta": {"stop_reason": reason}}));
    events.push(json!({"type": "message_stop"}));
    events
}

fn responses(at: usize, turn: &Turn, calls: &[(&str, String)]) -> Vec<Value> {
    let mut items = vec![json!({
        "type": "reasoning", "id": format!("rs_{at}"), "encrypted_content": format!("sig_{at}"),
        "summary": [{"type": "summary_text", "text": turn.thought}],
    })];
    let mut deltas = vec![vec![
        json!({"type": "response.reasoning_summary_text.delta", "delta": turn.thought}),
    ]];
    if !turn.text.is_empty() {
        let (content, kind) = match turn.end {
            End::Refused => (json!({"type": "refusal", "refusal": turn.text}), "refusal"),
            _ => (
                json!({"type": "output_text", "text": turn.text, "annotations": []}),
                "output_text",
            ),
        };
        items.push(json!({"type": "message", "id": format!("msg_{at}"), "role": "assistant", "content": [content]}));
        let words = turn.text.split_inclusive(' ');
        deltas.push(
            words
                .map(|word| json!({"type": format!("response.{kind}.delta"), "delta": word}))
                .collect(),
        );
    }
    let status = if turn.end == End::Cut {
        "incomplete"
    } else {
        "completed"
    };
    for (number, (name, raw)) in calls.iter().enumerate() {
        let pieces = pieces(turn, raw);
        items.push(json!({
            "type": "function_call", "id": format!("fc_{at}_{number}"), "call_id": format!("call_{at}_{number}"),
            "name": name, "arguments": pieces.concat(), "status": status,
        }));
        let piece = |text| json!({"type": "response.function_call_arguments.delta", "delta": text});
        deltas.push(pieces.into_iter().map(piece).collect());
    }
    let mut events = vec![json!({"type": "response.created", "response": {}})];
    for (index, (item, deltas)) in items.iter().zip(deltas).enumerate() {
        let mut start = item.clone();
        if item["type"] == "function_call" {
            start["arguments"] = json!("");
        }
        events.push(
            json!({"type": "response.output_item.added", "output_index": index, "item": start}),
        );
        for mut delta in deltas {
            delta["output_index"] = json!(index);
            delta["item_id"] = item["id"].clone();
            events.push(delta);
        }
        events.push(
            json!({"type": "response.output_item.done", "output_index": index, "item": item}),
        );
    }
    let details = if turn.end == End::Cut {
        json!({"reason": "max_output_tokens"})
    } else {
        Value::Null
    };
    events.push(json!({"type": format!("response.{status}"), "response": {
        "status": status, "output": items, "incomplete_details": details,
    }}));
    events
}
