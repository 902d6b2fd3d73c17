//! A text, and a value that was read from it.

use crate::issue::{Guesses, Rule, RuleClass};
use crate::json::Tolerance;
use crate::limits::Limits;
use crate::tree::{ParseContext, Tree};

/// One value that was read, what was found on the way, and where it ends.
pub(super) struct ParsedValue<'a> {
    pub(super) tree: Tree<'a>,
    pub(super) intake: ParseContext,
    /// Where the value starts and ends.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether a closing bracket was passed over or took the place of another.
    pub(super) has_stray_bracket: bool,
    /// Whether a comma was put after a container.
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

/// What is fixed for a text.
#[derive(Clone, Copy)]
pub(super) struct Source<'a, 'l> {
    pub(super) text: &'a str,
    pub(super) tolerance: Tolerance,
    pub(super) limits: &'l Limits,
}

impl Source<'_, '_> {
    pub(super) fn guesses(self, rule: Rule) -> bool {
        self.tolerance.guesses.contains(rule)
    }
}

/// Where a string ends is guessed last: strings hold anything.
pub(super) const GUESSED_LAST: Guesses =
    Guesses::only(Rule::InnerQuotes).union(Guesses::only(Rule::Apostrophe));
