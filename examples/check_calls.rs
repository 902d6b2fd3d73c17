//! Reads tool calls as JSON lines from standard input. Writes one line per call, in order, with its
//! result.
//!
//! ```text
//! {"id": 1, "name": "wait", "schema": {..}, "raw": "{\"seconds\": \"5\"}"}
//! ```
//!
//! results in
//!
//! ```text
//! {"id": 1, "status": "accepted", "value": {"seconds": 5}, "repairs": [..], "ignored": [], "issues": [], "message": ""}
//! ```
//!
//! `name` is optional. `finish` (`complete`, `truncated`, `unknown`) and `leniency` (`strict`,
//! `standard`, `generous`) are optional, too. A schema with probable mistakes adds `warnings`. A line that cannot be used gets the status `error`,
//! and the run goes on.

use std::io::{self, BufRead, BufWriter, Write};

use serde_json::{Map, Value, json};
use tool_core::issue::Ignored;
use tool_core::{Definition, Finish, Input, Leniency};

fn main() -> io::Result<()> {
    let mut output = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().split(b'\n') {
        let line = line?;
        if line.trim_ascii().is_empty() {
            continue;
        }
        let (id, outcome) = match serde_json::from_slice::<Value>(&line) {
            Ok(call) => (call["id"].clone(), check(&call)),
            Err(error) => (Value::Null, Err(format!("the line is not JSON: {error}"))),
        };
        let mut answer = outcome.unwrap_or_else(|message| {
            json!({"status": "error", "value": null, "repairs": [], "ignored": [], "issues": [], "message": message})
        });
        if let Value::Object(answer) = &mut answer {
            answer.shift_insert(0, "id".to_owned(), id);
        }
        serde_json::to_writer(&mut output, &answer)?;
        output.write_all(b"\n")?;
    }
    output.flush()
}

/// Returns the result of one call, or the reason why the line cannot be used.
fn check(call: &Value) -> Result<Value, String> {
    let Value::Object(call) = call else {
        return Err("the line is not a JSON object".to_owned());
    };
    let schema = call.get("schema").ok_or("`schema` is missing")?;
    let name = if call.contains_key("name") {
        text(call, "name")?
    } else {
        "tool"
    };
    let definition =
        Definition::new(name, "A tool.", schema.clone()).map_err(|error| error.to_string())?;
    let reader = definition
        .reader()
        .leniency(leniency(call.get("leniency"))?);
    let input = Input::from(text(call, "raw")?).finish(finish(call.get("finish"))?);
    let warnings = definition.schema_warnings().into_iter();
    let warnings: Vec<Value> = warnings
        .map(|warning| json!({"path": warning.path, "message": warning.message}))
        .collect();
    let mut answer = match reader.read::<Value>(input) {
        Ok(reading) => json!({
            "status": "accepted",
            "value": reading.value,
            "repairs": reading.repairs,
            "ignored": reading.ignored.iter().map(describe_ignored).collect::<Vec<_>>(),
            "issues": [],
            "message": "",
        }),
        Err(error) => json!({
            "status": "rejected",
            "value": null,
            "repairs": [],
            "ignored": [],
            "issues": error.payload()["issues"],
            "message": error.to_string(),
        }),
    };
    if !warnings.is_empty() {
        answer["warnings"] = Value::Array(warnings);
    }
    Ok(answer)
}

/// Describes an undeclared key that was not read, with the nearest absent name.
fn describe_ignored(key: &Ignored) -> Value {
    json!({"path": key.path, "near": key.nearest})
}

fn text<'c>(call: &'c Map<String, Value>, key: &str) -> Result<&'c str, String> {
    match call.get(key) {
        Some(Value::String(text)) => Ok(text),
        Some(_) => Err(format!("`{key}` is not a string")),
        None => Err(format!("`{key}` is missing")),
    }
}

fn finish(value: Option<&Value>) -> Result<Finish, String> {
    match value.map(|value| value.as_str()) {
        None | Some(Some("unknown")) => Ok(Finish::Unknown),
        Some(Some("complete")) => Ok(Finish::Complete),
        Some(Some("truncated")) => Ok(Finish::Truncated),
        _ => Err("`finish` is none of complete, truncated and unknown".to_owned()),
    }
}

fn leniency(value: Option<&Value>) -> Result<Leniency, String> {
    match value.map(|value| value.as_str()) {
        None | Some(Some("standard")) => Ok(Leniency::Standard),
        Some(Some("strict")) => Ok(Leniency::Strict),
        Some(Some("generous")) => Ok(Leniency::Generous),
        _ => Err("`leniency` is none of strict, standard and generous".to_owned()),
    }
}
