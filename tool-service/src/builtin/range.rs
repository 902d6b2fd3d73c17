use std::ops::Range;

/// The part from a start to an end that may count from behind, as far as it exists.
pub(super) fn in_range(start: i64, end: Option<i64>, length: usize) -> Range<usize> {
    let position = |at: i64| {
        let distance = usize::try_from(at.unsigned_abs()).unwrap_or(usize::MAX);
        if at < 0 {
            length.saturating_sub(distance)
        } else {
            distance.min(length)
        }
    };
    let start = position(start);
    start..end.map_or(length, position).max(start)
}
