//! The values of the arguments, one after the other, in one piece of memory: what most
//! calls are checked by and read from, without a tree.
//!
//! Of a tape a few values can be patched. What else does not conform becomes a `Tree`, is
//! walked, and is put on a tape again, so that a type has one source to read from.
//!
//! An object on a tape may hold a key twice; the `Tree` that is made of it does not.

mod buffered;
mod checks;
mod cursor;
mod deserialize;
mod flatten;
mod forms;
mod from_tree;
mod items;
mod key;
mod limit;
mod offer;
mod others;
mod patch;
mod properties;
mod raw;
mod reading;
mod record;
mod refusal;
mod repeats;
mod scalar;
mod spare;
mod tagged;
#[cfg(test)]
mod tests;
mod to_tree;
mod tries;
mod variant;
mod words;

pub use checks::are_paths_traced;
pub(crate) use checks::{
    CheckErrors, FailedCheck, collect_checks, settle_check, with_traced_paths,
};
pub(crate) use cursor::Cursor;
pub(crate) use deserialize::read_tree;
pub use flatten::flatten;
pub use forms::read_form;
pub(crate) use forms::with_forms;
pub(crate) use items::Items;
pub use others::{Beside, has_others, leave_others, take_others};
pub(crate) use patch::Patch;
pub(crate) use properties::{Properties, Property};
pub(crate) use reading::{Additional, TellForms};
pub(crate) use refusal::Refusal;
pub use tagged::read_tagged;

/// Values in the order of the text: an array or an object stands before what it holds,
/// a key before its value.
#[derive(Clone, Debug)]
pub(crate) struct Tape<'a> {
    /// The text that was read.
    text: &'a str,
    /// Strings that do not stand in the text as they are. Their places are counted on
    /// from the end of the text.
    made: String,
    tokens: Vec<Token>,
}

/// A value or a key. Twelve bytes: a text of many small values takes several times its
/// own size otherwise.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    /// Where the text of a scalar starts; of an array or an object, how many tokens are
    /// in it.
    start: u32,
    /// How many bytes the text has; how many items or properties there are, and
    /// [`OPEN`] as long as that is not known.
    length: u32,
}

/// The length of an array or an object whose end was not reached.
const OPEN: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Null,
    True,
    False,
    Number,
    String,
    Array,
    Object,
}

impl Tape<'_> {
    /// The bytes that one tape can tell apart, in `text` and beside it together.
    pub(crate) const MOST_BYTES: usize = u32::MAX as usize;

    /// The value that all others stand in.
    pub(crate) fn root(&self) -> Cursor<'_> {
        Cursor::new(self, 0)
    }

    /// The value of that number.
    pub(crate) fn value(&self, number: usize) -> Cursor<'_> {
        Cursor::new(self, number)
    }

    /// The token of that number; behind the last there is null.
    #[inline]
    fn token(&self, number: usize) -> &Token {
        self.tokens.get(number).unwrap_or(&Token::NULL)
    }

    /// The number of the token behind a value, all that it holds left out.
    #[inline]
    fn after(&self, number: usize) -> usize {
        let token = self.token(number);
        match token.kind {
            Kind::Array | Kind::Object => number + 1 + token.start as usize,
            _ => number + 1,
        }
    }

    /// The text of a scalar or a key.
    #[inline]
    fn text_of(&self, token: &Token) -> &str {
        let start = token.start as usize;
        match self.text.get(start..start + token.length as usize) {
            Some(text) => text,
            None => self.made_for(token),
        }
    }

    /// The same in bytes, which costs less.
    #[inline]
    fn bytes_of(&self, token: &Token) -> &[u8] {
        let start = token.start as usize;
        match self
            .text
            .as_bytes()
            .get(start..start + token.length as usize)
        {
            Some(bytes) => bytes,
            None => self.made_for(token).as_bytes(),
        }
    }

    /// Tokens are made of what was read, so that they are in bounds and end on borders.
    #[inline(never)]
    fn made_for(&self, token: &Token) -> &str {
        let start = (token.start as usize).saturating_sub(self.text.len());
        let made = self.made.get(start..start + token.length as usize);
        made.unwrap_or_default()
    }
}

impl Token {
    pub(crate) const NULL: Self = Self::word(Kind::Null);

    pub(crate) const fn word(kind: Kind) -> Self {
        Self {
            kind,
            start: 0,
            length: 0,
        }
    }
}
