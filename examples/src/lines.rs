//! JSON lines on standard input, and one line on standard output for each.

use std::io::{self, BufRead, Write};

use serde::Serialize;
use tool_core::{Value, json};

/// Answers each line of standard input, in order. Blank lines are skipped. A line that is not JSON
/// or that `answer` cannot use gets a line with its `id` and the `error`.
///
/// # Errors
///
/// Returns an error if reading or writing fails.
pub fn answer_lines<T: Serialize>(answer: impl Fn(&Value) -> Result<T, String>) -> io::Result<()> {
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().split(b'\n') {
        let line = line?;
        if line.trim_ascii().is_empty() {
            continue;
        }
        let row = serde_json::from_slice::<Value>(&line);
        let id = row.as_ref().map_or(&Value::Null, |row| &row["id"]);
        let answered = row.as_ref().map_err(ToString::to_string).and_then(&answer);
        match answered {
            Ok(answered) => serde_json::to_writer(&mut output, &answered)?,
            Err(error) => write!(output, "{}", json!({"id": id, "error": error}))?,
        }
        writeln!(output)?;
    }
    Ok(())
}
