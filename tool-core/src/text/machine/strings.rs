//! The strings of JSON in a text: a marker in one of them is data.

use super::stop::skip_code;
use super::{Machine, PositionDecision, Wait};
use crate::json::{find_any, find_end_of_plain};
use crate::text::engine::{MarkerMatch, Source};
use crate::text::table::Markers;

/// The place up to which the strings of a text are known.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct JsonStrings {
    at: usize,
    /// The number of open brackets. Outside of JSON, 0.
    depth: usize,
    is_in_string: bool,
}

impl JsonStrings {
    /// Begins with the text at a position.
    pub(super) fn from(at: usize) -> Self {
        Self {
            at,
            ..Self::default()
        }
    }

    /// Returns whether a position may be in a string. Costs little.
    #[inline]
    pub(super) fn may_contain(&self, at: usize) -> bool {
        self.at < at || self.is_in_string
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

impl Machine {
    /// Decides about a position in a string of JSON: it is text up to the end of the string.
    /// Returns `None` for any other position.
    ///
    /// Each call goes on from the position of the last one, so the total time is linear.
    #[inline]
    pub(super) fn decide_string(
        &mut self,
        source: &Source<'_>,
        to: usize,
    ) -> Option<PositionDecision> {
        let may_be_string = self.strings.at < to || self.strings.is_in_string;
        may_be_string
            .then(|| self.find_string(source, to))
            .flatten()
    }

    #[inline(never)]
    fn find_string(&mut self, source: &Source<'_>, to: usize) -> Option<PositionDecision> {
        let bytes = source.text.as_bytes();
        let strings = &mut self.strings;
        while strings.at <= to {
            if strings.is_in_string {
                let end = match find_string_end(source, strings.at) {
                    StringEnd::Open if source.is_over && ends_output(source, to) => return None,
                    StringEnd::Open if source.is_over => bytes.len(),
                    StringEnd::Open => {
                        strings.at = to;
                        return Some(PositionDecision::Wait(Wait::Call));
                    }
                    StringEnd::Broken(end) => {
                        *strings = JsonStrings::from(end);
                        continue;
                    }
                    StringEnd::Closed(end) => end,
                };
                if end > to {
                    return Some(PositionDecision::Text(end - to));
                }
                strings.at = end;
                strings.is_in_string = false;
            } else if strings.depth == 0 {
                match find_bracket(source, strings.at, to) {
                    Some(bracket) => (strings.at, strings.depth) = (bracket + 1, 1),
                    None => *strings = JsonStrings::from(to),
                }
                if strings.depth == 0 {
                    return None;
                }
            } else {
                strings.skip_token(source);
            }
        }
        None
    }
}

/// Returns the position of the first bracket before `to` that is not in inline code.
fn find_bracket(source: &Source<'_>, at: usize, to: usize) -> Option<usize> {
    let bytes = &source.text.as_bytes()[..to];
    let mut at = at;
    loop {
        at = find_any(bytes, at, [b'{', b'[', b'`'])?;
        match bytes[at] {
            b'`' => at = skip_code(source, at).unwrap_or(at + 1),
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

/// Finds the end of a string. `at` is a position in it.
fn find_string_end(source: &Source<'_>, at: usize) -> StringEnd {
    let bytes = source.text.as_bytes();
    let mut at = at;
    loop {
        at = find_end_of_plain(bytes, at);
        match bytes.get(at) {
            Some(b'"') => break,
            Some(b'\n') => return StringEnd::Broken(at),
            Some(b'\\') => at += 2,
            Some(_) => at += 1,
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

/// Returns whether only a special token follows, which ends the output inside a string.
fn ends_output(source: &Source<'_>, at: usize) -> bool {
    let rest = source.rest(at);
    match Markers::all().trailing(rest, true) {
        MarkerMatch::At(length) => rest[length..].trim().is_empty(),
        _ => false,
    }
}
