//! Lists of words in one text, and forms of verbs.

/// Returns whether a word is in a list.
pub(super) fn is(word: &str, list: &str) -> bool {
    list.split_whitespace().any(|known| known == word)
}

/// Returns whether one of the words is in a list.
pub(super) fn has<W: AsRef<str>>(words: &[W], list: &str) -> bool {
    words.iter().any(|word| is(word.as_ref(), list))
}

/// Returns whether all words are in a list.
pub(super) fn has_only(words: &[&str], list: &str) -> bool {
    words.iter().all(|word| is(word, list))
}

/// Returns whether two words of these lists follow each other.
pub(super) fn has_pair<W: AsRef<str>>(words: &[W], first: &str, second: &str) -> bool {
    let mut pairs = words.windows(2);
    pairs.any(|pair| is(pair[0].as_ref(), first) && is(pair[1].as_ref(), second))
}

/// Returns whether a word is a form of a verb in a list: `sets`, `used`, `running`.
pub(super) fn has_form(word: &str, verbs: &str) -> bool {
    verbs.split_whitespace().any(|verb| {
        let root = verb.strip_suffix(['e', 'y']).unwrap_or(verb);
        let ending = word.strip_prefix(root).unwrap_or("-");
        let last = root.chars().next_back().unwrap_or('-');
        let ending = ending.strip_prefix(last).unwrap_or(ending);
        word == verb
            || matches!(
                ending,
                "s" | "es" | "ies" | "d" | "ed" | "ied" | "ing" | "ying"
            )
    })
}
