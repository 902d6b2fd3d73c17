//! The entries of an array or an object, with the notes inside each.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::note::Note;
use crate::issue::Segment;

/// The notes of an array or an object, by the index of the entry.
#[derive(Default)]
pub(super) struct Children<'e> {
    /// Notes inside an existing entry.
    pub(super) inside: BTreeMap<usize, Vec<Note<'e>>>,
    /// Notes of an absent entry, by the index of the entry after it.
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
            if let Some(index) = find_position(value, first) {
                children.inside.entry(index).or_default().push(further);
            } else {
                let index = note.place(names, value).min(len(value));
                children.absent.entry(index).or_default().push(*note);
            }
        }
        let marks = children.inside.keys().chain(children.absent.keys());
        children.marks = marks.copied().collect();
        if children.marks.is_empty() {
            // Without a fault at an entry, the beginning is shown.
            children.marks.insert(0);
        }
        children
    }

    /// Returns whether there is a note within this distance of an entry.
    pub(super) fn is_near(&self, index: usize, near: usize) -> bool {
        let around = index.saturating_sub(near)..=index.saturating_add(near);
        near > 0 && self.marks.range(around).next().is_some()
    }
}

/// Returns the entries of an array or an object. Entries of an object have names.
pub(super) fn list_entries<'v>(
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

fn find_position(value: &Value, segment: &Segment) -> Option<usize> {
    match (value, segment) {
        (Value::Array(items), Segment::Index(index)) => (*index < items.len()).then_some(*index),
        (Value::Object(entries), Segment::Key(key)) => entries.keys().position(|name| name == key),
        _ => None,
    }
}
