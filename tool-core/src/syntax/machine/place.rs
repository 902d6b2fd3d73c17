//! The place of a call: in a sentence, in quotes or in a list of prose, it is a quotation.

use super::{After, FenceMark, Machine, PositionDecision, Wait, is_blank, message};
use crate::finish::Finish;
use crate::marks::ENDS_OF_CALLS;
use crate::prose::{
    has_subject_above, is_about_call_above, is_comment, is_fault_sign, is_in_log,
    is_of_other_speaker, may_have_subject_above, may_withdraw, refuses, rules_out_call, withdraws,
};
use crate::syntax::engine::bare::{self, ObjectPosition};
use crate::syntax::engine::header;
use crate::syntax::engine::{
    EngineStep, MarkerMatch, Source, is_inside_sentence, last_line, python, take_window,
};
use crate::syntax::table::{Family, Markers, Meaning};

/// The place of calls, by the text around them.
pub(super) enum Place {
    /// The calls stand alone.
    Own,
    /// The text up to this position quotes the calls.
    Quoted(usize),
    /// The decision needs more text.
    More,
}

/// The text in the line before a call without a marker.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// White space, or the mark of a list.
    Nothing,
    /// Words that announce a call, such as `Here is the tool call:`.
    Announcement,
    Prose,
}

/// Maximum number of calls that one decision looks at. The next ones need another decision.
const MAX_GROUP: usize = 64;

/// Maximum number of markers of a section before its calls. Each of them looks for the calls.
const MAX_MARKS: usize = 8;

/// Maximum length of the text in a line before a call without a marker.
const MAX_BEFORE: usize = 64;

impl Machine {
    /// Decides about the place of a call without a marker: it begins a line, ends a line, and only
    /// calls, separators and end marks follow in that line.
    pub(super) fn find_bare_place(&mut self, source: &Source<'_>, at: usize, end: usize) -> Place {
        let before = self.read_before(source, at);
        if before == Before::Prose {
            return Place::Quoted(end);
        }
        if end <= self.own_until {
            return Place::Own;
        }
        let mut group = end;
        for _ in 0..MAX_GROUP {
            let rest = source.rest(group);
            let line = rest.trim_start_matches([' ', '\t', '\r']);
            let next = source.text.len() - line.len();
            let Some(first) = line.chars().next() else {
                return self.end_group(source, group);
            };
            match first {
                '\n' => {
                    let closer = self.closer_above(source, at);
                    let next = source.skip_space(next);
                    if closer.is_none() && !self.is_sentence_open_above(source, at) {
                        return self.place_above(source, group, next);
                    }
                    let rest = source.rest(next);
                    return match closer {
                        _ if rest.is_empty() => self.end_group(source, group),
                        Some(signs) if rest.starts_with(|c| signs.contains(c)) => {
                            Place::Quoted(group)
                        }
                        None if goes_on(source, next) => Place::Quoted(group),
                        _ => self.own(group),
                    };
                }
                ',' | ';' => match self.skip_separator(source, next + 1) {
                    Separated::End => return self.own(next),
                    Separated::Call(end) => group = end,
                    Separated::Text => return Place::Quoted(group),
                    Separated::More => return Place::More,
                },
                _ if begins_marker(line, Markers::of(source.selected)) => return self.own(group),
                _ if !source.is_over && Markers::of(source.selected).is_partial(line) => {
                    return Place::More;
                }
                _ if before == Before::Announcement && first.is_uppercase() => {
                    return self.own(group);
                }
                _ if source.is_start && !source.is_over && AND_THEN.starts_with(line) => {
                    return Place::More;
                }
                _ if source.is_start && line.starts_with(AND_THEN) => return self.own(group),
                _ => return Place::Quoted(group),
            }
        }
        self.own(group)
    }

    /// Decides about the place of a call with a marker: it is quoted if the sentence around it goes
    /// on in the line of its end, or if quotes are around it.
    pub(super) fn find_marked_place(
        &mut self,
        source: &Source<'_>,
        at: usize,
        end: usize,
        after: After,
    ) -> Place {
        let from = self.fresh.min(at);
        let before = last_line(&source.text[from..at]).trim();
        let is_code =
            is_indented_code(source, at) || is_comment(before) || before.ends_with(['=', '\\']);
        if end <= self.own_until && !is_code {
            return Place::Own;
        }
        match self.find_place_in_text(source, before, at, end, after) {
            Place::Own if is_code => Place::Quoted(self.own_until),
            place => place,
        }
    }

    /// Decides about the place of a call with a marker by the text behind it. `before` is the text
    /// in its line.
    fn find_place_in_text(
        &mut self,
        source: &Source<'_>,
        before: &str,
        at: usize,
        end: usize,
        after: After,
    ) -> Place {
        let opener = source.text[..at].chars().next_back();
        let closer = opener.and_then(closing_quotes).filter(|_| at != self.fresh);
        let closer = closer.or_else(|| self.closer_above(source, at));
        let is_inside = is_inside_sentence(before) || self.is_sentence_open_above(source, at);
        let mut group = end;
        for _ in 0..MAX_GROUP {
            let next = source.skip_space(group);
            match source.mark(next, after.marks) {
                MarkerMatch::At(end) => {
                    group = end;
                    continue;
                }
                MarkerMatch::Partly => return Place::More,
                MarkerMatch::No => {}
            }
            let has_break = source.text[group..next].contains('\n');
            match source.mark(next, ENDS_OF_CALLS) {
                MarkerMatch::At(end) if !has_break => {
                    group = end;
                    continue;
                }
                MarkerMatch::Partly if !has_break => return Place::More,
                _ => {}
            }
            let rest = source.rest(next);
            // Calls in another line have a place of their own, unless a sentence around all of them
            // began before them.
            if has_break && !is_inside && closer.is_none() {
                return self.place_above(source, group, next);
            }
            if source.is_end(next) {
                return self.end_group(source, group);
            }
            if !source.is_over && Markers::of(source.selected).is_partial(rest) {
                return Place::More;
            }
            if begins_marker(rest, Markers::of(source.selected)) {
                match self.read_marked_call(source, next) {
                    Some(EngineStep::Block(block)) if block.end > group => {
                        group = block.end;
                        continue;
                    }
                    Some(EngineStep::More) => return Place::More,
                    _ => {}
                }
                // The end marker of a section, or a special token.
                match Markers::of(source.selected).trailing(rest, source.is_over) {
                    MarkerMatch::At(length) => {
                        group = next + length;
                        continue;
                    }
                    MarkerMatch::Partly => return Place::More,
                    MarkerMatch::No => return self.own(group),
                }
            }
            let Some(first) = rest.chars().next() else {
                return self.own(group);
            };
            match first {
                _ if closer.is_some_and(|signs| signs.contains(first)) => {
                    return Place::Quoted(group);
                }
                _ if has_break && is_inside && goes_on(source, next) => {
                    return Place::Quoted(group);
                }
                _ if has_break => return self.own(group),
                _ if !before.is_empty() && closes_quotation(rest) => {
                    return Place::Quoted(group);
                }
                ',' | ';' => match self.skip_separator(source, next + 1) {
                    Separated::End => return self.own(next),
                    Separated::Call(end) => group = end,
                    Separated::Text => return Place::Quoted(group),
                    Separated::More => return Place::More,
                },
                _ if SENTENCE_SIGNS.contains(&first) => return Place::Quoted(group),
                _ if may_withdraw(rest) => return self.place_above(source, group, next),
                _ if first.is_lowercase() => match self.find_call_in_line(source, next) {
                    Separated::Call(end) => group = end,
                    Separated::More => return Place::More,
                    Separated::End | Separated::Text => return Place::Quoted(group),
                },
                _ => return self.own(group),
            }
        }
        self.own(group)
    }

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
    fn read_rows(&mut self, source: &Source<'_>, at: usize) -> Option<PositionDecision> {
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

    /// Returns whether the prose before calls denies or quotes them, or asks about them. The prose is
    /// in the same line, or ends in a colon or a question above it.
    pub(super) fn is_ruled_out(&self, source: &Source<'_>, at: usize) -> bool {
        // The calls that follow quoted ones belong to them.
        if self.follows_quoted(source, at) {
            return true;
        }
        let before = &source.text[self.fresh.min(at)..at];
        let line = last_line(before);
        let is_mark = |c: char| c.is_whitespace() || matches!(c, '*' | '_' | '`' | '~');
        let prose = line.trim_end_matches(is_mark);
        if !prose.is_empty() && !is_list_mark(prose.trim_start()) {
            let is_complete = prose.ends_with(['.', '!', '。', '！', '>']);
            return if is_in_log(prose.trim_start()) {
                true
            } else if is_complete {
                refuses(prose)
            } else {
                rules_out_call(prose)
            };
        }
        let above = &before[..before.len() - line.len()];
        let above = last_line(above.trim_end_matches(is_mark));
        let between = source.text.get(self.withdrawn_until..at).unwrap_or("");
        if self.withdrawn_until > self.fresh
            && between.trim().lines().count() < 2
            && is_about_call_above(between)
        {
            return false;
        }
        if is_of_other_speaker(above) || is_fault_sign(above) {
            true
        } else if above.ends_with([':', '：', '?', '？']) {
            rules_out_call(above)
        } else {
            refuses(above)
        }
    }

    /// Returns whether only separators stand between the last calls that are ruled out and a position.
    fn follows_quoted(&self, source: &Source<'_>, at: usize) -> bool {
        let between = source.text.get(self.quoted_until..at).unwrap_or("x");
        let is_separator = |c: char| c.is_whitespace() || matches!(c, ',' | ';');
        self.quoted_until > self.fresh && between.chars().all(is_separator)
    }

    /// Makes text of calls that are ruled out and end at `end`, with the markers that end them.
    pub(super) fn skip_ruled_out(
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

    /// Returns whether a sentence is open at the end of the lines before a call, which begins its
    /// line.
    fn is_sentence_open_above(&self, source: &Source<'_>, at: usize) -> bool {
        let before = &source.text[self.fresh.min(at)..at];
        let line = last_line(before);
        let above = &before[..before.len() - line.len()];
        let above = last_line(above.trim_end());
        let is_text = above.ends_with(|c: char| c.is_alphanumeric() || c == ',');
        let is_heading = above.trim_start().starts_with(['#', '|', '<', '[']);
        is_blank(line.as_bytes()) && is_text && !is_heading && above.trim().contains(' ')
    }

    /// Decides about calls up to `group` by the line below them, which begins at `next`: it may be
    /// the rest of a sentence about them.
    fn place_above(&mut self, source: &Source<'_>, group: usize, next: usize) -> Place {
        let rest = take_window(source.rest(next));
        let line = rest.split('\n').next().unwrap_or(rest);
        let is_whole = source.is_over || next + line.len() < source.text.len();
        if !is_whole && (may_have_subject_above(line) || may_withdraw(line)) {
            return Place::More;
        }
        if is_whole && has_subject_above(line) {
            return Place::Quoted(group);
        }
        if is_whole && withdraws(line) {
            self.withdrawn_until = group;
            return Place::Quoted(group);
        }
        self.own(group)
    }

    /// Returns the signs that close a quotation or a list of prose whose opening sign ends the line
    /// above a call.
    fn closer_above(&self, source: &Source<'_>, at: usize) -> Option<&'static str> {
        let before = &source.text[self.fresh.min(at)..at];
        let above = before.trim_end_matches([' ', '\r']).strip_suffix('\n')?;
        let opener = above.chars().next_back()?;
        let outside = above.trim_end_matches(opener);
        let is_opening = outside.is_empty() || outside.ends_with([' ', '\n', '(', ':', '=']);
        closing_quotes(opener).filter(|_| is_opening && opener != '`')
    }

    fn own(&mut self, until: usize) -> Place {
        self.own_until = until;
        Place::Own
    }

    /// Decides about calls up to the end of the received text.
    fn end_group(&mut self, source: &Source<'_>, group: usize) -> Place {
        if source.is_over {
            self.own(group)
        } else {
            Place::More
        }
    }

    /// Returns the kind of text between the start of a line and a call without a marker.
    fn read_before(&self, source: &Source<'_>, at: usize) -> Before {
        let text = source.text;
        let from = self.fresh.min(at).max(at.saturating_sub(MAX_BEFORE));
        let bytes = &text.as_bytes()[from..at];
        let line = bytes.rsplit(|byte| *byte == b'\n').next().unwrap_or(bytes);
        let is_whole = line.len() < bytes.len() || from == 0 || from == self.fresh;
        let Some(line) = text.get(at - line.len()..at).filter(|_| is_whole) else {
            return Before::Prose;
        };
        let trimmed = line.trim_matches(' ');
        let indent = line.len() - line.trim_start_matches(' ').len();
        if trimmed.is_empty() {
            let is_code = indent > super::MAX_INDENT && self.has_begun;
            return if is_code {
                Before::Prose
            } else {
                Before::Nothing
            };
        }
        let follows_call = self.family == Some(Family::Bare) && line.len() == at - self.fresh;
        if is_list_mark(trimmed) && line.ends_with(' ') || follows_call && trimmed == "," {
            return Before::Nothing;
        }
        match trimmed.strip_suffix(':').map(is_announcement) {
            Some(true) => Before::Announcement,
            _ => Before::Prose,
        }
    }

    /// Reads the calls after a separator that ends at `at`.
    fn skip_separator(&mut self, source: &Source<'_>, at: usize) -> Separated {
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

    /// Looks for a call with a marker in the rest of a line.
    fn find_call_in_line(&mut self, source: &Source<'_>, at: usize) -> Separated {
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

    /// Reads the calls at a marker. Returns `None` if no call begins with it.
    fn read_marked_call(&mut self, source: &Source<'_>, at: usize) -> Option<EngineStep> {
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

    /// Makes text of calls that a sentence or a code fence quotes. `mark` begins the calls.
    pub(super) fn check_place(
        &mut self,
        source: &Source<'_>,
        at: usize,
        mark: &str,
        decision: PositionDecision,
    ) -> PositionDecision {
        let PositionDecision::Block(block, format, family, after) = decision else {
            return decision;
        };
        let place = match mark.as_bytes() {
            _ if block.calls.is_empty() => Place::Own,
            [b'`', ..] => {
                return match self.is_example(source, block.end, true) {
                    None => PositionDecision::Wait(Wait::Call),
                    Some(true) => PositionDecision::Fence(FenceMark::TICKS),
                    Some(false) => PositionDecision::Block(block, format, family, after),
                };
            }
            [b'[', ..] if family == Family::Bare => self.find_bare_place(source, at, block.end),
            _ => self.find_marked_place(source, at, block.end, after),
        };
        match place {
            Place::Own => PositionDecision::Block(block, format, family, after),
            Place::Quoted(end) => PositionDecision::Text(end - at),
            Place::More => PositionDecision::Wait(Wait::Call),
        }
    }
}

/// Returns whether the text behind calls goes on with a sentence: a small letter, or the sign of a
/// sentence.
fn goes_on(source: &Source<'_>, at: usize) -> bool {
    let rest = source.rest(at);
    let goes_on = |c: char| c.is_lowercase() || c == ',' || SENTENCE_SIGNS.contains(&c);
    let is_call = begins_marker(rest, Markers::of(source.selected))
        || rest.starts_with("to=")
        || python::names_tool(source, at);
    rest.starts_with(goes_on) && !is_call
}

/// The text after a separator.
enum Separated {
    /// A call that ends at this position.
    Call(usize),
    /// A marker, another line or the end of the text.
    End,
    Text,
    More,
}

/// Models that call a tool at the start of their answer may tell what they do next.
const AND_THEN: &str = "and then ";

/// Signs after which no new sentence begins.
const SENTENCE_SIGNS: [char; 9] = ['.', '!', '?', ':', '\u{2026}', '。', '，', '、', '；'];

/// Returns whether a line ends with the announcement of a call: all its words are known.
fn is_announcement(line: &str) -> bool {
    const WORDS: [&str; 13] = [
        "here", "here's", "here’s", "is", "are", "a", "the", "my", "tool", "function", "call",
        "calls", "results",
    ];
    let mut words = line.split(' ');
    let is_known = |word: &str| WORDS.contains(&word.to_lowercase().as_str());
    line.starts_with("Here") && line.contains(' ') && words.all(is_known)
}

/// Returns whether a text is the mark of a list: `-`, `*`, `+`, `1.` or `1)`.
fn is_list_mark(text: &str) -> bool {
    let digits = text.trim_end_matches(['.', ')']);
    let is_number = digits.len() + 1 == text.len()
        && !digits.is_empty()
        && digits.len() < 4
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number || matches!(text, "-" | "*" | "+")
}

/// Returns the signs that close a quotation. Languages differ in them.
fn closing_quotes(opener: char) -> Option<&'static str> {
    Some(match opener {
        '"' => "\"",
        '\'' => "'",
        '`' => "`",
        '(' => ")",
        '（' => "）",
        '[' => "]",
        '“' => "”",
        '„' | '‟' => "“”",
        '‘' | '‚' => "’‘",
        '«' => "»",
        '»' => "«",
        '‹' => "›",
        '›' => "‹",
        '「' => "」",
        '『' => "』",
        _ => return None,
    })
}

/// Returns whether a text in the line of a call closes what began before the call: quotes, a
/// bracket, emphasis, a cell of a table, a comment or a tag of HTML.
fn closes_quotation(text: &str) -> bool {
    const SIGNS: [char; 22] = [
        '"', '\'', '`', ')', ']', '}', '|', '*', '_', '~', '/', '”', '“', '’', '‘', '»', '«', '›',
        '‹', '」', '』', '）',
    ];
    text.starts_with(SIGNS) || text.starts_with("</")
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

/// Returns whether a call is in a code block of Markdown: four spaces before its line, and a blank
/// line before the block.
fn is_indented_code(source: &Source<'_>, at: usize) -> bool {
    let before = &source.text[..at];
    let above = before.trim_end_matches(' ');
    let indent = before.len() - above.len();
    let above = above.strip_suffix('\n').unwrap_or("");
    let is_paragraph = above.trim_end_matches([' ', '\r']).ends_with('\n');
    indent > super::MAX_INDENT && is_paragraph && !is_blank(above.as_bytes())
}
