use std::collections::HashMap;

use super::growing::Growing;
use crate::call::answer::Ending;
use crate::call::{Calls, Dropped, PartialCall};

/// All calls of a stream while it arrives.
#[derive(Clone, Debug, Default)]
pub(super) struct Streamed {
    calls: Vec<(Growing, u64)>,
    by_key: HashMap<(u64, Key), usize>,
    last: HashMap<u64, usize>,
    endings: HashMap<u64, Ending>,
    /// What never was a call.
    dropped: Vec<Dropped>,
}

/// What providers tell calls apart by.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Key {
    Index(u64),
    Id(String),
}

impl Streamed {
    /// Where the call of that key is, in that one of several answers; the latest, if a
    /// provider gives a key twice.
    pub(super) fn position(&self, answer: u64, key: &Key) -> Option<usize> {
        self.by_key.get(&(answer, key.clone())).copied()
    }

    /// Where the call is that was begun last.
    pub(super) fn last_position(&self, answer: u64) -> Option<usize> {
        self.last.get(&answer).copied()
    }

    /// Finds the call at that position by another key as well.
    pub(super) fn know(&mut self, answer: u64, key: Key, position: usize) {
        self.by_key.insert((answer, key), position);
    }

    /// How many calls have begun.
    pub(super) fn count(&self) -> usize {
        self.calls.len()
    }

    /// The call at a position; none is ever taken away.
    pub(super) fn at(&mut self, position: usize) -> &mut Growing {
        &mut self.calls[position].0
    }

    pub(super) fn find(&mut self, answer: u64, key: &Key) -> Option<&mut Growing> {
        let position = self.position(answer, key)?;
        Some(self.at(position))
    }

    /// The call that was begun last, unless the provider says that it is at its end.
    pub(super) fn last_open(&mut self, answer: u64) -> Option<&mut Growing> {
        let position = self.last_position(answer)?;
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
        let keys = index.map(Key::Index).into_iter();
        for key in keys.chain(id.clone().map(Key::Id)) {
            self.by_key.insert((answer, key), position);
        }
        self.output(answer);
        self.last.insert(answer, position);
        self.calls.push((Growing::new(id), answer));
        self.at(position)
    }

    /// Takes note of output in that one of several answers: the last call is followed.
    pub(super) fn output(&mut self, answer: u64) {
        if let Some(last) = self.last_position(answer) {
            self.at(last).is_followed = true;
        }
    }

    /// Takes note of how that one of several answers ended. That it may be cut stands,
    /// whatever else is reported.
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

    /// Returns a number that grows with the calls and their arguments.
    pub(super) fn size(&self) -> usize {
        let sizes = self.calls.iter().map(|(call, _)| 1 + call.pushed);
        sizes.sum()
    }

    pub(super) fn finish(self) -> Calls {
        let mut found = Calls::default();
        for (call, answer) in self.calls {
            let ending = self.endings.get(&answer).copied().unwrap_or_default();
            call.finish(ending, &mut found);
        }
        found.dropped.extend(self.dropped);
        found
    }
}
