//! Text up to the next marker, and the decision about each marker.

use super::mention::{
    ends_command, has_opening_mark, is_closed_soon, is_mention, is_mentioned, is_tag_mentioned,
    is_word_behind,
};
use super::trailing::{Trailing, read_trailing};
use super::{
    After, Machine, NOTHING_AFTER, PositionDecision, Wait, decide_block, is_blank, may_be_token,
    message,
};
use crate::marks::count_token;
use crate::syntax::collected::Collected;
use crate::syntax::engine::header::{self, MessageKind};
use crate::syntax::engine::{EngineStep, Found, MarkerMatch, Source, python, take_end};
use crate::syntax::format::Format;
use crate::syntax::table::{Family, Marker, Markers, Meaning, Row, STRAY_ENDS, is_read, list_rows};

impl Machine {
    pub(super) fn read_text(&mut self, source: &Source<'_>, out: &mut Collected) -> Wait {
        if let Some(after) = self.after
            && let Some(wait) = self.read_after(after, source, out)
        {
            return wait;
        }
        if let Some(wait) = self.skip_unknown_token(source, out) {
            return wait;
        }
        let bytes = source.text.as_bytes();
        let start = self.at;
        let mut here = start;
        loop {
            // A line may begin with a call, and so may the text after a marker.
            let is_line = here == 0
                || here == self.fresh
                || here == self.item
                || bytes.get(here - 1) == Some(&b'\n');
            let decision = if is_line {
                self.decide_line(source, here)
            } else {
                None
            };
            let decision = if let Some(decision) = decision {
                decision
            } else {
                let (next, begins_line) = self.next_stop(source, here);
                if next > here {
                    self.has_begun = self.has_begun || !is_blank(&bytes[here..next]);
                    here = next;
                    if here == bytes.len() {
                        self.say(&source.text[start..], out);
                        self.at = here;
                        return Wait::No;
                    }
                    if begins_line {
                        continue;
                    }
                }
                self.decide(source, here, out)
            };
            let decision = match decision {
                PositionDecision::Block(block, format, family, after)
                    if !block.calls.is_empty() =>
                {
                    match self.is_quoted_by_mention(source, here, block.end) {
                        None => PositionDecision::Wait(Wait::Call),
                        Some(true) => self.skip_calls(source, here, block.end, after),
                        Some(false) if self.is_ruled_out(source, here) => {
                            PositionDecision::NotMeant(block, after)
                        }
                        Some(false) => PositionDecision::Block(block, format, family, after),
                    }
                }
                decision => decision,
            };
            let decision = if let PositionDecision::NotMeant(block, after) = decision {
                let skipped = self.skip_calls(source, here, block.end, after);
                if let PositionDecision::Text(_) = skipped {
                    out.drop_unmeant(block);
                }
                skipped
            } else {
                decision
            };
            if let PositionDecision::Text(width) = decision {
                let end = bytes.len().min(here + width);
                self.has_begun = self.has_begun || !is_blank(&bytes[here..end]);
                here += width;
                if here >= bytes.len() {
                    self.say(&source.text[start..], out);
                    self.at = bytes.len();
                    return Wait::No;
                }
                continue;
            }
            self.at = here;
            if here > start {
                self.say(&source.text[start..here], out);
                if self.stops_at_calls {
                    return Wait::No;
                }
            }
            return self.apply(decision, source, out);
        }
    }

    pub(super) fn at_position<'t>(&self, source: &Source<'t>, at: usize) -> Source<'t> {
        // Calls without a marker follow each other.
        let is_next = || {
            let between = source.text.get(self.fresh..at).unwrap_or("");
            between.len() < MAX_SPACE && is_blank(between.as_bytes())
        };
        Source {
            is_start: !self.has_begun || self.family == Some(Family::Bare) && is_next(),
            ..*source
        }
    }

    /// Decides about a position at which a marker may begin.
    pub(super) fn decide(
        &mut self,
        source: &Source<'_>,
        at: usize,
        out: &mut Collected,
    ) -> PositionDecision {
        let source = &self.at_position(source, at);
        let rest = source.rest(at);
        if header::is_other_word(rest) {
            return PositionDecision::Text(1);
        }
        let markers = Markers::of(source.selected);
        if !source.is_over && markers.is_partial(rest) {
            return PositionDecision::Wait(Wait::Marker);
        }
        if self.is_quoted(source, at) {
            return self.skip_quoted_call(source, at);
        }
        let found = markers.at_start(rest);
        if self.strings.may_contain(source, at)
            && found.clone().next().is_some()
            && let Some(decision) = self.decide_string(source, at)
        {
            return decision;
        }
        // Rows of the known family come first.
        if self.family.is_some()
            && let Some((mark, decision)) = self.read_rows_of(true, source, at)
        {
            return self.check_place(source, at, mark, decision);
        }
        for marker in found {
            let behind = &rest.as_bytes()[marker.text.len()..];
            for row in marker.rows(source.selected, behind) {
                if self.family != Some(row.family)
                    && let Some(decision) = self.read_row(row, source, at, marker.text)
                {
                    return self.check_place(source, at, marker.text, decision);
                }
            }
            for meaning in &marker.meanings {
                if let Some(decision) = self.decide_marker(marker, *meaning, source, at, out) {
                    return match meaning {
                        Meaning::Section | Meaning::Hidden | Meaning::Wrapper => decision,
                        _ => self.check_place(source, at, "", decision),
                    };
                }
            }
        }
        if let Some(decision) = self.read_unselected(source, at) {
            return self.check_place(source, at, "", decision);
        }
        let decision = match rest.as_bytes().first() {
            Some(b'a' | b'c') => match header::read_stripped(source, at) {
                EngineStep::No => PositionDecision::Text(1),
                step => {
                    let format = Format::Harmony;
                    let decision = decide_block(step, format, Family::Own(format), NOTHING_AFTER);
                    self.check_place(source, at, "", decision)
                }
            },
            // The Command models mark their calls and their answers: all other JSON is data.
            Some(b'{' | b'[') if self.is_command => {
                self.data_until = usize::MAX;
                PositionDecision::Text(1)
            }
            Some(b'{' | b'[') if self.reads_bare(source) => self.decide_bare(source, at),
            Some(b'`') => return self.decide_fence(source, at),
            _ => PositionDecision::Text(rest.chars().next().map_or(1, char::len_utf8)),
        };
        match decision {
            PositionDecision::Text(_) => decision,
            decision => self.decide_string(source, at).unwrap_or(decision),
        }
    }

    /// Reads a call in a format that the caller did not select. It counts if it is complete and
    /// names a tool, and if no call of the selected format precedes.
    fn read_unselected(&mut self, source: &Source<'_>, at: usize) -> Option<PositionDecision> {
        source.selected?;
        let any = &Source {
            selected: None,
            ..*source
        };
        let rest = source.rest(at);
        for marker in Markers::of(source.selected).at_start(rest) {
            let behind = &rest.as_bytes()[marker.text.len()..];
            for row in marker.rows(None, behind) {
                let is_other = self.family.is_some_and(|family| family != row.family);
                // Such a marker may be a word of prose.
                let is_word = row.family == Family::Bare && !self.is_leading(source, at);
                if is_other || is_word || marker.text.len() < 3 || is_read(row, source.selected) {
                    continue;
                }
                match self.read_row(row, any, at, marker.text) {
                    Some(PositionDecision::Block(mut block, format, family, after)) => {
                        let is_clear = |call: &mut Found| {
                            call.reason.is_none() && source.tool(&call.name).is_some()
                        };
                        let next = source.skip_space(block.end);
                        let is_closed = block.is_closed
                            || !row.has_end()
                            || match source.mark(next, row.after) {
                                MarkerMatch::At(_) => true,
                                MarkerMatch::No if source.is_over || !source.is_end(next) => false,
                                _ => return Some(PositionDecision::Wait(Wait::Call)),
                            };
                        if is_closed && block.calls.iter_mut().all(is_clear) {
                            let block = PositionDecision::Block(block, format, family, after);
                            return Some(block);
                        }
                    }
                    Some(decision @ PositionDecision::Wait(_)) => return Some(decision),
                    _ => {}
                }
            }
        }
        None
    }

    /// Returns whether a position is the start of inline code, which is an example.
    #[inline]
    pub(super) fn is_quoted(&self, source: &Source<'_>, at: usize) -> bool {
        let before = &source.text.as_bytes()[..at];
        before.last() == Some(&b'`') && at != self.fresh && !before.ends_with(b"```")
    }

    /// Decides about one meaning of the marker at a position. Returns `None` if the marker does not
    /// mean this here.
    #[inline(never)]
    fn decide_marker(
        &mut self,
        marker: &Marker,
        meaning: Meaning,
        source: &Source<'_>,
        at: usize,
        out: &mut Collected,
    ) -> Option<PositionDecision> {
        let mark = marker.text;
        let before = source.text.as_bytes()[..at].last().copied();
        let end = at + mark.len();
        Some(match meaning {
            Meaning::Reasoning(_) | Meaning::EndOfReasoning if mark.ends_with(':') => {
                let end = match source.skip_suffix(end) {
                    MarkerMatch::At(end) => end,
                    MarkerMatch::Partly => return Some(PositionDecision::Wait(Wait::Marker)),
                    MarkerMatch::No => return None,
                };
                match meaning {
                    Meaning::Reasoning(close) if self.is_leading(source, at) => {
                        PositionDecision::Reasoning(close, end)
                    }
                    Meaning::EndOfReasoning => PositionDecision::LoneEnd(end),
                    _ => return None,
                }
            }
            Meaning::Reasoning(close) => match self.opens_reasoning(source, at, end, close) {
                None => PositionDecision::Wait(Wait::Marker),
                Some(false) => return None,
                Some(true) => {
                    out.has_citations |= mark.starts_with("<|START_THINKING");
                    PositionDecision::Reasoning(close, end)
                }
            },
            // A mention of the pair.
            Meaning::EndOfReasoning if has_opening_mark(source, at, mark) => {
                PositionDecision::Text(mark.len())
            }
            Meaning::EndOfReasoning => PositionDecision::LoneEnd(end),
            Meaning::Hidden | Meaning::Section
                if before == Some(b' ') && source.is_end(end) && !source.is_over =>
            {
                PositionDecision::Wait(Wait::Marker)
            }
            // The start of the call is text, so its end is, too.
            Meaning::Hidden if self.has_start_in_text(source, at, mark) => {
                PositionDecision::Text(mark.len())
            }
            Meaning::Hidden | Meaning::Section if !is_mentioned(before, source.rest(end)) => {
                // Other marks count as a part of the section inside a line.
                let is_section = matches!(meaning, Meaning::Section)
                    || !self.is_leading(source, at) && at != self.fresh;
                let calls = is_section
                    .then(|| self.read_section(source, at, end))
                    .flatten();
                if matches!(calls, None | Some(PositionDecision::Block(..))) {
                    let is_start = mark.starts_with("<|START_");
                    out.has_citations |= is_start;
                    self.is_command |= is_start && !mark.ends_with("_TOKEN|>");
                }
                calls.unwrap_or(PositionDecision::Hidden(end))
            }
            Meaning::Wrapper if !is_mentioned(before, source.rest(end)) => {
                return self.decide_wrapper(mark, source, at);
            }
            Meaning::Code(close) => match is_tag_mentioned(before, source, end) {
                None => PositionDecision::Wait(Wait::Marker),
                // A sentence about a tag of HTML may name its closing tag behind the call.
                Some(true)
                    if close != "-->"
                        && source
                            .rest(source.skip_space(end))
                            .starts_with(char::is_alphanumeric) =>
                {
                    return None;
                }
                Some(true) => match is_closed_soon(source, end, close) {
                    None => PositionDecision::Wait(Wait::Marker),
                    Some(true) => PositionDecision::Code(close, end),
                    Some(false) => {
                        self.mentioned = Some((end, close));
                        return None;
                    }
                },
                Some(false) => PositionDecision::Code(close, end),
            },
            Meaning::CodeBlock(close) if self.is_leading(source, at) => {
                PositionDecision::Code(close, end)
            }
            Meaning::HereDocument(close) => match ends_command(source, end) {
                None => PositionDecision::Wait(Wait::Marker),
                Some(true) => PositionDecision::Code(close, end),
                Some(false) => return None,
            },
            Meaning::Opening(close) if !self.has_begun => PositionDecision::Opening(close, end),
            Meaning::Closing if self.closing == Some(mark) => PositionDecision::Hidden(end),
            Meaning::EndOfTurn => PositionDecision::Ended,
            Meaning::Answer if !self.has_begun => return decide_turn(source, mark, end),
            Meaning::Answer | Meaning::Trailing => return self.decide_token(marker, source, at),
            Meaning::Header => decide_header(source, at, end),
            Meaning::Hidden
            | Meaning::Section
            | Meaning::Wrapper
            | Meaning::CodeBlock(_)
            | Meaning::Opening(_)
            | Meaning::Closing => return None,
        })
    }

    /// Decides about a special token: it belongs to the end of the output, to the turn before the
    /// answer, or to the text.
    fn decide_token(
        &self,
        marker: &Marker,
        source: &Source<'_>,
        at: usize,
    ) -> Option<PositionDecision> {
        let end = at + marker.text.len();
        Some(match read_trailing(source, end) {
            Trailing::Only(end) => PositionDecision::Hidden(end),
            Trailing::Text(_) if marker.is_quotation() => return None,
            Trailing::Text(_) if self.is_behind_call(source, at) => PositionDecision::Hidden(end),
            Trailing::Text(_) if !self.has_begun && !is_word_of_text(source, marker.text, end) => {
                PositionDecision::Hidden(end)
            }
            Trailing::Text(end) => PositionDecision::Text(end - at),
            Trailing::More => PositionDecision::Wait(Wait::Call),
        })
    }

    /// Removes a special token of any name directly behind a call. Returns `Some` to wait.
    fn skip_unknown_token(&mut self, source: &Source<'_>, out: &mut Collected) -> Option<Wait> {
        let next = source.skip_space(self.at);
        let rest = source.rest(next);
        let mut known = Markers::of(source.selected).at_start(rest);
        if !self.is_behind_call(source, next) || known.next().is_some() {
            return None;
        }
        if let Some(length) = count_token(rest) {
            out.output();
            self.hide(next + length);
            return Some(Wait::No);
        }
        let is_open = !source.is_over && (rest.is_empty() || may_be_token(rest));
        is_open.then_some(Wait::Marker)
    }

    /// Returns whether only white space and hidden tokens are between the last call and a position.
    fn is_behind_call(&self, source: &Source<'_>, at: usize) -> bool {
        let between = source.text.get(self.fresh..at).unwrap_or("");
        self.family.is_some() && between.len() < MAX_SPACE && is_blank(between.as_bytes())
    }

    /// Returns whether the text before an end marker has the marker that begins its call.
    fn has_start_in_text(&self, source: &Source<'_>, at: usize, mark: &str) -> bool {
        let text = take_end(&source.text[self.fresh.min(at)..at], MAX_TEXT);
        let mut rows = list_rows().filter(|row| row.after.contains(&mark));
        rows.any(|row| row.marks.iter().any(|start| text.contains(start)))
    }

    /// Decides about a tag around calls of another format. It is hidden before a call, as is a tag
    /// that a text of the model follows by mistake, and an end after a call.
    fn decide_wrapper(
        &mut self,
        mark: &str,
        source: &Source<'_>,
        at: usize,
    ) -> Option<PositionDecision> {
        let end = at + mark.len();
        let is_end = STRAY_ENDS.contains(&mark);
        let is_leading = self.is_leading(source, at);
        if is_leading || is_end {
            let calls = self.read_section(source, at, end);
            if matches!(
                calls,
                Some(PositionDecision::Block(..) | PositionDecision::Wait(_))
            ) {
                return calls;
            }
        }
        let begins_text = || source.rest(end).starts_with(char::is_uppercase);
        let is_stray =
            is_end && self.family.is_some() || mark == "<tool_call>" && is_leading && begins_text();
        is_stray.then_some(PositionDecision::Hidden(end))
    }

    pub(super) fn read_row(
        &mut self,
        row: &'static Row,
        source: &Source<'_>,
        at: usize,
        mark: &str,
    ) -> Option<PositionDecision> {
        if !is_read(row, source.selected) || row.family == Family::Bare && !self.reads_bare(source)
        {
            return None;
        }
        let unended = self.unended.iter().filter(|format| **format == row.format);
        if unended.count() == MAX_UNENDED {
            return None;
        }
        let after = After {
            marks: row.after,
            is_bare: row.family == Family::Bare,
            in_section: self.section == Some(row.family) || row.is_section(mark),
        };
        match row.read(source, at, mark, after.in_section) {
            EngineStep::No => None,
            EngineStep::NoEnd => {
                self.unended.push(row.format);
                None
            }
            EngineStep::Block(block) if is_mention(source, &block) => {
                self.unended.push(row.format);
                None
            }
            step => Some(decide_block(step, row.format, row.family, after)),
        }
    }
}

/// Decides about the marker of the model's turn at the start of the text. Line breaks belong to it.
fn decide_turn(source: &Source<'_>, mark: &str, end: usize) -> Option<PositionDecision> {
    let rest = source.rest(end);
    let behind = rest.trim_start_matches(['\r', '\n']);
    if behind.is_empty() && !source.is_over {
        return Some(PositionDecision::Wait(Wait::Marker));
    }
    let is_word = !mark.ends_with('>') && is_word_of_text(source, mark, end);
    (!is_word).then_some(PositionDecision::Hidden(source.text.len() - behind.len()))
}

/// Decides about the marker of a header, which ends at `end`. At the end of the output, the model
/// begins its next message.
fn decide_header(source: &Source<'_>, at: usize, end: usize) -> PositionDecision {
    match header::read(source, at) {
        MessageKind::No if is_word_behind(source, end) => {
            let role = source.rest(end).strip_prefix("assistant");
            match role.map(|rest| read_trailing(source, source.text.len() - rest.len())) {
                Some(Trailing::Only(end)) => PositionDecision::Hidden(end),
                Some(Trailing::More) => PositionDecision::Wait(Wait::Marker),
                _ => PositionDecision::Text(end - at),
            }
        }
        MessageKind::No => PositionDecision::Hidden(end),
        message => message::decide(source, message),
    }
}

/// Returns whether a token that ends at `end` is a word of the sentence behind it, or a tag of HTML.
fn is_word_of_text(source: &Source<'_>, token: &str, end: usize) -> bool {
    let rest = source.rest(end);
    let behind = rest.trim_start_matches(' ');
    let is_text = behind.len() < rest.len() || token.len() <= 3;
    let is_text = is_text && behind.starts_with(char::is_alphanumeric);
    rest.starts_with([',', '.', ':']) || is_text && !python::names_tool(source, end)
}

/// Maximum size of the text between the markers of a call that is text.
const MAX_TEXT: usize = 4096;

/// Maximum amount of white space between calls without a marker, and before the header of a message.
pub(super) const MAX_SPACE: usize = 16;

/// Maximum number of texts of a format that begin a call and lack its end marker. Each may be as
/// long as the text. A whole call behind one of them would have the marker.
const MAX_UNENDED: usize = 8;
