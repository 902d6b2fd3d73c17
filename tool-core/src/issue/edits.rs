//! The number of edits between two short texts.

/// Maximum length of names for an edit distance, which bounds the cost. Longer names are only
/// compared in folded form.
pub(super) const COMPARED: usize = 64;

/// Returns whether two words differ in at most one edit.
pub(super) fn differ_in_one_edit(one: &str, other: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    one.len().max(other.len()) <= COMPARED && count_edits(&one, &other, 1).is_some()
}

/// A number that is greater than every distance.
const FAR: u8 = 127;

/// Returns the optimal string alignment distance, if it is at most `most`: insertions, deletions,
/// changes and swaps of neighbours. Names have at most [`COMPARED`] characters.
pub(super) fn count_edits(left: &[char], right: &[char], most: usize) -> Option<usize> {
    let most = most.min(COMPARED);
    if count_other_letters(left, right) > most {
        return None;
    }
    let (left, right) = trim_common(left, right);
    // Rows of bytes are cheap to move.
    let mut two_back = [FAR; COMPARED + 1];
    let mut one_back = [FAR; COMPARED + 1];
    for (place, least) in (0..).zip(&mut one_back) {
        *least = place;
    }
    for (i, l) in left.iter().enumerate() {
        let mut row = [FAR; COMPARED + 1];
        row[0] = one_back[0] + 1;
        // A path that leaves these columns has too many edits.
        let columns = right.iter().enumerate();
        let columns = columns.take(i + most + 1).skip(i.saturating_sub(most));
        let mut nearest = row[0];
        for (j, r) in columns {
            let changed = one_back[j] + u8::from(l != r);
            let mut least = changed.min(one_back[j + 1] + 1).min(row[j] + 1);
            let swapped = i > 0 && j > 0 && *l == right[j - 1] && left[i - 1] == *r;
            if swapped {
                least = least.min(two_back[j - 1] + 1);
            }
            nearest = nearest.min(least);
            row[j + 1] = least;
        }
        // A swap may continue from the row before.
        if usize::from(nearest) > most + 1 {
            return None;
        }
        (two_back, one_back) = (one_back, row);
    }
    let edits = usize::from(one_back[right.len()]);
    (edits <= most).then_some(edits)
}

/// Returns a number that is at most the number of edits: each edit adds one letter, removes one, or
/// both. Letters that share a place of the table count as equal.
fn count_other_letters(left: &[char], right: &[char]) -> usize {
    let mut counts = [0_i8; 32];
    for (letters, step) in [(left, 1), (right, -1)] {
        for letter in letters {
            counts[*letter as usize % 32] += step;
        }
    }
    let sum = |sign: i8| -> usize {
        let surplus = counts.iter().map(|count| (count * sign).max(0));
        surplus.map(|count| usize::from(count.unsigned_abs())).sum()
    };
    sum(1).max(sum(-1))
}

/// Removes the common start and the common end, which need no edit.
fn trim_common<'c>(left: &'c [char], right: &'c [char]) -> (&'c [char], &'c [char]) {
    let pairs = left.iter().zip(right);
    let start = pairs.take_while(|(l, r)| l == r).count();
    let (left, right) = (&left[start..], &right[start..]);
    let pairs = left.iter().rev().zip(right.iter().rev());
    let end = pairs.take_while(|(l, r)| l == r).count();
    (&left[..left.len() - end], &right[..right.len() - end])
}
