//! What is known of the values of a text that are looked at more than once.

use std::collections::BTreeMap;

use crate::plan::NodeId;

/// What is known of the values of a text, by where they start. Most texts need none of it.
#[derive(Debug, Default)]
pub(super) struct Known(Option<Box<Tables>>);

#[derive(Debug, Default)]
struct Tables {
    fits: BTreeMap<(usize, NodeId), Option<Fit>>,
    ends: BTreeMap<usize, usize>,
}

/// A value that fits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fit {
    pub(super) end: usize,
    /// How many values it is, with those inside.
    pub(super) nodes: usize,
}

impl Known {
    /// Whether the value that starts there fits a branch of a union, if that is known.
    #[expect(clippy::option_option, reason = "a value may be known not to fit")]
    pub(super) fn fit(&self, start: usize, node: NodeId) -> Option<Option<Fit>> {
        let tables = self.0.as_ref()?;
        tables.fits.get(&(start, node)).copied()
    }

    pub(super) fn keep_fit(&mut self, start: usize, node: NodeId, fit: Option<Fit>) {
        let tables = self.0.get_or_insert_default();
        tables.fits.insert((start, node), fit);
    }

    /// Where the array or the object ends that starts there, if that is known.
    pub(super) fn end(&self, start: usize) -> Option<usize> {
        let tables = self.0.as_ref()?;
        tables.ends.get(&start).copied()
    }

    pub(super) fn keep_end(&mut self, start: usize, end: usize) {
        let tables = self.0.get_or_insert_default();
        tables.ends.insert(start, end);
    }
}
