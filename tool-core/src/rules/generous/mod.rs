//! The rules that guess. They are off, unless reading is generous or a field asks for them
//! by name.
//!
//! Some are rules of the JSON text. The tolerant reader applies these to the arguments before
//! any field is known. A field asks for them for the text of an array or an object in a string,
//! one guess for each text.

mod lists;
mod numbers;
mod text;
mod values;

pub(crate) use values::VALUE_BOX;

use super::ValueRule;

/// The rules for values that guess, in the order in which they are tried, after the standard
/// ones.
pub(crate) const GUESSING_RULES: &[ValueRule] = &[
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
    VALUE_BOX,
    values::BARE_SCALAR,
    text::LEADING_ZEROS,
    text::HEX_NUMBER,
    text::HOLE,
    text::MISSING_COLON,
    text::INNER_QUOTES,
    text::APOSTROPHE,
];
