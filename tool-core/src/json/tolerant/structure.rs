//! Recognizes the structure of JSON after a value, to guess the end of the value. The structure is
//! only inspected, not parsed.

use super::state::TolerantParser;
use crate::issue::PathStack;

impl TolerantParser<'_, '_> {
    /// Returns whether a value is expected here: after a colon, a comma or a bracket.
    pub(super) fn is_due(&self, chain: &PathStack<'_>) -> bool {
        let before = trim_end(self.text.get(..self.at).unwrap_or_default());
        match chain {
            PathStack::Root => false,
            PathStack::Key { .. } => before.ends_with(':'),
            PathStack::Index { .. } => before.ends_with([',', '[']),
        }
    }

    /// Returns whether a key is expected here.
    pub(super) fn follows_comma_or_brace(&self) -> bool {
        trim_end(self.text.get(..self.at).unwrap_or_default()).ends_with([',', '{'])
    }

    /// Returns whether the structure continues as after a value: with a comma and the next entry,
    /// or with the end of the container.
    pub(super) fn follows_value(&self, at: usize, chain: &PathStack<'_>) -> bool {
        let at = self.skip_space(at);
        match (chain, self.peek_at(at)) {
            (PathStack::Key { .. }, b'}') | (PathStack::Index { .. }, b']') => self.closes_well(at),
            (PathStack::Key { .. }, b',') => self.closes_or(at + 1, b'}', Self::begins_entry),
            (PathStack::Index { .. }, b',') => self.closes_or(at + 1, b']', Self::begins_item),
            _ => false,
        }
    }

    /// Checks the text after a comma: the end of the container, for a trailing comma, or an entry.
    fn closes_or(&self, at: usize, closing: u8, begins: fn(&Self, usize) -> bool) -> bool {
        let at = self.skip_space(at);
        if self.peek_at(at) == closing {
            return self.closes_well(at);
        }
        begins(self, at)
    }

    /// Checks the text after closing brackets: a comma, the end of a code block or of the text, or
    /// a tag.
    fn closes_well(&self, at: usize) -> bool {
        let rest = self.text.get(at..).unwrap_or_default();
        let rest = trim_start_while(rest, |c| matches!(c, ' ' | '\t' | '\n' | '\r' | '}' | ']'));
        rest.is_empty() || rest.starts_with([',', '<']) || rest.starts_with("```")
    }

    pub(super) fn begins_entry(&self, at: usize) -> bool {
        let end = self
            .find_quoted_end(at)
            .unwrap_or(at + self.word_at(at).len());
        end > at && self.separates(end)
    }

    pub(super) fn separates(&self, at: usize) -> bool {
        matches!(self.peek_at(self.skip_space(at)), b':' | b'=')
    }

    fn begins_item(&self, at: usize) -> bool {
        matches!(self.peek_at(at), b'{' | b'[' | b'-' | b'0'..=b'9')
            || self.quote_at(at).is_some()
            || self.is_literal_at(at)
    }

    fn find_quoted_end(&self, at: usize) -> Option<usize> {
        let quote = self.quote_at(at)?;
        let mut characters = self.text.get(at..)?.char_indices();
        let (_, opening) = characters.next()?;
        while let Some((offset, character)) = characters.next() {
            if character == '\\' {
                characters.next();
            } else if quote.is_closed_by(character) {
                return Some(at + offset + character.len_utf8());
            } else if character == opening {
                // `„` never closes. The check avoids a scan to the end of the text for each.
                return None;
            }
        }
        None
    }

    /// Skips white space and escaped line breaks between tokens.
    #[inline(never)]
    pub(super) fn skip_space(&self, at: usize) -> usize {
        let mut rest = self.text.get(at..).unwrap_or_default();
        loop {
            rest = rest.trim_start_matches([' ', '\t', '\n', '\r']);
            match rest.strip_prefix("\\n") {
                Some(further) => rest = further,
                None => return self.text.len() - rest.len(),
            }
        }
    }
}

#[inline(never)]
pub(super) fn trim_end(text: &str) -> &str {
    text.trim_end_matches([' ', '\t', '\n', '\r'])
}

/// Removes characters from the end. All predicates share one instance of this function.
#[inline(never)]
pub(super) fn trim_end_while(text: &str, is_removed: fn(char) -> bool) -> &str {
    text.trim_end_matches(is_removed)
}

/// Removes characters from the start. All predicates share one instance of this function.
#[inline(never)]
pub(super) fn trim_start_while(text: &str, is_removed: fn(char) -> bool) -> &str {
    text.trim_start_matches(is_removed)
}

pub(super) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t')
}
