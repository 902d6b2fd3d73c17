//! The calls of a stream after its end: which answer they are of, which of them are one call, and
//! which are dropped because a piece may be of another call.

use std::collections::{HashMap, HashSet};
use std::mem;

use super::Streamed;
use crate::call::wire::Ending;
use crate::call::{Calls, DropReason, Dropped};

/// The calls of an answer that has ended.
pub(crate) struct FoundCalls {
    pub(crate) calls: Calls,
    /// The ID, the name and the arguments of the calls whose results the answer has.
    pub(crate) answered: Vec<(Option<String>, String, String)>,
    /// The owner of each call, in the order of the starts. `None` for a call of another answer, a
    /// repeated call, and output that is no call.
    pub(crate) owners: Vec<Option<Owner>>,
    /// `Some` if the answer has a refusal: `true` if it is the last output.
    pub(crate) refusal: Option<bool>,
    /// The end of the answer.
    pub(crate) ending: Ending,
}

/// The place of a call among the calls, the dropped ones, or those with a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    Call(usize),
    Dropped(usize),
    Answered(usize),
}

impl Streamed {
    /// Returns the calls of one of several answers, after the end.
    pub(crate) fn finish(mut self, only: u64) -> FoundCalls {
        self.doubt_interleaved();
        self.doubt_keyless();
        self.compare_same_ids();
        let (mut found, mut answered, mut owners) = (Calls::default(), Vec::new(), Vec::new());
        let refusal = self.refusal(only);
        let ending = match self.ending(only) {
            Ending::Unknown if !self.is_ended => Ending::Disconnected,
            ending => ending,
        };
        let of_calls = ending.with_refusal(refusal == Some(true));
        let mut ids = Ids::of(self.calls.iter().filter_map(|(call, _)| call.id.clone()));
        for at in 0..self.calls.len() {
            if self.calls[at].0.is_void {
                owners.push(None);
                continue;
            }
            let is_other = self.calls[at].1 != only;
            let is_answered = !is_other && self.take_answer(at);
            let mut call = mem::take(&mut self.calls[at].0);
            let raw = || call.arguments().into_owned();
            if is_other {
                let (raw, reason) = (raw(), DropReason::OtherChoice);
                found
                    .dropped
                    .push(Dropped::new(call.id, call.name, raw, reason));
                owners.push(None);
                continue;
            }
            if is_answered {
                owners.push(Some(Owner::Answered(answered.len())));
                let raw = raw();
                answered.push((call.id, call.name, raw));
                continue;
            }
            let count = found.calls.len();
            call.id = ids.choose(call.id.as_deref(), false);
            call.finish(of_calls, &mut found);
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
            refusal,
            ending,
        }
    }

    /// Compares the calls with the same ID. With equal names and arguments, a server sent one call
    /// twice. With other arguments, a server gave one ID to two calls, and the second gets another ID,
    /// unless the arguments of one call have not arrived: its start may be a repetition.
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

    /// Returns whether a call or the end of this answer has arrived.
    pub(crate) fn has_answer_number(&self, answer: u64) -> bool {
        self.endings.contains_key(&answer) || self.last.contains_key(&answer)
    }

    /// Returns the answer with the calls: the first one. Some servers send the text of an answer as
    /// the first one, and the calls as another one. After a complete text, the calls are of an
    /// alternative answer.
    pub(crate) fn find_answer(&self, has_output: bool) -> u64 {
        let goes_on = match self.ending(0) {
            Ending::Unrecognized | Ending::Unknown | Ending::ToolCalls => true,
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
        if self.is_interleaved && (0..self.calls.len()).any(|at| self.is_broken(at)) {
            for (call, _) in &mut self.calls {
                call.doubt();
            }
        }
    }

    /// Returns whether a call has arguments that are not JSON. The last call may be cut off instead.
    fn is_broken(&self, at: usize) -> bool {
        let (call, answer) = &self.calls[at];
        let ending = self.ending(*answer);
        let may_be_cut = ending.may_cut_value() || ending == Ending::Unknown;
        let is_cut = at + 1 == self.calls.len() && may_be_cut && call.is_start();
        !call.is_json() && !is_cut
    }

    /// Drops the calls without keys and without arguments, and the broken ones: the arguments of one
    /// may be among those of the other. Each call between them may have the arguments of an earlier one.
    fn doubt_keyless(&mut self) {
        let mut empty = mem::take(&mut self.keyless);
        if empty.is_empty() {
            return;
        }
        let all = 0..self.calls.len();
        let broken: Vec<_> = all.filter(|at| self.is_broken(*at)).collect();
        let last = broken.last().copied().unwrap_or_default();
        if let Some(first) = (0..last).find(|at| self.calls[*at].0.is_empty()) {
            for at in empty.iter().filter(|at| (first..last).contains(at)) {
                self.at(*at).doubt();
            }
        }
        let keyless = empty.clone();
        empty.retain(|at| self.calls[*at].0.is_empty());
        // A call whose start comes later may have the repeated arguments.
        for at in keyless
            .iter()
            .filter(|_| self.has_repeat && !empty.is_empty())
        {
            self.calls[*at].0.doubt();
        }
        let has_start = broken.iter().any(|at| self.calls[*at].0.is_start());
        if !broken.is_empty() && (has_start || !empty.is_empty()) {
            for at in broken.into_iter().chain(empty) {
                self.at(at).doubt();
            }
        }
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
}

/// The IDs of the calls of an answer. Each call gets another one.
pub(crate) struct Ids {
    sent: HashSet<String>,
    used: HashSet<String>,
    next: usize,
}

impl Ids {
    pub(crate) fn of(sent: impl Iterator<Item = String>) -> Self {
        Self {
            sent: sent.collect(),
            used: HashSet::new(),
            next: 1,
        }
    }

    /// Returns the ID of a call, or another one if it is not the first with this ID, or if it needs one.
    pub(crate) fn choose(&mut self, id: Option<&str>, is_needed: bool) -> Option<String> {
        let is_own = id.is_some_and(|id| self.used.insert(id.to_owned()));
        if is_own || id.is_none() && !is_needed {
            return id.map(str::to_owned);
        }
        loop {
            let made = format!("call_{}", self.next);
            self.next += 1;
            if !self.sent.contains(&made) {
                self.used.insert(made.clone());
                return Some(made);
            }
        }
    }
}
