//! The last sentence of a text, and its words.

/// Signs after which another sentence begins.
pub(super) const SENTENCE_ENDS: [char; 9] = ['.', '!', '?', ';', '。', '！', '？', '；', '\n'];

/// Signs between the clauses of a sentence.
pub(super) const CLAUSE_ENDS: [char; 5] = [',', ':', '，', '：', '、'];

/// Returns the words of a sentence in lower case, without the signs around them.
pub(crate) fn words_of(sentence: &str) -> impl Iterator<Item = String> {
    let words = sentence.split_whitespace();
    let words = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    words
        .filter(|word| !word.is_empty())
        .map(|word| word.to_lowercase().replace('’', "'"))
}

/// Returns the last sentence of a text, without the sign or the colon at its end. A period ends a
/// sentence only before white space: `a.txt` is one word.
pub(super) fn last_sentence(text: &str) -> &str {
    let is_end = |c: char| SENTENCE_ENDS.contains(&c) || matches!(c, ':' | '：');
    let text = text.trim_end().trim_end_matches(is_end);
    let mut ends = text.char_indices().rev();
    let end = ends.find(|(at, c)| {
        let behind = &text[at + c.len_utf8()..];
        SENTENCE_ENDS.contains(c) && (*c != '.' || behind.starts_with(char::is_whitespace))
    });
    end.map_or(text, |(at, c)| &text[at + c.len_utf8()..])
}

#[cfg(test)]
mod tests {
    use super::last_sentence;

    #[test]
    fn a_period_in_a_word_ends_no_sentence() {
        for (text, last) in [
            ("I look. Do not run a.sh.", " Do not run a.sh"),
            ("It is 1.5! So:", " So"),
            ("Is it so? ", "Is it so"),
            ("e.g.", "e.g"),
            ("好。不要执行：", "不要执行"),
            ("", ""),
        ] {
            assert_eq!(last_sentence(text), last, "{text}");
        }
    }
}
