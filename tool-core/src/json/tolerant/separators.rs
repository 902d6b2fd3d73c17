//! Commas and colons.

use super::state::{Last, Scope, TolerantParser};
use crate::issue::Rule;
use crate::json::Stopped;
use crate::json::elision::WHOLE_CONTENT;
use crate::json::expected::{COLON, KEY, VALUE};

/// The first byte of full-width signs.
const FULL_WIDTH: u8 = 0xEF;

/// The kind of the next token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NextToken {
    Quoted,
    Object,
    Array,
    Bare,
}

fn expect_first(closing: u8) -> &'static str {
    if closing == b'}' { KEY } else { VALUE }
}

fn expect_further(closing: u8) -> &'static str {
    if closing == b'}' {
        "',' or '}'"
    } else {
        "',' or ']'"
    }
}

impl TolerantParser<'_, '_> {
    /// Moves to the first entry of a container. Returns whether the container is empty.
    pub(super) fn opens(&mut self, closing: u8, scope: &mut Scope<'_>) -> Result<bool, Stopped> {
        let mut comma = None;
        loop {
            match self.skip_to_token(scope)? {
                b',' if comma.is_none() => {
                    comma = Some(self.at);
                    self.at += 1;
                }
                // `[,]` has a missing item, unlike `[]`.
                b',' => return Err(self.fail_invalid(expect_first(closing), self.at)),
                b'}' | b']' if comma.is_some() => {
                    return Err(self.fail_invalid(expect_first(closing), self.at));
                }
                b'}' | b']' => {
                    // A comment alone may stand for the content.
                    if let Some(comment) = self.trivia.comment {
                        return Err(self.fail_invalid(WHOLE_CONTENT, comment));
                    }
                    if self.parse_closing(closing, expect_first(closing), scope)? {
                        return Ok(true);
                    }
                }
                _ if self.is_at_end() => return Err(self.fail_truncated()),
                _ => {
                    if let Some(at) = comma {
                        self.note_piece(scope, Rule::Comma, at..at + 1, None);
                    }
                    return Ok(false);
                }
            }
        }
    }

    /// Moves from the end of a value to the next entry. Returns whether the container ends.
    pub(super) fn parse_between(
        &mut self,
        closing: u8,
        last: Last,
        scope: &mut Scope<'_>,
    ) -> Result<bool, Stopped> {
        // The bracket of this container was before that of its last value.
        match self.swapped.take() {
            Some(found) if found == closing => return Ok(true),
            Some(_) => return Err(self.fail_invalid(expect_further(closing), self.at)),
            None => {}
        }
        let mut comma = None;
        let mut hole = None;
        loop {
            match self.skip_to_token(scope)? {
                b',' if comma.is_none() => {
                    comma = Some(self.at);
                    self.at += 1;
                }
                FULL_WIDTH if comma.is_none() && self.rest().starts_with('，') => {
                    comma = Some(self.at);
                    self.skip_full_width('，', ",", scope);
                }
                b',' if self.guesses(Rule::Hole) => {
                    self.at += 1;
                    hole = comma.map(|comma| comma..self.at);
                }
                // An item may be missing, or the comma may be superfluous.
                b',' => return Err(self.fail_invalid(expect_first(closing), self.at)),
                b'}' | b']' if hole.is_some() => {
                    return Err(self.fail_invalid(expect_first(closing), self.at));
                }
                b'}' | b']' => {
                    let expected = comma.map_or(expect_further(closing), |_| expect_first(closing));
                    if self.parse_closing(closing, expected, scope)? {
                        if let Some(at) = comma {
                            let sign = self.text.get(at..).and_then(|rest| rest.chars().next());
                            let end = at + sign.map_or(0, char::len_utf8);
                            self.note_piece(scope, Rule::Comma, at..end, None);
                        }
                        return Ok(true);
                    }
                }
                _ if self.is_at_end() => {
                    let last = if comma.is_some() { Last::Bare } else { last };
                    return self.ends_open(closing, last, scope).map(|()| true);
                }
                _ if comma.is_some() => {
                    if let Some(hole) = hole {
                        self.note_piece(scope, Rule::Hole, hole, Some(","));
                    }
                    scope.has_comma = true;
                    if let Some(at) = scope.joined_numbers {
                        return Err(self.fail_invalid(expect_further(closing), at));
                    }
                    return Ok(false);
                }
                _ => return self.insert_comma(closing, last, scope).map(|()| false),
            }
        }
    }

    /// Inserts a missing comma. It is not inserted if both values could be one: text in unescaped
    /// quotes, a number with a unit, an index, a sum.
    fn insert_comma(
        &mut self,
        closing: u8,
        last: Last,
        scope: &mut Scope<'_>,
    ) -> Result<(), Stopped> {
        let next = match self.peek() {
            b'{' => NextToken::Object,
            b'[' => NextToken::Array,
            b'+' | b'-' | b'.' if !self.trivia.line => {
                return Err(self.fail_invalid(expect_further(closing), self.at));
            }
            _ if self.quote().is_some() => NextToken::Quoted,
            _ => NextToken::Bare,
        };
        let gap = self.trivia;
        let is_apart = match (last, next) {
            (Last::Container, NextToken::Object | NextToken::Quoted)
            | (Last::Bare, NextToken::Quoted) => true,
            // After a string, a bare key may belong to the string because of an unescaped quote.
            (Last::Quoted, NextToken::Bare) => gap.line && closing == b']',
            // The comma may be the one inside the quotes.
            (Last::Quoted, NextToken::Quoted) => gap.any && !self.ends_with_comma(),
            _ => gap.any,
        };
        let fits = closing == b']' || matches!(next, NextToken::Quoted | NextToken::Bare);
        if !is_apart || !fits {
            return Err(self.fail_invalid(expect_further(closing), self.at));
        }
        if next == NextToken::Bare && self.peek().is_ascii_digit() {
            self.join_numbers(closing, scope)?;
        }
        self.joins_groups |= last == Last::Container;
        self.note(scope, Rule::Comma, self.at, Some(","));
        Ok(())
    }

    /// Returns whether the string before the current position ends with a comma.
    fn ends_with_comma(&self) -> bool {
        let before = self.text.get(..self.at).unwrap_or_default().trim_end();
        let mut before = before.chars().rev();
        before.next();
        before.find(|c| !c.is_whitespace()) == Some(',')
    }

    /// Rejects a space between two numbers in a line that may be inside of one number: `[1 234, 5]`
    /// or `[1 234]`.
    fn join_numbers(&mut self, closing: u8, scope: &mut Scope<'_>) -> Result<(), Stopped> {
        let before = self.text.get(self.number_end..self.at).unwrap_or("x");
        let follows_number = self.number_end > 0 && before.trim_matches([' ', '\t']).is_empty();
        if !follows_number {
            return Ok(());
        }
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        if scope.has_comma || digits == 3 {
            return Err(self.fail_invalid(expect_further(closing), self.at));
        }
        scope.joined_numbers.get_or_insert(self.at);
        Ok(())
    }

    /// Skips the colon between a key and its value, or `=`.
    pub(super) fn parse_separator(
        &mut self,
        may_lack_colon: bool,
        scope: &mut Scope<'_>,
    ) -> Result<(), Stopped> {
        let found = self.skip_to_token(scope)?;
        let start = self.at;
        match found {
            b':' => self.at += 1,
            b'=' => {
                self.at += 1;
                self.note(scope, Rule::Separator, start, Some(":"));
            }
            FULL_WIDTH if self.skip_full_width('：', ":", scope) => {}
            _ if may_lack_colon && self.guesses(Rule::MissingColon) && self.begins_value() => {
                self.note(scope, Rule::MissingColon, start, Some(":"));
            }
            _ => return Err(self.fail_invalid(COLON, start)),
        }
        Ok(())
    }

    /// Skips a full-width sign in the place of an ASCII one.
    fn skip_full_width(&mut self, sign: char, meant: &str, scope: &mut Scope<'_>) -> bool {
        let is_there = self.rest().starts_with(sign);
        if is_there {
            let start = self.at;
            self.at += sign.len_utf8();
            self.note(scope, Rule::Separator, start, Some(meant));
        }
        is_there
    }

    fn begins_value(&self) -> bool {
        match self.peek() {
            b'{' | b'[' => true,
            _ if !self.trivia.any => false,
            b'-' | b'0'..=b'9' => true,
            _ => self.quote().is_some() || self.is_literal_at(self.at),
        }
    }
}
