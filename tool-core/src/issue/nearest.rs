//! Finds the declared name that is similar to an undeclared name.

use super::edits::{COMPARED, count_edits};
use super::fold::{fold_to_letters, has_same_signs, letters_of_words, words};
use super::opposites::may_differ_in_meaning;

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
        let most = best.map_or(COMPARED, |(least, _)| least);
        let Some((rank, _)) = name.measure_within(candidate, most) else {
            continue;
        };
        if rank > most || rank > 0 && may_differ_in_meaning(name.folded.name, candidate) {
            continue;
        }
        match best {
            Some((least, known)) if rank == least => tied |= known != candidate,
            _ => {
                best = Some((rank, candidate));
                tied = false;
            }
        }
    }
    best.filter(|_| !tied).map(|(_, candidate)| candidate)
}

/// Returns the member of an enum that is most similar to a text.
///
/// A member that only shares words with the text may have another meaning: `direct_message` is not
/// `message`.
pub(crate) fn find_nearest_member<'n>(
    text: &str,
    candidates: impl Iterator<Item = &'n str>,
) -> Option<&'n str> {
    let near = find_nearest(text, candidates)?;
    let (written, meant) = (Folded::new(text), Folded::new(near));
    if written.is_same(&meant) {
        return Some(near);
    }
    let most = written.length.max(meant.length) / 3;
    count_edits(written.compared()?, meant.compared()?, most).map(|_| near)
}

/// Returns the rank and the distance of two similar names, to sort names with. `None` if they
/// are not similar.
pub(crate) fn measure_nearness(name: &str, candidate: &str) -> Option<(usize, usize)> {
    ComparedName::new(name).measure(candidate)
}

/// Returns the name inside the property `loc` in `loc.lat`, `loc/lat` or `loc[lat]`, or the key itself.
pub(crate) fn find_inner_name<'k>(property: &str, key: &'k str) -> &'k str {
    let rest = key.strip_prefix(property);
    let inside = rest.and_then(|rest| match rest.strip_prefix('[') {
        Some(inside) => inside.strip_suffix(']'),
        None => rest.strip_prefix(['.', '/']),
    });
    inside.unwrap_or(key)
}

/// A name without case and style.
struct Folded<'n> {
    name: &'n str,
    /// The first characters.
    start: [char; COMPARED],
    /// One bit for each of these characters. It is set if the character starts a word.
    words: u64,
    /// The number of all characters, or a greater number than [`COMPARED`].
    length: usize,
}

impl<'n> Folded<'n> {
    fn new(name: &'n str) -> Self {
        let mut folded = Self {
            name,
            start: ['\0'; COMPARED],
            words: 0,
            length: 0,
        };
        for (letter, starts) in letters_of_words(name) {
            let Some(place) = folded.start.get_mut(folded.length) else {
                folded.length += 1;
                break;
            };
            *place = letter;
            folded.words |= u64::from(starts) << folded.length;
            folded.length += 1;
        }
        folded
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

    /// Returns whether this name contains all words of a shorter name, one after the other.
    fn contains_words_of(&self, short: &Self) -> bool {
        let (Some(long), Some(short_letters)) = (self.compared(), short.compared()) else {
            return false;
        };
        let Some(last) = long.len().checked_sub(short.length) else {
            return false;
        };
        let starts_word = |at: usize| at == self.length || self.words >> at & 1 == 1;
        let all = u64::MAX >> (COMPARED - short.length.max(1));
        (0..=last).any(|at| {
            starts_word(at)
                && starts_word(at + short.length)
                && long.get(at..at + short.length) == Some(short_letters)
                && self.words >> at & all == short.words
        })
    }
}

/// A name to compare with others.
pub(crate) struct ComparedName<'n> {
    folded: Folded<'n>,
}

impl<'n> ComparedName<'n> {
    pub(crate) fn new(name: &'n str) -> Self {
        let folded = Folded::new(name);
        Self { folded }
    }

    /// Returns the rank and the distance of a similar name, where 0 is the most similar. `None` if
    /// it is not similar.
    pub(crate) fn measure(&self, candidate: &str) -> Option<(usize, usize)> {
        let measured = self.measure_similar(candidate)?;
        let is_other = measured.0 > 0 && may_differ_in_meaning(self.folded.name, candidate);
        (!is_other).then_some(measured)
    }

    /// Like [`ComparedName::measure`], also for a name of the opposite meaning.
    pub(crate) fn measure_similar(&self, candidate: &str) -> Option<(usize, usize)> {
        self.measure_within(candidate, COMPARED)
    }

    /// Like [`ComparedName::measure_similar`], for a rank of at most `most`.
    fn measure_within(&self, candidate: &str, most: usize) -> Option<(usize, usize)> {
        let candidate = Folded::new(candidate);
        if self.folded.length == 0 || candidate.length == 0 {
            return None;
        }
        if self.folded.is_same(&candidate) {
            return has_same_signs(self.folded.name, candidate.name).then_some((0, 0));
        }
        let (left, right) = (self.folded.compared()?, candidate.compared()?);
        // A name that contains the other (`file_path` and `path`) counts as one edit.
        let contains = if left.len() < right.len() {
            candidate.contains_words_of(&self.folded)
        } else {
            self.folded.contains_words_of(&candidate)
        };
        if contains {
            return Some((1, count_edits(left, right, COMPARED)?));
        }
        if left.len() == right.len() && has_same_words(self.folded.name, candidate.name) {
            return Some((1, count_edits(left, right, COMPARED)?));
        }
        let allowed = (left.len().max(right.len()) / 3).min(most);
        let edits = count_edits(left, right, allowed)?;
        Some((edits, edits))
    }

    /// Returns the number of edits. It is `usize::MAX` for a long name.
    pub(crate) fn count_edits(&self, candidate: &str) -> usize {
        self.count_edits_within(candidate, COMPARED)
            .unwrap_or(usize::MAX)
    }

    /// Returns the number of edits, if it is at most `most`.
    pub(crate) fn count_edits_within(&self, candidate: &str, most: usize) -> Option<usize> {
        let candidate = Folded::new(candidate);
        if self.folded.is_same(&candidate) {
            return Some(0);
        }
        count_edits(self.folded.compared()?, candidate.compared()?, most)
    }
}

/// Returns whether two names have the same words in another order: `price_max` and `max_price`.
fn has_same_words(one: &str, other: &str) -> bool {
    let sort = |name: &str| {
        let mut words = words(name);
        words.sort_unstable();
        words
    };
    sort(one) == sort(other)
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

#[cfg(test)]
mod tests {
    use super::{ComparedName, find_nearest, is_part};

    fn distance(left: &str, right: &str) -> usize {
        ComparedName::new(left).count_edits(right)
    }

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
    fn no_member_that_only_shares_words() {
        let near = |text, members: &[&'static str]| {
            super::find_nearest_member(text, members.iter().copied())
        };
        assert_eq!(
            near("direct_message", &["message", "broadcast", "dm"]),
            None
        );
        assert_eq!(near("soft_delete", &["delete", "archive"]), None);
        assert_eq!(near("reed", &["read", "write"]), Some("read"));
        assert_eq!(
            near("thumbs-Up", &["thumbs_up", "laugh"]),
            Some("thumbs_up")
        );
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
    fn counts_at_most_the_requested_edits() {
        let names = [
            "get_item",
            "get_itme",
            "item_get",
            "gti_em",
            "set_items",
            "s",
            "xyz",
            "getItem2",
            "a_get_item_of_a_list",
            "éclair",
            "eclair",
            "lcaire",
        ];
        for left in names {
            for right in names {
                let edits = distance(left, right);
                assert_eq!(edits, distance(right, left), "{left} {right}");
                for most in 0..24 {
                    let within = ComparedName::new(left).count_edits_within(right, most);
                    assert_eq!(
                        within,
                        (edits <= most).then_some(edits),
                        "{left} {right} {most}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_swap_is_one_edit() {
        assert_eq!(distance("form", "from"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
    }
}
