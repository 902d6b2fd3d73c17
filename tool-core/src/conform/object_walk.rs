//! What is known of an object while it is walked.

use super::{EntryChange, Site};
use crate::issue::{Guesses, Path};
use crate::plan::{NodeId, ObjectPlan, Seen};
use crate::tree::Entry;

/// What is known of an object while it is walked.
pub(super) struct ObjectWalk<'w, 't> {
    pub(super) at: &'w Site<'w>,
    pub(super) node: NodeId,
    pub(super) plan: &'w ObjectPlan,
    pub(super) entries: &'w [Entry<'t>],
    pub(super) seen: Seen,
    pub(super) changes: Vec<(usize, EntryChange<'t>)>,
    /// Which undeclared keys probably are required properties that are absent.
    pub(super) pairs: Pairs,
    /// What the values of a map are granted.
    pub(super) guesses: Guesses,
}

/// What was sent instead of the required properties that are absent.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    /// By the number of the property.
    pub(super) pairs: Vec<(usize, SentAs)>,
    /// The property with which the other undeclared keys are told, and those.
    pub(super) unknown: Option<(usize, Vec<usize>)>,
}

/// Where a property probably was sent, by the index of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SentAs {
    /// Under that key.
    Key(usize),
    /// By its own name, in the object under that key.
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

    pub(super) fn sent_as(&self, property: usize, walk: &ObjectWalk<'_, '_>) -> Option<Path> {
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
