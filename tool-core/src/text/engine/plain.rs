//! Reads calls in JSON without faults, which most models write, without a list of their fields.

#![allow(
    clippy::inline_always,
    reason = "data in JSON has many short fields: a call costs as much as reading one"
)]

use super::item::CallField;
use super::value_end::{find_json_end, find_json_string_end, skip_colon, skip_space};
use super::{Found, trim};
use crate::json::find_end_of_plain;

/// The fields of an object without faults. Other objects need
/// [`split_object`](super::item::split_object).
pub(super) struct PlainFields<'t> {
    text: &'t str,
    at: usize,
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
        Self { text, at: at + 1 }
    }

    /// Returns the position after the last value.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    /// Returns the next key, or `None` if the object has a fault there.
    #[inline(always)]
    pub(super) fn next_key(&mut self) -> Option<PlainKey> {
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        if bytes.get(at) == Some(&b',') {
            at += 1;
        }
        at = skip_space(bytes, at);
        while bytes.get(at) == Some(&b',') {
            at = skip_space(bytes, at + 1);
        }
        match bytes.get(at)? {
            b'}' => Some(PlainKey::End(at + 1)),
            b'"' => {
                let end = find_end_of_plain(bytes, at + 1);
                let is_whole = bytes.get(end) == Some(&b'"');
                self.at = end + 1;
                is_whole.then(|| PlainKey::Key(CallField::of(&bytes[at + 1..end]), at))
            }
            _ => None,
        }
    }

    /// Returns the value of the last key, or `None` if it has a fault.
    #[inline(always)]
    pub(super) fn next_value(&mut self) -> Option<&'t str> {
        let start = self.skip_value()?;
        self.text.get(start..self.at)
    }

    /// Skips the value of the last key. Returns its start, or `None` if it has a fault.
    #[inline(always)]
    pub(super) fn skip_value(&mut self) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let start = match bytes.get(self.at..)? {
            [b':', b' ', first, ..] if first.is_ascii_graphic() => self.at + 2,
            _ => skip_colon(bytes, self.at)?,
        };
        self.at = match *bytes.get(start)? {
            b'"' => {
                let end = find_end_of_plain(bytes, start + 1);
                match bytes.get(end)? {
                    b'"' => end + 1,
                    _ => find_json_string_end(bytes, start)?,
                }
            }
            b'{' | b'[' => find_json_end(self.text, start)?,
            b'\'' => return None,
            _ => {
                let is_end = |byte: &u8| matches!(byte, b',' | b'}' | b']' | b'\n' | b'<');
                start + bytes[start..].iter().position(is_end)?
            }
        };
        Some(start)
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
                CallField::Function => return None,
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
