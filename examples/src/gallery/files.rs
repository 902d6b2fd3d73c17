//! Files: scalars, options, defaults, lists of objects, bounds, patterns, hints for hosts.

use std::collections::BTreeSet;
use std::path::PathBuf;

use tool_core::{Definition, Tool, ToolArg};

pub(super) fn definitions() -> Vec<&'static Definition> {
    vec![
        ReadFile::definition(),
        EditFile::definition(),
        WriteFile::definition(),
        ListDirectory::definition(),
        SearchFiles::definition(),
        MoveFiles::definition(),
        ApplyPatch::definition(),
    ]
}

/// Read a part of a file.
///
/// Lines are counted from 1. A file of more than 2000 lines is read in parts.
#[derive(Debug, Tool)]
#[tool(
    read_only,
    title = "Read a file",
    example = r#"{"path": "/etc/hosts"}"#
)]
struct ReadFile {
    /// Absolute path of the file.
    #[schemars(length(min = 1))]
    path: String,
    /// The first line to read.
    #[schemars(range(min = 1))]
    offset: Option<u32>,
    /// Number of lines to read.
    limit: Option<u32>,
}

/// Replace exact strings in a file.
#[derive(Debug, Tool)]
#[tool(destructive = false, idempotent = false)]
struct EditFile {
    /// Absolute path of the file.
    file_path: String,
    /// The replacements, made in this order.
    #[schemars(length(min = 1, max = 50))]
    #[tool(json_string)]
    edits: Vec<Replacement>,
    /// Lines of context to return.
    #[serde(default)]
    #[schemars(range(max = 20))]
    context: u8,
}

#[derive(Debug, ToolArg)]
struct Replacement {
    /// Text to find.
    old_string: String,
    new_string: String,
    /// Replace every occurrence.
    #[serde(default)]
    replace_all: bool,
}

/// Write a file.
#[derive(Debug, Tool)]
#[tool(destructive, idempotent, output = Written)]
struct WriteFile {
    path: PathBuf,
    content: String,
    /// Action if the file exists.
    #[serde(default)]
    existing: Existing,
    /// Permissions, as `chmod` accepts them.
    #[schemars(regex(pattern = "^[0-7]{3,4}$"))]
    mode: Option<String>,
}

#[derive(Debug, Default, ToolArg)]
#[serde(rename_all = "snake_case")]
enum Existing {
    #[default]
    Refuse,
    Overwrite,
    Append,
}

#[derive(Debug, ToolArg)]
struct Written {
    bytes: u64,
    created: bool,
}

/// List the entries of a directory.
#[derive(Debug, Tool)]
#[tool(read_only, output = Vec<PathBuf>)]
#[serde(default)]
struct ListDirectory {
    path: String,
    /// Depth of the listing; 1 lists only the directory.
    depth: u8,
    include_hidden: bool,
    /// Patterns of names to leave out.
    ignore: Vec<String>,
}

impl Default for ListDirectory {
    fn default() -> Self {
        Self {
            path: ".".to_owned(),
            depth: 1,
            include_hidden: false,
            ignore: vec![".git".to_owned(), "target".to_owned()],
        }
    }
}

/// Search the contents of files.
#[derive(Debug, Tool)]
#[tool(read_only)]
#[serde(rename_all = "camelCase")]
struct SearchFiles {
    /// A regular expression.
    pattern: String,
    /// Extensions of files to look into, without the dot.
    #[schemars(
        length(max = 10),
        inner(length(min = 1, max = 8), regex(pattern = "^[a-z0-9]+$"))
    )]
    file_types: BTreeSet<String>,
    #[serde(default, alias = "ignoreCase")]
    case_insensitive: bool,
    /// Maximum number of matches.
    #[serde(default = "hundred")]
    #[schemars(range(min = 1, max = 1000))]
    max_results: u16,
}

fn hundred() -> u16 {
    100
}

/// Move or rename files.
#[derive(Debug, Tool)]
struct MoveFiles {
    /// Pairs of the old path and the new one.
    moves: Vec<(String, String)>,
}

/// Apply changes to several files at once.
#[derive(Debug, Tool)]
struct ApplyPatch {
    changes: Vec<Change>,
    /// Only say what would be done.
    dry_run: Option<bool>,
}

/// One file's change.
#[derive(Debug, ToolArg)]
#[serde(rename_all = "snake_case")]
enum Change {
    /// Add a file.
    Add { path: String, content: String },
    /// Delete a file.
    Delete(String),
    Update {
        path: String,
        hunks: Vec<Hunk>,
        moved_to: Option<String>,
    },
}

#[derive(Debug, ToolArg)]
struct Hunk {
    /// The line that the hunk begins at.
    line: u32,
    removed: Vec<String>,
    added: Vec<String>,
}
