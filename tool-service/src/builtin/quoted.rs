//! Parts of the input as errors repeat them: only the beginning of a long text.

use std::fmt::{Display, Formatter, Result};

/// Maximum number of characters.
const LONGEST: usize = 100;

/// A text in quotes.
pub(super) struct Quoted<'a>(pub(super) &'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let (start, rest) = beginning(self.0);
        write!(f, "{start:?}{rest}")
    }
}

/// A text without quotes.
pub(super) struct Shortened<'a>(pub(super) &'a str);

impl Display for Shortened<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let (start, rest) = beginning(self.0);
        write!(f, "{start}{rest}")
    }
}

/// The beginning of a text, and the sign for the rest.
fn beginning(text: &str) -> (&str, &str) {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => (&text[..end], "..."),
        None => (text, ""),
    }
}
