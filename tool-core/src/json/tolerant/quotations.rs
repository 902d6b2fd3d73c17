//! Unescaped quotes inside a string, as a guess.

use super::quote::Quote;
use super::state::TolerantParser;
use super::structure::trim_end;
use crate::issue::PathStack;
use crate::json::Stopped;

const WHICH: &str = "\\\" for each quote inside of a string";

/// The inner quotes of a string.
#[derive(Default)]
pub(super) struct Quotations {
    pub(super) any: bool,
    /// `true` if an inner quotation is still open.
    is_open: bool,
    /// `true` if the string begins with an inner quote.
    is_first: bool,
}

impl TolerantParser<'_, '_> {
    /// Returns whether the quote at the current position is a part of the string. Structure must
    /// follow the closing quote, and must not follow the others.
    pub(super) fn is_inside(
        &mut self,
        chain: &PathStack<'_>,
        inner: &mut Quotations,
    ) -> Result<bool, Stopped> {
        let end = self.at + self.rest().chars().next().map_or(0, char::len_utf8);
        let ends_text = !inner.any && self.skip_space(end) == self.text.len();
        let is_last = ends_text || self.follows_value(end, chain);
        let is_doubled = inner.is_first && self.follows(|c| Quote::opened_by(c).is_some());
        let is_unclear = if is_last {
            inner.is_open || is_doubled
        } else {
            self.is_like_structure(end, chain, inner)
        };
        if is_unclear {
            return Err(self.fail_invalid(WHICH, self.at));
        }
        if is_last {
            return Ok(false);
        }
        inner.is_first |= !inner.any && self.follows(|c| Quote::opened_by(c).is_some());
        inner.any = true;
        inner.is_open = !inner.is_open && !self.follows(char::is_alphanumeric);
        Ok(true)
    }

    /// Returns whether the quote may belong to invalid structure: to a next string, to a key, or to
    /// the value of a key.
    fn is_like_structure(&self, end: usize, chain: &PathStack<'_>, inner: &Quotations) -> bool {
        let next = self.skip_space(end);
        // `say "hi""`
        let closes_both = inner.is_open && next == end;
        let is_beside = self.quote_at(next).is_some() && !closes_both;
        let name_end = self.skip_space(next + self.word_at(next).len());
        let is_key = self.separates(end) || self.peek_at(name_end) == b':';
        is_beside || is_key || self.begins_like_value(chain)
    }

    fn begins_like_value(&self, chain: &PathStack<'_>) -> bool {
        let before = trim_end(self.text.get(..self.at).unwrap_or_default());
        if matches!(chain, PathStack::Index { .. }) {
            return before.ends_with(',');
        }
        before.strip_suffix([':', '=']).is_some_and(|key| {
            let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '-');
            let before = trim_end(key).trim_end_matches(is_of_name);
            trim_end(before).ends_with([',', '{', '}', ']'])
        })
    }

    fn follows(&self, is_such: fn(char) -> bool) -> bool {
        let before = self.text.get(..self.at).unwrap_or_default();
        before.ends_with(is_such)
    }
}
