//! Names that a model writes in place of another.

use crate::Entropy;

/// A name that a model could write for another: in another style, with another letter, shorter or
/// longer by a word, or a synonym.
pub(super) fn misname(key: &str, entropy: &mut Entropy<'_>) -> String {
    match entropy.below(6) {
        0 => restyle(key),
        1 => format!("{key}s"),
        2 => {
            let mut letters: Vec<char> = key.chars().collect();
            let last = letters.len().saturating_sub(1);
            letters.remove(last / 2);
            letters.into_iter().collect()
        }
        3 => key
            .rsplit(['_', '-'])
            .next()
            .filter(|word| *word != key)
            .map_or_else(|| format!("the_{key}"), str::to_owned),
        4 => format!("target_{key}"),
        _ => "argument".to_owned(),
    }
}

/// The name in another style.
pub(super) fn restyle(name: &str) -> String {
    let mut restyled = String::new();
    let mut is_start = false;
    for c in name.chars() {
        if c == '_' || c == '-' {
            is_start = true;
        } else if is_start {
            restyled.extend(c.to_uppercase());
            is_start = false;
        } else if c.is_uppercase() {
            restyled.push('_');
            restyled.extend(c.to_lowercase());
        } else {
            restyled.push(c);
        }
    }
    restyled
}

/// Returns true if a text without quotes looks like a word.
pub(super) fn is_plain_word(text: &str) -> bool {
    let is_literal = matches!(text, "null" | "true" | "false");
    !is_literal && text.starts_with(char::is_alphabetic) && text.chars().all(char::is_alphanumeric)
}
