//! The tree that the walk reads: of JSON text, a value or another format.

mod compare;
mod context;
mod entries;
mod from_serde;
mod json;
mod number;
mod received;
mod sent;
mod source_key;
#[cfg(test)]
mod tests;
mod value;

use std::borrow::Cow;

pub(crate) use context::{Around, ParseContext};
pub(crate) use entries::{Entries, FEW_KEYS, KeySet, key_bit};
pub(crate) use from_serde::TreeSeed;
pub(crate) use number::{
    as_integer, compare, compare_numbers, is_integral, is_multiple_of, is_number, is_plain_integer,
    is_wide_integer, may_be_rounded, scan, word,
};
pub(crate) use sent::{RAW_KEY, Sent, sent};

/// A JSON value that borrows from the text it was read from.
///
/// Scalars keep their source text: a number is the slice that was sent, so a
/// coercion to a string or a 128-bit integer never passes through an `f64`.
/// No object holds one key twice: whoever builds a tree settles that.
///
/// The tag fills a word, so that a value is moved in whole words.
#[derive(Clone, Debug)]
#[repr(usize)]
pub(crate) enum Tree<'a> {
    Null,
    Bool(bool),
    /// The text of a JSON number, by JSON's own grammar.
    Number(Cow<'a, str>),
    String(Cow<'a, str>),
    Array(Vec<Tree<'a>>),
    Object(Vec<Entry<'a>>),
}

/// One property of an object.
#[derive(Clone, Debug)]
pub(crate) struct Entry<'a> {
    pub(crate) key: Cow<'a, str>,
    pub(crate) value: Tree<'a>,
}
