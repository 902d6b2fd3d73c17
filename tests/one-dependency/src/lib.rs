//! Proves that `tool-core` is sufficient: this crate has no other dependency, and compiles.
#![deny(warnings, missing_docs)]

use std::collections::BTreeMap;

use tool_core::issue::Path;
use tool_core::{Issues, Tool, ToolArg};

/// Replace one exact string in a file.
#[derive(Debug, Tool)]
#[tool(title = "Edit a file", check = "Self::check")]
pub struct EditFile {
    /// Absolute path of the file to edit.
    #[schemars(length(min = 1))]
    pub file_path: String,
    /// The edits, in order.
    #[tool(json_string)]
    pub edits: Vec<Edit>,
    /// Lines of context to return, 0 to 20.
    #[serde(default, alias = "lines")]
    #[schemars(range(max = 20))]
    pub context: u8,
    /// Line ending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    /// Further settings, by name.
    #[serde(flatten)]
    pub settings: BTreeMap<String, Setting>,
}

/// One edit.
#[derive(Debug, ToolArg)]
pub struct Edit {
    /// Text to find; it must occur exactly once.
    pub old: String,
    /// Replacement text.
    pub new: String,
}

/// Line ending of a file.
#[derive(Debug, ToolArg)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// As on Unix.
    Lf,
    /// As on Windows.
    #[serde(alias = "windows")]
    CrLf,
}

/// The value of a setting.
#[derive(Debug, ToolArg)]
#[serde(untagged)]
pub enum Setting {
    /// On or off.
    Switch(bool),
    /// A limit.
    Limit {
        /// The greatest value.
        max: u32,
    },
}

impl EditFile {
    fn check(&self, issues: &mut Issues) {
        if self.edits.is_empty() {
            issues.add(Path::root().join("edits"), "at least one edit is needed");
        }
    }
}
