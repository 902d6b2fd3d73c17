//! Keys with any quotes or without quotes.

use super::state::{Scope, TolerantParser};
use std::borrow::Cow;

use crate::issue::Rule;
use crate::json::Stopped;
use crate::json::expected::KEY;
use crate::json::lenient::TextKind;

/// Words of Python that are not valid as string keys.
const NO_KEYS: [&str; 3] = ["True", "False", "None"];

impl<'a> TolerantParser<'a, '_> {
    pub(super) fn parse_key(&mut self, scope: &mut Scope<'_>) -> Result<Cow<'a, str>, Stopped> {
        match self.quote() {
            Some(quote) => {
                self.has_pairs = true;
                self.parse_string_key(quote, scope)
            }
            None => self.parse_bare_key(scope),
        }
    }

    /// Reads a name as in programming languages. A name does not begin with a digit: the `234` of
    /// `{"n": 1,234}` is not a key.
    fn parse_bare_key(&mut self, scope: &mut Scope<'_>) -> Result<Cow<'a, str>, Stopped> {
        let start = self.at;
        let begins = |c: char| c.is_alphabetic() || c == '_' || c == '$';
        // Inside a value, only JSON and Python count as data; code of other languages is text.
        // Also, `\name` could mean `\n` and `ame`.
        let is_code = self.source.tolerance.text == TextKind::Embedded;
        let lacks_quote =
            self.follows_comma_or_brace() && self.closes_key(start + self.word_at(start).len());
        if is_code && !lacks_quote || self.follows_escape() || !self.rest().starts_with(begins) {
            return Err(self.fail_invalid(KEY, start));
        }
        let key = self.read_bare_word();
        if self.is_at_end() {
            return Err(self.fail_truncated());
        }
        if NO_KEYS.contains(&key) {
            return Err(self.fail_invalid(KEY, start));
        }
        self.at += usize::from(lacks_quote);
        self.note(scope, Rule::Quotes, start, Some(key));
        Ok(Cow::Borrowed(key))
    }

    /// Returns whether a quote and a colon follow, as after a key without an opening quote.
    fn closes_key(&self, at: usize) -> bool {
        matches!(self.peek_at(at), b'"' | b'\'') && self.peek_at(self.skip_space(at + 1)) == b':'
    }

    fn follows_escape(&self) -> bool {
        let before = self.text.get(..self.at).unwrap_or_default();
        ["\\n", "\\r", "\\t"]
            .iter()
            .any(|escape| before.ends_with(escape))
    }

    pub(super) fn read_bare_word(&mut self) -> &'a str {
        let word = self.word_at(self.at);
        self.at += word.len();
        word
    }

    pub(super) fn word_at(&self, at: usize) -> &'a str {
        let rest = self.text.get(at..).unwrap_or_default();
        let is_other = |c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '-'));
        &rest[..rest.find(is_other).unwrap_or(rest.len())]
    }

    /// Returns whether a number or a word may end here. The next character must not belong to it.
    pub(super) fn is_bare_end(&self) -> bool {
        let next = self.peek_at(self.at + 1);
        match self.peek() {
            b' ' | b'\t' | b'\n' | b'\r' | b',' | b'}' | b']' | b'"' | b'{' | b'[' | b'#' => true,
            b'/' => matches!(next, b'*' | b'/'),
            b'\\' => matches!(next, b'n' | b'r' | b't'),
            0xEF => self.rest().starts_with('，'),
            _ => false,
        }
    }
}
