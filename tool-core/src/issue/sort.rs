use std::cmp::Ordering;

/// Sorts items and keeps the order of equal items. All types share one instance of the standard
/// library's sort, because each instance takes 10 KB of code.
pub(crate) fn sort<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    if items.len() < 2 {
        return;
    }
    let mut order: Vec<usize> = (0..items.len()).collect();
    sort_numbers(&mut order, &|a, b| compare(&items[a], &items[b]));
    let mut places = vec![0; order.len()];
    for (place, number) in order.into_iter().enumerate() {
        places[number] = place;
    }
    for at in 0..places.len() {
        while places[at] != at {
            let place = places[at];
            items.swap(at, place);
            places.swap(at, place);
        }
    }
}

fn sort_numbers(numbers: &mut [usize], compare: &dyn Fn(usize, usize) -> Ordering) {
    numbers.sort_by(|a, b| compare(*a, *b));
}
