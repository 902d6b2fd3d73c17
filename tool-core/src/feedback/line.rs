//! One issue with its path: `limit: expected number, got string`.

use std::fmt::Write;

use super::cut::{ROOM, is_one_line, join_lines, keep_end, keep_start};
use super::got::Detail;
use super::message::{add_words, write_within};
use crate::issue::{Issue, IssueKind, JsonType, Received};

/// Returns the issue in at most this many characters.
pub(super) fn write_line(issue: &Issue, detail: Detail, characters: usize) -> String {
    let mut line = String::with_capacity(ROOM);
    add_line(&mut line, issue, detail, characters);
    line
}

/// Adds the issue in at most this many characters.
pub(super) fn add_line(text: &mut String, issue: &Issue, detail: Detail, characters: usize) {
    let start = text.len();
    if !issue.path.is_root() {
        // Writing to a string never fails.
        let _ = issue.path.write(text);
        text.push_str(": ");
    }
    let words = text.len();
    add_words(text, issue, detail, usize::MAX);
    let is_whole = !(is_foreign(issue) && detail == Detail::Value)
        && text.len() - start <= characters
        && is_one_line(&text[words..]);
    if !is_whole {
        text.truncate(start);
        text.push_str(&cut_line(issue, detail, characters));
    }
}

/// Adds an issue that may be too long.
///
/// A long path is cut at its beginning, to at least half of the line: its end identifies the
/// place.
#[cold]
fn cut_line(issue: &Issue, detail: Detail, characters: usize) -> String {
    if issue.path.is_root() {
        return with_value(issue, detail, characters);
    }
    let mut path = String::with_capacity(characters.min(ROOM));
    // Writing to a string never fails.
    let _ = write!(path, "{}", issue.path);
    let words = with_value(issue, detail, usize::MAX);
    if path.len() + 2 + words.len() <= characters {
        path.push_str(": ");
        path.push_str(&words);
        return path;
    }
    let room = characters.saturating_sub(words.chars().count().saturating_add(2));
    let path = keep_end(path, room.max(characters / 2));
    let rest = characters.saturating_sub(path.chars().count() + 2);
    format!("{path}: {}", with_value(issue, detail, rest))
}

/// Returns the message. A message from foreign code gets the received value, because it may not
/// contain the value.
fn with_value(issue: &Issue, detail: Detail, characters: usize) -> String {
    let words = write_within(issue, detail, characters);
    match &issue.received {
        Some(sent)
            if is_foreign(issue) && detail == Detail::Value && is_value_shown(&words, sent) =>
        {
            let text = join_lines(format!("{words}; got {}", sent.text));
            keep_start(text, characters)
        }
        _ => words,
    }
}

/// Returns whether the message comes from foreign code.
fn is_foreign(issue: &Issue) -> bool {
    matches!(
        issue.kind,
        IssueKind::Check { .. } | IssueKind::Refused { .. }
    )
}

/// Returns whether the value follows the message: a short value that the message does not
/// contain.
fn is_value_shown(words: &str, sent: &Received) -> bool {
    let text = sent.text.trim_matches('"');
    let is_named = words.match_indices(text).any(|(start, _)| {
        let before = words[..start].chars().next_back();
        let after = words[start + text.len()..].chars().next();
        ![before, after]
            .into_iter()
            .flatten()
            .any(char::is_alphanumeric)
    });
    !is_named && !matches!(sent.json_type, JsonType::Array | JsonType::Object)
}
