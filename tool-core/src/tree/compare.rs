//! Equality and order of values.

use std::cmp::Ordering;
use std::collections::HashMap;

use crate::issue::sort;
use crate::tree::{Entry, Tree, compare};

impl Tree<'_> {
    /// Returns whether both are equal JSON values. Numbers compare by exact value (`1` equals
    /// `1.0`), and objects ignore the order of keys.
    pub(crate) fn same(&self, other: &Tree<'_>) -> bool {
        match (self, other) {
            (Tree::Null, Tree::Null) => true,
            (Tree::Bool(a), Tree::Bool(b)) => a == b,
            (Tree::Number(a), Tree::Number(b)) => a == b || compare(a, b) == Ordering::Equal,
            (Tree::String(a), Tree::String(b)) => a == b,
            (Tree::Array(a), Tree::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b))
            }
            (Tree::Object(a), Tree::Object(b)) => a.len() == b.len() && same_entries(a, b),
            _ => false,
        }
    }
}

/// The order of keys is mostly equal, so keys are looked up only after the first difference.
fn same_entries(a: &[Entry<'_>], b: &[Entry<'_>]) -> bool {
    let in_step = a.iter().zip(b).take_while(|(a, b)| a.key == b.key).count();
    if !a
        .iter()
        .zip(b)
        .take(in_step)
        .all(|(a, b)| a.value.same(&b.value))
    {
        return false;
    }
    let mut rest = a.iter().skip(in_step).peekable();
    if rest.peek().is_none() {
        return true;
    }
    let others = b.iter().enumerate().skip(in_step);
    let others: HashMap<&str, usize> = others.map(|(index, entry)| (&*entry.key, index)).collect();
    rest.all(|entry| {
        let other = others.get(&*entry.key);
        other.is_some_and(|other| entry.value.same(&b[*other].value))
    })
}

impl Tree<'_> {
    /// Returns a total order that is consistent with [`same`](Tree::same). Sorting groups equal
    /// values.
    pub(crate) fn order(&self, other: &Tree<'_>) -> Ordering {
        match (self, other) {
            (Tree::Bool(a), Tree::Bool(b)) => a.cmp(b),
            (Tree::Number(a), Tree::Number(b)) => compare(a, b),
            (Tree::String(a), Tree::String(b)) => a.cmp(b),
            (Tree::Array(a), Tree::Array(b)) => {
                let items = a.iter().zip(b).map(|(a, b)| a.order(b));
                first_difference(items).then(a.len().cmp(&b.len()))
            }
            (Tree::Object(a), Tree::Object(b)) => {
                let (a, b) = (by_key(a), by_key(b));
                let entries = a
                    .iter()
                    .zip(&b)
                    .map(|(a, b)| a.key.cmp(&b.key).then_with(|| a.value.order(&b.value)));
                first_difference(entries).then(a.len().cmp(&b.len()))
            }
            (a, b) => kind(a).cmp(&kind(b)),
        }
    }
}

fn first_difference(mut orders: impl Iterator<Item = Ordering>) -> Ordering {
    orders
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}

fn by_key<'e, 'a>(entries: &'e [Entry<'a>]) -> Vec<&'e Entry<'a>> {
    let mut sorted: Vec<_> = entries.iter().collect();
    sort(&mut sorted, |a, b| a.key.cmp(&b.key));
    sorted
}

fn kind(tree: &Tree<'_>) -> u8 {
    match tree {
        Tree::Null => 0,
        Tree::Bool(_) => 1,
        Tree::Number(_) => 2,
        Tree::String(_) => 3,
        Tree::Array(_) => 4,
        Tree::Object(_) => 5,
    }
}
