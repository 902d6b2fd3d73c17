//! The tolerant reader: what is read although it is not JSON, where one reading
//! exists. Each departure is recorded under the name of its rule.
//!
//! It starts from the beginning of a text that the strict parser has refused,
//! so that strict reading pays nothing for it, and shares no state with it.
//! [`state`] reads one value from one place; [`whole`] and [`surroundings`]
//! say from which place, and what may stand around it.

mod brackets;
mod comments;
mod containers;
mod escapes;
mod keys;
mod literals;
mod note;
mod numbers;
mod quotations;
mod quote;
mod separators;
mod source;
mod state;
mod strings;
mod structure;
mod surroundings;
#[cfg(test)]
mod tests;
mod unquoted;
mod whole;

use super::Failure;
use super::Tolerance;
use super::lenient::TextKind;
use crate::issue::{Guesses, IssueKind, Rule};
use crate::tree::{ParseContext, Tree};
use source::{GUESSED_LAST, ParsedValue, Source};

/// Reads a text that is not JSON to the letter; why it is not stays the answer where
/// tolerance has nothing to add.
#[cold]
pub(crate) fn parse_tolerant<'a>(
    text: &'a str,
    failure: Failure,
    tolerance: Tolerance,
    intake: &mut ParseContext,
) -> Option<Tree<'a>> {
    let is_cut = failure.is_truncation();
    let failure = if tolerance.closes_containers() {
        failure
    } else {
        failure.reword_for_finish(text, tolerance.finish)
    };
    // No other way of reading escapes a limit.
    let is_over = matches!(failure.kind, IssueKind::Limit { .. });
    intake.stop(*failure.path, failure.kind);
    if is_over {
        return None;
    }
    // A text that is JSON up to its end was cut off there, whatever one might
    // find inside of it.
    if tolerance.text == TextKind::Strict || is_cut && !tolerance.closes_containers() {
        return None;
    }
    let limits = intake.limits();
    let source = Source {
        text,
        tolerance,
        limits: &limits,
    };
    match try_without_guesses_first(source, is_cut) {
        Ok(found) => {
            *intake = found.intake;
            Some(found.tree)
        }
        Err(failure) => {
            let failure = failure.reword_for_finish(text, tolerance.finish);
            *intake = ParseContext::new(&limits, tolerance.duplicate_key);
            intake.stop(*failure.path, failure.kind);
            None
        }
    }
}

/// Reads a text without guesses, and only if that fails once more with them. What
/// is told is in any case what is wrong for sure.
fn try_without_guesses_first<'a>(
    source: Source<'a, '_>,
    is_cut: bool,
) -> Result<ParsedValue<'a>, Failure> {
    let mut outcome = read_with_guesses(source, Guesses::NONE, is_cut);
    let mut all = source.tolerance.guesses;
    if !unquoted::may_stand_in(source) {
        all = all.without(Guesses::only(Rule::UnquotedString));
    }
    let mut tried = Guesses::NONE;
    for guesses in [all.without(GUESSED_LAST), all] {
        if outcome.is_err() && !is_cut && guesses != tried {
            let guessed = read_with_guesses(source, guesses, is_cut).ok();
            // A guess that led astray may have hidden what is wrong.
            outcome = guessed.filter(ParsedValue::is_guess).map_or(outcome, Ok);
            tried = guesses;
        }
    }
    outcome
}

fn read_with_guesses<'a>(
    mut source: Source<'a, '_>,
    guesses: Guesses,
    is_cut: bool,
) -> Result<ParsedValue<'a>, Failure> {
    source.tolerance.guesses = guesses;
    match whole::read(source) {
        Err(failure) if !is_cut && !is_final(&failure, source) => {
            surroundings::read(source, failure)
        }
        outcome => outcome,
    }
}

/// Whether a text that is not one value is not worth a second look: it is no
/// place for other text around it, or its value was cut off.
fn is_final(failure: &Failure, source: Source<'_, '_>) -> bool {
    // An apostrophe may begin a sentence as well as a string.
    let is_value = source.text.trim_start().starts_with(['{', '[', '"']);
    source.tolerance.text == TextKind::Embedded
        || matches!(failure.kind, IssueKind::Limit { .. })
        || is_value && failure.is_truncation()
}
