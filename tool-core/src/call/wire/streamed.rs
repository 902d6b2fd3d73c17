//! The calls of an answer while it arrives, and the keys by which its pieces find their call.
//! Reads no JSON: the interpreters of the APIs pass on what they have read.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::mem;

use super::{Ending, FoundArguments, Growing};
use crate::call::{Calls, DropReason, Dropped, PartialCall};

/// All calls of an answer while it arrives.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "the facts are independent")]
pub(crate) struct Streamed {
    calls: Vec<(Growing, u64)>,
    by_key: HashMap<(u64, CallKey), usize>,
    last: HashMap<u64, usize>,
    endings: HashMap<u64, Ending>,
    /// The answers whose last output is a refusal.
    refused: HashSet<u64>,
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
    /// Calls with the index of an open call, and that call.
    shared: Vec<(usize, usize)>,
    /// The indexes of pieces without a call of that index, and the call that has taken them.
    strays: HashMap<u64, Option<usize>>,
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

/// The provider's identification of a call.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum CallKey {
    Index(u64),
    Id(String),
}

impl OpenCalls {
    fn is_empty(&self) -> bool {
        self.open.is_empty() && self.empty.is_empty()
    }
}

impl Streamed {
    /// Returns the position of the call with this key in one of several answers. If a key is
    /// repeated, returns the latest.
    pub(crate) fn position(&self, answer: u64, key: &CallKey) -> Option<usize> {
        self.by_key.get(&(answer, key.clone())).copied()
    }

    /// Returns the position of the call with this index.
    pub(crate) fn position_at(&self, answer: u64, index: Option<u64>) -> Option<usize> {
        self.position(answer, &CallKey::Index(index?))
    }

    /// Returns the position of the call with this ID.
    pub(crate) fn position_of(&self, answer: u64, id: Option<&String>) -> Option<usize> {
        self.position(answer, &CallKey::Id(id?.clone()))
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
    pub(crate) fn know(&mut self, answer: u64, key: CallKey, position: usize) {
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

    /// Returns the calls whose IDs and names a list of all calls lacks.
    pub(super) fn list_unlisted(&self, listed: &HashSet<(String, String)>) -> VecDeque<usize> {
        let is_unlisted = |(call, _): &(Growing, u64)| {
            let mut ids = call.id.iter().chain(&call.item_id);
            !ids.any(|id| listed.contains(&(id.clone(), call.name.clone())))
        };
        let all = self.calls.iter().enumerate();
        all.filter(|(_, call)| is_unlisted(call))
            .map(|(at, _)| at)
            .collect()
    }

    /// Takes the unlisted call that a listed one may be: the first one with its arguments, or else the
    /// first one without complete arguments. Some servers change the IDs in the list.
    pub(super) fn take_unlisted(
        &self,
        unlisted: &mut VecDeque<usize>,
        name: &str,
        arguments: &str,
    ) -> Option<usize> {
        let calls = || unlisted.iter().map(|at| &self.calls[*at].0);
        let is_named = |call: &Growing| call.name.is_empty() || call.name == name;
        let same = calls().position(|call| is_named(call) && call.has_arguments(arguments));
        let open = || calls().position(|call| is_named(call) && !call.is_closed());
        unlisted.remove(same.or_else(open)?)
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

    /// Records output with this index that is not a call, and whose pieces look like arguments.
    pub(crate) fn begin_other(&mut self, index: Option<u64>) {
        self.output(0);
        self.others.extend(index);
    }

    /// Records the end of the call or of the other output with this index. A call that has pieces of
    /// another index and two ends is dropped: the start of a second call was lost.
    pub(super) fn end_indexed(&mut self, index: Option<u64>) {
        if let Some(other) = index.and_then(|index| self.others.take(&index)) {
            self.ended_others.insert(other);
        } else if let Some(call) = self.find_indexed(index) {
            if call.has_stray_end {
                call.doubt();
            }
            call.end();
        } else if let Some(Some(owner)) = index.and_then(|index| self.strays.get(&index).copied()) {
            let call = self.at(owner);
            call.has_stray_end = true;
            if call.has_ended() {
                call.doubt();
            }
        }
    }

    /// Returns whether other output with this index may get more pieces.
    pub(super) fn is_other(&self, index: Option<u64>) -> bool {
        index.is_some_and(|index| self.others.contains(&index))
    }

    /// Adds a piece of the arguments of the call with this index. A piece without a known index
    /// belongs to the only open call, if it begins the arguments. Otherwise, or if output with this
    /// index has ended, it may belong to each open call, so none of them is complete.
    pub(crate) fn push_indexed(&mut self, index: Option<u64>, piece: &str) {
        if self.is_other(index) || piece.is_empty() {
            return;
        }
        if index.is_some_and(|index| self.ended_others.contains(&index)) {
            return self.doubt_piece(0, index);
        }
        let known = self.position_at(0, index);
        let last = || self.find_last_position(0).filter(|_| !self.is_numbered);
        match known
            .or_else(last)
            .or_else(|| self.find_stray_owner(index, piece))
        {
            Some(at) => {
                // The pieces of one call have one index. One of them is of another call.
                let known = self.calls[at].0.piece_index;
                if index.is_some() && known.is_some() && known != index {
                    self.at(at).doubt();
                }
                self.push_at(at, piece);
            }
            None if self.open.values().all(OpenCalls::is_empty) => self.push_orphan(index, piece),
            None => self.doubt_piece(0, index),
        }
    }

    /// Keeps a piece without a call. It may belong to the next call.
    pub(crate) fn push_orphan(&mut self, index: Option<u64>, piece: &str) {
        self.orphan.push_str(piece);
        self.orphan_index = index;
    }

    /// Keeps an event that was not read, for the dropped calls.
    pub(crate) fn report_unread(&mut self, event: &str) {
        self.unread.push_str(event);
    }

    /// Drops the latest call, to which a piece behind its end may belong, unless its arguments have
    /// arrived as one text.
    pub(crate) fn doubt_last(&mut self, answer: u64) {
        let last = self.find_last_position(answer);
        if let Some(call) = last
            .map(|last| self.at(last))
            .filter(|call| call.raw.is_empty())
        {
            call.doubt();
        }
    }

    /// Returns the only call that a piece may belong to. A call that begins later with the index of
    /// the piece may be the right one.
    pub(super) fn find_stray_owner(&mut self, index: Option<u64>, piece: &str) -> Option<usize> {
        let owner = self.find_owner(0, index, piece)?;
        self.strays.extend(index.map(|index| (index, Some(owner))));
        let call = self.at(owner);
        call.piece_index = call.piece_index.or(index);
        Some(owner)
    }

    /// Returns the only call that a piece without a known key may belong to.
    pub(crate) fn find_owner(
        &mut self,
        answer: u64,
        index: Option<u64>,
        piece: &str,
    ) -> Option<usize> {
        let mut open = self.find_open(answer).iter();
        let (Some(&only), None) = (open.next(), open.next()) else {
            return None;
        };
        let begins = piece.trim_start().starts_with('{');
        let is_its = index.is_none() || begins && self.calls[only].0.is_empty();
        is_its.then_some(only)
    }

    /// Returns the calls of an answer that may get more pieces.
    pub(crate) fn find_open(&mut self, answer: u64) -> &BTreeSet<usize> {
        for at in mem::take(&mut self.changed) {
            let (call, answer) = &self.calls[at];
            let Some(calls) = self.open.get_mut(answer) else {
                continue;
            };
            let is_known = calls.open.remove(&at) | calls.empty.remove(&at);
            if !is_known || call.is_closed() {
            } else if !call.has_ended() {
                calls.open.insert(at);
            } else if call.is_empty() {
                calls.empty.insert(at);
            }
        }
        &self.open.entry(answer).or_default().open
    }

    /// Drops each call that a piece may belong to: the open ones, and one that begins later with its
    /// index.
    pub(super) fn doubt_piece(&mut self, answer: u64, index: Option<u64>) {
        self.strays.extend(index.map(|index| (index, None)));
        self.doubt_open(answer);
    }

    /// Returns whether the call at a position began with another index.
    pub(crate) fn has_other_index(&self, at: usize, index: Option<u64>) -> bool {
        let of_call = self.calls[at].0.index;
        of_call.is_some() && index.is_some() && of_call != index
    }

    /// Drops the call with this index, or one that begins later with it.
    pub(crate) fn doubt_indexed(&mut self, index: Option<u64>) {
        match index.and_then(|index| self.position(0, &CallKey::Index(index))) {
            Some(at) => self.at(at).doubt(),
            None => self.strays.extend(index.map(|index| (index, None))),
        }
    }

    /// Drops the open calls of an answer. Without one, drops the calls that ended without arguments.
    pub(crate) fn doubt_open(&mut self, answer: u64) {
        let has_open = !self.find_open(answer).is_empty();
        let calls = self.open.remove(&answer).unwrap_or_default();
        for at in if has_open { calls.open } else { calls.empty } {
            self.at(at).doubt();
        }
    }

    /// Drops the open calls of all answers. Returns whether there are some.
    pub(crate) fn doubt_all(&mut self) -> bool {
        self.find_open(0);
        let all = mem::take(&mut self.open).into_values();
        let open: Vec<_> = all.flat_map(|calls| calls.open).collect();
        for at in &open {
            self.at(*at).doubt();
        }
        !open.is_empty()
    }

    /// Adds a piece of the arguments of the call at a position. A piece behind complete arguments
    /// belongs to another call if one is open.
    pub(crate) fn push_at(&mut self, at: usize, piece: &str) {
        if piece.is_empty() {
            return self.at(at).push(piece);
        }
        let (call, answer) = (&self.calls[at].0, self.calls[at].1);
        let is_closed = call.is_closed();
        if is_closed && !call.is_given && call.raw == piece {
            // A server repeats the whole arguments, unless they are those of another call.
            if !self.find_open(answer).is_empty() {
                self.doubt_open(answer);
            }
            return;
        }
        let is_blank = piece.trim().is_empty();
        let is_outside = is_blank && (is_closed || call.is_empty());
        let is_behind = is_closed && !call.is_given && !is_blank;
        // The arguments have come with another index, so they may be those of another call.
        let is_doubtful = is_behind && call.piece_index.is_some();
        // A piece behind the end of a call without arguments may belong to another such call.
        let is_behind_empty = call.has_ended() && call.is_empty() && !is_blank;
        // White space around the arguments may be of a string in those of another call.
        let last = self.written.filter(|last| is_outside && *last != at);
        if let Some(last) = last.filter(|last| self.calls[*last].0.is_in_string()) {
            self.at(last).doubt();
        }
        if is_behind && !self.find_open(answer).is_empty() || is_behind_empty {
            self.at(at).doubt();
            self.doubt_open(answer);
        }
        // A second value behind an object belongs to another call.
        let begins_value = piece.trim_start().starts_with(['{', '[', '"']);
        if is_doubtful || is_behind && begins_value {
            self.at(at).doubt();
        }
        let is_other = self.written.is_some_and(|last| last != at) && !self.calls[at].0.is_empty();
        self.is_interleaved |= is_other || at + 1 < self.calls.len();
        self.written = Some(at);
        self.at(at).push(piece);
    }

    /// Begins a call. Returns its position.
    pub(crate) fn begin(&mut self, answer: u64, index: Option<u64>, id: Option<String>) -> usize {
        let position = self.calls.len();
        let same = self.position_at(answer, index);
        let same = same.filter(|at| self.is_open(*at));
        self.shared.extend(same.map(|same| (same, position)));
        let keys = index.map(CallKey::Index).into_iter();
        for key in keys.chain(id.clone().map(CallKey::Id)) {
            self.by_key.insert((answer, key), position);
        }
        self.output(answer);
        self.last.insert(answer, position);
        self.is_numbered |= index.is_some();
        if let Some(index) = index {
            self.ended_others.remove(&index);
        }
        self.open.entry(answer).or_default().open.insert(position);
        self.calls.push((Growing::new(id), answer));
        self.calls[position].0.index = index;
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
            .push((Growing::of_body(id, name, arguments.value), answer));
        if arguments.is_unclear {
            self.at(position).doubt();
        }
        position
    }

    /// Returns the text of the arguments in a piece of the call at a position. Drops the call if it is
    /// unknown which member has them.
    pub(super) fn read_arguments(&mut self, at: usize, arguments: FoundArguments<'_>) -> String {
        if arguments.is_unclear {
            self.at(at).doubt();
        }
        arguments.value.arguments()
    }

    /// Records output in one of several answers: it follows the last call.
    pub(crate) fn output(&mut self, answer: u64) {
        if let Some(last) = self.find_last_position(answer) {
            self.at(last).is_followed = true;
        }
    }

    /// Records the end of one of several answers. A later report does not undo a possible
    /// truncation.
    pub(crate) fn set_ending(&mut self, answer: u64, ending: Ending) {
        let known = self.endings.entry(answer).or_default();
        if ending != Ending::Unknown && !known.may_cut() {
            *known = ending;
            self.is_ended = true;
        }
    }

    /// Records whether the last output of one of several answers is a refusal.
    pub(crate) fn set_refused(&mut self, answer: u64, is_refused: bool) {
        if is_refused {
            self.refused.insert(answer);
        } else {
            self.refused.remove(&answer);
        }
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

    /// Returns whether the call at a position has a result. A later call may have the same ID.
    fn take_answer(&mut self, at: usize) -> bool {
        let call = &self.calls[at].0;
        let Some(id) = &call.id else {
            let results = self.answered_names.get_mut(&call.name);
            return results.is_some_and(|count| mem::replace(count, count.saturating_sub(1)) > 0);
        };
        let result = self.answered.get_mut(id);
        result.is_some_and(|(before, is_found)| !mem::replace(is_found, true) || at < *before)
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

    /// Returns the calls of one answer, or of all alternative ones, after the end.
    pub(crate) fn finish(mut self, choices: Choices) -> FoundCalls {
        self.doubt_interleaved();
        self.compare_same_ids();
        let (mut found, mut answered, mut owners) = (Calls::default(), Vec::new(), Vec::new());
        for at in 0..self.calls.len() {
            let (call, answer) = &self.calls[at];
            let is_other = choices != Choices::All && choices != Choices::Only(*answer);
            if is_other || call.is_void {
                owners.push(None);
                if !call.is_void {
                    let call = mem::take(&mut self.calls[at].0);
                    let raw = call.arguments().into_owned();
                    let reason = DropReason::OtherChoice;
                    found
                        .dropped
                        .push(Dropped::new(call.id, call.name, raw, reason));
                }
                continue;
            }
            let is_answered = self.take_answer(at);
            let (call, answer) = mem::take(&mut self.calls[at]);
            let ending = self.endings.get(&answer).copied().unwrap_or_default();
            let is_lost = ending == Ending::Unknown && !self.is_ended;
            let ending = if is_lost {
                Ending::Disconnected
            } else {
                ending.with_refusal(self.refused.contains(&answer))
            };
            if is_answered {
                owners.push(Some(Owner::Answered(answered.len())));
                let raw = call.arguments().into_owned();
                answered.push((call.id, call.name, raw));
                continue;
            }
            let count = found.calls.len();
            call.finish(ending, &mut found);
            let is_call = found.calls.len() > count;
            owners.push(Some(if is_call {
                Owner::Call(count)
            } else {
                Owner::Dropped(found.dropped.len() - 1)
            }));
        }
        found.dropped.extend(self.dropped);
        let lost = [self.orphan, self.unread].into_iter();
        let lost = lost.filter(|text| !text.is_empty());
        let reason = DropReason::Inconsistent;
        let lost = lost.map(|text| Dropped::new(None, String::new(), text, reason));
        found.dropped.extend(lost);
        FoundCalls {
            calls: found,
            answered,
            owners,
        }
    }

    /// Compares the calls with the same ID. With equal names and arguments, a server sent one call
    /// twice. With other arguments, a server gave one ID to two calls, unless the arguments of one
    /// call have not arrived: its start may be a repetition.
    fn compare_same_ids(&mut self) {
        let mut known = HashMap::new();
        for at in 0..self.calls.len() {
            let (call, answer) = &self.calls[at];
            let id = call
                .id
                .clone()
                .filter(|_| !call.is_void && !call.is_thought);
            let Some(id) = id else { continue };
            let first = *known.entry((*answer, id)).or_insert(at);
            if first == at {
                continue;
            }
            let other = &self.calls[first].0;
            if other.is_same(call) {
                self.calls[at].0.is_void = true;
            } else if other.name == call.name && (call.lacks_pieces() || other.lacks_pieces()) {
                self.at(first).doubt();
                self.at(at).doubt();
            }
        }
    }

    /// Returns the answer with the calls: the first one. Some servers send the text of an answer as
    /// the first one, and the calls as another one. After a complete text, the calls are of an
    /// alternative answer.
    pub(crate) fn find_answer(&self, has_output: bool) -> u64 {
        let ending = self.endings.get(&0).copied().unwrap_or_default();
        let goes_on = match ending {
            Ending::Unknown | Ending::ToolCalls => true,
            Ending::Done => !has_output,
            _ => false,
        };
        let mut answers = self.calls.iter().map(|(_, answer)| *answer);
        let has_calls = answers.clone().any(|answer| answer == 0);
        let other = answers.next().filter(|_| goes_on && !has_calls);
        other.unwrap_or(0)
    }

    /// Drops all calls whose pieces alternate, if one of them is broken: a piece of it may be in
    /// another call. The last call may be cut off instead.
    fn doubt_interleaved(&mut self) {
        // A piece with an index of no call shows that the index of a call may be wrong.
        let has_strays = self.strays.values().any(Option::is_none);
        if self.is_interleaved || has_strays {
            // The pieces with this index may belong to each of the two calls.
            for (first, second) in mem::take(&mut self.shared) {
                self.at(first).doubt();
                self.at(second).doubt();
            }
        }
        let (last, calls) = match self.calls.split_last() {
            Some((last, calls)) if self.is_interleaved => (last, calls),
            _ => return,
        };
        let may_be_cut = |answer: u64| {
            let ending = self.endings.get(&answer).copied().unwrap_or_default();
            ending.may_cut() || ending == Ending::Unknown
        };
        let is_broken = calls.iter().any(|(call, _)| !call.is_json())
            || !(last.0.is_json() || may_be_cut(last.1) && last.0.is_start());
        for (call, _) in self.calls.iter_mut().filter(|_| is_broken) {
            call.doubt();
        }
    }
}

/// The alternative answers of a response whose calls are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choices {
    All,
    /// The answer with this number. The calls of the others are dropped.
    Only(u64),
}

/// The calls of an answer that has ended.
pub(crate) struct FoundCalls {
    pub(crate) calls: Calls,
    /// The ID, the name and the arguments of the calls whose results the answer has.
    pub(crate) answered: Vec<(Option<String>, String, String)>,
    /// For each call in the order of its beginning, what has become of it. `None` for a call of
    /// another answer, a repeated one, and what turned out to be no call.
    pub(crate) owners: Vec<Option<Owner>>,
}

/// The place of a call among the calls, the dropped ones, or those with a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    Call(usize),
    Dropped(usize),
    Answered(usize),
}
