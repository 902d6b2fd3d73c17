use std::borrow::Cow;

use crate::json::parser::{Parser, Stopped};

/// What an escape stands for.
enum Escape {
    Char(char),
    /// There is no such escape.
    Unknown,
    /// `\u` without four hex digits.
    NoHex,
    /// Half of a surrogate pair.
    Lone,
    /// The text ends within it.
    Cut,
}

impl<'a> Parser<'a, '_> {
    /// The string whose opening double quote stands here.
    #[inline(always)]
    pub(crate) fn string(&mut self) -> Result<Cow<'a, str>, Stopped> {
        let start = self.at + 1;
        let end = plain_end(self.text.as_bytes(), start);
        if self.text.as_bytes().get(end) == Some(&b'"') {
            self.at = end + 1;
            // Both quotes are ASCII, so what lies between ends on borders.
            return Ok(Cow::Borrowed(&self.text[start..end]));
        }
        self.at = start;
        self.long_string(end)
    }

    /// A string with an escape, or one that does not end: its first special
    /// byte is at `end`.
    #[inline(never)]
    fn long_string(&mut self, end: usize) -> Result<Cow<'a, str>, Stopped> {
        // Mostly this is all the room that the string takes.
        let rest = self.text.get(end..).unwrap_or_default();
        let ahead = rest.find('"').unwrap_or_default();
        let mut text = String::with_capacity(end - self.at + ahead);
        let mut end = end;
        loop {
            text.push_str(self.text.get(self.at..end).unwrap_or_default());
            self.at = end;
            match self.peek() {
                b'"' => {
                    self.at += 1;
                    return Ok(Cow::Owned(text));
                }
                b'\\' => text.push(self.escape()?),
                _ => return Err(self.invalid_at("an escape for a control character", end)),
            }
            end = self.at + plain(self.rest());
        }
    }

    fn escape(&mut self) -> Result<char, Stopped> {
        let start = self.at;
        let expected = match self.read_escape() {
            Escape::Char(character) => return Ok(character),
            Escape::Unknown => "an escape that JSON has",
            Escape::NoHex => "four hex digits after \\u",
            Escape::Lone => "both halves of a surrogate pair",
            Escape::Cut => return Err(self.truncated()),
        };
        Err(self.invalid_at(expected, start))
    }

    /// Reads the escape whose backslash stands here.
    fn read_escape(&mut self) -> Escape {
        let Some(&kind) = self.text.as_bytes().get(self.at + 1) else {
            return Escape::Cut;
        };
        self.at += 2;
        Escape::Char(match kind {
            b'"' => '"',
            b'\\' => '\\',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode(),
            b'/' => '/',
            _ => return Escape::Unknown,
        })
    }

    /// The character of `\u` and, for one beyond the basic plane, of the second
    /// half that must follow.
    fn unicode(&mut self) -> Escape {
        let first = match self.hex() {
            Ok(unit) => unit,
            Err(fault) => return fault,
        };
        if let Some(character) = char::from_u32(first) {
            return Escape::Char(character);
        }
        if first >= 0xDC00 {
            return Escape::Lone;
        }
        if self.rest().len() < 2 && b"\\u".starts_with(self.rest()) {
            return Escape::Cut;
        }
        if !self.rest().starts_with(b"\\u") {
            return Escape::Lone;
        }
        self.at += 2;
        match self.hex() {
            Ok(second @ 0xDC00..=0xDFFF) => {
                let code = 0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00);
                char::from_u32(code).map_or(Escape::Lone, Escape::Char)
            }
            Ok(_) => Escape::Lone,
            Err(fault) => fault,
        }
    }

    fn hex(&mut self) -> Result<u32, Escape> {
        let mut value = 0;
        for _ in 0..4 {
            let Some(&byte) = self.text.as_bytes().get(self.at) else {
                return Err(Escape::Cut);
            };
            let digit = char::from(byte).to_digit(16).ok_or(Escape::NoHex)?;
            value = value << 4 | digit;
            self.at += 1;
        }
        Ok(value)
    }

    #[inline]
    fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }
}

/// Where the run of plain bytes ends that starts at `start`. Compiled once: the
/// call costs less than the copies would.
#[inline(never)]
fn plain_end(bytes: &[u8], start: usize) -> usize {
    start + plain(bytes.get(start..).unwrap_or_default())
}

/// How many bytes stand before the next quote, backslash or control character.
///
/// Eight at a time: a byte of `x` is zero where `(x - 0x01…) & !x & 0x80…` has
/// its high bit set. A carry can set a bit too many, but only above a true one,
/// and the lowest is the one that counts.
#[inline]
fn plain(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::MAX / 255;
    const HIGHS: u64 = ONES << 7;
    let mut rest = bytes;
    while let Some((chunk, tail)) = rest.split_first_chunk::<8>() {
        let word = u64::from_le_bytes(*chunk);
        let quote = word ^ (ONES * 0x22);
        let backslash = word ^ (ONES * 0x5C);
        let special = (quote.wrapping_sub(ONES) & !quote)
            | (backslash.wrapping_sub(ONES) & !backslash)
            | (word.wrapping_sub(ONES * 0x20) & !word);
        let special = special & HIGHS;
        if special != 0 {
            let before = (special.trailing_zeros() / 8) as usize;
            return bytes.len() - rest.len() + before;
        }
        rest = tail;
    }
    let is_special = |&byte: &u8| byte == b'"' || byte == b'\\' || byte < 0x20;
    let before = rest.iter().position(is_special).unwrap_or(rest.len());
    bytes.len() - rest.len() + before
}
