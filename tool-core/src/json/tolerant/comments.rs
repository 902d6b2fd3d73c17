//! Text between tokens: white space, comments, and escaped line breaks.

use super::quote::Quote;
use super::state::{Scope, TolerantParser, Trivia};
use super::structure::trim_end;
use super::surroundings::is_statement;
use crate::issue::Rule;
use crate::json::Stopped;
use crate::json::elision::{WHOLE_CONTENT, stands_for_content};
use crate::json::expected::END;
use crate::json::lenient::TextKind;

impl TolerantParser<'_, '_> {
    /// Skips text between tokens. Returns the first byte of the next token, or zero at the end of
    /// the text.
    pub(super) fn skip_to_token(&mut self, scope: &mut Scope<'_>) -> Result<u8, Stopped> {
        self.trivia = Trivia::default();
        let behind = self.at;
        loop {
            let start = self.at;
            match (self.peek(), self.peek_at(start + 1)) {
                (b' ' | b'\t', _) => self.at += 1,
                (b'\n' | b'\r', _) => {
                    self.at += 1;
                    self.trivia.line = true;
                }
                (b'\\', b'n' | b'r' | b't') => {
                    self.at += 2;
                    self.trivia.line = true;
                    self.note(scope, Rule::Separator, start, None);
                }
                (b'/', b'/') | (b'#', _) => {
                    self.refuse_division()?;
                    self.skip_line_comment(scope)?;
                    self.refuse_content(behind, start)?;
                }
                (b'/', b'*') => {
                    self.skip_block_comment(scope)?;
                    self.refuse_content(behind, start)?;
                }
                (found, _) => return Ok(found),
            }
            self.trivia.any = true;
        }
    }

    fn skip_line_comment(&mut self, scope: &mut Scope<'_>) -> Result<(), Stopped> {
        let start = self.at;
        let length = self.rest().find(['\n', '\r']);
        self.at += length.unwrap_or(self.rest().len());
        // Outside containers, the comment cannot hide a part of the value.
        self.trivia.open_comment = length.is_none() && self.depth > 0;
        self.record_comment(start, scope)
    }

    fn skip_block_comment(&mut self, scope: &mut Scope<'_>) -> Result<(), Stopped> {
        let start = self.at;
        let inside = self.rest().get(2..).unwrap_or_default();
        let Some(length) = inside.find("*/") else {
            return Err(self.fail_truncated());
        };
        self.at += length + 4;
        self.record_comment(start, scope)
    }

    /// Inside a container, a comment may stand for content that the model left out. Around the
    /// arguments, a comment with braces may contain other arguments, and one may take them back or
    /// name a tool. It is then treated like other surrounding text.
    fn record_comment(&mut self, start: usize, scope: &mut Scope<'_>) -> Result<(), Stopped> {
        let text = self.text.get(start..self.at).unwrap_or_default();
        let surrounds = self.depth == 0 && self.source.tolerance.text == TextKind::Arguments;
        if surrounds && (text.contains('{') || is_statement(text)) {
            return Err(self.fail_invalid(END, start));
        }
        if self.depth > 0 && stands_for_content(text) {
            return Err(self.fail_invalid(WHOLE_CONTENT, start));
        }
        self.trivia.comment = Some(start);
        self.note(scope, Rule::Comment, start, None);
        Ok(())
    }

    /// Rejects a comment that may belong to the string before it. An unescaped inner quote ends
    /// that string too early: `"<a href="#top">"`.
    fn refuse_content(&mut self, behind: usize, start: usize) -> Result<(), Stopped> {
        let string = trim_end(self.text.get(..behind).unwrap_or_default());
        let Some(quote) = string.chars().next_back().and_then(Quote::opened_by) else {
            return Ok(());
        };
        let comment = self.text.get(start..self.at).unwrap_or_default();
        let is_of_quote = |c| quote.is_closed_by(c) || Quote::opened_by(c) == Some(quote);
        // A block comment has an end mark, so the text after it is still read.
        let is_line = !comment.starts_with("/*");
        if is_line && string.len() == start || comment.contains(is_of_quote) {
            return Err(self.fail_invalid("',' or a closing bracket", start));
        }
        Ok(())
    }

    /// Rejects `1#5`, where digits would be lost, and `10 // 3`, which is a number in Python, and a
    /// number with a comment in other languages.
    fn refuse_division(&mut self) -> Result<(), Stopped> {
        let before = self.text.get(self.number_end..self.at).unwrap_or("x");
        if self.number_end == 0 || !before.trim_matches([' ', '\t']).is_empty() {
            return Ok(());
        }
        let operand = self.rest().strip_prefix("//").unwrap_or_default();
        let operand = operand.trim_start_matches('/');
        let operand = operand.trim_start_matches([' ', '\t']);
        if before.is_empty() || operand.starts_with(|c: char| c.is_ascii_digit() || c == '(') {
            return Err(self.fail_invalid("',' or a closing bracket", self.at));
        }
        Ok(())
    }
}
