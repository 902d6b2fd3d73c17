//! Identities of values, and the walk without guesses that precedes the walk with guesses.

use super::site::{MemoKey, ValueId};
use super::{Conform, Mode, PlanStep, Site};

impl Conform<'_> {
    pub(super) fn identify(&mut self, at: &Site<'_>) -> ValueId {
        if let Some(id) = at.id.get() {
            return id;
        }
        let id = match at.holder {
            Some((holder, index)) => {
                let holder = self.identify(holder);
                self.memo.part(holder, index)
            }
            None => self.memo.new_id(),
        };
        at.id.set(Some(id));
        id
    }

    pub(super) fn new_site<'c>(&mut self, at: &Site<'c>, mode: Mode<'c>) -> Site<'c> {
        let id = self.memo.new_id();
        at.with_id(mode, id)
    }

    /// Walks without guesses, and with guesses only if that fails. A guess therefore never reads a
    /// value that has a certain reading.
    ///
    /// The memo stores the values without a certain reading. The walk with guesses does not try
    /// them again without guesses. Otherwise, a nested value would be walked once for each level
    /// around it.
    #[inline]
    pub(super) fn try_without_guesses_first<T>(
        &mut self,
        at: &Site<'_>,
        step: PlanStep,
        mut walk: impl FnMut(&mut Self, &Site<'_>) -> T,
    ) -> T {
        if !self.may_guess || at.mode.unchanged {
            return walk(self, at);
        }
        let value = self.identify(at);
        let key = MemoKey { value, step };
        if !at.mode.guesses {
            return self.walk_for_sure(at, key, walk).0;
        }
        if !self.memo.unsure.contains(&key) {
            let mark = self.found.mark();
            let sure = at.in_mode(Mode {
                guesses: false,
                ..at.mode
            });
            let (outcome, is_read) = self.walk_for_sure(&sure, key, &mut walk);
            if is_read {
                return outcome;
            }
            self.found.take_since(mark);
        }
        walk(self, at)
    }

    fn walk_for_sure<T>(
        &mut self,
        at: &Site<'_>,
        key: MemoKey,
        mut walk: impl FnMut(&mut Self, &Site<'_>) -> T,
    ) -> (T, bool) {
        let mark = self.found.mark();
        let outcome = walk(self, at);
        let is_read = self.found.count_issues_since(mark) == 0;
        if is_read {
            self.memo.unsure.remove(&key);
        } else {
            self.memo.unsure.insert(key);
        }
        (outcome, is_read)
    }
}
