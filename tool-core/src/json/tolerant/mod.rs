//! The tolerant reader. It reads text that is not valid JSON if there is exactly one
//! interpretation. Each deviation is recorded under the name of its rule.
//!
//! It reads a rejected text again from the start, and shares no state with the strict parser.
//! Strict reading therefore has no extra cost. [`state`] reads one value from one position.
//! [`whole`] and [`surroundings`] decide on the position and on the text around the value.

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

use super::ParseFailure;
use super::Tolerance;
use super::lenient::TextKind;
use crate::issue::{Guesses, IssueKind, Rule};
use crate::tree::{ParseContext, Tree};
use source::{GUESSED_LAST, ParseSource, ParsedValue};

/// Reads a text that is not strict JSON. If the tolerant rules do not help, the error of the strict
/// parser is returned.
#[cold]
pub(crate) fn parse_tolerant<'a>(
    text: &'a str,
    failure: ParseFailure,
    tolerance: Tolerance,
    intake: &mut ParseContext,
) -> Option<Tree<'a>> {
    let is_cut = failure.is_truncation();
    let failure = if tolerance.closes_containers() {
        failure
    } else {
        failure.reword_for_finish(text, tolerance.finish)
    };
    // The limits apply to every way of reading.
    let is_over = matches!(failure.kind, IssueKind::Limit { .. });
    intake.stop(*failure.path, failure.kind);
    if is_over {
        return None;
    }
    // The text is valid JSON up to its truncated end. Objects inside it must not be read instead.
    if tolerance.text == TextKind::Strict || is_cut && !tolerance.closes_containers() {
        return None;
    }
    let limits = intake.limits();
    let source = ParseSource {
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

/// Reads a text without guesses, and with guesses only if that fails. The error always comes from
/// the attempt without guesses.
fn try_without_guesses_first<'a>(
    source: ParseSource<'a, '_>,
    is_cut: bool,
) -> Result<ParsedValue<'a>, ParseFailure> {
    let mut outcome = read_with_guesses(source, Guesses::NONE, is_cut);
    let mut all = source.tolerance.guesses;
    if !unquoted::may_stand_in(source) {
        all = all.without(Guesses::only(Rule::UnquotedString));
    }
    let mut tried = Guesses::NONE;
    for guesses in [all.without(GUESSED_LAST), all] {
        if outcome.is_err() && !is_cut && guesses != tried {
            let guessed = read_with_guesses(source, guesses, is_cut).ok();
            // A wrong guess may have hidden the real error.
            outcome = guessed.filter(ParsedValue::is_guess).map_or(outcome, Ok);
            tried = guesses;
        }
    }
    outcome
}

fn read_with_guesses<'a>(
    mut source: ParseSource<'a, '_>,
    guesses: Guesses,
    is_cut: bool,
) -> Result<ParsedValue<'a>, ParseFailure> {
    source.tolerance.guesses = guesses;
    match whole::read(source) {
        Err(failure) if !is_cut && !is_final(&failure, source) => {
            surroundings::read(source, failure)
        }
        outcome => outcome,
    }
}

/// Returns whether the error is final: other text must not surround the value, or the value was
/// truncated.
fn is_final(failure: &ParseFailure, source: ParseSource<'_, '_>) -> bool {
    // An apostrophe may begin a sentence or a string.
    let is_value = source.text.trim_start().starts_with(['{', '[', '"']);
    source.tolerance.is_embedded()
        || matches!(failure.kind, IssueKind::Limit { .. })
        || is_value && failure.is_truncation()
}
