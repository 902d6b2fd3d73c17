use std::fmt::{self, Write};

use crate::issue::{IssueKind, Path, Received, Segment};
use crate::tree::{Entry, Tree};

impl Tree<'_> {
    /// Returns the received value for an issue: its type, and its text if short.
    pub(crate) fn received(&self) -> Received {
        let mut cut = Cut {
            text: String::with_capacity(estimate_room(self)),
            left: Received::TEXT_LIMIT,
        };
        if write_tree(&mut cut, self).is_err() {
            cut.text.push('…');
        }
        Received {
            json_type: self.json_type(),
            text: cut.text,
        }
    }

    /// Returns the received value for an issue of this kind at a path: the value, or the key if the
    /// key is at fault.
    pub(crate) fn received_for(&self, kind: &IssueKind, path: &Path) -> Option<Received> {
        match (kind, path.segments().last()) {
            (IssueKind::Required { .. }, _) => None,
            (IssueKind::Key { .. }, Some(Segment::Key(key))) => {
                Some(Tree::String(key.as_str().into()).received())
            }
            _ => self.received_at(path),
        }
    }

    pub(crate) fn received_at(&self, path: &Path) -> Option<Received> {
        let mut segments = path.segments().iter();
        let place = segments.try_fold(self, |tree, segment| match (tree, segment) {
            (Tree::Array(items), Segment::Index(index)) => items.get(*index),
            (Tree::Object(entries), Segment::Key(key)) => {
                let entry = entries.iter().find(|entry| entry.key == *key);
                entry.map(|entry| &entry.value)
            }
            _ => None,
        });
        place.map(Tree::received)
    }
}

/// Returns the approximate size of the text in bytes, at most the size that is kept.
fn estimate_room(tree: &Tree<'_>) -> usize {
    let bytes = match tree {
        Tree::Null | Tree::Bool(_) => 5,
        Tree::Number(text) => text.len(),
        Tree::String(text) => text.len() + 2,
        Tree::Array(_) | Tree::Object(_) => Received::TEXT_LIMIT,
    };
    bytes.min(Received::TEXT_LIMIT + '…'.len_utf8())
}

/// Accepts a limited number of characters, and then fails. This stops the writer of a long value
/// early.
struct Cut {
    text: String,
    left: usize,
}

impl Write for Cut {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        // The number of characters never exceeds the number of bytes.
        if text.len() <= self.left && text.is_ascii() {
            self.text.push_str(text);
            self.left -= text.len();
            return Ok(());
        }
        if let Some((end, _)) = text.char_indices().nth(self.left) {
            self.text.push_str(&text[..end]);
            self.left = 0;
            return Err(fmt::Error);
        }
        self.text.push_str(text);
        self.left -= text.chars().count();
        Ok(())
    }
}

fn write_tree(out: &mut Cut, tree: &Tree<'_>) -> fmt::Result {
    match tree {
        Tree::Null => out.write_str("null"),
        Tree::Bool(value) => out.write_str(if *value { "true" } else { "false" }),
        Tree::Number(text) => out.write_str(text),
        Tree::String(text) => write_string(out, text),
        Tree::Array(items) => {
            out.write_char('[')?;
            for (position, item) in items.iter().enumerate() {
                write_comma(out, position)?;
                write_tree(out, item)?;
            }
            out.write_char(']')
        }
        Tree::Object(entries) => {
            out.write_char('{')?;
            for (position, Entry { key, value }) in entries.iter().enumerate() {
                write_comma(out, position)?;
                write_string(out, key)?;
                out.write_char(':')?;
                write_tree(out, value)?;
            }
            out.write_char('}')
        }
    }
}

fn write_comma(out: &mut Cut, position: usize) -> fmt::Result {
    if position == 0 {
        return Ok(());
    }
    out.write_char(',')
}

fn write_string(out: &mut Cut, text: &str) -> fmt::Result {
    out.write_char('"')?;
    let is_plain = |byte: &u8| (b' '..=b'~').contains(byte) && !matches!(byte, b'"' | b'\\');
    if text
        .as_bytes()
        .iter()
        .take(Received::TEXT_LIMIT)
        .all(is_plain)
    {
        out.write_str(text)?;
        return out.write_char('"');
    }
    for character in text.chars() {
        match character {
            '"' => out.write_str("\\\"")?,
            '\\' => out.write_str("\\\\")?,
            '\n' => out.write_str("\\n")?,
            '\r' => out.write_str("\\r")?,
            '\t' => out.write_str("\\t")?,
            '\u{8}' => out.write_str("\\b")?,
            '\u{c}' => out.write_str("\\f")?,
            character if character < ' ' || is_unseen(character) => {
                write!(out, "\\u{:04x}", u32::from(character))?;
            }
            _ => out.write_char(character)?,
        }
    }
    out.write_char('"')
}

/// Returns whether a character is invisible, or changes the character before it. Text with such a
/// character looks like the expected text.
fn is_unseen(character: char) -> bool {
    matches!(
        character,
        '\u{7f}'..='\u{a0}'
            | '\u{ad}'
            | '\u{300}'..='\u{36f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202f}'
            | '\u{2060}'..='\u{2069}'
            | '\u{feff}'
    )
}
