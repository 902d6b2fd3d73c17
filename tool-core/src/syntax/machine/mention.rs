//! Marks that prose only mentions.

use super::Machine;
use crate::drop_reason::DropReason;
use crate::finish::Finish;
use crate::marks::{REASONING, find_in_any_case, find_partial_in_any_case};
use crate::syntax::engine::{Block, Found, Source, last_line, take_end, take_start};

impl Machine {
    /// Returns whether a mark, which ends at `end`, begins reasoning: it begins or ends a line, or the
    /// line has its closing mark, too. Any other mark is a mention. `None` needs more text.
    pub(super) fn opens_reasoning(
        &self,
        source: &Source<'_>,
        at: usize,
        end: usize,
        close: &str,
    ) -> Option<bool> {
        if self.is_leading(source, at) {
            return Some(true);
        }
        let before = source.text.as_bytes()[..at].last().copied();
        if is_tag_mentioned(before, source, end)? {
            return Some(false);
        }
        let rest = take_start(source.rest(end), MAX_LINE);
        let line = rest.split('\n').next().unwrap_or(rest);
        let is_whole = source.is_over || line.len() < source.rest(end).len();
        match find_in_any_case(line, &[close]) {
            Some(_) => Some(true),
            None if is_whole => Some(line.trim().is_empty() && line.len() < rest.len()),
            None => None,
        }
    }

    /// Returns whether calls are between a mark that seemed to be a mention and its closing text: the
    /// mark begins a quotation. Its end must be near. `None` needs more text. Looks at each part of
    /// the text once.
    pub(super) fn is_quoted_by_mention(
        &mut self,
        source: &Source<'_>,
        at: usize,
        end: usize,
    ) -> Option<bool> {
        let Some((from, close)) = &mut self.mentioned else {
            return Some(false);
        };
        let found = find_in_any_case(source.rest(*from), &[close]);
        match found.map(|(found, _)| *from + found) {
            Some(found) if found < at => {
                self.mentioned = None;
                Some(false)
            }
            // The text is a part of the call.
            Some(found) if found < end => {
                *from = end;
                self.is_quoted_by_mention(source, at, end)
            }
            Some(found) => {
                *from = found;
                Some(found <= end + MAX_LINE)
            }
            None => {
                *from += find_partial_in_any_case(source.rest(*from), &[close]);
                let is_far = *from > end + MAX_LINE;
                (source.is_over || is_far).then_some(false)
            }
        }
    }
}

/// Returns whether a complete text ends within the tag of a call that has no name yet. The model
/// did not mean to go on.
pub(super) fn is_mention(source: &Source<'_>, block: &Block) -> bool {
    let is_whole = source.is_over && source.finish == Finish::Complete;
    let is_unnamed =
        |call: &Found| call.name.is_empty() && call.reason == Some(DropReason::Incomplete);
    is_whole
        && source.is_end(block.end)
        && block.calls.iter().all(is_unnamed)
        && !block.calls.is_empty()
}

/// Returns whether prose mentions a marker: spaces are around it.
pub(super) fn is_mentioned(before: Option<u8>, rest: &str) -> bool {
    before == Some(b' ') && rest.starts_with(' ')
}

/// Returns whether prose mentions a tag that ends at `end`: a space is before it, and a space or the
/// sign of a sentence behind it. `None` needs more text.
pub(super) fn is_tag_mentioned(
    before: Option<u8>,
    source: &Source<'_>,
    end: usize,
) -> Option<bool> {
    if before != Some(b' ') {
        return Some(false);
    }
    let rest = source.rest(end);
    let signs = rest.bytes().take_while(|byte| b",.;:!?)".contains(byte));
    let signs = signs.take(MAX_SIGNS).count();
    match rest.as_bytes().get(signs) {
        None if source.is_over => Some(signs > 0),
        None => None,
        Some(b' ') => Some(true),
        Some(byte) => Some(signs > 0 && byte.is_ascii_whitespace()),
    }
}

/// Returns whether the closing text of a quotation soon follows its mark. `None` needs more text.
pub(super) fn is_closed_soon(source: &Source<'_>, at: usize, close: &str) -> Option<bool> {
    let rest = take_start(source.rest(at), MAX_LINE);
    let is_closed = find_in_any_case(rest, &[close]).is_some();
    let is_whole = source.is_over || rest.len() < source.rest(at).len();
    (is_closed || is_whole).then_some(is_closed)
}

/// Maximum number of signs behind a tag in prose.
const MAX_SIGNS: usize = 8;

/// Returns whether a command ends at a position: only redirections and other commands follow in its
/// line. `None` needs more text.
pub(super) fn ends_command(source: &Source<'_>, at: usize) -> Option<bool> {
    let rest = source.rest(at).trim_start_matches([' ', '\t', '\r']);
    match rest.bytes().next() {
        Some(first) => Some(b"\n>|&;)".contains(&first)),
        None => source.is_over.then_some(false),
    }
}

/// Returns whether the line before the closing mark of reasoning has its opening mark.
pub(super) fn has_opening_mark(source: &Source<'_>, at: usize, close: &str) -> bool {
    let line = last_line(take_end(&source.text[..at], MAX_LINE));
    let mut marks = REASONING.iter().filter(|marks| marks.close == close);
    marks.any(|marks| find_in_any_case(line, &[marks.open]).is_some())
}

/// Maximum length of a line with both marks of reasoning, and of the text between a call and the end of
/// a quotation whose mark seemed to be a mention.
const MAX_LINE: usize = 1024;

/// Returns whether prose mentions the marker of a header: a word follows it.
pub(super) fn is_word_behind(source: &Source<'_>, at: usize) -> bool {
    source
        .rest(at)
        .starts_with(|c: char| c.is_alphabetic() || c == ' ')
}
