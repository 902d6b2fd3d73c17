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
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use tool_core::answer::{Answer, AnswerError, AnswerStream, ProviderError, StopReason};
use tool_core::call::Api;

fn main() -> io::Result<()> {
    answer_lines(|row| {
        let id = &row["id"];
        let line = match read_row(row)? {
            Ok(answer) => describe(id, &answer).and_then(|line| to_raw_value(&line)),
            Err(AnswerError::Provider(error)) => {
                describe_error(id, &error).and_then(|line| to_raw_value(&line))
            }
            Err(error) => return Err(error.to_string()),
        };
        line.map_err(|error| error.to_string())
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

/// A line of the output.
#[derive(Serialize)]
struct Line<'a> {
    id: &'a Value,
    finish: &'static str,
    calls: Vec<CallLine<'a>>,
    dropped: Vec<Value>,
    text: &'a str,
    error: Option<String>,
}

#[derive(Serialize)]
struct CallLine<'a> {
    id: Option<&'a str>,
    name: &'a str,
    /// JSON text, which keeps all digits of the numbers.
    arguments: Box<RawValue>,
}

/// Describes an answer.
fn describe<'a>(id: &'a Value, answer: &'a Answer) -> Result<Line<'a>, serde_json::Error> {
    let calls = answer.calls.iter().map(|call| {
        Ok(CallLine {
            id: call.id.as_deref(),
            name: &call.name,
            arguments: to_json(&call.raw)?,
        })
    });
    let dropped = answer.dropped.iter().map(|dropped| {
        json!({"id": dropped.id, "name": dropped.name, "reason": dropped.reason.as_str()})
    });
    Ok(Line {
        id,
        finish: answer.stop.as_str(),
        calls: calls.collect::<Result<_, serde_json::Error>>()?,
        dropped: dropped.collect(),
        text: &answer.text,
        error: None,
    })
}

/// Returns arguments as JSON on one line. The text is empty for a call without arguments.
fn to_json(raw: &str) -> Result<Box<RawValue>, serde_json::Error> {
    let raw = if raw.trim().is_empty() { "{}" } else { raw };
    match serde_json::from_str::<&RawValue>(raw) {
        // A string in JSON contains no line break.
        Ok(json) => RawValue::from_string(json.get().replace(['\n', '\r'], " ")),
        Err(_) => to_raw_value(raw),
    }
}

/// Describes an error of the provider, with the answer that the provider rejected.
fn describe_error<'a>(
    id: &'a Value,
    error: &'a ProviderError,
) -> Result<Line<'a>, serde_json::Error> {
    let rejected = error.rejected.as_deref();
    let line = rejected.map(|answer| describe(id, answer)).transpose()?;
    let without_answer = Line {
        id,
        finish: StopReason::Error.as_str(),
        calls: Vec::new(),
        dropped: Vec::new(),
        text: "",
        error: None,
    };
    Ok(Line {
        error: Some(error.to_string()),
        ..line.unwrap_or(without_answer)
    })
}
