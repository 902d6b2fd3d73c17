//! A text that could not be parsed: the part around the syntax error.

use super::note::Note;
use crate::feedback::cut::{keep_end, keep_start};
use crate::feedback::got::Detail;
use crate::feedback::line::write_line;
use crate::issue::{Issue, IssueKind};
use crate::tool::Arguments;

/// Number of characters on each side of the error.
const AROUND: usize = 200;

/// Returns the text around the first issue with a position, with its message as a comment. The
/// messages of other issues follow.
pub(super) fn quote_around(
    received: &Arguments,
    told: &[Issue],
    words: usize,
    room: usize,
) -> Option<String> {
    let Arguments::Text(text) = received else {
        return None;
    };
    let text: String = text.chars().map(replace_control).collect();
    let comments = told.len().saturating_mul(words + "\n // ".len());
    let side = (room.saturating_sub(comments) / 2).min(AROUND);
    let place = told
        .iter()
        .find_map(|issue| Some((issue, find_place(&text, issue)?)));
    let (before, after) = text.split_at(place.map_or(0, |(_, at)| at));
    let mut shown = keep_end(before.trim_end().to_owned(), side);
    if let Some((issue, _)) = place {
        shown.push_str(if shown.is_empty() { "// " } else { " // " });
        shown.push_str(&Note::new(issue).words(words));
    }
    let after = keep_start(after.trim().to_owned(), side);
    let others = told
        .iter()
        .filter(|issue| place.is_none_or(|(known, _)| !std::ptr::eq(*issue, known)));
    let others = others.map(|issue| format!("// {}", write_line(issue, Detail::Short, words)));
    let lines = [shown, after].into_iter().chain(others);
    let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
    Some(lines.join("\n"))
}

/// Returns the position of the syntax error, if it is known. The issue contains the characters
/// before it, which may occur more than once.
fn find_place(text: &str, issue: &Issue) -> Option<usize> {
    match &issue.kind {
        IssueKind::Truncated => Some(text.len()),
        IssueKind::InvalidJson { after, .. } if after.is_empty() => Some(0),
        IssueKind::InvalidJson { after, .. } => {
            let after: String = after.chars().map(replace_control).collect();
            let mut found = text.match_indices(&after).map(|(at, _)| at + after.len());
            let first = found.next()?;
            found.next().is_none().then_some(first)
        }
        _ => None,
    }
}

/// Replaces a character that could end or hide in a line with a space. Keeps line feeds.
fn replace_control(c: char) -> char {
    match c {
        '\n' => c,
        '\u{2028}' | '\u{2029}' => ' ',
        c if c.is_control() => ' ',
        c => c,
    }
}
