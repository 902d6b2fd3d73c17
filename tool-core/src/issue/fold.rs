/// Folds a name: drops its case and style. `filePath`, `file-path` and `_FILE_PATH` fold to
/// `filepath`. A separator between two digits becomes `_`: `1-0` differs from `10`.
///
/// Uses the simple lower case of each letter (`ß` stays), so different words never fold to one.
pub(crate) fn fold(name: &str) -> String {
    let stays = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    if name.bytes().all(stays) {
        return name.to_owned();
    }
    letters(name).collect()
}

/// Returns whether a name folds to one of these words. Allocates nothing.
pub(crate) fn folds_to_any(name: &str, words: &[&str]) -> bool {
    let first = letters(name).next();
    let is_it = |word: &&str| word.chars().next() == first && letters(name).eq(word.chars());
    words.iter().any(is_it)
}

/// Returns whether two names differ only in case and style, and contain more than separators. A
/// `-` at the start or the end is significant: `-name` sorts in descending order, and `A-` is a
/// lower grade than `A`. The `--` of a flag is not.
pub(crate) fn folds_alike(name: &str, text: &str) -> bool {
    let mut rest = letters(text).peekable();
    rest.peek().is_some() && letters(name).eq(rest) && has_same_signs(name, text)
}

/// Returns whether two texts have the same separators between their digits, and the same signs of a
/// time zone: `1-0` is not `1_0`, and `UTC-8` is not `UTC8`. With `has_signs`, each `-` between a
/// letter and a digit is a sign.
pub(crate) fn separates_digits_alike(one: &str, other: &str, has_signs: bool) -> bool {
    separators_before_digits(one, has_signs).eq(separators_before_digits(other, has_signs))
}

/// The separators between two digits of a text, and its signs.
fn separators_before_digits(text: &str, has_signs: bool) -> impl Iterator<Item = &str> {
    let text = text.trim();
    let mut rest = text.char_indices().peekable();
    let mut before = None;
    std::iter::from_fn(move || {
        while let Some((start, c)) = rest.next() {
            if !is_separator(c) {
                before = Some(c);
                continue;
            }
            while rest.next_if(|(_, c)| is_separator(*c)).is_some() {}
            let (end, next) = *rest.peek()?;
            let separator = &text[start..end];
            let is_sign =
                || separator.contains('-') && (has_signs || ends_in_time_zone(&text[..start]));
            let is_part = before.is_some_and(|c| c.is_numeric() || is_sign());
            if is_part && next.is_numeric() {
                return Some(separator);
            }
        }
        None
    })
}

fn ends_in_time_zone(text: &str) -> bool {
    let zone = text.rsplit(|c: char| !c.is_ascii_alphabetic()).next();
    zone.is_some_and(|zone| {
        ["utc", "gmt"]
            .iter()
            .any(|name| zone.eq_ignore_ascii_case(name))
    })
}

/// Returns whether two names have the same signs at their start and their end.
pub(crate) fn has_same_signs(name: &str, other: &str) -> bool {
    signs(name) == signs(other)
}

fn signs(name: &str) -> (bool, bool) {
    let is_flag = name.starts_with("--");
    (name.starts_with('-') && !is_flag, name.ends_with('-'))
}

/// Returns a key that is equal for names that [`folds_alike`] accepts. `None` if the name
/// contains only separators.
pub(crate) fn fold_spelling(name: &str) -> Option<String> {
    let (before, after) = signs(name);
    let sign = |is_there: bool| is_there.then_some('-').into_iter();
    letters(name).next()?;
    let letters = sign(before).chain(letters(name)).chain(sign(after));
    Some(letters.collect())
}

fn letters(name: &str) -> impl Iterator<Item = char> {
    letters_without(name, is_separator)
}

/// Returns the folded characters of a name, for a given set of separators.
pub(crate) fn letters_without(
    name: &str,
    is_separator: fn(char) -> bool,
) -> impl Iterator<Item = char> {
    let mut rest = name.chars().peekable();
    let mut follows_digit = false;
    std::iter::from_fn(move || {
        let mut is_apart = false;
        while rest.next_if(|c| is_separator(*c)).is_some() {
            is_apart = true;
        }
        let next = *rest.peek()?;
        if is_apart && follows_digit && next.is_numeric() {
            follows_digit = false;
            return Some('_');
        }
        follows_digit = next.is_numeric();
        rest.next().map(to_lower)
    })
}

/// Returns whether a list contains the word. All callers share one instance of the loop.
#[inline(never)]
pub(crate) fn contains_word(list: &[&str], word: &str) -> bool {
    list.contains(&word)
}

/// Folds a name without any separator, to find similar names.
pub(super) fn fold_to_letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|c| !is_separator(*c)).map(to_lower)
}

/// Namespaces in which templates list tools.
const NAMESPACES: [&str; 5] = ["functions", "function", "tools", "tool", "default_api"];

/// `functions.edit` → `edit`.
pub(crate) fn without_namespace(name: &str) -> Option<&str> {
    NAMESPACES.iter().find_map(|namespace| {
        let (start, rest) = name.split_at_checked(namespace.len())?;
        let rest = rest.strip_prefix(['.', ':'])?;
        start.eq_ignore_ascii_case(namespace).then_some(rest)
    })
}

pub(crate) fn is_separator(c: char) -> bool {
    matches!(c, ' ' | '-' | '_')
}

/// Converts a character to lower case, unless its lower case has several characters.
pub(crate) fn to_lower(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_lowercase();
    }
    let mut lower = c.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(one), None) => one,
        _ => c,
    }
}

/// The words of a name in any style, folded: `filePath` is `file` and `path`.
pub(super) fn words(name: &str) -> Vec<Vec<char>> {
    let mut words: Vec<Vec<char>> = Vec::new();
    for (letter, starts) in letters_of_words(name) {
        match words.last_mut() {
            Some(word) if !starts => word.push(letter),
            _ => words.push(vec![letter]),
        }
    }
    words
}

/// The letters of a name without separators, folded. Each one has `true` if it starts a word.
pub(super) fn letters_of_words(name: &str) -> impl Iterator<Item = (char, bool)> {
    let mut before = ' ';
    name.chars().filter_map(move |c| {
        let starts = is_separator(before) || (c.is_uppercase() && !before.is_uppercase());
        before = c;
        (!is_separator(c)).then(|| (to_lower(c), starts))
    })
}

#[cfg(test)]
mod tests {
    use super::{fold_spelling, folds_alike};

    #[test]
    fn names_fold_alike_if_they_have_the_same_spelling() {
        let names = [
            "", "-", "_", "--", "a", "A", "-a", "-A", "a-", "_a", "a b", "aB", "1-0", "1_0", "10",
            "-10", "1 0", "ß", "ss", "İ",
        ];
        for name in names {
            for text in names {
                let is_same =
                    fold_spelling(name).is_some() && fold_spelling(name) == fold_spelling(text);
                assert_eq!(folds_alike(name, text), is_same, "{name:?} {text:?}");
            }
        }
    }
}
