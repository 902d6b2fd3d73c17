//! The tokens of strict JSON.

use std::borrow::Cow;

use crate::json::expected::{COLON, CONTROL, DIGIT, ESCAPE, LONE, NO_HEX};
use crate::json::{Stop, Stopped};
use crate::tree::{find_end_of_plain, find_plain_end, scan};

/// Reads the tokens of a text.
pub(crate) struct Scanner<'a> {
    pub(crate) text: &'a str,
    pub(crate) at: usize,
    /// The reason why reading stopped.
    pub(crate) stop: Stop,
    /// The last string with an escape.
    pub(crate) made: String,
}

/// A string of JSON.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Scanned<'a> {
    /// A part of the text.
    Plain(&'a str),
    /// A string with escapes. [`Scanner::made`] holds it until the next string is read.
    Made,
}

/// Initial capacity, which avoids growth for most strings with escapes.
const MIN_MADE: usize = 64;

/// The meaning of an escape.
enum Escape {
    Char(char),
    /// An unknown escape.
    Unknown,
    /// `\u` without four hex digits.
    NoHex,
    /// Half of a surrogate pair.
    Lone,
    /// An escape that the end of the text truncates.
    Cut,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(text: &'a str, at: usize) -> Self {
        Self {
            text,
            at,
            stop: Stop::Recorded,
            made: String::new(),
        }
    }

    /// Returns the byte at a position. At the end of the text, returns zero, which valid JSON never
    /// contains.
    #[inline(always)]
    pub(crate) fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    /// Skips white space. Returns the next byte, or zero at the end of the text.
    #[inline(always)]
    pub(crate) fn token(&mut self) -> u8 {
        let found = self.byte(self.at);
        if found > b' ' {
            found
        } else {
            self.skip_space()
        }
    }

    /// Like [`Scanner::token`], for positions that commonly have one blank.
    #[inline(always)]
    pub(crate) fn token_behind_blank(&mut self) -> u8 {
        let found = self.byte(self.at);
        let next = self.byte(self.at + 1);
        if found == b' ' && next > b' ' {
            self.at += 1;
            return next;
        }
        if found > b' ' {
            found
        } else {
            self.skip_space()
        }
    }

    #[inline(never)]
    fn skip_space(&mut self) -> u8 {
        const SPACE: u64 = 1 << b' ' | 1 << b'\n' | 1 << b'\r' | 1 << b'\t';
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        let found = loop {
            match bytes.get(at) {
                Some(&found) if found > b' ' => break found,
                Some(&found) if SPACE & 1 << found != 0 => at += 1,
                _ => break 0,
            }
        };
        self.at = at;
        found
    }

    pub(crate) fn is_at_end(&mut self) -> bool {
        self.token();
        self.at >= self.text.len()
    }

    /// Skips the colon. Returns the first byte of the value.
    #[inline(always)]
    pub(crate) fn read_colon(&mut self) -> Result<u8, Stopped> {
        if self.token() != b':' {
            return Err(self.stop_invalid(COLON, self.at));
        }
        self.at += 1;
        Ok(self.token_behind_blank())
    }

    #[inline]
    pub(crate) fn read_word(&mut self, word: &'static str) -> Result<(), Stopped> {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        if rest.starts_with(word.as_bytes()) {
            self.at += word.len();
            return Ok(());
        }
        Err(self.stop_at_word(word))
    }

    /// Fails because of a wrong literal: one truncated by the end of the text, or another word.
    #[cold]
    fn stop_at_word(&mut self, word: &'static str) -> Stopped {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        if word.as_bytes().starts_with(rest) {
            return self.stop_truncated();
        }
        self.stop_invalid("a value", self.at)
    }

    #[inline]
    pub(crate) fn read_number(&mut self) -> Result<&'a str, Stopped> {
        match scan(self.text.as_bytes(), self.at) {
            Ok(end) => {
                let number = self.text.get(self.at..end).unwrap_or_default();
                self.at = end;
                Ok(number)
            }
            Err(at) => Err(self.stop_invalid(DIGIT, at)),
        }
    }

    #[inline(always)]
    pub(crate) fn read_string(&mut self) -> Result<Scanned<'a>, Stopped> {
        let start = self.at + 1;
        let end = find_end_of_plain(self.text.as_bytes(), start);
        if self.text.as_bytes().get(end) == Some(&b'"') {
            self.at = end + 1;
            return Ok(Scanned::Plain(
                self.text.get(start..end).unwrap_or_default(),
            ));
        }
        self.at = start;
        self.read_long_string(end)?;
        Ok(Scanned::Made)
    }

    /// Reads a string with an escape, or one that does not end. Its first special byte is at `end`.
    #[inline(never)]
    fn read_long_string(&mut self, end: usize) -> Result<(), Stopped> {
        let mut end = end;
        self.made.clear();
        self.made.reserve(MIN_MADE);
        loop {
            if self.at < end {
                let plain = self.text.get(self.at..end).unwrap_or_default();
                self.made.push_str(plain);
                self.at = end;
            }
            match self.byte(end) {
                b'"' => {
                    self.at += 1;
                    return Ok(());
                }
                b'\\' => {
                    let character = self.escape()?;
                    self.made.push(character);
                }
                _ => return Err(self.stop_invalid(CONTROL, end)),
            }
            // Escapes often follow each other.
            end = match self.byte(self.at) {
                b'\\' | b'"' => self.at,
                _ => find_plain_end(self.text.as_bytes(), self.at),
            };
        }
    }

    fn escape(&mut self) -> Result<char, Stopped> {
        let start = self.at;
        let expected = match self.read_escape() {
            Escape::Char(character) => return Ok(character),
            Escape::Unknown => ESCAPE,
            Escape::NoHex => NO_HEX,
            Escape::Lone => LONE,
            Escape::Cut => return Err(self.stop_truncated()),
        };
        Err(self.stop_invalid(expected, start))
    }

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
            b'u' => return self.read_unicode(),
            b'/' => '/',
            _ => return Escape::Unknown,
        })
    }

    /// Reads the character of `\u`, and the second half of a surrogate pair if one is required.
    fn read_unicode(&mut self) -> Escape {
        let first = match self.read_hex() {
            Ok(unit) => unit,
            Err(fault) => return fault,
        };
        if let Some(character) = char::from_u32(first) {
            return Escape::Char(character);
        }
        if first >= 0xDC00 {
            return Escape::Lone;
        }
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        if rest.len() < 2 && b"\\u".starts_with(rest) {
            return Escape::Cut;
        }
        if !rest.starts_with(b"\\u") {
            return Escape::Lone;
        }
        self.at += 2;
        match self.read_hex() {
            Ok(second @ 0xDC00..=0xDFFF) => {
                let code = 0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00);
                char::from_u32(code).map_or(Escape::Lone, Escape::Char)
            }
            Ok(_) => Escape::Lone,
            Err(fault) => fault,
        }
    }

    fn read_hex(&mut self) -> Result<u32, Escape> {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let Some(digits) = rest.first_chunk::<4>() else {
            let is_cut = rest.iter().all(u8::is_ascii_hexdigit);
            return Err(if is_cut { Escape::Cut } else { Escape::NoHex });
        };
        let mut value = 0;
        for digit in digits {
            let digit = char::from(*digit).to_digit(16).ok_or(Escape::NoHex)?;
            value = value << 4 | digit;
        }
        self.at += 4;
        Ok(value)
    }

    /// Returns the text of the last string.
    #[inline]
    pub(crate) fn text_of<'s>(&'s self, read: Scanned<'a>) -> &'s str
    where
        'a: 's,
    {
        match read {
            Scanned::Plain(text) => text,
            Scanned::Made => &self.made,
        }
    }

    /// Returns the same text, to be stored.
    pub(crate) fn keep(&self, read: Scanned<'a>) -> Cow<'a, str> {
        match read {
            Scanned::Plain(text) => Cow::Borrowed(text),
            Scanned::Made => Cow::Owned(self.made.clone()),
        }
    }

    #[cold]
    pub(crate) fn stop_truncated(&mut self) -> Stopped {
        self.stop = Stop::Truncated;
        Stopped
    }

    /// Fails because the text is invalid at a position. At the end of the text, the reason is
    /// truncation.
    #[cold]
    pub(crate) fn stop_invalid(&mut self, expected: &'static str, at: usize) -> Stopped {
        self.stop = Stop::at(self.text, expected, at);
        Stopped
    }
}
