//! The data in a value as `Debug` shows it, and in JSON.

/// Returns true if a value contains all data of the input, each item as often.
pub(crate) fn holds(value: &str, sent: &str) -> bool {
    let mut leaves = leaves(value);
    self::leaves(sent).into_iter().all(|leaf| {
        let place = leaves.iter().position(|known| *known == leaf);
        place.map(|place| leaves.swap_remove(place)).is_some()
    })
}

/// The texts, numbers and booleans. Names are not data: names of types and fields, and, in JSON,
/// keys and tags.
fn leaves(value: &str) -> Vec<&str> {
    let mut leaves = Vec::new();
    let mut rest = value;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => text(rest),
            _ if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (leaf, after) = rest.split_at(length);
        let is_data = |first: char| matches!(first, '"' | '-' | '0'..='9');
        let is_tag = ["\"Form", "\"form", "\"Type"]
            .iter()
            .any(|tag| leaf.starts_with(tag));
        let is_name = is_tag || leaf.starts_with('"') && after.starts_with(':');
        if !is_name && (is_data(first) || matches!(leaf, "true" | "false")) {
            // An integer is shown with a fraction of zero where the type is a float.
            leaves.push(leaf.strip_suffix(".0").unwrap_or(leaf));
        }
        rest = after;
    }
    leaves
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.')
}

/// The length of a text in quotes.
fn text(value: &str) -> usize {
    let mut escaped = false;
    let inside = value.char_indices().skip(1);
    for (at, c) in inside {
        if c == '"' && !escaped {
            return at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    value.len()
}
