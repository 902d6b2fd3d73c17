//! The steps over the text that every part of the grammar is made of.

use crate::issue::Limit;
use crate::json::parser::{Parser, Stop, Stopped};
use crate::tape::{Kind, Token};

impl Parser<'_, '_> {
    /// The byte that stands here; at the end of the text a zero, which JSON
    /// holds nowhere.
    #[inline]
    pub(crate) fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    /// Passes over white space; the byte that stands behind it, a zero at the
    /// end of the text.
    #[inline(always)]
    pub(crate) fn token(&mut self) -> u8 {
        const SPACE: u64 = 1 << b' ' | 1 << b'\n' | 1 << b'\r' | 1 << b'\t';
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        let found = loop {
            match bytes.get(at) {
                Some(&found) if found > b' ' => break found,
                Some(&found) if SPACE & 1 << found != 0 => at += 1,
                _ => break 0,
            }
        };
        self.at = at;
        found
    }

    /// A word that stands for a value.
    #[inline(always)]
    pub(crate) fn word(&mut self, word: &'static str, kind: Kind) -> Result<(), Stopped> {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        if rest.starts_with(word.as_bytes()) {
            self.at += word.len();
            self.tape.push(Token::word(kind));
            return Ok(());
        }
        Err(self.no_word(word))
    }

    /// A word may be cut off by the end of the text; else it is another word.
    #[cold]
    fn no_word(&mut self, word: &'static str) -> Stopped {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        if word.as_bytes().starts_with(rest) {
            return self.truncated();
        }
        self.invalid_at("a value", self.at)
    }

    #[cold]
    pub(crate) fn truncated(&mut self) -> Stopped {
        self.stop = Stop::Truncated;
        Stopped
    }

    /// That the text leaves JSON at a place; at its end it is cut off instead.
    #[cold]
    pub(crate) fn invalid_at(&mut self, expected: &'static str, at: usize) -> Stopped {
        self.stop = if at > 0 && at >= self.text.len() {
            Stop::Truncated
        } else {
            Stop::Invalid { expected, at }
        };
        Stopped
    }

    #[cold]
    pub(crate) fn over(&mut self, limit: Limit) -> Stopped {
        self.stop = Stop::Limit(limit);
        Stopped
    }
}
