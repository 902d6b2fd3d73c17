//! The opening tag of a call.

use std::borrow::Cow;

use super::row::{NamePosition, TagReader, Typing};
use crate::json::find_any;
use crate::syntax::engine::item::unquote;
use crate::syntax::engine::python::{is_name_byte, is_name_text};
use crate::syntax::engine::{
    MAX_TAG, MarkerMatch, begins_with, find_text, skip_space, take_window, trim,
};

/// The opening tag of a call, and the position after it.
pub(super) enum Header<'s> {
    Call(&'s str, usize),
    NoArguments(&'s str, usize),
    /// The end of the tag is missing.
    Broken(&'s str, usize),
    More,
    No,
}

impl<'s> TagReader<'_, 's> {
    pub(super) fn header(&self, at: usize) -> Header<'s> {
        let call = &self.row.call;
        let start = at + call.open.len();
        let rest = self.source.rest(start);
        match call.name {
            NamePosition::Plain => {
                let Some(end) = find_tag_end(rest) else {
                    return if rest.len() > MAX_TAG {
                        Header::No
                    } else {
                        Header::More
                    };
                };
                let name = trim(&rest[..end]);
                let end_at = start + end;
                match rest.as_bytes()[end] {
                    b'>' => Header::Call(name, end_at + 1),
                    _ => Header::Broken(name, end_at),
                }
            }
            NamePosition::Attribute(attribute) => {
                if let Some((name, behind)) =
                    read_attribute(self.source.text, start, attribute.open)
                    && let MarkerMatch::At(end) = self.source.mark(behind, &[call.end])
                {
                    return Header::Call(name, end);
                }
                let Some(end) = find_text(take_window(rest), call.end) else {
                    return if rest.len() > MAX_TAG {
                        Header::No
                    } else {
                        Header::More
                    };
                };
                let attributes = &rest[..end];
                let has_break = find_any(attributes.as_bytes(), 0, [b'\n']).is_some();
                if attributes.contains('<') || has_text_behind(attributes) {
                    return if has_break {
                        Header::No
                    } else {
                        Header::Broken("", start)
                    };
                }
                let end_at = start + end + call.end.len();
                let name = attribute_of(attributes, attribute.name);
                if attributes.trim_end().ends_with('/') {
                    Header::NoArguments(name.unwrap_or(""), end_at)
                } else if name.is_none() && !is_in_tag(attributes) {
                    Header::No
                } else {
                    Header::Call(name.unwrap_or(""), end_at)
                }
            }
            NamePosition::Line => self.read_line_header(start),
        }
    }

    /// Reads `NAME`, up to the first tag. The name without arguments may fill the whole tag. The text
    /// after the name may be missing, but no text of another format may be there.
    fn read_line_header(&self, start: usize) -> Header<'s> {
        let open = start;
        let start = self.source.skip_space(start);
        // Prose mentions the tags: `<tool_call> and </tool_call>`.
        let may_be_prose = self.source.text[open..start].ends_with(' ')
            && !self.source.text[open..start].contains('\n');
        let rest = self.source.rest(start);
        let visible = take_window(rest);
        let end = find_any(visible.as_bytes(), 0, [b'<', b'\n', b'{', b'\\']);
        let name = trim(&visible[..end.unwrap_or(visible.len())]);
        let is_tool = || match end {
            Some(_) => self.source.tools.get(name).is_some(),
            None => self.source.begins_tool(name),
        };
        let is_name = is_name_text(name) || is_tool();
        let Some(end) = end.filter(|_| is_name && !name.is_empty()) else {
            return if is_name && end.is_none() && rest.len() < MAX_TAG {
                Header::More
            } else {
                Header::No
            };
        };
        if may_be_prose && rest[end..].starts_with(self.row.call.close) && !is_tool() {
            return Header::No;
        }
        let mut at = self.skip_breaks(start + end);
        if self.part_at(at).is_some() {
            return Header::Call(name, at);
        }
        let end = self.row.call.end;
        if let MarkerMatch::At(end) = self.source.mark(at, &[end]) {
            at = self.skip_breaks(end);
        }
        let next = [self.row.argument.open, self.row.call.close, "{", end];
        match self.source.mark(at, &next) {
            MarkerMatch::At(_) => Header::Call(name, at),
            MarkerMatch::Partly => Header::More,
            MarkerMatch::No if self.source.is_end(at) => Header::More,
            MarkerMatch::No => Header::No,
        }
    }

    /// Returns the name of the tool without quotes, if only this name is a tool, and without the
    /// escapes of the format.
    pub(super) fn tool_name(&self, name: &'s str) -> Cow<'s, str> {
        let inside = unquote(name);
        let is_quoted = inside.len() < name.len()
            && self.source.tools.get(name).is_none()
            && self.source.tools.get(&inside).is_some();
        if is_quoted {
            inside
        } else {
            self.unescape(name)
        }
    }

    /// Decodes the escapes in the value of an attribute.
    #[inline]
    pub(super) fn unescape(&self, value: &'s str) -> Cow<'s, str> {
        if self.row.typing == Typing::TypeAttribute && value.contains('&') {
            value.replace("&quot;", "\"").replace("&amp;", "&").into()
        } else {
            value.into()
        }
    }

    /// Skips white space, and line breaks that the model wrote as `\n`.
    #[inline]
    pub(super) fn skip_breaks(&self, at: usize) -> usize {
        let at = self.source.skip_space(at);
        match self.source.text.as_bytes().get(at) {
            Some(b'\\') => self.skip_written_breaks(at),
            _ => at,
        }
    }

    fn skip_written_breaks(&self, at: usize) -> usize {
        let rest = self.source.rest(at);
        let mut left = rest;
        while let Some(behind) = left.strip_prefix("\\n") {
            left = behind.trim_start();
        }
        if left == "\\" && !self.source.is_over {
            // The beginning of `\n`.
            return self.source.text.len();
        }
        at + (rest.len() - left.len())
    }
}

/// Reads the attribute at a position, in the usual form ` NAME="VALUE"`. `open` is the text before
/// the value. Returns the value and the position after it. The value is a name: it contains no
/// other attribute and no end of a tag.
#[expect(clippy::inline_always, reason = "a call costs more")]
#[inline(always)]
pub(super) fn read_attribute<'t>(text: &'t str, at: usize, open: &str) -> Option<(&'t str, usize)> {
    let bytes = text.as_bytes();
    if !begins_with(bytes.get(at..)?, open) {
        return None;
    }
    let start = at + open.len();
    let visible = bytes.get(start..bytes.len().min(start + MAX_VALUE))?;
    let length = visible.iter().position(|byte| !is_name_byte(*byte))?;
    if visible[length] != b'"' {
        return None;
    }
    let end = start + length;
    Some((text.get(start..end)?, end + 1))
}

/// Maximum length of the value of a usual attribute.
const MAX_VALUE: usize = MAX_TAG / 4;

/// Returns the value of an attribute. A model may lose the space before the name, or write the
/// marker `Ġ` of its tokenizer.
pub(super) fn attribute_of<'t>(attributes: &'t str, name: &str) -> Option<&'t str> {
    let bytes = attributes.as_bytes();
    let mut from = 0;
    while let Some(found) = find_text(&attributes[from..], name) {
        let at = from + found;
        from = at + name.len();
        let is_start = at == 0 || !bytes[at - 1].is_ascii_alphanumeric();
        let equals = skip_space(attributes, from);
        if !is_start || bytes.get(equals) != Some(&b'=') {
            continue;
        }
        let value = &attributes[skip_space(attributes, equals + 1)..];
        if let Some(quote @ (b'"' | b'\'')) = value.bytes().next() {
            let end = find_any(value.as_bytes(), 1, [quote]);
            return value.get(1..end.unwrap_or(value.len()));
        }
        let plain = value.split([' ', '\n', '/', '<']).next();
        if let Some(plain) = plain.filter(|plain| !plain.is_empty()) {
            return Some(plain);
        }
    }
    None
}

/// Returns the name behind the word of a tag for an argument: `=KEY`, ` name="KEY"`.
pub(super) fn read_sibling_key(behind: &str) -> Option<&str> {
    let key = behind.strip_prefix('=').map(trim_quotes);
    key.filter(|key| is_key(key))
        .or_else(|| read_attribute_key(behind.strip_prefix(' ')?))
}

/// Returns the name in `name="KEY"`.
pub(super) fn read_attribute_key(attribute: &str) -> Option<&str> {
    let key = attribute.strip_prefix("name=").map(trim_quotes);
    key.filter(|key| is_key(key))
}

/// Removes a pair of quotes.
fn trim_quotes(key: &str) -> &str {
    let inside = |quote: char| key.strip_prefix(quote)?.strip_suffix(quote);
    inside('"').or_else(|| inside('\'')).unwrap_or(key)
}

pub(super) fn is_key(text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    !text.is_empty() && text.chars().all(is_part)
}

/// Returns whether other text follows the last attribute: the end of the tag is missing.
pub(super) fn has_text_behind(attributes: &str) -> bool {
    let behind = attributes
        .rfind(['"', '\''])
        .map_or("", |quote| &attributes[quote + 1..]);
    !matches!(behind.trim(), "" | "/")
}

/// Returns the position of the end of a short tag, or of a byte that shows that its end is missing.
pub(super) fn find_tag_end(text: &str) -> Option<usize> {
    let visible = &text.as_bytes()[..text.len().min(MAX_TAG)];
    find_any(visible, 0, [b'>', b'\n', b'<'])
}

/// Returns whether the text after the start of an opening tag belongs to the tag.
fn is_in_tag(attributes: &str) -> bool {
    attributes.is_empty()
        || attributes.starts_with([' ', '\u{120}', '/'])
        || attributes.starts_with("name=")
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME: &str = " name=\"";

    #[test]
    fn reads_only_the_usual_form_of_an_attribute() {
        let read = |text| read_attribute(text, 1, NAME);
        assert_eq!(read("< name=\"a.b\" x>"), Some(("a.b", 12)));
        assert_eq!(read("< name=\"\">"), Some(("", 9)));
        let long = format!("< name=\"{}\">", "a".repeat(MAX_TAG));
        let others = [
            "<name=\"a\"",
            "< name='a'",
            "< name=\"a b\"",
            "< name=\"a=b\"",
            "< name=\"\u{e4}\"",
            "< name=\"a",
            "< name=\"",
            "<",
            "",
            &long,
        ];
        for text in others {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn reads_the_value_of_an_attribute_in_each_form() {
        for text in [
            " name=\"a\"",
            "name = 'a'",
            "\u{120}name=a",
            " x=\"1\" name=a/",
        ] {
            assert_eq!(attribute_of(text, "name"), Some("a"), "{text}");
        }
        assert_eq!(attribute_of(" rename=\"a\"", "name"), None);
    }
}
