//! JSON as the templates write it: with the separators of Python, of `tojson`, or as a literal of
//! Python.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::shown::ShownTool;

/// The style of JSON in a template.
#[derive(Clone, Copy)]
pub(super) struct JsonStyle {
    /// The text between two items on one line.
    pub(super) comma: &'static str,
    /// The text between a key and its value.
    pub(super) colon: &'static str,
    /// The spaces of one level, if each item is on a line.
    pub(super) indent: Option<usize>,
    pub(super) sorts_keys: bool,
    /// `true` for literals of Python: `True`, `None`, strings in single quotes.
    pub(super) is_python: bool,
}

/// Python's `json.dumps`, and `tojson` of `transformers`.
pub(super) const SPACED: JsonStyle = JsonStyle {
    comma: ", ",
    colon: ": ",
    indent: None,
    sorts_keys: false,
    is_python: false,
};

const INDENTED: JsonStyle = JsonStyle {
    indent: Some(4),
    ..SPACED
};

const COMPACT_SORTED: JsonStyle = JsonStyle {
    comma: ",",
    colon: ":",
    sorts_keys: true,
    ..SPACED
};

const PYTHON: JsonStyle = JsonStyle {
    is_python: true,
    ..SPACED
};

/// Writes `{"type": "function", "function": {..}}`.
pub(super) fn write_wrapped(tool: &ShownTool) -> String {
    SPACED.write(&wrap(tool))
}

/// Writes `{"type": "function", ..}` on indented lines.
pub(super) fn write_wrapped_lines(tool: &ShownTool) -> String {
    INDENTED.write(&wrap(tool))
}

/// Writes `{"type": "function", ..}` on lines that are indented as an item of a list.
pub(super) fn write_wrapped_item_lines(tool: &ShownTool) -> String {
    INDENTED.write(&wrap(tool)).replace('\n', "\n    ")
}

/// Writes `{"function":{..},"type":"function"}` with sorted keys and no spaces.
pub(super) fn write_wrapped_sorted(tool: &ShownTool) -> String {
    COMPACT_SORTED.write(&wrap(tool))
}

/// Writes `{'type': 'function', 'function': {..}}` as Python prints a dict.
pub(super) fn write_wrapped_python(tool: &ShownTool) -> String {
    PYTHON.write(&wrap(tool))
}

/// Writes `{"name": .., "description": .., "parameters": ..}`.
pub(super) fn write_function(tool: &ShownTool) -> String {
    SPACED.write(&tool.function())
}

/// Writes the function in the tags `<tool>` and `</tool>`.
pub(super) fn write_tagged_function(tool: &ShownTool) -> String {
    format!("<tool>{}</tool>", write_function(tool))
}

/// Writes the function between Solar's marks.
pub(super) fn write_marked_function(tool: &ShownTool) -> String {
    format!("<|tool:begin|>{}<|tool:end|>", write_function(tool))
}

/// Writes the function with Cohere's member `responses`.
pub(super) fn write_function_with_responses(tool: &ShownTool) -> String {
    let mut function = tool.function();
    function["responses"] = Value::Null;
    SPACED.write(&function)
}

/// Writes Functionary's sentence on the function, and the function.
pub(super) fn write_introduced_function(tool: &ShownTool) -> String {
    let (name, description) = (&tool.name, &tool.description);
    format!(
        "Use the function '{name}' to '{description}'\n{}",
        write_function(tool)
    )
}

/// Writes the name of the tool, with an empty description.
pub(super) fn write_name_with_empty_description(tool: &ShownTool) -> String {
    SPACED.write(&json!({"name": tool.name, "description": ""}))
}

/// Writes the recipients of the tool: `"name.*"`.
pub(super) fn write_recipients(tool: &ShownTool) -> String {
    format!("\"{}.*\"", tool.name)
}

fn wrap(tool: &ShownTool) -> Value {
    json!({"type": "function", "function": tool.function()})
}

impl JsonStyle {
    pub(super) fn write(self, value: &Value) -> String {
        let mut text = String::new();
        self.add(value, 0, &mut text);
        text
    }

    fn add(self, value: &Value, level: usize, text: &mut String) {
        match value {
            Value::Object(entries) => {
                let entries = self.order(entries);
                self.add_list(['{', '}'], entries.len(), level, text, |index, text| {
                    let (key, value) = entries[index];
                    self.add_string(key, text);
                    text.push_str(self.colon);
                    self.add(value, level + 1, text);
                });
            }
            Value::Array(items) => {
                self.add_list(['[', ']'], items.len(), level, text, |index, text| {
                    self.add(&items[index], level + 1, text);
                });
            }
            Value::String(string) => self.add_string(string, text),
            Value::Bool(true) if self.is_python => text.push_str("True"),
            Value::Bool(false) if self.is_python => text.push_str("False"),
            Value::Null if self.is_python => text.push_str("None"),
            other => text.push_str(&other.to_string()),
        }
    }

    fn order(self, entries: &Map<String, Value>) -> Vec<(&String, &Value)> {
        let mut entries: Vec<_> = entries.iter().collect();
        if self.sorts_keys {
            entries.sort_by_key(|(key, _)| *key);
        }
        entries
    }

    fn add_list(
        self,
        [open, close]: [char; 2],
        count: usize,
        level: usize,
        text: &mut String,
        mut add_item: impl FnMut(usize, &mut String),
    ) {
        text.push(open);
        for index in 0..count {
            match self.indent {
                Some(indent) => {
                    text.push_str(if index == 0 { "\n" } else { ",\n" });
                    text.push_str(&" ".repeat(indent * (level + 1)));
                }
                None if index > 0 => text.push_str(self.comma),
                None => {}
            }
            add_item(index, text);
        }
        if let Some(indent) = self.indent.filter(|_| count > 0) {
            text.push('\n');
            text.push_str(&" ".repeat(indent * level));
        }
        text.push(close);
    }

    fn add_string(self, string: &str, text: &mut String) {
        if self.is_python {
            text.push_str(&write_python_string(string));
        } else {
            text.push_str(&Value::from(string).to_string());
        }
    }
}

/// Writes a string as Python prints it: in single quotes, unless it holds a single quote and no
/// double quote.
fn write_python_string(string: &str) -> String {
    let quote = if string.contains('\'') && !string.contains('"') {
        '"'
    } else {
        '\''
    };
    let mut text = String::from(quote);
    for c in string.chars() {
        match c {
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            '\\' => text.push_str("\\\\"),
            c if c == quote => text.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(text, "\\x{:02x}", u32::from(c));
            }
            c => text.push(c),
        }
    }
    text.push(quote);
    text
}
