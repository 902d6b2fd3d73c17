//! The tool that every test of this package reads. Each test file covers another crate: a framework
//! or a format.

use tool_core::{Tool, ToolArg};

/// Replace one exact string in a file.
#[derive(Debug, PartialEq, Tool)]
pub struct EditFile {
    /// Absolute path of the file to edit.
    #[serde(alias = "path")]
    #[schemars(length(min = 1))]
    pub file_path: String,
    /// Text to find; it must occur exactly once.
    pub old_string: String,
    /// Replacement text.
    pub new_string: String,
    /// Lines of context to return, 0 to 20.
    #[serde(default)]
    #[schemars(range(max = 20))]
    pub context: u8,
    /// Further files to edit in the same way.
    #[serde(default)]
    #[tool(json_string)]
    pub also: Vec<String>,
    /// Line ending of the file.
    #[serde(default)]
    pub line_ending: LineEnding,
}

/// Line ending of a file.
#[derive(Debug, Default, PartialEq, ToolArg)]
#[serde(rename_all = "snake_case")]
pub enum LineEnding {
    /// As they end now.
    #[default]
    Keep,
    /// As on Unix.
    Unix,
}

/// A call with a number in quotes, a list inside a string, a member in another case.
pub const ARGUMENTS: &str = r#"{"file_path": "/a.txt", "old_string": "a", "new_string": "b",
    "context": "3", "also": "[\"/b.txt\"]", "line_ending": "Unix"}"#;

/// Returns the value that the calls of the tests mean after their repairs.
#[must_use]
pub fn edit() -> EditFile {
    EditFile {
        file_path: "/a.txt".to_owned(),
        old_string: "a".to_owned(),
        new_string: "b".to_owned(),
        context: 3,
        also: vec!["/b.txt".to_owned()],
        line_ending: LineEnding::Unix,
    }
}

/// Control a timer.
#[allow(
    missing_docs,
    reason = "documentation of a field is a text for the model"
)]
#[derive(Debug, Tool)]
pub struct Timer {
    #[serde(flatten)]
    pub action: Action,
}

#[allow(
    missing_docs,
    reason = "documentation of a variant is a text for the model"
)]
#[derive(Debug, ToolArg)]
#[serde(tag = "action", rename_all = "snake_case")]
pub enum Action {
    Start { seconds: u32 },
    Stop,
}

/// The forms of [`Timer`], which an export with a flat schema adds to the description.
pub const FORMS: &str = r#"(one of {action: "start", seconds} | {action: "stop"})"#;

#[cfg(doctest)]
#[doc = include_str!("../../docs/frameworks.md")]
struct Frameworks;
