//! Writes a tree as JSON text.

use std::fmt::{self, Write as _};

use crate::tree::Tree;

impl Tree<'_> {
    pub(crate) fn to_json(&self) -> String {
        let mut text = String::with_capacity(self.size() * 8);
        self.write(&mut text);
        text
    }

    fn write(&self, text: &mut String) {
        match self {
            Tree::Null => text.push_str("null"),
            Tree::Bool(true) => text.push_str("true"),
            Tree::Bool(false) => text.push_str("false"),
            Tree::Number(number) => text.push_str(number),
            Tree::String(string) => write_string(string, text),
            Tree::Array(items) => {
                text.push('[');
                for (number, item) in items.iter().enumerate() {
                    write_comma(number, text);
                    item.write(text);
                }
                text.push(']');
            }
            Tree::Object(entries) => {
                text.push('{');
                for (number, entry) in entries.iter().enumerate() {
                    write_comma(number, text);
                    write_string(&entry.key, text);
                    text.push(':');
                    entry.value.write(text);
                }
                text.push('}');
            }
        }
    }

    /// Returns the number of values: the value itself and all values inside.
    pub(crate) fn size(&self) -> usize {
        match self {
            Tree::Array(items) => 1 + items.iter().map(Tree::size).sum::<usize>(),
            Tree::Object(entries) => {
                1 + entries
                    .iter()
                    .map(|entry| entry.value.size())
                    .sum::<usize>()
            }
            _ => 1,
        }
    }
}

fn write_comma(number: usize, text: &mut String) {
    if number > 0 {
        text.push(',');
    }
}

fn write_string(string: &str, text: &mut String) {
    text.push('"');
    let mut rest = string;
    while let Some(at) = rest.bytes().position(is_escaped) {
        let (plain, tail) = rest.split_at(at);
        text.push_str(plain);
        let mut characters = tail.chars();
        match characters.next() {
            Some(quote @ ('"' | '\\')) => text.extend(['\\', quote]),
            Some('\n') => text.push_str("\\n"),
            Some(control) => {
                let written: fmt::Result = write!(text, "\\u{:04x}", u32::from(control));
                // Writing to a string never fails.
                debug_assert!(written.is_ok());
            }
            None => {}
        }
        rest = characters.as_str();
    }
    text.push_str(rest);
    text.push('"');
}

fn is_escaped(byte: u8) -> bool {
    byte == b'"' || byte == b'\\' || byte < 0x20
}
