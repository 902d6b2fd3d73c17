//! Calls after a marker or a separator, for decisions about their place.

use super::{Machine, PositionDecision, Wait, message};
use crate::finish::Finish;
use crate::syntax::engine::bare::{self, ObjectPosition};
use crate::syntax::engine::header;
use crate::syntax::engine::{EngineStep, Source, python};
use crate::syntax::table::{Markers, Meaning};

/// Maximum number of calls that one decision looks at. The next ones need another decision.
pub(super) const MAX_GROUP: usize = 64;

/// Maximum number of markers of a section before its calls. Each of them looks for the calls.
pub(super) const MAX_MARKS: usize = 8;

/// The text after a separator.
pub(super) enum Separated {
    /// A call that ends at this position.
    Call(usize),
    /// A marker, another line or the end of the text.
    End,
    Text,
    More,
}

impl Machine {
    /// Reads the calls after a marker of a section that ends at `end`. The section and its calls
    /// have one place. Returns `None` if no call follows.
    pub(super) fn read_section(
        &mut self,
        source: &Source<'_>,
        at: usize,
        end: usize,
    ) -> Option<PositionDecision> {
        let mut next = source.skip_space(end);
        for _ in 0..MAX_MARKS {
            let rest = source.rest(next);
            if !source.is_over && (rest.is_empty() || Markers::of(source.selected).is_partial(rest))
            {
                return Some(PositionDecision::Wait(Wait::Call));
            }
            let block = |decision: &PositionDecision| {
                matches!(
                    decision,
                    PositionDecision::Block(..) | PositionDecision::Wait(_)
                )
            };
            if let Some(decision) = self.read_rows(source, next).filter(block) {
                return Some(self.check_place(source, at, "", decision));
            }
            if rest.starts_with(['{', '[']) && self.reads_bare(source) {
                return Some(self.decide_bare(source, next)).filter(block);
            }
            next = source.skip_space(skip_mark(source, next)?);
        }
        None
    }

    /// Reads the calls at a marker, in a format of the known family if possible.
    pub(super) fn read_rows(&mut self, source: &Source<'_>, at: usize) -> Option<PositionDecision> {
        let mut of = |is_known| self.read_rows_of(is_known, source, at);
        let (_, decision) = of(true).or_else(|| of(false))?;
        Some(decision)
    }

    /// Reads the calls at a marker in a format that is of the known family, or is not. Returns the
    /// marker, too.
    pub(super) fn read_rows_of(
        &mut self,
        is_known: bool,
        source: &Source<'_>,
        at: usize,
    ) -> Option<(&'static str, PositionDecision)> {
        let rest = source.rest(at);
        for marker in Markers::of(source.selected).at_start(rest) {
            let behind = &rest.as_bytes()[marker.text.len()..];
            for row in marker.rows(source.selected, behind) {
                if (self.family == Some(row.family)) == is_known
                    && let Some(decision) = self.read_row(row, source, at, marker.text)
                {
                    return Some((marker.text, decision));
                }
            }
        }
        None
    }

    /// Reads the calls at a marker. Returns `None` if no call begins with it.
    pub(super) fn read_marked_call(
        &mut self,
        source: &Source<'_>,
        at: usize,
    ) -> Option<EngineStep> {
        let mut found = Markers::of(source.selected).at_start(source.rest(at));
        let is_header = |meaning: &Meaning| matches!(meaning, Meaning::Header);
        let decision = if found.any(|marker| marker.meanings.iter().any(is_header)) {
            message::decide(source, header::read(source, at))
        } else {
            self.read_rows(source, at)?
        };
        match decision {
            PositionDecision::Block(block, ..) => Some(EngineStep::Block(block)),
            PositionDecision::Wait(_) => Some(EngineStep::More),
            _ => None,
        }
    }

    /// Returns whether a position is inside a call that begins after `from`. `None` needs more text.
    pub(super) fn ends_in_call(
        &mut self,
        source: &Source<'_>,
        from: usize,
        to: usize,
    ) -> Option<bool> {
        let bytes = &source.text.as_bytes()[..to];
        let mut next = from;
        for _ in 0..MAX_GROUP {
            next = Markers::of(source.selected).next(bytes, next);
            let rest = source.rest(next);
            let step = match bytes.get(next) {
                None => break,
                Some(b'{' | b'[') if self.reads_bare(source) => {
                    bare::read(source, next, ObjectPosition::Prose).ok()
                }
                Some(_) if begins_marker(rest, Markers::of(source.selected)) => {
                    self.read_marked_call(source, next)
                }
                Some(_) => None,
            };
            match step {
                Some(EngineStep::More) => return None,
                Some(EngineStep::Block(block)) => {
                    let is_call = block.calls.iter().any(|call| call.reason.is_none());
                    if is_call && block.end > to {
                        return Some(true);
                    }
                    next = block.end.clamp(next + 1, to);
                }
                _ => next += 1,
            }
        }
        Some(false)
    }

    /// Skips a whole call directly after a backtick, or one byte.
    pub(super) fn skip_quoted_call(&mut self, source: &Source<'_>, at: usize) -> PositionDecision {
        let is_marker = begins_marker(source.rest(at), Markers::of(source.selected));
        let call = is_marker
            .then(|| self.read_marked_call(source, at))
            .flatten();
        match call {
            Some(EngineStep::Block(block)) if block.end > at => {
                PositionDecision::Text(block.end - at)
            }
            Some(EngineStep::More) => PositionDecision::Wait(Wait::Call),
            _ => PositionDecision::Text(1),
        }
    }

    /// Looks for a call with a marker in the rest of a line.
    pub(super) fn find_call_in_line(&mut self, source: &Source<'_>, at: usize) -> Separated {
        let rest = source.rest(at);
        let line = rest.split('\n').next().unwrap_or(rest);
        let is_whole = line.len() < rest.len() || source.is_over;
        let mut next = at;
        for _ in 0..MAX_GROUP {
            next =
                Markers::of(source.selected).next(&source.text.as_bytes()[..at + line.len()], next);
            if next >= at + line.len() {
                break;
            }
            if begins_marker(source.rest(next), Markers::of(source.selected)) {
                match self.read_marked_call(source, next) {
                    Some(EngineStep::Block(block)) if block.end > next => {
                        return Separated::Call(block.end);
                    }
                    Some(EngineStep::More) => return Separated::More,
                    _ => {}
                }
            }
            next += 1;
        }
        if is_whole {
            Separated::Text
        } else {
            Separated::More
        }
    }

    /// Reads the calls after a separator that ends at `at`.
    pub(super) fn skip_separator(&mut self, source: &Source<'_>, at: usize) -> Separated {
        let next = source.skip_space(at);
        let rest = source.rest(next);
        if rest.is_empty() {
            return if source.is_over {
                Separated::End
            } else {
                Separated::More
            };
        }
        let mut mark = next;
        for _ in 0..MAX_MARKS {
            let rest = source.rest(mark);
            if !source.is_over && (rest.is_empty() || Markers::of(source.selected).is_partial(rest))
            {
                return Separated::More;
            }
            if !begins_marker(rest, Markers::of(source.selected)) {
                break;
            }
            match self.read_marked_call(source, mark) {
                Some(EngineStep::Block(block)) => return Separated::Call(block.end),
                Some(EngineStep::More) => return Separated::More,
                _ => {}
            }
            // The marker of a section may precede the call.
            match skip_mark(source, mark) {
                Some(end) => mark = source.skip_space(end),
                None => return Separated::End,
            }
        }
        if mark > next {
            return Separated::End;
        }
        let has_break = source.text[at..next].contains('\n');
        let is_open = rest.starts_with(['{', '[']) && !rest.contains(['}', ']']);
        let is_cut = is_open && source.is_over && source.finish == Finish::Truncated;
        let step = match rest.as_bytes()[0] {
            b'{' | b'[' => bare::read(source, next, ObjectPosition::Prose).ok(),
            _ => None,
        };
        let step = match step {
            None if rest.starts_with('[') => Some(python::read_list(source, next, false, &[])),
            step => step,
        };
        match step {
            Some(EngineStep::Block(block)) => Separated::Call(block.end),
            Some(EngineStep::More) => Separated::More,
            // The next object breaks off.
            _ if is_cut => Separated::End,
            _ if has_break => Separated::End,
            _ => Separated::Text,
        }
    }
}

/// Returns whether a marker begins a text that is not one of prose.
pub(super) fn begins_marker(text: &str, markers: &Markers) -> bool {
    let is_own =
        |meaning: &Meaning| !meaning.is_quotation() && !matches!(meaning, Meaning::Wrapper);
    let mut found = markers.at_start(text);
    found.any(|marker| {
        let is_plain = matches!(marker.text, "[" | ">>>");
        let is_name = marker.text == ">>>" && text[3..].starts_with(char::is_alphabetic);
        (!is_plain || is_name) && (marker.begins_calls() || marker.meanings.iter().any(is_own))
    })
}

/// Returns the position after a marker around calls.
fn skip_mark(source: &Source<'_>, at: usize) -> Option<usize> {
    let is_mark = |meaning: &Meaning| {
        matches!(
            meaning,
            Meaning::Section | Meaning::Hidden | Meaning::Wrapper
        )
    };
    let mut found = Markers::of(source.selected).at_start(source.rest(at));
    let marker = found.find(|marker| marker.meanings.iter().any(is_mark))?;
    Some(at + marker.text.len())
}
