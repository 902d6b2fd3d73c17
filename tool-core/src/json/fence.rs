//! Arguments inside a code fence: the most common text around arguments.

use serde_json::Value;

use crate::issue::{Path, Repair, Rule};

/// A text that consists of a code fence.
#[derive(Clone, Copy)]
pub(crate) struct Fence<'t> {
    opening: &'t str,
    pub(crate) inside: &'t str,
}

const MARK: &str = "```";

impl<'t> Fence<'t> {
    /// Returns the code fence if the text consists of one that is marked as JSON and may contain an
    /// object.
    #[inline]
    pub(crate) fn of(text: &'t str) -> Option<Self> {
        match text.trim_ascii_start().as_bytes().first() {
            Some(b'`') => Self::read(text.trim_ascii()),
            _ => None,
        }
    }

    #[cold]
    fn read(text: &'t str) -> Option<Self> {
        let behind = text.strip_prefix(MARK)?;
        let behind = behind.strip_prefix("json").unwrap_or(behind);
        let inside = behind.strip_suffix(MARK)?.trim_ascii();
        let opening = text.get(..text.len() - behind.len())?;
        (inside.starts_with('{') && inside.ends_with('}')).then_some(Self { opening, inside })
    }

    /// Adds the repairs of the fence to the repairs of the inner text, in the order of the tolerant
    /// reader: the text before, the repairs inside, the text after.
    pub(crate) fn add_repairs(self, repairs: &mut Vec<Repair>) {
        let dropped = |piece| Repair {
            path: Path::root(),
            rule: Rule::SurroundingText,
            before: Value::from(piece),
            after: None,
        };
        let is_of_text = |repair: &&Repair| repair.rule == Rule::Comma;
        let of_text = repairs.iter().take_while(is_of_text).count();
        repairs.insert(of_text, dropped(MARK));
        repairs.insert(0, dropped(self.opening));
    }
}
