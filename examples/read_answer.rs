//! Reads answers of providers.
//!
//! ```text
//! cargo run --example read_answer < answers.jsonl
//! ```
//!
//! Each line of standard input is one JSON object: `{id, api, op, body, events, aws_base64}`. With
//! the `op` `body`, the text in `body` is a whole response. With `bytes`, it is the body of a
//! stream. With `events`, the events are in the list `events`, or in `aws_base64` as Amazon's
//! binary frames. The program writes one line for each input line, in order: `{id, finish, calls:
//! [{id, name, arguments}], dropped: [{id, name, reason}], text, error}`. The `arguments` are the
//! JSON that the model sent, or its text if it is not JSON. A line that cannot be used gets a line
//! with only `id` and `error`.

use std::io;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use examples::lines::answer_lines;
use serde_json::{Value, json};
use tool_core::answer::{Answer, AnswerError, AnswerStream};
use tool_core::call::Api;

fn main() -> io::Result<()> {
    answer_lines(|row| Ok(describe(&row["id"], &read_row(row)?)))
}

/// Reads the answer of a row.
fn read_row(row: &Value) -> Result<Answer, String> {
    let api = row["api"].as_str().ok_or("expected the text `api`")?;
    let api: Api = api.parse().map_err(|error| format!("{error}"))?;
    let body = row["body"].as_str();
    match row["op"].as_str() {
        Some("body") => {
            let body = body.ok_or("expected the text `body`")?;
            Answer::from_body(api, body).map_err(|error| error.to_string())
        }
        Some("bytes") => {
            let body = body.ok_or("expected the text `body`")?;
            read_bytes(api, body.as_bytes())
        }
        Some("events") => match (row["events"].as_array(), row["aws_base64"].as_str()) {
            (Some(events), _) => read_events(api, events),
            (None, Some(frames)) => {
                let bytes = STANDARD.decode(frames);
                read_bytes(api, &bytes.map_err(|error| error.to_string())?)
            }
            (None, None) => Err("expected the list `events` or the text `aws_base64`".into()),
        },
        _ => Err("expected `op` to be `body`, `bytes` or `events`".into()),
    }
}

fn read_bytes(api: Api, bytes: &[u8]) -> Result<Answer, String> {
    let mut stream = AnswerStream::new(api);
    // Events that are not JSON are skipped.
    let _ = stream.push_bytes(bytes);
    stream.finish().map_err(|error| error.to_string())
}

fn read_events(api: Api, events: &[Value]) -> Result<Answer, String> {
    let mut stream = AnswerStream::new(api);
    for event in events {
        let _ = match event.as_str() {
            Some(text) => stream.push(text),
            None => stream.push(&event.to_string()),
        };
    }
    stream
        .finish()
        .map_err(|error: AnswerError| error.to_string())
}

fn describe(id: &Value, answer: &Answer) -> Value {
    let calls = answer.calls.iter().map(|call| {
        // The text is empty for a call without arguments.
        let raw = if call.raw.trim().is_empty() {
            "{}"
        } else {
            &call.raw
        };
        let arguments = serde_json::from_str(raw);
        let arguments = arguments.unwrap_or_else(|_| Value::from(raw));
        json!({"id": call.id, "name": call.name, "arguments": arguments})
    });
    let dropped = answer.dropped.iter().map(|dropped| {
        json!({"id": dropped.id, "name": dropped.name, "reason": dropped.reason.as_str()})
    });
    json!({
        "id": id,
        "finish": answer.stop.as_str(),
        "calls": calls.collect::<Vec<_>>(),
        "dropped": dropped.collect::<Vec<_>>(),
        "text": answer.text,
        "error": null,
    })
}
