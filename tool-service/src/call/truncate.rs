//! Truncation of results that are too long for a model.

use serde_json::Value;

use crate::{Content, ToolResult};

/// Name of the tool that reads a long result in parts.
pub(crate) const READ_RESULT: &str = "read_result";

impl ToolResult {
    /// Returns the text if it is longer than `max` bytes.
    pub(crate) fn long_text(&self, max: usize) -> Option<String> {
        if self.len() > max {
            return Some(join_texts(&self.content));
        }
        let structured = self.structured.as_ref();
        let long = structured.filter(|value| len_of_value(value) > max);
        long.map(Value::to_string)
    }

    /// Truncates the text to `max` bytes, at a character boundary. A last part states the original
    /// size. If the whole text was stored as `kept`, the part also explains how to read the rest.
    /// Structured output that exceeds `max` is removed. Images and audio stay.
    pub(crate) fn truncate(&mut self, max: usize, stored_as: Option<&str>) {
        let total = self.len();
        let read_on = |start: usize| match stored_as {
            Some(id) => {
                format!(r#"Call {READ_RESULT} with {{"id":"{id}","start":{start}}} to read on."#)
            }
            None => "Ask for a smaller part to see the rest.".to_owned(),
        };
        if total > max {
            cut_texts(&mut self.content, max);
            let (shown, start) = (self.len(), join_texts(&self.content).len());
            let read_on = read_on(start);
            let note =
                format!("[The result was cut: {shown} of {total} bytes are shown. {read_on}]");
            self.content.push(Content::Text(note));
            self.structured = None;
        }
        let is_long = |value: &mut Value| len_of_value(value) > max;
        if let Some(data) = self.structured.take_if(is_long) {
            let (total, read_on) = (data.to_string().len(), read_on(0));
            let note =
                format!("[The data of the result was left out: it has {total} bytes. {read_on}]");
            self.content.push(Content::Text(note));
        }
    }

    /// Returns the bytes of text that the model gets.
    fn len(&self) -> usize {
        self.content.iter().map(len_of_content).sum()
    }
}

/// Joins all text that the model gets, one part per line.
fn join_texts(content: &[Content]) -> String {
    let texts = content.iter().filter_map(|part| match part {
        Content::Text(text) => Some(text.clone()),
        Content::Other(block) => Some(block.to_string()),
        Content::Image { .. } | Content::Audio { .. } => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// Keeps the first `max` bytes of text, and removes all text and blocks after them.
fn cut_texts(content: &mut Vec<Content>, max: usize) {
    let mut left = Some(max);
    content.retain_mut(|content| {
        if matches!(content, Content::Image { .. } | Content::Audio { .. }) {
            return true;
        }
        let Some(mut room) = left else {
            return false;
        };
        let len = len_of_content(content);
        left = room.checked_sub(len);
        let Content::Text(text) = content else {
            return left.is_some();
        };
        if left.is_none() {
            while !text.is_char_boundary(room) {
                room -= 1;
            }
            text.truncate(room);
        }
        left.is_some() || !text.is_empty()
    });
}

/// Returns the bytes of text that the model gets for one part.
fn len_of_content(content: &Content) -> usize {
    match content {
        Content::Text(text) => text.len(),
        Content::Other(block) => len_of_value(block),
        Content::Image { .. } | Content::Audio { .. } => 0,
    }
}

/// Returns the approximate size in bytes of the JSON text of a value.
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
