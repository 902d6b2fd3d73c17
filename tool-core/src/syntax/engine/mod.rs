//! The engines: each reads one shape of calls. A format is a row of data for an engine.

mod arguments;
pub(super) mod bare;
pub(super) mod braces;
pub(super) mod code;
mod few;
pub(super) mod framed;
pub(super) mod header;
pub(super) mod item;
pub(super) mod json;
pub(super) mod json_strings;
pub(super) mod leftover;
pub(super) mod literal;
pub(super) mod named;
pub(super) mod nested;
mod plain;
pub(super) mod python;
pub(super) mod suffixed;
pub(super) mod tags;
pub(super) mod tool_tags;
mod typing;
pub(super) mod value_end;

use few::Few;
#[cfg(feature = "text")]
pub(crate) use typing::is_read_as_text;

use crate::drop_reason::DropReason;
use crate::finish::Finish;
use crate::json::find_any;
use crate::schema::ArgumentTypes;
use crate::syntax::{Format, ToolShape, Tools};

/// The text that an engine reads.
#[derive(Clone, Copy)]
pub(crate) struct Source<'t> {
    pub(crate) text: &'t str,
    /// `true` if no more text comes.
    pub(crate) is_over: bool,
    pub(crate) finish: Finish,
    pub(crate) tools: &'t dyn Tools,
    /// The format that the caller selected.
    pub(crate) selected: Option<Format>,
    /// `true` if no text and no call precedes.
    pub(crate) is_start: bool,
}

/// The result of an engine at one position.
pub(super) enum EngineStep {
    /// The position holds no call of this format.
    No,
    /// The position holds no call of this format, because the rest of the text lacks an end marker.
    NoEnd,
    /// The decision needs more text. Never returned if the text is over.
    More,
    /// Calls, and text that belongs to them.
    Block(Block),
}

/// A part of the text that belongs to calls.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub(super) calls: Few<Found>,
    /// The position after the block.
    pub(super) end: usize,
    /// `true` if the block ends with its own end marker.
    pub(super) is_closed: bool,
}

/// A call in a block.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) id: Option<String>,
    pub(crate) name: String,
    pub(crate) raw: String,
    /// The reason why the call cannot run.
    pub(crate) reason: Option<DropReason>,
}

impl Found {
    pub(super) fn call(name: impl Into<String>, raw: impl Into<String>) -> Self {
        Self {
            id: None,
            name: name.into(),
            raw: raw.into(),
            reason: None,
        }
    }

    /// Returns a call that breaks off at the end of the text.
    pub(super) fn cut(name: impl Into<String>, raw: impl Into<String>) -> Self {
        Self::dropped(name, raw, DropReason::Incomplete)
    }

    pub(super) fn dropped(
        name: impl Into<String>,
        raw: impl Into<String>,
        reason: DropReason,
    ) -> Self {
        Self {
            reason: Some(reason),
            ..Self::call(name, raw)
        }
    }
}

impl Block {
    /// Drops the calls of a code fence at the end of a truncated text: the rest may show that the
    /// fence is an example.
    pub(super) fn drop_if_cut(&mut self, source: &Source<'_>) {
        let is_end = source.rest(self.end).trim().is_empty();
        if is_end && source.finish == Finish::Truncated {
            self.drop_all();
        }
    }

    pub(super) fn drop_all(&mut self) {
        for call in self.calls.iter_mut() {
            call.reason.get_or_insert(DropReason::Incomplete);
        }
    }
}

impl EngineStep {
    pub(super) fn one(call: Found, end: usize, is_closed: bool) -> Self {
        Self::Block(Block {
            calls: call.into(),
            end,
            is_closed,
        })
    }
}

/// The result of looking for a marker.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MarkerMatch {
    /// The marker is there. Holds the position after it.
    At(usize),
    /// The text ends inside the marker.
    Partly,
    No,
}

impl<'t> Source<'t> {
    /// Drops a call whose arguments begin at `at`, if the text is over. Otherwise waits for more.
    pub(super) fn cut(&self, name: &str, at: usize) -> EngineStep {
        if self.is_over {
            EngineStep::one(Found::cut(name, self.rest(at)), self.text.len(), false)
        } else {
            EngineStep::More
        }
    }

    /// Handles a text that ends after the marker of a call: a complete text only mentions it.
    pub(super) fn end_after_mark(&self, at: usize) -> EngineStep {
        if !self.is_over {
            EngineStep::More
        } else if self.finish == Finish::Complete {
            EngineStep::No
        } else {
            EngineStep::one(Found::cut("", ""), at, false)
        }
    }

    pub(super) fn rest(&self, at: usize) -> &'t str {
        self.text.get(at..).unwrap_or("")
    }

    /// Returns the position after the name of a checkpoint that ends a tag.
    pub(super) fn skip_suffix(&self, at: usize) -> MarkerMatch {
        const MAX_SUFFIX: usize = 32;
        let rest = self.rest(at);
        let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        match rest[length..].bytes().next() {
            _ if length > MAX_SUFFIX => MarkerMatch::No,
            Some(b'>') if length > 0 => MarkerMatch::At(at + length + 1),
            None if !self.is_over => MarkerMatch::Partly,
            _ => MarkerMatch::No,
        }
    }

    /// Returns the position of the first character at or after `at` that is not white space.
    pub(super) fn skip_space(&self, at: usize) -> usize {
        skip_space(self.text, at)
    }

    pub(super) fn is_end(&self, at: usize) -> bool {
        at >= self.text.len()
    }

    /// Looks for one of these markers at a position. Empty ones are skipped.
    #[inline]
    pub(super) fn mark(&self, at: usize, marks: &[&str]) -> MarkerMatch {
        let rest = self.text.as_bytes().get(at..).unwrap_or_default();
        for mark in marks {
            if !mark.is_empty() && begins_with(rest, mark) {
                return MarkerMatch::At(at + mark.len());
            }
        }
        if self.is_over || !begins_one(rest, marks) {
            MarkerMatch::No
        } else {
            MarkerMatch::Partly
        }
    }

    /// Returns the tool of a name, also if the name differs in case and style.
    pub(super) fn tool(&self, name: &str) -> Option<ToolShape<'t>> {
        self.tools.find(name)
    }

    /// Returns the types of the arguments of a tool.
    pub(super) fn argument_types(&self, name: &str) -> &'t ArgumentTypes {
        static UNKNOWN: ArgumentTypes = ArgumentTypes::UNKNOWN;
        self.tool(name).map_or(&UNKNOWN, |tool| tool.types)
    }

    /// Returns whether a text is the beginning of a tool's name.
    pub(super) fn begins_tool(&self, text: &str) -> bool {
        self.tools.has_name_with(text)
    }

    /// Returns whether a name may be called without a marker: it names a tool. Without a list of
    /// tools, only the start of the answer may be a call.
    pub(super) fn may_call(&self, name: &str) -> bool {
        let is_known = || {
            if self.tools.is_empty() {
                self.is_start
            } else {
                self.tool(name).is_some()
            }
        };
        !name.is_empty() && is_known()
    }
}

/// Returns whether a text is the beginning of one of the markers. Few texts end inside a marker.
#[cold]
fn begins_one(text: &[u8], marks: &[&str]) -> bool {
    let mut marks = marks.iter().map(|mark| mark.as_bytes());
    marks.any(|mark| text.len() < mark.len() && mark.starts_with(text))
}

/// Returns whether a text begins with a marker. Most markers have 8 to 32 bytes. For these, two
/// overlapping looks cost less than a call.
#[inline]
pub(super) fn begins_with(text: &[u8], mark: &str) -> bool {
    let mark = mark.as_bytes();
    let Some(text) = text.get(..mark.len()) else {
        return false;
    };
    match mark.len() {
        8..=16 => has_same_ends::<8>(text, mark),
        17..=32 => has_same_ends::<16>(text, mark),
        4..8 => has_same_ends::<4>(text, mark),
        _ => equals(text, mark),
    }
}

/// Compares texts of the same length.
#[inline(never)]
fn equals(text: &[u8], mark: &[u8]) -> bool {
    match mark.len() {
        0..4 => text.iter().zip(mark).all(|(byte, other)| byte == other),
        _ => text == mark,
    }
}

#[inline]
fn has_same_ends<const N: usize>(text: &[u8], mark: &[u8]) -> bool {
    text.last_chunk::<N>() == mark.last_chunk() && text.first_chunk::<N>() == mark.first_chunk()
}

/// Removes the white space around a text. Few names and values need it.
#[inline]
pub(super) fn trim(text: &str) -> &str {
    let bytes = text.as_bytes();
    match (bytes.first(), bytes.last()) {
        (Some(first), Some(last)) if first.is_ascii_graphic() && last.is_ascii_graphic() => text,
        _ => text.trim(),
    }
}

/// Returns the position of the first character at or after `at` that is not white space.
#[inline]
fn skip_space(text: &str, at: usize) -> usize {
    let mut next = at;
    loop {
        match text.as_bytes().get(next) {
            Some(b' ' | b'\t'..=b'\r') => next += 1,
            Some(byte) if !byte.is_ascii() => return skip_other_space(text, next),
            _ => return next,
        }
    }
}

fn skip_other_space(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or("");
    at + (rest.len() - rest.trim_start().len())
}

/// Returns whether a sentence begins in the line before a call and does not end there.
pub(super) fn is_inside_sentence(before: &str) -> bool {
    const ENDS: [char; 10] = ['.', '!', '?', ':', '\u{2026}', '。', '！', '？', '：', '>'];
    let line = last_line(before).trim_end();
    !line.trim_start().is_empty() && !line.ends_with(ENDS)
}

/// Returns the end of the last line of a text. Most lines are shorter than the limit.
pub(super) fn last_line(text: &str) -> &str {
    const MAX_LINE: usize = 512;
    let end = take_end(text, MAX_LINE);
    end.rsplit('\n').next().unwrap_or(end)
}

/// Maximum length of a name, an ID or a tag with attributes.
pub(super) const MAX_TAG: usize = 1024;

/// Returns the beginning of a text, at most [`MAX_TAG`] bytes.
pub(super) fn take_window(text: &str) -> &str {
    take_start(text, MAX_TAG)
}

/// Returns the beginning of a text, at most this number of bytes.
pub(super) fn take_start(text: &str, most: usize) -> &str {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Returns the end of a text, at most this number of bytes.
pub(super) fn take_end(text: &str, most: usize) -> &str {
    let mut start = text.len().saturating_sub(most);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    &text[start..]
}

/// Returns the first of the marks in a text, and its position.
pub(super) fn find_first<'m>(text: &str, marks: &[&'m str]) -> Option<(usize, &'m str)> {
    let bytes = text.as_bytes();
    let mut starts = marks.iter().filter_map(|mark| mark.bytes().next());
    let first = starts.next()?;
    let second = starts.find(|start| *start != first).unwrap_or(first);
    let is_other = |start| start != first && start != second;
    let has_more = starts.any(is_other);
    let mut from = 0;
    loop {
        let at = if has_more {
            let starts = |byte: &u8| marks.iter().any(|mark| mark.bytes().next() == Some(*byte));
            from + bytes.get(from..)?.iter().position(starts)?
        } else {
            find_any(bytes, from, [first, second])?
        };
        let rest = &bytes[at..];
        let found = marks
            .iter()
            .filter(|mark| rest.starts_with(mark.as_bytes()));
        if let Some(mark) = found.min() {
            return Some((at, mark));
        }
        from = at + 1;
    }
}

/// Returns the position of a short text, which is not empty.
pub(super) fn find_text(text: &str, part: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let first = part.bytes().next()?;
    let mut from = 0;
    loop {
        let at = find_any(bytes, from, [first])?;
        if part.len() == 1 || begins_with(&bytes[at..], part) {
            return Some(at);
        }
        from = at + 1;
    }
}
