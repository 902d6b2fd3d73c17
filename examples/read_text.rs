//! Reads the calls that open models write as text.
//!
//! ```text
//! cargo run --example read_text < texts.jsonl
//! ```
//!
//! Each line of standard input is one JSON object: `{id, text, finish, tools: [{name, schema}],
//! starts_in_reasoning, format, model, size}`. `finish` is `complete`, `truncated` or `unknown`.
//! Either `format` or the ID of the `model` selects the format. With a `size`, the text arrives in
//! pieces of that number of bytes. The program writes one
//! line for each input line, in order: `{id, format, calls: [{name, arguments}], dropped: [{name,
//! reason}], content, reasoning}`. `calls` has every complete call, also of unknown tools and with
//! invalid arguments. The `arguments` are the repaired ones if the call is valid, and the received
//! ones if not. A line that cannot be used gets a line with only `id` and `error`.

use std::io;

use examples::lines::answer_lines;
use serde_json::{Value, json};
use tool_core::call::Call;
use tool_core::text::{Format, TextAnswer, TextOptions, TextReader, read_text};
use tool_core::{Definition, Definitions, Finish};

fn main() -> io::Result<()> {
    answer_lines(read_row)
}

fn read_row(row: &Value) -> Result<Value, String> {
    let text = row["text"].as_str().ok_or("expected the text `text`")?;
    let finish = match row["finish"].as_str() {
        Some("complete") => Finish::Complete,
        Some("truncated") => Finish::Truncated,
        Some("unknown") | None => Finish::Unknown,
        Some(other) => {
            return Err(format!(
                "expected `finish` to be complete, truncated or unknown, got {other:?}"
            ));
        }
    };
    let tools = read_tools(&row["tools"])?;
    let options = TextOptions::new()
        .format(read_format(row)?)
        .finish(finish)
        .starts_in_reasoning(row["starts_in_reasoning"] == true);
    let answer = match row["size"].as_u64().and_then(|size| size.try_into().ok()) {
        Some(size) => read_pieces(text, size, &tools, options, finish),
        None => read_text(text, &tools, &options),
    };
    Ok(describe(&row["id"], &answer, &tools))
}

fn read_format(row: &Value) -> Result<Option<Format>, String> {
    match (row["format"].as_str(), row["model"].as_str()) {
        (Some(name), _) => name.parse().map(Some).map_err(|error| format!("{error}")),
        (None, Some(model)) => Ok(Format::for_model(model)),
        (None, None) => Ok(None),
    }
}

/// Reads a text in pieces. A piece ends with a whole character.
fn read_pieces(
    text: &str,
    size: usize,
    tools: &Definitions,
    options: TextOptions,
    finish: Finish,
) -> TextAnswer {
    let mut reader = TextReader::new(tools, options);
    let mut piece = String::new();
    for character in text.chars() {
        piece.push(character);
        if piece.len() >= size {
            reader.push(&piece);
            piece.clear();
        }
    }
    reader.push(&piece);
    reader.finish(finish)
}

fn read_tools(tools: &Value) -> Result<Definitions, String> {
    let mut definitions = Definitions::default();
    for tool in tools.as_array().into_iter().flatten() {
        let name = tool["name"].as_str().ok_or("expected a tool with `name`")?;
        let schema = match &tool["schema"] {
            Value::Null => json!({"type": "object"}),
            schema => schema.clone(),
        };
        let definition = Definition::new(name, "", schema).map_err(|error| error.to_string())?;
        definitions
            .push(definition)
            .map_err(|error| error.to_string())?;
    }
    Ok(definitions)
}

fn describe(id: &Value, answer: &TextAnswer, tools: &Definitions) -> Value {
    let calls = answer
        .calls
        .iter()
        .map(|call| json!({"name": call.name, "arguments": arguments(call, tools)}));
    let dropped = answer
        .dropped
        .iter()
        .map(|dropped| json!({"name": dropped.name, "reason": dropped.reason.as_str()}));
    json!({
        "id": id,
        "format": answer.format.map(Format::as_str),
        "calls": calls.collect::<Vec<_>>(),
        "dropped": dropped.collect::<Vec<_>>(),
        "content": answer.content,
        "reasoning": answer.reasoning,
    })
}

/// Returns the repaired arguments. Arguments that the tool rejects are returned as received.
fn arguments(call: &Call, tools: &Definitions) -> Value {
    if let Ok(read) = tools.parse(&call.name, call) {
        return read.reading.value;
    }
    let received = serde_json::from_str(&call.raw).ok();
    let received = received.or_else(|| {
        // JSON with faults is read for a tool that accepts every object.
        let any = Definition::new("any", "", json!({"type": "object"})).ok()?;
        any.parse(call).ok()
    });
    received.unwrap_or_else(|| Value::from(call.raw.as_str()))
}
