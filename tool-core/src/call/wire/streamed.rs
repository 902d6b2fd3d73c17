//! The calls of an answer while it arrives, and the keys by which its pieces find their call.
//! Reads no JSON: the interpreters of the APIs pass on what they have read.

mod found;
mod pieces;
mod unlisted;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::mem;

use super::{Ending, FoundArguments, Growing};
use crate::call::{Dropped, PartialCall};

pub(crate) use found::{FoundCalls, Ids, Owner};

/// All calls of an answer while it arrives.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "the facts are independent")]
pub(crate) struct Streamed {
    calls: Vec<(Growing, u64)>,
    by_key: HashMap<(u64, Key), usize>,
    last: HashMap<u64, usize>,
    endings: HashMap<u64, Ending>,
    /// The answers whose end an earlier event has reported, and those of this event.
    over: HashSet<u64>,
    ending: Vec<u64>,
    /// The answers with a refusal, and whether it is their last output.
    refused: HashMap<u64, bool>,
    /// The IDs of calls with a result, the number of calls before the last result, and whether a call
    /// with this ID has been found.
    answered: HashMap<String, (usize, bool)>,
    /// The names of calls with a result without an ID, and the number of results.
    answered_names: HashMap<String, usize>,
    /// Output that was never a call.
    dropped: Vec<Dropped>,
    /// `true` if the end of the stream has arrived.
    pub(crate) is_ended: bool,
    /// The calls of each answer that may get more pieces.
    open: HashMap<u64, OpenCalls>,
    /// The calls that may have changed since `open` was last used.
    changed: BTreeSet<usize>,
    /// The indexes of other output whose pieces look like arguments, until its end.
    others: HashSet<u64>,
    /// The indexes of such output that has ended.
    ended_others: HashSet<u64>,
    /// `true` if calls have indexes.
    pub(super) is_numbered: bool,
    /// Pieces of arguments without a call, and their index. Their call may begin later.
    orphan: String,
    orphan_index: Option<u64>,
    /// Events that were not read and may have output.
    unread: String,
    /// `true` if one of them is not JSON, so that nothing shows which calls it belongs to.
    pub(crate) has_broken: bool,
    /// Calls with the index of an open call, and that call.
    shared: Vec<(usize, usize)>,
    /// The indexes of pieces without a call of that index, and the call that has taken them.
    strays: HashMap<u64, Option<usize>>,
    /// The calls of each answer with arguments that may belong to a later call: their start came behind
    /// the arguments, or the arguments came behind those of the call.
    unsure: HashMap<u64, usize>,
    /// The calls that began without a key of their own.
    keyless: Vec<usize>,
    /// `true` if a piece has the arguments of a complete call again.
    has_repeat: bool,
    /// The call of the last piece.
    written: Option<usize>,
    /// `true` if the pieces of several calls alternate, or a later call has begun before a piece.
    is_interleaved: bool,
    /// `true` if the indexes of pieces do not identify calls.
    pub(crate) is_misnumbered: bool,
    /// The positions of calls that may have changed since [`take_growth`](Self::take_growth).
    touched: BTreeSet<usize>,
    /// The positions of the shown calls, in order. Their numbers are those of
    /// [`partial`](Self::partial).
    shown: Vec<usize>,
}

/// The calls of an answer that had no complete arguments when they were last looked at.
#[derive(Clone, Debug, Default)]
struct OpenCalls {
    open: BTreeSet<usize>,
    /// Those whose end has arrived before any argument.
    empty: BTreeSet<usize>,
}

/// What identifies a call or a part: the provider's index or ID, or the position of a call.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    Index(u64),
    Id(String),
    Call(usize),
}

impl OpenCalls {
    fn is_empty(&self) -> bool {
        self.open.is_empty() && self.empty.is_empty()
    }
}

impl Streamed {
    /// Returns the position of the call with this key in one of several answers. If a key is
    /// repeated, returns the latest.
    pub(crate) fn position(&self, answer: u64, key: &Key) -> Option<usize> {
        self.by_key.get(&(answer, key.clone())).copied()
    }

    /// Returns the position of the call with this index.
    pub(crate) fn position_at(&self, answer: u64, index: Option<u64>) -> Option<usize> {
        self.position(answer, &Key::Index(index?))
    }

    /// Returns the position of the call with this ID.
    pub(crate) fn position_of(&self, answer: u64, id: Option<&String>) -> Option<usize> {
        self.position(answer, &Key::Id(id?.clone()))
    }

    /// Returns whether the call at a position may get more pieces.
    fn is_open(&self, at: usize) -> bool {
        let call = &self.calls[at].0;
        !call.has_ended() && !call.is_closed()
    }

    /// Returns the position of the latest call.
    pub(crate) fn find_last_position(&self, answer: u64) -> Option<usize> {
        self.last.get(&answer).copied()
    }

    /// Adds another key for the call at this position.
    pub(crate) fn know(&mut self, answer: u64, key: Key, position: usize) {
        self.by_key.insert((answer, key), position);
    }

    /// Removes the calls without a name: a list of all calls shows that they are none.
    pub(crate) fn void_unnamed(&mut self) {
        let unnamed = self
            .calls
            .iter_mut()
            .filter(|(call, _)| call.name.is_empty());
        for (call, _) in unnamed {
            call.is_void = true;
        }
    }

    /// Returns the number of calls that have begun.
    pub(crate) fn count(&self) -> usize {
        self.calls.len()
    }

    /// Returns the positions of the calls of an answer.
    pub(super) fn list_positions(&self, answer: u64) -> Vec<usize> {
        let all = self.calls.iter().enumerate();
        let of_answer = all.filter(|(_, (_, of))| *of == answer);
        of_answer.map(|(at, _)| at).collect()
    }

    /// Returns the call at a position. Calls are never removed.
    pub(super) fn at(&mut self, position: usize) -> &mut Growing {
        self.touched.insert(position);
        self.changed.insert(position);
        &mut self.calls[position].0
    }

    /// Returns the call of the only answer with this index. Without an index, returns the latest
    /// call, unless its end has arrived.
    pub(super) fn find_indexed(&mut self, index: Option<u64>) -> Option<&mut Growing> {
        let position = self.find_indexed_position(index)?;
        Some(self.at(position))
    }

    pub(crate) fn find_indexed_position(&self, index: Option<u64>) -> Option<usize> {
        if index.is_some() {
            return self.position_at(0, index);
        }
        let last = self.find_last_position(0)?;
        Some(last).filter(|last| !self.calls[*last].0.has_ended())
    }

    /// Records that another event is read. Calls without a key behind the end of their answer are
    /// dropped: the stream was sent again. Some servers report an end with each call.
    pub(crate) fn begin_event(&mut self) {
        self.over.extend(self.ending.drain(..));
    }

    /// Records the end of one of several answers.
    pub(super) fn end_answer(&mut self, answer: u64) {
        self.is_ended = true;
        self.ending.push(answer);
    }

    /// Begins a call. Returns its position.
    pub(crate) fn begin(&mut self, answer: u64, index: Option<u64>, id: Option<String>) -> usize {
        let position = self.calls.len();
        let same = self.position_at(answer, index);
        let same = same.filter(|at| self.is_open(*at));
        self.shared.extend(same.map(|same| (same, position)));
        let keys = index.map(Key::Index).into_iter();
        for key in keys.chain(id.clone().map(Key::Id)) {
            self.by_key.insert((answer, key), position);
        }
        self.output(answer);
        self.last.insert(answer, position);
        self.is_numbered |= index.is_some();
        if let Some(index) = index {
            self.ended_others.remove(&index);
        }
        self.open.entry(answer).or_default().open.insert(position);
        // Without a key, nothing shows that the call is a repeated one.
        let is_late = self.over.contains(&answer) && index.is_none() && id.is_none();
        let mut call = Growing::new(id);
        call.index = index;
        if is_late {
            call.contradict();
        }
        self.calls.push((call, answer));
        if let Some(owner) = index.and_then(|index| self.strays.remove(&index)) {
            for at in owner.into_iter().chain([position]) {
                self.at(at).doubt();
            }
        }
        let is_same = index.is_none() || self.orphan_index.is_none_or(|of| Some(of) == index);
        if !self.orphan.is_empty() && is_same {
            self.orphan.clear();
            self.at(position).doubt();
        }
        position
    }

    /// Begins a call of the only answer. Returns the known call if the event is repeated: it has the
    /// same ID and the same index.
    pub(crate) fn begin_once(&mut self, index: Option<u64>, id: Option<String>) -> usize {
        let same = self.position_at(0, index);
        let known = self.position_of(0, id.as_ref());
        if let Some(known) = known.filter(|at| index.is_none() || same == Some(*at)) {
            return known;
        }
        let open = same.filter(|at| self.is_open(*at));
        let begun = self.begin(0, index, id);
        // The pieces with this index may belong to each of the two calls.
        if let Some(open) = open {
            self.at(open).doubt();
            self.at(begun).doubt();
        }
        begun
    }

    /// Adds a call of a whole body, and returns its position. No piece of it follows, so it needs no
    /// key.
    pub(super) fn add_whole(
        &mut self,
        answer: u64,
        id: Option<String>,
        name: String,
        arguments: FoundArguments<'_>,
    ) -> usize {
        let position = self.calls.len();
        self.output(answer);
        self.last.insert(answer, position);
        self.calls
            .push((Growing::of_body(id, name, arguments), answer));
        position
    }

    /// Records output in one of several answers: it follows the last call.
    pub(crate) fn output(&mut self, answer: u64) {
        if let Some(last) = self.find_last_position(answer) {
            self.at(last).is_followed = true;
        }
    }

    /// Records the end of one of several answers. A later report does not undo a possible
    /// truncation. Returns whether the end was changed.
    pub(crate) fn set_ending(&mut self, answer: u64, ending: Ending) -> bool {
        let known = self.endings.entry(answer).or_default();
        let is_new = ending != Ending::Unknown && !known.may_cut();
        if is_new {
            *known = ending;
            self.end_answer(answer);
        }
        is_new
    }

    /// Returns the end of one of several answers.
    pub(crate) fn ending(&self, answer: u64) -> Ending {
        self.endings.get(&answer).copied().unwrap_or_default()
    }

    /// Drops all calls: the JSON of an event contradicts itself.
    pub(crate) fn contradict_all(&mut self) {
        for (call, _) in &mut self.calls {
            call.contradict();
        }
    }

    /// Records whether the last output of one of several answers is a refusal.
    pub(crate) fn set_refused(&mut self, answer: u64, is_refused: bool) {
        if is_refused || self.refused.contains_key(&answer) {
            self.refused.insert(answer, is_refused);
        }
    }

    /// Returns whether the last output of an answer is a refusal. `None` if it has no refusal.
    pub(crate) fn refusal(&self, answer: u64) -> Option<bool> {
        self.refused.get(&answer).copied()
    }

    /// Records the result of a call: the provider has run it. It answers the calls with its ID, or
    /// else the next call with its name.
    pub(super) fn answer(&mut self, id: Option<String>, name: Option<String>) {
        if let Some(id) = id {
            self.answered.insert(id, (self.calls.len(), false));
        } else if let Some(name) = name {
            *self.answered_names.entry(name).or_default() += 1;
        }
    }

    /// Returns whether a call with this ID has a result.
    pub(super) fn has_answer(&self, id: &str) -> bool {
        self.answered.contains_key(id)
    }

    pub(crate) fn drop(&mut self, dropped: Dropped) {
        self.dropped.push(dropped);
    }

    pub(crate) fn partial(&self) -> impl Iterator<Item = PartialCall<'_>> {
        let calls = self.calls.iter().map(|(call, _)| call);
        calls.filter(|call| call.is_shown()).map(Growing::partial)
    }

    /// Returns the calls that have begun or have grown since the last call of this method, with
    /// the text that was added to their arguments. The numbers are those of [`partial`](Self::partial).
    pub(crate) fn take_growth(&mut self) -> Vec<(usize, String)> {
        let touched = mem::take(&mut self.touched);
        let mut grown = Vec::new();
        for position in touched {
            let call = &mut self.calls[position].0;
            let number = match (self.shown.binary_search(&position), call.is_shown()) {
                (Ok(number), true) => number,
                (Err(number), true) => {
                    self.shown.insert(number, position);
                    number
                }
                (Ok(number), false) => {
                    self.shown.remove(number);
                    continue;
                }
                (Err(_), false) => continue,
            };
            grown.extend(call.take_growth().map(|added| (number, added)));
        }
        grown
    }
}
