//! The state of the walk through an object.

use super::{Change, EntryChange, Site};
use crate::issue::{Guesses, Path, measure_nearness, sort};
use crate::plan::{NodeId, ObjectPlan, PropertySet};
use crate::tree::{Entry, Tree};

/// The state of the walk through an object.
pub(super) struct ObjectWalk<'w, 't> {
    pub(super) at: &'w Site<'w>,
    pub(super) node: NodeId,
    pub(super) plan: &'w ObjectPlan,
    pub(super) entries: &'w [Entry<'t>],
    pub(super) seen: PropertySet,
    pub(super) changes: Vec<(usize, EntryChange<'t>)>,
    /// Undeclared keys that probably are absent required properties.
    pub(super) pairs: Pairs,
    /// Undeclared keys that belong inside a property, each with the number of that property.
    pub(super) inner: Vec<(usize, usize)>,
    /// Absent required properties that were sent inside another property.
    pub(super) outer: Vec<(usize, Path)>,
    /// Guesses that the schema requests for the values of a map.
    pub(super) guesses: Guesses,
}

impl<'t> ObjectWalk<'_, 't> {
    /// Returns the object with all changes.
    pub(super) fn read_object(&self) -> Tree<'t> {
        let mut object = Tree::Object(self.entries.to_vec());
        let mut changes = self.changes.clone();
        sort(&mut changes, |(a, _), (b, _)| a.cmp(b));
        Change::Entries(changes).apply(&mut object);
        object
    }
}

/// The probable sources of absent required properties.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    /// Property numbers, with the source of each.
    pub(super) pairs: Vec<(usize, SentAs)>,
    /// The property whose issue lists the other undeclared keys, and these keys.
    pub(super) unknown: Option<(usize, Vec<usize>)>,
}

/// The probable source of a property, by the index of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SentAs {
    /// The entry is the property, under another key.
    Key(usize),
    /// The value of the entry contains the property under its own name.
    Inside(usize),
}

impl Pairs {
    pub(super) fn holds(&self, entry: usize) -> bool {
        let mut entries = self.pairs.iter().map(|(_, sent)| match sent {
            SentAs::Key(index) | SentAs::Inside(index) => *index,
        });
        entries.any(|index| index == entry)
    }

    pub(super) fn explains(&self, property: usize) -> bool {
        self.pairs.iter().any(|(number, _)| *number == property)
    }

    pub(super) fn find_sent_path(
        &self,
        property: usize,
        walk: &ObjectWalk<'_, '_>,
    ) -> Option<Path> {
        let (_, sent) = self.pairs.iter().find(|(number, _)| *number == property)?;
        let at = &walk.at.path;
        Some(match sent {
            SentAs::Key(index) => at.key(&walk.entries[*index].key).to_path(),
            SentAs::Inside(index) => {
                let outer = at.key(&walk.entries[*index].key);
                outer.key(&walk.plan.properties()[property].name).to_path()
            }
        })
    }

    /// Returns whether the property was sent under a similar key, or inside another one.
    pub(super) fn has_near_source(&self, property: usize, walk: &ObjectWalk<'_, '_>) -> bool {
        let name = &walk.plan.properties()[property].name;
        let mut pairs = self.pairs.iter();
        let pair = pairs.find(|(number, _)| *number == property);
        pair.is_some_and(|(_, sent)| match sent {
            SentAs::Key(index) => measure_nearness(&walk.entries[*index].key, name).is_some(),
            SentAs::Inside(_) => true,
        })
    }

    /// Returns the value that probably is the property, under another key.
    pub(super) fn find_sent_value<'w, 't>(
        &self,
        property: usize,
        walk: &ObjectWalk<'w, 't>,
    ) -> Option<&'w Tree<'t>> {
        let (_, sent) = self.pairs.iter().find(|(number, _)| *number == property)?;
        match sent {
            SentAs::Key(index) => Some(&walk.entries[*index].value),
            SentAs::Inside(_) => None,
        }
    }

    pub(super) fn find_unknown(&self, property: usize, walk: &ObjectWalk<'_, '_>) -> Vec<String> {
        match &self.unknown {
            Some((number, entries)) if *number == property => entries
                .iter()
                .map(|index| walk.entries[*index].key.to_string())
                .collect(),
            _ => Vec::new(),
        }
    }
}
