//! Writes a tree as JSON text.

use crate::tree::{Tree, write_string};

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
