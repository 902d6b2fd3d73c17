//! Looks up many names by alias, or by case and style.

use std::collections::HashMap;

use crate::issue::fold_spelling;

/// Maps a text to the number of the name that it means. A text with two meanings maps to
/// [`AMBIGUOUS`].
#[derive(Debug, Default)]
pub(super) struct Meanings(HashMap<String, usize>);

const AMBIGUOUS: usize = usize::MAX;

impl Meanings {
    /// Adds a text. `is_same` returns whether an earlier number for the text has the same meaning.
    pub(super) fn add(&mut self, text: String, number: usize, is_same: impl FnOnce(usize) -> bool) {
        self.0
            .entry(text)
            .and_modify(|known| {
                if *known == AMBIGUOUS || !is_same(*known) {
                    *known = AMBIGUOUS;
                }
            })
            .or_insert(number);
    }

    pub(super) fn contains(&self, text: &str) -> bool {
        self.0.contains_key(text)
    }

    pub(super) fn get(&self, text: &str) -> Option<usize> {
        self.0
            .get(text)
            .copied()
            .filter(|number| *number != AMBIGUOUS)
    }
}

/// Other spellings of names. Building it costs as much as comparing one text with all names. It is
/// therefore built only for many names, and only for the first lookup.
#[derive(Debug, Default)]
pub(super) struct Styles {
    pub(super) aliases: Meanings,
    spellings: Meanings,
}

impl Styles {
    pub(super) fn add_spelling(
        &mut self,
        name: &str,
        number: usize,
        is_same: impl FnOnce(usize) -> bool,
    ) {
        if let Some(spelling) = fold_spelling(name) {
            self.spellings.add(spelling, number, is_same);
        }
    }

    /// Returns the name that equals a text except for case and style.
    pub(super) fn by_spelling(&self, text: &str) -> Option<usize> {
        self.spellings.get(&fold_spelling(text)?)
    }
}
