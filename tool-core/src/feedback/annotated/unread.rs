//! A text that could not be read: the part around the place where it leaves JSON.

use super::note::Note;
use crate::feedback::cut::{keep_end, keep_start};
use crate::feedback::got::Detail;
use crate::feedback::line::line;
use crate::issue::{Issue, IssueKind};
use crate::tool::Arguments;

/// So many characters are shown on each side of the place.
const AROUND: usize = 200;

/// The text around the place of the first issue that has one, with its words
/// as a comment there; the words of others follow.
pub(super) fn around(
    received: &Arguments,
    told: &[Issue],
    words: usize,
    room: usize,
) -> Option<String> {
    let Arguments::Text(text) = received else {
        return None;
    };
    let text: String = text.chars().map(harmless).collect();
    let comments = told.len().saturating_mul(words + "\n // ".len());
    let side = (room.saturating_sub(comments) / 2).min(AROUND);
    let place = told
        .iter()
        .find_map(|issue| Some((issue, place(&text, issue)?)));
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
    let others = others.map(|issue| format!("// {}", line(issue, Detail::Short, words)));
    let lines = [shown, after].into_iter().chain(others);
    let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
    Some(lines.join("\n"))
}

/// Where the text stops being JSON, if that is known: the issue names the
/// characters before, which may occur more than once.
fn place(text: &str, issue: &Issue) -> Option<usize> {
    match &issue.kind {
        IssueKind::Truncated => Some(text.len()),
        IssueKind::InvalidJson { after, .. } if after.is_empty() => Some(0),
        IssueKind::InvalidJson { after, .. } => {
            let after: String = after.chars().map(harmless).collect();
            let mut found = text.match_indices(&after).map(|(at, _)| at + after.len());
            let first = found.next()?;
            found.next().is_none().then_some(first)
        }
        _ => None,
    }
}

/// What could end a line or hide in one becomes a space, but for a new line.
fn harmless(c: char) -> char {
    match c {
        '\n' => c,
        '\u{2028}' | '\u{2029}' => ' ',
        c if c.is_control() => ' ',
        c => c,
    }
}
