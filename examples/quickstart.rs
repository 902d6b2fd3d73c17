//! The main job: one struct, three uses.
//!
//! ```text
//! cargo run --example quickstart
//! ```

use tool_core::feedback::Format;
use tool_core::{Reading, Tool, ToolArg, ToolArgError};

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

pub(crate) const FIVE_FAULTS: &str = r#"{"edits": [{"old": 1.5, "new": "b"}, {"old": ["x", "y"]}], "context": "ten", "line_ending": "linux"}"#;

fn main() {
    let definition = EditFile::definition();
    heading("1. The schema, for the model");
    println!("{}: {}", definition.name(), definition.description());
    println!("{:#}", definition.schema());

    heading("2. A typed value, from what the model sends");
    show(
        "well-formed",
        r#"{"file_path": "/src/main.rs", "edits": [{"old": "a", "new": "b"}], "context": 3}"#,
    );
    show(
        "a number and a boolean in quotes, an array inside a string",
        r#"{"file_path": "/src/main.rs", "edits": "[{\"old\": \"a\", \"new\": \"b\"}]", "context": "3", "dry_run": "true"}"#,
    );

    heading("3. A retry instruction, where the call cannot be read");
    println!("sent: {FIVE_FAULTS}");
    match EditFile::parse(FIVE_FAULTS) {
        Ok(call) => println!("{call:?}"),
        Err(error) => show_error(&error),
    }
}

fn show(what: &str, raw: &str) {
    println!("{what}: {raw}");
    match EditFile::definition().reader().read(raw) {
        Ok(Reading { value, repairs, .. }) => {
            let value: EditFile = value;
            println!("  = {value:?}");
            for repair in repairs {
                println!(
                    "  repaired {} by {}: {}",
                    repair.path, repair.rule, repair.before
                );
            }
        }
        Err(error) => show_error(&error),
    }
    println!();
}

fn show_error(error: &ToolArgError) {
    println!("\n--- instruction (Display)\n{error}");
    println!("\n--- list\n{}", error.render(Format::List));
    println!("\n--- numbered\n{}", error.render(Format::Numbered));
    println!("\n--- payload\n{:#}", error.payload());
}

fn heading(text: &str) {
    println!("\n=== {text}\n");
}
