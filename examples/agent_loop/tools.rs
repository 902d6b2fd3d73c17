//! The tools of the agent. They only describe their effect.

use tool_core::{Tool, ToolArg, ToolSet};

/// All tools.
#[derive(Debug, ToolSet)]
pub(crate) enum ToolCall {
    EditFile(EditFile),
    ReadFile(ReadFile),
}

/// Replace exact strings in a file.
#[derive(Debug, Tool)]
pub(crate) struct EditFile {
    /// Absolute path of the file to edit.
    #[schemars(length(min = 1))]
    path: String,
    /// The replacements, made in this order.
    #[tool(json_string)]
    edits: Vec<Edit>,
    /// Lines of context to return.
    #[serde(default)]
    #[schemars(range(max = 20))]
    context: u8,
    /// Line endings of the file.
    #[serde(default)]
    line_ending: LineEnding,
}

#[derive(Debug, ToolArg)]
pub(crate) struct Edit {
    /// Text to find; it must occur exactly once.
    old: String,
    new: String,
}

#[derive(Debug, Default, ToolArg)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LineEnding {
    #[default]
    Keep,
    Unix,
    Windows,
}

/// Read a file.
#[derive(Debug, Tool)]
pub(crate) struct ReadFile {
    /// Absolute path of the file to read.
    path: String,
    /// Number of lines to read.
    limit: Option<u32>,
}

impl ToolCall {
    /// The result, for the model.
    pub(crate) fn run(self) -> String {
        match self {
            Self::EditFile(call) => {
                let EditFile {
                    path,
                    edits,
                    context,
                    line_ending,
                } = call;
                let edits: Vec<_> = edits
                    .iter()
                    .map(|Edit { old, new }| format!("{old:?} by {new:?}"))
                    .collect();
                let edits = edits.join(", ");
                format!(
                    "replaced in {path}: {edits}; {context} lines of context, line endings: {line_ending:?}"
                )
            }
            Self::ReadFile(ReadFile { path, limit }) => match limit {
                Some(limit) => format!("the first {limit} lines of {path}"),
                None => format!("all of {path}"),
            },
        }
    }
}
