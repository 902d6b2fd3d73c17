//! Expectations of the grammar, in the words of an issue.

pub(crate) const VALUE: &str = "a value";
pub(crate) const KEY: &str = "a key in double quotes";
pub(crate) const ROOT: &str = "a JSON object";
pub(crate) const LEADING_ZEROS: &str = "a number without leading zeros";
pub(crate) const NO_TEMPLATE: &str = "the value in place of `${..}`";
pub(crate) const ESCAPE: &str = "an escape that JSON has";
pub(crate) const NO_HEX: &str = "four hex digits after \\u";
pub(crate) const LONE: &str = "a whole character, not half of a surrogate pair";
pub(crate) const SAME_QUOTES: &str = "the same kind of quote at both ends of the string";
pub(crate) const DIGIT: &str = "a digit";
pub(crate) const COLON: &str = "':'";
pub(crate) const CONTROL: &str = "an escape for a control character";
pub(crate) const END: &str = "nothing after the arguments";
