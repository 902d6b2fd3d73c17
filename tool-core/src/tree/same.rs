use std::cmp::Ordering;
use std::collections::HashMap;

use crate::tree::{Entry, Tree, compare};

impl Tree<'_> {
    /// Whether both are one JSON value: numbers by their exact value (`1` is
    /// `1.0`), objects without regard to the order of their keys.
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

/// The order is mostly the same as well; only from the first difference on are
/// the keys looked up.
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
    let others: HashMap<&str, &Tree<'_>> = b
        .iter()
        .skip(in_step)
        .map(|entry| (&*entry.key, &entry.value))
        .collect();
    rest.all(|entry| {
        others
            .get(&*entry.key)
            .is_some_and(|other| entry.value.same(other))
    })
}
