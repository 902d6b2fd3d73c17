//! The place of a call without a marker.

use super::place::{Place, closes_tag, goes_on};
use super::section::{MAX_GROUP, Separated, begins_marker};
use super::{Machine, is_list_mark, may_be_token};
use crate::marks::count_token;
use crate::syntax::engine::{MarkerMatch, Source};
use crate::syntax::table::{Family, Markers, Meaning};

/// The text in the line before a call without a marker.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// White space, or the mark of a list.
    Nothing,
    /// Words that announce a call, such as `Here is the tool call:`.
    Announcement,
    Prose,
}

/// Maximum length of the text in a line before a call without a marker.
const MAX_BEFORE: usize = 64;

/// Models that call a tool at the start of their answer may tell what they do next.
const AND_THEN: &str = "and then ";

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
                    let tag = self.tag_above(source, "", at);
                    match tag.map_or(MarkerMatch::No, |tag| {
                        closes_tag(source, source.rest(next), tag)
                    }) {
                        MarkerMatch::At(_) => return Place::Quoted(group),
                        MarkerMatch::Partly => return Place::More,
                        MarkerMatch::No => {}
                    }
                    if closer.is_none() && !self.is_sentence_open_above(source, at) {
                        return self.place_above(source, at, group, next);
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
                '{' | '[' if !is_token(source, line) => match self.skip_separator(source, next) {
                    Separated::Call(end) => group = end,
                    Separated::More => return Place::More,
                    Separated::End | Separated::Text => return Place::Quoted(group),
                },
                _ if begins_marker(line, Markers::of(source.selected))
                    || is_token(source, line) =>
                {
                    return self.own(group);
                }
                _ if !source.is_over && Markers::of(source.selected).is_partial(line) => {
                    return Place::More;
                }
                _ if count_token(line).is_some() => return self.own(group),
                _ if !source.is_over && may_be_token(line) => return Place::More,
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
}

/// Returns whether a text begins with a special token: `[EOS]`.
fn is_token(source: &Source<'_>, text: &str) -> bool {
    let mut found = Markers::of(source.selected).at_start(text);
    let is_end = |meaning: &Meaning| matches!(meaning, Meaning::Trailing);
    found.any(|marker| marker.meanings.iter().any(is_end))
}
