//! A cache of outcomes for values that are visited more than once.

use std::collections::BTreeMap;

use crate::plan::NodeId;

/// Known facts about values, by the start of the value. Empty for most texts.
#[derive(Debug, Default)]
pub(super) struct Known(Option<Box<Tables>>);

#[derive(Debug, Default)]
struct Tables {
    fits: BTreeMap<(usize, NodeId), Option<Fit>>,
    ends: BTreeMap<usize, usize>,
}

/// The extent of a value that fits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fit {
    pub(super) end: usize,
    /// The number of values, including nested ones.
    pub(super) nodes: usize,
}

impl Known {
    /// Returns whether the value at `start` fits a branch of a union, if known.
    #[expect(clippy::option_option, reason = "a value may be known not to fit")]
    pub(super) fn fit(&self, start: usize, node: NodeId) -> Option<Option<Fit>> {
        let tables = self.0.as_ref()?;
        tables.fits.get(&(start, node)).copied()
    }

    pub(super) fn keep_fit(&mut self, start: usize, node: NodeId, fit: Option<Fit>) {
        let tables = self.0.get_or_insert_default();
        tables.fits.insert((start, node), fit);
    }

    /// Returns the end of the array or object at `start`, if known.
    pub(super) fn end(&self, start: usize) -> Option<usize> {
        let tables = self.0.as_ref()?;
        tables.ends.get(&start).copied()
    }

    pub(super) fn keep_end(&mut self, start: usize, end: usize) {
        let tables = self.0.get_or_insert_default();
        tables.ends.insert(start, end);
    }
}
