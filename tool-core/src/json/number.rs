use crate::json::parser::{DIGIT, Parser, Stopped};
use crate::tape::{Kind, Tape};
use crate::tree::scan;

impl Parser<'_, '_> {
    /// The number that starts here, of any size.
    #[inline]
    pub(crate) fn number(&mut self) -> Result<(), Stopped> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut end = start + 1;
        while let Some(b'0'..=b'9') = bytes.get(end) {
            end += 1;
        }
        // The plain case: an integer that begins with one of its own digits.
        let is_plain = matches!(bytes.get(start), Some(b'1'..=b'9'));
        if is_plain && !matches!(bytes.get(end), Some(b'.' | b'e' | b'E')) {
            self.number_to(end);
            return Ok(());
        }
        self.any_number()
    }

    #[inline(never)]
    fn any_number(&mut self) -> Result<(), Stopped> {
        match scan(self.text.as_bytes(), self.at) {
            Ok(end) => {
                self.number_to(end);
                Ok(())
            }
            Err(at) => Err(self.invalid_at(DIGIT, at)),
        }
    }

    #[inline]
    fn number_to(&mut self, end: usize) {
        self.tape.push(Tape::slice(Kind::Number, self.at, end));
        self.at = end;
    }
}
