//! Looks ahead for the tag of an object.

use super::direct::Direct;
use crate::json::Scanned;
use crate::plan::same;

/// A value of so many bytes is passed over once.
const LEAST_REMEMBERED: usize = 64;

impl<'a> Direct<'a, '_> {
    /// The text of a property of the object that starts here.
    pub(super) fn text_of(&mut self, property: &str) -> Option<Scanned<'a>> {
        self.scanner.at += 1;
        while self.scanner.token() == b'"' {
            let key = self.scanner.string().ok()?;
            let is_it = same(self.scanner.text_of(key).as_bytes(), property.as_bytes());
            let found = self.scanner.colon().ok()?;
            if is_it {
                return (found == b'"').then(|| self.scanner.string().ok())?;
            }
            self.skip(found)?;
            if self.scanner.token() != b',' {
                break;
            }
            self.scanner.at += 1;
            self.scanner.token_behind_blank();
        }
        None
    }

    /// Passes over a value that is read later on, and checked then. The ends of what it holds are
    /// remembered: each level of nested objects would otherwise be passed over once for each level
    /// around it.
    fn skip(&mut self, found: u8) -> Option<()> {
        match found {
            b'"' => self.scanner.string().ok().map(drop),
            b'{' | b'[' => self.skip_entries(),
            _ => {
                let rest = self.scanner.text.as_bytes().get(self.scanner.at..)?;
                let is_behind = |byte: &u8| matches!(byte, b',' | b'}' | b']' | ..=b' ');
                self.scanner.at += rest.iter().position(is_behind)?;
                Some(())
            }
        }
    }

    fn skip_entries(&mut self) -> Option<()> {
        let start = self.scanner.at;
        if let Some(end) = self.known.end(start) {
            self.scanner.at = end;
            return Some(());
        }
        self.depth_left = self.depth_left.checked_sub(1)?;
        self.scanner.at += 1;
        loop {
            match self.scanner.token() {
                b'}' | b']' => break,
                b',' | b':' => self.scanner.at += 1,
                0 => return None,
                found => self.skip(found)?,
            }
        }
        self.end_entries();
        if self.scanner.at - start >= LEAST_REMEMBERED {
            self.known.keep_end(start, self.scanner.at);
        }
        Some(())
    }
}
