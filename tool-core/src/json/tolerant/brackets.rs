//! Closing brackets: surplus, mismatched, or missing at the end of the text.

use super::state::{Last, Scope, StrayBracket, TolerantParser};
use crate::issue::{Limit, PathStack, Rule};
use crate::json::expected::END;
use crate::json::{Stop, Stopped};
use crate::tree::Tree;

impl TolerantParser<'_, '_> {
    /// Skips the closing bracket at the current position. Returns whether it closes the container,
    /// whose closing bracket is `closing`.
    pub(super) fn parse_closing(
        &mut self,
        closing: u8,
        expected: &'static str,
        scope: &mut Scope<'_>,
    ) -> Result<bool, Stopped> {
        let start = self.at;
        if self.peek() == closing {
            self.at += 1;
            return Ok(true);
        }
        if self.departure.is_some() {
            return Err(self.fail_invalid(expected, start));
        }
        self.departure = Some(Stop::Invalid {
            expected,
            at: start,
        });
        self.at += 1;
        if self.stray_bracket == StrayBracket::Swapped {
            return self.parse_swapped(closing, start, expected, scope);
        }
        let wrong_kind = self.stray_bracket == StrayBracket::WrongKind;
        let after = wrong_kind.then(|| char::from(closing).to_string());
        self.note(scope, Rule::ClosingBracket, start, after.as_deref());
        Ok(wrong_kind)
    }

    /// Skips the bracket of this container behind the bracket of its parent, which was at `start`.
    fn parse_swapped(
        &mut self,
        closing: u8,
        start: usize,
        expected: &'static str,
        scope: &mut Scope<'_>,
    ) -> Result<bool, Stopped> {
        let parent = self.peek_at(start);
        let next = self.skip_space(self.at);
        if self.peek_at(next) != closing {
            return Err(self.fail_invalid(expected, start));
        }
        self.at = next + 1;
        self.swapped = Some(parent);
        let after = format!("{}{}", char::from(closing), char::from(parent));
        self.note(scope, Rule::ClosingBracket, start, Some(&after));
        Ok(true)
    }

    pub(super) fn take_stray_bracket(
        &mut self,
        found: u8,
        scope: &mut Scope<'_>,
    ) -> Result<(), Stopped> {
        if !matches!(found, b'}' | b']') || self.departure.is_some() {
            return Ok(());
        }
        let at = self.at;
        self.departure = Some(Stop::Invalid { expected: END, at });
        self.at += 1;
        self.note(scope, Rule::ClosingBracket, at, None);
        self.skip_to_token(scope).map(|_| ())
    }

    /// Handles the end of the text inside an open container. Returns whether the container may end
    /// here.
    ///
    /// The last token must be complete: a closed string or container. A number, a word or a comma
    /// may be truncated.
    pub(super) fn ends_open(
        &mut self,
        closing: u8,
        last: Last,
        scope: &mut Scope<'_>,
    ) -> Result<(), Stopped> {
        let is_complete = matches!(last, Last::Quoted | Last::Container);
        let closes = self.source.tolerance.closes_containers();
        if !closes || !is_complete || self.trivia.open_comment || self.departure.is_some() {
            return Err(self.fail_truncated());
        }
        let after = char::from(closing).to_string();
        self.note(scope, Rule::Unclosed, self.at, Some(&after));
        Ok(())
    }

    pub(super) fn last(tree: &Tree<'_>) -> Last {
        match tree {
            Tree::String(_) => Last::Quoted,
            Tree::Array(_) | Tree::Object(_) => Last::Container,
            _ => Last::Bare,
        }
    }

    pub(super) fn enter(&mut self, chain: &PathStack<'_>) -> Result<(), Stopped> {
        if self.depth >= self.intake.max_depth() {
            return Err(self.fail_at_limit(chain, Limit::Depth));
        }
        self.depth += 1;
        self.at += 1;
        Ok(())
    }
}
