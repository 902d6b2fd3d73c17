//! Reads calls in JSON without faults, which most models write, without a list of their fields.

#![allow(
    clippy::inline_always,
    reason = "data in JSON has many short fields: a call costs as much as reading one"
)]

use super::item::CallField;
use super::value_end::{find_json_end, find_json_string_end, skip_colon};
use super::{Found, trim};
use crate::json::{count_spaces, find_end_of_plain};

/// The fields of an object without faults. Other objects need
/// [`split_object`](super::item::split_object).
pub(super) struct PlainFields<'t> {
    text: &'t str,
    /// The text after the last key or value.
    rest: &'t [u8],
}

pub(super) enum PlainKey {
    /// A key without escapes, if it belongs to a call, and its position.
    Key(Option<CallField>, usize),
    /// The position after the object.
    End(usize),
}

impl<'t> PlainFields<'t> {
    /// Reads the object at `at`.
    pub(super) fn new(text: &'t str, at: usize) -> Self {
        let rest = text.as_bytes().get(at + 1..).unwrap_or_default();
        Self { text, rest }
    }

    /// Returns the position after the last value.
    pub(super) fn position(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    /// Returns the next key, or `None` if the object has a fault there.
    #[inline(always)]
    pub(super) fn next_key(&mut self) -> Option<PlainKey> {
        loop {
            self.rest = match self.rest {
                [b',' | b' ' | b'\t' | b'\r', rest @ ..] => rest,
                // Printed JSON has an indentation in each line.
                [b'\n', rest @ ..] => &rest[count_spaces(rest)..],
                [b'"', rest @ ..] => {
                    let at = self.position();
                    let (key, rest) = rest.split_at_checked(find_end_of_plain(rest, 0))?;
                    self.rest = rest.strip_prefix(b"\"")?;
                    return Some(PlainKey::Key(CallField::of(key), at));
                }
                [b'}', rest @ ..] => return Some(PlainKey::End(self.text.len() - rest.len())),
                _ => return None,
            };
        }
    }

    /// Returns the value of the last key, or `None` if it has a fault.
    #[inline(always)]
    pub(super) fn next_value(&mut self) -> Option<&'t str> {
        self.skip_colon()?;
        let start = self.position();
        self.skip_value()?;
        self.text.get(start..self.position())
    }

    /// Skips the value of the last key. Returns whether it is a string, a number or a word, or
    /// `None` if it has a fault.
    #[inline(always)]
    pub(super) fn skip_plain_value(&mut self) -> Option<bool> {
        self.skip_colon()?;
        self.skip_value()
    }

    #[inline(always)]
    fn skip_colon(&mut self) -> Option<()> {
        self.rest = match self.rest {
            [b':', b' ', rest @ ..] if rest.first()?.is_ascii_graphic() => rest,
            rest => &rest[skip_colon(rest, 0)?..],
        };
        Some(())
    }

    #[inline(always)]
    fn skip_value(&mut self) -> Option<bool> {
        let end = match self.rest {
            [b'"', inside @ ..] => {
                let plain = find_end_of_plain(inside, 0);
                match inside.get(plain)? {
                    b'"' => plain + 2,
                    _ => find_json_string_end(self.rest, 0)?,
                }
            }
            [b'{' | b'[', ..] => {
                let end = find_json_end(self.text, self.position())?;
                self.rest = &self.text.as_bytes()[end..];
                return Some(false);
            }
            [b'\'', ..] | [] => return None,
            rest => {
                let is_end = |byte: &u8| matches!(byte, b',' | b'}' | b']' | b'\n' | b'<');
                let is_part =
                    |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
                let plain = rest.iter().position(|byte| !is_part(byte))?;
                let end = plain + rest[plain..].iter().position(is_end)?;
                self.rest = &rest[end..];
                return Some(plain == end);
            }
        };
        self.rest = self.rest.get(end..)?;
        Some(true)
    }
}

/// Reads the call that the object at `at` describes, and returns the position after it. Returns
/// `None` for a call in another form, and for an object that is not a call:
/// [`call_of`](super::item::call_of) decides about both.
pub(super) fn read_call(text: &str, at: usize) -> Option<(Found, usize)> {
    let (mut name, mut arguments, mut id, mut kind) = (None, None, None, None);
    let mut fields = PlainFields::new(text, at);
    let end = loop {
        let place = match fields.next_key()? {
            PlainKey::End(end) => break end,
            PlainKey::Key(key, _) => match key? {
                CallField::Name => &mut name,
                CallField::Arguments => &mut arguments,
                CallField::Id | CallField::ToolCallId => &mut id,
                CallField::Type => &mut kind,
                CallField::Function | CallField::Action | CallField::ActionInput => return None,
            },
        };
        if place.replace(fields.next_value()?).is_some() {
            return None;
        }
    };
    let name = trim(content_of(name?)?);
    let arguments = arguments.filter(|arguments| arguments.starts_with('{'))?;
    if name.is_empty() {
        return None;
    }
    let id = match id {
        Some(id) if id.starts_with('"') => Some(content_of(id)?),
        _ => None,
    };
    let mut found = Found::call(name, arguments);
    found.id = id.filter(|id| !id.is_empty()).map(str::to_owned);
    Some((found, end))
}

/// Returns the content of a string without escapes.
fn content_of(string: &str) -> Option<&str> {
    let inside = string.strip_prefix('"')?.strip_suffix('"')?;
    let has_escape = inside.bytes().any(|byte| byte == b'\\');
    (!has_escape).then_some(inside)
}
