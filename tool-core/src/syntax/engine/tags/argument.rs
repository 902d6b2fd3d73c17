//! The tag of an argument, and the content of its value.

use std::borrow::Cow;

use super::header::{
    attribute_of, find_tag_end, has_text_behind, read_attribute, read_sibling_key,
};
use super::row::{Attribute, NamePosition, TagReader, Typing};
use crate::syntax::engine::typing::Marked;
use crate::syntax::engine::{MAX_TAG, MarkerMatch, begins_with, find_text, take_window, trim};

/// The text at the start of an argument.
pub(super) enum NextArgument<'s> {
    Argument(&'s str, Marked, usize),
    /// A key whose tag has no end, and the position of its value.
    Unended(&'s str, usize),
    /// A key without a value, and the position after it.
    Orphan(&'s str, usize),
    More,
    Broken,
}

/// The next part of a call.
pub(super) enum NextPart {
    /// A part at this position.
    At(usize),
    /// An argument. Holds the position after its opening tag.
    Argument(usize),
    /// The end of the call, with a closing tag or without. Holds the position after it.
    End(usize, bool),
    /// The tag is a part of prose.
    Prose,
    More,
}

/// A value, and the part of the call after it.
pub(super) struct ArgumentValue<'s> {
    pub(super) text: &'s str,
    pub(super) next: NextPart,
    /// `false` if the closing tag is missing.
    pub(super) is_closed: bool,
}

impl<'s> ArgumentValue<'s> {
    pub(super) fn closed(text: &'s str, next: NextPart) -> Self {
        Self {
            text,
            next,
            is_closed: true,
        }
    }
}

impl<'s> TagReader<'_, 's> {
    /// Reads the name of an argument and finds the start of its value.
    pub(super) fn read_argument_name(&self, at: usize) -> NextArgument<'s> {
        let rest = self.source.rest(at);
        match &self.row.argument.name {
            NamePosition::Plain => {
                // A line break or another tag shows that the end is missing.
                let Some(end) = find_tag_end(rest) else {
                    return wait_for_end(rest);
                };
                let name = trim(&rest[..end]);
                match rest.as_bytes()[end] {
                    b'>' => NextArgument::Argument(name, Marked::No, at + end + 1),
                    // The end of the tag is in the next line.
                    b'\n' if rest[end + 1..].starts_with('>') => {
                        NextArgument::Argument(name, Marked::No, at + end + 2)
                    }
                    _ if name.is_empty() => NextArgument::Broken,
                    b'\n' => NextArgument::Unended(name, at + end),
                    _ => NextArgument::Broken,
                }
            }
            NamePosition::Attribute(key) => match self.read_usual_attributes(at, key) {
                Some((key, marked, end)) => NextArgument::Argument(key, marked, end),
                None => self.read_attributes(rest, at, key.name),
            },
            NamePosition::Line => self.read_key(rest, at),
        }
    }

    /// Reads the key of an argument, up to its closing tag or to the tag of the value.
    fn read_key(&self, rest: &'s str, at: usize) -> NextArgument<'s> {
        let window = take_window(rest);
        let (end, open) = (self.row.argument.end, self.row.value_open);
        let ended = find_text(window, end);
        let opened = find_text(window, open);
        match (ended, opened) {
            (None, None) => wait_for_end(rest),
            (None, Some(_)) if window.len() < MAX_TAG && !self.source.is_over => NextArgument::More,
            (Some(ended), opened) if opened.is_none_or(|opened| ended < opened) => {
                let key = self.trim_key(&rest[..ended]);
                let mut behind = at + ended + end.len();
                // A doubled closing tag.
                while let MarkerMatch::At(next) = self.source.mark(self.skip_breaks(behind), &[end])
                {
                    behind = next;
                }
                if key.contains(['<', '>', '\n']) {
                    return NextArgument::Broken;
                }
                self.read_value_tag(key, behind)
            }
            (_, Some(opened)) => {
                let key = self.trim_key(&rest[..opened]);
                // One mark is between the key and the value: a part of it is missing.
                let is_cut = !open.starts_with('<');
                if is_cut || key.contains(['<', '>', '\n']) {
                    return NextArgument::Broken;
                }
                self.read_value_tag(key, at + opened)
            }
            (Some(_), None) => NextArgument::Broken,
        }
    }

    /// Reads the attributes of an argument in any form. `at` is the position of their text.
    fn read_attributes(&self, text: &'s str, at: usize, key: &str) -> NextArgument<'s> {
        let close = self.row.argument.end;
        let Some(end) = find_text(take_window(text), close) else {
            return wait_for_end(text);
        };
        let attributes = &text[..end];
        if attributes.contains('<') || has_text_behind(attributes) {
            // The end of the tag is missing.
            return NextArgument::Broken;
        }
        let key = attribute_of(attributes, key).or_else(|| read_sibling_key(attributes));
        let key = key.unwrap_or("");
        NextArgument::Argument(key, self.read_mark(attributes), at + end + close.len())
    }

    /// Finds the tag of the value, which follows the tag of the key. A key without a value is
    /// skipped.
    #[inline]
    pub(super) fn read_value_tag(&self, key: &'s str, at: usize) -> NextArgument<'s> {
        let behind = at;
        let at = self.skip_breaks(at);
        let Some(at) = self.skip_type(at) else {
            return NextArgument::More;
        };
        match self.source.mark(at, &[self.row.value_open]) {
            MarkerMatch::At(end) => NextArgument::Argument(key, Marked::No, end),
            MarkerMatch::Partly => NextArgument::More,
            MarkerMatch::No if self.source.is_end(at) => NextArgument::More,
            MarkerMatch::No => match self.find_bare_value(behind, at) {
                Some(value) => NextArgument::Argument(key, Marked::No, value),
                None => NextArgument::Orphan(key, at),
            },
        }
    }

    /// Skips the type of a value, whose closing tag may be damaged. `None` needs more text.
    fn skip_type(&self, at: usize) -> Option<usize> {
        let (open, close) = self.row.type_tag;
        let behind = match self.source.mark(at, &[open]) {
            MarkerMatch::At(end) => end,
            MarkerMatch::Partly => return None,
            MarkerMatch::No => return Some(at),
        };
        let window = take_window(self.source.rest(behind));
        let value = find_text(window, self.row.value_open);
        let next = find_text(window, self.row.argument.open);
        if let Some(value) = value.filter(|value| next.is_none_or(|next| *value < next)) {
            return Some(behind + value);
        }
        // The tag of the value is missing.
        let found = find_text(window, close)?;
        let is_before = next.is_none_or(|next| found < next);
        Some(if is_before {
            behind + found + close.len()
        } else {
            at
        })
    }

    /// Reads the key of an argument, or another value of keys before.
    pub(super) fn read_argument_or_value(&self, at: usize, has_values: bool) -> NextArgument<'s> {
        if has_values && self.is_value(at) {
            self.read_value_tag("", at)
        } else {
            self.read_argument_name(at)
        }
    }

    /// Returns whether the tag of a value begins at a position.
    pub(super) fn is_value(&self, at: usize) -> bool {
        let open = self.row.value_open;
        !open.is_empty() && self.source.rest(at).starts_with(open)
    }

    /// Reads ` KEY="..">`, or ` KEY=".." MARK="..">` if the format marks the types. Returns the
    /// value of the key, the mark and the position after the tag.
    #[inline]
    fn read_usual_attributes(
        &self,
        at: usize,
        key: &Attribute,
    ) -> Option<(&'s str, Marked, usize)> {
        let text = self.source.text;
        let (key, behind) = read_attribute(text, at, key.open)?;
        let rest = text.as_bytes().get(behind..)?;
        let mut ends = self.row.typing.usual_ends().iter();
        let (end, marked) = ends.find(|(end, _)| begins_with(rest, end))?;
        Some((key, *marked, behind + end.len()))
    }

    /// Returns whether a tag has its key behind the name, or a longer name, as other formats do:
    /// `<parameter=KEY>`.
    pub(super) fn is_of_sibling(&self, behind: usize) -> bool {
        let is_attribute = matches!(self.row.argument.name, NamePosition::Attribute(_));
        let tag = self.source.rest(behind);
        is_attribute && (tag.starts_with(char::is_alphabetic) || tag.trim_start().starts_with('='))
    }

    fn read_mark(&self, attributes: &str) -> Marked {
        let typing = self.row.typing;
        typing.read_mark(
            typing
                .attribute()
                .and_then(|mark| attribute_of(attributes, mark)),
        )
    }

    /// Removes the line break after the opening tag.
    pub(super) fn strip_start<'v>(&self, value: &'v str) -> &'v str {
        let stripped = value.strip_prefix("\r\n").or(value.strip_prefix('\n'));
        stripped.filter(|_| self.row.strips_lines).unwrap_or(value)
    }

    /// Removes the line breaks that belong to the tags.
    pub(super) fn strip<'v>(&self, value: &'v str) -> &'v str {
        if !self.row.strips_lines {
            return value;
        }
        let start = match value.as_bytes() {
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => 0,
        };
        let value = &value[start..];
        let end = match value.as_bytes() {
            [.., b'\r', b'\n'] => 2,
            [.., b'\n'] => 1,
            _ => 0,
        };
        &value[..value.len() - end]
    }

    /// Removes the quotes or the CDATA section around a value. Returns it with the mark of its type,
    /// which quotes are, too.
    pub(super) fn decode<'v>(&self, value: &'v str, marked: Marked) -> (Cow<'v, str>, Marked) {
        let inside = match self.row.typing {
            Typing::SchemaAndCdata => {
                let inside = value.strip_prefix("<![CDATA[");
                inside.and_then(|inside| inside.strip_suffix("]]>"))
            }
            Typing::Quoted if marked == Marked::No => {
                let quoted = trim(value);
                let read = serde_json::from_str::<String>(quoted).ok();
                return match read {
                    Some(text) => (text.into(), Marked::String),
                    None => (value.into(), marked),
                };
            }
            _ => None,
        };
        (inside.unwrap_or(value).into(), marked)
    }
}

/// Returns the result for a tag without its end. A tag is not longer than [`MAX_TAG`].
fn wait_for_end<'s>(rest: &str) -> NextArgument<'s> {
    if rest.len() > MAX_TAG {
        NextArgument::Broken
    } else {
        NextArgument::More
    }
}
