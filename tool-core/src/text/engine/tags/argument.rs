//! The tag of an argument, and the content of its value.

use std::borrow::Cow;

use super::header::attribute_of;
use super::row::{Name, Reader, Typing};
use crate::text::engine::typing::{Marked, Schemas};
use crate::text::engine::{MAX_TAG, Mark, window};

/// The text at the start of an argument.
pub(super) enum Next<'s> {
    Argument(&'s str, Marked, usize),
    /// A key without a value, and the position after it.
    Orphan(&'s str, usize),
    More,
    Broken,
}

impl<'s> Reader<'_, 's> {
    /// Reads the name of an argument and finds the start of its value.
    pub(super) fn argument_name(&self, at: usize) -> Next<'s> {
        let tag = &self.row.argument;
        let rest = self.source.rest(at);
        let visible = window(rest);
        let end = match tag.name {
            // A line break or another tag shows that the end is missing.
            Name::Plain => visible.find(['>', '\n', '<']),
            _ => visible.find(tag.end),
        };
        let Some(end) = end else {
            return if rest.len() > MAX_TAG {
                Next::Broken
            } else {
                Next::More
            };
        };
        let behind = at + end + tag.end.len();
        let name = &rest[..end];
        match tag.name {
            Name::Plain if rest[end..].starts_with('>') => {
                Next::Argument(name.trim(), Marked::No, behind)
            }
            Name::Plain if name.trim().is_empty() => Next::Broken,
            Name::Plain => Next::Argument(name.trim(), Marked::No, at + end),
            Name::Attribute(attribute) => {
                let key = attribute_of(name, attribute).unwrap_or("");
                Next::Argument(key, self.marked(name), behind)
            }
            Name::Line => self.value_tag(name.trim(), behind),
        }
    }

    /// Finds the tag of the value, which follows the tag of the key. A key without a value is
    /// skipped.
    pub(super) fn value_tag(&self, key: &'s str, at: usize) -> Next<'s> {
        let at = self.skip_breaks(at);
        match self.source.mark(at, &[self.row.value_open]) {
            Mark::At(end) => Next::Argument(key, Marked::No, end),
            Mark::Partly => Next::More,
            Mark::No if self.source.is_end(at) => Next::More,
            Mark::No => Next::Orphan(key, at),
        }
    }

    /// Reads the key of an argument, or another value of keys before.
    pub(super) fn argument_or_value(&self, at: usize, has_values: bool) -> Next<'s> {
        if has_values && self.is_value(at) {
            self.value_tag("", at)
        } else {
            self.argument_name(at)
        }
    }

    /// Returns whether the tag of a value begins at a position.
    pub(super) fn is_value(&self, at: usize) -> bool {
        let open = self.row.value_open;
        !open.is_empty() && self.source.rest(at).starts_with(open)
    }

    pub(super) fn marked(&self, attributes: &str) -> Marked {
        match self.row.typing {
            Typing::StringAttribute => match attribute_of(attributes, "string") {
                Some("true") => Marked::String,
                Some("false") => Marked::Json,
                _ => Marked::No,
            },
            Typing::TypeAttribute => match attribute_of(attributes, "type") {
                Some("string") => Marked::String,
                Some(_) => Marked::Json,
                None => Marked::No,
            },
            _ => Marked::No,
        }
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
        let value = value
            .strip_prefix("\r\n")
            .or(value.strip_prefix('\n'))
            .unwrap_or(value);
        value
            .strip_suffix("\r\n")
            .or(value.strip_suffix('\n'))
            .unwrap_or(value)
    }

    pub(super) fn decode<'v>(&self, value: &'v str, marked: Marked) -> Cow<'v, str> {
        let inside = match self.row.typing {
            Typing::SchemaAndCdata => {
                let inside = value.strip_prefix("<![CDATA[");
                inside.and_then(|inside| inside.strip_suffix("]]>"))
            }
            Typing::Quoted if marked == Marked::No => {
                let quoted = value.trim();
                let read = serde_json::from_str::<String>(quoted).ok();
                return read.map_or(value.into(), Cow::Owned);
            }
            _ => None,
        };
        inside.unwrap_or(value).into()
    }

    /// Returns whether two formats with the same tags read this value in different ways.
    pub(super) fn is_ambiguous(&self, value: &str, schemas: &Schemas<'_>, key: &str) -> bool {
        let is_quoted = self.row.typing == Typing::MaybeQuoted
            && self.source.selected.is_none()
            && value.trim().starts_with('"')
            && serde_json::from_str::<String>(value.trim()).is_ok();
        is_quoted && schemas.types(schemas.argument(key)).may_be_text()
    }
}
