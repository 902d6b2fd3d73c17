//! Strings in any quotes.

use super::state::{Scope, TolerantParser};
use std::borrow::Cow;

use super::quotations::Quotations;
use super::quote::Quote;
use crate::issue::{PathStack, Rule};
use crate::json::Stopped;
use crate::json::expected::{CONTROL, ESCAPE, NO_TEMPLATE, SAME_QUOTES};
use crate::tree::Tree;

/// A string that is being read.
pub(super) struct PartialString {
    /// The text read up to `from`.
    pub(super) read: String,
    /// Start of the unchanged rest of the text.
    pub(super) from: usize,
    /// `true` if an escape may belong to a path.
    pub(super) has_escape: bool,
    /// Position of the first escape that JSON lacks.
    pub(super) other_escape: Option<usize>,
    /// `true` if the string contains an unescaped line break or tab.
    pub(super) has_control: bool,
    /// Inner quotes of the same kind.
    pub(super) inner: Quotations,
}

impl<'a> TolerantParser<'a, '_> {
    pub(super) fn quote(&self) -> Option<Quote> {
        self.quote_at(self.at)
    }

    pub(super) fn quote_at(&self, at: usize) -> Option<Quote> {
        let rest = self.text.get(at..)?;
        // Three backticks are the end of a code block.
        if rest.starts_with("```") {
            return None;
        }
        Quote::opened_by(rest.chars().next()?)
    }

    pub(super) fn parse_string_value(
        &mut self,
        quote: Quote,
        chain: &PathStack<'_>,
    ) -> Result<Tree<'a>, Stopped> {
        let start = self.at;
        let (text, rules) = self.parse_string(quote, Some(chain))?;
        for rule in rules.into_iter().flatten() {
            self.repair(chain, rule, start, |_| Some(text.as_ref().into()));
        }
        Ok(Tree::String(text))
    }

    pub(super) fn parse_string_key(
        &mut self,
        quote: Quote,
        scope: &mut Scope<'_>,
    ) -> Result<Cow<'a, str>, Stopped> {
        let start = self.at;
        let (text, rules) = self.parse_string(quote, None)?;
        for rule in rules.into_iter().flatten() {
            self.note(scope, rule, start, Some(&text));
        }
        Ok(text)
    }

    /// Reads the string at the current position, which is a key or a value, and the rules it
    /// required.
    fn parse_string(
        &mut self,
        quote: Quote,
        place: Option<&PathStack<'_>>,
    ) -> Result<(Cow<'a, str>, [Option<Rule>; 4]), Stopped> {
        let place = place.filter(|chain| self.guesses(quote.inner()) && self.is_due(chain));
        self.at += self.rest().chars().next().map_or(0, char::len_utf8);
        let start = self.at;
        let mut text = PartialString {
            read: String::new(),
            from: start,
            has_escape: false,
            other_escape: None,
            has_control: false,
            inner: Quotations::default(),
        };
        self.parse_to_quote(quote, place, &mut text)?;
        // A template has the value of a variable, which is unknown.
        let written = self
            .text
            .get(start..self.at)
            .filter(|_| quote == Quote::Back);
        if let Some(at) = written.and_then(|written| written.find("${")) {
            return Err(self.fail_invalid(NO_TEMPLATE, start + at));
        }
        if let Some(at) = text.other_escape.filter(|_| text.has_escape) {
            return Err(self.fail_invalid(ESCAPE, at));
        }
        let rules = [
            (quote != Quote::Double).then_some(Rule::Quotes),
            text.has_control.then_some(Rule::ControlCharacter),
            text.other_escape.map(|_| Rule::Escape),
            text.inner.any.then_some(quote.inner()),
        ];
        let rest = self.text.get(text.from..self.at).unwrap_or_default();
        let read = if text.from == start {
            Cow::Borrowed(rest)
        } else {
            Cow::Owned(text.read + rest)
        };
        self.at += self.rest().chars().next().map_or(0, char::len_utf8);
        Ok((read, rules))
    }

    /// Returns whether an open string in smart quotes has a straight quote before the structure: it
    /// is not truncated, and its two quotes differ.
    fn has_other_closing_quote(&self, quote: Quote, opens: usize) -> bool {
        let straight = match quote {
            Quote::SmartDouble => '"',
            Quote::SmartSingle => '\'',
            Quote::Double | Quote::Single | Quote::Back => return false,
        };
        let rest = self.text.get(opens..).unwrap_or_default();
        let end = rest
            .split_once(straight)
            .map(|(_, behind)| behind.trim_start());
        end.is_some_and(|behind| behind.starts_with([',', '}', ']', ':']))
    }

    /// Reads up to the closing quote. A string that is open at the end of the text is truncated.
    fn parse_to_quote(
        &mut self,
        quote: Quote,
        place: Option<&PathStack<'_>>,
        text: &mut PartialString,
    ) -> Result<(), Stopped> {
        let opens = text.from;
        loop {
            let is_special =
                |byte: u8| byte == b'\\' || byte < 0x20 || quote.may_be_closed_by(byte);
            let length = self.rest().bytes().position(is_special);
            self.at += length.unwrap_or(self.rest().len());
            match self.rest().chars().next() {
                None if self.has_other_closing_quote(quote, opens) => {
                    return Err(self.fail_invalid(SAME_QUOTES, opens));
                }
                None => {
                    let before = self.text.get(..opens).unwrap_or_default();
                    self.open_string = before.char_indices().next_back().map(|(at, _)| at);
                    return Err(self.fail_truncated());
                }
                Some('\\') => self.parse_escape(quote, text)?,
                Some('\n' | '\r' | '\t') => {
                    self.at += 1;
                    text.has_control = true;
                }
                Some(control) if control < ' ' => {
                    return Err(self.fail_invalid(CONTROL, self.at));
                }
                Some(character) if quote.is_closed_by(character) => match place {
                    Some(chain) if self.is_inside(chain, &mut text.inner)? => {
                        self.at += character.len_utf8();
                    }
                    _ => return Ok(()),
                },
                Some(character) => self.at += character.len_utf8(),
            }
        }
    }
}
