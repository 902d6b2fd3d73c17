//! Finds the call of a piece. A piece that may belong to several calls drops them, so no call gets the
//! arguments of another one.

use std::collections::BTreeSet;
use std::mem;

use super::{Key, OpenCalls, Streamed};

impl Streamed {
    /// Records output with this index that is not a call, and whose pieces look like arguments.
    pub(crate) fn begin_other(&mut self, index: Option<u64>) {
        self.output(0);
        self.others.extend(index);
    }

    /// Records the end of the call or of the other output with this index. A call that has pieces of
    /// another index and two ends is dropped: the start of a second call was lost.
    pub(crate) fn end_indexed(&mut self, index: Option<u64>) {
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
    pub(crate) fn is_other(&self, index: Option<u64>) -> bool {
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

    /// Keeps an event that was not read, for the dropped calls. It may have a piece of each open call,
    /// so these are dropped.
    pub(crate) fn report_unread(&mut self, event: &str) {
        self.unread.push_str(event);
        let answers: Vec<_> = self.open.keys().copied().collect();
        for answer in answers {
            self.doubt_open(answer);
        }
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
    pub(crate) fn find_stray_owner(&mut self, index: Option<u64>, piece: &str) -> Option<usize> {
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
    pub(crate) fn doubt_piece(&mut self, answer: u64, index: Option<u64>) {
        self.strays.extend(index.map(|index| (index, None)));
        self.doubt_open(answer);
    }

    /// Returns whether the call at a position began with another index.
    pub(crate) fn has_other_index(&self, at: usize, index: Option<u64>) -> bool {
        let of_call = self.calls[at].0.index;
        of_call.is_some() && index.is_some() && of_call != index
    }

    /// Records a call with arguments that may belong to a later call.
    pub(crate) fn know_unsure(&mut self, at: usize) {
        self.unsure.entry(self.calls[at].1).or_insert(at);
    }

    /// Records a call that began without a key of its own. Drops it if earlier arguments may belong to
    /// it, and the call that has them.
    pub(crate) fn begin_keyless(&mut self, answer: u64, begun: usize) {
        self.keyless.push(begun);
        if let Some(unsure) = self.unsure.get(&answer).copied() {
            self.at(unsure).doubt();
            self.at(begun).doubt();
        }
    }

    /// Drops the call with this index, or one that begins later with it.
    pub(crate) fn doubt_indexed(&mut self, index: Option<u64>) {
        match index.and_then(|index| self.position(0, &Key::Index(index))) {
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
            // A server repeats the whole arguments, unless another call has the same ones.
            self.has_repeat = true;
            if !self.find_open(answer).is_empty() {
                self.doubt_open(answer);
            }
            return;
        }
        let is_blank = piece.trim().is_empty();
        let is_outside = is_blank && (is_closed || call.is_empty());
        let is_behind = is_closed && !call.is_given && !is_blank;
        // The arguments have come with another index, so another call may have sent them.
        let is_doubtful = is_behind && call.piece_index.is_some();
        // A piece behind the end of a call without arguments may belong to another such call.
        let is_behind_empty = call.has_ended() && call.is_empty() && !is_blank;
        // White space around the arguments may belong to a string of another call.
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
            self.know_unsure(at);
        }
        let is_other = self.written.is_some_and(|last| last != at) && !self.calls[at].0.is_empty();
        self.is_interleaved |= is_other || at + 1 < self.calls.len();
        self.written = Some(at);
        if !is_outside && self.find_last_position(answer) == Some(at) {
            // The other output came between the pieces.
            self.at(at).is_followed = false;
        }
        self.at(at).push(piece);
    }
}
