//! The tree of values that the plan reads. Its sources are JSON text, a value, or another format.

mod compare;
mod context;
mod entries;
mod from_serde;
mod json;
mod number;
mod received;
mod sent;
mod source_key;
mod string;
#[cfg(test)]
mod tests;
mod value;

use std::borrow::Cow;

pub(crate) use compare::ByValue;
pub(crate) use context::{Around, ParseContext};
pub(crate) use entries::{Entries, FEW_KEYS, KeySet, key_bit};
pub(crate) use from_serde::TreeSeed;
pub(crate) use number::{
    as_integer, compare, compare_numbers, hash_number, is_integral, is_kept_by_float,
    is_multiple_of, is_number, is_plain_integer, is_wide_integer, may_be_rounded, parse_word,
    round_to_float, scan,
};
pub(crate) use sent::{RAW_KEY, Sent, read_json_text};
#[cfg(feature = "answers")]
pub(crate) use string::{count_spaces, end_of_short_run, find_any, write_content};
pub(crate) use string::{find_end_of_plain, find_plain_end, write_string};

/// A JSON value that borrows from the text it was read from.
///
/// Scalars keep their source text. A number is a slice of the input, and a coercion to a string or
/// a 128-bit integer never passes through an `f64`. No object has duplicate keys: the builder of a
/// tree resolves them.
///
/// The tag fills a word, which lets a value be moved in whole words.
#[derive(Clone, Debug)]
#[repr(usize)]
pub(crate) enum Tree<'a> {
    Null,
    Bool(bool),
    /// Text of a JSON number, in the grammar of JSON.
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
