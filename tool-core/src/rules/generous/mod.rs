//! The rules that guess. They are off, unless the reader is generous or a field requests a rule
//! by name.
//!
//! Some are rules of the JSON text. The tolerant parser applies these to the arguments before
//! any field is known. A field requests them for JSON text inside a string, with one guess per
//! text.

mod lists;
mod numbers;
mod text;
mod values;

use super::value_rule::{ValueRule, named};
use crate::rules::RuleInfo;

/// The guessing rules for values, in the order in which the reader tries them after the
/// standard rules.
pub(crate) const GUESSING_RULES: &[ValueRule] = &named(DESCRIBED);

pub(crate) const VALUE_BOX: ValueRule = values::VALUE_BOX.named();

pub(super) const DESCRIBED: &[ValueRule<RuleInfo>; 22] = &[
    numbers::THOUSANDS,
    numbers::DIGIT_UNDERSCORE,
    numbers::CURRENCY,
    numbers::PERCENT,
    numbers::FRACTION,
    numbers::HEX_TEXT,
    numbers::OTHER_DIGITS,
    values::BOOLEAN_LETTER,
    values::OBJECT_TO_STRING,
    lists::LINE_LIST,
    lists::COMMA_LIST,
    lists::ITEM_LIST,
    lists::INDEXED_LIST,
    lists::EMPTY_CONTAINER,
    values::VALUE_BOX,
    values::BARE_SCALAR,
    text::LEADING_ZEROS,
    text::HEX_NUMBER,
    text::HOLE,
    text::MISSING_COLON,
    text::INNER_QUOTES,
    text::APOSTROPHE,
];
