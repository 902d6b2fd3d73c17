//! Recognizes text in place of content that the model left out: `...`, `// 12 more, unchanged`.

/// The fix for left-out content.
pub(super) const WHOLE_CONTENT: &str = "the whole content, not '...'";

const ELLIPSES: [&str; 2] = ["...", "…"];

/// Words of a comment about left-out content.
const PHRASES: [&str; 22] = [
    "abbreviated",
    "and more",
    "and so forth",
    "and so on",
    "as above",
    "as before",
    "elided",
    "etc",
    "left out",
    "like above",
    "like before",
    "no change",
    "no changes",
    "not changed",
    "omitted",
    "repeat",
    "repeated",
    "repeats",
    "rest of",
    "same as",
    "snip",
    "unchanged",
];

/// Words that say it only at the beginning of a comment: `// existing items`, but not
/// `// the existing file`.
const FIRST_WORDS: [&str; 14] = [
    "additional",
    "continue",
    "continued",
    "ditto",
    "existing",
    "further",
    "keep",
    "more",
    "other",
    "others",
    "previous",
    "remaining",
    "rest",
    "same",
];

/// Articles before the first word of a comment.
const ARTICLES: [&str; 4] = ["all", "and", "the", "your"];

/// Words that say what stands behind an article: `// the rest`.
const FIRST_NOUNS: [&str; 3] = ["others", "remaining", "rest"];

pub(super) fn begins_with_ellipsis(text: &str) -> bool {
    ELLIPSES.iter().any(|mark| text.starts_with(mark))
}

/// Returns whether a comment stands for content that the model left out.
pub(super) fn stands_for_content(comment: &str) -> bool {
    if ELLIPSES.iter().any(|mark| comment.contains(mark)) {
        return true;
    }
    let words = comment.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty()).map(str::to_lowercase);
    let words: Vec<String> = words.collect();
    let text = format!(" {} ", words.join(" "));
    let has_phrase = |phrase: &&str| text.contains(&format!(" {phrase} "));
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let mut pairs = words.iter().zip(words.iter().skip(1));
    PHRASES.iter().any(has_phrase)
        || pairs.any(|(count, more)| more == "more" && is_number(count))
        || is_of_rest(&words)
}

/// Returns whether a comment begins with a word for the rest of the content.
fn is_of_rest(words: &[String]) -> bool {
    let is_in = |list: &[&str], word: &String| list.contains(&word.as_str());
    match words {
        [article, noun, ..] if is_in(&ARTICLES, article) => is_in(&FIRST_NOUNS, noun),
        [first, ..] => is_in(&FIRST_WORDS, first),
        [] => false,
    }
}
