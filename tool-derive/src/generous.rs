// The rules that guess, by their names. A test holds this list to that of
// `tool-core`, where the rules are.
pub(crate) const GENEROUS_RULES: &[&str] = &[
    "thousands",
    "digit_underscore",
    "currency",
    "percent",
    "fraction",
    "hex_text",
    "other_digits",
    "boolean_letter",
    "object_to_string",
    "line_list",
    "comma_list",
    "item_list",
    "indexed_list",
    "empty_container",
    "value_box",
    "bare_scalar",
    "leading_zeros",
    "hex_number",
    "hole",
    "missing_colon",
];
