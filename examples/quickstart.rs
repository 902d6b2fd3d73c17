//! Shows one struct in its three uses: schema, typed value, retry text.
//!
//! ```text
//! cargo run --example quickstart
//! ```

use std::error::Error;
use std::io::IsTerminal;

use tool_core::provider::Anthropic;
use tool_core::{Reading, Tool, ToolArg, Value};

/// Replace exact strings in a file.
#[derive(Debug, Tool)]
#[expect(dead_code, reason = "the example only shows the values")]
pub(crate) struct EditFile {
    /// Absolute path of the file to edit.
    #[schemars(length(min = 1))]
    file_path: String,
    /// The replacements, made in this order.
    #[tool(json_string)]
    edits: Vec<Edit>,
    /// Lines of context to return.
    #[serde(default)]
    #[schemars(range(max = 20))]
    context: u8,
    /// Whether the file is only checked, not written.
    #[serde(default)]
    dry_run: bool,
    /// How line endings are written.
    #[serde(default)]
    line_ending: LineEnding,
}

#[derive(Debug, ToolArg)]
#[expect(dead_code, reason = "the example only shows the values")]
struct Edit {
    /// Text to find; it must occur exactly once.
    old: String,
    new: String,
}

#[derive(Debug, Default, ToolArg)]
#[serde(rename_all = "snake_case")]
enum LineEnding {
    #[default]
    Keep,
    Unix,
    Windows,
}

/// A call with three values in quotes that the schema declares without quotes.
const THREE_IN_QUOTES: &str = r#"{"file_path": "/src/main.rs", "edits": "[{\"old\": \"a\", \"new\": \"b\"}]", "context": "3", "dry_run": "true"}"#;

/// A call with five faults that the reader cannot repair.
pub(crate) const FIVE_FAULTS: &str = r#"{"edits": [{"old": 1.5, "new": "b"}, {"old": ["x", "y"]}], "context": "ten", "line_ending": "linux"}"#;

fn main() -> Result<(), Box<dyn Error>> {
    title("1. The schema, as the request to Anthropic holds it");
    let export = EditFile::definition().export(Anthropic::messages())?;
    println!("{}", outline(export.tool(), 3));

    title("2. A call that the reader repairs");
    show_call(THREE_IN_QUOTES);

    title("3. A call that the reader cannot repair");
    show_call(FIVE_FAULTS);
    Ok(())
}

/// Prints the raw arguments, the value of the tool, and the repairs or the retry text.
fn show_call(raw: &str) {
    heading("The model sent");
    println!("{raw}");
    heading("The tool got");
    match EditFile::definition().reader().read::<EditFile>(raw) {
        Ok(Reading { value, repairs, .. }) => {
            println!("{value:?}");
            heading("The reader changed");
            for repair in repairs {
                println!(
                    "{}: was {} (rule {})",
                    repair.path, repair.before, repair.rule
                );
            }
        }
        Err(error) => {
            println!(
                "nothing, since the call has {} issues",
                error.issues().len()
            );
            heading("Send to the model, as `error.to_string()`");
            println!("{error}");
            println!("\nIf its next call fails too, `RetryBudget` picks a text with more detail.");
        }
    }
}

/// Formats JSON with one member of an object per line, down to `levels` levels.
fn outline(value: &Value, levels: usize) -> String {
    match value {
        Value::Object(members) if levels > 0 => {
            let line = |(key, member)| format!("{key:?}: {}", outline(member, levels - 1));
            let lines: Vec<String> = members.iter().map(line).collect();
            format!("{{\n  {}\n}}", lines.join(",\n").replace('\n', "\n  "))
        }
        _ => value.to_string(),
    }
}

fn title(text: &str) {
    print_in_colour("1;36", &format!("=== {text}"));
}

fn heading(text: &str) {
    print_in_colour("33", &format!("{text}:"));
}

/// Prints a line, in colour if standard output is a terminal and `NO_COLOR` is not set.
fn print_in_colour(style: &str, line: &str) {
    if std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none() {
        println!("\n\u{1b}[{style}m{line}\u{1b}[0m");
    } else {
        println!("\n{line}");
    }
}
