use crate::json::parser::{ESCAPE, NO_HEX, Parser, Stopped};
use crate::tape::{Kind, Tape, Token};

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
    pub(crate) fn string(&mut self) -> Result<Token, Stopped> {
        let start = self.at + 1;
        let bytes = self.text.as_bytes();
        // Most keys and many values end within the first step.
        let first = bytes.get(start..).and_then(|rest| rest.first_chunk());
        let end = match first.map(|chunk| special_in(*chunk)) {
            Some(special) if special != 0 => start + before(special),
            _ => plain_end(bytes, start),
        };
        if bytes.get(end) == Some(&b'"') {
            self.at = end + 1;
            return Ok(Tape::slice(Kind::String, start, end));
        }
        self.at = start;
        self.long_string(end)
    }

    /// A string with an escape, or one that does not end: its first special
    /// byte is at `end`.
    #[inline(never)]
    fn long_string(&mut self, end: usize) -> Result<Token, Stopped> {
        let start = self.tape.made();
        let mut end = end;
        loop {
            let plain = self.text.get(self.at..end).unwrap_or_default();
            self.tape.making().push_str(plain);
            self.at = end;
            match self.peek() {
                b'"' => {
                    self.at += 1;
                    return Ok(self.tape.made_since(Kind::String, start));
                }
                b'\\' => {
                    let character = self.escape()?;
                    self.tape.making().push(character);
                }
                _ => return Err(self.invalid_at("an escape for a control character", end)),
            }
            end = self.at + plain_of(self.rest());
        }
    }

    fn escape(&mut self) -> Result<char, Stopped> {
        let start = self.at;
        let expected = match self.read_escape() {
            Escape::Char(character) => return Ok(character),
            Escape::Unknown => ESCAPE,
            Escape::NoHex => NO_HEX,
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
    start + plain_of(bytes.get(start..).unwrap_or_default())
}

/// How many bytes stand before the next quote, backslash or control character.
#[inline(always)]
fn plain_of(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    while let Some((chunk, tail)) = rest.split_first_chunk() {
        let special = special_in(*chunk);
        if special != 0 {
            return bytes.len() - rest.len() + before(special);
        }
        rest = tail;
    }
    let is_special = |&byte: &u8| byte == b'"' || byte == b'\\' || byte < 0x20;
    let before = rest.iter().position(is_special).unwrap_or(rest.len());
    bytes.len() - rest.len() + before
}

/// The high bits of the bytes that are a quote, a backslash or a control character.
///
/// Eight at a time: a byte of `x` is zero where `(x - 0x01…) & !x & 0x80…` has
/// its high bit set. A carry can set a bit too many, but only above a true one,
/// and the lowest is the one that counts.
#[inline(always)]
fn special_in(chunk: [u8; 8]) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    const HIGHS: u64 = ONES << 7;
    let word = u64::from_le_bytes(chunk);
    let quote = word ^ (ONES * 0x22);
    let backslash = word ^ (ONES * 0x5C);
    let special = (quote.wrapping_sub(ONES) & !quote)
        | (backslash.wrapping_sub(ONES) & !backslash)
        | (word.wrapping_sub(ONES * 0x20) & !word);
    special & HIGHS
}

/// How many bytes stand before the first of those.
#[inline(always)]
fn before(special: u64) -> usize {
    (special.trailing_zeros() / 8) as usize
}
