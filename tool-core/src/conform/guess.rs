use super::Conform;

impl Conform<'_> {
    /// Walks without guesses, and only if that fails once more with them: what
    /// can be read for sure is never read by a guess.
    ///
    /// It stands at each place where there is a choice of ways.
    #[inline]
    pub(super) fn sure_first<T>(&mut self, mut walk: impl FnMut(&mut Self) -> T) -> T {
        if !self.guessing || self.as_it_stands {
            return walk(self);
        }
        let mark = self.found.mark();
        self.guessing = false;
        let outcome = walk(self);
        self.guessing = true;
        if self.found.issues_since(mark) == 0 {
            return outcome;
        }
        self.found.take_since(mark);
        walk(self)
    }
}
