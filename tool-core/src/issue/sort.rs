use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Sorts items and keeps the order of equal items. All types share one sort of numbers, because
/// each instance of the standard library's sort takes 10 KB of code.
pub(crate) fn sort<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    if items.len() < 2 {
        return;
    }
    let mut places = sorted_places(items.len(), &|a, b| compare(&items[a], &items[b]));
    for at in 0..places.len() {
        while places[at] != at {
            let place = places[at];
            items.swap(at, place);
            places.swap(at, place);
        }
    }
}

/// Returns the place of each item in the sorted order. A heap takes less code than the sorts of the
/// standard library.
fn sorted_places(length: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let items = (0..length).map(|number| HeapItem { number, compare });
    let sorted = items.collect::<BinaryHeap<_>>().into_sorted_vec();
    let mut places = vec![0; length];
    for (place, item) in sorted.into_iter().enumerate() {
        places[item.number] = place;
    }
    places
}

/// An item by its number. The numbers decide between equal items.
struct HeapItem<'c> {
    number: usize,
    compare: &'c dyn Fn(usize, usize) -> Ordering,
}

impl Ord for HeapItem<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let order = (self.compare)(self.number, other.number);
        order.then(self.number.cmp(&other.number))
    }
}

impl PartialOrd for HeapItem<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for HeapItem<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for HeapItem<'_> {}
