//! A cache of outcomes for values that are visited more than once.

use std::collections::HashMap;

use crate::plan::NodeId;

/// Known facts about values, by the start of the value and the branch of a union. The end of an
/// array or object has no branch. Empty for most texts.
#[derive(Debug, Default)]
pub(super) struct KnownValues(Option<Box<Table>>);

#[derive(Debug, Default)]
struct Table(HashMap<(usize, Option<NodeId>), Option<Fit>, foldhash::fast::RandomState>);

/// The extent of a value that fits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fit {
    pub(super) end: usize,
    /// The number of values, including nested ones.
    pub(super) nodes: usize,
}

impl KnownValues {
    /// Returns whether the value at `start` fits a branch of a union, if known.
    #[expect(clippy::option_option, reason = "a value may be known not to fit")]
    pub(super) fn fit(&self, start: usize, node: NodeId) -> Option<Option<Fit>> {
        self.get(start, Some(node))
    }

    pub(super) fn keep_fit(&mut self, start: usize, node: NodeId, fit: Option<Fit>) {
        self.keep(start, Some(node), fit);
    }

    /// Returns the end of the array or object at `start`, if known.
    pub(super) fn end(&self, start: usize) -> Option<usize> {
        Some(self.get(start, None)??.end)
    }

    pub(super) fn keep_end(&mut self, start: usize, end: usize) {
        self.keep(start, None, Some(Fit { end, nodes: 0 }));
    }

    #[expect(clippy::option_option, reason = "a value may be known not to fit")]
    fn get(&self, start: usize, branch: Option<NodeId>) -> Option<Option<Fit>> {
        let Table(known) = &**self.0.as_ref()?;
        known.get(&(start, branch)).copied()
    }

    fn keep(&mut self, start: usize, branch: Option<NodeId>, fit: Option<Fit>) {
        let Table(known) = &mut **self.0.get_or_insert_default();
        known.insert((start, branch), fit);
    }
}
