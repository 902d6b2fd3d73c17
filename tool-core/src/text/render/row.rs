//! A row of the table of prompts.

use super::result::ResultStyle;
use super::shown::ShownTool;
use crate::text::Format;

/// A family of models, and how it reads tools and results.
pub(super) struct RenderRow {
    pub(super) name: &'static str,
    pub(super) format: Format,
    /// `None` if the template shows no tools.
    pub(super) tools: Option<ToolList>,
    pub(super) result: ResultStyle,
}

/// The text that shows tools.
pub(super) struct ToolList {
    /// The role of the message.
    pub(super) role: &'static str,
    pub(super) prompt: &'static str,
    pub(super) lists: &'static [List],
}

/// A list of all tools.
pub(super) struct List {
    pub(super) item: fn(&ShownTool) -> String,
    pub(super) between: &'static str,
}

impl ToolList {
    pub(super) fn write(&self, tools: &[ShownTool]) -> String {
        let prompt = self.prompt.strip_suffix('\n').unwrap_or(self.prompt);
        let mut parts = prompt.split("{tools}");
        let mut text = parts.next().unwrap_or_default().to_owned();
        for (list, after) in self.lists.iter().zip(parts) {
            let items: Vec<_> = tools.iter().map(list.item).collect();
            text.push_str(&items.join(list.between));
            text.push_str(after);
        }
        text
    }
}
