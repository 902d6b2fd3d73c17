//! Cleans text of a server before models see it.

use std::sync::Arc;

use rmcp::model::{JsonObject, Tool};
use serde_json::Value;

use super::name::TOOL_NAME;
use crate::hidden::is_hidden;

/// Maximum length of a text in a definition, in characters.
const MAX_TEXT: usize = 8192;
/// Maximum length of a title, in characters.
const MAX_TITLE: usize = 256;

/// Number of characters removed from the texts of a tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cleaned {
    /// Characters that are invisible or change the direction of text.
    pub(super) removed: usize,
    /// Characters beyond the maximum length.
    pub(super) cut: usize,
}

/// Cleans all texts of a tool except its name, which identifies it on the server. Characters of the
/// name that do not fit after `prefix` count as cut.
pub(super) fn clean(tool: &mut Tool, prefix: &str) -> Cleaned {
    let mut cleaned = Cleaned::default();
    let hidden = tool.name.chars().filter(|&letter| is_hidden(letter));
    // The registered name never contains them.
    cleaned.removed += hidden.count();
    let letters = prefix.chars().chain(tool.name.chars()).count();
    cleaned.cut += letters.saturating_sub(TOOL_NAME);
    if let Some(description) = &mut tool.description {
        *description = cleaned.text(description, MAX_TEXT).into();
    }
    let hints = tool.annotations.as_mut();
    let titles = [
        tool.title.as_mut(),
        hints.and_then(|hints| hints.title.as_mut()),
    ];
    for title in titles.into_iter().flatten() {
        *title = cleaned.text(title, MAX_TITLE);
    }
    cleaned.schema(Arc::make_mut(&mut tool.input_schema));
    if let Some(schema) = &mut tool.output_schema {
        cleaned.schema(Arc::make_mut(schema));
    }
    cleaned
}

/// Shortens and cleans a text of a server for an event or an error.
pub(super) fn shorten(text: &str) -> String {
    Cleaned::default().text(text, 1000)
}

impl Cleaned {
    fn text(&mut self, text: &str, max: usize) -> String {
        let mut letters = text.chars().filter(|&letter| !is_hidden(letter));
        let mut clean: String = letters.by_ref().take(max).collect();
        let cut = letters.count();
        self.cut += cut;
        self.removed += text.chars().filter(|&letter| is_hidden(letter)).count();
        if cut > 0 {
            clean.push('…');
        }
        clean
    }

    fn schema(&mut self, schema: &mut JsonObject) {
        for (keyword, value) in schema {
            match (keyword.as_str(), value) {
                // A call or another schema repeats these values exactly.
                (
                    "$anchor" | "$dynamicAnchor" | "$dynamicRef" | "$id" | "$ref" | "const"
                    | "default" | "dependentRequired" | "enum" | "pattern" | "required",
                    _,
                ) => {}
                // The keys of these objects are names, not keywords.
                (
                    "$defs" | "definitions" | "dependentSchemas" | "patternProperties"
                    | "properties",
                    Value::Object(schemas),
                ) => schemas.values_mut().for_each(|schema| self.value(schema)),
                (_, value) => self.value(value),
            }
        }
    }

    fn value(&mut self, value: &mut Value) {
        match value {
            Value::String(text) => *text = self.text(text, MAX_TEXT),
            Value::Array(values) => values.iter_mut().for_each(|value| self.value(value)),
            Value::Object(schema) => self.schema(schema),
            _ => {}
        }
    }
}
