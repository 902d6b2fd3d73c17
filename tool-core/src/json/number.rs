use std::borrow::Cow;

use crate::json::parser::{Parser, Stopped};
use crate::tree::scan;

impl<'a> Parser<'a, '_> {
    /// The source text of the number that starts here, of any size.
    #[inline]
    pub(crate) fn number(&mut self) -> Result<Cow<'a, str>, Stopped> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut end = start + 1;
        while let Some(b'0'..=b'9') = bytes.get(end) {
            end += 1;
        }
        // The plain case: an integer that begins with one of its own digits.
        let is_plain = matches!(bytes.get(start), Some(b'1'..=b'9'));
        if is_plain && !matches!(bytes.get(end), Some(b'.' | b'e' | b'E')) {
            self.at = end;
            return Ok(Cow::Borrowed(&self.text[start..end]));
        }
        self.any_number()
    }

    #[inline(never)]
    fn any_number(&mut self) -> Result<Cow<'a, str>, Stopped> {
        let start = self.at;
        match scan(self.text.as_bytes(), start) {
            Ok(end) => {
                self.at = end;
                // All that was passed over is ASCII, so both are borders.
                Ok(Cow::Borrowed(&self.text[start..end]))
            }
            Err(at) => Err(self.invalid_at("a digit", at)),
        }
    }
}
