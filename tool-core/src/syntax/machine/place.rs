//! The place of a call: in a sentence, in quotes or in a list of prose, it is a quotation.

use super::section::{MAX_GROUP, Separated, begins_marker};
use super::{After, FenceMark, Machine, PositionDecision, Wait, is_blank, is_list_mark};
use crate::marks::{
    ENDS_OF_CALLS, STARTS_OF_RESULTS, begins_with_mark, is_wrapper, parse_tag_line,
};
use crate::prose::{has_subject_above, is_comment, is_of_other_speaker, takes_back};
use crate::syntax::engine::{
    EngineStep, MarkerMatch, Source, header, is_inside_sentence, last_line, python, take_window,
};
use crate::syntax::table::{Family, Markers};

/// The place of calls, by the text around them.
pub(super) enum Place {
    /// The calls stand alone.
    Own,
    /// The text up to this position quotes the calls.
    Quoted(usize),
    /// The line below the calls takes them back or describes them.
    NotMeant,
    /// The decision needs more text.
    More,
}

impl Machine {
    /// Decides about the place of a call with a marker: it is quoted if the sentence around it goes
    /// on in the line of its end, or if quotes are around it.
    pub(super) fn find_marked_place(
        &mut self,
        source: &Source<'_>,
        at: usize,
        end: usize,
        after: After,
    ) -> Place {
        let at = header::find_start(source.text, at);
        let from = self.fresh.min(at);
        let before = last_line(&source.text[from..at]).trim();
        let is_code = is_indented_code(&source.text[from..at])
            || is_comment(before)
            || before.ends_with(['=', '\\']);
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
        let tag = self.tag_above(source, before, at);
        let is_inside = is_inside_sentence(before) || self.is_sentence_open_above(source, at);
        let mut group = end;
        for _ in 0..MAX_GROUP {
            let next = source.skip_space(group);
            let has_break = source.text[group..next].contains('\n');
            match skip_mark_behind(source, next, has_break, after, closer) {
                MarkerMatch::At(end) => {
                    group = end;
                    continue;
                }
                MarkerMatch::Partly => return Place::More,
                MarkerMatch::No => {}
            }
            let rest = source.rest(next);
            match tag.map_or(MarkerMatch::No, |tag| closes_tag(source, rest, tag)) {
                MarkerMatch::At(_) => return Place::Quoted(group),
                MarkerMatch::Partly => return Place::More,
                MarkerMatch::No => {}
            }
            // Calls in another line have a place of their own, unless a sentence around all of them
            // began before them.
            if has_break && !is_inside && closer.is_none() {
                return self.place_above(source, at, group, next);
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
                _ if first.is_lowercase() => match self.find_call_in_line(source, next) {
                    Separated::Call(end) => group = end,
                    Separated::More => return Place::More,
                    Separated::End | Separated::Text => return Place::Quoted(group),
                },
                _ => return self.place_above(source, at, group, next),
            }
        }
        self.own(group)
    }

    /// Returns whether a sentence is open at the end of the lines before a call, which begins its
    /// line.
    pub(super) fn is_sentence_open_above(&self, source: &Source<'_>, at: usize) -> bool {
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
    pub(super) fn place_above(
        &mut self,
        source: &Source<'_>,
        at: usize,
        group: usize,
        next: usize,
    ) -> Place {
        // No sentence begins with the sign of a tag, of a mark or of code.
        if source
            .rest(next)
            .starts_with(['<', '[', '{', '`', '✿', ']'])
        {
            return self.own(group);
        }
        let rest = take_window(source.rest(next));
        let line = rest.split('\n').next().unwrap_or(rest);
        let is_whole = source.is_over || next + line.len() < source.text.len();
        if !is_whole {
            return Place::More;
        }
        if has_subject_above(line) || takes_back(line) || self.is_turn(source, at, line) {
            return Place::NotMeant;
        }
        self.own(group)
    }

    /// Returns whether a call is a turn of a transcript: the line above it names its speaker, and
    /// the line below it another one.
    fn is_turn(&self, source: &Source<'_>, at: usize, line: &str) -> bool {
        const SPEAKERS: [&str; 5] = ["a:", "ai:", "assistant:", "bot:", "model:"];
        let above = last_line(source.text[self.fresh.min(at)..at].trim_end());
        let above = above.trim_matches(['*', '#', ' ']).to_lowercase();
        is_of_other_speaker(line) && SPEAKERS.iter().any(|name| above.starts_with(name))
    }

    /// Returns the signs that close a quotation or a list of prose whose opening sign ends the line
    /// above a call.
    pub(super) fn closer_above(&self, source: &Source<'_>, at: usize) -> Option<&'static str> {
        let before = &source.text[self.fresh.min(at)..at];
        let above = before.trim_end_matches([' ', '\r']).strip_suffix('\n')?;
        let opener = above.chars().next_back()?;
        let outside = above.trim_end_matches(opener);
        let is_opening = outside.is_empty() || outside.ends_with([' ', '\n', '(', ':', '=']);
        closing_quotes(opener).filter(|_| is_opening && opener != '`')
    }

    /// Returns the name of the tag in the line above a call that begins its line. The tag quotes the
    /// call if its closing tag follows. Tags around calls and answers do not.
    pub(super) fn tag_above<'t>(
        &self,
        source: &Source<'t>,
        before: &str,
        at: usize,
    ) -> Option<&'t str> {
        const ANSWERS: [&str; 4] = ["answer", "final", "final_answer", "response"];
        let above = source.text[self.fresh.min(at)..at].trim_end();
        let name = parse_tag_line(last_line(above)).filter(|_| before.is_empty())?;
        let is_own = is_wrapper(name) || ANSWERS.contains(&name) || source.tool(name).is_some();
        (!is_own).then_some(name)
    }

    pub(super) fn own(&mut self, until: usize) -> Place {
        self.own_until = until;
        Place::Own
    }

    /// Decides about calls up to the end of the received text.
    pub(super) fn end_group(&mut self, source: &Source<'_>, group: usize) -> Place {
        if source.is_over {
            self.own(group)
        } else {
            Place::More
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
            Place::NotMeant => PositionDecision::NotMeant(block, after),
            Place::More => PositionDecision::Wait(Wait::Call),
        }
    }
}

/// Skips a mark behind a call: of the call itself, of the end of calls in the same line, or of a
/// result.
fn skip_mark_behind(
    source: &Source<'_>,
    at: usize,
    has_break: bool,
    after: After,
    closer: Option<&str>,
) -> MarkerMatch {
    let mut found = source.mark(at, after.marks);
    if matches!(found, MarkerMatch::No) && !has_break {
        found = source.mark(at, ENDS_OF_CALLS);
    }
    match found {
        MarkerMatch::No => skip_mark_of_result(source, at, closer),
        found => found,
    }
}

/// Looks for the mark of a result at the end of a line or of a quotation: no result follows.
fn skip_mark_of_result(source: &Source<'_>, at: usize, closer: Option<&str>) -> MarkerMatch {
    let found = source.mark(at, STARTS_OF_RESULTS);
    let MarkerMatch::At(end) = found else {
        return found;
    };
    // French quotes have a space before them.
    let rest = source.rest(end).trim_start_matches(' ');
    let is_end = |c: char| matches!(c, '\n' | ',') || closer.is_some_and(|signs| signs.contains(c));
    if rest.is_empty() && !source.is_over {
        MarkerMatch::Partly
    } else if rest.starts_with(is_end) || closes_quotation(rest) {
        found
    } else {
        MarkerMatch::No
    }
}

/// Looks for the closing tag of this name at the start of a text.
pub(super) fn closes_tag(source: &Source<'_>, text: &str, name: &str) -> MarkerMatch {
    let Some(behind) = text.strip_prefix("</") else {
        let is_open = !source.is_over && "</".starts_with(text);
        return if is_open {
            MarkerMatch::Partly
        } else {
            MarkerMatch::No
        };
    };
    if begins_with_mark(behind, name) {
        MarkerMatch::At(name.len())
    } else if !source.is_over && begins_with_mark(name, behind) {
        MarkerMatch::Partly
    } else {
        MarkerMatch::No
    }
}

/// Returns whether the text behind calls goes on with a sentence: a small letter, or the sign of a
/// sentence.
pub(super) fn goes_on(source: &Source<'_>, at: usize) -> bool {
    let rest = source.rest(at);
    let goes_on = |c: char| c.is_lowercase() || c == ',' || SENTENCE_SIGNS.contains(&c);
    let is_call = begins_marker(rest, Markers::of(source.selected))
        || rest.starts_with("to=")
        || python::names_tool(source, at);
    rest.starts_with(goes_on) && !is_call
}

/// Signs after which no new sentence begins.
const SENTENCE_SIGNS: [char; 9] = ['.', '!', '?', ':', '\u{2026}', '。', '，', '、', '；'];

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

/// Returns whether a call is in a code block of Markdown: four spaces before its line, and a blank
/// line before the block. The text of a list item and a later call may be as far inside.
fn is_indented_code(before: &str) -> bool {
    let above = before.trim_end_matches([' ', '\t']);
    // A tab is as wide as four spaces.
    let space = &before[above.len()..];
    let indent = space.len() + 3 * space.matches('\t').count();
    let above = above.strip_suffix('\n').unwrap_or("");
    let is_paragraph = above.trim_end_matches([' ', '\r']).ends_with('\n');
    let is_item = || {
        let mut words = last_line(above.trim_end()).split_whitespace();
        words.next().is_some_and(is_list_mark)
    };
    indent > super::MAX_INDENT && is_paragraph && !is_blank(above.as_bytes()) && !is_item()
}
