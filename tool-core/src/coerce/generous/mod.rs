//! The rules that guess: off, unless reading is generous or a field asks for them
//! by name.
//!
//! Some are rules of the JSON text, at work in the tolerant reader, which reads the
//! arguments before any field is known. A field asks for them for the text of an array
//! or an object in a string, one guess for each text.

pub(super) mod apostrophe;
pub(super) mod bare_scalar;
pub(super) mod boolean_letter;
pub(super) mod comma_list;
pub(super) mod currency;
pub(super) mod digit_underscore;
pub(super) mod empty_container;
pub(super) mod fraction;
pub(super) mod hex_number;
pub(super) mod hex_text;
pub(super) mod hole;
pub(super) mod indexed_list;
pub(super) mod inner_quotes;
pub(super) mod item_list;
pub(super) mod leading_zeros;
pub(super) mod line_list;
pub(super) mod missing_colon;
pub(super) mod object_to_string;
pub(super) mod other_digits;
pub(super) mod percent;
pub(super) mod renamed_key;
pub(super) mod thousands;
pub(super) mod value_box;

pub(crate) use value_box::RULE as VALUE_BOX;
