//! A text, and a value that was read from it.

use crate::issue::{Guesses, Rule, RuleClass};
use crate::json::Tolerance;
use crate::limits::Limits;
use crate::tree::{ParseContext, Tree};

/// A value that was read, the findings, and the position of the value.
pub(super) struct ParsedValue<'a> {
    pub(super) tree: Tree<'a>,
    pub(super) intake: ParseContext,
    /// Start and end of the value in the text.
    pub(super) start: usize,
    pub(super) end: usize,
    /// `true` if a closing bracket was skipped or replaced another.
    pub(super) has_stray_bracket: bool,
    /// `true` if a comma was inserted after a container.
    pub(super) joins_groups: bool,
}

impl ParsedValue<'_> {
    pub(super) fn is_guess(&self) -> bool {
        let mut repairs = self.intake.repairs.iter();
        repairs.any(|repair| repair.class() == RuleClass::Generous)
    }

    pub(super) fn guesses_at_strings(&self) -> bool {
        let mut repairs = self.intake.repairs.iter();
        repairs.any(|repair| GUESSED_LAST.contains(repair.rule))
    }
}

/// The input of an attempt: a text and its options.
#[derive(Clone, Copy)]
pub(super) struct ParseSource<'a, 'l> {
    pub(super) text: &'a str,
    pub(super) tolerance: Tolerance,
    pub(super) limits: &'l Limits,
}

impl ParseSource<'_, '_> {
    pub(super) fn guesses(self, rule: Rule) -> bool {
        self.tolerance.guesses.contains(rule)
    }
}

/// Guesses about the end of a string. They are tried last, because a string may contain any text.
pub(super) const GUESSED_LAST: Guesses =
    Guesses::only(Rule::InnerQuotes).union(Guesses::only(Rule::Apostrophe));
