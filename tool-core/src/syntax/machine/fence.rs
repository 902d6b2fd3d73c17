//! Code fences and inline code.

use super::code::{CodeEnd, find_code_end};
use super::section::begins_marker;
use super::trailing::{Trailing, read_trailing};
use super::{
    FenceMark, Machine, MachineMode, NOTHING_AFTER, PositionDecision, Wait, decide_block, is_blank,
};
use crate::finish::Finish;
use crate::json::find_any;
use crate::marks::{find_in_any_case, find_partial_in_any_case};
use crate::syntax::collected::Collected;
use crate::syntax::engine::bare::{self, ObjectPosition};
use crate::syntax::engine::json_strings::JsonStrings;
use crate::syntax::engine::{EngineStep, MarkerMatch, Source, last_line};
use crate::syntax::format::Format;
use crate::syntax::table::{Family, Markers, Meaning};

impl Machine {
    /// Reads a code fence: a call, or text in which no marker counts.
    #[inline(never)]
    pub(super) fn decide_fence(&mut self, source: &Source<'_>, at: usize) -> PositionDecision {
        let rest = source.rest(at);
        let ticks = rest.len() - rest.trim_start_matches('`').len();
        if ticks == rest.len() && !source.is_over {
            return PositionDecision::Wait(Wait::Call);
        }
        if ticks < 3 || !self.is_leading(source, at) && !has_info(&rest[ticks..]) {
            return self.decide_code(source, at, ticks);
        }
        let mark = FenceMark {
            sign: b'`',
            count: ticks,
        };
        self.decide_marked_fence(source, at, mark)
    }

    /// Reads a code fence with this mark.
    pub(super) fn decide_marked_fence(
        &mut self,
        source: &Source<'_>,
        at: usize,
        mark: FenceMark,
    ) -> PositionDecision {
        if self.reads_bare(source) {
            match bare::read_fence(source, at, ObjectPosition::Prose) {
                EngineStep::No => {}
                EngineStep::Block(mut found) if found.is_closed => {
                    match self.is_example(source, found.end, false) {
                        None => return PositionDecision::Wait(Wait::Call),
                        Some(true) => {}
                        Some(false) => {
                            found.drop_if_cut(source);
                            let format = Format::PlainJson;
                            return PositionDecision::Block(
                                found,
                                format,
                                Family::Bare,
                                NOTHING_AFTER,
                            );
                        }
                    }
                }
                step => {
                    return decide_block(step, Format::PlainJson, Family::Bare, NOTHING_AFTER);
                }
            }
        }
        PositionDecision::Fence(mark)
    }

    /// Decides about inline code: no marker counts before its end in the same paragraph.
    fn decide_code(&mut self, source: &Source<'_>, at: usize, ticks: usize) -> PositionDecision {
        let open = PositionDecision::Text(ticks);
        match find_code_end(source, at, ticks) {
            CodeEnd::Line(end) => PositionDecision::Text(end - at),
            CodeEnd::Lines(end) => match self.ends_in_call(source, at + ticks, end) {
                Some(false) => PositionDecision::Text(end - at),
                // The backtick is an argument of the call.
                Some(true) => open,
                None => PositionDecision::Wait(Wait::Call),
            },
            CodeEnd::Open(_) if !source.is_over => PositionDecision::Wait(Wait::Call),
            // The rest of a truncated line may close the code.
            CodeEnd::Open(Some(length)) if source.finish == Finish::Truncated => {
                PositionDecision::Text(length)
            }
            CodeEnd::Open(_) | CodeEnd::None => open,
        }
    }

    /// Returns whether a position is the first of its line, apart from white space.
    pub(super) fn is_leading(&self, source: &Source<'_>, at: usize) -> bool {
        let from = self.fresh.min(at);
        let line = &source.text.as_bytes()[from..at];
        // A long line is not blank, so its start does not matter.
        let line = &line[line.len().saturating_sub(16)..];
        let indent = line.rsplit(|&byte| byte == b'\n').next().unwrap_or(line);
        indent.len() < 16 && is_blank(indent)
    }

    pub(super) fn read_fence(
        &mut self,
        mark: FenceMark,
        source: &Source<'_>,
        out: &mut Collected,
    ) -> Wait {
        let FenceMark { sign, count: ticks } = mark;
        let rest = source.rest(self.at);
        let bytes = rest.as_bytes();
        let mut from = 0;
        while let Some(line) = find_any(bytes, from, [b'\n']) {
            let start = line + 1;
            let indent = bytes[start..]
                .iter()
                .take_while(|byte| matches!(byte, b' ' | b'\t'));
            let text = &rest[start + indent.count()..];
            if text.bytes().next().is_some_and(|first| first != sign) {
                from = start;
                continue;
            }
            let close = text.len() - text.trim_start_matches(char::from(sign)).len();
            if close == text.len() && !source.is_over {
                // The end of the fence may follow.
                out.text(&rest[..line]);
                self.at += line;
                return Wait::Call;
            }
            // The line of a closing fence has no other text.
            let behind = text[close..].trim_start_matches([' ', '\t', '\r']);
            if close >= ticks && behind.is_empty() && !source.is_over {
                out.text(&rest[..line]);
                self.at += line;
                return Wait::Call;
            }
            if close >= ticks && (behind.is_empty() || behind.starts_with('\n')) {
                let end = rest.len() - text.len() + close;
                out.text(&rest[..end]);
                self.hide(self.at + end);
                self.mode = MachineMode::Text;
                return Wait::No;
            }
            from = start;
        }
        out.text(rest);
        self.at = source.text.len();
        Wait::No
    }

    /// Reads code, a comment or a quotation, in which no marker counts. A special token at the end
    /// of the output ends a quotation.
    pub(super) fn read_code(
        &mut self,
        close: &'static str,
        source: &Source<'_>,
        out: &mut Collected,
    ) -> Wait {
        let rest = source.rest(self.at);
        let found = find_in_any_case(rest, &[close]).map(|(at, _)| at);
        let line = match found {
            // The tokens before the end are a part of the quotation.
            Some(_) if close != "\n" => "",
            found => &rest[..found.unwrap_or(rest.len())],
        };
        for (at, _) in line.match_indices(['<', '[']) {
            match Self::ends_output(source, self.at + at) {
                Some(false) => {}
                Some(true) => {
                    out.text(&rest[..at]);
                    self.at += at;
                    self.mode = MachineMode::Text;
                    return Wait::No;
                }
                None => {
                    out.text(&rest[..at]);
                    self.at += at;
                    return Wait::Call;
                }
            }
        }
        let settled = match found {
            // The line break is the start of the next line.
            Some(at) if close == "\n" => at,
            Some(at) => at + close.len(),
            None if source.is_over => rest.len(),
            None => find_partial_in_any_case(rest, &[close]),
        };
        out.text(&rest[..settled]);
        self.at += settled;
        if found.is_some() {
            self.mode = MachineMode::Text;
            if close == "\n" && begins_call(&source.text[..self.at], Markers::of(source.selected)) {
                // The body of a call that begins in a quotation belongs to it.
                let next = source.rest(source.skip_space(self.at));
                if !source.is_over
                    && (next.is_empty() || Markers::of(source.selected).is_partial(next))
                {
                    self.mode = MachineMode::Code(close);
                    return Wait::Marker;
                }
                let line = last_line(&source.text[..self.at]);
                if !next.starts_with('>') && !begins_again(next, line, Markers::of(source.selected))
                {
                    self.mode = MachineMode::Code("\n\n");
                }
            }
            self.strings = JsonStrings::from(self.at);
        }
        if found.is_some() || settled == rest.len() {
            Wait::No
        } else {
            Wait::Marker
        }
    }

    /// Returns whether only special tokens follow. `None` needs more text.
    fn ends_output(source: &Source<'_>, at: usize) -> Option<bool> {
        let rest = source.rest(at);
        let mut found = Markers::of(source.selected).at_start(rest);
        let is_end = |meaning: &Meaning| matches!(meaning, Meaning::Trailing);
        let is_token = found.any(|marker| marker.meanings.iter().any(is_end));
        match Markers::of(source.selected).trailing(rest, source.is_over) {
            MarkerMatch::No => Some(false),
            // The end of a quoted call.
            MarkerMatch::At(_)
                if !is_token && quotes_call(&source.text[..at], Markers::of(source.selected)) =>
            {
                Some(false)
            }
            MarkerMatch::Partly => None,
            MarkerMatch::At(length) => match read_trailing(source, at + length) {
                Trailing::Only(_) => Some(true),
                Trailing::Text(_) => Some(false),
                Trailing::More => None,
            },
        }
    }

    /// Returns whether prose follows a code fence: then its content is an example. Other code may
    /// follow a fence that `is_marked` as calls. `None` needs more text.
    pub(super) fn is_example(
        &mut self,
        source: &Source<'_>,
        at: usize,
        is_marked: bool,
    ) -> Option<bool> {
        if at <= self.own_until {
            return Some(false);
        }
        let mut end = at;
        for _ in 0..MAX_FENCES {
            let next = source.skip_space(end);
            let rest = source.rest(next);
            if rest.is_empty() {
                if !source.is_over {
                    return None;
                }
                break;
            }
            if !source.is_over && Markers::of(source.selected).is_partial(rest) {
                return None;
            }
            if begins_marker(rest, Markers::of(source.selected)) {
                break;
            }
            let step = match rest.as_bytes() {
                [b'*' | b'A', ..] => match self.marked_fence(source, next) {
                    Some(PositionDecision::Block(..)) => break,
                    Some(PositionDecision::Wait(_)) => return None,
                    _ => return Some(true),
                },
                [b'`' | b'~', ..] if rest.len() < 3 && !source.is_over => return None,
                // A call of an unknown tool is no prose.
                [b'`', b'`', b'`', ..] | [b'~', b'~', b'~', ..] if is_marked => break,
                [b'`', b'`', b'`', ..] | [b'~', b'~', b'~', ..] => {
                    bare::read_fence(source, next, ObjectPosition::Marked)
                }
                [b'{' | b'[', ..] => {
                    let read = bare::read(source, next, ObjectPosition::Prose);
                    read.unwrap_or(EngineStep::No)
                }
                _ => return Some(true),
            };
            match step {
                EngineStep::Block(block) => end = block.end,
                EngineStep::More => return None,
                EngineStep::No | EngineStep::NoEnd => return Some(true),
            }
        }
        self.own_until = end;
        Some(false)
    }
}

/// Returns whether the last line of a text ends with a marker of calls.
fn begins_call(text: &str, markers: &Markers) -> bool {
    let line = last_line(text).trim_end();
    find_call_marks(line, markers).any(|end| end == line.len())
}

/// Returns whether a text begins with a marker of another call than the one in the line.
fn begins_again(text: &str, line: &str, markers: &Markers) -> bool {
    let mut found = markers.at_start(text);
    begins_marker(text, markers) && found.any(|marker| line.contains(marker.text))
}

/// Returns whether the last line of a text has a marker of calls.
fn quotes_call(text: &str, markers: &Markers) -> bool {
    find_call_marks(last_line(text), markers).next().is_some()
}

/// Finds the ends of the markers of calls in a line.
fn find_call_marks(line: &str, markers: &Markers) -> impl Iterator<Item = usize> {
    let starts = line.match_indices(['<', '[', ']', 'f']).map(|(at, _)| at);
    starts.filter_map(move |at| {
        let mut found = markers.at_start(&line[at..]);
        let marker = found.find(|marker| marker.begins_calls() && marker.text.len() > 2)?;
        Some(at + marker.text.len())
    })
}

/// Returns whether a line goes on with the name of a language, as after the mark of a code fence.
fn has_info(text: &str) -> bool {
    let behind = text.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let is_line = behind.trim_start_matches([' ', '\r']).starts_with('\n');
    behind.len() < text.len() && is_line
}

/// Maximum number of code fences and objects that a decision looks at.
const MAX_FENCES: usize = 64;
