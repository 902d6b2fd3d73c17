//! Calls that the prose before them rules out.

use super::section::MAX_MARKS;
use super::{After, Machine, PositionDecision, Wait, is_list_mark};
use crate::marks::ENDS_OF_CALLS;
use crate::prose::{
    is_fault_sign, is_in_log, is_of_other_speaker, rules_out_below, rules_out_call,
};
use crate::syntax::engine::{MarkerMatch, Source, header, last_line};
use crate::syntax::table::{Markers, Meaning};

impl Machine {
    /// Returns whether the prose before calls denies or quotes them, or asks about them. The prose is
    /// in the same line, or ends in a colon or a question above it.
    pub(super) fn is_ruled_out(&self, source: &Source<'_>, at: usize) -> bool {
        // The calls that follow quoted ones belong to them.
        if self.follows_quoted(source, at) {
            return true;
        }
        let at = header::find_start(source.text, at);
        let before = &source.text[self.fresh.min(at)..at];
        let line = last_line(before);
        let is_mark = |c: char| c.is_whitespace() || matches!(c, '*' | '_' | '`' | '~');
        let prose = line.trim_end_matches(is_mark);
        if !prose.is_empty() && !is_list_mark(prose.trim_start()) {
            return is_in_log(prose.trim_start()) || rules_out_call(prose);
        }
        let lines = &before[..before.len() - line.len()];
        let above = last_line(lines.trim_end_matches(is_mark));
        is_of_other_speaker(above)
            || is_fault_sign(above)
            || is_block_of_yaml(above)
            || rules_out_below(lines).unwrap_or_else(|| rules_out_call(above))
    }

    /// Returns whether only separators stand between the last calls that are ruled out and a position.
    fn follows_quoted(&self, source: &Source<'_>, at: usize) -> bool {
        let between = source.text.get(self.quoted_until..at).unwrap_or("x");
        let is_separator = |c: char| c.is_whitespace() || matches!(c, ',' | ';');
        self.quoted_until > self.fresh && between.chars().all(is_separator)
    }

    /// Makes text of calls that end at `end`, with the markers that end them.
    pub(super) fn skip_calls(
        &mut self,
        source: &Source<'_>,
        at: usize,
        end: usize,
        after: After,
    ) -> PositionDecision {
        let mut end = end;
        for _ in 0..MAX_MARKS {
            let next = source.skip_space(end);
            let rest = source.rest(next);
            let is_end = |meaning: &Meaning| matches!(meaning, Meaning::Hidden);
            let mut found = Markers::of(source.selected).at_start(rest);
            let hidden = found.find(|marker| marker.meanings.iter().any(is_end));
            let step = match (
                source.mark(next, after.marks),
                source.mark(next, ENDS_OF_CALLS),
            ) {
                (MarkerMatch::At(end), _) | (_, MarkerMatch::At(end)) => Some(end),
                _ if !source.is_over
                    && (rest.is_empty() || Markers::of(source.selected).is_partial(rest)) =>
                {
                    return PositionDecision::Wait(Wait::Call);
                }
                _ => hidden.map(|marker| next + marker.text.len()),
            };
            match step {
                Some(behind) => end = behind,
                None => break,
            }
        }
        self.quoted_until = end;
        PositionDecision::Text(end - at)
    }
}

/// Returns whether a line begins a block of text in YAML: `prompt: |`.
fn is_block_of_yaml(line: &str) -> bool {
    let line = line.trim_end();
    let signs = line
        .trim_end_matches(['-', '+'])
        .trim_end_matches(['|', '>']);
    signs.ends_with(": ") && line.len() - signs.len() < 3
}
