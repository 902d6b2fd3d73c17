// Returns the candidate closest to the word, if it is similar.
pub(crate) fn find_nearest<'c>(word: &str, candidates: &[&'c str]) -> Option<&'c str> {
    let mut nearest = None;
    let mut least = usize::MAX;
    for candidate in candidates {
        let distance = distance(word, candidate);
        if distance < least && distance <= candidate.len().div_ceil(3) {
            nearest = Some(*candidate);
            least = distance;
        }
    }
    nearest
}

// Returns the edit distance of two words: insertions, deletions, replacements and swaps of
// neighbours. Ignores dashes and the case of ASCII letters.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (fold(a), fold(b));
    let mut before: Vec<usize> = Vec::new();
    let mut above = Vec::new();
    for length in 0..=b.len() {
        above.push(length);
    }
    for (i, from) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, to) in b.iter().enumerate() {
            let replaced = above[j] + usize::from(from != to);
            let mut best = replaced.min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *from == b[j - 1] && a[i - 1] == *to {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

fn fold(word: &str) -> Vec<char> {
    let mut folded = Vec::new();
    for c in word.chars() {
        if !matches!(c, '_' | '-') {
            folded.push(c.to_ascii_lowercase());
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::{distance, find_nearest};

    #[test]
    fn distances() {
        assert_eq!(distance("name", "name"), 0);
        assert_eq!(distance("nmae", "name"), 1);
        assert_eq!(distance("jsonString", "json_string"), 0);
        assert_eq!(distance("", "open"), 4);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn suggests_only_similar_words() {
        let words = ["name", "title", "description"];
        assert_eq!(find_nearest("desciption", &words), Some("description"));
        assert_eq!(find_nearest("nam", &words), Some("name"));
        assert_eq!(find_nearest("strict", &words), None);
    }
}
