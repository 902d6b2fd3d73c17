//! Results that are too long for a model.

use serde_json::Value;

use crate::{Content, ToolResult};

/// The name of the tool that reads a long result in parts.
pub(crate) const READ_RESULT: &str = "read_result";

impl ToolResult {
    /// The text that is longer than a model may be shown.
    pub(crate) fn long_text(&self, max: usize) -> Option<String> {
        if self.len() > max {
            return Some(join_texts(&self.content));
        }
        let structured = self.structured.as_ref();
        let long = structured.filter(|value| len_of_value(value) > max);
        long.map(Value::to_string)
    }

    /// Cuts the text after so many bytes, at a character, and says in a last part how much there
    /// was, and how to read on if the whole is kept under an id. Structured output and other blocks
    /// that are longer than that are left out; images and recordings stay.
    pub(crate) fn bound(&mut self, max: usize, kept: Option<&str>) {
        let total = self.len();
        let read_on = |start: usize| match kept {
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

    /// How many bytes of text a model is shown.
    fn len(&self) -> usize {
        self.content.iter().map(len_of_content).sum()
    }
}

/// All text that a model is shown, one part beneath the other.
fn join_texts(content: &[Content]) -> String {
    let texts = content.iter().filter_map(|part| match part {
        Content::Text(text) => Some(text.clone()),
        Content::Other(block) => Some(block.to_string()),
        Content::Image { .. } | Content::Audio { .. } => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// Keeps the first bytes of the text, and no block behind the first that is too long.
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
