//! The parts of a retry text: places, and what the text says of each.

use tool_core::issue::{Path, Segment};

/// The words about some places.
#[derive(Debug)]
pub(super) struct Advice {
    /// The places. The empty path is the arguments as a whole.
    pub(super) paths: Vec<Vec<Segment>>,
    pub(super) words: String,
}

/// Words at the start of an issue about the arguments as a whole.
const ABOUT_ALL: &[&str] = &[
    "expected ",
    "the arguments ",
    "several ",
    "can be read ",
    "matches ",
    "a whole call ",
    "a call ",
];

pub(super) fn read_advice(text: &str) -> Vec<Advice> {
    let errors = text
        .split_once("Errors: ")
        .map_or(text, |(_, errors)| errors);
    let mut all: Vec<Advice> = Vec::new();
    for part in split_outside(errors, "; ") {
        if is_count_of_more(part) {
            continue;
        }
        if let Some((paths, words)) = read_place(part) {
            let words = words.to_owned();
            all.push(Advice { paths, words });
        } else if all.is_empty() || ABOUT_ALL.iter().any(|start| part.starts_with(start)) {
            let words = part.to_owned();
            let paths = vec![Vec::new()];
            all.push(Advice { paths, words });
        } else if let Some(last) = all.last_mut() {
            last.words.push_str("; ");
            last.words.push_str(part);
        }
    }
    all
}

/// `and 2 more`
fn is_count_of_more(part: &str) -> bool {
    let count = part
        .strip_prefix("and ")
        .and_then(|rest| rest.strip_suffix(" more"));
    count.is_some_and(|count| count.chars().all(|c| c.is_ascii_digit()))
}

/// `loc.lat, lon: words`
fn read_place(part: &str) -> Option<(Vec<Vec<Segment>>, &str)> {
    let mut halves = split_outside(part, ": ").into_iter();
    let names = halves.next()?;
    halves.next()?;
    let words = &part[names.len() + 2..];
    let names = split_outside(names, ", ");
    let is_path = |name: &&str| {
        let start = name.chars().next().unwrap_or(' ');
        let has_space = split_outside(name, " ").len() > 1;
        !has_space && !matches!(start, '"' | '{' | '(' | ' ' | '\'')
    };
    if !names.iter().all(is_path) {
        return None;
    }
    let mut paths: Vec<Vec<Segment>> = Vec::new();
    for name in names {
        let mut path = Path::from(name).segments().to_vec();
        // `[1].old` after `edits[0].old` is `edits[1].old`.
        if let (true, Some(first)) = (name.starts_with('['), paths.first())
            && first.len() > path.len()
        {
            path.splice(0..0, first[..first.len() - path.len()].to_vec());
        }
        paths.push(path);
    }
    Some((paths, words))
}

/// Splits a text at each separator that no quotes and brackets contain.
pub(super) fn split_outside<'t>(text: &'t str, separator: &str) -> Vec<&'t str> {
    let mut parts = Vec::new();
    let (mut start, mut depth) = (0, 0_usize);
    let (mut in_quotes, mut is_escaped) = (false, false);
    for (at, c) in text.char_indices() {
        if in_quotes {
            match c {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                '"' => in_quotes = false,
                // A value that is cut has no closing quote.
                '…' if text[at..].starts_with("…; ") => in_quotes = false,
                _ => {}
            }
            continue;
        }
        if depth == 0 && at >= start && text[at..].starts_with(separator) {
            parts.push(&text[start..at]);
            start = at + separator.len();
        }
        match c {
            '"' => in_quotes = true,
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Returns the text in quotes after a phrase: `b` in `a "b"`, for `a `.
pub(super) fn quoted_after(words: &str, phrase: &str) -> Option<String> {
    let (_, rest) = words.split_once(phrase)?;
    first_quoted(rest).filter(|_| rest.starts_with('"'))
}

/// Returns the first text in quotes.
pub(super) fn first_quoted(words: &str) -> Option<String> {
    let start = words.find('"')?;
    let mut stream = serde_json::Deserializer::from_str(&words[start..]).into_iter::<String>();
    stream.next()?.ok()
}

/// Returns all texts in quotes: `"a", "b" are unknown` has two.
pub(super) fn all_quoted(words: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = words;
    while let Some(start) = rest.find('"') {
        let mut stream = serde_json::Deserializer::from_str(&rest[start..]).into_iter::<String>();
        let Some(Ok(text)) = stream.next() else { break };
        found.push(text);
        rest = &rest[start + stream.byte_offset()..];
    }
    found
}
