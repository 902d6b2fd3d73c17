//! The search for the next position that needs a decision.

use super::code::{CodeEnd, find_code_end};
use super::line::{QuotationSign, begins_line, count_list_mark, find_quotation, may_quote};
use super::{MAX_INDENT, Machine};
use crate::json::count_spaces;
use crate::syntax::engine::item::CallField;
use crate::syntax::engine::value_end::skip_space;
use crate::syntax::engine::{Source, bare, header, python};
use crate::syntax::table::{Family, Markers};

impl Machine {
    /// Returns the next position at which a marker, a line, code or JSON may begin, and whether it
    /// is the start of a line that may be a call.
    ///
    /// Most brackets and lines of prose, data and source code cannot be a call. A look at the next
    /// few bytes shows it, at a fraction of the cost of a decision.
    pub(super) fn next_stop(&mut self, source: &Source<'_>, at: usize) -> (usize, bool) {
        let markers = Markers::of(source.selected);
        let bytes = source.text.as_bytes();
        let mut at = at;
        loop {
            at = markers.next(bytes, at);
            let is_stop = match bytes.get(at) {
                // The start of a line is after the line break.
                Some(b'\n') => match self.skip_line_start(source, at + 1) {
                    Some(text) => {
                        at = text;
                        continue;
                    }
                    None => return (at + 1, true),
                },
                Some(b'{') if self.may_be_object(source, at) => true,
                Some(b'{') => {
                    at = self.plain_until.max(at + 1);
                    continue;
                }
                Some(b'[') => markers.may_begin(&bytes[at..]) || self.may_be_list(source, at),
                Some(b'`') => match skip_code(source, at) {
                    Some(end) => {
                        at = end;
                        continue;
                    }
                    None => true,
                },
                _ => true,
            };
            if is_stop {
                return (at, false);
            }
            at += 1;
        }
    }

    /// Returns the position of the text in a line that cannot be a call, for which
    /// [`decide_line`](Self::decide_line) makes no decision.
    #[inline]
    fn skip_line_start(&self, source: &Source<'_>, at: usize) -> Option<usize> {
        let bytes = source.text.as_bytes();
        let indent = count_spaces(&bytes[at..]);
        let text = at + indent;
        let is_text = || {
            bytes.get(text).is_some_and(|first| {
                !begins_line(source, *first) && !header::begins_recipient(&bytes[text..])
            })
        };
        let may_quote = bytes.get(text).copied().is_none_or(may_quote)
            && (!matches!(find_quotation(source.rest(text)), QuotationSign::No)
                || count_list_mark(source.rest(text)).is_some());
        (self.has_begun && !may_quote && (indent > MAX_INDENT || is_text())).then_some(text)
    }

    /// Returns whether the object at a position may be a call. Otherwise, it is data up to
    /// `data_until`, as in [`decide_bare`](Self::decide_bare).
    fn may_be_object(&mut self, source: &Source<'_>, at: usize) -> bool {
        if at < self.data_until
            || !begins_like_call(source, at)
            || !self.reads_bare(source)
            || self.is_quoted(source, at)
        {
            return false;
        }
        // An object at the start or after another call is usually a call, so the decision comes
        // first. While text arrives, the look at the keys finds data before the object ends.
        let follows_call = self.family == Some(Family::Bare);
        if source.is_over && (follows_call || !self.has_begun) {
            return true;
        }
        let Some(data) = bare::find_data(source.text, at) else {
            return true;
        };
        self.data_until = data.end.max(self.data_until);
        self.plain_until = data.plain_until;
        false
    }

    /// Returns whether the list at a position may contain calls, as JSON objects or as `NAME(`.
    fn may_be_list(&mut self, source: &Source<'_>, at: usize) -> bool {
        let bytes = source.text.as_bytes();
        let item = source.skip_space(at + 1);
        match bytes.get(item) {
            Some(b'{') => at >= self.data_until && self.may_be_object(source, item),
            Some(&byte) if byte.is_ascii() && !python::is_name_byte(byte) => false,
            Some(byte) if byte.is_ascii() => {
                let (name, behind) = python::split_name(source.rest(item));
                match behind.trim_start_matches([' ', '\r']).bytes().next() {
                    Some(b'(') => source.tools.is_empty() || source.tool(name).is_some(),
                    Some(_) => false,
                    None => !source.is_over,
                }
            }
            Some(_) => true,
            None => !source.is_over,
        }
    }
}

/// Returns the position after inline code between single backticks. Other code needs a decision.
pub(super) fn skip_code(source: &Source<'_>, at: usize) -> Option<usize> {
    let bytes = source.text.as_bytes();
    let is_tick = |at: usize| bytes.get(at) == Some(&b'`');
    if is_tick(at + 1) || at > 0 && is_tick(at - 1) {
        return None;
    }
    match find_code_end(source, at, 1) {
        CodeEnd::Line(end) => Some(end),
        CodeEnd::None => Some(at + 1),
        CodeEnd::Lines(_) | CodeEnd::Open(_) => None,
    }
}

/// Returns whether the first key of the object at `at` may belong to a call.
fn begins_like_call(source: &Source<'_>, at: usize) -> bool {
    let bytes = source.text.as_bytes();
    let key = skip_space(bytes, at + 1);
    match (bytes.get(key), bytes.get(key + 1)) {
        (Some(b'"' | b'\''), Some(first)) => CallField::STARTS.contains(first),
        (Some(byte), Some(_)) => !byte.is_ascii(),
        // The text may go on.
        _ => !source.is_over,
    }
}
