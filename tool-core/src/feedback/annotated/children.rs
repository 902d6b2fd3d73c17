//! What stands inside of an array or an object, sorted by the faults in it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::note::Note;
use crate::issue::Segment;

/// Where the notes of an array or an object belong, by the number of the entry.
#[derive(Default)]
pub(super) struct Children<'e> {
    /// Those of an entry that is there.
    pub(super) inside: BTreeMap<usize, Vec<Note<'e>>>,
    /// Those of a place that is not there, by the entry that they stand before.
    pub(super) absent: BTreeMap<usize, Vec<Note<'e>>>,
    marks: BTreeSet<usize>,
}

impl<'e> Children<'e> {
    pub(super) fn new(value: &Value, notes: &[Note<'e>], names: &[&str]) -> Self {
        let mut children = Self::default();
        for note in notes {
            let Some((first, further)) = note.split() else {
                continue;
            };
            if let Some(index) = position(value, first) {
                children.inside.entry(index).or_default().push(further);
            } else {
                let index = note.place(names, value).min(len(value));
                children.absent.entry(index).or_default().push(*note);
            }
        }
        let marks = children.inside.keys().chain(children.absent.keys());
        children.marks = marks.copied().collect();
        if children.marks.is_empty() {
            // Nothing is nearer to a fault than the beginning.
            children.marks.insert(0);
        }
        children
    }

    /// Whether there is a note so near to an entry.
    pub(super) fn is_near(&self, index: usize, near: usize) -> bool {
        let around = index.saturating_sub(near)..=index.saturating_add(near);
        near > 0 && self.marks.range(around).next().is_some()
    }
}

/// The entries of an array or an object; those of an object with their names.
pub(super) fn entries<'v>(
    value: &'v Value,
) -> Box<dyn Iterator<Item = (Option<&'v str>, &'v Value)> + 'v> {
    match value {
        Value::Array(items) => Box::new(items.iter().map(|item| (None, item))),
        Value::Object(entries) => Box::new(
            entries
                .iter()
                .map(|(name, value)| (Some(name.as_str()), value)),
        ),
        _ => Box::new(std::iter::empty()),
    }
}

pub(super) fn len(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.len(),
        Value::Object(entries) => entries.len(),
        _ => 0,
    }
}

fn position(value: &Value, segment: &Segment) -> Option<usize> {
    match (value, segment) {
        (Value::Array(items), Segment::Index(index)) => (*index < items.len()).then_some(*index),
        (Value::Object(entries), Segment::Key(key)) => entries.keys().position(|name| name == key),
        _ => None,
    }
}
