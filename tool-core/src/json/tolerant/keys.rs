//! Keys: in any quotes, or in none.

use super::state::{Scope, TolerantParser};
use std::borrow::Cow;

use crate::issue::Rule;
use crate::json::Stopped;
use crate::json::expected::KEY;
use crate::json::lenient::TextKind;

/// Words of Python, whose keys are no strings.
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

    /// A name as programming languages have it, without digits in front: the
    /// `234` of `{"n": 1,234}` is no key.
    fn parse_bare_key(&mut self, scope: &mut Scope<'_>) -> Result<Cow<'a, str>, Stopped> {
        let start = self.at;
        let begins = |c: char| c.is_alphabetic() || c == '_' || c == '$';
        // Inside of a value it is JSON or Python that counts as data; code of
        // other languages is text. And `\name` is `\n` and `ame`, or what else.
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

    /// Whether a quote and a colon stand at a place, as behind a key whose opening quote
    /// is missing.
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

    /// Whether a number or a word may end here: what follows is no part of it.
    pub(super) fn is_bare_end(&self) -> bool {
        let next = self.peek_at(self.at + 1);
        match self.peek() {
            b' ' | b'\t' | b'\n' | b'\r' | b',' | b'}' | b']' | b'"' | b'{' | b'[' | b'#' => true,
            b'/' => matches!(next, b'*' | b'/'),
            b'\\' => matches!(next, b'n' | b'r' | b't'),
            _ => false,
        }
    }
}
