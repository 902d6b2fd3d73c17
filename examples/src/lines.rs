//! JSON lines on standard input, and one line on standard output for each.

use std::io::{self, BufRead, Write};

use tool_core::{Value, json};

/// Answers each line of standard input, in order. Blank lines are skipped. A line that is not JSON
/// or that `answer` cannot use gets a line with its `id` and the `error`.
///
/// # Errors
///
/// Returns an error if reading or writing fails.
pub fn answer_lines(answer: impl Fn(&Value) -> Result<Value, String>) -> io::Result<()> {
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().split(b'\n') {
        let line = line?;
        if line.trim_ascii().is_empty() {
            continue;
        }
        let answered = match serde_json::from_slice::<Value>(&line) {
            Ok(row) => {
                answer(&row).unwrap_or_else(|error| json!({"id": row["id"], "error": error}))
            }
            Err(error) => json!({"id": null, "error": error.to_string()}),
        };
        writeln!(output, "{answered}")?;
    }
    Ok(())
}
