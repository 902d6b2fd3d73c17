use serde::de::{Error, Unexpected};

use crate::tape::{Items, Kind, Properties, Refusal, Tape, Token};
use crate::tree::{Tree, is_wide_integer};

/// An integer of fewer digits has 64 bits at most.
const LEAST_WIDE: u32 = 19;

/// One value on a tape.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<'t> {
    tape: &'t Tape<'t>,
    at: usize,
}

impl<'t> Cursor<'t> {
    #[inline]
    pub(super) fn new(tape: &'t Tape<'_>, at: usize) -> Self {
        Self { tape, at }
    }

    #[inline]
    pub(crate) fn kind(self) -> Kind {
        self.tape.token(self.at).kind
    }

    /// The text of a string or a number.
    #[inline]
    pub(crate) fn text(self) -> &'t str {
        self.tape.text_of(self.tape.token(self.at))
    }

    /// How many bytes the text of a string or a number has.
    #[inline]
    pub(crate) fn length(self) -> u32 {
        self.tape.token(self.at).length
    }

    /// The text of a string; nothing for another value.
    #[inline]
    pub(crate) fn string(self) -> Option<&'t str> {
        (self.kind() == Kind::String).then(|| self.text())
    }

    /// The text of a number; nothing for another value.
    #[inline]
    pub(crate) fn number(self) -> Option<&'t str> {
        (self.kind() == Kind::Number).then(|| self.text())
    }

    /// The value as a tree; nothing for what holds others.
    pub(crate) fn scalar(self) -> Option<Tree<'t>> {
        self.tape.scalar(*self.tape.token(self.at))
    }

    /// The value as a tree of its own.
    pub(crate) fn tree(self) -> Tree<'t> {
        self.tape.tree_of(self.at)
    }

    /// A number that stands in the text of a string, as a value of its own.
    pub(crate) fn number_in(self, start: usize, number: &str) -> Token {
        self.tape.token(self.at).number_in(start, number)
    }

    /// Whether the value, or any that stands in it, is an integer that a JSON value does
    /// not hold exactly.
    pub(crate) fn holds_wide_integer(self) -> bool {
        let tokens = self.at..self.tape.after(self.at);
        tokens.map(|at| self.tape.token(at)).any(|token| {
            token.kind == Kind::Number
                && token.length >= LEAST_WIDE
                && is_wide_integer(self.tape.text_of(token))
        })
    }

    /// How many values and keys stand in an array or an object.
    pub(crate) fn size(self) -> usize {
        let token = self.tape.token(self.at);
        match token.kind {
            Kind::Array | Kind::Object => token.start as usize,
            _ => 0,
        }
    }

    /// What an array holds; nothing for another value.
    #[inline]
    pub(crate) fn items(self) -> Option<Items<'t>> {
        let token = self.tape.token(self.at);
        (token.kind == Kind::Array).then(|| Items::new(self.tape, self.at + 1, token.length))
    }

    /// What an object holds; nothing for another value.
    #[inline]
    pub(crate) fn properties(self) -> Option<Properties<'t>> {
        let token = self.tape.token(self.at);
        (token.kind == Kind::Object).then(|| Properties::new(self.tape, self.at + 1, token.length))
    }

    /// What the value is remembered by: its tape, as long as that lives, and its place.
    pub(crate) fn address(self) -> (usize, usize) {
        (std::ptr::from_ref(self.tape).addr(), self.at)
    }

    /// What serde calls the value, for a refusal.
    fn unexpected(self) -> Unexpected<'t> {
        match self.kind() {
            Kind::Null => Unexpected::Unit,
            Kind::True => Unexpected::Bool(true),
            Kind::False => Unexpected::Bool(false),
            Kind::Number => Unexpected::Other(self.text()),
            Kind::String => Unexpected::Str(self.text()),
            Kind::Array => Unexpected::Seq,
            Kind::Object => Unexpected::Map,
        }
    }

    /// Not generic over the type that refuses, so that it is compiled once.
    #[cold]
    pub(super) fn refuse(self, expected: &dyn serde::de::Expected) -> Refusal {
        match self.number() {
            Some(text) => Refusal::number(text, expected),
            None => Refusal::invalid_type(self.unexpected(), expected),
        }
    }
}
