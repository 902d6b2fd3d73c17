//! Finds text that looks like several items of a list.

use serde_json::Value;

use crate::issue::{JsonType, TypeSet};
use crate::tree::is_number;

/// Separators of list items, in several scripts.
const SEPARATORS: &[char] = &[
    ',', '\n', '\r', ';', '|', '\t', '，', '、', '；', '،', '؛', '\u{2028}', '\u{2029}',
];

/// Texts that say that there is no item.
const PLACEHOLDERS: &[&str] = &[
    "an empty array",
    "an empty list",
    "empty",
    "empty array",
    "empty list",
    "n.a",
    "n/a",
    "nil",
    "none",
    "nothing",
    "null",
    "tbd",
    "undefined",
    "unknown",
    "unspecified",
];

/// Parts that join two items.
const JOINING: &[&str] = &["&", "+", "/", "->", "=>", "and", "or", "plus", "then", "→"];

/// Words after `not` that say so, too.
const NOT: &[&str] = &[
    "applicable",
    "available",
    "given",
    "known",
    "needed",
    "provided",
    "required",
    "set",
    "specified",
];

const BULLETS: &[char] = &['-', '*', '+', '•', '–', '—', '·', '‣', '◦', '▪', '●'];

const QUOTES: &[(char, char)] = &[
    ('"', '"'),
    ('\'', '\''),
    ('`', '`'),
    ('“', '”'),
    ('”', '”'),
    ('„', '“'),
    ('„', '”'),
    ('‘', '’'),
    ('’', '’'),
    ('«', '»'),
];

/// Returns whether a text is one item, by its looks. `is_member` returns whether a part of the
/// text is a member of the items' enum.
pub(super) fn is_one_item(text: &str, is_member: impl Fn(&str) -> bool) -> bool {
    let text = text.trim();
    !is_placeholder(text)
        && !text.starts_with(['[', '{', '"'])
        && !text.contains(SEPARATORS)
        && !is_like_xml(text)
        && !is_quoted(text)
        && !begins_like_item(text)
        && !is_several(text, is_member)
}

/// Returns the items of a text that can only be several items of these types: numbers, addresses or
/// URLs. Other strings may contain spaces.
pub(crate) fn list_items(text: &str, types: TypeSet) -> Option<Vec<Value>> {
    let text = text.trim();
    if text.contains(SEPARATORS) || begins_like_item(text) || !is_several(text, |_| false) {
        return None;
    }
    if types.contains(JsonType::String) {
        let is_one = |part: &str| part.contains("://") || is_address(part);
        let strings = || split_parts(text).map(Value::from).collect();
        return split_parts(text).all(is_one).then(strings);
    }
    let number = |part: &str| {
        let number = part.parse::<i64>().ok().filter(|_| is_number(part));
        number.map(Value::from)
    };
    let is_of_numbers = types.contains(JsonType::Integer) || types.contains(JsonType::Number);
    let numbers = || split_parts(text).map(number).collect();
    (is_of_numbers && !is_grouped(text)).then(numbers).flatten()
}

/// Returns whether a text may be one number whose digits are in groups of three: `1 234 567`.
fn is_grouped(text: &str) -> bool {
    let mut groups = text.split_whitespace().skip(1);
    groups.all(|group| group.len() == 3)
}

fn is_placeholder(text: &str) -> bool {
    let bare = text.trim_matches(['(', ')', '.', '!']);
    let text = if bare.is_empty() { text } else { bare };
    let is_dash = |c: char| matches!(c, '-' | '–' | '—' | '−' | '?' | '？' | '…');
    let is_one_of =
        |text: &str, words: &[&str]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    let is_said = |(first, rest): (&str, &str)| {
        is_one_of(first, &["none"]) || is_one_of(first, &["not"]) && is_one_of(rest, NOT)
    };
    text.chars().all(is_dash)
        || is_one_of(text, PLACEHOLDERS)
        || text.split_once(' ').is_some_and(is_said)
}

fn is_like_xml(text: &str) -> bool {
    let is_name = |c: char| c.is_alphabetic() || matches!(c, '/' | '!' | '?' | '_');
    let inside = text.strip_prefix('<');
    inside.is_some_and(|inside| inside.starts_with(is_name) && inside.contains('>'))
}

fn is_quoted(text: &str) -> bool {
    QUOTES.iter().any(|(opening, closing)| {
        let inside = text.strip_prefix(*opening);
        inside.is_some_and(|inside| inside.ends_with(*closing))
    })
}

/// Returns whether a text begins as an item of a list in prose: `- a`, `1. a`, `(2) a`.
fn begins_like_item(text: &str) -> bool {
    let begins_with_space = |rest: &str| rest.starts_with(char::is_whitespace);
    if let Some(rest) = text.strip_prefix(BULLETS)
        && begins_with_space(rest)
    {
        return true;
    }
    let inside = text.strip_prefix('(').unwrap_or(text);
    let rest = inside.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest_of_number = rest.strip_prefix(['.', ')', '．', '）']);
    rest.len() < inside.len() && rest_of_number.is_some_and(begins_with_space)
}

/// What a part of a text may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Number,
    /// `10:30`
    Time,
    /// `2024-05-17`, `192.168.0.1`
    Digits,
    /// `a@b.example`, `https://example.org`, `src/main.rs`
    Place,
    /// `#bug`, `@ada`, `$HOME`
    Tag,
    /// `A=1`
    Assignment,
    /// `PROJ-1`, `node_modules`
    Identifier,
}

/// Returns whether the parts of a text between its spaces look like several items: a command line,
/// members of an enum, or parts that are all of one kind. Words form a phrase.
fn is_several(text: &str, is_member: impl Fn(&str) -> bool) -> bool {
    if is_command_line(text) {
        return true;
    }
    let mut parts = split_parts(text);
    if parts.clone().nth(1).is_none() {
        return false;
    }
    if parts.clone().all(is_member) {
        return true;
    }
    let first = parts.next().and_then(classify);
    first.is_some() && parts.all(|part| classify(part) == first)
}

/// Returns whether a text looks like a command line: an option, an operator of a shell, or an
/// argument in quotes after a command.
fn is_command_line(text: &str) -> bool {
    let mut parts = text.split_whitespace();
    let is_alone = parts.clone().nth(1).is_none();
    let is_option = |part: &str| {
        let name = part.trim_start_matches('-');
        name.len() < part.len() && name.starts_with(char::is_alphabetic)
    };
    if is_alone {
        return is_option(text);
    }
    parts
        .clone()
        .any(|part| part.starts_with('-') || is_operator(part))
        || parts.next().is_some_and(|first| {
            let rest = text[first.len()..].trim_start();
            is_command(first) && has_argument(rest.trim_end())
        })
}

fn is_operator(part: &str) -> bool {
    matches!(part, "&&" | "||" | ">>" | "2>" | "2>&1" | "&>")
}

/// Returns whether a word may be the name of a command: `ls`, `./run.sh`. A phrase usually begins
/// with a capital letter.
fn is_command(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase() || matches!(c, '.' | '/' | '~'))
}

/// Returns whether the words after a command contain an option of Windows, an argument in quotes, or
/// a file after `>` or `<`. A number after such a sign is a comparison.
fn has_argument(words: &str) -> bool {
    let is_option_of_windows = |part: &str| {
        let mut letters = part.strip_prefix('/').unwrap_or_default().chars();
        letters
            .next()
            .is_some_and(|letter| letter.is_ascii_alphabetic() || letter == '?')
            && matches!(letters.next(), None | Some(':'))
    };
    let is_quoted = |part: &str| {
        let quote = part.chars().next().filter(|c| matches!(c, '"' | '\''));
        quote.is_some_and(|quote| words.ends_with(quote) && words.matches(quote).count() > 1)
    };
    let parts: Vec<&str> = words.split_whitespace().collect();
    parts.iter().enumerate().any(|(number, part)| {
        let before = number.checked_sub(1).map_or("", |before| parts[before]);
        let follows_sign = before.eq_ignore_ascii_case("like")
            || !before.is_empty() && !before.contains(char::is_alphanumeric);
        let is_file = matches!(before, ">" | "<")
            && (number > 1 || part.contains(['/', '.']))
            && !part.starts_with(|c: char| c.is_ascii_digit());
        // A text in quotes after a sign is a part of a condition: `name = 'a'`.
        is_option_of_windows(part) || is_file || is_quoted(part) && !follows_sign
    })
}

/// Returns the parts between the spaces of a text, without the words that join them.
fn split_parts(text: &str) -> impl Iterator<Item = &str> + Clone {
    let is_joining = |part: &str| JOINING.iter().any(|word| word.eq_ignore_ascii_case(part));
    text.split_whitespace()
        .filter(move |part| !is_joining(part))
}

fn classify(part: &str) -> Option<Part> {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let unsigned = part.strip_prefix('+').unwrap_or(part);
    let is_decimal = unsigned.starts_with(|c: char| c.is_ascii_digit())
        && unsigned.chars().all(|c| c.is_ascii_digit() || c == '.')
        && unsigned.matches('.').count() <= 1;
    if is_decimal || is_number(unsigned) {
        return Some(Part::Number);
    }
    if part.contains("://") || is_address(part) || is_path(part) {
        return Some(Part::Place);
    }
    if let Some(name) = part.strip_prefix(['#', '@', '$']) {
        return (!name.is_empty() && name.chars().all(is_word)).then_some(Part::Tag);
    }
    if let Some((name, _)) = part.split_once('=') {
        return (!name.is_empty() && name.chars().all(is_word)).then_some(Part::Assignment);
    }
    let is_of_digits = |marks: &[char]| {
        part.chars()
            .all(|c| c.is_ascii_digit() || marks.contains(&c))
    };
    if part.starts_with(|c: char| c.is_ascii_digit()) {
        if is_of_digits(&[':', '.']) && part.contains(':') {
            return Some(Part::Time);
        }
        if is_of_digits(&['-', '.', '/']) {
            return Some(Part::Digits);
        }
    }
    let has_digit_and_letter =
        part.contains(|c: char| c.is_ascii_digit()) && part.contains(|c: char| c.is_alphabetic());
    let is_name = part.chars().all(is_word) && (part.contains('_') || has_digit_and_letter);
    is_name.then_some(Part::Identifier)
}

fn is_address(part: &str) -> bool {
    let sides = part.split_once('@');
    sides.is_some_and(|(user, host)| {
        !user.is_empty() && host.contains(|c: char| c.is_alphanumeric())
    })
}

/// Returns whether a part is a path: it has a slash between names, or an extension.
fn is_path(part: &str) -> bool {
    let is_extension = |text: &str| {
        (1..=5).contains(&text.len())
            && text.chars().all(|c| c.is_ascii_alphanumeric())
            && text.starts_with(|c: char| c.is_ascii_lowercase())
    };
    let has_extension = part
        .rsplit_once('.')
        .is_some_and(|(_, extension)| is_extension(extension));
    let has_slash = part.contains(['/', '\\']) && part.len() > 1;
    let is_of_digits = part.chars().all(|c| c.is_ascii_digit() || c == '/');
    has_extension || has_slash && !is_of_digits
}
