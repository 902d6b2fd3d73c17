//! Looks ahead for the tag of an object.

use super::direct::Direct;
use crate::json::find_end_of_plain;
use crate::plan::is_same;

/// The end of a container of at least this many bytes is remembered.
const MIN_REMEMBERED: usize = 64;

impl<'a> Direct<'a, '_> {
    /// Skips the start of an object up to the value of a property. `property` is its name, and its
    /// key in JSON text. Returns the text from the value on.
    pub(super) fn find_property(&mut self, property: [&str; 2]) -> Option<&'a [u8]> {
        let text = self.scanner.text.as_bytes();
        let mut rest = skip_blank(text.get(self.scanner.at + 1..)?);
        loop {
            let (is_it, behind) = self.key_is(rest, property)?;
            let value = behind_mark(behind, b':')?;
            if is_it {
                return Some(value);
            }
            rest = behind_mark(self.skip(value)?, b',')?;
        }
    }

    /// Returns whether the text starts with the key of this property, and the text after the key.
    #[expect(clippy::inline_always, reason = "a call costs more")]
    #[inline(always)]
    fn key_is(&mut self, text: &'a [u8], [name, written]: [&str; 2]) -> Option<(bool, &'a [u8])> {
        if let Some((key, behind)) = text.split_at_checked(written.len())
            && is_same(key, written.as_bytes())
        {
            return Some((true, behind));
        }
        if text.first() != Some(&b'"') {
            return None;
        }
        if let Some(behind) = skip_string(text) {
            return Some((false, behind));
        }
        let behind = self.skip_made(text)?;
        Some((self.scanner.made == name, behind))
    }

    /// Skips a value that is read and checked later. Remembers the ends of nested containers.
    /// Otherwise each level of nesting would be skipped once for every enclosing level.
    #[expect(clippy::inline_always, reason = "a call costs more")]
    #[inline(always)]
    fn skip(&mut self, text: &'a [u8]) -> Option<&'a [u8]> {
        match text.first()? {
            b'"' => skip_string(text).or_else(|| self.skip_made(text)),
            b'{' | b'[' => {
                self.scanner.at = self.scanner.text.len() - text.len();
                self.skip_entries()?;
                self.scanner.text.as_bytes().get(self.scanner.at..)
            }
            _ => {
                let is_behind = |byte: &u8| matches!(byte, b',' | b'}' | b']' | ..=b' ');
                text.get(text.iter().position(is_behind)?..)
            }
        }
    }

    /// Skips a string with escapes.
    #[cold]
    fn skip_made(&mut self, text: &'a [u8]) -> Option<&'a [u8]> {
        self.scanner.at = self.scanner.text.len() - text.len();
        self.scanner.read_string().ok()?;
        self.scanner.text.as_bytes().get(self.scanner.at..)
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
                _ => {
                    let text = self.scanner.text.as_bytes();
                    let behind = self.skip(text.get(self.scanner.at..)?)?;
                    self.scanner.at = text.len() - behind.len();
                }
            }
        }
        self.end_entries();
        if self.scanner.at - start >= MIN_REMEMBERED {
            self.known.keep_end(start, self.scanner.at);
        }
        Some(())
    }
}

/// Returns the text after the string at its start, if the string has no escapes.
#[expect(clippy::inline_always, reason = "a call costs more")]
#[inline(always)]
fn skip_string(text: &[u8]) -> Option<&[u8]> {
    match text.get(find_end_of_plain(text, 1)..)? {
        [b'"', behind @ ..] => Some(behind),
        _ => None,
    }
}

/// Returns the text of the token after a mark. Usually the mark comes first, and one space or none
/// follows it.
#[expect(clippy::inline_always, reason = "a call costs more")]
#[inline(always)]
fn behind_mark(text: &[u8], mark: u8) -> Option<&[u8]> {
    match text {
        [found, b' ', behind @ ..] | [found, behind @ ..]
            if *found == mark && behind.first() > Some(&b' ') =>
        {
            Some(behind)
        }
        _ => behind_far_mark(text, mark),
    }
}

/// Like [`behind_mark`], with any white space around the mark.
#[inline(never)]
fn behind_far_mark(text: &[u8], mark: u8) -> Option<&[u8]> {
    match text.trim_ascii_start() {
        [found, behind @ ..] if *found == mark => Some(behind.trim_ascii_start()),
        _ => None,
    }
}

/// Returns the text after white space. Usually there is one space or none.
#[expect(clippy::inline_always, reason = "a call costs more")]
#[inline(always)]
fn skip_blank(text: &[u8]) -> &[u8] {
    match text {
        [first, ..] if *first > b' ' => text,
        [b' ', behind @ ..] if behind.first().is_some_and(|byte| *byte > b' ') => behind,
        _ => text.trim_ascii_start(),
    }
}
