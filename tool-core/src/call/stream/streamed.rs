use std::collections::{BTreeSet, HashMap};
use std::mem;

use super::growing::Growing;
use crate::call::answer::Ending;
use crate::call::choices::Choices;
use crate::call::{Calls, Dropped, PartialCall};

/// All calls of a stream while it arrives.
#[derive(Clone, Debug, Default)]
pub(super) struct Streamed {
    calls: Vec<(Growing, u64)>,
    by_key: HashMap<(u64, CallKey), usize>,
    last: HashMap<u64, usize>,
    endings: HashMap<u64, Ending>,
    /// Output that was never a call.
    dropped: Vec<Dropped>,
    /// `true` if the indexes of pieces do not identify calls.
    pub(super) is_misnumbered: bool,
    /// The calls of whole bodies.
    pub(super) whole: Calls,
    /// The positions of calls that may have changed since [`take_growth`](Self::take_growth).
    touched: BTreeSet<usize>,
}

/// The provider's identification of a call.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum CallKey {
    Index(u64),
    Id(String),
}

impl Streamed {
    /// Returns the position of the call with this key in one of several answers. If a key is
    /// repeated, returns the latest.
    pub(super) fn position(&self, answer: u64, key: &CallKey) -> Option<usize> {
        self.by_key.get(&(answer, key.clone())).copied()
    }

    /// Returns the position of the latest call.
    pub(super) fn find_last_position(&self, answer: u64) -> Option<usize> {
        self.last.get(&answer).copied()
    }

    /// Adds another key for the call at this position.
    pub(super) fn know(&mut self, answer: u64, key: CallKey, position: usize) {
        self.by_key.insert((answer, key), position);
    }

    /// Returns the number of calls that have begun.
    pub(super) fn count(&self) -> usize {
        self.calls.len()
    }

    /// Returns the call at a position. Calls are never removed.
    pub(super) fn at(&mut self, position: usize) -> &mut Growing {
        self.touched.insert(position);
        &mut self.calls[position].0
    }

    pub(super) fn find(&mut self, answer: u64, key: &CallKey) -> Option<&mut Growing> {
        let position = self.position(answer, key)?;
        Some(self.at(position))
    }

    /// Returns the call of the only answer with this index. Without an index, returns the latest
    /// call, unless its end has arrived.
    pub(super) fn find_indexed(&mut self, index: Option<u64>) -> Option<&mut Growing> {
        match index {
            Some(index) => self.find(0, &CallKey::Index(index)),
            None => self.find_last_open(0),
        }
    }

    /// Returns the latest call, unless its end has arrived.
    pub(super) fn find_last_open(&mut self, answer: u64) -> Option<&mut Growing> {
        let position = self.find_last_position(answer)?;
        Some(self.at(position)).filter(|call| !call.has_ended())
    }

    /// Begins a call.
    pub(super) fn begin(
        &mut self,
        answer: u64,
        index: Option<u64>,
        id: Option<String>,
    ) -> &mut Growing {
        let position = self.calls.len();
        let keys = index.map(CallKey::Index).into_iter();
        for key in keys.chain(id.clone().map(CallKey::Id)) {
            self.by_key.insert((answer, key), position);
        }
        self.output(answer);
        self.last.insert(answer, position);
        self.calls.push((Growing::new(id), answer));
        self.at(position)
    }

    /// Records output in one of several answers: it follows the last call.
    pub(super) fn output(&mut self, answer: u64) {
        if let Some(last) = self.find_last_position(answer) {
            self.at(last).is_followed = true;
        }
    }

    /// Records the end of one of several answers. A later report does not undo a possible
    /// truncation.
    pub(super) fn set_ending(&mut self, answer: u64, ending: Ending) {
        let known = self.endings.entry(answer).or_default();
        if ending != Ending::Unknown && !known.may_cut() {
            *known = ending;
        }
    }

    pub(super) fn drop(&mut self, dropped: Dropped) {
        self.dropped.push(dropped);
    }

    pub(super) fn partial(&self) -> impl Iterator<Item = PartialCall<'_>> {
        self.calls.iter().map(|(call, _)| call.partial())
    }

    /// Returns the calls that have begun or have grown since the last call of this method, with
    /// the text that was added to their arguments.
    pub(super) fn take_growth(&mut self) -> Vec<(usize, String)> {
        let touched = mem::take(&mut self.touched);
        let grown = touched.into_iter().filter_map(|position| {
            let (call, _) = self.calls.get_mut(position)?;
            Some((position, call.take_growth()?))
        });
        grown.collect()
    }

    pub(super) fn finish(self, choices: Choices) -> Calls {
        let mut found = Calls::default();
        let is_read = |answer: u64| choices == Choices::All || answer == 0;
        for (call, answer) in self.calls {
            if !is_read(answer) {
                continue;
            }
            let ending = self.endings.get(&answer).copied().unwrap_or_default();
            call.finish(ending, &mut found);
        }
        found.dropped.extend(self.dropped);
        found.extend(self.whole);
        found
    }
}
