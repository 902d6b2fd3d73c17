//! How a tape is written.

use crate::tape::spare::Spare;
use crate::tape::{Kind, OPEN, Tape, Token};

impl<'a> Tape<'a> {
    /// An empty tape for a text of at most [`Tape::MOST_BYTES`].
    pub(crate) fn new(text: &'a str) -> Self {
        let Spare { mut tokens, made } = Spare::take();
        tokens.reserve((text.len() / 8).clamp(4, 512));
        Self { text, made, tokens }
    }

    #[inline]
    pub(crate) fn push(&mut self, token: Token) {
        self.tokens.push(token);
    }

    /// The token of a scalar that stands in the text from `start` to `end`.
    #[inline]
    pub(crate) fn slice(kind: Kind, start: usize, end: usize) -> Token {
        Token {
            kind,
            start: short(start),
            length: short(end - start),
        }
    }

    /// Where the next string that is made starts.
    #[inline]
    pub(crate) fn made(&self) -> usize {
        self.made.len()
    }

    /// What strings are made in. None is longer than the text that it is made of.
    #[inline]
    pub(crate) fn making(&mut self) -> &mut String {
        if self.made.capacity() == 0 {
            self.made.reserve(self.text.len().min(4096));
        }
        &mut self.made
    }

    /// The token of a scalar that was made, from `start` on.
    #[inline]
    pub(crate) fn made_since(&self, kind: Kind, start: usize) -> Token {
        let before = self.text.len();
        Self::slice(kind, before + start, before + self.made.len())
    }

    /// Begins an array or an object: its number, for [`Tape::close`].
    #[inline]
    pub(crate) fn open(&mut self, kind: Kind) -> usize {
        self.tokens.push(Token {
            length: OPEN,
            ..Token::word(kind)
        });
        self.tokens.len() - 1
    }

    /// Ends an array or an object that holds so many items or properties.
    #[inline]
    pub(crate) fn close(&mut self, number: usize, length: u32) {
        let inside = short(self.tokens.len() - number - 1);
        if let Some(token) = self.tokens.get_mut(number) {
            token.start = inside;
            token.length = length;
        }
    }
}

impl Token {
    /// A number that stands in the text that this one is of.
    pub(super) fn number_in(self, start: usize, number: &str) -> Self {
        Self {
            kind: Kind::Number,
            start: self.start + short(start),
            length: short(number.len()),
        }
    }
}

/// A place in a text or on a tape, in half the room.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "nothing longer is read: the bytes are counted before, and a token takes at least one"
)]
fn short(place: usize) -> u32 {
    place as u32
}
