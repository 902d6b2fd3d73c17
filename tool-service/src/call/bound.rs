//! Results that are too long for a model.

use serde_json::Value;

use crate::{Content, ToolResult};

impl ToolResult {
    /// Cuts the text after so many bytes, at a character, and says in a last part how much there
    /// was. Structured output and other blocks that are longer than that are left out; images and
    /// recordings stay.
    pub(crate) fn bounded(mut self, max: usize) -> Self {
        let total: usize = self.content.iter().map(len_of_content).sum();
        if total > max {
            cut(&mut self.content, max);
            let shown: usize = self.content.iter().map(len_of_content).sum();
            let note = format!(
                "[The result was cut: {shown} of {total} bytes are shown. Ask for a smaller part \
                 to see the rest.]"
            );
            self.content.push(Content::Text(note));
            self.structured = None;
        }
        let is_long = |value: &Value| len_of_value(value) > max;
        if self.structured.as_ref().is_some_and(is_long) {
            self.structured = None;
            let note = format!("[The data of the result was left out: it has over {max} bytes.]");
            self.content.push(Content::Text(note));
        }
        self
    }
}

/// Keeps the first bytes of the text, and no block behind the first that is too long.
fn cut(content: &mut Vec<Content>, max: usize) {
    let mut left = max;
    content.retain_mut(|content| {
        let len = len_of_content(content);
        if len <= left {
            left -= len;
            return true;
        }
        let mut room = std::mem::take(&mut left);
        let Content::Text(text) = content else {
            return false;
        };
        while !text.is_char_boundary(room) {
            room -= 1;
        }
        text.truncate(room);
        !text.is_empty()
    });
}

/// How many bytes of text a model is shown for a part.
fn len_of_content(content: &Content) -> usize {
    match content {
        Content::Text(text) => text.len(),
        Content::Other(block) => len_of_value(block),
        Content::Image { .. } | Content::Audio { .. } => 0,
    }
}

/// About how many bytes the JSON text of a value has.
fn len_of_value(value: &Value) -> usize {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => 5,
        Value::String(text) => text.len() + 3,
        Value::Array(items) => 2 + items.iter().map(len_of_value).sum::<usize>(),
        Value::Object(entries) => {
            let of_entry = |(key, value): (&String, &Value)| key.len() + 4 + len_of_value(value);
            2 + entries.iter().map(of_entry).sum::<usize>()
        }
    }
}
