//! The end of a value, which may contain the tags of the format.

use super::argument::{ArgumentValue, NextArgument, NextPart};
use super::row::{TagReader, Typing};
use crate::finish::Finish;
use crate::json::find_any;
use crate::marks::ENDS_OF_CALLS;
use crate::schema::ArgumentTypes;
use crate::syntax::engine::arguments::CollectedArguments;
use crate::syntax::engine::{MarkerMatch, find_text};

impl<'s> TagReader<'_, 's> {
    /// Finds the end of a value. Returns the value and the part after it.
    ///
    /// The value may contain its own closing tag: only a closing tag before another tag of the
    /// call counts. If the closing tag is missing, the next tag ends the value.
    pub(super) fn value(
        &self,
        at: usize,
        types: &ArgumentTypes,
        known: &CollectedArguments,
    ) -> Option<ArgumentValue<'s>> {
        let text = self.source.text;
        let has_cdata = self.row.typing == Typing::SchemaAndCdata;
        if has_cdata && self.source.rest(at).starts_with("<![CDATA[") {
            match self.find_end_of_cdata(at) {
                Some(end) => {
                    let next = NextPart::At(end + self.row.argument.close.len());
                    return Some(ArgumentValue::closed(&text[at..end], next));
                }
                // No tag in an open section counts.
                None if !self.source.is_over => return None,
                None => {}
            }
        }
        let mut last = None;
        let mut from = at;
        // A value may contain the start of a call, for example in documentation.
        let mut has_call = false;
        while let Some(here) = find_any(text.as_bytes(), from, [b'<']) {
            from = here + 1;
            let start = text.as_bytes()[from..].first_chunk::<4>();
            if start.is_some_and(|start| !self.starts.contain(*start)) {
                continue;
            }
            if let Some(behind) = self.closing(here)? {
                let next = self.skip_breaks(behind);
                if self.source.is_end(next) {
                    // The value of a truncated text may go on.
                    let is_end = self.source.is_over && self.source.finish != Finish::Truncated;
                    let value = ArgumentValue::closed(&text[at..here], NextPart::At(next));
                    return is_end.then_some(value);
                }
                let part = match self.part_at(next) {
                    None => match self.source.mark(next, &self.next_tags()) {
                        MarkerMatch::At(_) => Some(NextPart::At(next)),
                        MarkerMatch::Partly => return None,
                        MarkerMatch::No => self.find_other_part(next, types),
                    },
                    part => part,
                };
                match part {
                    None => last = Some((here, behind)),
                    Some(_)
                        if has_call && self.is_nested(next, &text[at..here], types, known)? => {}
                    Some(part) => return Some(ArgumentValue::closed(&text[at..here], part)),
                }
                continue;
            }
            has_call |= self.source.rest(here).starts_with(self.row.call.open);
            let is_boundary = match self.source.mark(here, &[self.row.argument.open]) {
                MarkerMatch::At(behind) => match self.read_argument_name(behind) {
                    NextArgument::Argument(key, ..) => {
                        // A key with its own tag is clear without a list of arguments.
                        let is_clear = !self.row.value_open.is_empty();
                        types.declares(key).unwrap_or(is_clear) && !known.has(key)
                    }
                    NextArgument::More if !self.source.is_over => return None,
                    _ => false,
                },
                MarkerMatch::Partly => return None,
                MarkerMatch::No => self.ends_call(here, &text[at..here])?,
            };
            if is_boundary {
                let Some((end, next)) = last else {
                    return Some(ArgumentValue {
                        text: &text[at..here],
                        next: NextPart::At(here),
                        is_closed: false,
                    });
                };
                return Some(ArgumentValue::closed(&text[at..end], NextPart::At(next)));
            }
        }
        None
    }

    /// Returns the part of a call after a value that has damaged tags, or tags of another format.
    fn find_other_part(&self, at: usize, types: &ArgumentTypes) -> Option<NextPart> {
        if self.read_sibling(at, types).is_some() {
            return Some(NextPart::At(at));
        }
        let end = self.begins_with_damaged_end(at)?;
        Some(NextPart::End(end, true))
    }

    /// Returns the end of a CDATA section before the closing tag of an argument.
    fn find_end_of_cdata(&self, at: usize) -> Option<usize> {
        let mut at = at;
        loop {
            at += find_text(self.source.rest(at), "]]>")? + "]]>".len();
            if self.source.rest(at).starts_with(self.row.argument.close) {
                return Some(at);
            }
        }
    }

    /// Returns whether a tag after an argument belongs to a call inside the value: the value goes
    /// on after the inner call. `value` is the text before the tag. `None` needs more text.
    fn is_nested(
        &self,
        at: usize,
        value: &str,
        types: &ArgumentTypes,
        known: &CollectedArguments,
    ) -> Option<bool> {
        let source = self.source;
        if let MarkerMatch::At(behind) = source.mark(at, &[self.row.argument.open]) {
            let is_next = match self.read_argument_name(behind) {
                NextArgument::Argument(key, ..) => {
                    types.declares(key) != Some(false) && !known.has(key)
                }
                NextArgument::More if !source.is_over => return None,
                _ => true,
            };
            return Some(!is_next);
        }
        let MarkerMatch::At(behind) = source.mark(at, &[self.row.call.close]) else {
            return Some(false);
        };
        self.closes_argument(behind, value)
    }

    /// Returns whether the next tag of an argument or call after `at` closes an argument: then
    /// `at` is inside a value. `value` is the text of that value before the tag. `None` needs more
    /// text.
    fn closes_argument(&self, at: usize, value: &str) -> Option<bool> {
        let (call, argument) = (&self.row.call, &self.row.argument);
        for (found, _) in self.source.rest(at).match_indices('<') {
            match self.source.mark(at + found, &[argument.close]) {
                MarkerMatch::At(_) => return Some(true),
                MarkerMatch::Partly => return None,
                MarkerMatch::No => {}
            }
            match self.source.mark(at + found, &[argument.open, call.open]) {
                MarkerMatch::At(_) => return Some(false),
                MarkerMatch::Partly => return None,
                MarkerMatch::No => {}
            }
        }
        if !self.source.is_over {
            return None;
        }
        let is_whole = match self.source.finish {
            Finish::Complete => true,
            Finish::Truncated => false,
            // The tag may close the call inside the value, whose rest is cut off.
            Finish::Unknown => {
                value.matches(call.open).count() <= value.matches(call.close).count()
            }
        };
        is_whole.then_some(false)
    }

    /// Looks for the closing tag of an argument. Returns the position after it. The outer `None`
    /// needs more text.
    #[expect(clippy::option_option, reason = "more text, no tag, and a tag")]
    fn closing(&self, at: usize) -> Option<Option<usize>> {
        let close = self.row.argument.close;
        match self.source.mark(at, &[close]) {
            MarkerMatch::At(end) => return Some(Some(end)),
            MarkerMatch::Partly => return None,
            MarkerMatch::No => {}
        }
        // `</parameter/>`, `</parameter1>`, `</parameter_function>`
        let Some(stem) = close.strip_suffix('>') else {
            return Some(None);
        };
        let Some(rest) = self.source.rest(at).strip_prefix(stem) else {
            return Some(None);
        };
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '/');
        let end = rest.find(|c: char| !is_part(c));
        match end {
            Some(end) if rest[end..].starts_with('>') => {
                let behind = at + stem.len() + end + 1;
                // The tag of another format is a part of the value.
                let is_other = ENDS_OF_CALLS.contains(&&self.source.text[at..behind]);
                Some((!is_other).then_some(behind))
            }
            None if !self.source.is_over && rest.len() < 32 => None,
            _ => Some(None),
        }
    }

    /// Returns the tags that may follow an argument.
    fn next_tags(&self) -> [&'static str; 4] {
        let (argument, call) = (&self.row.argument, &self.row.call);
        [
            argument.open,
            call.close,
            self.row.value_open,
            self.row.wrap.1,
        ]
    }

    /// Returns whether the closing tag of the call is at `at`, and not in a value: another call,
    /// the tag around the calls or the end of the text follows. `value` is the text before the tag.
    /// `None` needs more text.
    fn ends_call(&self, at: usize, value: &str) -> Option<bool> {
        let behind = match self.source.mark(at, &[self.row.call.close]) {
            MarkerMatch::At(behind) => behind,
            MarkerMatch::Partly => return None,
            MarkerMatch::No => return Some(false),
        };
        let next = self.source.skip_space(behind);
        if self.source.is_end(next) {
            // In a text that may be truncated, the value may go on.
            return self
                .source
                .is_over
                .then_some(self.source.finish == Finish::Complete);
        }
        match self.source.mark(next, &self.ends()) {
            MarkerMatch::At(_) => Some(!self.closes_argument(next, value)?),
            MarkerMatch::Partly => None,
            MarkerMatch::No => Some(false),
        }
    }
}
