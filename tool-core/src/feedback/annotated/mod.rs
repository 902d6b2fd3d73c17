//! The arguments with each issue as a comment on its line.

mod brief;
mod children;
mod echo;
mod note;
mod unread;

use std::borrow::Cow;

use serde_json::Value;

use self::note::Note;
use super::TextLimits;
use super::cut::fits;
use super::got::Detail;
use super::instruction::count_omitted;
use super::line::write_line;
use crate::issue::{Issue, IssueKind, Segment};
use crate::tool::{Arguments, ToolArgError};

pub(super) fn render_annotated(error: &ToolArgError, limits: TextLimits) -> String {
    let count = error.issues().len().min(limits.max_issues());
    let told = &error.issues()[..count];
    // The messages take at most half of the room.
    let words = limits
        .max_characters()
        .min(limits.max_echo() / 2 / count.max(1));
    let body = if words < MIN_CHARACTERS {
        None
    } else {
        write_body(
            error,
            told,
            words.max(MIN_CHARACTERS),
            limits.max_echo() - HEAD_AND_TAIL,
        )
    };
    match body {
        Some(body) => finish_text(body, count_omitted(error, count)),
        None => list_places(error, limits),
    }
}

const HEAD: &str =
    "Nothing was run. Send the whole call again, without comments, with these fixed:";
/// Characters of the first line, and of the last line with the largest number.
const HEAD_AND_TAIL: usize = HEAD.len() + 1 + "\n// and 18446744073709551615 more".len();
/// Fewer characters have no room for a message.
const MIN_CHARACTERS: usize = 20;

fn finish_text(body: String, untold: usize) -> String {
    let mut lines = vec![HEAD.to_owned(), body];
    if untold > 0 {
        lines.push(format!("// and {untold} more"));
    }
    lines.join("\n")
}

fn write_body(error: &ToolArgError, told: &[Issue], words: usize, room: usize) -> Option<String> {
    let Some(value) = find_shown_value(error, told) else {
        let text = unread::quote_around(error.received(), told, words, room);
        return text.filter(|text| fits(text, room));
    };
    let notes: Vec<Note<'_>> = told.iter().map(Note::new).collect();
    let mut details = echo::DETAILS.iter();
    details.find_map(|detail| echo::draw(&value, &notes, error.schema(), detail, words, room))
}

/// Returns the value that the paths of the issues refer to: the received arguments or the
/// repaired ones. `None` if the text could not be parsed.
fn find_shown_value<'e>(error: &'e ToolArgError, told: &[Issue]) -> Option<Cow<'e, Value>> {
    let sent = match error.received() {
        Arguments::Value(value) => Some(Cow::Borrowed(value)),
        Arguments::Text(text) => serde_json::from_str(text).ok().map(Cow::Owned),
    };
    let holds_all = |value: &Cow<'_, Value>| told.iter().all(|issue| holds(value, issue));
    let read = error.read().map(Cow::Owned);
    match sent {
        Some(sent) if read.is_none() || holds_all(&sent) => Some(sent),
        sent => read.or(sent),
    }
}

/// Returns whether the value contains the place of an issue, or the object that lacks it.
fn holds(value: &Value, issue: &Issue) -> bool {
    let Some((last, parents)) = issue.path.segments().split_last() else {
        return true;
    };
    let parent = parents
        .iter()
        .try_fold(value, |value, segment| step_into(value, segment));
    parent.is_some_and(|parent| match issue.kind {
        IssueKind::Required { .. } => parent.is_object(),
        _ => step_into(parent, last).is_some(),
    })
}

fn step_into<'v>(value: &'v Value, segment: &Segment) -> Option<&'v Value> {
    match segment {
        Segment::Key(key) => value.as_object()?.get(key),
        Segment::Index(index) => value.as_array()?.get(*index),
    }
}

/// Returns the issues with their paths, one comment each, up to the limit.
fn list_places(error: &ToolArgError, limits: TextLimits) -> String {
    const MARK: &str = "// ";
    let room = limits.max_echo() - HEAD_AND_TAIL;
    let most = room / (MARK.len() + MIN_CHARACTERS + 1);
    let count = error.issues().len().min(limits.max_issues()).min(most);
    let each = (room / count.max(1)).saturating_sub(MARK.len() + 1);
    let each = each.min(limits.max_characters());
    let told = error.issues().iter().take(count);
    let lines = told.map(|issue| format!("{MARK}{}", write_line(issue, Detail::Short, each)));
    finish_text(
        lines.collect::<Vec<_>>().join("\n"),
        count_omitted(error, count),
    )
}
