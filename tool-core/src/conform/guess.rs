#[cfg(test)]
mod tests;

use super::Conform;
use crate::tree::Tree;

/// A place where there is a choice of ways: a value, by its address, and what of the plan
/// it is walked along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Fork {
    tree: usize,
    plan: usize,
    /// The function that maps the value first.
    preprocess: Option<u16>,
    in_xml: bool,
}

impl Conform<'_> {
    /// Walks without guesses, and only if that fails once more with them: what
    /// can be read for sure is never read by a guess.
    ///
    /// It stands at each place where there is a choice of ways. What was not read for sure
    /// in the walk around it is not tried so again: nested places would be walked as often
    /// as they are deep.
    #[inline]
    pub(super) fn sure_first<T, P>(
        &mut self,
        tree: &Tree<'_>,
        plan: &P,
        preprocess: Option<u16>,
        mut walk: impl FnMut(&mut Self) -> T,
    ) -> T {
        if !self.may_guess || self.as_it_stands {
            return walk(self);
        }
        let fork = Fork {
            tree: std::ptr::from_ref(tree).addr(),
            plan: std::ptr::from_ref(plan).addr(),
            preprocess,
            in_xml: self.in_xml,
        };
        if !self.guessing {
            return self.for_sure(fork, walk).0;
        }
        if !self.memo.unsure.contains(&fork) {
            let mark = self.found.mark();
            self.guessing = false;
            let (outcome, is_read) = self.for_sure(fork, &mut walk);
            self.guessing = true;
            if is_read {
                return outcome;
            }
            self.found.take_since(mark);
        }
        walk(self)
    }

    /// Walks without guesses, and keeps in mind whether that fails.
    fn for_sure<T>(&mut self, fork: Fork, mut walk: impl FnMut(&mut Self) -> T) -> (T, bool) {
        let mark = self.found.mark();
        let outcome = walk(self);
        let is_read = self.found.issues_since(mark) == 0;
        if is_read {
            self.memo.unsure.remove(&fork);
        } else {
            self.memo.unsure.insert(fork);
        }
        (outcome, is_read)
    }
}
