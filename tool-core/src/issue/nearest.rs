//! Finds the declared name that is similar to an undeclared name.

use std::cell::OnceCell;

use super::fold::{fold_to_letters, words};
use super::opposites::are_opposites;

/// Maximum length of names for an edit distance, which bounds the cost. Longer names are only
/// compared in folded form.
const COMPARED: usize = 64;

/// Returns the candidate that is most similar to the name.
///
/// Returns `None` if two candidates are equally similar: a wrong hint costs a call more than a
/// missing one.
pub(crate) fn find_nearest<'n>(
    name: &str,
    mut candidates: impl Iterator<Item = &'n str>,
) -> Option<&'n str> {
    find_nearest_of(name, &mut || candidates.next())
}

/// All iterators share one instance of this function.
fn find_nearest_of<'n>(name: &str, next: &mut dyn FnMut() -> Option<&'n str>) -> Option<&'n str> {
    let name = ComparedName::new(name);
    let mut best: Option<(usize, &'n str)> = None;
    let mut tied = false;
    while let Some(candidate) = next() {
        let Some(rank) = name.rank(candidate) else {
            continue;
        };
        match best {
            Some((least, _)) if rank > least => {}
            Some((least, known)) if rank == least => tied |= known != candidate,
            _ => {
                best = Some((rank, candidate));
                tied = false;
            }
        }
    }
    best.filter(|_| !tied).map(|(_, candidate)| candidate)
}

/// Returns the rank and the distance of two similar names, to sort names with. `None` if they
/// are not similar.
pub(crate) fn measure_nearness(name: &str, candidate: &str) -> Option<(usize, usize)> {
    let rank = ComparedName::new(name).rank(candidate)?;
    Some((rank, distance(name, candidate)))
}

/// Returns the number of edits between two folded names.
pub(crate) fn distance(left: &str, right: &str) -> usize {
    let (left, right) = (Folded::new(left), Folded::new(right));
    if left.is_same(&right) {
        return 0;
    }
    match (left.compared(), right.compared()) {
        (Some(left), Some(right)) => count_edits(left, right),
        _ => usize::MAX,
    }
}

/// A name without case and style.
struct Folded<'n> {
    name: &'n str,
    /// The first characters.
    start: [char; COMPARED],
    /// The number of all characters.
    length: usize,
}

impl<'n> Folded<'n> {
    fn new(name: &'n str) -> Self {
        let (mut start, mut length) = (['\0'; COMPARED], 0);
        for character in fold_to_letters(name) {
            if let Some(place) = start.get_mut(length) {
                *place = character;
            }
            length += 1;
        }
        Self {
            name,
            start,
            length,
        }
    }

    fn compared(&self) -> Option<&[char]> {
        self.start.get(..self.length)
    }

    fn is_same(&self, other: &Self) -> bool {
        self.length == other.length
            && match (self.compared(), other.compared()) {
                (Some(ours), Some(theirs)) => ours == theirs,
                _ => fold_to_letters(self.name).eq(fold_to_letters(other.name)),
            }
    }
}

/// A name to compare with others.
struct ComparedName<'n> {
    folded: Folded<'n>,
    words: OnceCell<Vec<Vec<char>>>,
    is_one_word: bool,
}

impl<'n> ComparedName<'n> {
    fn new(name: &'n str) -> Self {
        Self {
            folded: Folded::new(name),
            words: OnceCell::new(),
            is_one_word: is_one_word(name),
        }
    }

    fn shares_words(&self, candidate: &str) -> bool {
        if self.is_one_word && is_one_word(candidate) {
            return false;
        }
        let ours = self.words.get_or_init(|| words(self.folded.name));
        shares_words(ours, &words(candidate))
    }

    /// Returns the rank of a similar name, where 0 is the most similar. `None` if it is not
    /// similar.
    fn rank(&self, candidate: &str) -> Option<usize> {
        let candidate = Folded::new(candidate);
        if self.folded.length == 0 || candidate.length == 0 {
            return None;
        }
        if self.folded.is_same(&candidate) {
            return Some(0);
        }
        let rank = self.rank_of_another(&candidate)?;
        (!are_opposites(self.folded.name, candidate.name)).then_some(rank)
    }

    /// Returns the rank of a name with other letters.
    fn rank_of_another(&self, candidate: &Folded<'_>) -> Option<usize> {
        let (left, right) = (self.folded.compared()?, candidate.compared()?);
        // A name that contains the other (`file_path` and `path`) counts as one edit.
        if self.shares_words(candidate.name) {
            return Some(1);
        }
        let allowed = left.len().max(right.len()) / 3;
        if left.len().abs_diff(right.len()) > allowed {
            return None;
        }
        Some(count_edits(left, right)).filter(|edits| *edits <= allowed)
    }
}

/// Returns whether a name certainly is one word. Two such names share a word only if they are
/// equal.
fn is_one_word(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    name.bytes().all(is_plain)
}

fn shares_words(left: &[Vec<char>], right: &[Vec<char>]) -> bool {
    let (short, long) = if left.len() < right.len() {
        (left, right)
    } else {
        (right, left)
    };
    !short.is_empty() && long.windows(short.len()).any(|window| window == short)
}

/// Returns whether one name contains all words of the other, singular or plural: `payment_id`
/// contains `id`, and `contents` contains `content`.
pub(crate) fn is_part(one: &str, other: &str) -> bool {
    let singular = |name: &str| {
        let mut words = words(name);
        for word in &mut words {
            if word.len() > 2 && word.last() == Some(&'s') {
                word.pop();
            }
        }
        words
    };
    shares_words(&singular(one), &singular(other))
}

/// Returns the optimal string alignment distance: insertions, deletions, changes and swaps of
/// neighbours. Names have at most [`COMPARED`] characters.
fn count_edits(left: &[char], right: &[char]) -> usize {
    // Rows of bytes are cheap to move.
    let mut two_back = [0_u8; COMPARED + 1];
    let mut one_back = [0_u8; COMPARED + 1];
    for (place, least) in (0..).zip(&mut one_back) {
        *least = place;
    }
    for (i, l) in left.iter().enumerate() {
        let mut row = [0_u8; COMPARED + 1];
        row[0] = one_back[0] + 1;
        for (j, r) in right.iter().enumerate() {
            let changed = one_back[j] + u8::from(l != r);
            let mut least = changed.min(one_back[j + 1] + 1).min(row[j] + 1);
            let swapped = i > 0 && j > 0 && *l == right[j - 1] && left[i - 1] == *r;
            if swapped {
                least = least.min(two_back[j - 1] + 1);
            }
            row[j + 1] = least;
        }
        (two_back, one_back) = (one_back, row);
    }
    one_back[right.len()].into()
}

#[cfg(test)]
mod tests {
    use super::{distance, find_nearest, is_part};

    fn near(name: &str, candidates: &[&'static str]) -> Option<&'static str> {
        find_nearest(name, candidates.iter().copied())
    }

    #[test]
    fn one_near_name() {
        assert_eq!(near("reed", &["read", "write"]), Some("read"));
        assert_eq!(near("raed", &["read", "write"]), Some("read"));
        assert_eq!(near("filepth", &["file_path", "limit"]), Some("file_path"));
        assert_eq!(near("FILE-PATH", &["file_path", "path"]), Some("file_path"));
        assert_eq!(near("path", &["file_path", "limit"]), Some("file_path"));
        assert_eq!(near("filePath", &["path", "limit"]), Some("path"));
        assert_eq!(near("read", &["read", "read"]), Some("read"));
    }

    #[test]
    fn no_near_name() {
        assert_eq!(near("path", &["old_path", "new_path"]), None);
        assert_eq!(near("bat", &["cat", "hat"]), None);
        assert_eq!(near("ab", &["ac"]), None);
        assert_eq!(near("old", &["new"]), None);
        assert_eq!(near("at", &["format"]), None);
        assert_eq!(near("_", &["__", "a"]), None);
        assert_eq!(near("", &["a"]), None);
    }

    #[test]
    fn long_names_are_only_compared_as_fold_to_letters() {
        let long = "Long_".repeat(40);
        let lower = long.to_lowercase();
        assert!(find_nearest(&long, [lower.as_str()].into_iter()).is_some());
        let other = format!("{long}x");
        assert_eq!(find_nearest(&long, [other.as_str()].into_iter()), None);
        assert_eq!(distance(&long, &other), usize::MAX);
    }

    #[test]
    fn part_of_a_name_by_words() {
        assert!(is_part("id", "payment_id") && is_part("paymentId", "id"));
        assert!(is_part("content", "contents") && is_part("file_names", "name"));
        assert!(!is_part("path", "file") && !is_part("age", "page"));
        assert!(!is_part("", "a") && !is_part("text", "context"));
    }

    #[test]
    fn a_swap_is_one_edit() {
        assert_eq!(distance("form", "from"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
    }
}
