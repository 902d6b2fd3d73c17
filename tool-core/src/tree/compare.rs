//! Equality of values.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use crate::issue::sort;
use crate::tree::{Entry, Tree, compare, hash_number};

impl Tree<'_> {
    /// Returns whether both are equal JSON values. Numbers compare by exact value (`1` equals
    /// `1.0`), and objects ignore the order of keys.
    pub(crate) fn is_same(&self, other: &Tree<'_>) -> bool {
        match (self, other) {
            (Tree::Null, Tree::Null) => true,
            (Tree::Bool(a), Tree::Bool(b)) => a == b,
            (Tree::Number(a), Tree::Number(b)) => a == b || compare(a, b) == Ordering::Equal,
            (Tree::String(a), Tree::String(b)) => a == b,
            (Tree::Array(a), Tree::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_same(b))
            }
            (Tree::Object(a), Tree::Object(b)) => a.len() == b.len() && are_same_entries(a, b),
            _ => false,
        }
    }
}

/// The order of keys is mostly equal, so keys are looked up only after the first difference.
fn are_same_entries(a: &[Entry<'_>], b: &[Entry<'_>]) -> bool {
    let in_step = a.iter().zip(b).take_while(|(a, b)| a.key == b.key).count();
    if !a
        .iter()
        .zip(b)
        .take(in_step)
        .all(|(a, b)| a.value.is_same(&b.value))
    {
        return false;
    }
    let mut rest = a.iter().skip(in_step).peekable();
    if rest.peek().is_none() {
        return true;
    }
    let others = b.iter().enumerate().skip(in_step);
    let others = others.map(|(index, entry)| (Cow::Borrowed(&*entry.key), index));
    let others: HashMap<Cow<'_, str>, usize> = others.collect();
    rest.all(|entry| {
        let other = others.get(&*entry.key);
        other.is_some_and(|other| entry.value.is_same(&b[*other].value))
    })
}

/// A value as a key of a map, where [`is_same`](Tree::is_same) decides equality.
pub(crate) struct ByValue<'t, 'a>(pub(crate) &'t Tree<'a>);

impl PartialEq for ByValue<'_, '_> {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_same(other.0)
    }
}

impl Eq for ByValue<'_, '_> {}

impl Hash for ByValue<'_, '_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self.0).hash(state);
        match self.0 {
            Tree::Null => {}
            Tree::Bool(value) => value.hash(state),
            Tree::Number(text) => hash_number(text, state),
            Tree::String(text) => text.hash(state),
            Tree::Array(items) => {
                items.len().hash(state);
                for item in items {
                    ByValue(item).hash(state);
                }
            }
            Tree::Object(entries) => {
                entries.len().hash(state);
                let mut entries: Vec<_> = entries.iter().collect();
                sort(&mut entries, |a, b| a.key.cmp(&b.key));
                for entry in entries {
                    (*entry.key).hash(state);
                    ByValue(&entry.value).hash(state);
                }
            }
        }
    }
}
