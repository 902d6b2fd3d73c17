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
//! JSON that the model sent, or its text if it is not JSON. `error` is the error that the provider
//! reported; the calls that the provider rejected are in `calls`. A line that cannot be used gets a
//! line with only `id` and `error`.

use std::io;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use examples::lines::answer_lines;
use serde_json::{Value, json};
use tool_core::answer::{Answer, AnswerError, AnswerStream, ProviderError};
use tool_core::call::Api;

fn main() -> io::Result<()> {
    answer_lines(|row| match read_row(row)? {
        Ok(answer) => Ok(describe(&row["id"], &answer)),
        Err(AnswerError::Provider(error)) => Ok(describe_error(&row["id"], &error)),
        Err(error) => Err(error.to_string()),
    })
}

/// Reads the answer of a row. The outer error is a fault of the row.
fn read_row(row: &Value) -> Result<Result<Answer, AnswerError>, String> {
    let api = row["api"].as_str().ok_or("expected the text `api`")?;
    let api: Api = api.parse().map_err(|error| format!("{error}"))?;
    let body = row["body"].as_str();
    Ok(match row["op"].as_str() {
        Some("body") => Answer::from_body(api, body.ok_or("expected the text `body`")?),
        Some("bytes") => read_bytes(api, body.ok_or("expected the text `body`")?.as_bytes()),
        Some("events") => match (row["events"].as_array(), row["aws_base64"].as_str()) {
            (Some(events), _) => read_events(api, events),
            (None, Some(frames)) => {
                let bytes = STANDARD.decode(frames);
                read_bytes(api, &bytes.map_err(|error| error.to_string())?)
            }
            (None, None) => {
                return Err("expected the list `events` or the text `aws_base64`".into());
            }
        },
        _ => return Err("expected `op` to be `body`, `bytes` or `events`".into()),
    })
}

fn read_bytes(api: Api, bytes: &[u8]) -> Result<Answer, AnswerError> {
    let mut stream = AnswerStream::new(api);
    // Events that are not JSON are skipped.
    let _ = stream.push_bytes(bytes);
    stream.finish()
}

fn read_events(api: Api, events: &[Value]) -> Result<Answer, AnswerError> {
    let mut stream = AnswerStream::new(api);
    for event in events {
        let _ = match event.as_str() {
            Some(text) => stream.push(text),
            None => stream.push(&event.to_string()),
        };
    }
    stream.finish()
}

/// Describes an error of the provider, with the answer that the provider rejected.
fn describe_error(id: &Value, error: &ProviderError) -> Value {
    let mut line = match &error.rejected {
        Some(answer) => describe(id, answer),
        None => json!({"id": id, "finish": "error", "calls": [], "dropped": [], "text": ""}),
    };
    line["error"] = error.to_string().into();
    line
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
