//! The strings of JSON in a text.

use super::Source;
use crate::finish::Finish;
use crate::json::{find_any, find_end_of_plain};

/// The place up to which the strings of the JSON objects and arrays in a text are known.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::syntax) struct JsonStrings {
    at: usize,
    /// The number of open brackets. Outside of JSON, 0.
    depth: usize,
    is_in_string: bool,
}

/// The end of a string around a position.
pub(in crate::syntax) enum AroundEnd {
    /// The position after the closing quote.
    At(usize),
    /// The text ends before the string.
    Open,
}

impl JsonStrings {
    /// Begins with the text at a position.
    pub(in crate::syntax) fn from(at: usize) -> Self {
        Self {
            at,
            ..Self::default()
        }
    }

    /// Returns whether a position may be in a string. Costs little between calls that follow each
    /// other.
    #[inline]
    pub(in crate::syntax) fn may_contain(&self, source: &Source<'_>, at: usize) -> bool {
        let between = source.text.as_bytes().get(self.at..at).unwrap_or_default();
        self.is_in_string || !between.iter().all(u8::is_ascii_whitespace)
    }

    /// Finds the end of the string that contains a position. `skip_code` returns the position
    /// after inline code.
    ///
    /// Each call goes on from the position of the last one, so the total time is linear.
    #[inline(never)]
    pub(in crate::syntax) fn find_end(
        &mut self,
        source: &Source<'_>,
        to: usize,
        skip_code: impl Fn(usize) -> Option<usize>,
    ) -> Option<AroundEnd> {
        while self.at <= to {
            if self.is_in_string {
                match find_closing_quote(source, self.at) {
                    StringEnd::Closed(end) if end > to => return Some(AroundEnd::At(end)),
                    StringEnd::Closed(end) => {
                        self.at = end;
                        self.is_in_string = false;
                    }
                    StringEnd::Broken(end) => *self = Self::from(end),
                    StringEnd::Open => {
                        self.at = to;
                        return Some(AroundEnd::Open);
                    }
                }
            } else if self.depth > 0 {
                self.skip_token(source);
            } else if let Some(bracket) = find_bracket(source, self.at, to, &skip_code) {
                (self.at, self.depth) = (bracket + 1, 1);
            } else {
                self.at = to;
                return None;
            }
        }
        None
    }

    /// Skips a bracket, a comma, a colon, a number, a word or the quote before a string. All other
    /// text is not JSON.
    fn skip_token(&mut self, source: &Source<'_>) {
        let at = source.skip_space(self.at);
        let rest = source.text.as_bytes().get(at..).unwrap_or_default();
        let length = match rest {
            [b'"', ..] => {
                self.is_in_string = true;
                1
            }
            [b'{' | b'[', ..] => {
                self.depth += 1;
                1
            }
            [b'}' | b']', ..] => {
                self.depth = self.depth.saturating_sub(1);
                1
            }
            [
                b',' | b':' | b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E',
                ..,
            ] => 1,
            [b't', b'r', b'u', b'e', ..] | [b'n', b'u', b'l', b'l', ..] => 4,
            [b'f', b'a', b'l', b's', b'e', ..] => 5,
            _ => {
                self.depth = 0;
                0
            }
        };
        self.at = at + length;
    }
}

/// Returns the position of the first bracket before `to` that is not in inline code.
fn find_bracket(
    source: &Source<'_>,
    at: usize,
    to: usize,
    skip_code: impl Fn(usize) -> Option<usize>,
) -> Option<usize> {
    let bytes = &source.text.as_bytes()[..to];
    let mut at = at;
    loop {
        at = find_any(bytes, at, [b'{', b'[', b'`'])?;
        match bytes[at] {
            b'`' => at = skip_code(at).unwrap_or(at + 1),
            _ => return Some(at),
        }
    }
}

enum StringEnd {
    /// The position after the closing quote.
    Closed(usize),
    /// The position from which on the text is not JSON.
    Broken(usize),
    /// The string may go on after the text.
    Open,
}

/// Finds the closing quote of a string. `at` is a position in it.
fn find_closing_quote(source: &Source<'_>, at: usize) -> StringEnd {
    let bytes = source.text.as_bytes();
    let mut at = at;
    loop {
        at = find_end_of_plain(bytes, at);
        match bytes.get(at) {
            Some(b'"') => break,
            Some(b'\n') => return StringEnd::Broken(at),
            Some(b'\\') => at += 2,
            Some(_) => at += 1,
            // A complete text does not end in a string of JSON.
            None if source.is_over && source.finish == Finish::Complete => {
                return StringEnd::Broken(bytes.len());
            }
            None => return StringEnd::Open,
        }
    }
    // The quote in prose, and the next key of a call in the string, have other text after them.
    match bytes.get(source.skip_space(at + 1)) {
        Some(b':' | b',' | b'}' | b']') => StringEnd::Closed(at + 1),
        Some(_) => StringEnd::Broken(at + 1),
        None if source.is_over => StringEnd::Closed(at + 1),
        None => StringEnd::Open,
    }
}
