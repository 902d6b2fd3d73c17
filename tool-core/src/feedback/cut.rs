//! Keeps a text on one line and within a number of characters.

/// Capacity for most lines, which then need one allocation.
pub(super) const ROOM: usize = 100;

/// Returns whether a text is clearly one line without surrounding space.
pub(super) fn is_one_line(text: &str) -> bool {
    let bytes = text.as_bytes();
    let ends_in = |byte: Option<&u8>| byte == Some(&b' ');
    !ends_in(bytes.first())
        && !ends_in(bytes.last())
        && bytes.iter().all(|byte| (b' '..=b'~').contains(byte))
}

/// Replaces each run of control characters and line breaks with one space.
pub(super) fn join_lines(text: String) -> String {
    if is_one_line(&text) {
        return text;
    }
    let mut line = String::with_capacity(text.len());
    let mut in_break = false;
    for c in text.trim().chars() {
        // The line and paragraph separators of Unicode are not control characters.
        let breaks = c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
        if !breaks {
            line.push(c);
        } else if !in_break {
            line.push(' ');
        }
        in_break = breaks;
    }
    line
}

/// Keeps the beginning of the text. A cut text ends in `…`.
pub(super) fn keep_start(text: String, characters: usize) -> String {
    if fits(&text, characters) {
        return text;
    }
    let mut kept: String = text.chars().take(characters.saturating_sub(1)).collect();
    kept.truncate(kept.trim_end().len());
    kept.push('…');
    kept
}

/// Keeps the end of the text. A cut text begins with `…`.
pub(super) fn keep_end(text: String, characters: usize) -> String {
    if fits(&text, characters) {
        return text;
    }
    let dropped = text.chars().count() - characters.saturating_sub(1);
    let kept: String = text.chars().skip(dropped).collect();
    format!("…{}", kept.trim_start())
}

pub(super) fn fits(text: &str, characters: usize) -> bool {
    // A text has at most as many characters as bytes.
    text.len() <= characters || text.chars().count() <= characters
}
