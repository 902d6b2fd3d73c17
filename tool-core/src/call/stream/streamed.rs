use std::collections::{BTreeSet, HashMap, HashSet};
use std::mem;

use super::growing::Growing;
use crate::call::answer::Ending;
use crate::call::choices::Choices;
use crate::call::{Calls, DropReason, Dropped, PartialCall};

/// All calls of a stream while it arrives.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "the facts are independent")]
pub(super) struct Streamed {
    calls: Vec<(Growing, u64)>,
    by_key: HashMap<(u64, CallKey), usize>,
    last: HashMap<u64, usize>,
    endings: HashMap<u64, Ending>,
    /// The answers whose last output is a refusal.
    refused: HashSet<u64>,
    /// Output that was never a call.
    dropped: Vec<Dropped>,
    /// `true` if the end of the stream has arrived.
    pub(super) is_ended: bool,
    /// The calls that had no complete arguments when they were last looked at.
    open: Vec<usize>,
    /// The indexes of other output whose pieces look like arguments.
    others: HashSet<u64>,
    /// `true` if calls have indexes.
    is_numbered: bool,
    /// Pieces of arguments without a call, and their index. Their call may begin later.
    orphan: String,
    orphan_index: Option<u64>,
    /// The call of the last piece.
    written: Option<usize>,
    /// `true` if the pieces of several calls alternate.
    is_interleaved: bool,
    /// `true` if the indexes of pieces do not identify calls.
    pub(super) is_misnumbered: bool,
    /// The calls of whole bodies.
    pub(super) whole: Calls,
    /// The positions of calls that may have changed since [`take_growth`](Self::take_growth).
    touched: BTreeSet<usize>,
    /// The calls without a name, which are not shown.
    hidden: BTreeSet<usize>,
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

    /// Returns whether calls have indexes.
    pub(super) fn is_numbered(&self) -> bool {
        self.is_numbered
    }

    /// Removes the calls without a name: a list of all calls shows that they are none.
    pub(super) fn void_unnamed(&mut self) {
        let unnamed = self
            .calls
            .iter_mut()
            .filter(|(call, _)| call.name.is_empty());
        for (call, _) in unnamed {
            call.is_void = true;
        }
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

    /// Returns the call of the only answer with this index. Without an index, returns the latest
    /// call, unless its end has arrived.
    pub(super) fn find_indexed(&mut self, index: Option<u64>) -> Option<&mut Growing> {
        match index {
            Some(index) => {
                let position = self.position(0, &CallKey::Index(index))?;
                Some(self.at(position))
            }
            None => self.find_last_open(0),
        }
    }

    /// Records output with this index that is not a call, and whose pieces look like arguments.
    pub(super) fn begin_other(&mut self, index: Option<u64>) {
        self.output(0);
        self.others.extend(index);
    }

    /// Adds a piece of the arguments of the call with this index. A piece without a known index
    /// belongs to the only open call, if it begins the arguments. Otherwise it may belong to each
    /// open call, so none of them is complete.
    pub(super) fn push_indexed(&mut self, index: Option<u64>, piece: &str) {
        let is_other = index.is_some_and(|index| self.others.contains(&index));
        if is_other || piece.is_empty() {
            return;
        }
        let known = index.and_then(|index| self.position(0, &CallKey::Index(index)));
        let last = || self.find_last_position(0).filter(|_| !self.is_numbered);
        match known
            .or_else(last)
            .or_else(|| self.find_owner(0, index, piece))
        {
            Some(at) => self.push_at(at, piece),
            None if self.open.is_empty() => {
                self.orphan.push_str(piece);
                self.orphan_index = index;
            }
            None => self.doubt_open(0),
        }
    }

    /// Returns the only call that a piece without a known key may belong to.
    pub(super) fn find_owner(
        &mut self,
        answer: u64,
        index: Option<u64>,
        piece: &str,
    ) -> Option<usize> {
        let open = self.find_open(answer);
        let [only] = open[..] else {
            return None;
        };
        let begins = piece.trim_start().starts_with('{');
        let is_its = index.is_none() || begins && self.calls[only].0.is_empty();
        is_its.then_some(only)
    }

    /// Returns the calls of an answer that may get more pieces.
    pub(super) fn find_open(&mut self, answer: u64) -> Vec<usize> {
        let calls = &self.calls;
        self.open.retain(|at| {
            let call = &calls[*at].0;
            !call.is_closed() && (!call.has_ended() || call.is_empty())
        });
        let of_answer = self.open.iter().filter(|at| calls[**at].1 == answer);
        let of_answer = of_answer.filter(|at| !calls[**at].0.has_ended());
        of_answer.copied().collect()
    }

    /// Drops the open calls of an answer. Without one, drops the calls that ended without arguments.
    pub(super) fn doubt_open(&mut self, answer: u64) {
        let mut open = self.find_open(answer);
        if open.is_empty() {
            let calls = &self.calls;
            open.clone_from(&self.open);
            open.retain(|at| calls[*at].1 == answer);
        }
        for at in open {
            self.at(at).doubt();
        }
        let calls = &self.calls;
        self.open.retain(|at| calls[*at].1 != answer);
    }

    /// Drops the open calls of all answers. Returns whether there are some.
    pub(super) fn doubt_all(&mut self) -> bool {
        let calls = &self.calls;
        self.open.retain(|at| !calls[*at].0.is_closed());
        let open = mem::take(&mut self.open);
        for at in &open {
            self.at(*at).doubt();
        }
        !open.is_empty()
    }

    /// Adds a piece of the arguments of the call at a position. A piece behind complete arguments
    /// belongs to another call if one is open.
    pub(super) fn push_at(&mut self, at: usize, piece: &str) {
        if piece.is_empty() {
            return self.at(at).push(piece);
        }
        let (call, answer) = &self.calls[at];
        let (is_closed, answer) = (call.is_closed(), *answer);
        if is_closed && !call.is_given() && call.raw() == piece {
            return;
        }
        let is_behind = is_closed && !call.is_given() && !piece.trim().is_empty();
        if is_behind && !self.find_open(answer).is_empty() {
            self.at(at).doubt();
            self.doubt_open(answer);
        }
        self.is_interleaved |=
            self.written.is_some_and(|last| last != at) && !self.calls[at].0.is_empty();
        self.written = Some(at);
        self.at(at).push(piece);
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
        self.is_numbered |= index.is_some();
        self.open.push(position);
        self.calls.push((Growing::new(id), answer));
        let is_same = index.is_none() || self.orphan_index.is_none_or(|of| Some(of) == index);
        if !self.orphan.is_empty() && is_same {
            self.orphan.clear();
            self.at(position).doubt();
        }
        self.at(position)
    }

    /// Begins a call of the only answer. Returns the known call if the event is repeated: it has the
    /// same ID and the same index.
    pub(super) fn begin_once(&mut self, index: Option<u64>, id: Option<String>) -> &mut Growing {
        let known = id.clone().map(CallKey::Id);
        let known = known.and_then(|key| self.position(0, &key));
        let known = known.filter(|at| {
            index.is_none_or(|index| self.position(0, &CallKey::Index(index)) == Some(*at))
        });
        match known {
            Some(at) => self.at(at),
            None => self.begin(0, index, id),
        }
    }

    /// Records output in one of several answers: it follows the last call.
    pub(super) fn output(&mut self, answer: u64) {
        if let Some(last) = self.find_last_position(answer) {
            self.at(last).is_followed = true;
        }
    }

    /// Records the provider's value for the end of one of several answers.
    pub(super) fn set_reason(
        &mut self,
        answer: u64,
        reason: Option<&str>,
        read: fn(Option<&str>) -> Ending,
    ) {
        self.is_ended |= reason.is_some();
        self.set_ending(answer, read(reason));
    }

    /// Records the end of one of several answers. A later report does not undo a possible
    /// truncation.
    pub(super) fn set_ending(&mut self, answer: u64, ending: Ending) {
        let known = self.endings.entry(answer).or_default();
        if ending != Ending::Unknown && !known.may_cut() {
            *known = ending;
            self.is_ended = true;
        }
    }

    /// Records whether the last output of one of several answers is a refusal.
    pub(super) fn set_refused(&mut self, answer: u64, is_refused: bool) {
        if is_refused {
            self.refused.insert(answer);
        } else {
            self.refused.remove(&answer);
        }
    }

    pub(super) fn drop(&mut self, dropped: Dropped) {
        self.dropped.push(dropped);
    }

    pub(super) fn partial(&self) -> impl Iterator<Item = PartialCall<'_>> {
        let calls = self.calls.iter().map(|(call, _)| call);
        calls.filter(|call| call.is_shown()).map(Growing::partial)
    }

    /// Returns the calls that have begun or have grown since the last call of this method, with
    /// the text that was added to their arguments. The numbers are those of [`partial`](Self::partial).
    pub(super) fn take_growth(&mut self) -> Vec<(usize, String)> {
        let touched = mem::take(&mut self.touched);
        let mut grown = Vec::new();
        for position in touched {
            let Some((call, _)) = self.calls.get_mut(position) else {
                continue;
            };
            if !call.is_shown() {
                self.hidden.insert(position);
                continue;
            }
            self.hidden.remove(&position);
            let number = position - self.hidden.range(..position).count();
            grown.extend(call.take_growth().map(|added| (number, added)));
        }
        grown
    }

    pub(super) fn finish(mut self, choices: Choices) -> Calls {
        self.doubt_interleaved();
        let mut found = Calls::default();
        let first = self.find_first_answer();
        let is_read = |answer: u64| choices == Choices::All || answer == first;
        for (call, answer) in self.calls {
            if !is_read(answer) || call.is_void {
                continue;
            }
            let ending = self.endings.get(&answer).copied().unwrap_or_default();
            let is_lost = ending == Ending::Unknown && !self.is_ended;
            let ending = if is_lost {
                Ending::Disconnected
            } else {
                ending.with_refusal(self.refused.contains(&answer))
            };
            call.finish(ending, &mut found);
        }
        found.dropped.extend(self.dropped);
        if !self.orphan.is_empty() {
            let reason = DropReason::Inconsistent;
            let dropped = Dropped::new(None, String::new(), self.orphan, reason);
            found.dropped.push(dropped);
        }
        found.extend(self.whole);
        found.without_repeats()
    }

    /// Returns the answer with the calls: the first one. Some servers send the text of an answer as
    /// the first one, and the calls as another one.
    fn find_first_answer(&self) -> u64 {
        let ending = self.endings.get(&0).copied().unwrap_or_default();
        let goes_on = matches!(ending, Ending::Unknown | Ending::ToolCalls);
        let mut answers = self.calls.iter().map(|(_, answer)| *answer);
        let has_calls = answers.clone().any(|answer| answer == 0);
        let other = answers.next().filter(|_| goes_on && !has_calls);
        other.unwrap_or(0)
    }

    /// Drops all calls whose pieces alternate, if one of them is broken: a piece of it may be in
    /// another call. The last call may be cut off instead.
    fn doubt_interleaved(&mut self) {
        let (last, calls) = match self.calls.split_last() {
            Some((last, calls)) if self.is_interleaved => (last, calls),
            _ => return,
        };
        let may_be_cut = |answer: u64| {
            let ending = self.endings.get(&answer).copied().unwrap_or_default();
            ending.may_cut() || ending == Ending::Unknown
        };
        let is_broken = calls.iter().any(|(call, _)| !call.is_json())
            || !last.0.is_json() && !may_be_cut(last.1);
        for (call, _) in self.calls.iter_mut().filter(|_| is_broken) {
            call.doubt();
        }
    }
}
