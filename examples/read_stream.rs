//! Reads streams as JSON lines from standard input. Writes one line per stream, in order, with its
//! calls.
//!
//! ```text
//! {"id": 1, "provider": "anthropic", "deltas": [{"type": "content_block_start", ..}, ..]}
//! ```
//!
//! results in
//!
//! ```text
//! {"id": 1, "calls": [{"id": "toolu_1", "name": "wait", "raw": "{\"seconds\": 5}", "finish": "complete"}], "dropped": []}
//! ```
//!
//! Each delta is one event of the provider: the JSON object, or its text as it came over the wire.
//! `finish` is the report of the provider: `complete`, `truncated` or `unknown`. `dropped` has the
//! `name` and the `reason` of each incomplete or invalid call. A delta that is not an event is
//! skipped and listed in `passed_over`. A line that cannot be used gets a line with an `error`, and
//! the run goes on.

use std::io::{self, BufRead, BufWriter, Write};

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tool_core::call::{Api, Assembler, Calls, WireError};

fn main() -> io::Result<()> {
    let mut output = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().split(b'\n') {
        let line = line?;
        if line.trim_ascii().is_empty() {
            continue;
        }
        let id = serde_json::from_slice::<Value>(&line).map(|line| line["id"].clone());
        let answer = match read(&line) {
            Ok(read) => shown(&id.unwrap_or_default(), &read),
            Err(error) => json!({"id": id.unwrap_or_default(), "error": error}),
        };
        serde_json::to_writer(&mut output, &answer)?;
        output.write_all(b"\n")?;
    }
    output.flush()
}

/// A line; the deltas keep their text.
#[derive(Deserialize)]
struct Stream<'a> {
    provider: String,
    #[serde(borrow)]
    deltas: Vec<&'a RawValue>,
}

/// The calls of a stream, and the deltas that were skipped.
struct Read {
    found: Calls,
    passed_over: Vec<String>,
}

/// Returns the calls of one stream, or the reason why the line cannot be used.
fn read(line: &[u8]) -> Result<Read, String> {
    let stream: Stream<'_> = serde_json::from_slice(line)
        .map_err(|error| format!("the line cannot be used: {error}"))?;
    let api: Api = stream
        .provider
        .parse()
        .map_err(|error| format!("`provider`: {error}"))?;
    let mut assembler = Assembler::new(api);
    let mut passed_over = Vec::new();
    for (at, delta) in stream.deltas.into_iter().enumerate() {
        if let Err(error) = push(&mut assembler, delta.get()) {
            passed_over.push(format!("`deltas[{at}]`: {error}"));
        }
    }
    Ok(Read {
        found: assembler.finish(),
        passed_over,
    })
}

/// Adds an event: an object, or its text with or without `data:` before it.
fn push(assembler: &mut Assembler, delta: &str) -> Result<(), WireError> {
    match serde_json::from_str::<String>(delta) {
        Ok(text) if text.trim_start().starts_with(['{', '[']) => assembler.push(&text),
        Ok(text) => assembler.push_bytes(format!("{text}\n\n").as_bytes()),
        Err(_) => assembler.push(delta),
    }
}

fn shown(id: &Value, read: &Read) -> Value {
    let calls = read.found.calls.iter().map(|call| {
        json!({"id": call.id, "name": call.name, "raw": call.raw, "finish": call.reported.as_str()})
    });
    let dropped = read
        .found
        .dropped
        .iter()
        .map(|dropped| json!({"name": dropped.name, "reason": dropped.reason.as_str()}));
    let mut line =
        json!({"id": id, "calls": calls.collect::<Value>(), "dropped": dropped.collect::<Value>()});
    if !read.passed_over.is_empty() {
        line["passed_over"] = json!(read.passed_over);
    }
    line
}
