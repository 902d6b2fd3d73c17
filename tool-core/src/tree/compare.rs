//! Equality and order of values.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::HashMap;

use crate::issue::sort;
use crate::tree::{Entry, Tree, compare};

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

impl Tree<'_> {
    /// Returns a copy whose keys are in alphabetical order, for [`compare`](Self::compare).
    pub(crate) fn with_sorted_keys(&self) -> Self {
        match self {
            Tree::Array(items) => Tree::Array(items.iter().map(Self::with_sorted_keys).collect()),
            Tree::Object(entries) => {
                let entries = entries.iter().map(|entry| Entry {
                    key: entry.key.clone(),
                    value: entry.value.with_sorted_keys(),
                });
                let mut entries: Vec<_> = entries.collect();
                sort(&mut entries, |a, b| a.key.cmp(&b.key));
                Tree::Object(entries)
            }
            scalar => scalar.clone(),
        }
    }

    /// Returns a total order of values with sorted keys. It is consistent with
    /// [`is_same`](Tree::is_same), so sorting groups equal values.
    pub(crate) fn compare(&self, other: &Tree<'_>) -> Ordering {
        match (self, other) {
            (Tree::Bool(a), Tree::Bool(b)) => a.cmp(b),
            (Tree::Number(a), Tree::Number(b)) => compare(a, b),
            (Tree::String(a), Tree::String(b)) => a.cmp(b),
            (Tree::Array(a), Tree::Array(b)) => {
                let items = a.iter().zip(b).map(|(a, b)| a.compare(b));
                find_first_difference(items).then(a.len().cmp(&b.len()))
            }
            (Tree::Object(a), Tree::Object(b)) => {
                let entries = a
                    .iter()
                    .zip(b)
                    .map(|(a, b)| a.key.cmp(&b.key).then_with(|| a.value.compare(&b.value)));
                find_first_difference(entries).then(a.len().cmp(&b.len()))
            }
            (a, b) => rank_kind(a).cmp(&rank_kind(b)),
        }
    }
}

fn find_first_difference(mut orders: impl Iterator<Item = Ordering>) -> Ordering {
    orders
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}

fn rank_kind(tree: &Tree<'_>) -> u8 {
    match tree {
        Tree::Null => 0,
        Tree::Bool(_) => 1,
        Tree::Number(_) => 2,
        Tree::String(_) => 3,
        Tree::Array(_) => 4,
        Tree::Object(_) => 5,
    }
}
