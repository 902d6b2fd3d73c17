//! Escapes of JSON, and other escapes.

use super::quote::Quote;
use super::state::TolerantParser;
use super::strings::PartialString;
use crate::json::Stopped;
use crate::json::expected::{ESCAPE, LONE, NO_HEX};

/// Escapes of Python that JSON lacks. In single quotes, both meanings are possible.
const PYTHON: &str = "xaAvNU01234567/";

impl TolerantParser<'_, '_> {
    pub(super) fn parse_escape(
        &mut self,
        quote: Quote,
        text: &mut PartialString,
    ) -> Result<(), Stopped> {
        let start = self.at;
        let Some(next) = self.rest().chars().nth(1) else {
            return Err(self.fail_truncated());
        };
        let character = match next {
            '"' | '\\' => next,
            _ if quote.is_closed_by(next) => next,
            'u' => return self.parse_unicode_escape(quote, text),
            // Some languages join the lines here.
            '\n' | '\r' => return Err(self.fail_invalid(ESCAPE, start)),
            _ if quote == Quote::Single && PYTHON.contains(next) => {
                return Err(self.fail_invalid(ESCAPE, start));
            }
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            '/' => '/',
            '\'' => {
                text.other_escape.get_or_insert(start);
                '\''
            }
            _ => {
                // The backslash and the character after it stay in the string.
                text.other_escape.get_or_insert(start);
                self.at += 1;
                return Ok(());
            }
        };
        text.has_escape |=
            next.is_ascii_lowercase() || next == '/' || next == '\\' && !self.joins_parts(start);
        self.replace(start + 1 + next.len_utf8(), character, text);
        Ok(())
    }

    /// Returns whether two backslashes separate the parts of a path: between word characters, or
    /// after a colon. In other positions they may mean one or two backslashes.
    fn joins_parts(&self, start: usize) -> bool {
        let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
        let before = self.text.get(..start).unwrap_or_default();
        let after = self.text.get(start + 2..).unwrap_or_default();
        before.ends_with(':') || before.ends_with(is_of_word) && after.starts_with(is_of_word)
    }

    /// Keeps the text read so far, and replaces the text up to `end` by `character`.
    fn replace(&mut self, end: usize, character: char, text: &mut PartialString) {
        let before = self.text.get(text.from..self.at).unwrap_or_default();
        text.read.push_str(before);
        text.read.push(character);
        text.from = end;
        self.at = end;
    }

    /// Reads `\u`, and the second half of a surrogate pair.
    fn parse_unicode_escape(
        &mut self,
        quote: Quote,
        text: &mut PartialString,
    ) -> Result<(), Stopped> {
        let start = self.at;
        let Some(first) = self.parse_hex(start)? else {
            // `C:\users`
            text.other_escape.get_or_insert(start);
            self.at += 2;
            return Ok(());
        };
        text.has_escape = true;
        if let Some(character) = char::from_u32(first) {
            self.replace(start + 6, character, text);
            return Ok(());
        }
        // Python has no surrogate pairs; each half would be separate.
        if quote == Quote::Single || first >= 0xDC00 {
            return Err(self.fail_invalid(LONE, start));
        }
        let rest = self.text.get(start + 6..).unwrap_or_default();
        if rest.len() < 2 && "\\u".starts_with(rest) {
            return Err(self.fail_truncated());
        }
        let second = if rest.starts_with("\\u") {
            self.parse_hex(start + 6)?
        } else {
            None
        };
        let Some(second @ 0xDC00..=0xDFFF) = second else {
            return Err(self.fail_invalid(LONE, start));
        };
        let code = 0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00);
        self.replace(start + 12, char::from_u32(code).unwrap_or('\u{fffd}'), text);
        Ok(())
    }

    /// Returns the number of the four hex digits after `\u`. Returns `None` if no hex digit
    /// follows.
    fn parse_hex(&mut self, start: usize) -> Result<Option<u32>, Stopped> {
        let bytes = self.text.as_bytes();
        let digits = bytes.get(start + 2..).unwrap_or_default();
        let digits = &digits[..digits.len().min(4)];
        let values = digits.iter().map_while(|b| char::from(*b).to_digit(16));
        let (count, value) = values.fold((0, 0), |(count, value), digit| {
            (count + 1, value << 4 | digit)
        });
        if start + 2 + count == bytes.len() && count < 4 {
            return Err(self.fail_truncated());
        }
        match count {
            0 => Ok(None),
            4 => Ok(Some(value)),
            _ => Err(self.fail_invalid(NO_HEX, start)),
        }
    }
}
