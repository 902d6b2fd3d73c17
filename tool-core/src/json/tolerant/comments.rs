//! What stands between tokens: white space, comments, line breaks as escapes.

use super::attempt::{Attempt, Gap};
use super::note::Scope;
use super::strings::Quote;
use super::structure::trim_end;
use crate::issue::Rule;
use crate::json::Stopped;
use crate::json::lenient::TextKind;
use crate::json::parser::END;

impl Attempt<'_, '_> {
    /// Passes over what stands between tokens; the byte that the next one
    /// starts with, a zero at the end of the text.
    pub(super) fn token(&mut self, scope: &mut Scope<'_>) -> Result<u8, Stopped> {
        self.gap = Gap::default();
        let behind = self.at;
        loop {
            let start = self.at;
            match (self.peek(), self.peek_at(start + 1)) {
                (b' ' | b'\t', _) => self.at += 1,
                (b'\n' | b'\r', _) => {
                    self.at += 1;
                    self.gap.line = true;
                }
                (b'\\', b'n' | b'r' | b't') => {
                    self.at += 2;
                    self.gap.line = true;
                    self.note(scope, Rule::Separator, start, None);
                }
                (b'/', b'/') => {
                    self.refuse_division()?;
                    self.line_comment(scope)?;
                    self.refuse_content(behind, start)?;
                }
                (b'#', _) => {
                    self.line_comment(scope)?;
                    self.refuse_content(behind, start)?;
                }
                (b'/', b'*') => {
                    self.block_comment(scope)?;
                    self.refuse_content(behind, start)?;
                }
                (found, _) => return Ok(found),
            }
            self.gap.any = true;
        }
    }

    fn line_comment(&mut self, scope: &mut Scope<'_>) -> Result<(), Stopped> {
        let start = self.at;
        let length = self.rest().find(['\n', '\r']);
        self.at += length.unwrap_or(self.rest().len());
        // Outside of containers there is nothing that it could hide.
        self.gap.open_comment = length.is_none() && self.depth > 0;
        self.comment(start, scope)
    }

    fn block_comment(&mut self, scope: &mut Scope<'_>) -> Result<(), Stopped> {
        let start = self.at;
        let inside = self.rest().get(2..).unwrap_or_default();
        let Some(length) = inside.find("*/") else {
            return Err(self.truncated());
        };
        self.at += length + 4;
        self.comment(start, scope)
    }

    /// Around the arguments a comment with braces may hold other arguments:
    /// then it is read as any other text that surrounds them.
    fn comment(&mut self, start: usize, scope: &mut Scope<'_>) -> Result<(), Stopped> {
        let text = self.text.get(start..self.at).unwrap_or_default();
        let surrounds = self.depth == 0 && self.source.tolerance.text == TextKind::Arguments;
        if surrounds && text.contains('{') {
            return Err(self.invalid(END, start));
        }
        self.note(scope, Rule::Comment, start, None);
        Ok(())
    }

    /// Rejects a comment that may be the content of the string before it. An inner quote
    /// without an escape ends that string early: `"<a href="#top">"`.
    fn refuse_content(&mut self, behind: usize, start: usize) -> Result<(), Stopped> {
        let string = trim_end(self.text.get(..behind).unwrap_or_default());
        let Some(quote) = string.chars().next_back().and_then(Quote::opened_by) else {
            return Ok(());
        };
        let comment = self.text.get(start..self.at).unwrap_or_default();
        let is_of_quote = |c| quote.is_closed_by(c) || Quote::opened_by(c) == Some(quote);
        // A block comment ends at its own mark, so what follows it is still read.
        let is_line = !comment.starts_with("/*");
        if is_line && string.len() == start || comment.contains(is_of_quote) {
            return Err(self.invalid("',' or a closing bracket", start));
        }
        Ok(())
    }

    /// `10 // 3` is a number in Python, and a number with a comment elsewhere.
    fn refuse_division(&mut self) -> Result<(), Stopped> {
        let before = self.text.get(self.number_end..self.at).unwrap_or("x");
        if self.number_end == 0 || !before.trim_matches([' ', '\t']).is_empty() {
            return Ok(());
        }
        let operand = self.rest().trim_start_matches('/');
        let operand = operand.trim_start_matches([' ', '\t']);
        if before.is_empty() || operand.starts_with(|c: char| c.is_ascii_digit() || c == '(') {
            return Err(self.invalid("',' or a closing bracket", self.at));
        }
        Ok(())
    }
}
