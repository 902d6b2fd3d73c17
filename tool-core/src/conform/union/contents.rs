//! Numbers for the contents of values: equal values have equal numbers.

use std::collections::HashMap;

use crate::tree::Tree;

/// A value, with the numbers of the values that it holds.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Content {
    Null,
    Bool(bool),
    Number(String),
    String(String),
    Array(Vec<usize>),
    Object(Vec<(String, usize)>),
}

/// The contents seen so far, and the value at hand.
#[derive(Debug, Default)]
pub(super) struct Contents {
    numbers: HashMap<Content, usize>,
    /// The numbers of the value at hand and of all values in it, by their addresses.
    at_hand: HashMap<usize, usize>,
}

impl Contents {
    /// Numbers a value and all values in it.
    pub(super) fn enter(&mut self, value: &Tree<'_>) {
        self.number(value);
    }

    /// Forgets the addresses of the value at hand.
    pub(super) fn leave(&mut self) {
        self.at_hand.clear();
    }

    /// The number of a part of the value at hand.
    pub(super) fn of(&self, part: &Tree<'_>) -> Option<usize> {
        self.at_hand.get(&address(part)).copied()
    }

    fn number(&mut self, value: &Tree<'_>) -> usize {
        let content = match value {
            Tree::Null => Content::Null,
            Tree::Bool(value) => Content::Bool(*value),
            Tree::Number(text) => Content::Number(text.to_string()),
            Tree::String(text) => Content::String(text.to_string()),
            Tree::Array(items) => {
                Content::Array(items.iter().map(|item| self.number(item)).collect())
            }
            Tree::Object(entries) => {
                let entries = entries.iter();
                let entries = entries.map(|entry| {
                    let number = self.number(&entry.value);
                    (entry.key.to_string(), number)
                });
                Content::Object(entries.collect())
            }
        };
        let next = self.numbers.len();
        let number = *self.numbers.entry(content).or_insert(next);
        self.at_hand.insert(address(value), number);
        number
    }
}

fn address(tree: &Tree<'_>) -> usize {
    std::ptr::from_ref(tree).addr()
}
