//! The texts of open models, and the calls that each text holds.

use std::path::Path;
use std::{fs, io};

use serde_json::{Value, json};
use tool_core::Finish;

/// A text, and the tools that the model had.
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) format: String,
    pub(crate) text: String,
    pub(crate) starts_in_reasoning: bool,
    pub(crate) finish: Finish,
    /// Name and JSON Schema of each tool.
    pub(crate) tools: Vec<(String, Value)>,
    /// The accepted lists of calls, the intended one first.
    pub(crate) accepted: Vec<Vec<Call>>,
}

/// A call with the arguments that its reader returns.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Call {
    pub(crate) name: String,
    pub(crate) arguments: Value,
}

/// Returns the rows of the file that have one correct reading. Ambiguous rows are left out.
///
/// # Errors
///
/// Returns an error if the file cannot be read or has a line of another form.
pub(crate) fn rows(path: &Path) -> io::Result<Vec<Row>> {
    let mut rows = Vec::new();
    for line in fs::read_to_string(path)?.lines() {
        let line: Value = serde_json::from_str(line)?;
        if line["ambiguous"] != true {
            let row = row(&line);
            rows.push(row.ok_or_else(|| io::Error::other("a text has a line of another form"))?);
        }
    }
    Ok(rows)
}

fn row(line: &Value) -> Option<Row> {
    let text = |key: &str| line[key].as_str().map(str::to_owned);
    let readings = ["want", "repair_want", "strict_want", "alt_want"];
    let readings = readings.iter().filter_map(|key| line[*key].as_array());
    Some(Row {
        id: text("id")?,
        format: text("format")?,
        text: text("text")?,
        starts_in_reasoning: line["starts_in_reasoning"] == true,
        finish: match line["finish"].as_str()? {
            "complete" => Finish::Complete,
            "truncated" => Finish::Truncated,
            _ => Finish::Unknown,
        },
        tools: line["tools"]
            .as_array()?
            .iter()
            .map(tool)
            .collect::<Option<_>>()?,
        accepted: readings.map(|calls| self::calls(calls)).collect(),
    })
}

fn tool(tool: &Value) -> Option<(String, Value)> {
    let schema = match &tool["schema"] {
        Value::Null => json!({"type": "object"}),
        schema => schema.clone(),
    };
    Some((tool["name"].as_str()?.to_owned(), schema))
}

/// Reads `[{name, arguments}]`. Arguments are an object, or the text of one.
///
/// A call with other arguments is left out: its caller notices that it cannot run.
pub(crate) fn calls(calls: &[Value]) -> Vec<Call> {
    let call = |call: &Value| {
        let arguments = match &call["arguments"] {
            Value::String(text) if text.trim().is_empty() => json!({}),
            Value::String(text) => serde_json::from_str(text).ok()?,
            arguments => arguments.clone(),
        };
        let name = call["name"].as_str()?.to_owned();
        arguments.is_object().then_some(Call { name, arguments })
    };
    calls.iter().filter_map(call).collect()
}

/// Writes the rows for the programs of other libraries, one `{id, text, answer,
/// starts_in_reasoning, tools: [{name, parameters}]}` per line. The expected calls are left out.
///
/// # Errors
///
/// Returns an error if the file cannot be written.
pub(crate) fn write(rows: &[Row], path: &Path) -> io::Result<()> {
    let mut lines = String::new();
    for row in rows {
        let tools = row.tools.iter();
        let tools = tools.map(|(name, schema)| json!({"name": name, "parameters": schema}));
        let line = json!({
            "id": row.id,
            "text": row.text,
            "answer": answer(row),
            "starts_in_reasoning": row.starts_in_reasoning,
            "tools": tools.collect::<Vec<_>>(),
        });
        lines.push_str(&line.to_string());
        lines.push('\n');
    }
    fs::write(path, lines)
}

/// Returns the text after its reasoning. Servers separate the reasoning first, and many parsers of
/// calls rely on it.
fn answer(row: &Row) -> &str {
    let is_reasoning = row.starts_in_reasoning || row.text.trim_start().starts_with("<think>");
    let rest = row.text.split_once("</think>").map(|(_, rest)| rest);
    rest.filter(|_| is_reasoning).unwrap_or(&row.text)
}
