use std::cmp::Ordering;

use crate::issue::sort;
use crate::tree::{Entry, Tree, compare};

impl Tree<'_> {
    /// A total order in which exactly the values that are
    /// [`same`](Tree::same) are equal, so that sorting brings them together.
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
