//! The calls that tool-core reads in a text.

use std::io;

use serde_json::json;
use tool_core::text::{Format, TextOptions, read_text};
use tool_core::{Definition, Definitions};

use super::rows::{Call, Row, calls};
use super::score::Read;

/// `Yes`: the text shows its format. `No`: the caller gives it.
#[derive(Clone, Copy)]
pub(super) enum Recognise {
    Yes,
    No,
}

/// Reads the calls of each row.
///
/// # Errors
///
/// Returns an error if a schema is invalid or a format is unknown.
pub(super) fn read(rows: &[Row], recognise: Recognise) -> io::Result<Read> {
    let calls = rows
        .iter()
        .map(|row| Ok((row.id.clone(), row_calls(row, recognise)?)));
    calls.collect()
}

fn row_calls(row: &Row, recognise: Recognise) -> io::Result<Vec<Call>> {
    let mut tools = Definitions::default();
    for (name, schema) in &row.tools {
        let tool = Definition::new(name, "", schema.clone()).map_err(io::Error::other)?;
        tools.push(tool).map_err(io::Error::other)?;
    }
    let format: Option<Format> = match recognise {
        Recognise::Yes => None,
        Recognise::No => Some(row.format.parse().map_err(io::Error::other)?),
    };
    let options = TextOptions::new()
        .format(format)
        .finish(row.finish)
        .starts_in_reasoning(row.starts_in_reasoning);
    let answer = read_text(&row.text, &tools, &options);
    // A call that fails its schema keeps the arguments that the text has.
    let read = answer.calls.iter().map(|call| {
        let read = tools.parse(&call.name, call).ok();
        let arguments = read.map_or_else(|| json!(call.raw), |read| read.reading.value);
        json!({"name": call.name, "arguments": arguments})
    });
    Ok(calls(&read.collect::<Vec<_>>()))
}
