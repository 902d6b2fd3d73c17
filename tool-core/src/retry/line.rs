//! One issue with its path: `limit: expected number, got string`.

use std::fmt::Write;

use super::cut::{ROOM, keep_end, keep_start, one_line};
use super::got::Detail;
use super::message::within;
use crate::issue::{Issue, IssueKind, JsonType, Received};

/// The issue in at most that many characters.
///
/// A path that leaves no room for the words is cut in front, to no less than
/// half of the line: its end is what tells the place from others.
pub(super) fn line(issue: &Issue, detail: Detail, characters: usize) -> String {
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

/// The words; those of others, which may not name what was sent, with the value.
fn with_value(issue: &Issue, detail: Detail, characters: usize) -> String {
    let words = within(issue, detail, characters);
    let foreign = matches!(
        issue.kind,
        IssueKind::Check { .. } | IssueKind::Refused { .. }
    );
    match &issue.received {
        Some(sent) if foreign && detail == Detail::Value && is_told(&words, sent) => {
            let text = one_line(format!("{words}; got {}", sent.text));
            keep_start(text, characters)
        }
        _ => words,
    }
}

/// Whether the value is told after the words: one that is short, and that they
/// do not name already.
fn is_told(words: &str, sent: &Received) -> bool {
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
