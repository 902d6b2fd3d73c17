//! Characters that hide text from people.

use std::fmt::Write;

/// Returns whether a character hides text from people. Such characters are
/// `Default_Ignorable_Code_Point` in Unicode (bidirectional controls included) and other controls.
/// Tabs, line ends and U+FE0F (part of many emoji) do not count.
pub(crate) fn is_hidden(letter: char) -> bool {
    matches!(
        letter,
        '\0'..='\u{8}'
            | '\u{b}'..='\u{c}'
            | '\u{e}'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0e}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Escapes each hidden character in a text that a person decides on: `\u{202e}`.
pub(crate) fn escape_hidden(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        // A line end or a tab could make one text look like two.
        if is_hidden(letter) || letter.is_control() || is_blank(letter) {
            // Writing to a `String` does not fail.
            let _ = write!(shown, "{}", letter.escape_unicode());
        } else {
            shown.push(letter);
        }
    }
    shown
}

/// Returns whether a character is white space other than a plain space, or looks like it. U+2028
/// ends a line, U+2800 is an empty Braille pattern, and U+FFFC is a placeholder for an object. The
/// others are blank or filler characters of their scripts.
fn is_blank(letter: char) -> bool {
    (letter.is_whitespace() && letter != ' ')
        || matches!(
            letter,
            '\u{2800}'
                | '\u{fe0f}'
                | '\u{fffc}'
                | '\u{13441}'
                | '\u{13442}'
                | '\u{16fe4}'
                | '\u{1d159}'
        )
}
